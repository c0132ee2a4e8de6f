"""What browsers are shown of Proving Grounds: positions and fights of the rulebook, what is unknown, secrets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.core.game import Event
from referee.core.rng import Stream
from referee.core.scene import (
    Bar,
    Delta,
    Dice,
    Door,
    Field,
    Flag,
    FlagKind,
    Hidden,
    Line,
    Mark,
    Rooms,
    Row,
    Scene,
    SceneTable,
    Shape,
    Span,
    Style,
    Token,
    Versus,
    spans_text,
)
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.look.layout import Layout
from referee.games.proving_grounds.look.view import VIEW
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
)
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep
from referee.replay.frames import Frame
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee.testing.contract.scenes import check_scene
from referee_arena.scenes.plain import scene_plain
from tests.replay.recording import Recorder

NAMES = ("ada", "bob", "cid", "dan", "eve", "fay", "gus", "hal")
CONFIG = ProvingGroundsConfig()
ALL, PUBLIC = Eyes(), Eyes(is_public=True)


def _begun(num_seats: int = 4) -> State:
    """Seed 1 (PG-8.2), all with the default party (PG-8.20)."""
    state, _ = PLUGIN.game.start(CONFIG, seed=1, num_seats=num_seats)
    PLUGIN.game.step(state, {})
    return state


def _scene(
    state: State, eyes: Eyes, *bodies: told.Body, whose: Sequence[int] | None = None
) -> Scene:
    """What is seen of a state after events, all of which only these seats were told."""
    players = NAMES[: len(PLUGIN.game.outcome(state).placements)]
    audience = None if whose is None else tuple(whose)
    events = [Event(body, audience) for body in bodies]
    looker = Looker(PLUGIN, CONFIG, eyes, players=players, view=VIEW)
    return VIEW.scene(looker.sight(SeenStep(PLUGIN, CONFIG, state, events)))


def _field(scene: Scene) -> Field:
    field = scene.parts[0]
    assert isinstance(field, Field)
    return field


def _space(scene: Scene) -> Rooms:
    space = _field(scene).space
    assert isinstance(space, Rooms)
    return space


def _tokens(scene: Scene, place: str) -> dict[str, Token]:
    return {token.id: token for token in _field(scene).tokens if token.at == place}


def _table(scene: Scene, id: str) -> dict[str, Row]:  # noqa: A002
    (table,) = (part for part in scene.parts if part.id == id)
    assert isinstance(table, SceneTable)
    return {row.id: row for row in table.rows}


def _texts(row: Row) -> list[str]:
    return [spans_text(cell).strip() for cell in row.cells]


def _is_hidden(line: Line) -> bool:
    return any(isinstance(span.measure, Hidden) for span in line)


# Layout.


def test_sectors_lie_around_the_hall() -> None:
    """Four: two above and two below, upside down; entry rooms in their middle columns (PG-2.4)."""
    layout = Layout(4, 3, 5)
    assert [layout.place(room) for room in (1, 16, 31, 46)] == [(0, 1), (0, 4), (10, 4), (10, 1)]
    assert layout.place(60) == (5, 3)
    # The first and the last row of sectors 0 and 2.
    assert [layout.place(room) for room in (0, 2, 12, 14)] == [(0, 0), (0, 2), (4, 0), (4, 2)]
    assert [layout.place(room) for room in (30, 32, 42, 44)] == [(10, 5), (10, 3), (6, 5), (6, 3)]


@pytest.mark.parametrize("sectors", range(2, 9))
@pytest.mark.parametrize(("width", "depth"), [(3, 5), (2, 2), (6, 10)])
def test_neighbours_are_beside_each_other(sectors: int, width: int, depth: int) -> None:
    """But for where a row of sectors ends, which are two places; every room has a place of its own."""
    layout = Layout(sectors, width, depth)
    places = [layout.place(room) for room in range(layout.hall + 1)]
    assert len(set(places)) == len(places)
    assert min(row for row, _ in places) == min(column for _, column in places) == 0
    edges = list(layout.edges())
    # In a sector, to the next sector, to the hall.
    inside = depth * (width - 1) + (depth - 1) * width
    assert len(set(edges)) == sectors * (inside + depth + width)
    apart = [edge for edge in edges if layout.are_apart(*edge)]
    assert len(apart) == 2 * depth
    for room, other in set(edges) - set(apart):
        (row, column), (far_row, far_column) = layout.place(room), layout.place(other)
        if other == layout.hall:
            assert abs(row - far_row) == 1
        else:
            assert abs(row - far_row) + abs(column - far_column) == 1


def test_a_room_stays_where_it_is() -> None:
    """Whatever is known of it, and whoever has it."""
    state = _begun()
    before = _space(_scene(state, Eyes(1)))
    state.levels[:] = 4
    state.rooms[[3, 7], c.OWNER] = 2
    after = _space(_scene(state, ALL))
    assert list(before.rooms) == list(after.rooms) == [f"r{room}" for room in range(61)]
    for id, room in before.rooms.items():  # noqa: A001
        assert (room.row, room.column) == (after.rooms[id].row, after.rooms[id].column)
    assert before.rooms["r1"].name == "entry 1"
    assert before.rooms["r17"].group == "sector 1"
    assert (before.rooms["r60"].name, before.rooms["r60"].group) == ("hall 60", "")


def test_a_seat_has_its_party_in_the_middle() -> None:
    """Where most of its heroes are; everybody together, and the public, have the hall."""
    state = _begun()
    state.heroes[1, :2, c.ROOM] = 17
    assert [_field(_scene(state, eyes)).focus for eyes in (Eyes(0), Eyes(1), ALL, PUBLIC)] == [
        *("r1", "r16", "r60", "r60"),
    ]
    state.heroes[1, 2, c.ROOM] = 17
    assert _field(_scene(state, Eyes(1))).focus == "r17"


# Rooms and doors.


def test_each_level_tells_more_of_a_room() -> None:
    """PG-6.2: room 7 of PG-8.2 has two Orcs of 8, two Goblins of 4 hit points, 8 gold and a ruby."""
    state = _begun()
    seen = []
    for level in range(5):
        state.levels[0, 7] = level
        scene = _scene(state, Eyes(0))
        room = _space(scene).rooms["r7"]
        seen.append((_tokens(scene, "r7"), room.style, any(map(_is_hidden, room.lines))))
    assert [sorted(tokens) for tokens, _, _ in seen] == [
        [],
        ["c7.any"],
        ["c7.goblin", "c7.orc"],
        ["c7.goblin", "c7.orc", "g7"],
        ["c7.goblin", "c7.orc", "g7"],
    ]
    assert [style for _, style, _ in seen] == [Style.HIDDEN, *[Style.TEXT] * 4]
    assert [is_open for _, _, is_open in seen] == [True, True, True, False, False]
    orcs = [tokens["c7.orc"] for tokens, _, _ in seen[2:4]]
    assert [token.count for token in orcs] == [2, 2]
    assert [token.bars for token in orcs] == [(), (("hp", Bar(16, 16)),)]
    assert [_is_hidden(token.tip[0]) for token in orcs] == [True, False]
    treasure = seen[3][0]["g7"]
    assert [spans_text(line) for line in treasure.tip] == ["hoard: 8 gold, 1 ruby"]


def test_nothing_known_of_a_room_is_not_nothing() -> None:
    """Room 0 of PG-8.2 is empty: who knows that is told so, and who doesn't is told that."""
    state = _begun()
    state.levels[0, 0] = 4
    assert not any(map(_is_hidden, _space(_scene(state, Eyes(0))).rooms["r0"].lines))
    assert any(map(_is_hidden, _space(_scene(state, Eyes(1))).rooms["r0"].lines))
    assert any(map(_is_hidden, _space(_scene(state, PUBLIC)).rooms["r0"].lines))


