"""Story of a step of Dungeon Keeper: sentences on what has changed, the headline, and scores and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Bar, Line, Scene, Span, spans_text
from referee.core.story import Phase, Score, SeatScore, Sentence, Story
from referee.core.view import seat_names
from referee.games.dungeon_keeper.tables import BUILDINGS, Building
from referee.games.dungeon_keeper.view.battles import altar_of, battle_facts
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.board import building_of
from referee.games.dungeon_keeper.view.deeds import Deeds
from referee.games.dungeon_keeper.view.fact import Fact
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.reader import deeds_of
from referee.games.dungeon_keeper.view.turning import points_of, turning_facts, units_of
from referee.games.dungeon_keeper.view.words import Piece, line_of, sentence_of
from referee.games.dungeon_keeper.view.works import Clause, clauses_of, owners

__all__ = ["story_of"]

_MOST = 8
"""Highest number of sentences of a step."""
_CLAUSES = 3
"""Highest number of clauses in one sentence."""
_WIDTH, _WIDEST = 60, 80
"""Preferred and highest number of characters of a headline."""
_NAME = 14
"""Number of characters to which a player's name is cut if the headline would be too long."""
_ALTAR_HP = BUILDINGS[Building.ALTAR].hp


def story_of(sight: DungeonSight, scene: Scene) -> Story:
    """Return the step as headline, sentences and scores.

    Args:
        sight: What the viewer knows.
        scene: The scene of this sight.
    """
    belief = sight.belief
    if belief is None:
        return Story()
    names = seat_names(sight.players)
    deeds = deeds_of(sight)
    facts = sorted(_facts(deeds, sight, names), key=lambda fact: -fact.weight)
    headline = _fitting(facts[0].headline) if facts else _quiet(sight, names)
    known = len(scene.series.get("score", {}))
    is_duel = known == len(names) == 2
    return Story(
        headline,
        tuple(Sentence(fact.line, fact.is_milestone) for fact in facts[:_MOST]),
        _score(sight, deeds),
        (Phase("round", belief.heading["round"], sight.config.get("max_rounds") or None),),
        "score" if known else "",
        "points ahead" if is_duel else "points" if known else "",
    )


def _facts(deeds: Deeds, sight: DungeonSight, names: Sequence[Span]) -> Iterator[Fact]:
    out = [body["seat"] for kind, body in deeds.whole if kind == "eliminated"]
    begin = _begin_fact(sight, names)
    if begin is not None:
        yield begin
    yield from turning_facts(deeds, sight, out, names)
    yield from battle_facts(deeds, sight, out, names)
    for seat in owners(deeds):
        yield from _work_facts(seat, [*clauses_of(seat, deeds, sight, names)], names)


def _begin_fact(sight: DungeonSight, names: Sequence[Span]) -> Fact | None:
    """Return the fact that the match begins; None after the first step."""
    belief = sight.belief
    if belief is None or sight.past.before is not None or belief.heading["round"] != 1:
        return None
    order = belief.heading["turn_order"]
    if not order or belief.heading.get("acting_seat") != order[0]:
        return None
    # Everybody knows how many units a seat has made so far, under fog too.
    if any(told["serial"] for told in belief.seats.values()):
        return None
    if any("turn_start" not in event for event in sight.events):
        return None
    first = names[order[0]]
    line = sentence_of("the match begins, and ", first, " moves first")
    return Fact(90, line, line_of("The match begins: ", first, " moves first"), True)


def _work_facts(seat: int, clauses: Sequence[Clause], names: Sequence[Span]) -> Iterator[Fact]:
    """Yield facts on what a seat did, up to three clauses in a sentence, the most interesting clauses first."""
    subject: Piece = names[seat]
    for clause in clauses:
        if clause.is_alone:
            line = sentence_of(subject, " ", *clause.pieces)
            yield Fact(clause.weight, line, _work_headline(subject, [clause]), clause.is_milestone)
    order = sorted(
        [clause for clause in clauses if not clause.is_alone], key=lambda clause: -clause.weight
    )
    for start in range(0, len(order), _CLAUSES):
        some = order[start : start + _CLAUSES]
        line = sentence_of(subject, " ", "" if not start else "also ", *_listed(some))
        best = max(clause.weight for clause in some)
        milestone = any(clause.is_milestone for clause in some)
        yield Fact(best, line, _work_headline(subject, some), milestone)


def _listed(clauses: Sequence[Clause]) -> list[Piece]:
    pieces: list[Piece] = [*clauses[0].pieces]
    # A clause may hold commas too: the words before the last one show where it begins.
    for clause in clauses[1:-1]:
        pieces += [", ", *clause.pieces]
    if len(clauses) > 1:
        pieces += [", and " if len(clauses) > 2 else " and ", *clauses[-1].pieces]
    return pieces


