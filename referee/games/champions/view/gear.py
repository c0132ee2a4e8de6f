"""Items that seats find, wear and carry, as sections for a terminal and as parts of a scene."""

from __future__ import annotations

import collections
import functools
import textwrap
from collections.abc import Iterable, Sequence

from referee.core.scene import (
    Column,
    Line,
    Lines,
    Row,
    SceneTable,
    Span,
    Style,
    seat_ref,
)
from referee.core.view import Fields, Panel, Section, Sight
from referee.games.champions.tables import (
    ATTACK_DICE,
    DEFENCE_DICE,
    HEAL_DICE,
    KIND_DICE,
    KINDS,
    NUM_SLOTS,
    SUPPORT_DICE,
    TYPE_LETTERS,
    TYPE_NAMES,
)
from referee.games.champions.view.fight_view import BESIDE, seat_label
from referee.games.champions.view.seats_view import owner_span

__all__ = [
    "bags_table",
    "finds_of",
    "gear_section",
    "gear_table",
    "item_text",
    "loot_lines",
    "loot_section",
]

_LONG_NAME = 20
"""Highest number of characters of a player's name in the heading of a section with items."""
_PURPOSES = {ATTACK_DICE: "", HEAL_DICE: "heal ", SUPPORT_DICE: "support ", DEFENCE_DICE: "armour "}
_GEAR = (Column("seat"), Column("champion"), Column("weapon"), Column("second"), Column("armour"))
_NOTHING = (None,) * NUM_SLOTS
_BAGS = (Column("seat"), Column("in the bag"))


# For a terminal.


def loot_section(found: Sequence[Fields], sight: Sight) -> Section:
    """Return a terminal section with the items that each of the viewer's seats has found in a step.

    `found` has the fields of the step's LootFound events.
    """
    lines: list[Line] = []
    for seat, kinds in finds_of(found, sight).items():
        lines += _wrapped(f"{seat:>2} ", [KINDS[kind].name for kind in kinds])
    return Section("loot", (Panel("loot found", tuple(lines)),))


def gear_section(me: Fields, players: Sequence[str]) -> Section | None:
    """Return a terminal section with the items in a seat's stash and its living champions' slots.

    None if the seat has no such items. `me` is the seat's own part of an observation.
    """
    lines: list[Line] = []
    for champion, own in enumerate(me["champions"]):
        held = [item_text(item["kind"]) for item in own["slots"] if item["id"]]
        if own["health"]:
            for index, item in enumerate(held):
                letter = TYPE_LETTERS[champion] if index == 0 else " "
                lines.append((Span(f"{letter} ", Style.STRONG), Span(item)))
    names = _counted(item["kind"] for item in me["stash"])
    if names:
        lines += _wrapped("stash: ", names)
    if not lines:
        return None
    short = [name[:_LONG_NAME] for name in players]
    title = f"gear of {seat_label(short, me['seat'])}"
    return Section(title, (Panel(title, tuple(lines)),))


def _wrapped(heading: str, words: Sequence[str]) -> list[Line]:
    text = textwrap.wrap(", ".join(words), BESIDE - len(heading))
    heads = [heading, *[" " * len(heading)] * (len(text) - 1)]
    return [(Span(head, Style.FAINT), Span(line)) for head, line in zip(heads, text, strict=True)]


# For a scene.


def loot_lines(found: Sequence[Fields], sight: Sight) -> Lines | None:
    """Return lines with the items that each of the viewer's seats has found in a step.

    Return None if they have found none. `found` has the fields of the step's LootFound events.
    """
    lines = []
    for seat, kinds in finds_of(found, sight).items():
        texts = ", ".join(map(item_text, kinds))
        lines.append((owner_span(sight.players, seat), Span(f": {texts}")))
    return Lines("loot", "loot found", tuple(lines)) if lines else None


def gear_table(sight: Sight) -> SceneTable | None:
    """Return a table of the items that the living champions of the viewer's seats wear; None if they wear none."""
    players = tuple(sight.players)
    rows = []
    for seat, observation in sorted(sight.observations.items()):
        for champion, own in enumerate(observation["me"]["champions"]):
            held = tuple([item["kind"] if item["id"] else None for item in own["slots"]])
            if own["health"] and held != _NOTHING:
                rows.append(_gear_row(players, seat, champion, held))
    return SceneTable("gear", "gear", _GEAR, tuple(rows), is_minor=True) if rows else None


def bags_table(sight: Sight) -> SceneTable | None:
    """Return a table of the items in the stash of each of the viewer's seats; None if all stashes are empty."""
    players = tuple(sight.players)
    stashes = {
        seat: tuple([item["kind"] for item in observation["me"]["stash"]])
        for seat, observation in sorted(sight.observations.items())
    }
    rows = tuple(_bag_row(players, seat, kinds) for seat, kinds in stashes.items() if kinds)
    return SceneTable("bags", "bags", _BAGS, rows, is_minor=True) if rows else None


@functools.lru_cache(maxsize=1024)
def _gear_row(
    players: tuple[str, ...], seat: int, champion: int, held: tuple[int | None, ...]
) -> Row:
    cells = (_slot(kind) for kind in held)
    name = (Span(TYPE_NAMES[champion]),)
    id = f"{seat}.{TYPE_LETTERS[champion]}"  # noqa: A001
    return Row(id, ((owner_span(players, seat),), name, *cells))


@functools.lru_cache(maxsize=1024)
def _bag_row(players: tuple[str, ...], seat: int, kinds: tuple[int, ...]) -> Row:
    texts = ", ".join(_counted(kinds))
    return Row(seat_ref(seat), ((owner_span(players, seat),), (Span(texts),)))


def _slot(kind: int | None) -> Line:
    return (Span("-", Style.FAINT),) if kind is None else (Span(item_text(kind)),)


# For both.


def finds_of(found: Sequence[Fields], sight: Sight) -> dict[int, list[int]]:
    """Return the kinds of items that the viewer's seats have found in a step, by seat.

    A find belongs to the seat whose observed stash contains the item; other finds are left out.
    `found` has the fields of the step's LootFound events.
    """
    owners = {
        item["id"]: seat
        for seat, observation in sight.observations.items()
        for item in observation["me"]["stash"]
    }
    finds: dict[int, list[int]] = collections.defaultdict(list)
    for find in found:
        if find["item"] in owners:
            finds[owners[find["item"]]].append(find["kind"])
    return dict(sorted(finds.items()))


def _counted(kinds: Iterable[int]) -> list[str]:
    """Return the names of items, equal ones once with their number in front, such as `2 Longbow`."""
    counts = collections.Counter(KINDS[kind].name for kind in kinds)
    return [f"{count} {name}" if count > 1 else name for name, count in counts.items()]


@functools.cache
def item_text(kind: int) -> str:
    """Return an item kind's name with the dice it adds, such as `Blessed Rod 1d6 heal 1d6`."""
    told = [KINDS[kind].name]
    for purpose, word in _PURPOSES.items():
        number, sides = KIND_DICE[kind, purpose].tolist()
        if number:
            told.append(f"{word}{number}d{sides}")
    if KINDS[kind].evade:
        told.append(f"evade {KINDS[kind].evade}")
    return " ".join(told)
