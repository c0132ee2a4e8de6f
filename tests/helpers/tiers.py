"""How much of a test is run when: some cases by `make test`, some by `.ci/run`; `make test-all` runs all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["examples", "nightly", "some"]

_THOROUGH = os.environ.get("TEST_THOROUGH") == "1"
"""Whether this run is of another part of `make test-all` than `make test`."""


def some(cases: Iterable[Any], few: int) -> list[Any]:
    """Cases for `parametrize`: the first `few` are in `make test`, the others in `make test-slow`."""
    listed = list(cases)
    others = (case if isinstance(case, tuple) else (case,) for case in listed[few:])
    return [*listed[:few], *(pytest.param(*case, marks=pytest.mark.slow) for case in others)]


def nightly(cases: Iterable[Any], few: int = 1) -> list[Any]:
    """Cases for `parametrize` of a slow test: all but the first `few` are in `make test-nightly`.

    For cases that prove again, at some cost, what the first have shown.
    """
    listed = list(cases)
    others = (case if isinstance(case, tuple) else (case,) for case in listed[few:])
    marks = (pytest.mark.slow, pytest.mark.nightly)
    return [*listed[:few], *(pytest.param(*case, marks=marks) for case in others)]


def examples(number: int) -> settings:
    """Settings for this many examples of Hypothesis when compiled, a quarter of them in `make test`.

    For tests that run compiled too: in `make test-compiled` or in the nightly part `both-worlds`.
    """
    return settings(max_examples=number if _THOROUGH else max(number // 4, 15), deadline=None)
