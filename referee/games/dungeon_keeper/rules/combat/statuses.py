"""Statuses: how they take hold of units, wear off and are taken away (DK-5.40 to DK-5.48).

Chances that a unit has, and hit points that it gains, are here too: absorbing a curse takes both. Where a
status can be absorbed, its giver asks `absorbs` first; `add_status` asks nobody.
"""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import can, max_hp_of, spot, units_of
from referee.games.dungeon_keeper.rules.dice import d100
from referee.games.dungeon_keeper.rules.events import Healed, Rolled, StatusAdded, StatusRemoved
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    CHANCES,
    LUCK_BONUS,
    NUM_STATUSES,
    STATUSES,
    Ability,
    Roll,
    Status,
)

__all__ = [
    "POISON_TURNS",
    "absorbs",
    "add_status",
    "end_all_from",
    "expire",
    "has_curse",
    "has_status",
    "heal",
    "purge",
    "remove_status",
    "roll",
]

_ABSORPTION_HP = 2
"""Hit points for a curse absorbed (DK-5.47)."""
POISON_TURNS = 3
"""Turns that one poisoning adds (DK-5.44)."""

_CURSES = tuple(status for status in Status if STATUSES[status].is_curse)
_COUNTED = {
    Status.CURSED_BLADE: (c.BLADE_STACKS, c.BLADE_SOURCE),
    Status.FEAR: (c.FEAR, None),
    Status.POISON: (c.POISON_TURNS, c.POISON_SOURCE),
}
"""Columns of the count and of the source of each status that stacks; fear has no source."""


def roll(play: Play, at: int, kind: Roll) -> bool:
    """Roll a d100 for a unit, with its luck (DK-2.6, DK-5.48).

    Args:
        play: The match.
        at: The unit whose chance it is.
        kind: What it is rolled for.

    Returns:
        Whether it succeeded.
    """
    # The luck of whose chance it is, be it the attacker's or the target's (DK-5.48).
    luck = LUCK_BONUS if has_status(play.state, at, Status.LUCK) else 0
    chance = min(100, CHANCES[kind] + luck)
    value = d100(play.state)
    play.log.append(Rolled(spot(play.state, at), kind, value, chance))
    return value <= chance


def heal(play: Play, at: int, amount: int) -> None:
    """Let a unit gain hit points, as far as it lacks some (DK-3.8)."""
    state = play.state
    gained = min(amount, max_hp_of(state, at) - state.units.item(at, c.HP))
    if gained > 0:
        state.units[at, c.HP] += gained
        play.log.append(Healed(spot(state, at), gained))


def absorbs(play: Play, at: int) -> bool:
    """Roll whether a unit absorbs what is about to take hold of it (DK-5.47).

    Asked for slow, weakness, corruption, exhaustion, fear, a stack of the cursed blade, and control. The
    ability is rolled first, then the spell; a unit with neither rolls nothing.
    """
    has_ability = can(play.state, at, Ability.CURSE_ABSORPTION)
    absorbed = has_ability and roll(play, at, Roll.CURSE_ABSORPTION)
    if not absorbed and has_status(play.state, at, Status.MAGIC_ABSORPTION):
        absorbed = roll(play, at, Roll.MAGIC_ABSORPTION)
    if absorbed:
        heal(play, at, _ABSORPTION_HP)
    return absorbed


def has_status(state: State, at: int, status: Status) -> bool:
    """Return whether a unit has a status."""
    if status in _COUNTED:
        return bool(state.units.item(at, _COUNTED[status][0]))
    return bool(state.units.item(at, c.STATUS + status) != c.NO)


def has_curse(state: State, at: int) -> bool:
    """Return whether purify or dispel would take something away (DK-5.45)."""
    return any(has_status(state, at, status) for status in _CURSES)


def add_status(play: Play, at: int, status: Status, source: int) -> None:
    """Put a status on a unit (DK-5.40 to DK-5.44); who may absorb it has been asked.

    A status that does not stack takes the new source, and so the later end (DK-5.41). A hit of the cursed
    blade adds a stack and a turn (DK-5.42), poison three turns (DK-5.44), fear one count (DK-5.43).

    Args:
        play: The match.
        at: The unit.
        status: What takes hold of it.
        source: The seat from which it comes.
    """
    unit = play.state.units[at]
    if status == Status.CURSED_BLADE:
        unit[c.BLADE_STACKS] += 1
        unit[c.BLADE_TURNS] += 1
        unit[c.BLADE_SOURCE] = source
    elif status == Status.FEAR:
        unit[c.FEAR] += 1
    elif status == Status.POISON:
        unit[c.POISON_TURNS] += POISON_TURNS
        unit[c.POISON_SOURCE] = source
    else:
        unit[c.STATUS + status] = source
    play.log.append(StatusAdded(spot(play.state, at), status, source))


def remove_status(play: Play, at: int, status: Status) -> None:
    """Take a status from a unit that has it, wholly if it stacks."""
    state = play.state
    # Read before it is cleared: the event says whose status has gone (DK-6.23).
    source = _source(state, at, status)
    if status in _COUNTED:
        count, whence = _COUNTED[status]
        state.units[at, count] = 0
        if whence is not None:
            state.units[at, whence] = c.NO
        if status == Status.CURSED_BLADE:
            state.units[at, c.BLADE_TURNS] = 0
    else:
        state.units[at, c.STATUS + status] = c.NO
    play.log.append(StatusRemoved(spot(state, at), status, source))


def purge(play: Play, at: int) -> bool:
    """Purify a unit, or dispel what lies on it (DK-5.45); in the order of `Status`.

    Returns:
        Whether there was anything to remove.
    """
    found = [status for status in _CURSES if has_status(play.state, at, status)]
    for status in found:
        remove_status(play, at, status)
    return bool(found)


def expire(play: Play, seat: int) -> None:
    """Count down the statuses that come from a seat by one turn, when that seat's turn starts (DK-5.1 step 2).

    A status that does not stack lasts one turn (DK-5.40); a cursed blade lasts as many turns as it was
    given, and ends with all its stacks (DK-5.42). Poison and fear are not touched.
    """
    units = play.state.units
    for at in units_of(play.state):
        _end_unstacked(play, at, seat)
        if units.item(at, c.BLADE_SOURCE) == seat:
            units[at, c.BLADE_TURNS] -= 1
            if units.item(at, c.BLADE_TURNS) <= 0:
                remove_status(play, at, Status.CURSED_BLADE)


def end_all_from(play: Play, seat: int) -> None:
    """End every status that comes from a seat, poison included (DK-5.28)."""
    units = play.state.units
    for at in units_of(play.state):
        _end_unstacked(play, at, seat)
        if units.item(at, c.BLADE_SOURCE) == seat:
            remove_status(play, at, Status.CURSED_BLADE)
        if units.item(at, c.POISON_SOURCE) == seat:
            remove_status(play, at, Status.POISON)


def _end_unstacked(play: Play, at: int, seat: int) -> None:
    sources: list[int] = play.state.units[at, c.STATUS : c.STATUS + NUM_STATUSES].tolist()
    if seat in sources:
        for number, source in enumerate(sources):
            if source == seat:
                remove_status(play, at, Status(number))


def _source(state: State, at: int, status: Status) -> int | None:
    if status not in _COUNTED:
        return int(state.units.item(at, c.STATUS + status))
    whence = _COUNTED[status][1]
    return None if whence is None else int(state.units.item(at, whence))
