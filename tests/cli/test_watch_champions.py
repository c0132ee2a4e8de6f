"""`referee watch` of Champions: the rulebook's examples as people see them, and what fits a terminal."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gamereferee.v1 import lobby_service_pb2
from referee.cli.watch.live import LiveSource
from referee.cli.watch.paint import Place, painted
from referee.cli.watch.printing import frame_text
from referee.core.rng import Stream
from referee.core.view import Sight
from referee.games import registry
from referee.games.champions import PLUGIN
from referee.games.champions.view.view import VIEW
from referee.replay.frames import Frame, Heading
from referee.replay.recorded import RecordedSource
from tests.cli.screens import drawn
from tests.helpers.tiers import some
from tests.replay.recording import Recorder
from tests.server.running import running, soon

GLADIATOR, ROGUE, HEALER, MAGE = range(4)
ATTACK, HEAL, BOOST, GUARD, EVADE = range(5)
CONFIG = {"max_rounds": 36, "stage_rounds": 8}
NAMES = tuple(f"bot{seat}" for seat in range(16))


def _recorded(path: Path, num_seats: int, *, by_defaults: bool = False) -> Path:
    """A match of random actions with seed 1, or one in which nothing that is sent counts."""
    plugin = registry.find("champions").at(1 if by_defaults else 0)
    recorder = Recorder(plugin, path, num_seats=num_seats, fixed_seed=1)
    recorder.join_all()
    dice = Stream(7)
    while recorder.machine.outcome is None:
        if by_defaults:
            recorder.answer_by(lambda _: b"")
        else:
            recorder.answer(dice)
    recorder.journal.close()
    return path


@pytest.fixture(scope="module")
def defaults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The match of E-16."""
    return _recorded(tmp_path_factory.mktemp("e16") / "m.journal", 2, by_defaults=True)


def _frames(path: Path, seat: int | None = None) -> list[list[str]]:
    source = RecordedSource(path, seat)
    return [frame_text(source.heading, frame).splitlines() for frame in source.frames()]


def _text(sight: Sight) -> list[str]:
    heading = Heading("m", PLUGIN, tuple(sight.players), sight.config, "everything")
    return frame_text(heading, Frame(1, "MOVE", sight)).splitlines()


def _told(event: Mapping[str, Any]) -> str:
    return "".join(span.text for span in VIEW.event_line(event, NAMES))


def _after(lines: Iterable[str], heading: str) -> list[str]:
    """The lines below a heading that are indented, without indents."""
    below = itertools.dropwhile(lambda line: line != heading, lines)
    next(below)
    return [line.strip() for line in itertools.takewhile(lambda line: line.startswith("  "), below)]


# Whole matches.


def test_the_map_shows_where_everybody_begins(tmp_path: Path) -> None:
    """E-15: with seed 1 seat 0 begins on tile 15, seat 1 on 12, and so on; 12 items lie on each tile."""
    starts = (15, 12, 1, 5, 9, 6, 2, 3, 4, 14, 13, 11, 7, 0, 10, 8)
    recorder = Recorder(PLUGIN.at(1), tmp_path / "m.journal", num_seats=16, fixed_seed=1)
    recorder.join_all()
    recorder.journal.close()
    (lines,) = _frames(recorder.path)
    rows = _after(lines, "map 4x4, round 1 of 36, 0 of at most 8 rounds at this size:")
    cells = [cell.split() for row in rows for cell in row.split("│")]
    assert cells == [[str(tile), "(12)", str(starts.index(tile))] for tile in range(16)]


