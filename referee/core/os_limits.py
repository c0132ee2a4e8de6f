"""Reads and raises the limit on files that this process may have open at once."""

from __future__ import annotations

import resource

__all__ = ["open_files", "raise_open_files"]

_MOST = 1 << 20
"""Highest limit that is requested where the hard limit is infinite: some systems refuse larger
numbers.
"""


def open_files() -> int:
    """Return how many files this process may have open at once: the soft limit.

    Returns 2^20 if there is no limit.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if soft == resource.RLIM_INFINITY else soft


def raise_open_files() -> int:
    """Raise the soft limit as far as the hard limit allows, and return the new soft limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return open_files()
