"""Lists next to the board of a party: members, encounters, plans, pings, refusals, ended levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.scene import (
    Bar,
    Column,
    Hidden,
    Lines,
    Row,
    ScenePart,
    SceneTable,
    Span,
    Style,
    seat_ref,
)
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.view.goal import goal_line
from referee.games.dice_adventure.view.party import (
    Party,
    member_of,
    member_span,
    word,
)
from referee.games.dice_adventure.view.plans import Walk
from referee.games.dice_adventure.view.sentences import encounter_line, outcome_span, refusal_text

__all__ = ["lists_of"]

_OUT_OF_SIGHT = Span("?", Style.HIDDEN, measure=Hidden("shown only to seats that have it in sight"))
_NOT_TOLD = Span("?", Style.HIDDEN, measure=Hidden("shown only to its own seat"))


def lists_of(
    party: Party, sight: Sight, walks: Mapping[int, Walk], *, with_dice: bool
) -> Iterator[ScenePart]:
    """Yield the parts of a party's scene next to its board, the most important first.

    Args:
        party: The party.
        sight: What is seen of the match.
        walks: Results of the plans of this step, by member (1 Dwarf, 2 Giant, 3 Human).
        with_dice: Whether to include the encounters of this step, which are among its events as well.
    """
    number, first = party.number, party.seen[0]
    yield Lines(f"goal-{number}", "goal now", (goal_line(party),))
    yield _members(party, sight)
    yield _levels(party, first)
    encounters = [event["encounter"] for event in sight.events if "encounter" in event]
    is_alone = len({seen["party"] for seen in sight.observations.values()}) == 1
    if with_dice and encounters and is_alone:  # events do not say whose they are
        lines = tuple(encounter_line(body, sight.config, number) for body in encounters)
        yield Lines(f"encounters-{number}", "encounters", lines)
    if walks:
        lines = tuple(
            (member_span(member, number), Span(": "), *walk.line)
            for member, walk in sorted(walks.items())
        )
        yield Lines(f"plans-{number}", "plans", lines)
    if first["pings"]:
        yield Lines(
            f"pings-{number}", "pings", tuple(_ping(party, told) for told in first["pings"])
        )
    yield _state(party, first)
    refused = tuple(
        (member_span(seen["character"], number), Span(f": {refusal_text(entry)}", Style.WARN))
        for seen in party.seen
        for entry in seen["refused"]
    )
    if refused:
        yield Lines(f"refused-{number}", "refused", refused)


def _members(party: Party, sight: Sight) -> SceneTable:
    own = {seen["character"]: seen["me"] for seen in party.seen}
    places = {
        member["character"]: f"{member['x']},{member['y']}"
        for seen in party.seen
        for member in seen["members"]
        if "x" in member
    }
    rows = []
    for told in party.seen[0]["members"]:
        number = told["character"]
        seat = party.seat(number)
        at = Span(places[number]) if number in places else _absence(told)
        lives = (Span(f" x{told['lives']}"),) if told["lives"] else ()
        player = sight.players[seat] if seat < len(sight.players) else ""
        cells = (
            (member_span(number, party.number),),
            (_hearts(told, member_of(sight.config, number).hearts), *lives),
            (Span("key", Style.GOOD) if told["key"] else Span("-", Style.FAINT),),
            (Span(str(own[number]["ap"])) if number in own else _NOT_TOLD,),
            (at,),
            (Span(player, Style.FAINT, seat_ref(seat)),),
        )
        style = Style.TEXT if told["alive"] else Style.FAINT
        rows.append(Row(f"member-{number}", cells, style))
    columns = (
        Column(""),
        Column("hearts"),
        Column("key"),
        Column("AP", is_number=True),
        Column("at"),
        Column("bot", is_minor=True),
    )
    return SceneTable(f"members-{party.number}", "members", columns, tuple(rows))


def _hearts(told: Fields, full: int) -> Span:
    left = told["hearts"]
    style = Style.BAD if left <= 1 else Style.TEXT
    return Span("♥" * left + "♡" * max(0, full - left), style, measure=Bar(left, max(full, left)))


def _absence(told: Fields) -> Span:
    if told["alive"]:
        return _OUT_OF_SIGHT
    return Span(f"back in {told['respawn']}" if told["respawn"] else "dead", Style.BAD)


def _ping(party: Party, told: Fields) -> tuple[Span, ...]:
    at = f"{told['x']},{told['y']}"
    text = f": {told['symbol']} at {at} (window {told['window']})"
    return (member_span(told["by"], party.number), Span(text))


def _state(party: Party, first: Fields) -> Lines:
    level = first["level"]
    attempt = f", attempt {level['attempt'] + 1}" if level["attempt"] else ""
    phase = word(first["phase"], "PHASE_")
    if first["window"]:
        phase += f", window {first['window']}"
    lines = (
        (Span(f"level {level['index'] + 1} of {level['count']}{attempt}"),),
        (Span(f"round {first['round']} of {level['cap']}, "), Span(phase, Style.STRONG)),
        (Span("score "), Span(str(first["score"]), Style.STRONG)),
    )
    return Lines(f"state-{party.number}", "party", lines, is_minor=True)


def _levels(party: Party, first: Fields) -> SceneTable:
    """Return a table of the match's levels: results of ended ones, the present one, those to come.

    `first` is the observation of the party's first seat.
    """
    level, records = first["level"], first["results"]
    rows = []
    for index in range(level["count"]):
        if index < len(records):
            record = records[index]
            numbers = (record["keys"], record["rounds"], record["score"])
            cells = [outcome_span(record), *(Span(str(number)) for number in numbers)]
            style = Style.TEXT
        elif index == level["index"]:
            keys = sum(told["key"] for told in first["members"])
            rounds = f"{first['round']} of {level['cap']}"
            cells, style = [Span("now"), Span(str(keys)), Span(rounds), Span("")], Style.STRONG
        else:
            cells, style = [Span("ahead"), *[Span("")] * 3], Style.FAINT
        line = (Span(str(index + 1)), *cells)
        rows.append(Row(f"level-{index}", tuple((cell,) for cell in line), style))
    columns = (
        Column("level", is_number=True),
        Column("outcome"),
        *(Column(name, is_number=True) for name in ("keys", "rounds", "points")),
    )
    return SceneTable(f"levels-{party.number}", "levels", columns, tuple(rows))