@pytest.mark.parametrize(
    ("steps", "first", "second"),
    [
        (24, "100 85 80 85 0 0", "100 85 80 85 0 0"),
        (28, "100 - 80 85 1 96", "100 - 80 85 1 128"),
        (32, "83 - 80 - 2 211", "94 - 80 - 2 234"),
        (36, "69 - - - 3 301", "94 - - - 3 349"),
        (40, "9 - - - 3 356", "39 - - - 3 409"),
        (44, "out in round 13 3 379 2", "16 - - - 4 425 1"),
    ],
)
def test_healths_kills_and_damage_of_a_whole_match(
    defaults: Path, steps: int, first: str, second: str
) -> None:
    """E-16: eight rounds of three steps without a battle, then five of four; placements at the end."""
    lines = _after(_frames(defaults)[steps], "seats:")
    rows = [line.translate(dict.fromkeys(map(ord, "█░"), " ")).split() for line in lines[1:]]
    assert " ".join(rows[0][2:]) == first
    assert " ".join(rows[1][3:]) == second
    assert lines[0].split()[-1] == ("place" if steps == 44 else "damage")


def test_a_seat_is_shown_no_more_than_it_knows(defaults: Path) -> None:
    """E-16 as seat 0 sees it: the two that fought it in round 9, of whom the Rogue fell; no numbers."""
    frames = _frames(defaults, seat=0)
    rows = [_after(frames[step], "seats:")[2].split()[3:] for step in (0, 28)]
    assert rows[0] == ["?"] * 6
    assert rows[1][:3] == ["100", "█████", "-"]
    assert rows[1][4:] == ["?", "?", "?", "?"]
    assert not any("gear of seat 1" in line for lines in frames for line in lines)
    tiles = [cell.split() for row in _after(frames[0], _MAP) for cell in row.split("│")]
    assert tiles == [["0"], ["1"], ["2", "(12)", "0"], ["3", "1"]]  # only its own tile's items


_MAP = "map 2x2, round 1 of 36, 0 of at most 8 rounds at this size:"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16)])
@pytest.mark.parametrize("num_seats", some([2, 9, 16], 2))
def test_every_frame_fits_and_shows_all_seats(
    size: tuple[int, int], num_seats: int, tmp_path: Path
) -> None:
    """From 80 by 24 on, the map and every seat are whole; nothing is wider or higher than the screen."""
    source = RecordedSource(_recorded(tmp_path / "m.journal", num_seats), None)
    width, height = size
    for frame in list(source.frames())[::5]:
        text = drawn(source.heading, Place([frame]), width, height)
        shown = sum(f" {seat} seat" in line for line in text[1:19] for seat in range(1, num_seats))
        assert width == 60 or shown >= num_seats - 1
        assert width == 60 or sum(line.startswith("╰") for line in text[:19]) >= 2


def test_loot_is_shown_with_who_found_it(tmp_path: Path) -> None:
    """As many finds as the seats' stashes hold after the first looting, each under its seat."""
    source = RecordedSource(_recorded(tmp_path / "m.journal", 9), None)
    frame = next(itertools.islice(source.frames(), 2, None))
    lines = _text(frame.sight)
    finds = " ".join(_after(lines, "loot found:"))
    stashes = {seat: own["me"]["stash"] for seat, own in frame.sight.observations.items()}
    assert sum(map(len, stashes.values())) == finds.count(",") + len(stashes) == 27
    assert sum(line.strip().startswith("found ") for line in lines) == 27
    assert [f"gear of {'0 ada' if seat == 0 else f'seat {seat}'}:" in lines for seat in stashes]


# Fights.


def _fighter(seat: int, champion: int) -> dict[str, int]:
    return {"seat": seat, "champion": champion}


def _deed(
    actor: tuple[int, int], action: int, target: tuple[int, int] | None, **more: object
) -> dict[str, Any]:
    told = {"actor": _fighter(*actor), "action": action, "base": [], "items": [], "boost": 0}
    if target is not None:
        told["target"] = _fighter(*target)
    return {**told, "factor": 100, "amount": 0, **more}


def _battle_turn(deeds: list[dict[str, Any]], **healths: int) -> dict[str, Any]:
    """A BattleTurn; healths by seat and letter, such as `s3R=78`."""
    told = [
        {"fighter": _fighter(int(name[1]), "GRHM".index(name[2])), "health": health}
        for name, health in healths.items()
    ]
    return {"battle": 1, "turn": 0, "actions": deeds, "healths": told}


def _fight(turn: dict[str, Any]) -> list[str]:
    """The panel of a battle, seen by who was told of it and knows no more."""
    end = {name: [1] * 16 for name in ("placements", "scores", "kills", "damage")}
    events = ({"battle_turn": turn}, {"match_end": end})
    lines = _text(Sight({}, events, CONFIG, NAMES))
    return _after(lines, "battle 1: 3 bot3 v 5 bot5:")


def _item(kind: int, *faces: int) -> dict[str, object]:
    return {"kind": kind, "faces": list(faces)}


def test_all_dice_of_a_turn_are_shown() -> None:
    """E-7, seats 3 and 5: boost, guard, a critical, items, armour, and the factors 1.25, 1.50 and 0.80."""
    deeds = [
        _deed((3, HEALER), BOOST, (3, ROGUE), base=[6], items=[_item(30, 4)], factor=125)
        | {"amount": 13},
        _deed((5, MAGE), GUARD, (5, GLADIATOR), base=[5], items=[_item(29, 3)], amount=8),
        _deed((3, ROGUE), ATTACK, (5, GLADIATOR), base=[8, 3, 2], items=[_item(2, 6)], boost=13)
        | {"defence": _item(18, 5), "factor": 150, "amount": 53},
        _deed((5, GLADIATOR), ATTACK, (3, ROGUE), base=[7, 2], factor=80, amount=7),
    ]
    turn = _battle_turn(deeds, s3R=78, s3H=80, s5G=55, s5M=85)
    assert _fight(turn) == [
        "1 3H boosts 3R 13: 6 +4 x1.25",
        "5M guards 5G 8: 5 +3",
        "3R→5G 53: 8! 3 2 +6 +13b -5 x1.50",
        "5G→3R 7: 7 2 x0.80",
        "3R 78  3H 80  5G 55  5M 85",
    ]
    told = "battle 1, turn 1: 3H boosts 3R 13, 5M guards 5G 8, 3R→5G 53, 5G→3R 7"
    assert _told({"battle_turn": turn}) == told


def test_evading_and_falling_are_shown() -> None:
    """E-8, with a Rogue of seat 5 who has just 11 left: the first attack is evaded, the second one hits."""
    deeds = [
        _deed((3, GLADIATOR), ATTACK, (5, ROGUE), evade_roll=9, evade_need=9, factor=0),
        _deed((3, MAGE), ATTACK, (5, ROGUE), base=[3, 3, 4, 1], evade_roll=8, evade_need=9)
        | {"defence": _item(17, 2), "factor": 125, "amount": 11},
        _deed((5, GLADIATOR), EVADE, None),
        _deed((5, ROGUE), EVADE, None),
    ]
    turn = _battle_turn(deeds, s3G=100, s3M=85, s5G=100, s5R=0)
    assert _fight(turn) == [
        "1 3G→5R evaded: (9 of 9)",
        "3M→5R 11: (8 of 9) 3 3 4 1 -2",
        "x1.25",
        "5G evades",
        "5R evades",
        "3G 100  3M 85  5G 100  5R falls",
    ]
    told = _told({"battle_turn": turn})
    assert told == "battle 1, turn 1: 3G→5R evaded, 3M→5R 11, 5R falls"
    later = _battle_turn(deeds[2:3], s3G=100, s5G=100, s5R=0)
    assert _fight(later) == ["1 5G evades", "3G 100  5G 100  5R -"]  # it has fallen before
    idle = _battle_turn(deeds[2:], s3G=100, s5G=100, s5R=85)
    assert _told({"battle_turn": idle}) == "battle 1, turn 1: all evade"


def test_long_rows_of_dice_go_on_in_the_next_line() -> None:
    """So that a battle stands beside the map in a terminal of 120 columns."""
    items = [_item(6, 5, 6, 4), _item(14, 10, 9)]
    deed = _deed((3, MAGE), ATTACK, (5, MAGE), base=[5, 5, 5, 5], items=items, boost=25)
    lines = _fight(_battle_turn([deed | {"amount": 99}], s3M=85, s5M=1))
    assert lines[:2] == ["1 3M→5M 99: 5! 5! 5! 5! +5+6+4 +10+9", "+25b"]


