"""Hypothesis strategies that several tests share."""

from __future__ import annotations

from typing import TypeAlias

from hypothesis import strategies as st

__all__ = ["MESSAGES", "PLAIN", "SEEDS"]

_Json: TypeAlias = "bool | int | float | str | list[_Json] | dict[str, _Json] | None"

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 10),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["dice", "orders", "bid", "unit", "x"]),
)

PLAIN: st.SearchStrategy[_Json] = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=10),
        st.dictionaries(st.one_of(st.text(max_size=8), st.just("dice")), inner, max_size=4),
    ),
    max_leaves=12,
)
"""What JSON can hold: any kind, any nesting, numbers of any size."""

SEEDS = st.integers(0, 2**64 - 1)
"""Match seeds."""

MESSAGES = st.one_of(
    st.binary(max_size=40),
    st.lists(
        st.tuples(st.integers(1, 20), st.sampled_from([0, 1, 2, 5]), st.binary(max_size=12)),
        max_size=5,
    ).map(lambda fields: b"".join(bytes([n << 3 & 0xFF | kind]) + raw for n, kind, raw in fields)),
)
"""Bytes that claim to be a protobuf message: any at all, and some with plausible tags."""
