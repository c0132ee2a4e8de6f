"""Hints for the compiler of the match layer, which do nothing where a module is not compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    # The compiler knows it by this name, and never calls it: so its package is not needed to run.
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: bool):
        """Return a decorator that returns its class unchanged."""
        return lambda decorated: decorated
