"""Story of a turn: the winner if the match ended now, changes of the turn, and when the match may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Bar, Line, Span, Style
from referee.core.story import Phase, Score, SeatScore, Story
from referee.core.view import Fields
from referee.games.proving_grounds.view.accounts import Account, account_notes
from referee.games.proving_grounds.view.deals import deal_notes
from referee.games.proving_grounds.view.details import detail_notes
from referee.games.proving_grounds.view.endings import CAUSES, end_notes
from referee.games.proving_grounds.view.fight_sentences import fall_notes, fight_notes
from referee.games.proving_grounds.view.headline import headline_of
from referee.games.proving_grounds.view.memory import TurnSight
from referee.games.proving_grounds.view.notes import Note, Rank, sentences_of
from referee.games.proving_grounds.view.standing import SeatStanding
from referee.games.proving_grounds.view.turn_facts import Turn
from referee.games.proving_grounds.view.visibility import Visibility
from referee.games.proving_grounds.view.words import gem_kinds_words, number, some

__all__ = ["LEAD", "story"]

LEAD = "gold with bonuses"
"""Name of the scene's curve that shows which seat leads."""


def story(sight: TurnSight, turn: Turn | None) -> Story:
    """Return a step as headline, sentences and scores.

    Args:
        sight: What the viewer may know now and knew before the step.
        turn: What happened in the step; None if the viewer may know nothing at all.
    """
    if sight.now is None or turn is None:
        return Story()
    number_now = sight.now.heading["turn"]
    phases = (Phase("turn", number_now, sight.config.get("max_turns")),) if number_now else ()
    return Story(
        _headline(sight, turn),
        sentences_of(_notes(sight, turn)),
        _score(sight, sight.now),
        phases,
        LEAD if number_now else "",
        LEAD if number_now else "",
    )


def _headline(sight: TurnSight, turn: Turn) -> Line:
    if sight.end is not None:
        head = Span(f"Turn {sight.end['turn']} ends the match: ", Style.STRONG)
        return (head, Span(CAUSES[sight.end["cause"]].headline))
    if turn.is_setup:
        return (Span(f"Every player outfits a party with {sight.config['start_gold']} gold"),)
    if turn.is_first:
        return (Span("The parties stand at the gates of the dungeon"),)
    return headline_of(turn) if turn.is_new else ()


# Sentences.


def _notes(sight: TurnSight, turn: Turn) -> Iterator[Note]:
    if sight.now is None or turn.is_setup or not turn.is_new:
        return
    names, hall = turn.names, turn.hall
    seen, is_end = [*sight.now.own], any("end" in event for event in sight.events)
    left = [player["heroes"] for player in sight.now.heading["players"]]
    if is_end and sight.end is not None:
        yield from end_notes(sight.end, names)
    else:
        yield from _lead(sight, turn)
        yield from _chances(sight, turn)
    accounts, lost = _with_losses(turn, seen)
    for seat in turn.emptied:
        more = f" and {lost[seat]}" if seat in lost else ""
        yield Note(Rank.LAST_HERO, (names[seat], Span(f" has lost its last hero{more}")), True)
    yield from fight_notes(turn.battles, names, hall)
    yield from fall_notes(turn.battles.falls, left, lost, names, hall)
    yield from account_notes(
        accounts, names, hall, seen=seen, fought=turn.battles.fights, is_end=is_end
    )
    yield from deal_notes(turn.told, sight.before, names)
    yield from detail_notes(turn.told, turn.called, names, hall, turn.battles)


def _with_losses(turn: Turn, seen: Sequence[int]) -> tuple[list[Account], dict[int, str]]:
    """Set the gems apart that seats lost with heroes who died in rooms that are not known.

    Args:
        turn: Facts about the turn.
        seen: Seats whose own events the viewer sees, for which nothing is set apart.

    Returns:
        The changes of each seat, with no change of gems for seats with such a loss; and the gems
        that these seats have lost, in words, by seat.
    """
    mourning = {fall.ref[0] for fall in turn.battles.falls if fall.room is None}
    lost = {
        seat: some(-one.gems, "gem")
        for seat, one in enumerate(turn.accounts)
        if one.gems < 0 and seat in mourning and seat not in seen
    }
    accounts = [
        one._replace(gems=0) if seat in lost else one for seat, one in enumerate(turn.accounts)
    ]
    return accounts, lost


