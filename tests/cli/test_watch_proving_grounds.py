"""`referee watch` of Proving Grounds: the rulebook's map, who sees what, sentences, and what fits a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from rich.console import Console

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee.cli.watch.paint import Place, painted
from referee.cli.watch.printing import frame_text
from referee.core.game import Event
from referee.core.view import Fields, Panel, Sight, Style, Table
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.rules.rooms import add_spikes
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    CREATURES,
    Board,
    Cause,
    Code,
    Creature,
    EndCause,
    HeroClass,
    Item,
    OrderList,
    Spell,
)
from referee.games.proving_grounds.view.sentences import event_line
from referee.games.proving_grounds.view.telling import Names
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.replay.frames import Frame, Heading
from referee.replay.recorded import RecordedSource
from tests.cli.screens import drawn
from tests.helpers.tiers import some
from tests.replay.recording import record_match

NAMES = ("ada", "bob", "cid", "dan", "eve", "fay", "gus", "hal")
CONFIG = ProvingGroundsConfig()


def _plain(message: Any) -> dict[str, Any]:
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def _observed(state: State, seats: tuple[int, ...]) -> dict[int, Fields]:
    data = PLUGIN.codec.encode_observations(CONFIG, PLUGIN.game.observe(state, seats))
    seen = [_plain(wire.Observation.FromString(one)) for one in data]
    return dict(zip(seats, seen, strict=True))


def _public(state: State) -> Fields:
    seen = PLUGIN.game.observe_public(state)
    assert seen is not None
    (data,) = PLUGIN.codec.encode_observations(CONFIG, [seen])
    return _plain(wire.Observation.FromString(data))


def _begun(num_seats: int = 4) -> State:
    """Seed 1, all with the default party (PG-8.20)."""
    state, _ = PLUGIN.game.start(CONFIG, seed=1, num_seats=num_seats)
    PLUGIN.game.step(state, {})
    return state


def _map_of(sight: Sight) -> list[str]:
    part = VIEW.sections(sight)[0].parts[0]
    assert isinstance(part, Panel)
    return ["".join(span.text for span in line) for line in part.lines]


def _text(sight: Sight) -> list[str]:
    heading = Heading("m", PLUGIN, tuple(sight.players), sight.config, "everything")
    return frame_text(heading, Frame(1, "ORDERS", sight)).splitlines()


# The map.


def test_the_rulebooks_map_is_shown_to_who_knows_it() -> None:
    """PG-8.2: creatures, gems, doors within the sector, to its neighbours and to the hall.

    Nobody but seat 0 has entered anything; a trap is seen by none that has not met it (PG-6.4).
    """
    state = _begun()
    state.levels[0] = 4
    lines = _map_of(Sight(_observed(state, (0,)), (), {}, NAMES))
    assert [line[:16].rstrip() for line in lines[:-1]] == [
        "    0 ada",
        " 0   . ─0F5─ G*",
        "     │   │   │",
        " 3 ─ G*─ G*─ . ─",
        "     │       │",
        " 6   O4─ O*─ G4",
        "     │       │",
        " 9   G*─ O*─ O3",
        "     │   │",
        "12 ─ U3  U3─ D ─",
    ]
    assert lines[-1] == "hall 60  D* doors to 13, 28, 43, 58"


def test_a_seat_is_shown_no_more_than_it_knows() -> None:
    """After setup it knows its entry room with its doors (PG-6.3), and where everybody stands."""
    state = _begun()
    lines = _map_of(Sight(_observed(state, (1,)), (), {}, NAMES))
    assert lines[1] == " 0 · ? ·0H5· ? ·15 · ? ─1F5─ ? ·30 · ? ·2H5· ? ·45 · ? ·3H5· ? ·"
    assert lines[2][16:32] == "     ·   │   ·  "
    assert lines[-1] == "hall 60  ?  no door is known"
    parties = [
        line for line in _text(Sight(_observed(state, (1,)), (), {}, NAMES)) if "party" in line
    ]
    assert parties == ["--- party of 1 bob ---", "party of 1 bob:"]


def test_the_public_sees_who_owns_what() -> None:
    """PG-6.1: an entered room of somebody, one of nobody, and what no one has entered."""
    state = _begun()
    state.rooms[[0, 2], c.EXPLORED] = 1
    state.rooms[0, c.OWNER] = 3
    sight = Sight({}, (), {}, NAMES, _public(state))
    assert _map_of(sight)[1][:17] == " 0 ·3: ·0H5·-: ·1"
    text = _text(sight)
    assert not any("party" in line for line in text)
    lines = [" ".join(line.split()) for line in text]
    assert "0 ada 6 0 5 1 2. no gems 1. 2. 3. 1. 2. ?" in lines
    assert "3 dan 6 0 5 2 1. no gems 3. 4. 2. 2. 1. ?" in lines


@pytest.mark.parametrize(
    ("level", "cell"), [(0, " ? "), (1, " ! "), (2, " O4"), (3, " O*"), (4, " O*")]
)
def test_each_level_shows_more_of_a_room(level: int, cell: str) -> None:
    """PG-6.2: room 7 of PG-8.2 has two Orcs, two Goblins and a ruby."""
    state = _begun()
    state.levels[0, 7] = level
    assert _map_of(Sight(_observed(state, (0,)), (), {}, NAMES))[5][8:11] == cell


def test_what_several_know_is_put_together() -> None:
    """Seat 0 knows room 7 in full, seat 1 room 8; spikes are seen at level 4 only (PG-6.3)."""
    state = _begun()
    add_spikes(state, 7, 8)
    state.levels[0, 7], state.levels[1, 8] = 3, 3
    line = _map_of(Sight(_observed(state, (0, 1)), (), {}, NAMES))[5]
    assert line[:16] == " 6 · ? ─ O*─ G4 "
    state.levels[1, 8] = 4
    assert _map_of(Sight(_observed(state, (0, 1)), (), {}, NAMES))[5][:16] == " 6 · ? ─ O*# G4 "
    assert _map_of(Sight(_observed(state, (0,)), (), {}, NAMES))[5][:16] == " 6 · ? ─ O*─ ? ·"


def test_traps_enemies_and_colours() -> None:
    """A trap that is known, two parties in one room, an owner's colour."""
    state = _begun()
    state.levels[0] = 4
    state.rooms[5, c.TRAP] = 0
    state.rooms[[0, 5], c.OWNER] = 0
    state.heroes[1, 0, c.ROOM] = 1
    sight = Sight(_observed(state, (0,)), (), {}, NAMES)
    part = VIEW.sections(sight)[0].parts[0]
    assert isinstance(part, Panel)
    spans = {span.text: span.style for line in part.lines for span in line}
    assert spans["0. "] is Style.FIRST
    assert spans["0F!"] is Style.FIRST
    assert spans["0.T"] is Style.FIRST
    assert spans["1F4"] is Style.SECOND
    assert spans[" D "] is Style.BAD


