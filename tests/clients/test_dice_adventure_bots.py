"""The house bots of Dice Adventure: chances and costs against the rulebook, plans by hand, whole levels."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from fractions import Fraction

import pytest

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from referee_bots.dice_adventure.chances import Die, success
from referee_bots.dice_adventure.party_bot import facts_of, view_of
from referee_bots.dice_adventure.paths import steps_between, travel
from referee_bots.dice_adventure.seeker_bot import entering_cost
from referee_bots.dice_adventure.view import Seen
from tests.clients.dice_adventure_views import CONFIG, DWARF, GIANT, HUMAN, bot, plan, view
from tests.games.dice_adventure.maps.reference import generated
from tests.games.dice_adventure.reference import Party

FACTS = facts_of(CONFIG)


# Chances.

DA_8_3 = """\
      D       G       H       D+G     D+H     G+H     all
R1    0       3/8     1/6     11/16   7/12    19/24   91/96
T1    9/16    3/16    5/12    27/32   43/48   19/24   251/256
M1    3/4     3/4     13/16   35/36   47/48   47/48   1151/1152
M2    7/12    7/12    11/16   49/54   67/72   67/72   571/576
M3    7/16    7/16    9/16    29/36   41/48   41/48   1117/1152
"""
PARTIES = {
    "D": [0],
    "G": [1],
    "H": [2],
    "D+G": [0, 1],
    "D+H": [0, 2],
    "G+H": [1, 2],
    "all": [0, 1, 2],
}


@pytest.mark.parametrize("line", DA_8_3.splitlines()[1:])
def test_chances_are_the_rulebooks(line: str) -> None:
    """DA-8.3, every entry."""
    code, *entries = line.split()
    for members, entry in zip(PARTIES.values(), entries, strict=True):
        assert str(FACTS.chance(members, [code])) == entry


def test_chances_against_several() -> None:
    """By hand: of 4 * 6 pairs of M1 and M2, 1, 3, 6, 10 and 14 sum to at most 2, 3, 4, 5 and 6."""
    assert FACTS.chance([DWARF], ["M1", "M2"]) == Fraction(1 + 3 + 6 + 10 + 14, 6 * 24)
    assert success([Die(0, 5)], [Die(0, 5)]) == 1
    assert success([Die(0, 5)], [Die(1, 5)]) == 0


def test_chances_go_by_the_config() -> None:
    """Changed members and pieces."""
    config = wire.Config(types=[wire.PieceType(code="R5", die=0, modifier=9)])
    config.stats.dwarf.rock_die = 10
    config.stats.giant.rock_modifier = 8
    facts = facts_of(config)
    assert facts.chance([DWARF], ["R5"]).as_integer_ratio() == (1, 5)
    assert facts.chance([GIANT], ["R5"]) == 1
    assert facts.chance([HUMAN], ["R5"]) == 0


# Paths.


@pytest.mark.parametrize(
    ("code", "costs"),
    [
        ("..", (2, 2, 2)),
        ("K1", (2, 2, 2)),
        ("??", (3, 3, 3)),
        ("T1", (6, 16, 10)),
        ("R1", (122, 14, 30)),
        ("M2", (14, 14, 14)),
        ("##", (None, None, None)),
    ],
)
def test_costs_are_the_rulebooks(code: str, costs: tuple[int | None, ...]) -> None:
    """DA-9.2: empty 2, unexplored 3, trap +4/+14/+8, rock +120/+12/+28 by map number, monster +12."""
    for member in range(3):
        assert entering_cost(view(f"@@{code}", member), (1, 0)) == costs[member]


def test_nothing_is_off_the_map() -> None:
    """A map of one cell has no neighbours."""
    for cell in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        assert entering_cost(view("@@"), cell) is None


def test_paths() -> None:
    """The cheapest, and of two equal ones always the same, U before D before L before R."""
    costs = {(x, y): 1 for x in range(3) for y in range(3)} | {(1, 0): 9}
    ways = travel((0, 0), costs.get)
    assert ways.costs[1, 0] == 9
    assert ways.costs[2, 0] == 4
    assert steps_between((0, 0), ways.path_to((2, 0))) == list("DRRU")
    assert ways.path_to((0, 0)) == []
    assert (3, 3) not in ways.costs


# Seeker (DA-9.2).

SEEKER = {
    "to the shrine": ("@@..K1\n......", DWARF, (), "RR"),
    "another's shrine is nothing": ("K2@@..\n....K1", DWARF, (), "DR"),
    "to the tower with its key": ("**..@@..K1", DWARF, (DWARF,), "LL"),
    "not before": ("**..@@..K1", DWARF, (), "RR"),
    "at most its action points": ("@@..............K1", DWARF, (), "RRRRRR"),
    "explores": ("@@..??\n####??", DWARF, (), "RR"),
    "until the first unexplored cell": ("@@??????K1", DWARF, (), "R"),
    "around the rock": ("@@R1K1\n......", DWARF, (), "DRRU"),
    "around a trap that costs 14": ("@@T1K2\n......", GIANT, (), "DRRU"),
    "through a trap that costs 4": ("@@T1K1\n..##..\n......", DWARF, (), "RR"),
    "around a monster": ("@@M2K3\n......", HUMAN, (), "DRRU"),
    "stays on the tower": ("**\n@@", DWARF, (DWARF,), "U"),
    "nothing to do": ("@@..", DWARF, (), ""),
    "walled in": ("@@##??", DWARF, (), ""),
}


@pytest.mark.parametrize("case", SEEKER)
def test_seeker(case: str) -> None:
    """DA-9.2, one clause each."""
    text, member, keys, expected = SEEKER[case]
    assert plan("seeker", view(text, member, keys=keys)) == expected
    assert bot("seeker").pings(view(text, member, keys=keys)) == []


def test_seeker_stays_on_the_tower() -> None:
    """Standing there without all keys it waits, whatever is unexplored."""
    seen = view("??@@..", keys=[DWARF])
    seen.codes[seen.at] = "**"
    assert plan("seeker", seen) == ""


# Wanderer (DA-9.1).


def test_wanderer_is_uniform() -> None:
    """Over what is no wall and on the map; 13.8 is chi-square's 0.1% point for 2 degrees of freedom."""
    wanderer = bot("wanderer", 2008)
    first = collections.Counter(
        wanderer.plan(view("..??\n@@..\n####", ap=1))[0] for _ in range(3000)
    )
    assert set(first) == {"U", "R"}
    assert abs(first["U"] - 1500) < 3.3 * (3000 / 4) ** 0.5
    for _ in range(50):
        tokens = wanderer.plan(view("..??\n@@..\n####", ap=6))
        assert len(tokens) == 6
    assert wanderer.plan(view("##\n@@\n##", ap=3)) == ["W"] * 3