def _doors(scene: Scene, *ids: str) -> dict[str, Door]:
    """Doors between any of these rooms, by their ends."""
    return {
        f"{door.one} {door.other}": door
        for door in _space(scene).doors
        if {door.one, door.other} <= set(ids)
    }


def test_doors_are_open_spiked_unknown_or_not_there() -> None:
    """PG-6.3 with the doors of PG-8.2: 6 and 7, 7 and 8 are joined, 4 and 7 are not."""
    state = _begun()
    add_spikes(state, 7, 8)
    ids = ("r3", "r4", "r6", "r7", "r8")
    assert {
        ends: (door.style, door.text) for ends, door in _doors(_scene(state, Eyes(1)), *ids).items()
    } == dict.fromkeys(("r3 r4", "r3 r6", "r4 r7", "r6 r7", "r7 r8"), (Style.HIDDEN, ""))
    state.levels[0, 7] = 3
    seen = _doors(_scene(state, Eyes(0)), *ids)
    assert "r4 r7" not in seen
    assert (seen["r7 r8"].style, seen["r7 r8"].text) == (Style.TEXT, "spiked?")
    state.levels[0, 7] = 4
    seen = _doors(_scene(state, Eyes(0)), *ids)
    assert (seen["r6 r7"].style, seen["r6 r7"].text) == (Style.TEXT, "")
    assert (seen["r7 r8"].style, seen["r7 r8"].text) == (Style.WARN, "spiked")