@pytest.mark.parametrize("num_seats", range(2, 9))
def test_every_room_has_its_place(num_seats: int) -> None:
    """Of any number of seats: rows begin with the numbers of their first rooms, in at most 92 columns."""
    state = _begun(num_seats)
    lines = _map_of(Sight({}, (), {}, NAMES, _public(state)))
    numbers = [
        int(line[column : column + digits])
        for digits in [len(str(15 * num_seats))]
        for line in lines[:-1]
        for column in range(0, len(line), digits + 14)
        if line[column : column + digits].strip().isdigit()
        and line[column + digits] == " "
        and line[column + digits + 1] == "·"
    ]
    assert sorted(numbers) == list(range(0, 15 * num_seats, 3))
    assert max(map(len, lines)) <= 92


# Lists.


def test_parties_market_and_rooms_are_listed() -> None:
    """PG-8.20's market and candidates at turn 3, the default party, what is in a room."""
    state = _begun()
    for _ in range(2):
        PLUGIN.game.step(state, {})
    state.levels[0, 7] = 3
    state.stash[0, Item.POTION] = 2
    state.vault[0, 1] = 1
    text = _text(Sight(_observed(state, (0,)), (), {"max_turns": 60}, NAMES))
    assert "turn 3 of 60, 57 rooms unexplored:" in text
    rows = [line.split() for line in text]
    full = "█" * 10
    assert ["C2", "1", full, "14/14", full, "7/7", "6/6/7/7/7", "mace"] in rows
    assert ["0", "ada", "1", "sapphire", "2", "potion", "-"] in rows
    assert ["1", "bob", "?", "?", "?"] in rows
    slots = [
        ["0", "teleport", "5"],
        ["1", "magic", "missile", "4"],
        ["2", "spikes", "1"],
        ["3", "heavy", "armor", "10"],
        ["4", "mace", "3"],
        ["5", "long", "sword", "6"],
    ]
    assert [row for row in rows if row in slots] == slots
    assert ["0", "Fighter", "12", "7/8/7/3/5", "?"] in rows
    assert ["1", "Wizard", "14", "4/6/7/8/6", "?"] in rows
    assert ["7", "-", "3", "O8", "O8", "G4", "G4", "8", "gold,", "1", "ruby", "?", "?"] in rows
    columns = "seat gold gems heroes rooms if it ended now ORDER MOVE >HIRE BUY >TIE of which"
    lines = [" ".join(row) for row in rows]
    assert columns in lines
    assert "0 ada 6 1 5 1 1. most sapphires 1. 2. 3. 1. 2. 1 sapphire" in lines
    assert "2 cid 6 0 5 1 4. no gems 2. 3. 1. 3. 4. ?" in lines


