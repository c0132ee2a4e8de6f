"""Who sees what (PG-6.1 to PG-6.7), by hand-made positions on the test map of the rulebook's section 8."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.config import parse_config
from referee.core.game import Event
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.visibility.observation import Observation
from referee.games.proving_grounds.wire import events as told
from referee.games.proving_grounds.wire.observation import RoomView

GAME = PLUGIN.game

DOORS = [
    [0, 1], [0, 2], [1, 3], [2, 3], [4, 5], [4, 6],
    [5, 7], [6, 7], [3, 6], [2, 7], [3, 8], [7, 8],
]  # fmt: skip
"""Of test map T: the hall is 8, the entry rooms are 1 and 5."""
CONFIG = parse_config(ProvingGroundsConfig, {
    "scenario": {"players": 2, "width": 2, "depth": 2, "doors": DOORS}, "end_rooms": 0,
})  # fmt: skip

FIGHTER = {"class": "FIGHTER", "room": 1}
ENEMY = {"class": "FIGHTER", "room": 5}


def position(
    *,
    levels: list[int] | None = None,
    heroes: Any = (FIGHTER,),
    enemies: Any = (ENEMY,),
    **more: Any,
) -> Any:
    """Turn 1; seat 0 has these levels, and seat 1 what its heroes give it."""
    first = {"heroes": list(heroes)} | ({} if levels is None else {"levels": levels})
    second = {"heroes": list(enemies), **more.pop("second", {})}
    first |= more.pop("first", {})
    return GAME.parse_state(CONFIG, 2, {"turn": 1, "seats": [first, second], **more})


def seen(state: Any, seat: int = 0) -> Observation:
    """What a seat sees."""
    return GAME.observe(state, [seat])[0]


def room_at(level: int, room: int = 8) -> RoomView:
    """The hall, of which seat 0 has a level, with two creatures, a hoard, things on the floor and spikes."""
    levels = [0, 4, 0, 0, 0, 0, 0, 0, level]
    hall = {
        "creatures": [{"kind": "ORC", "hp": 5}, {"kind": "GOBLIN", "hp": 4}],
        "hoard_gold": 4, "hoard_gems": [1, 0],
        "floor_gold": 2, "floor_gems": [0, 1], "floor_items": {"MACE": 1}, "caches": [3],
    }  # fmt: skip
    return seen(position(levels=levels, rooms={8: hall}, spiked=[[7, 8]])).rooms[room]


@pytest.mark.parametrize("level", range(5))
def test_levels(level: int) -> None:
    """What each level shows beyond the lower ones (PG-6.2)."""
    view = room_at(level)
    assert view.level == level
    assert view.has_creatures == (True if level >= 1 else None)
    assert view.counts == (((0, 1), (1, 1)) if level >= 2 else ())
    assert view.creatures == (((1, 5), (0, 4)) if level >= 3 else ())
    assert view.hoard == ((4, (1, 0)) if level >= 3 else None)
    assert view.floor == ((2, (0, 1), ((1, 1),)) if level >= 4 else None)
    spikes = [False, True] if level == 4 else [None, None]
    assert view.doors == (tuple(zip((3, 7), spikes, strict=True)) if level >= 3 else ())
    assert view.has_trap is None


@pytest.mark.parametrize("level", range(5))
def test_doors_are_known_from_either_side(level: int) -> None:
    """Of room 7 nothing is known but the spiked door to the hall, if that is known (PG-6.3)."""
    view = room_at(level, room=7)
    assert view.level == 0
    assert view.has_creatures is None
    assert view.doors == (((8, True if level == 4 else None),) if level >= 3 else ())


@pytest.mark.parametrize("trap", [-1, 0, 1, 2], ids=["none", "own", "enemy's", "dungeon's"])
@pytest.mark.parametrize("how", ["owner", "seen", "familiar"])
def test_traps(trap: int, how: str) -> None:
    """Seen by the owner, by who set it, and where it has been seen; level 4 is not enough (PG-6.4)."""
    room = {"trap": trap} | ({"owner": 0} if how == "owner" else {})
    first = {"trap_seen": [3]} if how == "seen" else {}
    levels = [0, 4, 0, 4 if how == "familiar" else 0, 0, 0, 0, 0, 0]
    view = seen(position(levels=levels, rooms={3: room}, first=first)).rooms[3]
    sees = how in ("owner", "seen") or trap == 0
    assert view.has_trap == ((trap != -1) if sees else None)


def test_dots() -> None:
    """Everybody sees where heroes are; class and hit points of others with level 4 (PG-6.1, PG-6.2)."""
    enemies = [{**ENEMY, "hp": 9}, {"class": "THIEF", "room": 6, "hp": 3}]
    for level, shown in ((3, (None, None)), (4, (3, 3))):
        levels = [0, 4, 0, 0, 0, 0, level, 0, 0]
        dots = seen(position(levels=levels, enemies=enemies)).dots
        assert [(dot.hero, dot.room, dot.kind, dot.hp) for dot in dots] == [
            ((0, 0), 1, 0, 16), ((1, 0), 5, None, None), ((1, 1), 6, *shown),
        ]  # fmt: skip


def test_what_is_public() -> None:
    """Gold, gems of all kinds together, heroes and rooms of each seat; no level and nothing own (PG-6.1)."""
    heroes = [{**FIGHTER, "gems": [1, 2]}, {"class": "THIEF", "room": 3}]
    state = position(heroes=heroes, first={"gold": 7, "vault": [4, 0]}, second={"gold": 9})
    public: Any = GAME.observe_public(state)
    assert [tuple(player) for player in public.players] == [(0, 7, 7, 2, 2), (1, 9, 0, 1, 1)]
    assert public.unexplored == 6
    assert public.own is None
    assert all(
        room == RoomView(room.room, 0, room.room in (1, 3, 5), {1: 0, 3: 0, 5: 1}.get(room.room))
        for room in public.rooms
    )


def test_offers() -> None:
    """A standing offer is seen by who made it and by whom it is made to (PG-6.5)."""
    config = GAME.config_class()
    seats = [{"heroes": [{"class": "THIEF"}]} for _ in range(3)]
    offer = {"seat": 0, "hero": 0, "with_seat": 1, "with_hero": 0, "give": {"gold": 2}}
    state = GAME.parse_state(config, 3, {"turn": 2, "seats": seats, "offers": [offer]})
    views: list[Any] = GAME.observe(state, [0, 1, 2])
    assert [len(view.offers) for view in views] == [1, 1, 0]
    assert views[0].offers == views[1].offers
    assert views[0].offers[0].give.gold == 2


def test_only_the_own_heroes_are_shown_whole() -> None:
    """Stash, vault, equipment, Mana and gems by kind are the seat's own (PG-6.5)."""
    enemy = {**ENEMY, "items": ["LONG_SWORD"], "gems": [1, 0]}
    own = seen(position(enemies=[enemy], second={"stash": {"POTION": 2}, "vault": [0, 3]}), 1).own
    assert own is not None
    assert (own.seat, own.stash, own.vault) == (1, ((25, 2),), (0, 3))
    assert [(hero.items, hero.gems) for hero in own.heroes] == [((3,), (1, 0))]
    other = seen(position(enemies=[enemy]), 0)
    assert other.own is not None
    assert other.own.seat == 0
    assert other == seen(position(enemies=[{**ENEMY, "gems": [0, 1]}]), 0)