def test_a_door_around_the_hall_is_told_in_its_rooms() -> None:
    """PG-8.2: door L50 of room 3 leads from the first sector to the last, which lies below."""
    state = _begun()
    state.levels[0, [3, 50]] = 4
    rooms = _space(_scene(state, ALL)).rooms
    assert [spans_text(line) for line in rooms["r3"].lines] == ["to 50"]
    assert [spans_text(line) for line in rooms["r50"].lines] == ["to 3"]
    assert rooms["r3"].lines[0][1].ref == "r50"
    assert not _doors(_scene(state, ALL), "r3", "r50")
    unknown = _space(_scene(state, Eyes(1))).rooms["r3"].lines
    assert [spans_text(line) for line in unknown] == ["?", "to 50?"]
    assert all(map(_is_hidden, unknown))


def test_owners_are_public() -> None:
    """PG-6.1: an entered room of somebody, one of nobody, and what no one has entered."""
    state = _begun()
    state.rooms[[0, 2], c.EXPLORED] = 1
    state.rooms[0, c.OWNER] = 3
    rooms = _space(_scene(state, PUBLIC)).rooms
    assert [rooms[place].style for place in ("r0", "r2", "r3")] == [
        Style.FOURTH,
        Style.FAINT,
        Style.HIDDEN,
    ]
    assert [spans_text(rooms[place].lines[0]) for place in ("r0", "r2")] == ["of 3", "entered"]
    assert rooms["r0"].lines[0][0].ref == "seat:3"


def test_traps_are_seen_by_who_may_know() -> None:
    """PG-6.4: room 9 of PG-8.2 has one, which is hidden even from who knows all else."""
    state = _begun()
    state.levels[0, 9] = 4
    scene = _scene(state, Eyes(0))
    assert "t9" not in _tokens(scene, "r9")
    assert _is_hidden(_table(scene, "rooms")["room9"].cells[-1])
    state.rooms[9, c.OWNER] = 0
    scene = _scene(state, Eyes(0))
    assert _tokens(scene, "r9")["t9"].kind.name == "trap"
    assert _texts(_table(scene, "rooms")["room9"])[-1] == "yes"


# Heroes and lists.


def test_heroes_are_told_as_well_as_they_are_known() -> None:
    """PG-6.1, PG-6.2: seat 0's own with hit points, others with nothing but where they are, in a room of level 4 more."""
    state = _begun()
    own = _tokens(_scene(state, Eyes(0)), "r1")
    assert [token.kind.name for token in own.values()] == [
        *("Fighter", "Fighter", "Cleric", "Wizard", "Thief"),
    ]
    assert own["h0.2"].bars == (("hp", Bar(14, 14)), ("mana", Bar(7, 7)))
    assert all(token.owner == 0 for token in own.values())
    others = _tokens(_scene(state, Eyes(0)), "r16")
    assert list(others) == [f"h1.{hero}" for hero in range(5)]
    assert {(token.kind.name, token.bars, token.badges) for token in others.values()} == {
        ("hero", (), ())
    }
    assert all(_is_hidden(token.tip[0]) for token in others.values())
    state.levels[0, 16] = 4
    fighter = _tokens(_scene(state, Eyes(0)), "r16")["h1.0"]
    assert (fighter.kind.name, fighter.bars, fighter.badges) == ("Fighter", (), ("16 hp",))


def test_what_only_a_seat_knows_is_hidden_from_others() -> None:
    """PG-6.5: gems by kind, vault and stash; the total of gems is public."""
    state = _begun()
    state.vault[0, 1] = 1
    for eyes, gems, vault in ((Eyes(0), "1 sapphire", "1 sapphire"), (Eyes(1), "?", "?")):
        scene = _scene(state, eyes)
        seats, stores = _table(scene, "seats")["s0"], _table(scene, "stores")["s0"]
        assert _texts(seats)[:5] == ["0 ada", "6", "1", "5", "1"]
        assert _texts(seats)[-1] == gems
        assert _texts(stores)[:2] == ["0 ada", vault]
        assert _is_hidden(stores.cells[1]) == (vault == "?")
    parties = [part.id for part in _scene(state, Eyes(1)).parts if part.id.startswith("party")]
    assert parties == ["party1"]
    assert not any(part.id.startswith("party") for part in _scene(state, PUBLIC).parts)


