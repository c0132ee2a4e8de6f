"""The observed seats of a party, what they know together of their board, and the names of the members.

One observed seat shows that seat's fog alone. Where several seats of a party are observed, their
board is what they know together: a cell is in sight if any of them has it in sight. Where their
memories of a cell differ, the piece is gone, because rocks and traps can only disappear (DA-6.3).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from referee.core.scene import Span, Style, player_style, seat_ref
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    EMPTY,
    EXTENDED_TYPES,
    KIND_LETTERS,
    NUM_MEMBERS,
    TERRAIN_CODES,
    UNEXPLORED,
    Member,
    PieceType,
)

__all__ = [
    "NAMES",
    "DiceSight",
    "Known",
    "Party",
    "Place",
    "known_of",
    "member_of",
    "member_span",
    "parties_of",
    "types_of",
    "word",
]

Place: TypeAlias = tuple[int, int]
"""Column and row of a cell, from 0 at the left and top (DA-2.7)."""

NAMES = tuple(member.name for member in DEFAULT_MEMBERS)
"""Names of the three members, in map order."""


@dataclasses.dataclass(frozen=True, slots=True)
class DiceSight(Sight):
    """What a viewer may see of a match after a step, with observations from before the step and the final scores."""

    earlier: Mapping[int, Fields] = dataclasses.field(default_factory=dict)
    """Observation messages that the viewer had before the step, by seat."""
    scores: Sequence[int] = ()
    """Scores of all parties; empty until the match has ended."""
    placements: Sequence[int] = ()
    """Placements of all parties; empty until the match has ended."""
    is_first: bool = False
    """Whether this is the viewer's first step."""


@dataclasses.dataclass(frozen=True, slots=True)
class Party:
    """One party, with the observations and actions of its observed seats."""

    number: int
    """Index of the party, from 0."""
    seen: tuple[Fields, ...]
    """Observation messages of the party's observed seats, ascending by seat; at least one."""
    earlier: Mapping[int, Fields]
    """Observation messages of the observed seats before the step, by member (1 Dwarf, 2 Giant, 3 Human)."""
    actions: Mapping[int, Fields]
    """Action messages that the observed seats played in the step, by member (1 Dwarf, 2 Giant, 3 Human)."""

    def seat(self, number: int) -> int:
        """Return the seat of a member: `number` is 1 for the Dwarf, 2 for the Giant, 3 for the Human."""
        return NUM_MEMBERS * self.number + number - 1


@dataclasses.dataclass(slots=True)
class Known:
    """What the observed seats of a party know together of its level."""

    codes: list[list[str]]
    """Map code of each cell, by row and column; `UNEXPLORED` where no observed seat knows the cell."""
    in_sight: list[list[bool]]
    """Whether any observed seat has the cell in sight, by row and column."""
    members: dict[Place, list[int]]
    """Members (1 Dwarf, 2 Giant, 3 Human) in sight, by cell."""
    monsters: dict[Place, list[str]]
    """Codes of the monsters in sight, by cell."""
    pings: dict[Place, str]
    """Symbol of the last ping on each cell that has one."""


def parties_of(sight: Sight) -> tuple[Party, ...]:
    """Return the parties of which at least one seat is observed, ascending."""
    earlier = sight.earlier if isinstance(sight, DiceSight) else {}
    parties: dict[int, list[Fields]] = {}
    for _, observation in sorted(sight.observations.items()):
        parties.setdefault(observation["party"], []).append(observation)
    return tuple(
        Party(
            party,
            tuple(seen),
            _by_member(seen, earlier),
            _by_member(seen, sight.actions),
        )
        for party, seen in parties.items()
    )


def known_of(seen: Sequence[Fields]) -> Known:
    """Return what these seats of one party know together of their level.

    Args:
        seen: Observation messages of the seats, at least one.
    """
    height, width = len(seen[0]["grid"]), len(seen[0]["seen"][0])
    known = Known(
        [[UNEXPLORED] * width for _ in range(height)],
        [[False] * width for _ in range(height)],
        {},
        {},
        {},
    )
    for observation in seen:
        _learn(known, observation)
    return known


def member_of(config: Fields, number: int) -> Member:
    """Return the abilities of a member under a config.

    Args:
        config: The Config message, as far as it is known.
        number: The member: 1 Dwarf, 2 Giant, 3 Human.
    """
    member = DEFAULT_MEMBERS[number - 1]
    stats: Mapping[str, Fields] = config.get("stats", {})
    told: Mapping[str, int] = stats.get(member.name.lower(), {})
    kinds = ("rock", "trap", "monster")
    return dataclasses.replace(
        member,
        vision=told.get("vision", member.vision),
        ap=told.get("ap", member.ap),
        hearts=told.get("hearts", member.hearts),
        dice=_three(told, [f"{kind}_die" for kind in kinds], member.dice),
        modifiers=_three(told, [f"{kind}_modifier" for kind in kinds], member.modifiers),
    )


def types_of(config: Fields) -> Mapping[str, PieceType]:
    """Return the types of pieces under a config, by code."""
    kinds = {piece.code: piece for piece in EXTENDED_TYPES}
    for told in config.get("types", ()):
        numbers = {name: told[name] for name in ("die", "modifier", "steps", "hunt")}
        kind = KIND_LETTERS.index(told["code"][0])
        kinds[told["code"]] = PieceType(told["code"], told["name"], kind, **numbers)
    return kinds


def member_span(number: int, party: int | None) -> Span:
    """Return a member's name in the style (colour) of that member's seat.

    Args:
        number: The member: 1 Dwarf, 2 Giant, 3 Human.
        party: Index of its party; None if that is not known, because several parties are observed.
    """
    if party is None:
        return Span(NAMES[number - 1], Style.STRONG)
    seat = NUM_MEMBERS * party + number - 1
    return Span(NAMES[number - 1], player_style(seat), seat_ref(seat))


def word(name: str, prefix: str) -> str:
    """Return a name of the schema as a word for people: `planning` for `PHASE_PLANNING`."""
    return name.removeprefix(prefix).lower().replace("_", " ")


def _by_member(seen: Sequence[Fields], told: Mapping[int, Fields]) -> dict[int, Fields]:
    return {one["character"]: told[one["seat"]] for one in seen if one["seat"] in told}


def _three(
    told: Mapping[str, int], names: Sequence[str], given: tuple[int, int, int]
) -> tuple[int, int, int]:
    rock, trap, monster = (told.get(name, value) for name, value in zip(names, given, strict=True))
    return rock, trap, monster


def _learn(known: Known, observation: Fields) -> None:
    for y, (line, digits) in enumerate(zip(observation["grid"], observation["seen"], strict=True)):
        for x, digit in enumerate(digits):
            code, before = line[2 * x : 2 * x + 2], known.codes[y][x]
            if digit == "2":
                known.codes[y][x], known.in_sight[y][x] = code, True
            elif digit == "1" and not known.in_sight[y][x]:
                agrees = before in (UNEXPLORED, code)
                known.codes[y][x] = code if agrees else TERRAIN_CODES[EMPTY]
    for member in observation["members"]:
        if "x" in member:
            there = known.members.setdefault((member["x"], member["y"]), [])
            if member["character"] not in there:
                there.append(member["character"])
    cells: dict[Place, list[str]] = {}
    for monster in observation["monsters"]:
        cells.setdefault((monster["x"], monster["y"]), []).append(monster["code"])
    known.monsters.update(cells)  # who has a cell in sight sees all that is on it
    for ping in observation["pings"]:
        known.pings[ping["x"], ping["y"]] = ping["symbol"]
