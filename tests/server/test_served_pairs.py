"""Nobody can tell by anything a server sends what it must not know; and whatever tells it is found."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from referee.games import registry
from referee.games.champions import columns as champions
from referee.games.champions.engine import Champions
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.visibility import observation
from referee.games.proving_grounds.visibility.heroes import hero_rows
from referee.server.services import lobby_service
from tests.server.running import Referee
from tests.server.served_pairs import (
    Answers,
    LeakError,
    Pair,
    Table,
    World,
    as_it_is,
    compare,
    giving_up,
    late,
    num_variants,
    refused,
    stumbling,
    tell,
    variant,
)


def _pair(game: str, num_seats: int, **fields: Any) -> Pair:
    return Pair(registry.find(game), num_seats, **fields)


PAIRS = {
    "diceman": _pair("diceman", 2, viewer=0, steps=3),
    "swordman": _pair("swordman", 2, viewer=1, steps=4),
    "dice_adventure": _pair("dice_adventure", 3, viewer=1, steps=9),
    "champions": _pair("champions", 4, viewer=2, steps=8),
    "champions, a seat goes out": _pair(
        "champions", 4, viewer=3, steps=43, config='{"stage_lengths": [5, 4, 4]}'
    ),
    "dungeon_keeper": _pair("dungeon_keeper", 2, viewer=0, steps=9),
    "dungeon_keeper, another's turn": _pair("dungeon_keeper", 2, viewer=1, steps=9),
    "proving_grounds, setup": _pair("proving_grounds", 3, viewer=1, steps=0),
    "proving_grounds": _pair("proving_grounds", 3, viewer=1, steps=6),
}
"""Whole matches of house games, up to a step in their midst."""
REFUSED_BY_PARTS = {"swordman", "dungeon_keeper, another's turn"}
"""Where what is refused is not what a seat that gives up plays."""


@pytest.mark.parametrize("name", PAIRS)
async def test_hidden_variants_are_told_alike(referee: Referee, name: str) -> None:
    """Whatever is otherwise in the state, in what one seat must not see of it."""
    pair = PAIRS[name]
    as_it_was = await tell(referee, pair, as_it_is)
    for number in range(num_variants(pair)):
        compare(as_it_was, await tell(referee, pair, variant(number)))


@pytest.mark.parametrize(
    ("name", "world"),
    [
        *((name, "variants") for name in PAIRS),
        *(
            (name, world)
            for name in PAIRS
            if name != "dungeon_keeper"
            for world in ("unreadable", "late")
        ),
    ],
)
async def test_clocks_do_not_tell_either(referee: Referee, name: str, world: str) -> None:
    """With a reserve of time, of which spectators are shown what is left: by what is hidden, and by others' slips."""
    pair = dataclasses.replace(PAIRS[name], bank=60)
    as_it_was = await tell(referee, pair, as_it_is)
    slip = {"unreadable": stumbling, "late": late}
    worlds = [slip[world]] if world in slip else map(variant, range(num_variants(pair)))
    for each in worlds:
        compare(as_it_was, await tell(referee, pair, each))


SLIPS = {
    "unreadable": (as_it_is, stumbling),
    "late": (as_it_is, late),
    "refused": (giving_up, refused),
}
"""Two ways in which others come to the same."""


@pytest.mark.parametrize(
    ("name", "slip"),
    [
        (name, slip)
        for name, slip in itertools.product(PAIRS, SLIPS)
        if name != "dungeon_keeper" and (slip != "refused" or name not in REFUSED_BY_PARTS)
    ],
)
async def test_slips_of_others_are_not_told(referee: Referee, name: str, slip: str) -> None:
    """AM-5: what others did wrong, and what was refused to them."""
    one, other = SLIPS[slip]
    compare(await tell(referee, PAIRS[name], one), await tell(referee, PAIRS[name], other))


# What was told before, told again: each must be found.


async def _leaks(referee: Referee, name: str, one: World, *worlds: World) -> str:
    """By what the first of the worlds that can be told from one can be told."""
    as_it_was = await tell(referee, PAIRS[name], one)
    for world in worlds:
        try:
            compare(as_it_was, await tell(referee, PAIRS[name], world))
        except LeakError as leak:
            return str(leak).partition(":")[0]
    return ""


async def test_a_placement_told_on_going_out_is_found(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AM-C1: it depends on the kills of others."""
    monkeypatch.setattr(Champions, "open_exit", lambda *_: None)

    def deeds(kills: int) -> World:
        def change(table: Table, answers: Answers) -> None:  # noqa: ARG001
            table.state.seats[:, champions.KILLS] = [kills, kills, kills, 2]

        return change

    pair = dataclasses.replace(PAIRS["champions, a seat goes out"], scripted=False)
    told = [await tell(referee, pair, deeds(kills)) for kills in (0, 9)]
    with pytest.raises(LeakError, match=r"^ends:"):
        compare(*told)
    monkeypatch.undo()
    told = [await tell(referee, pair, deeds(kills)) for kills in (0, 9)]
    assert [way for way, _ in told[0]].count("ends") == 1
    compare(*told)


async def test_arrivals_counted_over_all_rooms_are_found(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AM-P1: they tell the steps of heroes nobody sees."""

    def rows(state: State) -> list[npt.NDArray[np.int32]]:
        told = hero_rows(state)
        for seat, mine in enumerate(told):
            mine[:, c.ARRIVAL] = state.heroes[seat, mine[:, c.HERO_WIDTH], c.ARRIVAL]
        return told

    monkeypatch.setattr(observation, "hero_rows", rows)
    variants = [variant(number) for number in range(num_variants(PAIRS["proving_grounds"]))]
    assert await _leaks(referee, "proving_grounds", as_it_is, *variants) == "turns"


async def test_strikes_of_others_are_found(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AM-5: the lobby's answers to strangers, and to a seat."""
    monkeypatch.setattr(lobby_service, "hide_secrets", lambda *_: None)
    assert await _leaks(referee, "champions", giving_up, refused) == "GetMatch"
    monkeypatch.setattr(lobby_service, "keep_to_seat", lambda *_: None)
    assert await _leaks(referee, "champions", giving_up, refused) == "GetMatch of the seat"


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("dice_adventure", '{"levels": ["L1", "easy"]}', '{"levels": ["L1", "hard"]}'),
        (
            "proving_grounds, setup",
            '{"scenario": {"players": 3, "width": 3, "depth": 3, "rooms": {"4": {"caches": [5]}}}}',
            '{"scenario": {"players": 3, "width": 3, "depth": 3, "rooms": {"4": {"caches": [6]}}}}',
        ),
    ],
)
@pytest.mark.parametrize("shown", [False, True])
async def test_a_world_of_a_config_is_hidden(
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    one: str,
    other: str,
    shown: bool,
) -> None:
    """AM-4: from joining on; where the config is shown, it is found in the answer to a join or before."""
    pair = dataclasses.replace(PAIRS[name], steps=1, whole=True)
    if shown:
        codec = type(pair.plugin.codec)
        monkeypatch.setattr(codec, "encode_public_config", codec.encode_config)
    worlds = [
        await tell(referee, dataclasses.replace(pair, config=config), as_it_is)
        for config in (one, other)
    ]
    if shown:
        with pytest.raises(LeakError, match=r"^(joins|GetMatch):"):
            compare(*worlds)
        worlds = [[each for each in told if each[0] == "joins"] for told in worlds]
        with pytest.raises(LeakError, match=r"^joins:"):
            compare(*worlds)
    else:
        compare(*worlds)