def test_bids_are_told_to_their_senders() -> None:
    """PG-6.7: seat 1 has bid 3 on MOVE; nobody knows what is bid in this turn on the boards that are open."""
    state = _begun()
    bodies = (
        told.Ledger(1, -3, Cause.BID, 5),
        told.Result(1, OrderList.SHUFFLE, Board.MOVE, None, Code.OK),
    )
    own = _table(_scene(state, Eyes(1), *bodies, whose=(1,)), "boards")
    assert _texts(own["MOVE"])[2] == "1: 3 ?"
    assert _texts(own["ORDER"])[2] == "?"
    assert _texts(_table(_scene(state, Eyes(0), *bodies, whose=(1,)), "boards")["MOVE"])[2] == "?"
    every = _table(_scene(state, ALL, *bodies, whose=(1,)), "boards")
    assert (_texts(every["MOVE"])[2], _texts(every["ORDER"])[2]) == ("1: 3", "-")
    open_boards = [Board(board).name for board in PLUGIN.game.observe(state, [0])[0].open]
    assert open_boards
    for name, row in every.items():
        assert _is_hidden(row.cells[3]) == (name in open_boards)
        assert row.style is (Style.STRONG if name in open_boards else Style.TEXT)


# What happens.

C2 = told.Fighter(0, 2, HeroClass.CLERIC, 14)
F0 = told.Fighter(0, 0, HeroClass.FIGHTER, 16)
F1 = told.Fighter(0, 1, HeroClass.FIGHTER, 16)
GOBLINS = (
    told.Fighter(CREATURES, 0, Creature.GOBLIN, 4),
    told.Fighter(CREATURES, 1, Creature.GOBLIN, 4),
)
FIGHT: tuple[told.Body, ...] = (
    *(told.Entered(Ref(0, hero), 1, 3) for hero in (0, 1, 2)),
    told.FightBegan(3, GOBLINS, (F0, F1, C2)),
    told.Round(3, 1),
    told.Swung(3, C2, GOBLINS[0], 12, True, 4),
    told.CreatureDied(3, GOBLINS[0]._replace(hp=0)),
    told.Swung(3, GOBLINS[1], F0, 12, True, 3),
    told.Swung(3, F0._replace(hp=13), GOBLINS[1], 9, True, 8),
    told.CreatureDied(3, GOBLINS[1]._replace(hp=-4)),
    told.FightEnded(3, 1, False),
)
"""PG-8.6: three heroes against two Goblins, in one round."""


def _fight(*bodies: told.Body) -> Versus:
    scene = _scene(_begun(), Eyes(0), *bodies)
    (versus,) = (part for part in scene.parts if isinstance(part, Versus))
    return versus


def test_a_fight_is_side_against_side() -> None:
    """Both Goblins die, F0 has 13 hit points, F1 and C2 are unhurt (PG-8.6)."""
    versus = _fight(*FIGHT)
    assert (versus.left.title, versus.right.title) == ("creatures", "0 ada")
    assert [spans_text(line) for line in versus.left.lines] == [
        "Goblin 0 0/4 hp -4 dead",
        "Goblin 1 0/4 hp -4 dead",
    ]
    assert [spans_text(line) for line in versus.right.lines] == [
        "Fighter 0.0 13/16 hp -3",
        "Fighter 0.1 16/16 hp",
        "Cleric 0.2 14/14 hp",
    ]
    assert versus.right.lines[0][1].measure == Bar(13, 16)
    assert [spans_text(line) for line in versus.middle] == [
        "round 1 in room 3",
        "Cleric 0.2 12 hits Goblin 0 -4",
        "Goblin 0 is dead",
        "Goblin 1 12 hits Fighter 0.0 -3",
        "Fighter 0.0 9 hits Goblin 1 -8",
        "Goblin 1 is dead",
        "the fight in room 3 is over after 1 round",
    ]
    blow = {span.text.strip(): span for span in versus.middle[1]}
    assert blow["12"].measure == Dice((12,), 18)
    assert blow["-4"].measure == Delta(-4)
    assert (blow["Cleric 0.2"].ref, blow["Goblin 0"].ref) == ("token:h0.2", "token:c3.goblin")