def _work_headline(subject: Piece, clauses: Sequence[Clause]) -> Line:
    for count in (2, 1):
        line = line_of(subject, " ", *_listed(clauses[:count]))
        if len(spans_text(line)) <= _WIDTH:
            return line
    # The main part of a clause ends before its first comma.
    return line_of(subject, " ", *_short(clauses[0].pieces))


def _short(pieces: Sequence[Piece]) -> list[Piece]:
    kept: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and "," in piece:
            return [*kept, piece.partition(",")[0]]
        kept.append(piece)
    return kept


def _fitting(line: Line) -> Line:
    """Return a headline cut to at most 80 characters: players' names are shortened first, then the end of the text."""
    if len(spans_text(line)) <= _WIDEST:
        return line
    cut = tuple(
        span._replace(text=f"{span.text[: _NAME - 1]}…")
        if span.ref and len(span.text) > _NAME
        else span
        for span in line
    )
    spans: list[Span] = []
    left = _WIDEST
    for span in cut:
        text = span.text if len(span.text) <= left else f"{span.text[: max(left - 1, 0)].rstrip()}…"
        spans.append(span._replace(text=text))
        left -= len(text)
        if text != span.text or not left:
            break
    return tuple(spans)


def _quiet(sight: DungeonSight, names: Sequence[Span]) -> Line:
    """Return the headline of a step without facts, such as which seat moves; empty if nothing is known."""
    belief, before = sight.belief, sight.past.before
    if belief is None:
        return ()
    acting = belief.heading.get("acting_seat")
    acted = None if before is None else before.heading.get("acting_seat")
    if acting is None:
        return ()
    if acted is None:
        return line_of(names[acting], " is to move")
    if any("moved" in event for event in sight.events):
        return line_of(names[acted], " moves its units")
    if acting == acted:
        return ()
    if sight.config.get("fog_of_war") and not _sees(sight, acted):
        return line_of(names[acted], " moves out of sight")
    return line_of(names[acted], " ends its turn")


def _sees(sight: DungeonSight, seat: int) -> bool:
    return points_of(sight.belief, seat) is not None


# The score.


def _score(sight: DungeonSight, deeds: Deeds) -> Score:
    belief = sight.belief
    assert belief is not None
    finals = next((body for kind, body in deeds.whole if kind == "match_end"), None)
    ranks = _ranks(belief) if finals is None else dict(enumerate(finals["placements"]))
    seats = []
    for seat in range(len(sight.players)):
        told = belief.seats.get(seat)
        is_out = told is not None and not told["alive"]
        value = 0 if is_out else points_of(belief, seat)
        if finals is not None:
            value = finals["scores"][seat]
        left = 0 if is_out else altar_of(belief, seat)
        before = altar_of(sight.past.before, seat)
        loss = 0 if left is None or before is None else max(0, before - left)
        gauge = None if left is None else Bar(left, max(_ALTAR_HP, left))
        facts = () if is_out else _seat_facts(belief, seat)
        seats.append(SeatScore(value, ranks.get(seat, 0), is_out, gauge, loss, facts))
    return Score("points", tuple(seats), "Altar")


def _ranks(belief: Belief) -> dict[int, int]:
    """Return the rank of each seat by DK-7.4, from 1.

    Living seats are left out unless there is only one, or all their scores are known.
    """
    living = {seat: points_of(belief, seat) for seat, told in belief.seats.items() if told["alive"]}
    orders = {
        seat: told["eliminated_order"] for seat, told in belief.seats.items() if not told["alive"]
    }
    ranks = {
        seat: 1 + len(living) + sum(other > order for other in orders.values())
        for seat, order in orders.items()
    }
    scores = [score for score in living.values() if score is not None]
    if len(living) == 1:
        ranks |= dict.fromkeys(living, 1)
    elif len(scores) == len(living):
        for seat, score in living.items():
            assert score is not None
            ranks[seat] = 1 + sum(other > score for other in scores)
    return ranks


def _seat_facts(belief: Belief, seat: int) -> tuple[tuple[str, str], ...]:
    """Return the numbers of a seat's Sources, units and mana as labelled texts; empty if they are not known."""
    units = units_of(belief, seat)
    if units is None:
        return ()
    sources = sum(
        told["owner"] == seat and building_of(told) is Building.SOURCE
        for told in belief.buildings.values()
    )
    mana = belief.seats[seat]["holdings"]["mana"]
    return (("Sources", str(sources)), ("units", str(units)), ("mana", str(mana)))
