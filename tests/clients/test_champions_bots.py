"""The house bots of Champions: items and battles against the rulebook, decisions by hand, whole matches."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import pytest

from gamereferee.games.champions.v1 import champions_pb2 as wire
from gamereferee.v1.time_control_pb2 import TimeControl
from loadtest.strength.engine_match import EngineMatch, Listener
from loadtest.strength.engine_match import play_match as play_engine_match
from loadtest.strength.games import friend_gains
from loadtest.strength.series import seat_bots
from referee.core.config import parse_config
from referee.core.game import Event
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee_bots import SeededBot, find, names
from referee_bots.champions.judge import worth_of
from referee_bots.champions.plans import Team, sides_of
from referee_client import Match
from tests.clients.champions_boards import (
    ATTACK,
    BARE,
    EVADE,
    FULL,
    GLADIATOR,
    GUARD,
    HEAL,
    HEALER,
    MAGE,
    ROGUE,
    seen,
)


def play_match(
    bots: Sequence[str],
    seed: int,
    values: Mapping[str, object] | None = None,
    listener: Listener | None = None,
) -> EngineMatch:
    """Play a match of Champions."""
    return play_engine_match("champions", bots, seed, values, listener=listener)


def count_refusals(events: Sequence[Event]) -> int:
    """Return how many parts of actions did not count or were filled in."""
    sent = (wire.Events.FromString(PLUGIN.codec.encode_event(event)) for event in events)
    return sum(one.events[0].HasField("refusal") for one in sent)


# Decisions.


def started(name: str, seat: int = 0, scoring: wire.Scoring = wire.SCORING_OUTLAST) -> SeededBot:
    """A house bot that has met its match."""
    made = find("champions", name)(1)
    config = wire.Config(loot_actions=3, scoring=scoring)
    made.on_start(Match("m", seat, "champions", 1, config, 2, TimeControl(), b""))
    return made


def moved(
    name: str,
    observation: wire.Observation,
    times: int = 30,
    scoring: wire.Scoring = wire.SCORING_OUTLAST,
) -> set[tuple[int, int]]:
    """Moves that a bot chooses among."""
    bot = started(name, scoring=scoring)
    moves = [bot.act(observation).move for _ in range(times)]
    return {(move.dr, move.dc) for move in moves}


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        (seen(0), {(0, 0)}),
        (seen(0, left=(0, 0, 2, 2)), {(0, 0)}),
        (seen(0, left=(0, 0, 0, 3)), {(1, 1)}),
        (seen(0, left=(0, 0, 0, 3), at=((0, 0), (1, 1))), {(1, 1)}),
        (seen(0, left=(0, 0, 0, 0), at=((1, 1), (0, 1))), {(0, -1), (0, 1), (1, 0)}),
        (seen(0, left=(0, 0, 0, 0), at=((0, 0), (0, 1)), size=2), {(1, 0), (1, 1)}),
        (seen(0, left=(0, 0, 0, 0), at=((0, 0), (0, 0)), size=1), {(0, 0)}),
    ],
    ids=["full", "four left", "to the centre", "class first", "then few", "core", "arena"],
)
def test_where_the_brawler_goes(observation: wire.Observation, expected: set[object]) -> None:
    """CH-9.2: away from what is looted, to the best class, of that to the fewest others."""
    assert moved("brawler", observation) == expected


def test_where_the_tactician_goes() -> None:
    """As the brawler while it is healthy; away from two healthy rivals' reach once it is not (CH-9.3)."""
    corner, foes = (0, 0), ((2, 0), (2, 1))
    assert moved("tactician", seen(0, at=(corner, *foes), left=(0, 0, 0, 3))) == {(1, 1)}
    weak = seen(0, at=(corner, *foes), left=(0, 0, 0, 3), health=(20, 0, 0, 0))
    assert moved("tactician", weak) == {(0, 1)}  # an edge out of their reach
    assert moved("tactician", seen(0, at=((1, 1), *foes), health=(20, 0, 0, 0))) == {
        (-1, 0),
        (0, 1),
    }
    one_foe = seen(0, at=(corner, (2, 2)), left=(0, 0, 0, 3), health=(20, 0, 0, 0))
    assert moved("tactician", one_foe) == {(1, 1)}


def test_where_kills_are_points_bots_go_to_rivals() -> None:
    """Of equally good tiles; the tactician to nobody who is healthier than itself, 20 against 350."""
    empty, royale = (0, 0, 0, 0), wire.SCORING_ROYALE
    seen_by = seen(0, at=((0, 0), (0, 1)), left=empty, size=2)
    assert moved("brawler", seen_by, scoring=royale) == {(0, 1)}
    assert (0, 1) not in moved("tactician", seen_by)
    assert moved("tactician", seen_by, scoring=royale) == {(0, 1)}
    weak = seen(0, at=((0, 0), (0, 1)), left=empty, size=2, health=(20, 0, 0, 0))
    assert (0, 1) not in moved("tactician", weak, scoring=royale)