def test_who_retreats_or_falls_is_told_beside_his_hit_points() -> None:
    """A hero who is saved has 1 (PG-5.25), one who dies none, and magic hurts several."""
    urakai = told.Fighter(CREATURES, 0, Creature.URAKAI, 13)
    wizard = told.Fighter(0, 3, HeroClass.WIZARD, 10)
    versus = _fight(
        told.FightBegan(3, (urakai,), (wizard, F1, F0)),
        told.CastBattlemagic(3, wizard, Item.FIREBALL, 9, (urakai, F1), (9, 2)),
        told.Swung(3, urakai, F0, 12, True, 20),
        told.EmergencyCure(3, C2, F0._replace(hp=-4)),
        told.Swung(3, urakai, wizard, 12, True, 10),
        told.Died(Ref(0, 3)),
        told.Retreated(Ref(0, 1), 3, 1),
        told.FightEnded(3, 1, False),
    )
    assert [spans_text(line) for line in (*versus.left.lines, *versus.right.lines)] == [
        "Urakai 0 4/13 hp -9",
        "Wizard 0.3 0/10 hp -10 dead",
        "Fighter 0.1 14/16 hp -2 retreats",
        "Fighter 0.0 1/16 hp -15",
    ]
    assert "Wizard 0.3 is dead" in [spans_text(line) for line in versus.middle]


def test_two_fights_in_one_room_are_two() -> None:
    """Each with an id of its own, and with its own blows."""
    scene = _scene(_begun(), Eyes(0), *FIGHT, *FIGHT[3:5])
    fights = [part for part in scene.parts if isinstance(part, Versus)]
    assert [fight.id for fight in fights] == ["fight3.1", "fight3.2"]
    assert [len(fight.middle) for fight in fights] == [7, 1]
    assert scene.pace_ms == 4000


def test_the_map_shows_ways_fights_and_losses() -> None:
    """One arrow for all who go the same way; 4 + 3 + 8 hit points are lost in PG-8.6."""
    bodies = (
        *FIGHT,
        told.Entered(Ref(1, 0), 16, 17),
        told.Entered(Ref(1, 0), 17, 20),
        told.Retreated(Ref(0, 0), 3, 1),
        told.Clamor(9),
        told.TrapSprung(20, Ref(1, 0), None, 5),
    )
    assert _field(_scene(_begun(), Eyes(0), *bodies)).marks == (
        Mark(Shape.ARROW, ("r1", "r3"), Style.FIRST),
        Mark(Shape.PATH, ("r16", "r17", "r20"), Style.SECOND),
        Mark(Shape.ARROW, ("r3", "r1"), Style.WARN, "retreat"),
        Mark(Shape.RING, ("r3",), Style.BAD, "fight"),
        Mark(Shape.RING, ("r9",), Style.FAINT, "a fight or a noise"),
        Mark(Shape.LABEL, ("r3",), Style.BAD, "-15 hp"),
        Mark(Shape.LABEL, ("r20",), Style.BAD, "-5 hp"),
    )


def test_fights_and_deaths_are_key_moments() -> None:
    """And so is the death of a seat's last hero, who leaves it in the match (PG-7.1)."""
    state = _begun()
    state.heroes[1, 1:, c.HP] = 0
    flags = _scene(state, Eyes(0), *FIGHT, told.Died(Ref(0, 3))).flags
    assert flags == (
        Flag(FlagKind.START, "fight in room 3: 0 ada against creatures"),
        Flag(FlagKind.DEATH, "Wizard 0.3 is dead", 0),
    )


def test_the_end_ranks_seats() -> None:
    """Gold with the bonuses and the place of each (PG-7.4)."""
    state = _begun(2)
    end = told.End(EndCause.LATE, 31, 5, (
        told.FinalSeat(0, (3, 2), 41, 14, 4, (1,), 0, 2),
        told.FinalSeat(1, (3, 1), 48, 14, 5, (0,), 10, 1),
    ))  # fmt: skip
    scene = _scene(state, PUBLIC, end)
    rows = _table(scene, "seats")
    assert _texts(rows["s0"])[-2:] == ["3 ruby, 2 sapphire", "2."]
    assert _texts(rows["s1"])[-2:] == ["3 ruby, 1 sapphire", "1."]
    assert scene.series["gold"] == {0: 41, 1: 48}
    assert scene.series["rooms"] == {0: 14, 1: 14}
    assert scene.series["gems"] == {0: 0, 1: 0}