# What everybody is told, and single events.


def _public(size: int, tiles: Iterable[int | None], **fields: int) -> dict[str, Any]:
    """What everybody may know, with the seats on these tiles; None for one that fell in round 7."""
    seats = [
        {"alive": False, "row": -1, "col": -1, "out_round": 7}
        if tile is None
        else {"alive": True, "row": tile // size, "col": tile % size, "out_round": 0}
        for tile in tiles
    ]
    return {"round": 9, "phase": 0, "size": size, "stage_age": 2, "seats": seats} | fields


def test_the_public_is_shown_the_map_and_who_is_out() -> None:
    """Seats 0 and 1 on tile 5, seat 3 on 0, seat 4 on 7, seat 2 out; no items, no healths."""
    public = _public(3, (5, 5, None, 0, 7))
    lines = _text(Sight({}, (), CONFIG, NAMES[:5], public))
    rows = _after(lines, "map 3x3, round 9 of 36, 2 of at most 8 rounds at this size:")
    assert [[cell.split() for cell in row.split("│")] for row in rows] == [
        [["0", "3"], ["1"], ["2"]],
        [["3"], ["4"], ["5", "0", "1"]],
        [["6"], ["7", "4"], ["8"]],
    ]
    unknown = ["?"] * 6
    assert [row.split()[2:] for row in _after(lines, "seats:")[1:]] == [
        unknown,
        unknown,
        ["out", "in", "round", "7", "?", "?"],
        unknown,
        unknown,
    ]
    assert not any(line.startswith(("gear", "loot", "battle")) for line in lines)


@pytest.mark.parametrize(("size", "most"), [(4, 9), (3, 6), (2, 3)])
def test_each_size_has_its_own_length(size: int, most: int) -> None:
    """As `stage_lengths` says."""
    config = {"max_rounds": 36, "stage_lengths": [9, 6, 3]}
    lines = _text(Sight({}, (), config, NAMES[:2], _public(size, (0, 1))))
    assert any(f"2 of at most {most} rounds at this size" in line for line in lines)


async def test_the_public_of_a_live_match_is_shown_the_map_to_the_end(tmp_path: Path) -> None:
    """E-16: with seed 1 two seats begin on tiles 2 and 3 of a map of 2x2. The last frame still has it."""
    async with running(tmp_path) as server:
        policy = lobby_service_pb2.SeedPolicy(fixed=1)
        made = await server.create("champions", num_seats=2, seed_policy=policy, game_version=1)
        stream = server.stream()
        await stream.join(*made.seat_tokens)
        await stream.turn()
        source = await asyncio.to_thread(LiveSource, made.match.match_id, server.address)
        frames = source.frames()
        first = await soon(asyncio.to_thread(next, frames))
        await server.abort(made.match.match_id, "enough")
        last = await soon(asyncio.to_thread(next, frames))
        source.stop()
    assert last.outcome[0] == "the match is over: OPERATOR: enough"
    for frame in (first, last):
        rows = _after(_text(frame.sight), _MAP)
        tiles = [cell.split() for row in rows for cell in row.split("│")]
        assert tiles == [["0"], ["1"], ["2", "0"], ["3", "1"]]


def test_placements_are_shown_at_the_end() -> None:
    """E-14, whose placements are 1, 2, 3, 3, 5."""
    end = {
        "placements": [1, 2, 3, 3, 5],
        "scores": [1000000, 750000, 375000, 375000, 0],
        "kills": [3, 3, 2, 2, 1],
        "damage": [210, 200, 150, 150, 400],
    }
    rows = _after(_text(Sight({}, ({"match_end": end},), CONFIG, NAMES[:5])), "seats:")
    assert [row.split()[-3:] for row in rows[1:]] == [
        ["3", "210", "1"],
        ["3", "200", "2"],
        ["2", "150", "3"],
        ["2", "150", "3"],
        ["1", "400", "5"],
    ]
    assert _told({"match_end": end}) == "first: 0 bot0"


def test_a_screen_without_sections_is_all_events() -> None:
    """Where a view has nothing to show: the title, and the events right below it."""
    out = {"eliminated": {"seat": 2, "round": 9}}
    heading = Heading("m", PLUGIN, NAMES, CONFIG, "the public")
    frame = Frame(40, "MOVE", Sight({}, (out,), CONFIG, NAMES))
    console = Console(width=80, height=24, force_terminal=True, color_system=None)
    lines = console.render_lines(painted(heading, Place([frame]), 80, 24))
    text = ["".join(segment.text for segment in line).rstrip() for line in lines]
    assert text[1] == ""
    assert text[2].startswith("╭─ events ")
    assert text[3].strip("│ ") == "40  2 bot2 is out in round 9"


def test_many_on_one_tile_are_counted() -> None:
    """Sixteen seats on a tile of the 4x4 map: as many as there is room for, and how many more."""
    public = _public(4, [1] * 16, round=2, stage_age=1)
    me = {"seat": 0, "champions": [], "stash": [], "kills": 0, "damage": 0}
    own = {"me": me, "tile": {"tile_class": 1, "left": [1, 2, 3, 4]}, "my_battles": []}
    lines = _text(Sight({0: public | own}, (), CONFIG, NAMES, public))
    row = _after(lines, "map 4x4, round 2 of 36, 1 of at most 8 rounds at this size:")[0]
    assert [cell.strip() for cell in row.split("│")] == ["0", "1 (10)  0 1 +14", "2", "3"]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"refusal": {"phase": 3, "code": "REFUSAL_CODE_BAD_PREFS", "index": 1, "turn": 2}},
            "refused in BATTLE: BAD_PREFS, entry 1, turn 3",
        ),
        (
            {"refusal": {"phase": 0, "code": "REFUSAL_CODE_MOVE_OFF_MAP"}},
            "refused in MOVE: MOVE_OFF_MAP",
        ),
        (
            {"refusal": {"phase": 3, "code": "REFUSAL_CODE_FIGHTER_FILLED", "index": 2}},
            "notice in BATTLE: FIGHTER_FILLED, Healer",
        ),
        (
            {"refusal": {"phase": 1, "code": "REFUSAL_CODE_MISSED_DEADLINE"}},
            "notice in LOOT: MISSED_DEADLINE",
        ),
        (
            {"loot_found": {"action": 0, "item": 31, "kind": 11}},
            "found Blessed Rod 1d6 heal 1d6, item 31",
        ),
        (
            {"loot_found": {"action": 0, "item": 3, "kind": 35}},
            "found Phantom Mantle support 2d8 evade 5, item 3",
        ),
        (
            {"loot_found": {"action": 0, "item": 4, "kind": 27}},
            "found Aegis Plate armour 2d10, item 4",
        ),
        ({"loot_nothing": {"action": 1}}, "found nothing"),
        ({"champion_died": {"seat": 4, "champion": MAGE}}, "Mage of 4 bot4 has died"),
        ({"items_returned": {"items": [7]}}, "1 item of the dead back in the stash"),
        ({"items_returned": {"items": [7, 9]}}, "2 items of the dead back in the stash"),
        ({"eliminated": {"seat": 4, "round": 6}}, "4 bot4 is out in round 6"),
        (
            {"map_shrunk": {"old_size": 4, "new_size": 3, "cuts": [{"oy": 1, "ox": 0}]}},
            "the map shrinks from 4x4 to 3x3: the first row and last column vanish",  # E-12
        ),
        (
            {
                "tile_report": {
                    "tile": 2,
                    "seats": [{"seat": seat, "health": [1, 0, 0, 0]} for seat in (1, 2, 3)],
                    "battles": [{"battle": 0, "side_a": 2, "side_b": 3}],
                }
            },
            "on tile 2: 2 bot2 v 3 bot3, 1 bot1 fights nobody",  # E-9 (c)
        ),
    ],
)
def test_events_are_lines(event: dict[str, Any], line: str) -> None:
    """Each kind of event, with names where seats are told."""
    assert _told(event) == line