def heard(
    state: Any, orders: list[dict[str, Any]], kind: type[Any], dice: list[int] | None = None
) -> list[Event]:
    """Events of a kind in a turn in which seat 0 gives its heroes these orders."""
    if dice is not None:
        GAME.script_dice(state, dice)
    events = GAME.step(state, {0: GAME.parse_action({"heroes": orders}), 1: None})
    return [event for event in events if isinstance(event.body, kind)]


@pytest.mark.parametrize(("level", "told_to"), [(0, (0,)), (3, (0,)), (4, (0, 1))])
def test_who_hears_of_somebody_who_enters(level: int, told_to: tuple[int, ...]) -> None:
    """His seat, and whoever is familiar with one of the rooms (PG-6.7)."""
    second = {"levels": [0, 0, 0, level, 0, 4, 0, 0, 0]}
    orders = [{"hero": 0, "kind": "MOVE", "path": [3]}]
    (event,) = heard(position(second=second), orders, told.Entered)
    assert event.audience == told_to


def test_levels_of_the_moment_decide() -> None:
    """Who scries a room before another enters it hears of that, not of what was there earlier (PG-6.7)."""
    wizard = {"class": "WIZARD", "room": 5, "items": ["SCRY"]}
    state = position(enemies=[wizard])
    move = GAME.parse_action({"heroes": [{"hero": 0, "kind": "MOVE", "path": [3]}]})
    scry = GAME.parse_action({"heroes": [{"hero": 0, "kind": "CAST", "spell": "SCRY", "room": 3}]})
    events = GAME.step(state, {0: move, 1: scry})
    (entered,) = [event for event in events if isinstance(event.body, told.Entered)]
    assert entered.audience == (0, 1)


