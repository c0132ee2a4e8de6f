"""Actions of Swordman: five numbers as the seat sent them (SW-4.2), before the rules have checked them.

Which of the numbers count depends on the match's config; the kernel `settings.read_setting` decides it.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from referee.core.rng import Stream
from referee.games.swordman.columns import HAS_PRIORITY, LOCATIONS, POWER, Ints
from referee.games.swordman.tables import FIELDS, NUM_FIELDS, POWERS, ReasonCode
from referee.kit.records import Absent

__all__ = [
    "BAD_FORM",
    "FORM",
    "FORMS",
    "NO_NUMBER",
    "ORDER_WIDTH",
    "Action",
    "numbers_of",
    "orders_of",
    "parse_action",
    "random_action",
]

NO_NUMBER = -1
"""Replaces a value that is no integer or below 0, and a location that is missing."""
FORM = NUM_FIELDS
"""Index of the form among the six numbers of an action, after the five fields; the form is one of `FORMS`."""
FORMS = (0, ReasonCode.NO_ACTION.value, ReasonCode.BAD_FORM.value)
"""Forms of an action: 0 a proper one, `NO_ACTION` a missing one, `BAD_FORM` an unreadable one.

The five fields are read only if the form is 0.
"""
ORDER_WIDTH = NUM_FIELDS + 1
"""Number of integers that encode an action in an array: five fields and the form."""
_MOST = 2**31 - 1
"""Replaces any larger number: messages and kernels carry 32 bits, and no rule allows that many points."""

Number = Annotated[int, Field(ge=0, le=_MOST)]
Location = Annotated[int, Field(ge=0, le=_MOST), Absent(NO_NUMBER)]


class Action(NamedTuple):
    """The decision of a seat in a round (SW-4.2).

    Each field is a separate order: a refused field does not affect the others (SW-4.4, SW-4.5). An
    action without any field is valid, and puts no point anywhere.
    """

    sword: Number = 0
    """Points in the sword; at most `power` together with shield and priority. Absent means 0."""
    shield: Number = 0
    """Points in the shield; at most what sword has left. Absent means 0."""
    priority: Number = 0
    """Points in priority; at most what sword and shield have left, and 0 where the config has no
    priority. Absent means 0."""
    sword_at: Location = NO_NUMBER
    """Location of the sword, 0 to locations - 1; not read if the sword has no point. Absent is refused
    otherwise, and means the middle location."""
    shield_at: Location = NO_NUMBER
    """Location of the shield, 0 to locations - 1; not read if the shield has no point. Absent is refused
    otherwise, and means the middle location."""
    bad_form: bool = False
    """Set by programs that read answers in text form, when the answer is no object with named fields: the default is
    played and all other fields are ignored (SW-4.7). Such programs send -1 for a value that is no integer.
    """


BAD_FORM = Action(bad_form=True)
"""Action that counts for a value that is no object with named fields (SW-4.7): it plays the default."""
_MISSED = (*Action()[:NUM_FIELDS], ReasonCode.NO_ACTION.value)
_UNREADABLE = (*Action()[:NUM_FIELDS], ReasonCode.BAD_FORM.value)


def numbers_of(action: Action | None) -> tuple[int, ...]:
    """Return an action as six numbers: five fields, then the form; None is a missed deadline (SW-4.6)."""
    if action is None:
        return _MISSED
    return _UNREADABLE if action.bad_form else action


def parse_action(value: object) -> Action:
    """Return the action of a plain value: an object, of which only the five named fields are read.

    Any other value gives `BAD_FORM`; this never fails.
    """
    if not isinstance(value, Mapping):
        return BAD_FORM
    powers = (_number(value.get(name, 0)) for name in FIELDS[:POWERS])
    places = (_number(value.get(name)) for name in FIELDS[POWERS:])
    return Action._make((*powers, *places, False))


def _number(value: object) -> int:
    """Return `value` if it is an integer from 0, cut off at 2^31 - 1; -1 for anything else (SW-4.4.1)."""
    # In Python True is an int; in the rulebook it is no number.
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return NO_NUMBER
    # Cut off, not refused: it is over any budget, and the kernel refuses it for that.
    return min(value, _MOST)


_pack_orders = struct.Struct(f"{2 * ORDER_WIDTH}i").pack


def orders_of(first: Action | None, second: Action | None) -> Ints:
    """Return the actions of both seats of a single match as int32[1, seat, 6]: the six numbers of each.

    An action of None is a missed deadline. This takes half the time of `np.array`.
    """
    return np.ndarray(
        (1, 2, ORDER_WIDTH),
        dtype=np.int32,
        buffer=bytearray(_pack_orders(*numbers_of(first), *numbers_of(second))),
    )


def random_action(row: Ints, dice: Stream) -> Action:
    """Return a setting that spends all points, with a split and two locations drawn uniformly (SW-9.1).

    Args:
        row: Row of the match's public numbers (its open table).
        dice: Stream from which the action is drawn.
    """
    power, locations = row.item(POWER), row.item(LOCATIONS)
    if row.item(HAS_PRIORITY):
        # Two bars among the points split them in three, every split as likely as any other.
        # Do not reorder the draws: the same seed must give the same action.
        first = dice.draw(power + 2)
        second = dice.draw(power + 1)
        low, high = (first, second + 1) if first <= second else (second, first)
        sword, shield = low - 1, high - low - 1
    else:
        sword = dice.draw(power + 1) - 1
        shield = power - sword
    priority = power - sword - shield
    return Action(sword, shield, priority, dice.draw(locations) - 1, dice.draw(locations) - 1)