# Events.

F0, T1 = Ref(0, 0), Ref(1, 1)
FIGHTER = told.Fighter(0, 0, HeroClass.FIGHTER, 16)
WIZARD = told.Fighter(1, 3, HeroClass.WIZARD, 10)
GOBLIN = told.Fighter(CREATURES, 1, Creature.GOBLIN, 4)
END = told.End(
    EndCause.LATE,
    31,
    5,
    (
        told.FinalSeat(0, (3, 2), 41, 14, 4, (1,), 0, 2),
        told.FinalSeat(1, (3, 1), 48, 14, 5, (0,), 10, 1),
    ),
)

SENTENCES: list[tuple[told.Body, str]] = [
    (told.Result(0, OrderList.BUY, 1, None, Code.TAKEN),
     "0 ada: refused, purchase 1: TAKEN, bought by somebody higher on the board"),
    (told.Result(0, OrderList.HEROES, 0, None, Code.OK), ""),
    (told.Notice(0, OrderList.ITEMS, 2, 1, Code.NOT_OPEN),
     "0 ada: refused, item 2 of hero 1: NOT_OPEN, not open now"),
    (told.Notice(0, OrderList.MESSAGE, 0, None, Code.BAD_MESSAGE),
     "0 ada: refused, the message: BAD_MESSAGE, it is unreadable, and the default was played"),
    (told.Notice(0, OrderList.MESSAGE, 5, None, Code.MORE),
     "0 ada: refused, 5 further parts of the message"),
    (told.Ledger(0, -12, Cause.HIRED, 8), "0 ada: -12 gold for hires, 8 now"),
    (told.BoardOrder(Board.TIE, (1, 0)), "board TIE: 1 0"),
    (told.Hired(1, 0, 5, 15), "1 bob hires candidate 0 for 15 gold as hero 5"),
    (told.Bought(1, 0, Item.LONG_SWORD), "1 bob buys long sword, slot 0"),
    (told.Died(F0), "hero 0.0 is dead"),
    (told.Traded(F0, T1, 0, (0, 1), None, 1, (1, 0), None),
     "hero 0.0 and hero 1.1 trade 1 sapphire for 1 gold, 1 ruby"),
    (told.OfferMade(F0, T1, 0, (0, 0), Item.RING, 0, (0, 0), None),
     "hero 0.0 offers hero 1.1 ring for nothing"),
    (told.Action(T1, 2, 12, 9, False), "hero 1.1, order 2, fails: 12, needs 9 or less"),
    (told.Action(T1, 2, None, None, True), ""),
    (told.Healed(F0, 4, 12), "hero 0.0 gains 4 hp, 12 now"),
    (told.Rested(F0, 2, 0), "hero 0.0 rests: +2 hp"),
    (told.Rested(F0, 0, 0), ""),
    (told.Entered(F0, 1, 3), "hero 0.0 enters room 3 from room 1"),
    (told.Retreated(F0, 3, 1), "hero 0.0 retreats from room 3 to room 1"),
    (told.Teleported(F0, 9, 1), "hero 0.0 is back from room 9 in room 1"),
    (told.TrapSprung(0, T1, 11, 0), "hero 1.1 disarms a trap in room 0, by 11"),
    (told.TrapSprung(0, F0, None, 5), "a trap in room 0 takes 5 hp of hero 0.0"),
    (told.TrapSprung(0, None, None, 4), "a trap in room 0 takes 4 hp of the first of the creatures"),
    (told.Lured(Ref(1, 3), 8, 3), "hero 1.3 lures the creatures of room 8 into room 3"),
    (told.Noise(4), "noise in room 4"),
    (told.Clamor(4), "a fight or a noise in room 4"),
    (told.SpikesSet(3, 6), "the door between room 3 and room 6 is spiked, from room 3"),
    (told.SpikesRemoved(3, 6), "the door between room 3 and room 6 is free of spikes"),
    (told.TrapSet(T1, 3), "hero 1.1 sets a trap in room 3"),
    (told.TrapDisarmed(T1, 3, False, False), "hero 1.1 finds no trap in room 3"),
    (told.TrapDisarmed(T1, 3, True, False), "hero 1.1 fails to remove a trap in room 3"),
    (told.Stolen(T1, 8, 0, 1, 0), "hero 1.1 steals a sapphire from 0 ada in room 8"),
    (told.Stolen(T1, 8, None, None, 5), "hero 1.1 steals 5 gold in room 8"),
    (told.Struck(T1, 8, 7), "hero 1.1 is caught at room 8 and loses 7 hp"),
    (told.FightBegan(3, (GOBLIN,), (FIGHTER, WIZARD)),
     "fight in room 3: Fighter 0.0 (16 hp), Wizard 1.3 (10 hp) against Goblin 1 (4 hp)"),
    (told.Round(3, 2), "  round 2 in room 3"),
    (told.Swung(3, FIGHTER, GOBLIN, 9, True, 8),
     "  Fighter 0.0 (16 hp) hits Goblin 1 (4 hp) for 8: rolled 9"),
    (told.Swung(3, GOBLIN, FIGHTER, 4, False, 0),
     "  Goblin 1 (4 hp) misses Fighter 0.0 (16 hp): rolled 4"),
    (told.Prepared(3, WIZARD, None, 1), "  Wizard 1.3 (10 hp) prepares, 1 turn of preparation left"),
    (told.Prepared(3, WIZARD, 8, 0), "  Wizard 1.3 (10 hp) was hit: rolled 8, stays prepared"),
    (told.CastBattlemagic(3, WIZARD, Item.FIREBALL, 9, (GOBLIN, FIGHTER), (9, 8)),
     "  Wizard 1.3 (10 hp) casts fireball, rolled 9, on Goblin 1 (4 hp) for 9, "
     "Fighter 0.0 (16 hp) for 8"),
    (told.CastBattlemagic(3, WIZARD, Item.SLEEP, 7, (), ()),
     "  Wizard 1.3 (10 hp) casts sleep, rolled 7, at nobody"),
    (told.Slept(3, GOBLIN), "  Goblin 1 (4 hp) sleeps"),
    (told.EmergencyCure(3, told.Fighter(0, 1, HeroClass.CLERIC, 14), FIGHTER),
     "  Cleric 0.1 (14 hp) saves Fighter 0.0 (16 hp) from death"),
    (told.CreatureDied(3, GOBLIN), "  Goblin 1 (4 hp) is dead"),
    (told.FightEnded(3, 1, False), "the fight in room 3 is over after 1 round"),
    (told.FightEnded(3, 30, True), "the fight in room 3 is broken off after 30 rounds"),
    (told.Looted(0, 3, 2, 4, (1, 0), (Item.RING,)),
     "0 ada: loots 4 gold, 1 ruby, ring in room 3, gems go to hero 2"),
    (told.Searched(T1, 3, 11, 4), "hero 1.1 searches room 3 and finds 4 gold: rolled 11"),
    (told.Tapped(T1, 3), "hero 1.1 finds that room 3 has no caches"),
    (told.SpellCast(Ref(1, 3), Spell.KNOCK), "hero 1.3 casts knock"),
    (END, "the end in turn 31, for it is late, and the dice say so: "
     "1. 1 bob, 48 gold, most ruby; 2. 0 ada, 41 gold, most sapphire"),
]  # fmt: skip