def test_a_kill_counts_as_the_scoring_says() -> None:
    """Beside rivals with one health each, a plan that kills is worth more where kills are."""
    team, rivals = Team(FULL, BARE), Team((1, 1, 0, 0), BARE)
    sides = sides_of((GLADIATOR, ROGUE), team, rivals)
    plain, dear = (worth_of(sides, team, rivals, 5, kill) for kill in (40, 60))
    assert (dear > plain).any()
    assert (dear >= plain).all()


# Sparring partners.


def test_the_hider_flees_evades_and_heals() -> None:
    """To where nobody can reach; light armour and what helps to evade; the Healer mends the Rogue."""
    at = ((1, 1), (0, 0), (0, 2))
    assert moved("hider", seen(0, at=at)) == {(1, -1), (1, 0), (1, 1)}
    hider = started("hider")
    assert list(hider.act(seen(1)).loot.categories) == [2, 3, 2]
    orders = hider.act(seen(2, stash=((1, 16), (2, 18), (3, 29), (4, 4)))).equip.orders
    assert [order.item for order in orders] == [1, 3]
    fighters = hider.act(seen(3, health=(100, 60, 80, 85))).battle.fighters
    assert [entry.champion for entry in fighters] == [HEALER, ROGUE]
    assert [[(a.action, a.target) for a in entry.set] for entry in fighters] == [
        [(HEAL, 1)] * 4,
        [(EVADE, 0)] * 4,
    ]


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
def test_the_hider_plays_legally(seats: int) -> None:
    """Among its like, with doubled seats, nothing that it sends is refused or filled in."""
    values = {"max_rounds": 16, "stage_lengths": [2, 2, 2]}
    events: list[Event] = []
    play_match(["hider"] * seats, 5, values, events.append)
    assert count_refusals(events) == 0


def test_the_idle_bot_answers_nothing() -> None:
    """The empty body of each phase."""
    bodies = [started("idle").act(seen(phase)) for phase in range(4)]
    assert [body.WhichOneof("body") for body in bodies] == ["move", "loot", "equip", "battle"]
    assert all(body.ByteSize() == 2 for body in bodies)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 8, 16])
