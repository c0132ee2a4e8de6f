"""Facts about a turn, on which its story, headline and marks on the timeline are based."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from referee.core.scene import Flag, FlagKind, Span, spans_text
from referee.core.view import seat_names
from referee.games.proving_grounds.view.accounts import Account, accounts_of
from referee.games.proving_grounds.view.battles import Battles, battles_of
from referee.games.proving_grounds.view.deals import tops_of
from referee.games.proving_grounds.view.fight_sentences import fight_clause
from referee.games.proving_grounds.view.layout import Layout
from referee.games.proving_grounds.view.memory import TurnSight
from referee.games.proving_grounds.view.names import class_word
from referee.games.proving_grounds.view.telling import Names, Told, names_in, told_in
from referee.games.proving_grounds.view.visibility import RefKey, ref_of

__all__ = ["Turn", "flags_of", "turn_of"]


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """Facts about a turn, from its events and from the observations before and after it."""

    number: int
    """Number of the turn that was played; 0 for setup."""
    is_new: bool
    """Whether the step has played a turn or the setup; False for a repeated view of the same state."""
    is_setup: bool
    """Whether the seats are still choosing their parties (setup)."""
    is_first: bool
    """Whether the step has completed the setup, so that the first turn is open."""
    told: Sequence[Told]
    """Events of the turn."""
    called: Names
    """Players' names and heroes' classes."""
    names: Sequence[Span]
    """Name of each seat, in its style."""
    hall: int
    """Number of the hall, the last room of the dungeon."""
    battles: Battles
    """Fights of the turn, and deaths outside of fights."""
    dead: Sequence[RefKey]
    """Heroes who died."""
    emptied: Sequence[int]
    """Indices of the seats that lost their last hero in this turn."""
    new_leader: int | None
    """Seat that would win now but not before the turn; None if there is none, or if it is not
    known."""
    accounts: Sequence[Account]
    """Changes of each seat in the turn, in seat order."""
    hired: Sequence[int]
    """Index of the hiring seat, once for each hero that was hired."""
    tops: Mapping[int, str]
    """Rights of the seats that have newly reached the top of a leader board, in words, by seat."""
    is_known: bool
    """Whether the viewer also knows the state before the turn."""
    may_end_early: bool
    """Whether, for the first time, so few rooms are unexplored that dice may end the match
    (PG-7.1)."""
    is_late: bool
    """Whether this turn is the first after which dice may end the match because of the turn's
    number (PG-7.1)."""

    @property
    def focus(self) -> int | None:
        """Number of the room in which most has happened; None if the viewer knows of no such room."""
        fights = self.battles.fights
        if fights:
            best = max(fights, key=lambda one: (len(one.seats), len(one.fallen), one.rounds))
            return best.room
        taken = [room for one in self.accounts for room, _ in one.taken]
        gained = [room for one in self.accounts if one.gems > 0 for room in one.explored]
        found = [room for one in self.accounts for room in one.explored]
        return next(iter([*taken, *gained, *found]), None)


def turn_of(sight: TurnSight) -> Turn | None:
    """Return the facts about the step of a sight; None if the viewer may know nothing."""
    if sight.now is None:
        return None
    heading, config = sight.now.heading, sight.config
    told, called = told_in(sight), names_in(sight)
    turn = int(heading["turn"])
    old = sight.before.heading if sight.before is not None else None
    is_new = old is None or old["turn"] != turn or bool(sight.events)
    dead = [ref_of(each.body["hero"]) for each in told if each.kind == "died"]
    left = {player["seat"]: player["heroes"] for player in heading["players"]}
    may_end = bool(config.get("end_pct")) and sight.end is None and old is not None
    few = config.get("end_rooms", 0)
    number = int(sight.end["turn"]) if sight.end is not None else max(0, turn - 1)
    return Turn(
        number=number,
        is_new=is_new,
        is_setup=not turn,
        is_first=turn == 1 and sight.end is None,
        told=told,
        called=called,
        names=seat_names(sight.players),
        hall=Layout.of(heading).hall,
        battles=battles_of(told, called),
        dead=dead,
        emptied=sorted({seat for seat, _ in dead if not left[seat]}),
        new_leader=_new_leader(sight),
        accounts=accounts_of(sight.now, sight.before, told),
        hired=[each.body["seat"] for each in told if each.kind == "hired"],
        tops=tops_of(told, sight.before),
        is_known=old is not None,
        may_end_early=may_end
        and old is not None
        and bool(old["turn"])
        and heading["unexplored"] <= few < old["unexplored"],
        is_late=may_end and is_new and number == config.get("late_turn"),
    )


def _new_leader(sight: TurnSight) -> int | None:
    """Return the seat that would win now but not before the step; None if the same seat leads or it is not known."""
    if sight.standing is None or sight.stood is None or sight.end is not None:
        return None
    leader, was = sight.standing.leader, sight.stood.leader
    if leader is None or was is None or leader == was:
        return None
    return leader if sight.standing.seats[leader].is_qualified else None


# Key moments.


def flags_of(turn: Turn) -> tuple[Flag, ...]:
    """Return timeline marks for fights, deaths, a new leader, and the first turn that may be the last."""
    return tuple(_flags(turn))


def _flags(turn: Turn) -> Iterator[Flag]:
    names = turn.names
    for battle in turn.battles.fights:
        text = spans_text(fight_clause(battle, names, turn.hall))
        if len(battle.seats) > 1:
            yield Flag(FlagKind.START, text, None, "parties clash", 2)
        elif battle.has_slain_dragon:
            yield Flag(FlagKind.LEVEL, text, battle.seats[0], "Dragon slain", 2)
        else:
            yield Flag(FlagKind.START, text, battle.seats[0])
    for ref in turn.dead:
        word = class_word(turn.called.classes.get(ref))
        text = f"{names[ref[0]].text} loses a {word}"
        yield Flag(FlagKind.DEATH, text, ref[0], f"{word} falls")
    for seat in turn.emptied:
        # Not out by the rules: it may hire again.
        text = f"{names[seat].text} has no heroes left"
        yield Flag(FlagKind.LEVEL, text, seat, "no heroes left", 3)
    if turn.new_leader is not None:
        name = names[turn.new_leader].text
        yield Flag(FlagKind.LEVEL, f"{name} takes the lead", turn.new_leader, f"{name} leads", 2)
    if turn.may_end_early or turn.is_late:
        yield Flag(FlagKind.LEVEL, "each turn may be the last", None, "may end now", 2)