def _wired(body: told.Body) -> Fields:
    data = PLUGIN.codec.encode_event(Event(body))
    (event,) = wire.Events.FromString(data).events
    return _plain(event)


@pytest.mark.parametrize(("body", "sentence"), SENTENCES)
def test_an_event_is_a_sentence(body: told.Body, sentence: str) -> None:
    """As it comes over the wire, told by seat 0's eyes."""
    sight = Sight({0: {"dots": []}}, (_wired(body),), {}, NAMES)
    lines = VIEW.event_lines(sight)
    assert ["".join(span.text for span in line) for line in lines] == (
        [sentence] if sentence else []
    )


def test_every_kind_of_event_has_a_sentence() -> None:
    """All fields of the message are among those above."""
    kinds = {next(iter(_wired(body))) for body, _ in SENTENCES}
    assert kinds == {field.name for field in wire.Event.DESCRIPTOR.fields}


@pytest.mark.parametrize("code", [code for code in Code if code not in (Code.OK, Code.MORE)])
def test_every_code_has_its_reason(code: Code) -> None:
    """Its name, and words for those who don't know it."""
    body = told.result(0, OrderList.HEROES, 3, None, code)
    line = "".join(span.text for span in VIEW.event_line(_wired(body), NAMES))
    start = f"somebody: refused, hero order 3: {code.name}, "
    assert line.startswith(start)
    assert len(line) > len(start) + 5


