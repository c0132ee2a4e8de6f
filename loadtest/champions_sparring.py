"""`python -m loadtest.champions_sparring`: the old name of `python -m loadtest.strength`, for one version."""

from __future__ import annotations

import sys

from loadtest.strength.old_names import champions_sparring as main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
