"""What holds in every match, under any config and any actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.errors import ConfigError, FieldError
from referee.core.game import Events
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.wire.records import (
    BattleTurn,
    ItemsReturned,
    LootFound,
    MapShrunk,
    Notice,
)
from tests.games.champions.both_worlds import odd_config
from tests.games.champions.odd_actions import odd_action
from tests.games.champions.reference_tables import CHAMPIONS, KINDS

GAME = PLUGIN.game
MOST = [kind.health for kind in CHAMPIONS]
MOST_SUPPORT = 53
"""1d10 and two Phantom Mantles of 2d8, with affinity: 42 * 1.25, rounded (CH-5.27)."""
MOST_HEALING = 141
"""1d20, two Holy Grails of 2d10 and a boost, with affinity: (60 + 53) * 1.25 (CH-5.26)."""
MOST_DAMAGE = 212
"""3d8 that are all critical, two Titan Mauls of 2d10 and a boost, at 150: (48 + 40 + 53) * 1.5 (CH-5.25)."""
MOST_BY_ACTION = (MOST_DAMAGE, MOST_HEALING, MOST_SUPPORT, MOST_SUPPORT, 0)


def odd_match(num_seats: int) -> tuple[ChampionsConfig, int, Stream]:
    """A config that is not the default, a seed, and dice to choose actions by."""
    dice = Stream(num_seats, 11)
    return parse_config(ChampionsConfig, odd_config(dice)), dice.next(), dice


def step_oddly(state: Any, dice: Stream, loot_actions: int) -> Events:
    """Carry out a decision point with actions of which a part is wrong."""
    plain = GAME.plain_state(state)
    point = GAME.decision(state)
    assert point is not None
    return GAME.step(
        state,
        {
            seat: None if action is None else GAME.parse_action(action)
            for seat in point.seats
            for action in [odd_action(plain, seat, dice, loot_actions=loot_actions, oddity=20)]
        },
    )


def places_of(plain: Mapping[str, Any]) -> dict[int, tuple[str, int]]:
    """Where each item is: in the pool of a tile, or with a seat; each in one place (CH-3.7)."""
    listed = [
        (item, ("tile", int(tile))) for tile, items in plain["pools"].items() for item in items
    ]
    for number, seat in enumerate(plain["seats"]):
        listed += [(item, ("stash", number)) for item in seat["stash"]]
        listed += [(i, ("slot", number)) for held in seat["slots"] for i in held if i]
    places = dict(listed)
    assert len(places) == len(listed)
    return places


@pytest.mark.parametrize("num_seats", range(2, 17))
def test_items_are_conserved(num_seats: int) -> None:
    """Fills alone make items, shrinking alone takes them out, and they move as their phase allows."""
    config, seed, dice = odd_match(num_seats)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    before: Any = GAME.plain_state(state)
    assert len(places_of(before)) == len(before["items"]) == 12 * before["size"] ** 2
    while GAME.decision(state) is not None:
        events = [event.body for event in step_oddly(state, dice, config.loot_actions)]
        after: Any = GAME.plain_state(state)
        was, now = places_of(before), places_of(after)
        shrunk = [body for body in events if isinstance(body, MapShrunk)]
        made = 12 * after["size"] ** 2 if shrunk else 0
        assert len(after["items"]) == len(before["items"]) + made
        assert before["items"].items() <= after["items"].items()
        lost = was.keys() - now.keys()
        out = {n for n, seat in enumerate(after["seats"]) if seat["out_round"]}
        assert shrunk or not lost
        assert all(was[item][0] == "tile" or was[item][1] in out for item in lost)
        moves = {(was[i][0], now[i][0]) for i in was.keys() & now.keys() if was[i] != now[i]}
        seat_changes = {
            i for i in was.keys() & now.keys()
            if "tile" not in (was[i][0], now[i][0]) and was[i][1] != now[i][1]
        }  # fmt: skip
        assert not seat_changes
        if before["phase"] == "LOOT":
            found = {body.item for body in events if isinstance(body, LootFound)}
            assert moves <= {("tile", "stash")}
            assert found == {item for item in was if was[item] != now[item]}
        elif not shrunk:
            assert (
                moves
                <= {
                    "MOVE": set(),
                    "EQUIP": {("stash", "slot"), ("slot", "stash")},
                    "BATTLE": {("slot", "stash"), ("stash", "tile"), ("slot", "tile")},
                }[before["phase"]]
            )
        for seat in after["seats"]:
            for health, held in zip(seat["health"], seat["slots"], strict=True):
                assert health or not any(held) or after["phase"] == "BATTLE"
        returned = [item for b in events if isinstance(b, ItemsReturned) for item in b.items]
        assert all(was[item][0] == "slot" for item in returned)
        before = after


@pytest.mark.parametrize("num_seats", range(2, 17))
def test_health_and_damage(num_seats: int) -> None:
    """Health is in bounds, changes in battle alone, and no number is more than dice can come to."""
    config, seed, dice = odd_match(num_seats)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    before: Any = GAME.plain_state(state)
    while GAME.decision(state) is not None:
        dealt = [0] * num_seats
        events = step_oddly(state, dice, config.loot_actions)
        after: Any = GAME.plain_state(state)
        for body in [event.body for event in events]:
            if isinstance(body, BattleTurn):
                for action in body.actions:
                    assert 0 <= action.amount <= MOST_BY_ACTION[action.action]
                    dealt[action.actor.seat] += action.amount * (action.action == 0)
        for seat, was, now in zip(range(num_seats), before["seats"], after["seats"], strict=True):
            assert all(0 <= h <= most for h, most in zip(now["health"], MOST, strict=True))
            dead = {champion for champion in range(4) if not was["health"][champion]}
            assert not any(now["health"][champion] for champion in dead)
            assert now["damage"] == was["damage"] + dealt[seat]
            assert bool(now["out_round"]) == (not any(now["health"]))
            if before["phase"] != "BATTLE":
                assert now["health"] == was["health"]
        deaths = sum(h == 0 for seat in after["seats"] for h in seat["health"])
        assert sum(seat["kills"] for seat in after["seats"]) == deaths
        before = after


@pytest.mark.parametrize("num_seats", range(2, 17))
def test_a_match_ends(num_seats: int) -> None:
    """By the cap at the latest; its end is one winner's, or the cap's (CH-7.1)."""
    config, seed, dice = odd_match(num_seats)
    state, _ = GAME.start(config, seed=seed, num_seats=num_seats)
    points = 0
    while GAME.decision(state) is not None:
        step_oddly(state, dice, config.loot_actions)
        points += 1
    plain: Any = GAME.plain_state(state)
    assert 3 * plain["round"] <= points <= 4 * plain["round"] <= 4 * config.max_rounds
    in_play = [seat for seat in plain["seats"] if not seat["out_round"]]
    assert len(in_play) <= 1 or plain["round"] == config.max_rounds
    outcome = GAME.outcome(state)
    assert 1 in outcome.placements
    assert abs(sum(outcome.scores) - 500_000 * num_seats) <= num_seats


@pytest.mark.parametrize("face", [1, 2, 3, 4])
@pytest.mark.parametrize("choices", range(12))
def test_sides_of_a_battle_are_symmetric(choices: int, face: int) -> None:
    """With the seats swapped and dice that all show the same, everything comes out swapped."""
    dice = Stream(choices)
    fields = {"size": 1, "phase": "BATTLE", "battles": [[0, 1]]}
    items: dict[str, int] = {}
    seats = [_random_seat(dice, items) for _ in range(2)]
    plain = {**fields, "items": items, "seats": seats}
    actions = [odd_action(plain, seat, dice, oddity=30) for seat in (0, 1)]
    results = []
    for order in ([0, 1], [1, 0]):
        given_ = {**fields, "items": items, "seats": [seats[n] for n in order]}
        state = GAME.parse_state(ChampionsConfig(), 2, given_)
        GAME.script_dice(state, [face] * 400)
        parsed = {
            seat: None if actions[n] is None else GAME.parse_action(actions[n])
            for seat, n in enumerate(order)
        }
        notices = [[], []]  # type: list[list[object]]
        for event in GAME.step(state, parsed):
            if isinstance(event.body, Notice):
                assert event.audience is not None
                notices[event.audience[0]].append(to_plain(event.body))
        after: Any = GAME.plain_state(state)
        own = [
            {name: seat[name] for name in ("health", "kills", "damage")} for seat in after["seats"]
        ]
        results.append([(own[n], notices[n]) for n in order])
    assert results[0] == results[1]


def _random_seat(dice: Stream, items: dict[str, int]) -> dict[str, Any]:
    """A seat in a battle, with living and dead champions that wear what they may."""
    health = [0 if dice.draw(4) == 1 else dice.draw(most) for most in MOST]
    if not any(health):
        health[dice.draw(4) - 1] = 50
    slots = []
    for champion in range(4):
        held = []
        for slot in range(3):
            kinds = [
                number
                for number, kind in enumerate(KINDS)
                if (kind.category == 2) == (slot == 2)
                and kind.weight <= CHAMPIONS[champion].heaviest
            ]
            if health[champion] and dice.draw(3) > 1:
                items[str(len(items) + 1)] = kinds[dice.draw(len(kinds)) - 1]
                held.append(len(items))
            else:
                held.append(0)
        slots.append(held)
    return {"pos": [0, 0], "health": health, "slots": slots}


@pytest.mark.parametrize("phase", ["LOOT", "EQUIP", "BATTLE"])
@pytest.mark.parametrize("length", [31, 1000, 40_000])
def test_a_list_of_any_length(phase: str, length: int) -> None:
    """32 elements are refused one by one, one more notice counts the others; the first elements count."""
    bound, entry = {
        "LOOT": (3, 0),
        "EQUIP": (24, {"kind": 0, "item": 1, "champion": 0, "slot": 0}),
        "BATTLE": (8, {"champion": 0}),
    }[phase]
    battles = {"battles": [[0, 1]]} if phase == "BATTLE" else {}
    seats = [{"pos": [0, 0], "stash": [1]}, {"pos": [0, 0]}]
    fields = {"size": 1, "phase": phase, "items": {"1": 0}, "seats": seats, **battles}
    state = GAME.parse_state(ChampionsConfig(), 2, fields)
    first = {"champion": 0, "set": [{"action": 4}] * length} if phase == "BATTLE" else entry
    action = GAME.parse_action({phase.lower(): [first, *[entry] * (length - 1)]})
    notices = [
        event.body
        for event in GAME.step(state, {0: action, 1: None})
        if isinstance(event.body, Notice) and event.audience == (0,)
    ]
    surplus = [notice for notice in notices if notice.code.name == "LIST_TOO_LONG"]
    lists = [notice.index for notice in surplus if notice.turn is None]
    assert lists == list(range(bound, min(length, bound + 32)))
    turns = [notice.turn for notice in surplus if notice.turn is not None]
    assert turns == (list(range(4, min(length, 13))) if phase == "BATTLE" and length == 31 else [])
    refused = {
        "LOOT": length - 3,
        "EQUIP": length - 24,
        # Surplus entries, the set of the first entry, and the others that name its champion again.
        "BATTLE": (length - 8) + (length - 4) + 7,
    }[phase]
    more = [notice.index for notice in notices if notice.code.name == "MORE"]
    assert more == ([refused - 32] if refused > 32 else [])
    assert len(notices) <= 32 + len(more) + 1  # FIGHTER_FILLED


@pytest.mark.parametrize(
    ("field", "low", "high", "default"),
    [
        ("loot_actions", 1, 6, 3),
        ("stage_rounds", 2, 100, None),
        ("max_rounds", 1, 200, 36),
        ("msgs_per_action", 0, 8, 2),
        ("msg_bytes", 1, 1000, 200),
        ("deadline_ms", 50, 600_000, 2000),
    ],
)
def test_bounds_of_the_config(field: str, low: int, high: int, default: int) -> None:
    """The table of CH-2.1: bounds are allowed, the next values are not."""
    assert getattr(ChampionsConfig(), field) == default
    for good in (low, high):
        assert getattr(parse_config(ChampionsConfig, {field: good}), field) == good
    for bad in (low - 1, high + 1, 2.5, "2", True):
        with pytest.raises(ConfigError, match=f"{field} must be a whole number from {low} to"):
            parse_config(ChampionsConfig, {field: bad})


def test_lengths_of_stages() -> None:
    """One for each size, or one for all, and not both (CH-2.1)."""
    assert parse_config(ChampionsConfig, {"stage_rounds": 5}).stage_lengths == (5, 5, 5)
    assert parse_config(ChampionsConfig, {"stage_lengths": [7, 2, 100]}).stage_lengths == (
        7,
        2,
        100,
    )
    with pytest.raises(
        ConfigError, match="stage_rounds must be absent if stage_lengths is set, not 5"
    ):
        parse_config(ChampionsConfig, {"stage_rounds": 5, "stage_lengths": [5, 5, 5]})
    for bad in ([7, 7], [7, 7, 7, 7], [1, 7, 7], [7, 101, 7], 7, "777"):
        with pytest.raises(ConfigError, match="stage_lengths"):
            parse_config(ChampionsConfig, {"stage_lengths": bad})
    with pytest.raises(ConfigError, match="scoring must be one of outlast, royale, not 'kills'"):
        parse_config(ChampionsConfig, {"scoring": "kills"})


def test_the_config_of_version_1() -> None:
    """What an old header has not means the old rule, and the new keys have no other value."""
    config = parse_config(PLUGIN.at(1).game.config_class, {})
    assert (config.stage_rounds, config.stage_lengths, config.scoring) == (8, (8, 8, 8), "outlast")
    for name, bad in (("stage_lengths", [8, 8, 8]), ("scoring", "royale")):
        with pytest.raises(ConfigError, match=name):
            parse_config(PLUGIN.at(1).game.config_class, {name: bad})


def test_the_message_of_a_config() -> None:
    """Version 1's is the one it always was; of two keys for the same the one that was given is told."""
    encode, decode = PLUGIN.codec.encode_config, PLUGIN.codec.decode_config
    first = encode(PLUGIN.at(1).game.config_class())
    assert first.hex() == "080310081824200228c80130d00f"
    for values in ({}, {"stage_rounds": 5}, {"stage_lengths": [5, 6, 7], "scoring": "outlast"}):
        config = parse_config(ChampionsConfig, values)
        told = decode(encode(config))
        assert parse_config(ChampionsConfig, told) == config
        assert ("stage_rounds" in told) != ("stage_lengths" in told)


@pytest.mark.parametrize("num_seats", [-1, 0, 1, 17])
def test_from_two_to_sixteen_can_play(num_seats: int) -> None:
    """CH-1.2."""
    with pytest.raises(FieldError, match=f"num_seats must be from 2 to 16, not {num_seats}"):
        GAME.check_seats(ChampionsConfig(), num_seats)