@pytest.mark.parametrize(
    ("level", "noise", "clamor"), [(0, (0,), ()), (1, (0,), (1,)), (3, (0,), (1,)), (4, (0, 1), ())]
)
def test_who_hears_a_noise(level: int, noise: tuple[int, ...], clamor: tuple[int, ...]) -> None:
    """As what it is where one is familiar, as a clamor where one knows less (PG-6.7)."""
    second = {"levels": [0, level, 0, 0, 0, 4, 0, 0, 0]}
    state = position(heroes=[{"class": "WIZARD", "room": 1}], second=second)
    cast = {"hero": 0, "kind": "CAST", "spell": "NOISE", "room": 1}
    events = heard(state, [cast], told.Noise | told.Clamor)  # type: ignore[arg-type]
    told_to = {type(event.body): event.audience for event in events if event.audience}
    assert told_to.get(told.Noise, ()) == noise
    assert told_to.get(told.Clamor, ()) == clamor


def test_clamors_stand_last_and_do_not_tell_what_they_were() -> None:
    """Noises in rooms 8 and 0, then a fight in room 3 with a noise before it: one a room, by room (AM-P2)."""
    wizards = [{"class": "WIZARD", "room": room} for room in (8, 3, 0)]
    second = {"levels": [1, 0, 0, 2, 0, 4, 0, 0, 3]}
    goblin = {"creatures": [{"kind": "GOBLIN", "hp": 4}]}
    state = position(heroes=[*wizards, FIGHTER], second=second, rooms={3: goblin})
    orders = [{"hero": hero, "kind": "CAST", "spell": "NOISE", "room": room}
              for hero, room in enumerate([8, 3, 0])]  # fmt: skip
    orders.append({"hero": 3, "kind": "MOVE", "path": [3]})
    events = GAME.step(state, {0: GAME.parse_action({"heroes": orders}), 1: None})
    heard_by_rival = [event.body for event in events if event.is_visible_to(1)]
    clamors = [told.Clamor(0), told.Clamor(3), told.Clamor(8)]
    assert heard_by_rival[-3:] == clamors
    assert [body for body in heard_by_rival if isinstance(body, told.Clamor)] == clamors
    assert [event.body for event in events][-3:] == clamors


def test_arrival_is_a_rank_within_the_room() -> None:
    """However many steps others have taken where nobody sees them (AM-P1)."""
    far = {**FIGHTER, "room": 2, "arrival": 2}
    heroes = [{**FIGHTER, "arrival": 9}, {**FIGHTER, "arrival": 700}, far]
    state = position(heroes=heroes, enemies=[{**ENEMY, "arrival": 40}], arrivals=812)
    assert [hero.arrival for hero in seen(state).own.heroes] == [1, 2, 1]  # type: ignore[union-attr]
    assert [hero.arrival for hero in seen(state, 1).own.heroes] == [1]  # type: ignore[union-attr]
    move = GAME.parse_action({"heroes": [{"hero": 0, "kind": "MOVE", "path": [0]}]})
    GAME.step(state, {0: move, 1: None})
    assert [hero.arrival for hero in seen(state).own.heroes] == [1, 1, 1]  # type: ignore[union-attr]


