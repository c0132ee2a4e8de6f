"""`python -m loadtest.proving_grounds_baselines`: the old name of `python -m loadtest.strength proving-grounds-bots`, for one version."""

from __future__ import annotations

import sys

from loadtest.strength.old_names import proving_grounds_baselines as main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
