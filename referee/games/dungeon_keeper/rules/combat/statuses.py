"""Statuses: how units get them, and how they expire and are removed (DK-5.40 to DK-5.48).

Rolls of units' chances and gains of hit points are here too, since absorbing a curse takes both. A
caller that adds a status which can be absorbed asks `absorbs` first; `add_status` does not ask.
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
    "ABSORPTION_HP",
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

ABSORPTION_HP = 2
"""Hit points that a unit gains when it absorbs a curse (DK-5.47)."""
POISON_TURNS = 3
"""Number of turns by which one use of poison lengthens the poisoning (DK-5.44)."""

# Purging logs its removals in this order, so the events of replays depend on it.
_CURSES = tuple(status for status in Status if STATUSES[status].is_curse)
_COUNTED = {
    Status.CURSED_BLADE: (c.BLADE_STACKS, c.BLADE_SOURCE),
    Status.FEAR: (c.FEAR, None),
    Status.POISON: (c.POISON_TURNS, c.POISON_SOURCE),
}
"""Statuses that stack, each with its columns of the count and of the source seat; fear has no
source."""


def roll(play: Play, at: int, kind: Roll) -> bool:
    """Roll a d100 for a unit's chance, raised by its luck, and log the roll (DK-2.6, DK-5.48).

    Args:
        play: The match.
        at: Row of the unit whose chance it is.
        kind: Which chance is rolled for.

    Returns:
        Whether the roll succeeded.
    """
    # The luck of whose chance it is, be it the attacker's or the target's (DK-5.48).
    luck = LUCK_BONUS if has_status(play.state, at, Status.LUCK) else 0
    chance = min(100, CHANCES[kind] + luck)
    value = d100(play.state)
    play.log.append(Rolled(spot(play.state, at), kind, value, chance))
    return value <= chance


def heal(play: Play, at: int, amount: int) -> None:
    """Give the unit in row `at` `amount` hit points, up to its maximum (DK-3.8); log only a real gain."""
    state = play.state
    gained = min(amount, max_hp_of(state, at) - state.units.item(at, c.HP))
    # Vampirism, absorption and regeneration call this for unhurt units too: no gain, no event.
    if gained > 0:
        state.units[at, c.HP] += gained
        play.log.append(Healed(spot(state, at), gained))


def absorbs(play: Play, at: int) -> bool:
    """Roll whether the unit in row `at` absorbs an effect that is about to be put on it (DK-5.47).

    Called for slow, weakness, corruption, exhaustion, fear, a stack of the cursed blade, and
    control. The ability curse_absorption is rolled first, then the spell magic_absorption. A unit
    with neither rolls nothing.

    Returns:
        Whether the unit absorbed the effect; then it has gained 2 hit points.
    """
    has_ability = can(play.state, at, Ability.CURSE_ABSORPTION)
    # A roll that is not needed must not be drawn: each d100 shifts all later ones of the turn.
    absorbed = has_ability and roll(play, at, Roll.CURSE_ABSORPTION)
    if not absorbed and has_status(play.state, at, Status.MAGIC_ABSORPTION):
        absorbed = roll(play, at, Roll.MAGIC_ABSORPTION)
    if absorbed:
        heal(play, at, ABSORPTION_HP)
    return absorbed


def has_status(state: State, at: int, status: Status) -> bool:
    """Return whether the unit in row `at` has a status."""
    if status in _COUNTED:
        return bool(state.units.item(at, _COUNTED[status][0]))
    return bool(state.units.item(at, c.STATUS + status) != c.NO)


def has_curse(state: State, at: int) -> bool:
    """Return whether the unit in row `at` has a status that purify or dispel removes (DK-5.45)."""
    return any(has_status(state, at, status) for status in _CURSES)


def add_status(play: Play, at: int, status: Status, source: int) -> None:
    """Put a status on a unit (DK-5.40 to DK-5.44); the caller has asked `absorbs` where it applies.

    A status that does not stack takes the new source, and so lasts longer (DK-5.41). A hit of the
    cursed blade adds a stack and a turn (DK-5.42), poison three turns (DK-5.44), fear one count
    (DK-5.43).

    Args:
        play: The match.
        at: Row of the unit.
        status: Status to add.
        source: Seat from which the status comes.
    """
    unit = play.state.units[at]
    if status == Status.CURSED_BLADE:
        unit[c.BLADE_STACKS] += 1
        unit[c.BLADE_TURNS] += 1
        # The last striker's turn starts count for all stacks, also for those of other seats
        # (DK-5.42).
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
    """Remove a status that the unit in row `at` has, with all its stacks."""
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
    """Remove all debuffs and poison from the unit in row `at`, in the order of `Status` (DK-5.45).

    Returns:
        Whether there was anything to remove.
    """
    found = [status for status in _CURSES if has_status(play.state, at, status)]
    for status in found:
        remove_status(play, at, status)
    return bool(found)


def expire(play: Play, seat: int) -> None:
    """Count down the statuses that come from a seat, at that seat's turn start (DK-5.1 step 2).

    A status that does not stack ends now (DK-5.40). A cursed blade loses one of its turns and ends
    with all its stacks after the last one (DK-5.42). Poison and fear are not touched.
    """
    units = play.state.units
    for at in units_of(play.state):
        # Fear ends when points are next given, poison at turn starts of the unit's owner: not here.
        _end_unstacked(play, at, seat)
        if units.item(at, c.BLADE_SOURCE) == seat:
            units[at, c.BLADE_TURNS] -= 1
            if units.item(at, c.BLADE_TURNS) <= 0:
                remove_status(play, at, Status.CURSED_BLADE)


def end_all_from(play: Play, seat: int) -> None:
    """End every status that comes from an eliminated seat, poison included (DK-5.28)."""
    units = play.state.units
    for at in units_of(play.state):
        # Fear has no source, so it outlives the seat that caused it.
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
