"""Sandboxes for tests, where this machine has them."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import pytest

from tournaments.errors import SandboxError
from tournaments.sandbox import Sandbox, View, open_sandbox

__all__ = ["SCRATCH", "is_root", "needs_sandbox", "problem_with_sandboxes", "sandbox_of"]

SCRATCH = 8 * 1024 * 1024
"""Bytes that programs of tests may write to /tmp."""


@functools.cache
def problem_with_sandboxes() -> str:
    """Why this machine has none; empty if it has."""
    try:
        open_sandbox()
    except SandboxError as error:
        return str(error)
    return ""


needs_sandbox = pytest.mark.skipif(bool(problem_with_sandboxes()), reason=problem_with_sandboxes())
"""For tests that need a sandbox; CI may forbid it, and the reason is told."""


def sandbox_of(folder: Path, *, hidden: tuple[Path, ...] = (), scratch: int = SCRATCH) -> list[str]:
    """The command of a sandbox that shows this folder but for what is hidden."""
    views = {folder: View.READABLE} | dict.fromkeys(hidden, View.HIDDEN)
    sandbox: Sandbox = open_sandbox(scratch=scratch)
    return sandbox.command(views, cwd=folder)


def is_root() -> bool:
    """Whether the tests run as root, whom the kernel lets do more."""
    return os.geteuid() == 0
