"""Samples of metrics as plain data, which one process can send to another as JSON."""

from __future__ import annotations

import json
from typing import TypeAlias

__all__ = ["Sample", "encode", "read", "with_label"]

Sample: TypeAlias = tuple[str, dict[str, str], float]
"""Name with its suffix, labels, and value of one time series."""


def encode(samples: list[Sample]) -> bytes:
    """Return samples as JSON."""
    return json.dumps(samples).encode()


def read(data: bytes) -> list[Sample]:
    """Return the samples that `encode` has written."""
    return [(name, labels, value) for name, labels, value in json.loads(data)]


def with_label(samples: list[Sample], name: str, value: str) -> list[Sample]:
    """Return the samples with one more label."""
    return [(each, {**labels, name: value}, number) for each, labels, number in samples]
