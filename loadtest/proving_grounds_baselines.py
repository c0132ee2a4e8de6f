"""Old name of the command `python -m loadtest.strength proving-grounds-bots`, kept for one version."""

from __future__ import annotations

import sys

from loadtest.strength.old_names import proving_grounds_baselines as main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
