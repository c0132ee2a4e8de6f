"""What stands in the way of orders (DK-4.6 to DK-4.11): each check of each type, with that alone broken."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from referee.core.digest import state_digest
from referee.games.dungeon_keeper.rules.board import units
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out
from referee.games.dungeon_keeper.rules.orders.table import RULINGS
from referee.games.dungeon_keeper.rules.places import Place
from referee.games.dungeon_keeper.tables import Building, Code, Kind, Spell
from referee.games.dungeon_keeper.visibility.fog import look
from tests.games.dungeon_keeper.breaking import Case, broken
from tests.games.dungeon_keeper.broken_orders import AT_ENEMY, CASES, GIVEN
from tests.games.dungeon_keeper.legal_orders import ENEMY, FIRST, LEGAL, legal
from tests.games.dungeon_keeper.positions import add, build, judge

NAMES = {order_type: name for name, order_type in o.ORDER_TYPES.items()}


@pytest.mark.parametrize("order_type", LEGAL, ids=NAMES.get)
def test_nothing_stands_in_the_way_of_a_legal_order(order_type: type[o.Order]) -> None:
    """Each position allows its order, before something is broken in it; it tells of something."""
    play, order = legal(order_type)
    before = state_digest(play.state)
    assert judge(play, order) is Code.OK
    assert state_digest(play.state) == before
    assert carry_out(play, order) is Code.OK
    assert len(play.log) >= 1


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{NAMES[t]}-{code.name}-{name}" for t, code, name, _ in CASES]
)
def test_a_refused_order_changes_nothing(case: Case) -> None:
    """One thing is broken: the order is refused for it, and costs, draws and tells nothing (DK-4.6)."""
    play, order = broken(case)
    before = state_digest(play.state)
    assert carry_out(play, order) is case.code
    assert state_digest(play.state) == before
    assert play.log == []


@pytest.mark.parametrize("order_type", AT_ENEMY, ids=NAMES.get)
def test_under_fog_a_target_out_of_sight_does_not_exist(order_type: type[o.Order]) -> None:
    """A unit that the seat does not see is NO_SUCH_TARGET, whatever else holds of it (DK-6.24)."""
    play, order = legal(order_type, fog_of_war=True)
    look(play.state)
    assert judge(play, order) is Code.OK
    at = units.find(play.state, ENEMY)
    _, row, col = units.spot(play.state, at)
    play.state.vision[0, row, col] = False
    before = state_digest(play.state)
    assert carry_out(play, order) is Code.NO_SUCH_TARGET
    assert state_digest(play.state) == before


def test_under_fog_spells_reach_what_is_seen() -> None:
    """Without fog spells reach anything, under fog only units in sight (DK-5.70, DK-6.24)."""
    far = (8, 8)
    for fog, expected in ((False, Code.OK), (True, Code.NO_SUCH_TARGET)):
        play, _ = legal(o.Cast, fog_of_war=fog)
        add(play, 1, Kind.BES, far)
        look(play.state)
        assert judge(play, o.Cast(Spell.SLOW, ENEMY)) is expected
        add(play, 0, Kind.IMP, (8, 6))
        look(play.state)
        assert judge(play, o.Cast(Spell.SLOW, ENEMY)) is Code.OK


def test_under_fog_a_building_out_of_sight_does_not_exist() -> None:
    """It is NO_SUCH_TARGET to attack what is only remembered (DK-6.24)."""
    play, _ = legal(o.Attack, fog_of_war=True)
    build(play, 1, Building.ALTAR, (8, 8))
    attack = o.Attack(FIRST, cell=Place(8, 8))
    look(play.state)
    assert judge(play, attack) is Code.NO_SUCH_TARGET
    play.state.vision[0, 8, 8] = True
    assert judge(play, attack) is Code.OUT_OF_RANGE


@pytest.mark.parametrize("order_type", [o.Move, *GIVEN], ids=NAMES.get)
def test_under_fog_a_unit_out_of_sight_is_nobody_s(order_type: type[o.Order]) -> None:
    """Another's unit is NOT_YOURS in sight, and NO_SUCH_UNIT out of it (DK-6.24)."""
    for place, expected in (((0, 7), Code.NOT_YOURS), ((8, 8), Code.NO_SUCH_UNIT)):
        play, order = legal(order_type, fog_of_war=True)
        add(play, 1, Kind.BES, place)
        look(play.state)
        assert judge(play, order._replace(unit=ENEMY)) is expected  # type: ignore[call-arg]


def test_no_order_is_refused() -> None:
    """What is no order is BAD_SCHEMA (DK-4.9)."""
    play, _ = legal(o.Move)
    assert carry_out(play, o.BAD_ORDER) is Code.BAD_SCHEMA
    assert play.log == []


# The rulebook's tables, read by name.

RULEBOOK = files("referee.games.dungeon_keeper").joinpath("RULEBOOK.md").read_text("utf-8")
ROW = re.compile(r"^\| `([a-z_]+)`(?:, `([a-z_]+)`)? \| (.*) \|$", re.MULTILINE)


def ruled() -> dict[str, list[str]]:
    """Cells of the rows of DK-4.10 and DK-4.11, by the name of the order."""
    section = RULEBOOK[RULEBOOK.index("**DK-4.10**") : RULEBOOK.index("**DK-4.12**")]
    rows = {}
    for first, second, rest in ROW.findall(section):
        for name in filter(None, (first, second)):
            rows[name] = [part.strip() for part in rest.split("|")]
    return rows


def codes_in(text: str) -> list[Code]:
    """Reason codes in the order in which a text names them."""
    return [Code[word] for word in re.findall(r"\b[A-Z_]{4,}\b", text) if word in Code.__members__]


@pytest.mark.parametrize("name", o.ORDER_TYPES)
def test_checks_are_those_of_the_rulebook_in_its_order(name: str) -> None:
    """Each row of the tables is a ruling with the same checks, in the same order, at the same price."""
    rows = ruled()
    ruling = RULINGS[o.ORDER_TYPES[name]]
    cells = rows[name]
    if ruling.ap is not None:
        assert cells[1] == str(ruling.ap)
    checks = cells[2] if ruling.ap is not None else cells[1]
    if checks.startswith("as subjugate"):
        checks = f"{rows['subjugate'][2]}; {checks}"
    common = [] if ruling.ap is None else [Code.NO_SUCH_UNIT, Code.NOT_YOURS, Code.NO_AP]
    if ruling.ability is not None:
        common.insert(2, Code.NO_ABILITY)
    assert [code for code, _ in ruling.checks] == common + codes_in(checks)


@pytest.mark.parametrize("name", o.ORDER_TYPES)
def test_each_check_is_broken_once(name: str) -> None:
    """There is a case above for each check of each order."""
    order_type = o.ORDER_TYPES[name]
    wanted = {code for code, _ in RULINGS[order_type].checks}
    assert {case.code for case in CASES if case.order_type is order_type} == wanted
