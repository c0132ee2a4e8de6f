"""Sights of Champions made by hand, as the tests of its story use them, and what the story says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.scene import spans_text
from referee.core.story import FinalSeat, MatchEnd, Story
from referee.core.view import Sight
from referee.games.champions import columns as c
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.view import VIEW

__all__ = [
    "DRAGONFANG",
    "GLADIATOR",
    "HEALER",
    "IRON_PLATE",
    "MAGE",
    "OUTLAST",
    "PLAYERS",
    "PRAYER_BEADS",
    "ROGUE",
    "ROYALE",
    "STEEL_SWORD",
    "UNHURT",
    "WAR_AXE",
    "Healths",
    "after_fights",
    "at_the_end",
    "end_by_rules",
    "loot_found",
    "own_view",
    "seen_by_all",
    "sentences_of",
    "sight_of",
    "story_of",
    "tile_report",
]

PLAYERS = ("ada", "bob", "cid", "dan", "eve")
ROYALE = {
    "loot_actions": 3,
    "max_rounds": 36,
    "stage_lengths": [2, 2, 2],
    "scoring": "SCORING_ROYALE",
}
OUTLAST = {"loot_actions": 1, "max_rounds": 36, "stage_rounds": 8}
GLADIATOR, ROGUE, HEALER, MAGE = range(4)
UNHURT = (100, 85, 80, 85)
NO_ITEM = {"id": 0, "kind": 0}
STEEL_SWORD, WAR_AXE, PRAYER_BEADS, DRAGONFANG, IRON_PLATE = 2, 3, 9, 6, 18

Healths = Mapping[int, Sequence[int]]


def seen_by_all(
    phase: int,
    number: int,
    size: int,
    where: Mapping[int, tuple[int, int]],
    *,
    age: int = 0,
    num_seats: int | None = None,
    out_round: int = 3,
) -> dict[str, Any]:
    """What everybody may know; seats without a place are out."""
    out = {"alive": False, "row": -1, "col": -1, "out_round": out_round}
    seats = [
        {"alive": True, "row": where[seat][0], "col": where[seat][1], "out_round": 0}
        if seat in where
        else out
        for seat in range(num_seats or len(where))
    ]
    return {"round": number, "phase": phase, "size": size, "stage_age": age, "seats": seats}


def own_view(
    seat: int,
    healths: Sequence[int] = UNHURT,
    *,
    stash: Sequence[tuple[int, int]] = (),
    kills: int = 0,
    damage: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """What a seat observes of itself."""
    champions = [{"health": health, "slots": [NO_ITEM] * 3} for health in healths]
    items = [{"id": item, "kind": kind} for item, kind in stash]
    me = {
        "seat": seat,
        "champions": champions,
        "stash": items,
        "kills": kills,
        "damage": damage,
    }
    return {"me": me, "my_battles": [], **more}


def loot_found(item: int, kind: int) -> dict[str, Any]:
    """An item that a seat has found, as an event."""
    return {"loot_found": {"action": 0, "item": item, "kind": kind}}


def tile_report(tile: int, pairs: Sequence[tuple[int, int]], healths: Healths) -> dict[str, Any]:
    """The seats of a tile and their battles, as an event."""
    battles = [
        {"battle": battle, "side_a": one, "side_b": other}
        for battle, (one, other) in enumerate(pairs)
    ]
    seats = [{"seat": seat, "health": list(health)} for seat, health in healths.items()]
    return {"tile_report": {"tile": tile, "seats": seats, "battles": battles}}


def sight_of(
    seen: dict[str, Any],
    own: Mapping[int, dict[str, Any]] | None = None,
    events: Sequence[dict[str, Any]] = (),
    *,
    players: Sequence[str] = PLAYERS,
    config: dict[str, Any] = ROYALE,
    told_to: Sequence[int | None] = (),
) -> Sight:
    """A sight of as many players as there are seats; it is the public's without observations."""
    names = players[: len(seen["seats"])]
    return Sight(own or {}, events, config, names, seen, told_to)


def story_of(sight: Sight) -> Story:
    """The story of a sight, with its scene and lines."""
    return VIEW.story(sight, VIEW.scene(sight), VIEW.event_lines(sight))


def sentences_of(story: Story) -> list[str]:
    """The sentences; milestones begin with a star."""
    return [
        f"{'*' * sentence.is_milestone}{spans_text(sentence.line)}" for sentence in story.sentences
    ]


