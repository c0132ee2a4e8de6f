"""View of Champions: map, positions, seats, fights with their dice, found items and worn items.

The first section fits a terminal of 80 by 24 characters with all sixteen seats: the map, then a
line for each seat, or for two seats if there are more than nine. Everything else is in further
sections. Map and seats are drawn from the public observation, so the public gets them too, without
health values.
"""

from __future__ import annotations

import collections
from collections.abc import Sequence

from referee.core.choices import Choices
from referee.core.scene import Line, Scene
from referee.core.story import MatchEnd, Result, Story
from referee.core.view import Fields, GameView, Panel, Section, Sight, Span, Style
from referee.games.champions import columns as c
from referee.games.champions.tables import TYPE_NAMES
from referee.games.champions.view.choices import choices
from referee.games.champions.view.ending import how_to_play, result_of
from referee.games.champions.view.fight_view import fights, seat_label, turn_line
from referee.games.champions.view.gear import gear_section, item_text, loot_section
from referee.games.champions.view.memory import ChampionsSight, followed
from referee.games.champions.view.scene import scene_of
from referee.games.champions.view.seats_view import (
    Known,
    events_by_kind,
    known_of,
    most_rounds,
    pairs,
    seats_panel,
)
from referee.games.champions.view.story import story_of

__all__ = ["VIEW", "ChampionsView"]

_WIDTH = 73
"""Highest number of characters in a line of the first section; in a terminal of 120 columns this
leaves space for a second section.
"""


