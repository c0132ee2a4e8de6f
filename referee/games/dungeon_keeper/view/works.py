"""Actions of a seat with its units, Altar and stocks in a step, as clauses of one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.scene import Span
from referee.games.dungeon_keeper.tables import CAPTURE_AP, LIGHT
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.deeds import Deeds
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import (
    Piece,
    an,
    counted,
    joined,
    kinds_text,
    number,
    owned_text,
    plural,
    where,
)

__all__ = ["Clause", "clauses_of", "owners"]

_BUSY = 3
"""With at least this many other clauses, digging is not mentioned."""
_BRANCHES = {
    "fire": "ogneviks and ifrits",
    "darkness": "angutheis, kadets, succubi and aggels",
    "death": "moonglairs, liches, vampires and yafalens",
}
"""Kinds of units that a rune installed in the Altar makes available (DK-5.19), by rune."""
_CURSES = {
    "exhaustion": "exhausts",
    "fear": "frightens",
    "poison": "poisons",
    "cursed blade": "curses",
}
"""Verb for a status that the seat's own units have put on other units; other statuses come from
spells."""


class Clause(NamedTuple):
    """A predicate without a subject, such as `mines 40 gold`."""

    weight: int
    """How interesting the clause is, from 0 to 100; the highest of a step makes its headline."""
    pieces: tuple[Piece, ...]
    is_milestone: bool = False
    is_alone: bool = False
    """Whether the clause gets a separate sentence."""


def clauses_of(
    seat: int, deeds: Deeds, sight: DungeonSight, names: Sequence[Span]
) -> Iterator[Clause]:
    """Yield clauses on what a seat has done, in the order in which a sentence lists them.

    Args:
        seat: Index of the seat.
        deeds: Everything that happened in the step, added up.
        sight: What the viewer knows.
        names: Name of each seat, in its style.
    """
    belief = sight.belief
    if belief is None:
        return
    done = _Done(deeds.works.get(seat, Counter()))
    found = [
        *_runes(done),
        *_army(done, deeds, seat),
        *_building(done),
        *_stocks(done),
        *_magic(done, seat, names),
        *_capture(seat, deeds, belief, names),
    ]
    yield from found
    # Most turns dig; it is of interest where there is little else.
    if (cells := done.count("dug")) and len(found) < _BUSY:
        yield Clause(5, (f"digs out {number(cells)} {'cell' if cells == 1 else 'cells'}",))
    if refused := deeds.refused[seat]:
        yield Clause(1, (f"has {counted(refused, 'order')} refused",))


class _Done:
    """Everything that one seat has done in a step, with how often or how much, looked up by kind of work."""

    def __init__(self, works: Counter[tuple[str, ...]]) -> None:
        self._works = works

    def count(self, kind: str, *what: str) -> int:
        """Return how often a work was done, or the amount of it.

        Args:
            kind: Kind of the work.
            *what: Further details of it.
        """
        return self._works.get((kind, *what), 0)

    def kinds(self, kind: str) -> Counter[str]:
        """Return how often works of a kind were done, by the first detail (such as the kind of unit)."""
        found: Counter[str] = Counter()
        for (name, *what), amount in self._works.items():
            if name == kind and amount:
                found[what[0]] += amount
        return found

    def details(self, kind: str) -> list[tuple[list[str], int]]:
        """Return each list of details recorded for a kind of work, with how often it was done."""
        return [(what, amount) for (name, *what), amount in self._works.items() if name == kind]


def _runes(done: _Done) -> Iterator[Clause]:
    for rune in done.kinds("rune installed"):
        text = f"sets the rune of {rune} into its Altar, which opens {_BRANCHES[rune]}"
        yield Clause(68, (text,), True, True)
    for rune, count in done.kinds("rune exchanged").items():
        yield Clause(40, (f"gives the rune of {rune} for {10 * count} mana",))
    items = done.kinds("picked_up")
    runes = sorted(item.removeprefix("rune of ") for item in items if item.startswith("rune of "))
    if runes:
        what = "rune" if len(runes) == 1 else "runes"
        yield Clause(60, (f"finds the {what} of {joined(runes)}",), True)


def _army(done: _Done, deeds: Deeds, seat: int) -> Iterator[Clause]:
    """Yield clauses on a seat's upgrades, summons and raised Sources.

    Args:
        done: Works of the seat in the step.
        deeds: Events of the step.
        seat: The seat.
    """
    pairs: dict[str, Counter[str]] = {}
    for (old, new), amount in done.details("upgraded"):
        pairs.setdefault(new, Counter())[old] += amount
    for new, olds in pairs.items():
        count = sum(olds.values())
        into = an(new) if count == 1 else plural(new)
        yield Clause(24 + min(count, 16), (f"raises {kinds_text(olds)} to {into}",))
    if summoned := done.kinds("summoned"):
        yield Clause(18 + min(sum(summoned.values()), 20), (f"summons {kinds_text(summoned)}",))
    levels = [str(level) for level in deeds.sources.get(seat, ())]
    if len(levels) == 1:
        yield Clause(22, (f"raises a Source to level {levels[0]}",))
    elif len(set(levels)) == 1:
        yield Clause(23, (f"raises {number(len(levels))} Sources to level {levels[0]}",))
    elif levels:
        yield Clause(23, (f"raises {number(len(levels))} Sources to levels {joined(levels)}",))


def _building(done: _Done) -> Iterator[Clause]:
    if built := done.kinds("built"):
        words = [counted(count, kind) for kind, count in sorted(built.items())]
        yield Clause(45, (f"builds {joined(words)}",))
    for kind, amount in done.kinds("repaired").items():
        thing = "its Altar" if kind == "altar" else an(kind)
        yield Clause(30, (f"repairs {thing} by {_points(amount)}",))


def _stocks(done: _Done) -> Iterator[Clause]:
    if mined := done.kinds("mined"):
        words = [f"{amount} {metal}" for metal, amount in mined.items()]
        yield Clause(10, (f"mines {joined(words)}",))
    items = done.kinds("picked_up")
    for item in ("chest", "mana crystal"):
        if count := items[item]:
            held = [
                f"{amount} {name}"
                for name in ("gold", "taldear", "mana")
                if (amount := done.count(f"picked_up {name}", item))
            ]
            verb = "opens" if item == "chest" else "picks up"
            inside = f" with {joined(held)}" if held else ""
            yield Clause(42 if item == "chest" else 38, (f"{verb} {counted(count, item)}{inside}",))
    artifacts = [item for item in ("sword", "armour", "amulet", "crown") if items[item]]
    if artifacts:
        words = [counted(items[item], item) for item in artifacts]
        yield Clause(44, (f"picks up {joined(words)}",))
    if forged := done.kinds("forged"):
        words = [counted(count, item) for item, count in forged.items()]
        yield Clause(43, (f"forges {joined(words)}",))
    if equipped := done.kinds("equipped"):
        words = [counted(count, item) for item, count in equipped.items()]
        yield Clause(28, (f"hands out {joined(words)}",))
    if made := done.kinds("exchanged"):
        words = [f"{amount} {thing}" for thing, amount in made.items()]
        mana = done.count("exchanged mana")
        yield Clause(26, (f"turns {mana} mana into {joined(words)}",))


def _magic(done: _Done, seat: int, names: Sequence[Span]) -> Iterator[Clause]:
    for (kind, spirit), count in done.details("sacrificed"):
        spirits = "a spirit" if count == 1 else f"{number(count)} spirits"
        yield Clause(36, (f"sacrifices {counted(count, kind)} for {spirits} of {spirit}",))
    for spirit, count in done.kinds("spirit_assigned").items():
        units = "a unit" if count == 1 else f"{number(count)} units"
        yield Clause(27, (f"gives {units} a spirit of {spirit}",))
    if spells := done.kinds("researched"):
        yield Clause(46, (f"learns {joined(sorted(spells))}",))
    targets: dict[str, Counter[str]] = {}
    for (spell, target), count in done.details("cast"):
        targets.setdefault(spell, Counter())[target or "unit"] += count
    if targets:
        words = [f"{spell} on {kinds_text(kinds)}" for spell, kinds in targets.items()]
        yield Clause(34, (f"casts {joined(words)}",))
    cursed: dict[tuple[str, int], Counter[str]] = {}
    for (status, owner_text, kind), count in done.details("status_added"):
        if status in _CURSES:
            cursed.setdefault((status, int(owner_text)), Counter())[kind] += count
    for (status, owner), kinds in cursed.items():
        verb = _CURSES[status]
        # One unit may be struck several times, so its strikes are not counted as units.
        whom = owned_text(dict.fromkeys(kinds, 1))
        if owner == LIGHT:
            yield Clause(32, (f"{verb} the {whom.replace('hero', 'Hero')}",))
        elif owner == seat:
            yield Clause(32, (f"{verb} its own {whom}",))
        else:
            yield Clause(32, (f"{verb} ", names[owner], f"'s {whom}"))
    if amount := done.count("healed"):
        yield Clause(15, (f"heals its units by {_points(amount)}",))


def _capture(seat: int, deeds: Deeds, belief: Belief, names: Sequence[Span]) -> Iterator[Clause]:
    """Yield a clause on the progress of the capture of a Source that is not complete yet."""
    points, place = deeds.captures.get(seat, (0, None))
    if 0 < points < CAPTURE_AP:
        there = where(place, belief, names)
        yield Clause(21, ("works on a Source", *there, f" ({points} of {CAPTURE_AP} steps)"))


def _points(amount: int) -> str:
    return f"{amount} hit point{'' if amount == 1 else 's'}"


def owners(deeds: Deeds) -> list[int]:
    """Return the seats that have done something in the step, ascending."""
    return sorted({*deeds.works, *deeds.refused})
