"""What a form of Proving Grounds offers beside orders of one choice: trades, and gems handed over."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.choices import Choices, Pick, composed
from referee.core.errors import FieldError
from referee.core.view import Sight
from referee.games.proving_grounds.view.choices import choices


def _thieves(**changes: object) -> Choices:
    """What seat 0 may answer in the second turn of two Thieves beside each other (PG-8.16)."""
    thief = {
        **{"hero": 0, "hero_class": "HERO_CLASS_THIEF", "room": 3, "hp": 8, "max_hp": 8},
        **{"mana": 0, "items": [], "gems": [0, 2], "guard": False, "policy": "POLICY_NEVER"},
    }
    rooms = [
        {"room": 3, "level": 4, "doors": [{"room": 6}], "owner": 0},
        {"room": 6, "level": 1, "doors": [{"room": 3}], "owner": 1},
    ]
    dots = [
        {"hero": {"seat": seat, "hero": 0}, "room": room, "hero_class": "HERO_CLASS_THIEF"}
        for seat, room in ((0, 3), (1, 6))
    ]
    players = [{"seat": seat, "gold": 5, "gems": 2, "heroes": 1, "rooms": 1} for seat in (0, 1)]
    seen: dict[str, Any] = {
        **{"turn": 1, "players": players, "rooms": rooms, "dots": dots, "offers": []},
        **{"own": {"seat": 0, "heroes": [thief], "stash": [], "vault": [0, 0]}},
        **{"market": [], "candidates": [], "open": [], "width": 3, "depth": 3, "num_seats": 2},
        "num_kinds": 2,
    }
    seen |= changes
    config = {"hire_period": 3, "max_heroes": 5, "max_orders": 96}
    return choices(seen, Sight({0: seen}, [], config, ("ada", "bob")))


def _orders(form: Choices, **answers: list[int]) -> Any:
    """The orders to heroes that answers come to, ids with underscores for hyphens."""
    told: Any = composed(form, {name.replace("_", "-"): each for name, each in answers.items()})
    return told["orders"]["heroes"]


def _order(form: Choices, label: str) -> int:
    """The place of an order among those of one choice."""
    (ask,) = (ask for ask in form.asks if ask.id == "heroes")
    assert isinstance(ask, Pick)
    return [option.label for option in ask.options].index(label)


def test_an_offer_of_ones_own() -> None:
    """Seat 0 offers a Sapphire for a Ruby and a piece of gold (PG-8.16)."""
    gems = {"trade0_give_gems": [0, 1], "trade0_want_gems": [1, 0]}
    (order,) = _orders(_thieves(), trade0=[1], trade0_want_gold=[1], **gems)
    give, want = {"gold": 0, "gems": [0, 1]}, {"gold": 1, "gems": [1, 0]}
    trade = {"with_seat": 1, "with_hero": 0, "give": give, "want": want}
    assert order == {"hero": 0, "trade": trade}


def test_a_hero_who_offers_does_nothing_else() -> None:
    """An offer is a hero's action of the turn (PG-5.6); free orders go with it."""
    form = _thieves()
    rest, guard = _order(form, "rest"), _order(form, "stand on guard")
    with pytest.raises(FieldError, match="trade0"):
        _orders(form, heroes=[rest], trade0=[1])
    orders = _orders(form, heroes=[guard], trade0=[1])
    assert [set(order) for order in orders] == [{"hero", "guard"}, {"hero", "trade"}]


def test_nobody_to_trade_with() -> None:
    """A hero without heroes of others behind a door makes no offer."""
    assert not [ask for ask in _thieves(dots=[]).asks if ask.id.startswith("trade")]


def test_gems_are_handed_over_one_by_one_as_far_as_they_go() -> None:
    """Two may be taken out of a vault of two, in two orders or at once, and not three."""
    thief = {"hero": 0, "hero_class": "HERO_CLASS_THIEF", "room": 1, "hp": 8, "max_hp": 8}
    thief |= {"mana": 0, "items": [], "gems": [0, 0], "guard": False, "policy": "POLICY_NEVER"}
    room = {"room": 1, "level": 4, "doors": [], "owner": 0}
    own = {"heroes": [thief], "stash": [], "vault": [2, 0], "seat": 0}
    form = _thieves(own=own, rooms=[room])
    one, both = (_order(form, f"take {told} out of the vault") for told in ("one ruby", "all gems"))
    assert _orders(form, heroes=[one, one]) == [{"hero": 0, "withdraw": {"gems": [1, 0]}}] * 2
    for too_many in ([one, one, one], [both, one]):
        with pytest.raises(FieldError, match="ruby in the vault"):
            _orders(form, heroes=too_many)
