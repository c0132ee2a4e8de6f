"""Form for trade offers: what a hero may offer to heroes of other seats (PG-5.6).

The other hero has to be in a room behind a door of the first hero's room.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.choices import Ask, Number, Numbers, Option, Pick, When
from referee.core.scene import token_ref
from referee.core.view import Fields
from referee.games.proving_grounds.tables import Gem, Item
from referee.games.proving_grounds.view.names import hero_token
from referee.games.proving_grounds.view.setup_choices import item_label, item_of

__all__ = ["trade_offers"]

_BEHIND_ORDERS = 1_000
"""Index of the first offer in the action's list of hero orders, higher than that of any order
picked elsewhere."""


def trade_offers(seen: Fields, gold: int) -> Iterator[Ask]:
    """Yield the questions for an offer of each hero who has somebody to trade with.

    Args:
        seen: Observation of the seat that is asked.
        gold: Gold in the seat's treasury.
    """
    doors = {told["room"]: {door["room"] for door in told["doors"]} for told in seen["rooms"]}
    for place, hero in enumerate(seen["own"]["heroes"]):
        partners = [
            dot["hero"]
            for dot in seen["dots"]
            if dot["hero"]["seat"] != seen["own"]["seat"]
            and dot["room"] in doors.get(hero["room"], ())
        ]
        if partners:
            yield from _offer(seen, gold, hero, partners, _BEHIND_ORDERS + place)


def _offer(
    seen: Fields, gold: int, hero: Fields, partners: list[Fields], place: int
) -> Iterator[Ask]:
    number = hero["hero"]
    none = Option("nobody", None)
    options = tuple(
        Option(
            f"hero {told['hero']} of seat {told['seat']}",
            {"hero": number, "trade": {"with_seat": told["seat"], "with_hero": told["hero"]}},
            at=token_ref(hero_token((told["seat"], told["hero"]))),
            keys=(f"hero {number} acts",),
        )
        for told in partners
    )
    name, into = f"trade{number}", ("orders", "heroes", place)
    title = f"Offer of hero {number} to"
    yield Pick(name, title, (none, *options), into, start=(0,))
    when = When(name, tuple(range(1, 1 + len(options))))
    seats = {told["seat"] for told in partners}
    others = [told for told in seen["players"] if told["seat"] in seats]
    held = [item_of(told["item"]) for told in seen["own"]["stash"]]
    stash = {item: {item_label(item): 1} for item in held}
    # Stashes of other seats are never known, so any item may be asked for.
    anything: dict[Item, dict[str, int]] = {item: {} for item in Item}
    # Only the total of others' gems is public, so each kind may be asked for up to that.
    most = max(told["gems"] for told in others)
    for side, word, coins, gems, items in (
        ("give", "gives", gold, hero["gems"], stash),
        (
            "want",
            "wants",
            max(told["gold"] for told in others),
            [most] * len(hero["gems"]),
            anything,
        ),
    ):
        path, of = (*into, "trade", side), f"hero {number} {word}"
        # Only gold that is given counts against the seat's own.
        treasury = "gold" if side == "give" else ""
        money = (Number("gold", "gold", 0, coins),)
        yield Numbers(f"{name}-{side}-gold", f"Gold that {of}", money, path, None, treasury, when)
        if any(gems):
            kinds = tuple(
                Number(Gem(kind).name.lower(), kind, 0, count) for kind, count in enumerate(gems)
            )
            title = f"Gems that {of}"
            yield Numbers(f"{name}-{side}-gems", title, kinds, (*path, "gems"), when=when)
        if items:
            picks = tuple(
                Option(item_label(item), {"item": f"ITEM_{item.name}"}, costs=costs)
                for item, costs in items.items()
            )
            title = f"Item that {of}"
            nothing = Option("none", None)
            yield Pick(f"{name}-{side}-item", title, (nothing, *picks), path, start=(0,), when=when)
