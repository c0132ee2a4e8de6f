"""Fights of Proving Grounds as browsers are shown them, those of the rulebook and those of a whole match."""

from __future__ import annotations

from referee.core.scene import (
    Bar,
    Delta,
    Dice,
    Flag,
    FlagKind,
    Mark,
    Shape,
    Style,
    Versus,
    spans_text,
)
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    CREATURES,
    Creature,
    HeroClass,
    Item,
)
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes
from tests.games.proving_grounds.looking import (
    ALL,
    CONFIG,
    begun,
    field_of,
    scene_of,
)
from tests.helpers.scenes import sights_of_match

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
    scene = scene_of(begun(), Eyes(0), *bodies)
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
    scene = scene_of(begun(), Eyes(0), *FIGHT, *FIGHT[3:5])
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
    assert field_of(scene_of(begun(), Eyes(0), *bodies)).marks == (
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
    state = begun()
    state.heroes[1, 1:, c.HP] = 0
    flags = scene_of(state, Eyes(0), *FIGHT, told.Died(Ref(0, 3))).flags
    assert flags == (
        Flag(FlagKind.START, "ada beats two Goblins in room 3", 0),
        Flag(FlagKind.DEATH, "ada loses a Wizard", 0, "Wizard falls"),
    )


def test_fights_of_a_match_are_told_with_their_blows() -> None:
    """As many as there are events of their beginning, all of them with hit points of all who take part."""
    count = 0
    for (sight,) in sights_of_match(PLUGIN, CONFIG, [ALL], num_seats=3, seed=1):
        began = [one for one in sight.events if "fight_began" in one]
        fights = [part for part in VIEW.scene(sight).parts if isinstance(part, Versus)]
        assert len(fights) == len(began)
        for fight in fights:
            assert fight.middle
            for line in (*fight.left.lines, *fight.right.lines):
                assert isinstance(line[1].measure, Bar)
        count += len(fights)
    assert count
