"""How many files the operating system lets this process have open."""

from __future__ import annotations

import resource

__all__ = ["open_files", "raise_open_files"]

_MOST = 1 << 20
"""No more are asked for, where there is no limit: some systems refuse larger numbers."""


def open_files() -> int:
    """Files that may be open at once: the soft limit."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if soft == resource.RLIM_INFINITY else soft


def raise_open_files() -> int:
    """Raise the soft limit as far as the hard one lets us, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return open_files()
