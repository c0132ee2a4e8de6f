"""The setup decision: PG-8.3, PG-8.4, the default party, small budgets, and messages of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.config import parse_config
from referee.core.game import Event
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.wire.events import BoardOrder, Ledger, Notice, Result
from tests.helpers.tiers import examples
from tests.strategies import PLAIN

GAME = PLUGIN.game

FIGHTER = {"class": "FIGHTER"}


def set_up(
    answers: Sequence[object], dice: Sequence[int] | None = None, **values: object
) -> tuple[dict[str, Any], list[Event]]:
    """The match after the setup, as plain values, and what was told."""
    config = parse_config(ProvingGroundsConfig, values)
    state, _ = GAME.start(config, seed=1, num_seats=len(answers))
    if dice is not None:
        GAME.script_dice(state, dice)
    actions = {
        seat: None if answer is None else GAME.parse_action(answer)
        for seat, answer in enumerate(answers)
    }
    events = list(GAME.step(state, actions))
    plain: Any = GAME.plain_state(state)
    return plain, events


def codes(events: Sequence[Event], part: str, hero: int | None = None) -> list[tuple[int, str]]:
    """What seat 0 was told of a list of its message, by place."""
    return [
        (body.place, body.code.name)
        for event in events
        if isinstance(body := event.body, Result | Notice)
        if (body.seat, body.part.name, body.hero) == (0, part, hero)
    ]


SPENDING = {
    "heroes": [
        {"class": "FIGHTER", "improve": [2, 1, 0, 0, 0], "items": ["LONG_SWORD", "HEAVY_ARMOR"]},
        {
            "class": "THIEF",
            "improve": [0, 3, 0, 0, 0],
            "items": ["SHORT_SWORD", "FLAME_SWORD", "MACE"],
        },
    ],
    "stash": ["POTION", "POTION"],
    "bids": [0, 5, 0, 0, 30],
}


def test_spending() -> None:
    """PG-8.3, down to every code and every coin."""
    plain, events = set_up([SPENDING, None])
    seat = plain["seats"][0]
    fighter, thief = seat["heroes"]
    assert seat["gold"] == 27
    assert seat["stash"] == {"POTION": 2}
    assert (fighter["class"], fighter["stats"], fighter["hp"]) == ("FIGHTER", [10, 8, 8, 4, 5], 16)
    assert fighter["items"] == ["LONG_SWORD", "HEAVY_ARMOR"]
    assert (thief["class"], thief["stats"], thief["hp"]) == ("THIEF", [5, 12, 6, 6, 8], 12)
    assert thief["items"] == ["SHORT_SWORD"]
    assert codes(events, "HEROES") == [(0, "OK"), (1, "OK")]
    assert codes(events, "ITEMS", 0) == [(0, "OK"), (1, "OK")]
    assert codes(events, "ITEMS", 1) == [(0, "OK"), (1, "NOT_OPEN"), (2, "BAD_CLASS")]
    assert codes(events, "STASH") == [(0, "OK"), (1, "OK")]
    assert codes(events, "BIDS") == [(1, "OK"), (4, "NO_GOLD")]
    spent = [e.body.amount for e in events if isinstance(e.body, Ledger) and e.body.seat == 0]
    assert sum(spent) == -73
    assert all(e.audience == (0,) for e in events if isinstance(e.body, Ledger) and not e.body.seat)


def test_first_placement() -> None:
    """PG-8.4: the draws of the MOVE board are 2, 1, 2; before them come those of the ORDER board."""
    answers = [{"heroes": [FIGHTER], "bids": [0, bid, 0, 0, 0]} for bid in (3, 0, 3, 1)]
    plain, events = set_up(answers, dice=[4, 3, 2, 2, 1, 2])
    assert plain["boards"]["ORDER"] == [0, 1, 2, 3]
    assert plain["boards"]["MOVE"] == [2, 0, 3, 1]
    assert [seat["gold"] for seat in plain["seats"]] == [85, 88, 85, 87]
    told = [e for e in events if isinstance(e.body, BoardOrder)]
    assert [e.body.board.name for e in told] == ["ORDER", "MOVE", "HIRE", "BUY", "TIE"]  # type: ignore[attr-defined]
    assert all(e.audience is None for e in told)


DEFAULT = [
    ("FIGHTER", ["LONG_SWORD", "LIGHT_ARMOR"], True),
    ("FIGHTER", ["LONG_SWORD", "LIGHT_ARMOR"], True),
    ("CLERIC", ["MACE"], False),
    ("WIZARD", ["MAGIC_MISSILE"], False),
    ("THIEF", ["SHORT_SWORD"], False),
]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        {},
        "nonsense",
        {"shuffle": [1, 2, 3, 4, 5]},
        {"heroes": []},
        {"stash": ["POTION"] * 10, "bids": [9] * 5},
        {"heroes": [{"class": "PALADIN"}, {}, 7], "stash": ["POTION"]},
    ],
)
def test_default_party(answer: object) -> None:
    """Whoever brings nobody gets his spending undone and the default party for 94 gold (PG-2.13)."""
    plain, _ = set_up([answer, SPENDING])
    seat = plain["seats"][0]
    assert seat["gold"] == 6
    assert seat["stash"] == {}
    assert [(h["class"], h["items"], h["guard"]) for h in seat["heroes"]] == DEFAULT
    assert {h["policy"] for h in seat["heroes"]} == {"FIRST_DEATH"}
    arrivals = [h["arrival"] for h in seat["heroes"]]
    assert arrivals == sorted(arrivals)


def test_default_party_on_a_small_budget() -> None:
    """Of 30 gold a Fighter takes 12 + 6 + 4 = 22; the Thief's 10 and all others are too dear for 8."""
    plain, _ = set_up([None, None], start_gold=30)
    seat = plain["seats"][0]
    assert [(h["class"], h["items"]) for h in seat["heroes"]] == [DEFAULT[0][:2]]
    assert seat["gold"] == 8


