"""Sandboxes for tests, where this machine has them."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.processes.cgroups import Groups
from tournaments.processes.sandbox import PathView, Sandbox, open_sandbox
from tournaments.spec.errors import SandboxError
from tournaments.spec.limits import Limits

__all__ = [
    "SCRATCH",
    "is_root",
    "needs_sandbox",
    "problem_with_groups",
    "problem_with_sandboxes",
    "sandbox_of",
]

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


@functools.cache
def problem_with_groups() -> str:
    """Why programs get no groups of the kernel's on this machine; empty if they do."""
    groups = Groups.found()
    group = groups.make(Limits(processes=1), is_enclosed=False)
    if group is None:
        return "nobody lets us make groups of the kernel's here"
    try:
        subprocess.run([sys.executable, "-c", ""], preexec_fn=group.enter, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return f"groups of the kernel's take no processes here: {error}"
    finally:
        groups.remove(group)
    return ""


needs_sandbox = pytest.mark.skipif(bool(problem_with_sandboxes()), reason=problem_with_sandboxes())
"""For tests that need a sandbox; CI may forbid it, and the reason is told."""


def sandbox_of(folder: Path, *, hidden: tuple[Path, ...] = (), scratch: int = SCRATCH) -> list[str]:
    """The command of a sandbox that shows this folder but for what is hidden."""
    views = {folder: PathView.READABLE} | dict.fromkeys(hidden, PathView.HIDDEN)
    sandbox: Sandbox = open_sandbox(scratch=scratch)
    return sandbox.command(views, cwd=folder)


def is_root() -> bool:
    """Whether the tests run as root, whom the kernel lets do more."""
    return os.geteuid() == 0
