"""A party of Dice Adventure by the letter of the rulebook, in dicts, sets and unbounded integers.

It shares no line with the package and stands beside it as the second opinion. Orders are taken as they
are: no refusals, which are no business of play; whoever drives it orders what is lawful.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.helpers.splitmix import draws, stream_state, words

__all__ = ["DWARF_GIANT_HUMAN", "PIECES", "Character", "Party", "PieceDie"]

Cell = tuple[int, int]
STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


@dataclasses.dataclass(frozen=True)
class Character:
    """A row of DA-2.2; dice against R, T, M as (sides, modifier)."""

    radius: int
    ap: int
    hearts: int
    dice: Mapping[str, tuple[int, int]]


@dataclasses.dataclass(frozen=True)
class PieceDie:
    """A row of DA-2.4."""

    sides: int
    modifier: int
    steps: int = 0
    hunt: int = 0


DWARF_GIANT_HUMAN = (
    Character(1, 6, 3, {"R": (4, 0), "T": (8, 0), "M": (6, 0)}),
    Character(3, 3, 3, {"R": (8, 0), "T": (4, 0), "M": (6, 0)}),
    Character(2, 4, 3, {"R": (6, 0), "T": (6, 0), "M": (8, 0)}),
)
PIECES = {
    "R1": PieceDie(0, 6),
    "T1": PieceDie(4, 2),
    "M1": PieceDie(4, 0, 3),
    "M2": PieceDie(6, 0, 1),
    "M3": PieceDie(8, 0, 1),
    "R2": PieceDie(4, 6),
    "R3": PieceDie(0, 12),
    "T2": PieceDie(6, 2),
    "T3": PieceDie(8, 2),
    "M4": PieceDie(10, 0, 2),
}


@dataclasses.dataclass
class Piece:
    """A rock, trap or monster that is still there."""

    number: int
    code: str
    at: Cell


@dataclasses.dataclass
class Member:
    """One of the three."""

    at: Cell | None
    hearts: int
    ap: int
    respawn: int = 0
    key: bool = False
    lives: int = 0
    memory: dict[Cell, str] = dataclasses.field(default_factory=dict)
    plan: list[str] = dataclasses.field(default_factory=list)
    halted: bool = False

    @property
    def alive(self) -> bool:
        """Dead members are nowhere."""
        return self.at is not None


class Party:
    """One party from its first level to its last.

    Args:
        seed: The match seed.
        levels: Map text and cap of each level.
        dice: Rolls of encounters to use instead of the stream's.
        moves: Draws of monsters to use instead of the stream's.
        characters: The members.
        pieces: The types table.
        rules: Parameters of DA-2.1 that differ from their defaults.
    """

    phase: str
    window: int
    round: int
    attempt: int
    cap: int
    w: int
    h: int
    members: list[Member]
    lives: list[int]

    def __init__(
        self,
        seed: int,
        levels: Sequence[tuple[str, int]],
        *,
        dice: list[int] | None = None,
        moves: list[int] | None = None,
        characters: Sequence[Character] = DWARF_GIANT_HUMAN,
        pieces: Mapping[str, PieceDie] = PIECES,
        **rules: Any,
    ) -> None:
        self.rules: dict[str, Any] = {
            "ping_windows": 2,
            "ping_cost": 1,
            "damage": 1,
            "respawn_wait": 2,
            "lives": 0,
            "on_wipe": "restart",
            "on_fail": "next",
        } | rules
        self.seed, self.levels = seed, list(levels)
        self.dice, self.moves = dice, moves
        self.characters, self.types = characters, pieces
        self.results: list[tuple[int, str, int, int, int]] = []
        self.deaths = 0
        self.level_index = -1
        self._next_level()

    # Decision points (DA-4).

    def decision(self) -> tuple[str, int, list[int]] | None:
        """Phase, window and living members; None when the party is finished."""
        if self.phase == "done":
            return None
        return self.phase, self.window, [m for m in range(3) if self.members[m].alive]

    def step(self, orders: Mapping[int, Sequence[Any]]) -> None:
        """Take the orders of all living members: pings as (symbol, x, y), or steps as tokens."""
        if self.phase == "communication":
            new = [
                (m, symbol, x, y, self.window)
                for m in range(3)
                for symbol, x, y in orders.get(m, ())
            ]
            for m, *_ in new:
                self.members[m].ap -= self.rules["ping_cost"]
            self.pings += new
            if new and self.window < self.rules["ping_windows"]:
                self.window += 1
            else:
                self.phase, self.window = "planning", 0
        else:
            for m, member in enumerate(self.members):
                member.plan, member.halted = list(orders.get(m, ())), False
            self._play_round()

    def observe(self, m: int) -> dict[str, Any]:
        """DA-6.5, without what is the driver's (events, refusals) or the same for all levels."""
        me = self.members[m]
        sight = self._sight(m)
        cells = [[(x, y) for x in range(self.w)] for y in range(self.h)]
        return {
            "grid": ["".join(me.memory.get(c, "??") for c in row) for row in cells],
            "seen": [
                "".join("2" if c in sight else "1" if c in me.memory else "0" for c in row)
                for row in cells
            ],
            "monsters": sorted(
                (p.at[1], p.at[0], p.code)
                for p in self.pieces
                if p.code[0] == "M" and p.at in sight
            ),
            "me": (me.at, me.hearts, me.ap),
            "members": [
                (o.alive, o.hearts, o.respawn, o.lives, o.key, o.at if o.at in sight else None)
                for o in self.members
            ],
            "pings": list(self.pings) if me.alive else [],
            "round": self.round,
            "attempt": self.attempt,
            "score": sum(score for *_, score in self.results),
        }

    # Levels (DA-2.16, DA-5.16, DA-7).

    def _next_level(self) -> None:
        self.level_index += 1
        if self.level_index == len(self.levels):
            self.phase, self.window = "done", 0
            return
        self.round, self.attempt = 1, 0
        self.cap = self.levels[self.level_index][1]
        self.lives = [self.rules["lives"]] * 3
        self._set_up()

    def _set_up(self) -> None:
        rows = self.levels[self.level_index][0].split("\n")
        self.w, self.h = len(rows[0]) // 2, len(rows)
        self.terrain: dict[Cell, str] = {}
        self.pieces: list[Piece] = []
        for y, row in enumerate(rows):
            for x in range(self.w):
                code = row[2 * x : 2 * x + 2]
                self.terrain[x, y] = ".." if code in self.types else code
                if code in self.types:
                    self.pieces.append(Piece(len(self.pieces), code, (x, y)))
        at = {code: cell for cell, code in self.terrain.items()}
        self.spawn = [at[f"C{m + 1}"] for m in range(3)]
        self.shrine = [at[f"K{m + 1}"] for m in range(3)]
        self.tower = at["**"]
        self.members = [
            Member(self.spawn[m], who.hearts, who.ap, lives=self.lives[m])
            for m, who in enumerate(self.characters)
        ]
        key = (self.level_index, self.attempt)
        self.dice_words = words(stream_state(self.seed, 1, *key))
        self.move_words = words(stream_state(self.seed, 2, *key))
        self._look()
        self._open_round()

    def _open_round(self) -> None:
        self.pings: list[tuple[int, str, int, int, int]] = []
        silent = self.rules["ping_windows"] == 0
        self.phase, self.window = ("planning", 0) if silent else ("communication", 1)
        if not any(member.alive for member in self.members):  # DA-4.3
            for member in self.members:
                member.plan = []
            self._play_round()

    def _end_level(self, outcome: str) -> None:
        keys = sum(member.key for member in self.members)
        rounds = self.round if outcome == "cleared" else self.cap
        score = 100 * keys
        if outcome == "cleared":
            score += 300 + 400 * (self.cap - rounds) // self.cap
        self.results.append((self.level_index, outcome, keys, rounds, score))
        if outcome != "cleared" and self.rules["on_fail"] == "end":
            for index in range(self.level_index + 1, len(self.levels)):
                self.results.append((index, "not_played", 0, self.levels[index][1], 0))
            self.phase, self.window = "done", 0
        else:
            self._next_level()

    # A round (DA-5.3, DA-5.12, DA-5.15).

    def _play_round(self) -> None:
        for end in (self._action_phase, self._monster_phase):
            ending = end()
            if ending == "restart":
                self._restart()
                return
            if ending:
                self._end_level(ending)
                return
        for m, member in enumerate(self.members):
            if not member.alive:
                member.respawn -= 1
                if member.respawn == 0:
                    member.at, member.hearts = self.spawn[m], self.characters[m].hearts
        for member, who in zip(self.members, self.characters, strict=True):
            member.ap = who.ap
        self._look()
        if self.round == self.cap:
            self._end_level("timed_out")
        else:
            self.round += 1
            self._open_round()

    def _restart(self) -> None:
        self.lives = [member.lives for member in self.members]
        if self.round == self.cap:
            for member in self.members:
                member.key = False
            self._end_level("timed_out")
            return
        self.attempt += 1
        self.round += 1
        self._set_up()

    def _action_phase(self) -> str:
        k = 0
        while True:
            performers = [
                member
                for member in self.members
                if member.alive and not member.halted and k < len(member.plan)
            ]
            if not performers:
                return ""
            origins = [member.at for member in self.members]
            for member in performers:
                assert member.at is not None
                member.ap -= 1
                token = member.plan[k]
                if token != "W":
                    to = (member.at[0] + STEPS[token][0], member.at[1] + STEPS[token][1])
                    if self.terrain.get(to, "##") == "##":
                        member.halted = True
                    else:
                        member.at = to
            self._look()
            stood = {member.at for member in performers if member.at is not None}
            pushed: list[tuple[Member, Cell]] = []
            for cell in sorted(stood & {p.at for p in self.pieces}, key=lambda c: (c[1], c[0])):
                for m in self._encounter(cell, in_action=True):
                    origin = origins[m]
                    assert origin is not None
                    pushed.append((self.members[m], origin))
            for member, origin in pushed:
                if member.alive:
                    member.at = origin
            self._look()
            for m, member in enumerate(self.members):
                member.key = member.key or member.at == self.shrine[m]
            on_tower = any(member.at == self.tower for member in self.members)
            if on_tower and all(member.key for member in self.members):
                return "cleared"
            lost = self._losses()
            if lost:
                return lost
            k += 1

    def _monster_phase(self) -> str:
        monsters = [p for p in self.pieces if p.code[0] == "M"]
        for s in range(1, 1 + max([self.types[p.code].steps for p in monsters], default=0)):
            distances = self._distances()
            entered = set()
            for piece in monsters:
                if piece in self.pieces and self.types[piece.code].steps >= s:
                    cell = self._monster_step(piece, distances)
                    if cell is not None:
                        entered.add(cell)
            standing = {member.at for member in self.members}
            for cell in sorted(entered & standing, key=lambda c: (c[1], c[0])):
                self._encounter(cell, in_action=False)
            lost = self._losses()
            if lost:
                return lost
        return ""

    def _monster_step(self, piece: Piece, distances: Mapping[Cell, int]) -> Cell | None:
        legal = self._legal(piece.at)
        hunt = self.types[piece.code].hunt
        steps = distances.get(piece.at, hunt + 1)
        if hunt and steps == 0:
            return piece.at
        if hunt and steps <= hunt:
            legal = [cell for cell in legal if distances.get(cell) == steps - 1]
        if not legal:
            return None
        piece.at = legal[self._draw("move", len(legal)) - 1]
        return piece.at

    def _legal(self, cell: Cell) -> list[Cell]:
        blocked = {p.at for p in self.pieces if p.code[0] != "M"}
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS.values()]
        return [c for c in near if self.terrain.get(c, "##") != "##" and c not in blocked]

    def _distances(self) -> dict[Cell, int]:
        queue = [member.at for member in self.members if member.at is not None]
        steps = dict.fromkeys(queue, 0)
        for cell in queue:
            for other in self._legal(cell):
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return steps

    def _encounter(self, cell: Cell, *, in_action: bool) -> list[int]:
        """Play an encounter; return who is to be pushed back."""
        party = [m for m in range(3) if self.members[m].at == cell]
        pieces = [p for p in self.pieces if p.at == cell]
        kind = pieces[0].code[0]
        own = sum(self._roll(*self.characters[m].dice[kind]) for m in party)
        theirs = sum(
            self._roll(self.types[p.code].sides, self.types[p.code].modifier) for p in pieces
        )
        if own >= theirs or kind == "T":
            self.pieces = [p for p in self.pieces if p not in pieces]
        if own >= theirs:
            return []
        for m in party:
            member = self.members[m]
            member.halted = True
            if kind != "R":
                member.hearts = max(0, member.hearts - self.rules["damage"])
                if member.hearts == 0:
                    member.at, member.respawn = None, self.rules["respawn_wait"]
                    self.deaths += 1
                    member.lives -= self.rules["lives"] > 0
        return party if in_action and kind != "T" else []

    def _losses(self) -> str:
        if self.rules["lives"] > 0 and any(member.lives == 0 for member in self.members):
            return "lost"
        if not any(member.alive for member in self.members):
            return {"lose": "lost", "restart": "restart", "respawn": ""}[self.rules["on_wipe"]]
        return ""

    # Sight (DA-6) and dice (DA-2.15).

    def _sight(self, m: int) -> set[Cell]:
        at, r = self.members[m].at, self.characters[m].radius
        if at is None:
            return set()
        return {c for c in self.terrain if abs(c[0] - at[0]) <= r and abs(c[1] - at[1]) <= r}

    def _look(self) -> None:
        static = {p.at: p.code for p in self.pieces if p.code[0] != "M"}
        for m, member in enumerate(self.members):
            member.memory |= {c: static.get(c, self.terrain[c]) for c in self._sight(m)}

    def _roll(self, sides: int, modifier: int) -> int:
        return modifier + (self._draw("dice", sides) if sides else 0)

    def _draw(self, what: str, n: int) -> int:
        tape, source = (
            (self.dice, self.dice_words) if what == "dice" else (self.moves, self.move_words)
        )
        if tape is not None:
            return tape.pop(0) if n > 1 else 1
        return _one(source, n)


def _one(source: Iterator[int], n: int) -> int:
    (value,) = draws(source, [n])
    return value