def test_a_refused_hero_takes_his_things_with_him() -> None:
    """PG-2.12: the next thing is still tried."""
    dear = {"class": "CLERIC", "improve": [1, 0, 0, 0, 0], "items": ["MACE"]}
    answer = {"heroes": [FIGHTER, dear, {"class": "THIEF"}], "stash": ["POTION", "GREAT_SWORD"]}
    plain, events = set_up([answer, None], start_gold=30)
    seat = plain["seats"][0]
    assert [h["class"] for h in seat["heroes"]] == ["FIGHTER", "CLERIC"]
    assert codes(events, "HEROES") == [(0, "OK"), (1, "OK"), (2, "NO_GOLD")]
    assert codes(events, "IMPROVE", 1) == [(0, "OK")]
    assert codes(events, "ITEMS", 1) == [(0, "NO_GOLD")]
    assert codes(events, "STASH") == [(0, "NO_GOLD"), (1, "NO_GOLD")]
    assert seat["gold"] == 0


def test_improvements_go_point_by_point() -> None:
    """STR 8 to 12 costs 3 + 3 + 5 + 5; a point above 12 is BAD_FIELD, one too dear NO_GOLD (PG-3.3)."""
    plain, events = set_up([{"heroes": [{**FIGHTER, "improve": [5, 0, 0, 3, 0]}]}, None])
    seat = plain["seats"][0]
    assert seat["heroes"][0]["stats"] == [12, 7, 8, 7, 5]
    assert codes(events, "IMPROVE", 0) == [(0, "BAD_FIELD"), (3, "OK")]
    assert seat["gold"] == 100 - 12 - 16 - (1 + 1 + 2)


