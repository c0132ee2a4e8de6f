"""One sentence for each fight of a turn, and for each death outside of fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import Line, Span
from referee.games.proving_grounds.view.battles import Battle, Battles, Fall, seat_of
from referee.games.proving_grounds.view.names import class_word
from referee.games.proving_grounds.view.notes import Note, Rank
from referee.games.proving_grounds.view.visibility import num_in
from referee.games.proving_grounds.view.words import (
    creatures_words,
    goods_words,
    heroes_words,
    joined,
    number,
    room_line,
)

__all__ = ["duel_clause", "fall_notes", "fight_clause", "fight_notes"]


def fight_notes(battles: Battles, names: Sequence[Span], hall: int) -> Iterator[Note]:
    """Yield a sentence for each fight, and one for each hero saved from death.

    Args:
        battles: Fights of the turn, as far as the viewer has seen them.
        names: Name of each seat, in its style.
        hall: Number of the hall.
    """
    for battle in battles.fights:
        if len(battle.seats) == 2:
            clause = duel_clause(battle, names, hall)
            parts = [clause, *_losses(battle, battle.seats, names)]
            parts += _loots(battle, battles, names)
            yield Note(Rank.DUEL, joined(parts), True)
        else:
            yield _against_creatures(battle, battles, names, hall)
        for ref, kind in battle.saved:
            line = (Span("A Cleric of "), names[ref[0]], Span(f" saves {_one(kind)} from death"))
            yield Note(Rank.DETAIL, line)


def duel_clause(battle: Battle, names: Sequence[Span], hall: int) -> Line:
    """Return the result of a fight between two seats: `ada drives bob out of room 7`.

    Args:
        battle: The fight.
        names: Name of each seat.
        hall: Number of the hall.
    """
    attacker, defender = battle.seats
    room = room_line(battle.room, hall)
    has_won = battle.heroes_left(attacker) > 0
    if has_won == (battle.heroes_left(defender) > 0):
        verb = Span(" fight without a decision over ")
        return (names[attacker], Span(" and "), names[defender], verb, *room)
    if not has_won:
        return (names[defender], Span(" beats "), names[attacker], Span(" back from "), *room)
    if battle.has_fled(defender):
        return (names[attacker], Span(" drives "), names[defender], Span(" out of "), *room)
    return (
        names[attacker],
        Span(" wipes out the heroes of "),
        names[defender],
        Span(" in "),
        *room,
    )


def _losses(battle: Battle, seats: Sequence[int], names: Sequence[Span]) -> Iterator[Line]:
    for seat in seats:
        if fallen := battle.fallen_of(seat):
            yield (names[seat], Span(f" loses {heroes_words(fallen)}"))


def _loots(battle: Battle, battles: Battles, names: Sequence[Span]) -> Iterator[Line]:
    for seat in battle.seats:
        if loot := battles.loot.get((seat, battle.room)):
            yield (names[seat], Span(f" loots {goods_words(loot)}"))


def fight_clause(battle: Battle, names: Sequence[Span], hall: int) -> Line:
    """Return the result of a fight in a clause: `ada beats two Goblins in room 7`.

    Args:
        battle: The fight.
        names: Name of each seat.
        hall: Number of the hall.
    """
    if len(battle.seats) > 1:
        return duel_clause(battle, names, hall)
    (seat,) = battle.seats
    room = room_line(battle.room, hall)
    group = creatures_words(battle.creatures)
    if len(battle.killed) == len(battle.creatures):
        verb = "withstands" if seat_of(battle.entrants) != seat else "beats"
        return (names[seat], Span(f" {verb} {group} in "), *room)
    if battle.heroes_left(seat):
        return (names[seat], Span(f" fights {group} without a decision in "), *room)
    killed = creatures_words(battle.killed)
    after = (Span(f" after killing {killed}"),) if killed else ()
    if battle.has_fled(seat):
        return (names[seat], Span(f" retreats from {group} in "), *room, *after)
    lost = Span(f" loses {heroes_words(battle.fallen_of(seat))} to {group} in ")
    return (names[seat], lost, *room, *after)


def _against_creatures(battle: Battle, battles: Battles, names: Sequence[Span], hall: int) -> Note:
    (seat,) = battle.seats
    fallen = battle.fallen_of(seat)
    loot = battles.loot.get((seat, battle.room))
    parts = [fight_clause(battle, names, hall)]
    has_won = len(battle.killed) == len(battle.creatures)
    if loot and has_won:
        parts.append((Span(f"loots {goods_words(loot)}"),))
    if fallen and (has_won or battle.heroes_left(seat) or battle.has_fled(seat)):
        parts.append((Span(f"loses {heroes_words(fallen)}"),))
    rank = Rank.FIGHT
    if fallen or battle.has_slain_dragon:
        rank = Rank.LOSS
    elif loot and num_in(loot["gems"]):
        rank = Rank.GEM
    last = ", but " if fallen and has_won else " and "
    return Note(rank, joined(parts, last), battle.has_slain_dragon)


def fall_notes(
    falls: Sequence[Fall],
    left: Sequence[int],
    lost: Mapping[int, str],
    names: Sequence[Span],
    hall: int,
) -> Iterator[Note]:
    """Yield a sentence for deaths outside of fights, one a seat where the cause is not known.

    Args:
        falls: The deaths.
        left: Number of living heroes after the turn, by seat.
        lost: What a seat has lost with its heroes, in words; only for seats that have lost something.
        names: Name of each seat, in its style.
        hall: Number of the hall.
    """
    for fall in falls:
        if fall.room is not None:
            cause = "is killed by a trap" if fall.cause == "trap" else "is killed at a theft"
            who = Span(f"'s {class_word(fall.kind)} {cause} in ")
            yield Note(Rank.LOSS, (names[fall.ref[0]], who, *room_line(fall.room, hall)))
    for seat, name in enumerate(names):
        kinds = [fall.kind for fall in falls if fall.room is None and fall.ref[0] == seat]
        if kinds and left[seat]:
            stays = "is left" if left[seat] == 1 else "are left"
            # The last hero's death gets a separate sentence, with what it means.
            more = f" and {lost[seat]}" if seat in lost else ""
            told = f" loses {heroes_words(kinds)}{more}; {number(left[seat])} {stays}"
            yield Note(Rank.LOSS, (name, Span(told)))


def _one(kind: object) -> str:
    return "a hero" if kind is None else f"a {class_word(kind)}"  # type: ignore[arg-type]