def _lead(sight: TurnSight, turn: Turn) -> Iterator[Note]:
    """Yield sentences on the seat that would win now, if it or the reason is new, and on new leaders in a kind of gem."""
    if sight.standing is None or sight.stood is None:
        return
    seats, leader = sight.standing.seats, sight.standing.leader
    told = None
    if leader is not None and seats[leader].is_qualified:
        was = sight.stood.seats[leader]
        if sight.stood.leader != leader or not was.is_qualified:
            why = Span(f" would win now, with {_reason(seats[leader])}")
            yield Note(Rank.LEAD, (turn.names[leader], why), True)
            told = leader
    for seat, one in enumerate(sight.standing.seats):
        gained = [kind for kind in one.kinds if sight.stood.most[kind] != seat]
        if gained and seat != told:
            text = f" now has the most {gem_kinds_words(gained)}"
            if len(gained) == 1 and one.gems is not None:
                text += f": {number(one.gems[gained[0]])}"
            yield Note(Rank.GEM, (turn.names[seat], Span(text)))


def _reason(one: SeatStanding) -> str:
    most = f"the most {gem_kinds_words(one.kinds)}" if one.kinds else "the most gems of some kind"
    return f"{most} and {one.gold} gold, bonuses included"


def _chances(sight: TurnSight, turn: Turn) -> Iterator[Note]:
    """Yield a sentence when, from this turn on, dice decide after each turn whether the match ends (PG-7.1)."""
    chance = sight.config.get("end_pct", 0)
    if turn.may_end_early:
        rooms = sight.now.heading["unexplored"] if sight.now else 0
        left = "room is" if rooms == 1 else "rooms are"
        text = f"Only {number(rooms)} {left} unexplored, so each turn may be the last"
        yield Note(Rank.CHANCE, (Span(f"{text}, with a chance of {chance} percent"),), True)
    if turn.is_late:
        text = (
            f"It is late: from now on each turn may be the last, with a chance of {chance} percent"
        )
        yield Note(Rank.CHANCE, (Span(text),), True)


# Numbers.


def _score(sight: TurnSight, now: Visibility) -> Score | None:
    if sight.standing is None or not now.heading["turn"]:
        return None
    players = {player["seat"]: player for player in now.heading["players"]}
    is_open = len(now.own) == len(players)
    most = max((_strength(now, seat)[1] for seat in now.own), default=0)
    told = []
    for seat, one in enumerate(sight.standing.seats):
        player = players[seat]
        if is_open:
            gauge = Bar(_strength(now, seat)[0], max(1, most))
            was = _strength(sight.before, seat)[0] if _knows(sight.before, seat) else gauge.value
        else:
            gauge = Bar(player["heroes"], max(sight.config["max_heroes"], player["heroes"]))
            was = _heroes(sight.before, seat, gauge.value)
        gems = str(one.num_gems)
        if one.kinds:
            gems += f", most {gem_kinds_words(one.kinds)}"
        elif one.is_qualified is not None and one.num_gems:
            gems += ", most of a kind" if one.is_qualified else ", most of no kind"
        facts = (("gems", gems), ("heroes", str(player["heroes"])), ("rooms", str(player["rooms"])))
        told.append(
            SeatScore(one.gold, one.rank, gauge=gauge, loss=max(0, was - gauge.value), facts=facts)
        )
    return Score("gold with bonuses", tuple(told), "hit points" if is_open else "heroes")


def _knows(visibility: Visibility | None, seat: int) -> bool:
    return visibility is not None and seat in visibility.own and bool(visibility.heading["turn"])


def _strength(visibility: Visibility | None, seat: int) -> tuple[int, int]:
    """Return the sum of the hit points of a seat's heroes, and that of their full hit points."""
    heroes: Sequence[Fields] = visibility.own[seat]["heroes"] if visibility is not None else ()
    return sum(hero["hp"] for hero in heroes), sum(hero["max_hp"] for hero in heroes)


def _heroes(visibility: Visibility | None, seat: int, otherwise: int) -> int:
    if visibility is None or not visibility.heading["turn"]:
        return otherwise
    return next(int(one["heroes"]) for one in visibility.heading["players"] if one["seat"] == seat)