@pytest.mark.parametrize(("room", "told_to"), [(0, (0,)), (1, (0, 1)), (3, (0, 1)), (8, (0,))])
def test_who_hears_of_spikes(room: int, told_to: tuple[int, ...]) -> None:
    """Whoever is familiar with a side of the door (PG-6.7)."""
    levels = [0, 0, 0, 0, 0, 4, 0, 0, 0]
    levels[room] = 4
    thief = {"class": "THIEF", "room": 1}
    state = position(heroes=[thief], first={"stash": {"SPIKES": 1}}, second={"levels": levels})
    (event,) = heard(state, [{"hero": 0, "kind": "SPIKE", "room": 3}], told.SpikesSet)
    assert event.audience == told_to


def test_who_hears_of_a_trap_that_is_set_or_disarmed() -> None:
    """The acting seat alone, though all are familiar with the room (PG-6.7)."""
    thieves = [{"class": "THIEF", "room": 1}, {"class": "THIEF", "room": 1}]
    state = position(heroes=thieves, first={"stash": {"TRAP_KIT": 1}}, second={"levels": [4] * 9})
    orders = [{"hero": 0, "kind": "TRAP"}, {"hero": 1, "kind": "DISARM", "room": 3}]
    events = heard(state, orders, told.TrapSet | told.TrapDisarmed)  # type: ignore[arg-type]
    assert [event.audience for event in events] == [(0,), (0,)]


@pytest.mark.parametrize(("level", "told_to"), [(0, (0,)), (4, (0, 1))])
def test_who_hears_of_a_theft(level: int, told_to: tuple[int, ...]) -> None:
    """The thief's seat and whoever is familiar with the room; the roll is the thief's alone (PG-6.7)."""
    room = {"creatures": [{"kind": "GOBLIN", "hp": 4}], "hoard_gems": [1, 0]}
    second = {"levels": [0, 0, 0, level, 0, 4, 0, 0, 0]}
    state = position(heroes=[{"class": "THIEF", "room": 1}], second=second, rooms={3: room})
    steal = {"hero": 0, "kind": "STEAL", "room": 3}
    events = heard(state, [steal], told.Stolen | told.Action, dice=[1, 1, 1] + [1] * 40)  # type: ignore[arg-type]
    assert {type(event.body): event.audience for event in events} == {
        told.Action: (0,), told.Stolen: told_to,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("level", "fight", "clamor"), [(0, (0,), None), (1, (0,), (1,)), (4, (0, 1), None)]
)
def test_who_hears_of_a_fight(
    level: int, fight: tuple[int, ...], clamor: tuple[int, ...] | None
) -> None:
    """Every roll, if familiar with the room, a clamor at levels 1 to 3; of a death everybody (PG-6.7)."""
    room = {"creatures": [{"kind": "GOBLIN", "hp": 4}]}
    second = {"levels": [0, 0, 0, level, 0, 4, 0, 0, 0]}
    weak = {**FIGHTER, "hp": 1, "items": ["LONG_SWORD"]}
    state = position(heroes=[weak], second=second, rooms={3: room})
    GAME.script_dice(state, [6] * 3 + [1] * 40)
    move = GAME.parse_action({"heroes": [{"hero": 0, "kind": "MOVE", "path": [3]}]})
    audiences = {}
    for event in GAME.step(state, {0: move, 1: None}):
        if event.audience != ():
            audiences[type(event.body)] = event.audience
    assert audiences[told.FightBegan] == audiences[told.Swung] == fight
    assert audiences[told.FightEnded] == fight
    assert audiences.get(told.Clamor) == clamor
    assert audiences[told.Died] is None
