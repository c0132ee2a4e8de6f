"""Short text about a step of Champions: seats that meet, items found, fights, fallen champions, seats left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.scene import Line, Span, Style
from referee.core.story import Phase, Sentence, Story, as_headline
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.tables import NUM_TYPES
from referee.games.champions.view.finds import loot_headline, loot_sentences
from referee.games.champions.view.meetings import (
    fights_ahead,
    groups_of,
    meetings,
    shrink_text,
)
from referee.games.champions.view.memory import ChampionsSight, known_to
from referee.games.champions.view.round_end import round_headline, round_sentences
from referee.games.champions.view.seats_view import Known, events_by_kind
from referee.games.champions.view.standing import MOST_HEALTH, score_of
from referee.games.champions.view.words import (
    as_line,
    counted,
    fitting,
    named,
    names_of,
    number,
    sentence,
    size_text,
    together,
    word_of,
)

__all__ = ["story_of"]


def story_of(sight: ChampionsSight) -> Story:
    """Return the step as headline, sentences and scores, from all that the viewer's seats know together."""
    seen, told = sight.public, events_by_kind(sight.events)
    known = known_to(sight)
    if seen is None or known is None:
        return Story()
    names, earlier = names_of(tuple(sight.players)), sight.earlier
    headline, sentences = _step(sight, known, told, names)
    if sight.end is not None and not told["match_end"]:
        headline, sentences = _over(sight, known, names), []
    elif earlier is not None and _time(earlier) == _time(seen):
        headline, sentences = (), []
    return Story(
        as_headline(headline),
        (*sentences, *_own_faults(sight, told["refusal"], names)),
        score_of(sight, known),
        (Phase("round", seen["round"], sight.config["max_rounds"]),),
        "health" if known.own else "",
        "total health" if known.own else "",
    )


def _time(seen: Fields) -> tuple[int, int]:
    return seen["round"], seen["phase"]


def _step(
    sight: ChampionsSight,
    known: Known,
    by_kind: Mapping[str, Sequence[Fields]],
    names: Sequence[Span],
) -> tuple[Line, list[Sentence]]:
    """Return headline and sentences of a step; the phase that opens after it decides their subject.

    Args:
        sight: What the viewer sees.
        known: What the viewer knows of all seats.
        by_kind: Fields of the step's events that the viewer gets, by kind of event.
        names: Name of each seat.
    """
    seen = sight.public
    assert seen is not None
    start = f"Round {seen['round']}: "
    match seen["phase"]:
        case c.LOOT:
            return meetings(seen, sight.config, names)
        case c.EQUIP:
            sentences = loot_sentences(by_kind, sight, names)
            return as_line(start, loot_headline(by_kind, sight, names)), sentences
        case c.BATTLE:
            return fights_ahead(sight, seen, known, names)
        case c.MOVE if seen["round"] == 1:
            return _start(seen, sight.config, known.num_seats)
    if sight.earlier is None and not sight.events:
        return (), []
    # Nobody moves between MOVE and the fights, so those that met there are those that fought.
    has_fought = sight.earlier is not None and sight.earlier["phase"] == c.BATTLE
    groups = groups_of(sight.earlier) if has_fought and sight.earlier else []
    stood = {seat: group for group in groups for seat in group.seats}
    headline = round_headline(sight, known, by_kind, groups, names)
    return headline, round_sentences(sight, known, by_kind, stood, names)


# The steps of a round.


def _start(seen: Fields, config: Fields, num_seats: int) -> tuple[Line, list[Sentence]]:
    size = seen["size"]
    sentences = [
        sentence(
            f"{counted(num_seats, 'seat')} start on a map of {size_text(size)} tiles, each with"
            f" {word_of(NUM_TYPES)} champions and {MOST_HEALTH} health",
            is_milestone=True,
        ),
        sentence(f"the map {shrink_text(seen, config)}"),
    ]
    seats = counted(num_seats, "seat")
    return as_line(f"{seats.capitalize()} start, each on a different tile"), sentences


# The end, and faults.


def _over(sight: ChampionsSight, known: Known, names: Sequence[Span]) -> Line:
    """Return the headline of the view that follows the last step: the winner, or the seats that share first place."""
    assert sight.public is not None
    first = [names[seat] for seat, place in sorted(known.placement.items()) if place == 1]
    after = f" after {counted(sight.public['round'], 'round')}"
    if len(first) == 1:
        return fitting(as_line(first[0], " wins", after), as_line("The match is over", after))
    return fitting(
        as_line(together(first), " share first place"), as_line("The match is over", after)
    )


def _own_faults(
    sight: ChampionsSight, refusals: Sequence[Fields], names: Sequence[Span]
) -> list[Sentence]:
    """Return a sentence on missed deadlines, and one on orders that were refused, where there are some.

    A refusal is sent only to the seat whose action it is about; viewers of all seats see every
    refusal.
    """
    seats = sight.told_to or [next(iter(sight.observations), None)] * len(sight.events)
    late, refused = [], 0
    for event, seat in zip(sight.events, seats, strict=True):
        code = event["refusal"]["code"].removeprefix("REFUSAL_CODE_") if "refusal" in event else ""
        if code == "MISSED_DEADLINE" and seat is not None:
            late.append(seat)
        elif code == "MORE":
            refused += event["refusal"]["index"]
        elif code not in ("", "MISSED_DEADLINE", "FIGHTER_FILLED", "SET_FILLED"):
            refused += 1
    sentences = []
    if late:
        verb = number(len(late), " misses the deadline", " miss the deadline")
        sentences.append(sentence(*named(sorted(set(late)), names), verb))
    if refused and len(refusals):
        sentences.append(
            sentence(Span(f"the rules refuse {counted(refused, 'order')}", Style.WARN))
        )
    return sentences
