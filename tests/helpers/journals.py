"""What a referee has left in its folder of journals."""

from __future__ import annotations

from pathlib import Path

from referee.replay.journal import BROKEN_SUFFIX, JOURNAL_SUFFIX

__all__ = ["left_of_matches"]


def left_of_matches(journals: Path) -> list[str]:
    """Names of all journals that wait to be taken up, or were set aside.

    A torn tail is neither: a kill in the middle of a write leaves half a record that nobody was told of,
    and it is kept beside its journal for good.
    """
    endings = (JOURNAL_SUFFIX, f"{JOURNAL_SUFFIX}{BROKEN_SUFFIX}*")
    return sorted(path.name for ending in endings for path in journals.glob(f"*{ending}"))
