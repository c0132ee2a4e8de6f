"""Actions of Diceman: two dice, read from a list entry by entry (DM-4.4 to DM-4.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeGuard

from referee.games.diceman.tables import (
    COMBO_DICE,
    COMBO_OF_DICE,
    FILL_ORDER,
    MAX_ENTRIES,
    NUM_COMBOS,
    NUM_DICE,
    SHIELD,
    SWORD,
    ReasonCode,
)
from referee.games.diceman.wire.records import Notice

__all__ = [
    "BAD_FORM",
    "DEFAULT",
    "LEGAL",
    "NO_DIE",
    "NO_INDEX",
    "Action",
    "parse_action",
    "read_dice",
]

NO_INDEX = -1
"""Entry index of a notice that is about the whole action, not about one entry."""
NO_DIE = -1
"""Replaces an entry that is no die id; the original entry need not be an integer at all."""


class Action(NamedTuple):
    """A seat's choice after it was read: the combination that is played, and the notices about refused parts."""

    combo: int
    """Id of the combination that is played, 0..5."""
    notices: tuple[Notice, ...]
    """Notices about what was refused or filled in, in order; at most 10."""
    dice: tuple[int, ...] = ()
    """The list that the seat sent, with -1 for each entry that is no die id; at most 9 entries."""


def _combo(held: Sequence[int]) -> int:
    return COMBO_OF_DICE[frozenset(held)]


DEFAULT = Action(_combo((SWORD, SHIELD)), (Notice(ReasonCode.NO_ACTION, NO_INDEX),))
"""Default action, played when a seat misses its deadline (DM-4.7): sword and shield."""
BAD_FORM = Action(_combo((SWORD, SHIELD)), (Notice(ReasonCode.BAD_FORM, NO_INDEX),))
"""Action that counts for a value that can't be read as an action (DM-4.8): sword and shield."""


def read_dice(entries: Sequence[object]) -> Action:
    """Return the action that a list of die ids stands for (DM-4.5, DM-4.6).

    Entries of any type are accepted: invalid ones are refused with a notice, and missing dice are filled in.
    """
    held: list[int] = []
    notices: list[Notice] = []
    for index, entry in enumerate(entries[:MAX_ENTRIES]):
        code = _take(entry, held)
        if code is not None:
            notices.append(Notice(code, index))
    if len(entries) > MAX_ENTRIES:
        notices.append(Notice(ReasonCode.TOO_LONG, MAX_ENTRIES))
    if len(held) < 2:
        notices.append(Notice(ReasonCode.INCOMPLETE, NO_INDEX))
        held += [die for die in FILL_ORDER if die not in held][: 2 - len(held)]
    # One more than is read, so that the same list is TOO_LONG again where it is read from this.
    kept = (entry if _is_die(entry) else NO_DIE for entry in entries[: MAX_ENTRIES + 1])
    return Action(_combo(held), tuple(notices), tuple(kept))


def parse_action(value: object) -> Action:
    """Return the action of a plain value: an object with a list in the field `dice` (DM-4.4, DM-4.8)."""
    if isinstance(value, Mapping):
        entries = value.get("dice")
        if isinstance(entries, list | tuple):
            return read_dice(entries)
    return BAD_FORM


def _take(entry: object, held: list[int]) -> ReasonCode | None:
    """Add the die of one entry to `held` and return None, or return why the entry is refused (DM-4.5)."""
    # First: after two dice any entry is TOO_MANY, even one that is no die (DM-4.5).
    if len(held) == 2:
        return ReasonCode.TOO_MANY
    if not _is_die(entry):
        return ReasonCode.NOT_A_DIE
    if entry in held:
        return ReasonCode.DUPLICATE
    held.append(entry)
    return None


def _is_die(entry: object) -> TypeGuard[int]:
    # In Python True is an int; in the rulebook it is no die id.
    return isinstance(entry, int) and not isinstance(entry, bool) and 0 <= entry < NUM_DICE


LEGAL = tuple(read_dice(COMBO_DICE[combo].tolist()) for combo in range(NUM_COMBOS))
"""The six legal actions of Diceman, by combination id."""
