"""Old name of the command `python -m loadtest.strength dungeon-keeper-balance`, kept for one version."""

from __future__ import annotations

import sys

from loadtest.strength.old_names import dungeon_keeper_balance as main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
