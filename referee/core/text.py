"""Makes texts from untrusted senders safe to show."""

from __future__ import annotations

import collections
from collections.abc import Sequence

__all__ = ["distinct_names", "printable"]


def printable(text: str) -> str:
    """Return the text with `?` for each character that a terminal or page would act on.

    That is control characters, which begin escape sequences, marks of direction and other
    formatting, line and paragraph separators, and unassigned code points.
    """
    return "".join(character if character.isprintable() else "?" for character in text)


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by which a match's players are shown, all different, by seat.

    Args:
        names: Name of each seat's player, by seat; empty if it is not known.

    Returns:
        The printable names. A player without a name is `seat 2`. Of players with equal names, each has
        its seat behind its name: `greedy (2)`.
    """
    shown = [printable(name) or f"seat {seat}" for seat, name in enumerate(names)]
    counts = collections.Counter(shown)
    while any(count > 1 for count in counts.values()):
        # Again, since a longer name may be the name of another player.
        shown = [
            f"{name} ({seat})" if counts[name] > 1 else name for seat, name in enumerate(shown)
        ]
        counts = collections.Counter(shown)
    return tuple(shown)
