"""The public face and the exception tree."""

from __future__ import annotations

import referee_client
from referee_client import errors


def test_public_face_is_complete() -> None:
    """Every error is exported, and everything exported exists."""
    assert set(errors.__all__) <= set(referee_client.__all__)
    assert len(set(referee_client.__all__)) == len(referee_client.__all__)
    assert all(hasattr(referee_client, name) for name in referee_client.__all__)


def test_error_tree_is_drawn_as_it_is() -> None:
    """The tree in the docstring has every class under its parent."""
    drawn = errors.__doc__ or ""
    parents = {0: "RefereeClientError"}
    for line in drawn.splitlines():
        if "──" not in line:
            continue
        indent, name = line.index("──"), line.split("──")[1].split()[0]
        parent = parents[max(depth for depth in parents if depth < indent)]
        assert getattr(errors, name).__bases__ == (getattr(errors, parent),)
        parents = {depth: p for depth, p in parents.items() if depth < indent} | {indent: name}
        assert name in errors.__all__
    assert sum("──" in line for line in drawn.splitlines()) == len(errors.__all__) - 1
