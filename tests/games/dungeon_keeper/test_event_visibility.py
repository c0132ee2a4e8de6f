"""Who hears what of an event (DK-6.1, DK-6.22, DK-6.23).

Seats see 3 cells far here, over boards without anything that hides. Seat 2 only looks on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from referee.core.game import Event
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.events import (
    AllianceChanged,
    Attacked,
    Blasted,
    Body,
    BuildingDestroyed,
    Captured,
    Cast,
    Controlled,
    Died,
    Eliminated,
    Exchanged,
    Forged,
    HeroAppeared,
    Hurt,
    MatchEnd,
    Moved,
    OrderResult,
    PickedUp,
    Place,
    Researched,
    Rolled,
    Sacrificed,
    Slowed,
    Spot,
    StatusAdded,
    TowerShot,
    TurnStart,
)
from referee.games.dungeon_keeper.rules.orders import phase as order_phase
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.tables import (
    LIGHT,
    NEUTRAL,
    Artifact,
    Building,
    Code,
    Item,
    Kind,
    Resource,
    Roll,
    Spell,
    Spirit,
    Status,
)
from referee.games.dungeon_keeper.visibility.event_visibility import visible_events
from referee.games.dungeon_keeper.visibility.fog import look
from referee.kit.records import Partial
from referee.testing.play import play_randomly
from tests.games.dungeon_keeper.positions import add, add_light, build, open_board, undig

GAME = PLUGIN.game

ACTOR, VICTIM, LOOKER = 100_001, 200_001, 300_001
"""Ids of the first units of seats 0, 1 and 2."""


@pytest.fixture
def dark() -> Play:
    """Three seats under fog: a kadet on 4-1, a kerub on 4-4 that sees it, a bes on 4-7 that does not."""
    play = open_board(num_seats=3, size=15, fog_of_war=True, sight_radius=3)
    add(play, 0, Kind.KADET, (4, 1))
    add(play, 1, Kind.KERUB, (4, 4))
    add(play, 2, Kind.BES, (4, 7))
    look(play.state)
    return play


def hear(
    play: Play,
    *bodies: Body,
    change: Callable[[], None] = lambda: None,
    by: Spot | Place | None = None,
) -> dict[int, list[object]]:
    """What each seat hears if this is what happened while the match changed so, and this struck the victim."""
    before = play.state.vision.copy()
    change()
    look(play.state)
    events = visible_events(play.state, bodies, before, {} if by is None else {VICTIM: by})
    assert [e.body for e in events if not isinstance(e.body, Partial)] == list(bodies)
    return {
        seat: [event.body for event in events if event.is_told_to(seat)]
        for seat in range(len(play.state.seats))
    }


A_STRIKE = Attacked(Spot(ACTOR, 4, 1), Spot(VICTIM, 4, 4), None, 2, is_counter=False)


def test_who_sees_the_target_alone_hears_nothing_of_the_attacker(dark: Play) -> None:
    """Both sides hear all of it."""
    seen = Partial(A_STRIKE._replace(attacker=None))
    assert hear(dark, A_STRIKE) == {0: [A_STRIKE], 1: [A_STRIKE], 2: [seen]}


def test_a_wall_that_loses_hit_points_does_not_show_who_struck_it(dark: Play) -> None:
    """The example of DK-6.22."""
    build(dark, NEUTRAL, Building.WALL, (5, 4))
    strike = Attacked(Spot(ACTOR, 4, 1), None, Place(5, 4), 4, is_counter=False)
    heard = hear(dark, strike)
    assert heard[2] == [Partial(strike._replace(attacker=None))]


def test_what_happens_out_of_sight_is_not_heard(dark: Play) -> None:
    """Cells of the event are 4-1 and 4-2; seat 2 sees none of them, before or after."""
    step = Moved(Spot(ACTOR, 4, 1), Place(4, 2))
    heard = hear(dark, step, change=lambda: _put(dark, 0, (4, 2)))
    assert heard == {0: [step], 1: [step], 2: []}


def test_who_comes_into_sight_is_known_but_not_from_where(dark: Play) -> None:
    """Seat 2 sees 4-4 to 4-10 of the row."""
    _put(dark, 0, (4, 3))
    look(dark.state)
    step = Moved(Spot(ACTOR, 4, 3), Place(3, 4))
    heard = hear(dark, step, change=lambda: _put(dark, 0, (3, 4)))
    assert heard[2] == [Partial(Moved(Spot(ACTOR, c.NO, c.NO), Place(3, 4)))]


def test_who_goes_out_of_sight_is_known_but_not_where_to(dark: Play) -> None:
    """The reverse."""
    _put(dark, 0, (3, 4))
    look(dark.state)
    step = Moved(Spot(ACTOR, 3, 4), Place(3, 3))
    heard = hear(dark, step, change=lambda: _put(dark, 0, (3, 3)))
    assert heard[2] == [Partial(Moved(Spot(ACTOR, 3, 4), None))]


def test_a_cell_seen_before_counts_as_well_as_one_seen_after(dark: Play) -> None:
    """The kerub dies by the strike: it saw the kadet before, nothing of seat 1 sees anything after."""
    died = Died(Spot(VICTIM, 4, 4), 0, 2)

    def fall() -> None:
        dark.state.units[1] = 0

    heard = hear(dark, A_STRIKE, died, change=fall, by=A_STRIKE.attacker)
    assert not dark.state.vision[1].any()
    assert heard[1] == [A_STRIKE, died]


def test_the_killer_is_told_to_those_who_could_see_the_blow(dark: Play) -> None:
    """A death shows who killed, and what that seat gained, as far as the blow does."""
    died = Died(Spot(VICTIM, 4, 4), 0, 2)
    faceless = Partial(died._replace(killer=None, mana=0))
    blast = Blasted(Spot(ACTOR, 4, 1), Spot(VICTIM, 4, 4), 3)
    shot = TowerShot(Place(4, 1), Spot(VICTIM, 4, 4), 5)
    given = Sacrificed(Spot(ACTOR, 4, 1), Spot(VICTIM, 4, 4), Spirit.LIFE)
    blows: list[tuple[Body, Spot | Place | None]] = [
        (A_STRIKE, A_STRIKE.attacker),
        (blast, blast.attacker),
        (shot, shot.tower),
        (given, given.priest),
    ]
    for blow, by in blows:
        heard = hear(dark, blow, died, by=by)
        assert [heard[seat][1] for seat in range(3)] == [died, died, faceless]


def test_whose_poison_it_was_is_seen_on_the_unit_but_fire_has_no_face(dark: Play) -> None:
    """A seat that sees a unit sees its statuses with their sources."""
    died = Died(Spot(VICTIM, 4, 4), 0, 2)
    poison = Hurt(Spot(VICTIM, 4, 4), 4, by_poison=True)
    assert hear(dark, poison, died, by=died.unit)[2] == [poison, died]
    burn = Hurt(Spot(VICTIM, 4, 4), 1, by_poison=False)
    heard = hear(dark, burn, died)
    faceless = Partial(died._replace(killer=None, mana=0))
    assert heard == {0: [burn, died], 1: [burn, faceless], 2: [burn, faceless]}


def test_a_blow_at_another_unit_says_nothing_of_a_death(dark: Play) -> None:
    """Seat 2 sees who strikes its own bes, and not who killed the kerub before."""
    died = Died(Spot(VICTIM, 4, 4), 0, 2)
    near = add(dark, 0, Kind.BES, (4, 8))
    own = Attacked(
        Spot(int(dark.state.units[near, c.ID]), 4, 8), Spot(LOOKER, 4, 7), None, 1, is_counter=False
    )
    look(dark.state)
    assert hear(dark, A_STRIKE, own, died, by=A_STRIKE.attacker)[2][2] == Partial(
        died._replace(killer=None, mana=0)
    )


@pytest.mark.parametrize(
    "body",
    [
        Researched(0, Spell.RAGE),
        Forged(0, Artifact.SWORD),
        Exchanged(0, Resource.GOLD, 3, 3),
        OrderResult(0, 4, Code.NO_AP),
    ],
)
def test_what_concerns_stocks_and_orders_alone_is_told_to_their_seat(
    dark: Play, body: Body
) -> None:
    """Nobody else acts in it, and it has no cells."""
    assert hear(dark, body) == {0: [body], 1: [], 2: []}


def test_a_turn_start_is_told_to_all_but_without_its_numbers(dark: Play) -> None:
    """The mana of a seat is its own secret."""
    body = TurnStart(0, 5, 4)
    others = [Partial(TurnStart(0, None, None))]
    assert hear(dark, body) == {0: [body], 1: others, 2: others}


@pytest.mark.parametrize("body", [Eliminated(1, 0), MatchEnd((1, 3, 2), (5, 0, 3))])
def test_the_end_of_a_seat_and_of_the_match_is_told_to_everybody(dark: Play, body: Body) -> None:
    """Spectators included."""
    (event,) = visible_events(dark.state, [body], dark.state.vision)
    assert (event.body, event.audience) == (body, None)


def test_an_alliance_is_told_to_both(dark: Play) -> None:
    """And to nobody else."""
    body = AllianceChanged(0, 2, is_declared=True)
    assert hear(dark, body) == {0: [body], 1: [], 2: [body]}


def test_a_spell_from_afar_tells_its_source_to_the_owner_of_its_bearer(dark: Play) -> None:
    """DK-6.23; seat 0 sees the target here, its own units need not see anything of the sort."""
    _put(dark, 2, (14, 14))
    look(dark.state)
    cast = Cast(0, Spell.SLOW, Spot(VICTIM, 4, 4))
    status = StatusAdded(Spot(VICTIM, 4, 4), Status.SLOW, 0)
    assert hear(dark, cast, status) == {0: [cast, status], 1: [cast, status], 2: []}


def test_the_slowing_aura_tells_nothing_of_the_tower(dark: Play) -> None:
    """DK-6.23: who owns it hears nothing either if it sees nothing."""
    _put(dark, 1, (14, 14))
    build(dark, 2, Building.SLOWING_TOWER, (11, 12))
    undig(
        dark,
        *[(row, col) for row in (10, 11, 12) for col in (11, 12, 13) if (row, col) != (11, 12)],
    )
    look(dark.state)
    body = Slowed(Spot(VICTIM, 14, 14))
    events = visible_events(dark.state, [body], dark.state.vision)
    assert [(event.body, event.audience) for event in events] == [(body, (1,))]


def test_owners_hear_of_their_sources_and_buildings(dark: Play) -> None:
    """Old and new owner of a Source, the owner of a building that falls."""
    for body in (Captured(Place(13, 13), 1, 2), BuildingDestroyed(Place(13, 13), Building.WALL, 1)):
        heard = hear(dark, body)
        whole = isinstance(body, Captured)
        assert heard[0] == []
        # None of them sees the cell in this position, so it is left out.
        assert heard[1] == [Partial(body._replace(cell=None))]
        assert heard[2] == ([Partial(body._replace(cell=None))] if whole else [])


def test_a_roll_goes_with_the_event_that_it_leads_to(dark: Play) -> None:
    """Zeal: the second strike is heard by all, and so is the roll; seat 2 may not know whose."""
    roll = Rolled(Spot(ACTOR, 4, 1), Roll.ZEAL, 50, 50)
    heard = hear(dark, OrderResult(0, 0, Code.OK), A_STRIKE, roll, A_STRIKE)
    blind = Partial(A_STRIKE._replace(attacker=None))
    assert heard[2] == [blind, Partial(roll._replace(unit=None)), blind]
    assert heard[1] == [A_STRIKE, roll, A_STRIKE]


def test_a_roll_that_leads_to_nothing_goes_with_the_event_before(dark: Play) -> None:
    """Not with one of the next order."""
    roll = Rolled(Spot(ACTOR, 4, 1), Roll.ZEAL, 51, 50)
    step = Moved(Spot(ACTOR, 4, 1), Place(4, 1))
    heard = hear(dark, A_STRIKE, roll, OrderResult(0, 1, Code.OK), step)
    assert heard[2] == [
        Partial(A_STRIKE._replace(attacker=None)),
        Partial(roll._replace(unit=None)),
    ]


def test_a_roll_alone_is_heard_by_those_who_see_who_rolls(dark: Play) -> None:
    """A subjugation that fails."""
    roll = Rolled(Spot(ACTOR, 4, 1), Roll.SUBJUGATE, 51, 50)
    assert hear(dark, OrderResult(0, 0, Code.OK), roll)[2] == []
    assert hear(dark, OrderResult(0, 0, Code.OK), roll)[1] == [roll]


def test_the_controller_of_a_unit_hears_what_befalls_it(dark: Play) -> None:
    """Seat 2 controls the kerub of seat 1, and so sees with its eyes."""
    dark.state.units[1, c.CONTROLLER] = 2
    look(dark.state)
    taken = Controlled(Spot(VICTIM, 4, 4), 2)
    assert hear(dark, taken, A_STRIKE)[2] == [taken, A_STRIKE]


def test_the_hero_appears_to_those_who_see_the_cell(dark: Play) -> None:
    """And to nobody else; the event is there all the same, for who may see all in the end."""
    add_light(dark, (4, 10))
    body = HeroAppeared(Spot(1, 4, 10), Spot(2, 4, 10))
    assert hear(dark, body) == {0: [], 1: [], 2: [body]}
    far = HeroAppeared(Spot(1, 14, 14), Spot(2, 14, 14))
    (event,) = visible_events(dark.state, [far], dark.state.vision)
    assert (event.body, event.audience) == (far, ())


def test_units_of_the_light_side_belong_to_nobody(dark: Play) -> None:
    """The Hero steps out of the dark: nobody may know all of it."""
    hero = add(dark, LIGHT, Kind.HERO, (4, 11))
    dark.state.units[hero, c.ID] = 1
    step = Moved(Spot(1, 4, 11), Place(4, 10))
    look(dark.state)
    before = dark.state.vision.copy()
    dark.state.units[hero, [c.ROW, c.COL]] = (4, 10)
    events = visible_events(dark.state, [step], before)
    copy = Partial(Moved(Spot(1, c.NO, c.NO), Place(4, 10)))
    assert [(event.body, event.audience) for event in events] == [(step, ()), (copy, (2,))]


def test_seats_that_may_know_the_same_share_an_event(dark: Play) -> None:
    """The copy is made and sent once."""
    _put(dark, 1, (4, 6))
    look(dark.state)
    strike = Attacked(Spot(ACTOR, 4, 1), None, Place(4, 4), 1, is_counter=False)
    events = visible_events(dark.state, [TurnStart(0, 5, 4), strike], dark.state.vision)
    assert [event.audience for event in events] == [(0,), (1, 2), (0,), (1, 2)]


def test_in_an_open_game_everybody_hears_everything_but_results_of_orders() -> None:
    """What was in a chest too, once it is picked up (DK-6.1)."""
    play = open_board()
    result = OrderResult(1, None, Code.BAD_SCHEMA)
    chest = PickedUp(Spot(VICTIM, 0, 0), Place(0, 1), Item.CHEST, 210, 2, 0)
    told = [
        (event.body, event.audience) for event in visible_events(play.state, [result, chest], None)
    ]
    assert told == [(result, (1,)), (chest, None)]


def _put(play: Play, at: int, place: tuple[int, int]) -> None:
    play.state.units[at, [c.ROW, c.COL]] = place


def test_events_know_who_hears_them(dark: Play) -> None:
    """Audiences are ascending and never hold a seat that is not in the match."""
    events: list[Event] = visible_events(
        dark.state, [TurnStart(2, 1, 1), A_STRIKE], dark.state.vision
    )
    for event in events:
        assert event.audience is not None
        assert list(event.audience) == sorted(set(event.audience))
        assert set(event.audience) <= {0, 1, 2}


@pytest.mark.parametrize("seed", [1, 2])
def test_in_play_seats_hear_of_what_they_see_and_of_nothing_else(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every cell that is told was in sight, and of what happened on such a cell everybody hears."""
    told = 0

    def checked(
        state: State,
        bodies: Sequence[Body],
        before: Bools | None,
        blows: Mapping[int, Spot | Place],
    ) -> list[Event]:
        nonlocal told
        events = visible_events(state, bodies, before, blows)
        assert before is not None
        in_sight = before | state.vision
        for seat in range(len(state.seats)):
            heard = [event.body for event in events if event.is_told_to(seat)]
            told += len(heard)
            for cell, unit in (where for body in heard for where in cells_of(body)):
                assert in_sight[seat, cell.row, cell.col] or unit // 100_000 == seat + 1
            witnessed = [
                body
                for body in bodies
                if any(in_sight[seat, cell.row, cell.col] for cell, _ in cells_of(body))
                and not isinstance(body, Rolled)
            ]
            whole = [body.body if isinstance(body, Partial) else body for body in heard]
            kinds = [type(body) for body in whole]
            for kind in {type(body) for body in witnessed}:
                assert kinds.count(kind) >= [type(body) for body in witnessed].count(kind)
        return events

    monkeypatch.setattr(order_phase, "visible_events", checked)
    config = DungeonKeeperConfig(
        preset="medium", fog_of_war=True, max_rounds=15, start_gold=300, start_mana=60,
        hero_first_round=1, hero_chance=100,
    )  # fmt: skip
    state, _ = GAME.start(config, seed=seed, num_seats=4)
    play_randomly(GAME, state, Stream(seed))
    assert told > 100


def cells_of(body: object) -> list[tuple[Place, int]]:
    """Cells that are told of, each with the unit that stood there, or 0."""
    fields = body.body if isinstance(body, Partial) else body
    assert isinstance(fields, tuple)
    spots = [value for value in fields if isinstance(value, Spot) and value.row != c.NO]
    places = [value for value in fields if isinstance(value, Place)]
    return [(Place(spot.row, spot.col), spot.unit) for spot in spots] + [(p, 0) for p in places]
