"""A match of Champions by the letter of the rulebook, in dicts, sets and unbounded integers.

It shares no line with the package and stands beside it as the second opinion. Actions are in the plain
form of scenarios, well-formed or not in their values; what happened is told as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.games.champions.reference_battle import fight
from tests.games.champions.reference_orders import (
    Told,
    bounded,
    equip,
    pick_fighters,
    with_an_end,
)
from tests.games.champions.reference_tables import CHAMPIONS, KINDS, TIERS_BY_CLASS
from tests.helpers.splitmix import draws, shuffled, stream_state, words

__all__ = ["PHASES", "ReferenceMatch"]

PHASES = ("MOVE", "LOOT", "EQUIP", "BATTLE")
SPAWN, POOL, LOOT, PAIR, BATTLE, SHRINK = range(1, 7)
"""Kind of event, audience (None for everybody), and what is told."""


def tile_class(size: int, row: int, col: int) -> int:
    """CH-2.5: 0 corner, 1 edge, 2 centre, 3 core."""
    borders = (row in (0, size - 1)) + (col in (0, size - 1))
    return 3 if size <= 2 else 2 - borders


def size_for(seats: int) -> int:
    """CH-2.6, CH-5.40."""
    return 4 if seats >= 10 else 3 if seats >= 5 else 2


def royale_points(keys: Sequence[Any], kills: Sequence[int]) -> list[Fraction]:
    """CH-7.4: the table's value where the place divides 1 to 16 as it divides 1 to n, and 1 a kill."""
    table = [12, 9, 7, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0]
    order = sorted(keys, reverse=True)
    by_key: dict[Any, list[Fraction]] = {}
    for index, key in enumerate(order):
        at = Fraction(index, len(order) - 1) * 15
        low = at.numerator // at.denominator
        value = table[low] + (at - low) * (table[min(low + 1, 15)] - table[low])
        by_key.setdefault(key, []).append(value)
    return [
        Fraction(sum(by_key[key])) / len(by_key[key]) + own
        for key, own in zip(keys, kills, strict=True)
    ]


