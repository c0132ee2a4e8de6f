"""How Champions looks: the map with who stands where, the seats, fights with their dice, loot and gear.

The first section fits a terminal of 80 by 24 with all sixteen seats: the map, then a line a seat, or a
line for two seats where there are many. What else there is follows in sections of its own. Both are drawn
from what everybody may know, so that the public sees them too, without healths.
"""

from __future__ import annotations

import collections
import textwrap
from collections.abc import Sequence

from referee.core.view import Fields, GameView, Panel, Section, Sight, Span, Style
from referee.games.champions import columns as c
from referee.games.champions.look.fight_view import BESIDE, Line, fights, seat_label, turn_line
from referee.games.champions.look.seats_view import Known, known_of, seats_panel
from referee.games.champions.tables import (
    ATTACK_DICE,
    DEFENCE_DICE,
    HEAL_DICE,
    KIND_DICE,
    KINDS,
    SUPPORT_DICE,
    TYPE_LETTERS,
    TYPE_NAMES,
)

__all__ = ["VIEW", "ChampionsView"]

_WIDTH = 73
"""Characters of a line of the first section, which leaves room for another one in 120 columns."""
_LONG_NAME = 20
"""Characters of a name in the heading of its gear."""
_PURPOSES = {ATTACK_DICE: "", HEAL_DICE: "heal ", SUPPORT_DICE: "support ", DEFENCE_DICE: "armour "}


class ChampionsView(GameView):
    """Map, seats, fights, loot, gear."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return what all the eyes that look know together."""
        told = collections.defaultdict(list)
        for event in sight.events:
            ((kind, body),) = event.items()
            told[kind].append(body)
        known = known_of(sight, told)
        if known is None:
            return ()
        parts = [seats_panel(known, sight.players)]
        if sight.public is not None:
            parts.insert(0, _map(sight.public, known, sight))
        sections = [Section("match", tuple(parts))]
        if told["loot_found"]:
            sections.append(_loot(told["loot_found"], sight))
        sections += fights(told["battle_turn"], sight.players)
        gear = (_gear(own["me"], sight.players) for own in sight.observations.values())
        sections += [section for section in gear if section is not None]
        return tuple(sections)

    def event_line(self, event: Fields, players: Sequence[str]) -> tuple[Span, ...]:
        """Return an event; turns of battles in short."""
        ((kind, body),) = event.items()
        match kind:
            case "refusal":
                return (Span(_refusal(body), Style.WARN),)
            case "loot_found":
                return (
                    Span(f"found {_item(body['kind'])}"),
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
"""The one there needs to be."""


# The map.


def _map(seen: Fields, known: Known, sight: Sight) -> Panel:
    """Return tiles by index, with the items left on them where somebody looks, and who stands there."""
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
    if pairs := _pairs(sight):
        title += f", fights: {pairs}"
    elif size > 1:
        lengths = sight.config.get("stage_lengths")
        most = lengths[4 - size] if lengths else sight.config["stage_rounds"]
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


def _pairs(sight: Sight) -> str:
    """Battles that are about to be fought, as far as they are known."""
    battles = {
        pair["battle"]: f"{pair['side_a']}-{pair['side_b']}"
        for observation in sight.observations.values()
        for pair in observation.get("report", {}).get("battles", ())
    }
    return " ".join(battles[number] for number in sorted(battles))


# Loot and gear.


def _loot(found: Sequence[Fields], sight: Sight) -> Section:
    """Return what each seat has found; whose it is, its own observation tells."""
    owners = {
        item["id"]: seat
        for seat, observation in sight.observations.items()
        for item in observation["me"]["stash"]
    }
    finds = collections.defaultdict(list)
    for find in found:
        finds[owners.get(find["item"], -1)].append(KINDS[find["kind"]].name)
    lines: list[Line] = []
    for seat, names in sorted(finds.items()):
        if seat >= 0:
            lines += _wrapped(f"{seat:>2} ", names)
    return Section("loot", (Panel("loot found", tuple(lines)),))


def _gear(me: Fields, players: Sequence[str]) -> Section | None:
    """Return what the champions of a seat hold, and its stash; None for nothing."""
    lines: list[Line] = []
    for champion, own in enumerate(me["champions"]):
        held = [_item(item["kind"]) for item in own["slots"] if item["id"]]
        if own["health"]:
            for index, item in enumerate(held):
                letter = TYPE_LETTERS[champion] if index == 0 else " "
                lines.append((Span(f"{letter} ", Style.STRONG), Span(item)))
    stash = collections.Counter(KINDS[item["kind"]].name for item in me["stash"])
    names = [f"{count} {name}" if count > 1 else name for name, count in stash.items()]
    if names:
        lines += _wrapped("stash: ", names)
    if not lines:
        return None
    short = [name[:_LONG_NAME] for name in players]
    title = f"gear of {seat_label(short, me['seat'])}"
    return Section(title, (Panel(title, tuple(lines)),))


def _wrapped(heading: str, words: Sequence[str]) -> list[Line]:
    text = textwrap.wrap(", ".join(words), BESIDE - len(heading))
    heads = [heading, *[" " * len(heading)] * (len(text) - 1)]
    return [(Span(head, Style.FAINT), Span(line)) for head, line in zip(heads, text, strict=True)]


def _item(kind: int) -> str:
    """Return an item with what it adds, such as `Blessed Rod 1d6 heal 1d6`."""
    told = [KINDS[kind].name]
    for purpose, word in _PURPOSES.items():
        number, sides = KIND_DICE[kind, purpose].tolist()
        if number:
            told.append(f"{word}{number}d{sides}")
    if KINDS[kind].evade:
        told.append(f"evade {KINDS[kind].evade}")
    return " ".join(told)


# Events.


def _refusal(body: Fields) -> str:
    """Return what did not count, or was filled in; a champion that was filled in stands for an entry."""
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