# Secrets, and whole matches.


@pytest.mark.parametrize("num_seats", [2, 3])
def test_what_a_seat_may_not_see_changes_nothing_that_it_sees(num_seats: int) -> None:
    """States of a random match and their hidden variants are one scene for the seat and for the public."""
    game, dice, pairs = PLUGIN.game, Stream(12), 0
    state, _ = game.start(CONFIG, seed=3, num_seats=num_seats)
    for step in range(40):
        point = game.decision(state)
        if point is None:
            break
        seat = step % num_seats
        if step % 3 == 0:
            shown = [_scene(state, eyes) for eyes in (Eyes(seat), PUBLIC)]
            for variant in game.hidden_variants(state, seat, dice):
                pairs += game.digest(variant) != game.digest(state)
                assert [_scene(variant, eyes) for eyes in (Eyes(seat), PUBLIC)] == shown
        game.step(state, {each: game.random_action(state, each, dice) for each in point.seats})
    assert pairs > 10


def test_who_knows_less_sees_less() -> None:
    """The states of room 7 at level 2 differ in hit points only, which level 3 would show."""
    state = _begun()
    state.levels[0, 7] = 2
    hurt = PLUGIN.game.copy(state)
    hurt.creatures[7, 0, 1] -= 3
    assert _scene(hurt, Eyes(0)) == _scene(state, Eyes(0))
    state.levels[0, 7] = hurt.levels[0, 7] = 3
    assert _scene(hurt, Eyes(0)) != _scene(state, Eyes(0))


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Frame, ...]]:
    """A match of three by all eyes: everybody's, the public's, each seat's."""
    path = tmp_path_factory.mktemp("three") / "m.journal"
    recorder = Recorder(PLUGIN, path, num_seats=3, fixed_seed=1)
    recorder.join_all()
    dice = Stream(7)
    while recorder.machine.outcome is None:
        recorder.answer(dice)
    recorder.journal.close()
    return list(Recording(load(path)).frames(Eyes.of(3)))


def test_every_frame_of_a_match_is_a_scene(frames: list[tuple[Frame, ...]]) -> None:
    """For all eyes, sound in itself, and in the form of the browser."""
    assert len(frames) > 10
    for number, by_eyes in enumerate(frames):
        for eyes, frame in zip(Eyes.of(3), by_eyes, strict=True):
            scene = VIEW.scene(frame.sight)
            check_scene(scene, 3, f"frame {number}, {eyes.name}")
            assert scene_plain(scene)["title"] == scene.title


def test_fights_of_a_match_are_told_with_their_blows(frames: list[tuple[Frame, ...]]) -> None:
    """As many as there are events of their beginning, all of them with hit points of all who take part."""
    for everybody, *_ in frames:
        began = [one for one in everybody.sight.events if "fight_began" in one]
        fights = [part for part in VIEW.scene(everybody.sight).parts if isinstance(part, Versus)]
        assert len(fights) == len(began)
        for fight in fights:
            assert fight.middle
            for line in (*fight.left.lines, *fight.right.lines):
                assert isinstance(line[1].measure, Bar)
    assert any("fight_began" in one for everybody, *_ in frames for one in everybody.sight.events)


def test_without_anything_to_see_there_is_no_part() -> None:
    """The public of a game that tells nothing by itself would have none."""
    looker = Looker(PLUGIN, CONFIG, PUBLIC, players=NAMES[:2], view=VIEW)
    assert VIEW.scene(looker.last_sight()) == Scene("", ())


def test_spans_of_an_event_refer_to_what_they_tell_of() -> None:
    """So that a room and a hero light up where the log tells of them."""
    (line,) = VIEW.event_lines(
        Looker(PLUGIN, CONFIG, PUBLIC, players=NAMES[:4], view=VIEW).sight(
            SeenStep(PLUGIN, CONFIG, _begun(), [Event(told.Entered(Ref(0, 2), 1, 3))])
        )
    )
    assert line == (
        Span("hero 0.2", Style.FIRST, "token:h0.2"),
        Span(" enters "),
        Span("room 3", ref="r3"),
        Span(" from "),
        Span("room 1", ref="r1"),
    )