# On the wire.


def observation(party: Party, member: int) -> wire.Observation:
    """What the plain reference lets a member see, as a message."""
    seen = party.observe(member)
    phase, window, _ = party.decision() or ("", 0, [])
    message = wire.Observation(
        seat=member,
        character=member + 1,
        level=wire.Level(index=party.level_index, count=1, w=party.w, h=party.h, cap=party.cap),
        round=party.round,
        phase=wire.PHASE_COMMUNICATION if phase == "communication" else wire.PHASE_PLANNING,
        window=window,
        grid=seen["grid"],
        seen=seen["seen"],
        monsters=[wire.Monster(code=code, x=x, y=y) for y, x, code in seen["monsters"]],
    )
    (x, y), message.me.hearts, message.me.ap = seen["me"]
    message.me.x, message.me.y = x, y
    for index, (alive, hearts, respawn, lives, key, at) in enumerate(seen["members"]):
        shown = message.members.add(
            character=index + 1, alive=alive, hearts=hearts, respawn=respawn, lives=lives, key=key
        )
        if at is not None:
            shown.x, shown.y = at
    for by, symbol, px, py, window in seen["pings"]:
        message.pings.add(by=by + 1, symbol=symbol, x=px, y=py, window=window)
    return message


L1 = "##**##\nK1K2K3\nC1C2C3\nM1M2M1"
L2 = "##**##\n##..##\n##M2##\nK1K2K3\nM1M1M1\nC1C2C3"
L3 = "##K2##\n..**..\nK3R1K1\n##T1##\nC3C2C1"


def test_a_view_of_an_observation() -> None:
    """DA-8.2: what the Dwarf sees at the start of L1."""
    seen = view_of(observation(Party(1, [(L1, 30)]), DWARF))
    assert (seen.member, seen.level, seen.round, seen.size) == (DWARF, 0, 1, (3, 4))
    assert seen.codes == {
        **{(0, 1): "K1", (1, 1): "K2", (0, 2): "C1", (1, 2): "C2"},
        **{(0, 3): "..", (1, 3): ".."},
    }
    assert seen.monsters == {(0, 3): ["M1"], (1, 3): ["M2"]}
    assert (seen.at, seen.ap, seen.pings) == ((0, 2), 6, ())
    assert seen.party == (Seen(False, (0, 2)), Seen(False, (1, 2)), Seen(False, None))


def play(name: str, text: str, cap: int, seed: int) -> tuple[str, int]:
    """Outcome and rounds of a level that a house bot plays in all three seats."""
    party = Party(seed, [(text, cap)])
    bots = [bot(name, seed) for _ in range(3)]
    tokens = " UDLRW"
    while (decision := party.decision()) is not None:
        phase, _, members = decision
        orders: dict[int, Sequence[object]] = {}
        for member in members:
            action = bots[member].act(observation(party, member))
            if phase == "communication":
                assert action.HasField("pings")
                pings = [(ping.symbol, ping.x, ping.y) for ping in action.pings.pings]
                assert len(pings) <= party.members[member].ap
                orders[member] = pings
            else:
                assert action.HasField("plan")
                orders[member] = [tokens[step] for step in action.plan.steps]
                assert len(orders[member]) <= party.members[member].ap
        party.step(orders)
    _, outcome, _, rounds, _ = party.results[0]
    return outcome, rounds


@pytest.mark.parametrize("name", ["seeker", "partner"])
@pytest.mark.parametrize("text", [L1, L2, L3], ids=["L1", "L2", "L3"])
def test_the_rulebooks_levels_are_cleared(name: str, text: str) -> None:
    """On every seed, and soon."""
    for seed in range(20):
        outcome, rounds = play(name, text, 30, seed)
        assert outcome == "cleared"
        assert rounds <= 15


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "cap", "num_levels"), [("easy", 30, 60), ("normal", 40, 40), ("hard", 60, 20)]
)
def test_partners_clear_generated_levels(preset: str, cap: int, num_levels: int) -> None:
    """At least nine in ten; a silent party would fail on more."""
    outcomes = [
        play("partner", generated(seed, 0, preset), cap, seed)[0] for seed in range(num_levels)
    ]
    assert outcomes.count("cleared") >= 0.9 * num_levels


@pytest.mark.parametrize("name", ["wanderer", "seeker", "partner"])
def test_any_level_is_played_to_its_end(name: str) -> None:
    """Orders are lawful on small and large maps, in crowds of rocks and monsters, until the cap."""
    for seed, spec in enumerate(["smallest", "smallest, most walls", "narrow"]):
        assert play(name, generated(seed, 0, spec), 4, seed)[1] <= 4