class ReferenceMatch:
    """One match.

    Args:
        seed: Match seed.
        num_seats: Seats.
        stage_lengths: Most rounds on 4x4, 3x3 and 2x2.
        scoring: `outlast` or `royale`.
        loot_actions: Looting actions of a seat in a round.
        max_rounds: The cap.
    """

    def __init__(
        self,
        seed: int,
        num_seats: int,
        *,
        stage_lengths: Sequence[int],
        scoring: str,
        loot_actions: int = 3,
        max_rounds: int = 36,
    ) -> None:
        self.seed = seed
        self.loot_actions = loot_actions
        self.stage_lengths = dict(zip((4, 3, 2), stage_lengths, strict=True))
        self.scoring = scoring
        self.max_rounds = max_rounds
        self.round, self.stage_age, self.phase = 1, 0, "MOVE"
        self.size = size_for(num_seats)
        self.kinds: dict[int, int] = {}
        self.pools: dict[int, set[int]] = {}
        self.battles: list[tuple[int, int, int]] = []
        """Side A, side B and tile of each battle of the round."""
        self.told: list[Told] = []
        starts = shuffled(self._words(SPAWN, 0, 0), list(range(self.size**2)))
        self.seats: list[dict[str, Any]] = [
            {
                "pos": list(divmod(starts[seat], self.size)),
                "health": [kind.health for kind in CHAMPIONS],
                "slots": [[0, 0, 0] for _ in range(4)],
                "stash": set(),
                "kills": 0,
                "damage": 0,
                "out_round": 0,
            }
            for seat in range(num_seats)
        ]
        self._fill(0)

    def decision(self) -> tuple[str, tuple[int, ...]] | None:
        """The phase and who acts in it; None at the end."""
        if self.phase == "OVER":
            return None
        if self.phase == "BATTLE":
            return self.phase, tuple(sorted({s for a, b, _ in self.battles for s in (a, b)}))
        return self.phase, tuple(self._in_play())

    def step(self, actions: Mapping[int, Any]) -> list[Told]:
        """Carry out a decision point; None stands for a missed deadline."""
        self.told = []
        name = self.phase.lower()
        bodies = {}
        for seat, action in actions.items():
            if action is None:
                self._refuse(seat)("MISSED_DEADLINE", None, None)
            elif name not in action:
                self._refuse(seat)("MALFORMED", None, None)
            bodies[seat] = (action or {}).get(name)
        getattr(self, f"_play_{name}")(bodies)
        return with_an_end(self.told)

    def _play_move(self, bodies: Mapping[int, Any]) -> None:
        for seat, body in bodies.items():
            dr, dc = body or (0, 0)
            row, col = self.seats[seat]["pos"]
            if dr not in (-1, 0, 1) or dc not in (-1, 0, 1):
                self._refuse(seat)("MOVE_BAD", None, None)
            elif row + dr not in range(self.size) or col + dc not in range(self.size):
                self._refuse(seat)("MOVE_OFF_MAP", None, None)
            else:
                self.seats[seat]["pos"] = [row + dr, col + dc]
        self.phase = "LOOT"

    def _play_loot(self, bodies: Mapping[int, Any]) -> None:
        wanted = {}
        for seat, body in bodies.items():
            read = list(bounded(body or [], self.loot_actions, self._refuse(seat)))
            for index, category in enumerate(read):
                if category not in range(5):
                    self._refuse(seat)("LOOT_BAD_CATEGORY", index, None)
                    read[index] = 4
            wanted[seat] = read + [4] * (self.loot_actions - len(read))
        for tile, there in self._by_tile().items():
            source = self._words(LOOT, self.round, tile)
            order = shuffled(source, there)
            for number in range(self.loot_actions):
                for seat in order:
                    self._loot(seat, tile, number, wanted[seat][number], self._die(source))
        self.phase = "EQUIP"

    def _loot(
        self, seat: int, tile: int, number: int, category: int, die: Callable[[int], int]
    ) -> None:
        pool = self.pools[tile]
        found = sorted(item for item in pool if category in (4, KINDS[self.kinds[item]].category))
        if not found:
            self._tell("loot_nothing", (seat,), action=number)
            return
        item = found[die(len(found)) - 1]
        pool.discard(item)
        self.seats[seat]["stash"].add(item)
        self._tell("loot_found", (seat,), action=number, item=item, kind=self.kinds[item])

    def _play_equip(self, bodies: Mapping[int, Any]) -> None:
        for seat, body in bodies.items():
            equip(self.seats[seat], self.kinds, body or [], self._refuse(seat))
        self.battles = []
        for tile, there in self._by_tile().items():
            if len(there) > 1:
                pairs = self._pairs(there, self._words(PAIR, self.round, tile))
                self.battles += [(min(pair), max(pair), tile) for pair in pairs]
                self._tell("tile_report", tuple(there), **self._report(tile, there))
        if self.battles:
            self.phase = "BATTLE"
        else:
            self._end_round()

    def _pairs(self, there: Sequence[int], source: Any) -> list[Sequence[int]]:
        """CH-5.11 and CH-5.12."""
        g, first = list(there), []
        living = {seat: sum(h > 0 for h in self.seats[seat]["health"]) for seat in g}
        most = max(living.values())
        if len(g) % 2 and most >= 2:
            strongest = [seat for seat in g if living[seat] == most]
            doubled = strongest[self._die(source)(len(strongest)) - 1]
            g.remove(doubled)
            g = shuffled(source, g)
            first = [(doubled, g[0]), (doubled, g[1])]
            g = g[2:]
        else:
            g = shuffled(source, g)
        return [*first, *zip(g[::2], g[1::2], strict=False)]

    def _report(self, tile: int, there: Sequence[int]) -> dict[str, Any]:
        return {
            "tile": tile,
            "seats": [{"seat": seat, "health": list(self.seats[seat]["health"])} for seat in there],
            "battles": [self._pair(n) for n, one in enumerate(self.battles) if one[2] == tile],
        }

    def _pair(self, number: int) -> dict[str, int]:
        side_a, side_b, _ = self.battles[number]
        return {"battle": number, "side_a": side_a, "side_b": side_b}

    def _play_battle(self, bodies: Mapping[int, Any]) -> None:
        picks = {}
        for seat, body in bodies.items():
            own = [n for n, (a, b, _) in enumerate(self.battles) if seat in (a, b)]
            health = self.seats[seat]["health"]
            picks[seat] = pick_fighters(health, own, body or [], self._refuse(seat))
        on_tile = self._by_tile()
        fought = [self._fight(number, picks) for number in range(len(self.battles))]
        for (*_, tile), fighters in zip(self.battles, fought, strict=True):
            for one in fighters:
                seat = self.seats[one["seat"]]
                seat["health"][one["type"]] = one["health"]
                seat["damage"] += one["damage"]
                if not one["health"]:
                    (rival,) = {f["seat"] for f in fighters} - {one["seat"]}
                    self.seats[rival]["kills"] += 1
                    self._tell(
                        "champion_died",
                        tuple(on_tile[tile]),
                        seat=one["seat"],
                        champion=one["type"],
                    )
        self._return_items()
        self._eliminate()
        self.battles = []
        self._end_round()

    def _fight(self, number: int, picks: Mapping[int, Any]) -> list[dict[str, Any]]:
        side_a, side_b, _ = self.battles[number]
        fighters = [
            {
                "side": side,
                "seat": seat,
                "type": champion,
                "health": self.seats[seat]["health"][champion],
                "kinds": [self.kinds.get(item) for item in self.seats[seat]["slots"][champion]],
                "set": picks[seat][number][champion],
                "damage": 0,
            }
            for side, seat in enumerate((side_a, side_b))
            for champion in sorted(picks[seat][number])
        ]
        die = self._die(self._words(BATTLE, self.round, number))
        for turn in fight(fighters, die):
            self._tell("battle_turn", (side_a, side_b), battle=number, **turn)
        return fighters

    def _return_items(self) -> None:
        """CH-5.33."""
        for number in self._in_play():
            seat = self.seats[number]
            fallen = [c for c in range(4) if not seat["health"][c]]
            items = {item for c in fallen for item in seat["slots"][c] if item}
            for champion in fallen:
                seat["slots"][champion] = [0, 0, 0]
            seat["stash"] |= items
            if items:
                self._tell("items_returned", (number,), items=sorted(items))

    def _eliminate(self) -> None:
        """CH-5.34."""
        for number in self._in_play():
            seat = self.seats[number]
            if not any(seat["health"]):
                row, col = seat["pos"]
                self.pools[row * self.size + col] |= seat["stash"]
                seat.update(stash=set(), out_round=self.round, pos=[-1, -1])
                self._tell("eliminated", None, seat=number, round=self.round)

    def _end_round(self) -> None:
        """CH-5.31, steps 4 to 6."""
        if len(self._in_play()) <= 1 or self.round == self.max_rounds:
            self.phase = "OVER"
            self._tell("match_end", None, **self.result())
            return
        self.stage_age += 1
        new = min(self.size, size_for(len(self._in_play())))
        if self.size > 1 and self.stage_age >= self.stage_lengths[self.size]:
            new = min(new, self.size - 1)
        if new < self.size:
            self._shrink(new)
        self.round += 1
        self.phase = "MOVE"

    def _shrink(self, new: int) -> None:
        """CH-5.42 and CH-5.43."""
        die = self._die(self._words(SHRINK, self.round, 0))
        old, cuts = self.size, []
        while self.size > new:
            oy, ox = die(2) - 1, die(2) - 1
            cuts.append([oy, ox])
            pools, s = self.pools, self.size - 1
            self.pools = {
                row * s + col: pools[(row + oy) * (s + 1) + col + ox]
                for row in range(s)
                for col in range(s)
            }
            for number in self._in_play():
                row, col = self.seats[number]["pos"]
                self.seats[number]["pos"] = [
                    min(max(row - oy, 0), s - 1),
                    min(max(col - ox, 0), s - 1),
                ]
            self.size = s
        self.stage_age = 0
        self._fill(self.round)
        self._tell("map_shrunk", None, old_size=old, new_size=new, cuts=cuts)

    def _fill(self, round_: int) -> None:
        """CH-2.9."""
        for tile in range(self.size**2):
            source = self._words(POOL, round_, tile)
            row, col = divmod(tile, self.size)
            counts = TIERS_BY_CLASS[tile_class(self.size, row, col)]
            tiers = [tier for tier, count in enumerate(counts) for _ in range(count)]
            categories = shuffled(source, [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3)
            for category, tier in zip(categories, tiers, strict=True):
                kinds = [
                    number
                    for number, kind in enumerate(KINDS)
                    if (kind.category, kind.tier) == (category, tier)
                ]
                item = len(self.kinds) + 1
                self.kinds[item] = kinds[self._die(source)(len(kinds)) - 1]
                self.pools.setdefault(tile, set()).add(item)

    def result(self) -> dict[str, Any]:
        """CH-7.2 to CH-7.4; scores as exact numerators over `2 * (n - 1)`."""
        keys: list[tuple[Any, ...]] = [
            (
                not seat["out_round"],
                seat["out_round"] or sum(h > 0 for h in seat["health"]),
                sum(seat["health"]),
                seat["kills"],
                seat["damage"],
            )
            for seat in self.seats
        ]
        if self.scoring == "royale":
            points = royale_points(keys, [seat["kills"] for seat in self.seats])
            keys = [(own, *key) for own, key in zip(points, keys, strict=True)]
        return {
            "placements": [1 + sum(other > key for other in keys) for key in keys],
            "halves": [
                2 * sum(other < key for other in keys) + keys.count(key) - 1 for key in keys
            ],
            "kills": [seat["kills"] for seat in self.seats],
            "damage": [seat["damage"] for seat in self.seats],
        }

    def plain(self) -> dict[str, Any]:
        """The state by the names of section 3."""
        return {
            "seed": self.seed,
            "round": self.round,
            "size": self.size,
            "stage_age": self.stage_age,
            "phase": self.phase,
            "items": {str(item): kind for item, kind in self.kinds.items()},
            "pools": {str(tile): sorted(pool) for tile, pool in self.pools.items() if pool},
            "seats": [{**seat, "stash": sorted(seat["stash"])} for seat in self.seats],
            "battles": [[a, b] for a, b, _ in self.battles],
        }

    def observe(self, number: int) -> dict[str, Any]:
        """What a seat is shown (CH-6.2)."""
        me = self.seats[number]
        row, col = me["pos"]
        items = [
            [{"id": item, "kind": self.kinds[item]} if item else None for item in slots]
            for slots in me["slots"]
        ]
        champions = zip(me["health"], items, strict=True)
        seen: dict[str, Any] = {
            "round": self.round,
            "phase": (*PHASES, "OVER").index(self.phase),
            "size": self.size,
            "stage_age": self.stage_age,
            "seats": [
                {
                    "alive": not seat["out_round"],
                    "row": seat["pos"][0],
                    "col": seat["pos"][1],
                    "out_round": seat["out_round"],
                }
                for seat in self.seats
            ],
            "me": {
                "seat": number,
                "champions": [{"health": health, "slots": held} for health, held in champions],
                "stash": [{"id": item, "kind": self.kinds[item]} for item in sorted(me["stash"])],
                "kills": me["kills"],
                "damage": me["damage"],
            },
            "my_battles": [
                self._pair(n) for n, (a, b, _) in enumerate(self.battles) if number in (a, b)
            ],
        }
        if not me["out_round"]:
            tile = row * self.size + col
            left = [KINDS[self.kinds[item]].category for item in self.pools[tile]]
            seen["tile"] = {
                "tile_class": tile_class(self.size, row, col),
                "left": [left.count(category) for category in range(4)],
            }
            there = self._by_tile()[tile]
            if self.phase == "BATTLE" and len(there) > 1:
                seen["report"] = self._report(tile, there)
        return seen

    def _in_play(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if not seat["out_round"]]

    def _by_tile(self) -> dict[int, list[int]]:
        """Seats in play on each tile that has any, by tile index."""
        found: dict[int, list[int]] = {}
        for number in self._in_play():
            row, col = self.seats[number]["pos"]
            found.setdefault(row * self.size + col, []).append(number)
        return dict(sorted(found.items()))

    def _words(self, *keys: int) -> Any:
        return words(stream_state(self.seed, *keys))

    @staticmethod
    def _die(source: Any) -> Callable[[int], int]:
        return lambda sides: draws(source, [sides])[0]

    def _tell(self, event: str, audience: tuple[int, ...] | None, /, **body: Any) -> None:
        self.told.append((event, audience, body))

    def _refuse(self, seat: int) -> Callable[[str, int | None, int | None], None]:
        def refuse(code: str, index: int | None, turn: int | None) -> None:
            place = {"index": index, "turn": turn}
            known = {name: value for name, value in place.items() if value is not None}
            self._tell("notice", (seat,), phase=self.phase, code=code, **known)

        return refuse