def test_a_second_spell_and_what_was_worn_go_to_the_stash() -> None:
    """So do consumables (PG-2.12)."""
    items = ["KNOCK", "KNOCK", "SLEEP", "MAGIC_MISSILE", "DAGGER", "SPIKES"]
    plain, _ = set_up([{"heroes": [{"class": "WIZARD", "items": items}]}, None])
    seat = plain["seats"][0]
    assert sorted(seat["heroes"][0]["items"]) == ["DAGGER", "KNOCK", "MAGIC_MISSILE"]
    assert seat["stash"] == {"KNOCK": 1, "SLEEP": 1, "SPIKES": 1}


def test_too_many() -> None:
    """Heroes beyond `max_heroes`, items beyond 12, stash beyond 32 (PG-2.11)."""
    thief = {"class": "THIEF", "items": ["DAGGER"] * 13}
    answer = {"heroes": [thief, thief, FIGHTER], "stash": ["SPIKES"] * 33}
    plain, events = set_up([answer, None], max_heroes=2)
    assert [h["class"] for h in plain["seats"][0]["heroes"]] == ["THIEF", "THIEF"]
    assert codes(events, "HEROES") == [(0, "OK"), (1, "OK"), (2, "TOO_MANY")]
    assert codes(events, "ITEMS", 0)[11:] == [(11, "OK"), (12, "TOO_MANY")]
    assert codes(events, "STASH")[31:] == [(31, "OK"), (32, "TOO_MANY")]


def test_a_match_is_asked_of_everybody() -> None:
    """SETUP first, then ORDERS of turn 1, with the market drawn and nobody for hire (PG-4.1, PG-4.3)."""
    state, _ = GAME.start(GAME.config_class(), seed=1, num_seats=3)
    point = GAME.decision(state)
    assert point is not None
    assert (point.phase, point.seats) == ("SETUP", (0, 1, 2))
    GAME.step(state, dict.fromkeys(range(3)))
    point = GAME.decision(state)
    assert point is not None
    assert (point.phase, point.seats) == ("ORDERS", (0, 1, 2))
    plain: Any = GAME.plain_state(state)
    assert plain["turn"] == 1
    assert None not in plain["market"]
    assert plain["candidates"] == [None, None]


NAMES = st.sampled_from(
    ["FIGHTER", "THIEF", "WIZARD", "LONG_SWORD", "POTION", "KNOCK", "NEVER", ""]
)
NUMBERS = st.integers(-3, 14) | st.integers(-(2**40), 2**40)
PARTS = NAMES | NUMBERS | st.none() | st.booleans()
SPECS = st.fixed_dictionaries(
    {},
    optional={
        "class": PARTS,
        "improve": st.lists(NUMBERS, max_size=6) | PARTS,
        "items": st.lists(PARTS, max_size=14) | PARTS,
        "guard": PARTS,
        "policy": PARTS,
    },
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "heroes": st.lists(SPECS | PARTS, max_size=10) | PARTS,
        "stash": st.lists(PARTS, max_size=40) | PARTS,
        "bids": st.lists(NUMBERS, max_size=6) | PARTS,
    },
)


@given(MESSAGES | PLAIN, st.integers(30, 1000))
@examples(150)
def test_any_message_gives_a_party_that_is_paid(answer: object, gold: int) -> None:
    """Gold left is what there was less what the ledger says, and nobody is without a hero for 30 gold."""
    plain, events = set_up([answer, None], start_gold=gold)
    seat = plain["seats"][0]
    ledger = [e.body for e in events if isinstance(e.body, Ledger) and e.body.seat == 0]
    assert seat["gold"] == gold + sum(entry.amount for entry in ledger) >= 0
    assert [entry.gold for entry in ledger] == [
        gold + sum(entry.amount for entry in ledger[: place + 1]) for place in range(len(ledger))
    ]
    assert 1 <= len(seat["heroes"]) <= 8
    assert all(2 <= value <= 12 for hero in seat["heroes"] for value in hero["stats"])