def after_fights(
    pairs: Sequence[tuple[int, int]],
    after: Healths,
    before: Healths | None = None,
    *,
    out: Sequence[int] = (),
    num_seats: int = 2,
    more: Sequence[dict[str, Any]] = (),
    seats: Sequence[int] | None = None,
    where: Sequence[tuple[int, int]] = (),
    is_split: bool = False,
    players: Sequence[str] = PLAYERS,
) -> ChampionsSight:
    """The sight after the fights of round 3, in which those Gladiators and Healers fought that were alive.

    Args:
        pairs: The seats of each battle, on a tile each.
        after: Health of each seat's champions after the fights.
        before: Health before them, of the seats that were not unhurt.
        out: Seats that go out.
        num_seats: Seats.
        more: Further events.
        seats: Seats that look; all if None.
        where: Tile of each battle; one tile for all if empty.
        is_split: Whether a seat fights with its Gladiator in its first battle and its Healer in its second.
        players: Names.
    """
    healths = dict.fromkeys(range(num_seats), UNHURT) | dict(before or {})
    events: list[dict[str, Any]] = []
    fought: list[int] = []
    for battle, pair in enumerate(pairs):
        ends, deeds = [], []
        for seat in pair:
            twice = [one for one in pairs if seat in one]
            types = [GLADIATOR, HEALER]
            if is_split and len(twice) == 2:
                types = [types[twice.index(pair)]]
            for champion in types:
                if healths[seat][champion]:
                    fighter = {"seat": seat, "champion": champion}
                    ends.append({"fighter": fighter, "health": after[seat][champion]})
                    deeds.append({"actor": fighter, "action": 4, "base": [], "items": []})
        turn = {"battle": battle, "turn": 0, "actions": deeds, "healths": ends}
        events.append({"battle_turn": turn})
        fought += pair
    for seat in dict.fromkeys(fought):
        for champion, health in enumerate(after[seat]):
            if healths[seat][champion] and not health:
                events.append({"champion_died": {"seat": seat, "champion": champion}})
    events += [{"eliminated": {"seat": seat, "round": 3}} for seat in out]
    events += more
    tiles = dict.fromkeys(range(num_seats), (0, 0))
    for pair, tile in zip(pairs, where, strict=bool(where)):
        tiles |= dict.fromkeys(pair, tile)
    looking = range(num_seats) if seats is None else seats
    reports = tile_report(0, pairs, healths)["tile_report"]
    first = sight_of(
        seen_by_all(c.BATTLE, 3, 2, tiles),
        {seat: own_view(seat, healths[seat], report=reports) for seat in looking},
        players=players,
    )
    left = {seat: tile for seat, tile in tiles.items() if seat not in out}
    second = sight_of(
        seen_by_all(c.MOVE, 4, 2, left, num_seats=num_seats),
        {seat: own_view(seat, after.get(seat, UNHURT)) for seat in looking},
        events,
        players=players,
    )
    return VIEW.followed(VIEW.followed(None, first), second)


def at_the_end(
    stands: Mapping[int, int],
    *,
    placements: Sequence[int],
    kills: Sequence[int],
    damage: Sequence[int],
    out: Mapping[int, int] | None = None,
    num_seats: int = 2,
    players: Sequence[str] = PLAYERS,
    config: dict[str, Any] = ROYALE,
) -> ChampionsSight:
    """What the public sees when the match has ended; seats go out in the rounds of `out`, the last of them now."""
    out = out or {}
    last = max(out.values(), default=3)
    seen = seen_by_all(c.OVER, last, 1, dict.fromkeys(stands, (0, 0)), num_seats=num_seats)
    for seat, number in out.items():
        seen["seats"][seat] = {**seen["seats"][seat], "out_round": number}
    events: list[dict[str, Any]] = [
        {"eliminated": {"seat": seat, "round": last}}
        for seat, number in out.items()
        if number == last
    ]
    end = {"placements": placements, "scores": [0] * num_seats, "kills": kills, "damage": damage}
    events.append({"match_end": end})
    return VIEW.followed(None, sight_of(seen, events=events, players=players, config=config))


def end_by_rules(placements: Sequence[int]) -> MatchEnd:
    """The end of a match that the rules have decided."""
    return MatchEnd("the rules ended the match", tuple(FinalSeat(place, 0) for place in placements))