def test_who_does_not_fight_does_not_win(seats: int) -> None:
    """Hider, idle and random each score less than brawler and tactician, by placements (CH-7.4)."""
    scores: dict[str, list[float]] = {name: [] for name in names("champions")}
    for seed in range(480 // seats):
        bots = seat_bots("drawn", names("champions"), seats, seed)
        for name, score in zip(bots, play_match(bots, seed).scores, strict=True):
            scores[name].append(score)
    order = sorted(scores, key=lambda name: statistics.fmean(scores[name]))
    assert set(order[:3]) == {"hider", "idle", "random"}


@pytest.mark.parametrize(("scoring", "place"), [("royale", 4), ("outlast", 8)])
def test_what_a_friend_s_four_champions_are_worth(scoring: str, place: int) -> None:
    """By hand, of 16 seats one behind another without other kills: the 2 points of place 8 become 6.

    That is between the 7 of place 3 and the 5 of place 4. By outlast they bring nothing.
    """
    seats = [{"health": [50, 0, 0, 0]}, *({"out_round": 20 - behind} for behind in range(15))]
    seats[7] = {"out_round": 14, "kills": 4}
    config = parse_config(ChampionsConfig, {"scoring": scoring})
    state = PLUGIN.game.parse_state(config, 16, {"seats": seats})
    assert PLUGIN.game.outcome(state).placements[7] == place


def test_a_friend_s_gain_is_reckoned_for_all_pairs() -> None:
    """Of three seats by outlast: fed by one before it a seat gains a place of two, by one behind it nothing.

    Pairs are of the seat that is fed and its friend: 0 and 1, 0 and 2, 1 and 0, 1 and 2, 2 and 0, 2 and 1.
    """
    seats = [{"health": [9, 0, 0, 0]}, {"out_round": 9}, {"out_round": 8}]
    config = parse_config(ChampionsConfig, {"scoring": "outlast"})
    state = PLUGIN.game.parse_state(config, 3, {"seats": seats})
    assert friend_gains(state) == [0, 0, 0.5, 0, 0.5, 0.5]


def test_what_the_brawler_loots() -> None:
    """CH-9.2: Physical, Magical, Defensive."""
    assert list(started("brawler").act(seen(1)).loot.categories) == [0, 1, 2]


def test_how_the_brawler_arms() -> None:
    """The Mage takes Oak Staff (4.5 + 3) and Longbow (6.5) and gives its dagger up to the Rogue.

    Chainmail (4.5) is the Mage's, the Rogue has the Padded Coat, the Gladiator Iron Plate; and a Smoke Pellet
    does not attack.
    """
    observation = seen(
        2,
        stash=((1, 10), (2, 4), (3, 18), (4, 20), (6, 29), (7, 16)),
        held={(MAGE, 0): (5, 0)},
        health=(100, 85, 80, 85),
    )
    orders = started("brawler").act(observation).equip.orders
    placed = {(order.champion, order.slot): order.item for order in orders}
    assert placed == {
        (MAGE, 0): 1,
        (MAGE, 1): 2,
        (MAGE, 2): 4,
        (ROGUE, 0): 5,
        (ROGUE, 2): 7,
        (GLADIATOR, 2): 3,
    }
    assert all(order.kind == 0 for order in orders)
    assert len(placed) == len(orders)


def test_the_dead_get_nothing_and_nothing_moves_twice() -> None:
    """With the Mage dead the Rogue chooses first; what is in its place already needs no order."""
    observation = seen(
        2, stash=((1, 2),), held={(ROGUE, 0): (9, 7), (HEALER, 2): (8, 16)}, health=(9, 9, 9, 0)
    )
    orders = started("brawler").act(observation).equip.orders
    assert [(o.champion, o.slot, o.item) for o in orders] == [(ROGUE, 1, 1), (ROGUE, 2, 8)]


PAIR, OTHER = wire.Pair(battle=4, side_a=0, side_b=1), wire.Pair(battle=5, side_a=0, side_b=2)


@pytest.mark.parametrize(
    ("health", "battles", "expected"),
    [
        ((10, 85, 80, 85), (PAIR,), [(4, ROGUE), (4, MAGE)]),
        ((0, 0, 80, 0), (PAIR,), [(4, HEALER)]),
        ((10, 85, 80, 85), (PAIR, OTHER), [(4, ROGUE), (4, MAGE), (5, HEALER), (5, GLADIATOR)]),
        ((10, 0, 80, 85), (PAIR, OTHER), [(4, MAGE), (4, HEALER), (5, GLADIATOR)]),
        ((10, 0, 80, 0), (PAIR, OTHER), [(4, HEALER), (5, GLADIATOR)]),
    ],
)
def test_whom_the_brawler_sends(
    health: Sequence[int], battles: Sequence[wire.Pair], expected: list[tuple[int, int]]
) -> None:
    """CH-9.2: the two healthiest, always attacking by the list; a doubled seat sends somebody to both."""
    fighters = started("brawler").act(seen(3, health=health, battles=battles)).battle.fighters
    assert [(entry.battle, entry.champion) for entry in fighters] == expected
    for entry in fighters:
        assert [action.action for action in entry.set] == [ATTACK] * 4
        assert all(list(action.prefs) == [HEALER, MAGE, ROGUE, GLADIATOR] for action in entry.set)


def test_the_tactician_fights_alike_in_the_same_place() -> None:
    """Whatever its seed, and not the same everywhere."""
    observation = seen(3, health=(30, 40, 50, 60))
    first, second = (started("tactician").act(observation) for _ in range(2))
    assert first == second
    assert len(first.battle.fighters) == 2
    assert all(len(entry.set) == 4 for entry in first.battle.fighters)


# Whole matches.


def test_names() -> None:
    """Sparring partners first, then in the order of strength."""
    assert names("champions") == ["hider", "idle", "random", "brawler", "tactician"]
    assert all(isinstance(find("champions", name)(3), SeededBot) for name in names("champions"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 9, 16])
def test_random_play_is_legal(seats: int) -> None:
    """CH-9.1: over whole matches no part of any action is refused, and nothing is filled in."""
    events: list[Event] = []
    played = play_match(["random"] * seats, 7, listener=events.append)
    assert count_refusals(events) == 0
    assert sum(played.scores) == pytest.approx(seats / 2 * 1e6, abs=seats)


@pytest.mark.parametrize("seats", [2, 3, 5, 9])
def test_all_bots_play_legally(seats: int) -> None:
    """Against each other, with doubled seats; the same match twice is the same."""
    bots = [("tactician", "brawler", "random")[seat % 3] for seat in range(seats)]
    events: list[Event] = []
    played = play_match(bots, 3, listener=events.append)
    assert count_refusals(events) == 0
    assert played.scores == play_match(bots, 3).scores


def test_random_does_everything() -> None:
    """All that each champion may do, both targets, all tiles in reach, each category but ANY."""
    bot = started("random")
    does, targets, firsts = set(), set(), set()
    for _ in range(300):
        for entry in bot.act(seen(3)).battle.fighters:
            for action in entry.set:
                does.add((entry.champion, action.action))
                if action.action in {HEAL, GUARD}:
                    targets.add(action.target)
                if action.action == ATTACK:
                    firsts.add(action.prefs[0])
                    assert sorted(action.prefs) == [0, 1, 2, 3]
    assert does == {(0, 0), (0, 4)} | {(c, a) for c in (1, 2, 3) for a in (0, 2, 3, 4)} | {(2, 1)}
    assert targets == {0, 1}
    assert firsts == {0, 1, 2, 3}
    assert moved("random", seen(0), 100) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    looted = {category for _ in range(50) for category in bot.act(seen(1)).loot.categories}
    assert looted == {0, 1, 2, 3}


def test_the_brawler_beats_random_play() -> None:
    """Ten duels out of ten."""
    wins = [play_match(["brawler", "random"], seed).wins[0] for seed in range(10)]
    assert sum(wins) == 10
