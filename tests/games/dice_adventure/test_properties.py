"""What holds in every state of every match, whatever is ordered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure import columns as c
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.wire.records import LevelEnd, Wipe
from tests.games.dice_adventure.test_reference import CONFIGS
from tests.helpers.tiers import examples
from tests.strategies import PLAIN, SEEDS

GAME = PLUGIN.game

_STEPS = st.one_of(st.sampled_from("UDLRW"), PLAIN)
_PINGS = st.one_of(
    st.fixed_dictionaries(
        {"symbol": st.sampled_from("ABCDE"), "x": st.integers(-1, 8), "y": st.integers(-1, 8)}
    ),
    PLAIN,
)
ORDERS = st.fixed_dictionaries(
    {}, optional={"plan": st.lists(_STEPS, max_size=35), "pings": st.lists(_PINGS, max_size=35)}
)


def check(config: DiceAdventureConfig, plain: dict[str, Any]) -> None:
    """The bounds of DA-3.1 and the invariant of DA-3.2."""
    for party in plain["parties"]:
        assert party["phase"] in ("communication", "planning", "done")
        assert 0 <= party["window"] <= config.ping_windows
        walls = {(x, y) for y, row in enumerate(party["map"]) for x in range(len(row) // 2)
                 if row[2 * x : 2 * x + 2] == "##"}  # fmt: skip
        width, height = len(party["map"][0]) // 2, len(party["map"])
        present = [piece for piece in party["pieces"] if piece["present"]]
        static = [tuple(piece["pos"]) for piece in present if piece["code"][0] in "RT"]
        moving = [tuple(piece["pos"]) for piece in present if piece["code"][0] == "M"]
        assert len(set(static)) == len(static)
        assert not set(static) & set(moving)
        for piece in present:
            if piece["code"][0] in "RT":
                x, y = piece["pos"]
                assert party["map"][y][2 * x : 2 * x + 2] == piece["code"]
        places = [tuple(member["pos"]) for member in party["members"] if member["pos"]]
        for x, y in [*places, *static, *moving]:
            assert (0 <= x < width, 0 <= y < height, (x, y) in walls) == (True, True, False)
        living = [member for member in party["members"] if member["alive"]]
        assert living or party["phase"] == "done"
        for member, who in zip(party["members"], config.members, strict=True):
            assert (member["pos"] is not None) == member["alive"]
            assert 0 <= member["hearts"] <= who.hearts
            assert (member["hearts"] > 0) == member["alive"]
            assert 0 <= member["ap"] <= who.ap
            assert (member["respawn"] > 0) == (not member["alive"])
            assert member["respawn"] <= config.respawn_wait
            assert 0 <= member["lives"] <= config.lives
        assert party["score"] == sum(record["score"] for record in party["results"])
        for record in party["results"]:
            cleared = record["outcome"] == "cleared"
            assert 600 * cleared <= record["score"] <= (999 if cleared else 300)


@pytest.mark.parametrize("name", CONFIGS)
def test_bounds_hold_in_every_state(name: str) -> None:
    """Two parties, whole random matches with some orders missing."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    for seed in (1, 2):
        state, _ = GAME.start(config, seed=seed, num_seats=6)
        dice = Stream(seed, 4)
        while (point := GAME.decision(state)) is not None:
            check(config, GAME.plain_state(state))
            GAME.step(state, {
                seat: None if dice.draw(9) == 1 else GAME.random_action(state, seat, dice)
                for seat in point.seats
            })  # fmt: skip
        check(config, GAME.plain_state(state))
        assert (state.table[:, c.NUM_RESULTS] == len(config.levels)).all()


@pytest.mark.slow
@examples(150)
@given(seed=SEEDS, name=st.sampled_from(["default", "deadly", "lives", "stats"]), data=st.data())
def test_no_order_breaks_a_match(seed: int, name: str, data: st.DataObject) -> None:
    """Plans and pings with anything in them, for a few decision points."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    state, _ = GAME.start(config, seed=seed, num_seats=3)
    for _ in range(4):
        point = GAME.decision(state)
        if point is None:
            break
        orders = {seat: data.draw(ORDERS) for seat in point.seats}
        GAME.step(state, {seat: GAME.parse_action(order) for seat, order in orders.items()})
        check(config, GAME.plain_state(state))


def test_a_match_of_parties_is_as_many_matches() -> None:
    """Each party is told and sees what it would by itself, whatever the others do (DA-1.3)."""
    config = parse_config(DiceAdventureConfig, CONFIGS["deadly"])
    together, _ = GAME.start(config, seed=11, num_seats=9)
    alone = [GAME.start(config, seed=11, num_seats=3)[0] for _ in range(3)]
    dice = Stream(11, 1)
    while (point := GAME.decision(together)) is not None:
        actions = {seat: GAME.random_action(together, seat, dice) for seat in point.seats}
        told: list[list[object]] = [[], [], []]
        for event in GAME.step(together, actions):
            if event.audience is not None:
                told[event.audience[0] // 3].append((event.body, event.audience))
        for party, state in enumerate(alone):
            its = GAME.decision(state)
            asked = tuple(seat for seat in point.seats if seat // 3 == party)
            assert asked == tuple(3 * party + m for m in (its.seats if its else ()))
            if its is not None:
                events = GAME.step(state, {m: actions[3 * party + m] for m in its.seats})
                assert told[party] == [
                    (event.body, tuple(3 * party + m for m in event.audience))
                    for event in events
                    if event.audience is not None
                ]
            plain: Any = GAME.plain_state(state)["parties"]
            its_plain: Any = GAME.plain_state(together)["parties"]
            assert plain[0] == its_plain[party]


@pytest.mark.parametrize(
    ("name", "outcomes", "wipes"),
    [
        ("default", {"cleared", "timed_out"}, False),
        ("deadly", {"timed_out"}, True),
        ("respawn", {"timed_out"}, False),
        ("lose", {"lost"}, True),
        ("lives", {"lost"}, False),
        ("end", {"timed_out"}, False),
    ],
)
def test_the_configs_lead_to_all_ends(name: str, outcomes: set[str], wipes: bool) -> None:
    """The matches that other tests compare do come to what their config is about."""
    config = parse_config(DiceAdventureConfig, CONFIGS[name])
    found, wiped = set(), False
    for seed in (1, 2, 3):
        state, _ = GAME.start(config, seed=seed, num_seats=3)
        dice = Stream(seed, 99)
        while (point := GAME.decision(state)) is not None:
            actions = {seat: GAME.random_action(state, seat, dice) for seat in point.seats}
            bodies = [event.body for event in GAME.step(state, actions)]
            found |= {body.outcome for body in bodies if isinstance(body, LevelEnd)}
            wiped |= any(isinstance(body, Wipe) for body in bodies)
    assert found >= outcomes
    assert wiped == wipes
