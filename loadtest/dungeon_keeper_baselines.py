"""`python -m loadtest.dungeon_keeper_baselines`: the old name of `python -m loadtest.strength dungeon-keeper-bots`, for one version."""

from __future__ import annotations

import sys

from loadtest.strength.old_names import dungeon_keeper_baselines as main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