def test_unknown_events_are_named() -> None:
    """A referee that is newer than the view."""
    assert event_line({"flood": {}}, Names(NAMES))[0].text == "flood"


def test_a_way_and_a_bill_are_a_line_each() -> None:
    """What a hero enters in a row, what a seat pays in a row; another hero begins another line."""
    bodies: list[told.Body] = [
        told.Ledger(0, -12, Cause.HERO, 88),
        told.Ledger(0, -6, Cause.ITEM, 82),
        told.Ledger(0, -10, Cause.HERO, 72),
        told.Entered(F0, 1, 3),
        told.Entered(F0, 3, 6),
        told.Entered(F0, 6, 7),
        told.Entered(T1, 16, 17),
    ]
    sight = Sight({0: {"dots": []}}, [_wired(body) for body in bodies], {}, NAMES)
    assert ["".join(span.text for span in line) for line in VIEW.event_lines(sight)] == [
        "0 ada: -22 gold for heroes, -6 gold for items, 72 now",
        "hero 0.0 goes from room 1 by 3, 6 to 7",
        "hero 1.1 enters room 17 from room 16",
    ]


# Whole matches.


def _recorded(path: Path, num_seats: int) -> Path:
    """A match of random actions with seed 1."""
    return record_match(PLUGIN, path, num_seats=num_seats, fixed_seed=1).path


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of four."""
    return _recorded(tmp_path_factory.mktemp("four") / "m.journal", 4)


def test_a_replay_tells_whose_gold_it_is(four: Path) -> None:
    """Who sees everything is told the seats of what each was told alone: their ledgers add up."""
    gold = dict.fromkeys(range(4), 100)
    for frame in RecordedSource(four, None).frames():
        sight = frame.sight
        assert len(sight.told_to) == len(sight.events)
        for event, seat in zip(sight.events, sight.told_to, strict=True):
            if "ledger" in event:
                assert seat is not None
                gold[seat] += event["ledger"]["amount"]
                assert gold[seat] == event["ledger"]["gold"]
    assert any(amount != 100 for amount in gold.values())


def test_one_seat_is_told_its_own(four: Path) -> None:
    """Nothing is of somebody, and nothing that others were told alone is there."""
    lines = [
        line
        for frame in RecordedSource(four, 2).frames()
        for line in frame_text(RecordedSource(four, 2).heading, frame).splitlines()
    ]
    told_alone = [line for line in lines if " gold " in line and line.endswith(" now")]
    assert told_alone
    assert all(line.startswith("  2 seat 2: ") for line in told_alone)


def test_places_are_shown_at_the_end(four: Path) -> None:
    """Beside what each seat came to."""
    frame = [frame for frame in RecordedSource(four, None).frames() if not frame.outcome][-1]
    table = VIEW.sections(frame.sight)[0].parts[1]
    assert isinstance(table, Table)
    assert table.columns[-1] == "place"
    assert sorted(row[-1].text for row in table.rows) == ["1.", "2.", "3.", "4."]


@pytest.mark.parametrize("size", [(100, 40), (200, 60), (60, 16)])
@pytest.mark.parametrize("num_seats", some([2, 8], 1))
def test_every_frame_fits_and_shows_the_map(
    size: tuple[int, int], num_seats: int, tmp_path: Path
) -> None:
    """Nothing is wider or higher than the screen; from 100 by 40 on, the map and every seat are whole."""
    source = RecordedSource(_recorded(tmp_path / "m.journal", num_seats), None)
    width, height = size
    for frame in list(source.frames())[::8]:
        text = drawn(source.heading, Place([frame]), width, height)
        if width >= 100:
            assert any("hall" in line for line in text)
            seats = source.heading.players
            assert all(
                any(f"│ {seat} {seats[seat]} " in line for line in text)
                for seat in range(num_seats)
            )


@pytest.mark.parametrize("num_seats", [4, 8])
def test_nothing_is_lost_on_a_small_screen(num_seats: int) -> None:
    """At 80 by 24 the map or the seats say which lines they show, and Tab leads to each of the others."""
    width, height = 80, 24
    names = NAMES[:num_seats]
    sight = Sight(_observed(_begun(num_seats), tuple(range(num_seats))), (), {}, names)
    heading = Heading("m", PLUGIN, names, sight.config, "everything")
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    seen: set[str] = set()
    pages, first = 1, 0
    while first < pages:
        place = Place([Frame(1, "ORDERS", sight)], first)
        lines = console.render_lines(painted(heading, place, width, height))
        text = ["".join(segment.text for segment in line) for line in lines]
        if not first:
            pages = 1 + int(text[-1].partition("Tab: ")[2].split()[0])
            assert any(" 1 to " in line and f" of {num_seats}" in line for line in text) or any(
                "setup, 1 to " in line or "unexplored, 1 to " in line for line in text
            )
        seen.update(line.strip("│╭╰─ ") for line in text)
        first += 1
    for seat, name in enumerate(names):
        assert any(line.startswith(f"{seat} {name} ") for line in seen)
    for line in _map_of(sight):
        assert line.strip("─ ") in {one.strip("─ ") for one in seen}