class ChampionsView(GameView):
    """View of Champions: map, seats, fights, found items and worn items.

    Terminal sections are not derived from the page's scene, since sixteen seats fit a small
    terminal only as lines of columns.
    """

    def followed(self, before: Sight | None, sight: Sight) -> ChampionsSight:
        """Return the sight extended by the map's position and the health values seen in earlier steps.

        `before` is the sight of the step before; None at the first.
        """
        return followed(before, sight)

    def scene(self, sight: Sight) -> Scene:
        """Return the scene for a page: map, battles of the step, seats, items found, worn and carried."""
        return scene_of(sight if isinstance(sight, ChampionsSight) else followed(None, sight))

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return the sections for a terminal, with all that the viewer's seats know together."""
        told = events_by_kind(sight.events)
        known = known_of(sight, told)
        if known is None:
            return ()
        parts = [seats_panel(known, sight.players)]
        if sight.public is not None:
            parts.insert(0, _map(sight.public, known, sight))
        sections = [Section("match", tuple(parts))]
        if told["loot_found"]:
            sections.append(loot_section(told["loot_found"], sight))
        sections += fights(told["battle_turn"], sight.players)
        gear = (gear_section(own["me"], sight.players) for own in sight.observations.values())
        sections += [section for section in gear if section is not None]
        return tuple(sections)

    def story(self, sight: Sight, scene: Scene, lines: Sequence[Line]) -> Story:  # noqa: ARG002
        """Return the step as headline, sentences and scores, from all that the viewer's seats know together."""
        return story_of(sight if isinstance(sight, ChampionsSight) else followed(None, sight))

    def result(self, sight: Sight, end: MatchEnd) -> Result:
        """Return the winners, and why they won: which seats were left, and the points or tie-break that decided."""
        return result_of(sight if isinstance(sight, ChampionsSight) else followed(None, sight), end)

    def how_to(self, config: Fields) -> tuple[str, ...]:
        """Return the rules as five short sentences, with the numbers of this match's config."""
        return how_to_play(config)

    def choices(self, seen: Fields, sight: Sight) -> Choices:
        """Return the input form by which a person answers for a seat in the open phase."""
        return choices(seen, sight if isinstance(sight, ChampionsSight) else followed(None, sight))

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event as a line of text; a turn of a battle is abbreviated to one line."""
        ((kind, body),) = event.items()
        match kind:
            case "refusal":
                return (Span(_refusal(body), Style.WARN),)
            case "loot_found":
                return (
                    Span(f"found {item_text(body['kind'])}"),
                    Span(f", item {body['item']}", Style.FAINT),
                )
            case "loot_nothing":
                return (Span("found nothing", Style.FAINT),)
            case "tile_report":
                return (Span(f"on tile {body['tile']}: {_report(body, players)}"),)
            case "battle_turn":
                return turn_line(body)
            case "champion_died":
                owner = seat_label(players, body["seat"])
                return (Span(f"{TYPE_NAMES[body['champion']]} of {owner} has died", Style.BAD),)
            case "items_returned":
                count = len(body["items"])
                return (Span(f"{count} item{'s' * (count != 1)} of the dead back in the stash"),)
            case "eliminated":
                told = f"{seat_label(players, body['seat'])} is out in round {body['round']}"
                return (Span(told, Style.STRONG),)
            case "map_shrunk":
                return (Span(_shrunk(body), Style.STRONG),)
            case "match_end":
                first = [s for s, place in enumerate(body["placements"]) if place == 1]
                winners = " and ".join(seat_label(players, seat) for seat in first)
                return (Span(f"first: {winners}", Style.STRONG),)
        return (Span(kind),)


VIEW = ChampionsView()
"""The view of Champions; it has no state, so one object is enough."""


# The map.


def _map(seen: Fields, known: Known, sight: Sight) -> Panel:
    """Return a terminal panel of all tiles, each with its index and the seats on it.

    A tile where the viewer has a seat also shows the number of items left there.
    """
    size = seen["size"]
    standing = collections.defaultdict(list)
    for seat, public in enumerate(seen["seats"]):
        if public["alive"]:
            standing[size * public["row"] + public["col"]].append(seat)
    left = {
        size * seen["seats"][seat]["row"] + seen["seats"][seat]["col"]: sum(own["tile"]["left"])
        for seat, own in sight.observations.items()
        if "tile" in own
    }
    width = (_WIDTH - 3 * (size - 1)) // size
    lines = []
    for row in range(size):
        spans: list[Span] = []
        for tile in range(size * row, size * (row + 1)):
            spans += [Span(" │ ", Style.FAINT)] if spans else []
            spans += _tile(tile, left.get(tile), standing[tile], known.own, width)
        lines.append(tuple(spans))
    title = f"map {size}x{size}, round {seen['round']} of {sight.config['max_rounds']}"
    if fighting := pairs(sight):
        title += f", fights: {' '.join(f'{one}-{other}' for one, other in fighting.values())}"
    elif size > 1:
        most = most_rounds(seen, sight.config)
        title += f", {seen['stage_age']} of at most {most} rounds at this size"
    return Panel(title, tuple(lines))


def _tile(
    tile: int, left: int | None, seats: Sequence[int], own: frozenset[int], width: int
) -> list[Span]:
    items = "" if left is None else f" ({left})"
    spans = [Span(f"{tile:>2}{items} ", Style.FAINT)]
    room = width - len(spans[0].text)
    for index, seat in enumerate(seats):
        word, others = f" {seat}", len(seats) - index
        if len(word) + (len(f" +{others - 1}") if others > 1 else 0) > room:
            spans.append(Span(f" +{others}", Style.STRONG))
            room -= len(spans[-1].text)
            break
        is_alone = len(own) == 1 and seat in own
        style = Style.FIRST if is_alone else Style.BAD if len(seats) > 1 else Style.STRONG
        spans.append(Span(word, style))
        room -= len(word)
    return [*spans, Span(" " * room)]


# Events.


def _refusal(body: Fields) -> str:
    """Return a refusal as text: its code, and which part of the action was refused or filled in.

    If the referee filled in a missing fighter, the text names the champion's type, not an entry.
    """
    code = body["code"].removeprefix("REFUSAL_CODE_")
    is_notice = code in ("MISSED_DEADLINE", "FIGHTER_FILLED", "SET_FILLED")
    told = f"{'notice' if is_notice else 'refused'} in {c.PHASE_NAMES[body['phase']]}: {code}"
    if code == "FIGHTER_FILLED":
        return f"{told}, {TYPE_NAMES[body['index']]}"
    if code == "MORE":
        return f"refused in {c.PHASE_NAMES[body['phase']]}: {body['index']} more parts"
    if "index" in body:
        told += f", entry {body['index']}"
    return f"{told}, turn {body['turn'] + 1}" if "turn" in body else told


def _report(body: Fields, players: Sequence[str]) -> str:
    fighting = {pair[side] for pair in body["battles"] for side in ("side_a", "side_b")}
    told = [
        f"{seat_label(players, pair['side_a'])} v {seat_label(players, pair['side_b'])}"
        for pair in body["battles"]
    ]
    told += [
        f"{seat_label(players, there['seat'])} fights nobody"
        for there in body["seats"]
        if there["seat"] not in fighting
    ]
    return ", ".join(told)


def _shrunk(body: Fields) -> str:
    old, new = body["old_size"], body["new_size"]
    cuts = ", then ".join(
        f"the {'first' if cut['oy'] else 'last'} row and {'first' if cut['ox'] else 'last'} column"
        for cut in body["cuts"]
    )
    return f"the map shrinks from {old}x{old} to {new}x{new}: {cuts} vanish"
