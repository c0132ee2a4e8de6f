"""Every worked example of the rulebook's section 8, and every check that can refuse an order, as scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.config import parse_config
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.columns import ACTING
from referee.games.dungeon_keeper.tables import Code
from referee.games.scenario import Scenario, load_scenario, run_scenario

GAME = PLUGIN.game
FOLDER = Path(__file__).parents[2] / "scenarios" / "dungeon_keeper"
FILES = sorted(FOLDER.glob("*.toml"))
REFUSED = sorted(FOLDER.glob("refused_*.toml"))

_UNIT = "NO_SUCH_UNIT NOT_YOURS"
_DOES = f"{_UNIT} NO_ABILITY NO_AP"
_BESIDE = "OUT_OF_BOARD NOT_ADJACENT"
_AIMED = "NO_SUCH_TARGET BAD_TARGET OUT_OF_RANGE NO_LOS"
CHECKS = {
    "move": f"{_UNIT} NO_AP {_BESIDE} BLOCKED CORNER OCCUPIED STACK_FULL",
    "attack": f"{_UNIT} NO_AP {_AIMED}",
    "dig": f"{_DOES} {_BESIDE} NOT_UNDUG",
    "mine": f"{_DOES} {_BESIDE} NOT_MINE",
    "build": f"{_DOES} {_BESIDE} NOT_EMPTY OCCUPIED ITEM_THERE NO_MANA NO_GOLD NO_IRON",
    "repair": f"{_DOES} {_BESIDE} BAD_TARGET FULL_HP NO_GOLD",
    "pickup": f"{_UNIT} NO_AP {_BESIDE} NO_ITEM OCCUPIED HANDS_FULL",
    "use_rune": f"{_UNIT} NO_AP NO_RUNE NOT_ADJACENT ALREADY_INSTALLED",
    "capture": f"{_UNIT} NO_AP {_BESIDE} BAD_TARGET OWN_SOURCE",
    "rest": f"{_UNIT} NO_AP {_BESIDE} NO_BUILDING FULL_HP",
    "heal": f"{_DOES} {_AIMED} FULL_HP",
    "purify": f"{_DOES} {_AIMED} NOTHING_TO_REMOVE",
    "sacrifice": f"{_DOES} {_AIMED}",
    "fire_breath": f"{_DOES} {_BESIDE} NO_LOS NO_SUCH_TARGET",
    "fire_stream": f"{_DOES} NO_SUCH_TARGET",
    "death_cloud": f"{_DOES} OUT_OF_BOARD OUT_OF_RANGE NO_LOS NO_SUCH_TARGET",
    "subjugate": f"{_DOES} {_AIMED}",
    "exhaust": f"{_DOES} {_AIMED} ALREADY_ACTIVE",
    "fear": f"{_DOES} {_AIMED}",
    "poison": f"{_DOES} {_AIMED}",
    "cancel_blessing": f"{_DOES} {_AIMED} NOTHING_TO_REMOVE",
    "summon": f"NO_BUILDING {_BESIDE} BLOCKED OCCUPIED STACK_FULL UNIT_CAP NO_MANA",
    "upgrade_unit": (
        f"{_UNIT} BAD_UPGRADE NEEDS_RUNE NOT_NEAR_SOURCE ALREADY_UPGRADED NO_MANA NO_GOLD"
    ),
    "upgrade_source": "NO_BUILDING MAX_LEVEL ALREADY_UPGRADED NO_GOLD",
    "research": "ALREADY_KNOWN NEEDS_RUNE NO_MANA",
    "cast": (
        "NOT_RESEARCHED NO_SUCH_TARGET BAD_TARGET FULL_HP NOTHING_TO_REMOVE ALREADY_ACTIVE NO_MANA"
    ),
    "forge": "NO_BUILDING NO_GOLD NO_IRON NO_TALDEAR",
    "equip": f"{_UNIT} NO_ARTIFACT SLOT_FULL",
    "assign_spirit": f"{_UNIT} NO_SPIRIT SLOT_FULL",
    "exchange": "NO_BUILDING NO_MANA",
    "tower_shot": f"NO_BUILDING NO_AP {_AIMED} NOT_NEAREST",
    "ally": "DISABLED BAD_TARGET",
    "unally": "DISABLED BAD_TARGET",
}
"""Checks of each order, typed from DK-4.10 and DK-4.11."""
OF_ANY_ORDER = {Code.OK, Code.BAD_SCHEMA, Code.LIMIT, Code.MATCH_OVER, Code.MORE}
OF_THE_REFEREE = {Code.NOT_YOUR_TURN}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The scenario comes out as it says."""
    assert [str(difference) for difference in run_scenario(load_scenario(path), path)] == []


def test_no_example_is_missing() -> None:
    """Each example has files that are titled after it."""
    titles = {load_scenario(path).title.partition(":")[0] for path in FOLDER.glob("E*.toml")}
    assert titles == {f"DK-8.{number}" for number in range(1, 23)}


@pytest.mark.parametrize("order", CHECKS)
def test_every_check_of_an_order_refuses_it_somewhere(order: str) -> None:
    """And the order is carried out somewhere beside."""
    found = {code for path in REFUSED for name, code in _told(load_scenario(path)) if name == order}
    assert found >= {*CHECKS[order].split(), "OK"}


def test_every_reason_code_is_told_somewhere() -> None:
    """DK-4.12, but for what the referee says of late messages."""
    found = {code for path in REFUSED for _, code in _told(load_scenario(path))}
    assert found == {code.name for code in Code if code not in OF_THE_REFEREE}
    of_orders = {code for checks in CHECKS.values() for code in checks.split()}
    assert of_orders == {code.name for code in Code} - {
        code.name for code in OF_ANY_ORDER | OF_THE_REFEREE
    }


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_what_is_refused_changes_nothing(path: Path) -> None:
    """DK-4.6: no price, no draw, no trace but the count of orders and batches."""
    scenario = load_scenario(path)
    config = parse_config(GAME.config_class, scenario.config)
    num_seats = scenario.num_seats or GAME.info.default_seats
    state = GAME.parse_state(config, num_seats, scenario.given or {})
    for step in scenario.steps:
        before, dice = GAME.plain_state(state), state.streams.copy()
        seat = state.match.item(ACTING)
        GAME.step(state, {seat: GAME.parse_action(step.orders[seat])})
        codes = [(event.model_extra or {}).get("code", "OK") for event in step.expect.events]
        if "OK" not in codes and seat == state.match.item(ACTING):
            after = GAME.plain_state(state)
            changed = {name for name in after if after[name] != before[name]}
            assert changed <= {"batch", "orders"}
            assert (state.streams == dice).all()


def _told(scenario: Scenario) -> list[tuple[str, str]]:
    """Orders of a scenario and the codes that are expected of them."""
    told = []
    for step in scenario.steps:
        sent = [its for its in step.orders.values() if isinstance(its, dict)]
        orders = [order for its in sent for order in _list(its.get("orders"))]
        results = [
            its.model_extra or {} for its in step.expect.events if its.event == "order_result"
        ]
        for fields in results:
            place = fields.get("place")
            order = orders[place] if isinstance(place, int) else {}
            told.append((str(order.get("type")), str(fields["code"])))
    return told


def _list(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []
