"""Plays matches of the game beside the plain reference, and compares all that both know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.champions import PLUGIN
from tests.games.champions.odd_actions import odd_action
from tests.games.champions.reference import ReferenceMatch
from tests.games.champions.reference_orders import Told

__all__ = ["RULES", "Lockstep", "told_of"]

RULES = ("loot_actions", "stage_lengths", "max_rounds", "scoring")
MILLION = 1_000_000
_NAMES = {
    "Notice": "notice",
    "LootFound": "loot_found",
    "LootNothing": "loot_nothing",
    "TileReport": "tile_report",
    "BattleTurn": "battle_turn",
    "ChampionDied": "champion_died",
    "ItemsReturned": "items_returned",
    "Eliminated": "eliminated",
    "MapShrunk": "map_shrunk",
    "MatchEnd": "match_end",
}


def told_of(events: Events) -> list[Told]:
    """Events of the game as the reference tells them."""
    return [
        (_NAMES[type(event.body).__name__], event.audience, to_plain(event.body))  # type: ignore[misc]
        for event in events
    ]


class Lockstep:
    """One match in both.

    Args:
        values: The config.
        seed: Match seed.
        num_seats: Seats.
        version: Behaviour version of the rules; 0 is the newest.
    """

    def __init__(
        self, values: Mapping[str, object], seed: int, num_seats: int, version: int = 0
    ) -> None:
        self.game: Any = PLUGIN.at(version).game
        self.config = parse_config(self.game.config_class, values)
        self.state, _ = self.game.start(self.config, seed=seed, num_seats=num_seats)
        rules = {name: getattr(self.config, name) for name in RULES}
        self.reference = ReferenceMatch(seed, num_seats, **rules)
        self._compare_states()

    def step(self, actions: Mapping[int, Any]) -> None:
        """Carry out plain actions in both.

        Raises:
            AssertionError: The game and the reference differ.
        """
        parsed = {s: None if a is None else self.game.parse_action(a) for s, a in actions.items()}
        got = told_of(self.game.step(self.state, parsed))
        expected = self.reference.step(actions)
        _compare_told(got, expected)
        self._compare_states()

    def play(self, dice: Stream, oddity: int) -> int:
        """Play to the end with random actions; return how many decision points there were.

        Args:
            dice: Chooses the actions.
            oddity: One value of an action in so many is wrong; 0 for none.
        """
        points = 0
        while (asked := self.decision()) is not None:
            plain = self.reference.plain()
            self.step(
                {
                    seat: odd_action(
                        plain,
                        seat,
                        dice,
                        loot_actions=self.config.loot_actions,
                        oddity=oddity,
                    )
                    for seat in asked[1]
                }
            )
            points += 1
        return points

    def decision(self) -> tuple[str, tuple[int, ...]] | None:
        """Who acts now."""
        point = self.game.decision(self.state)
        asked = self.reference.decision()
        assert (None if point is None else (point.phase, point.seats)) == asked
        return asked

    def _compare_states(self) -> None:
        assert self.game.plain_state(self.state) == self.reference.plain()
        seats = range(len(self.reference.seats))
        for seat, seen in enumerate(self.game.observe(self.state, seats)):
            assert to_plain(seen) == self.reference.observe(seat)
        out = [seat for seat in seats if self.reference.seats[seat]["out_round"]]
        assert list(self.game.eliminated(self.state)) == out
        outcome, result = self.game.outcome(self.state), self.reference.result()
        assert list(outcome.placements) == result["placements"]
        assert list(outcome.scores) == _millionths(result["halves"])


def _millionths(halves: list[int]) -> list[int]:
    """Scores from halves of beaten seats, rounded to nearest, halves up."""
    most = 2 * (len(halves) - 1)
    return [(2 * MILLION * half + most) // (2 * most) for half in halves]


def _compare_told(got: list[Told], expected: list[Told]) -> None:
    """Kind by kind and in order, but for refusals and deaths, whose order the rulebook leaves open."""
    for kind, _, body in expected:
        if kind == "match_end":
            body["scores"] = _millionths(body.pop("halves"))
    for kind in _NAMES.values():
        one, other = ([told for told in all_ if told[0] == kind] for all_ in (got, expected))
        if kind in ("notice", "champion_died"):
            one.sort(key=_place)
            other.sort(key=_place)
        for each, its in zip(one, other, strict=False):
            assert each == its
        assert len(one) == len(other), f"{kind}: {one} against {other}"


def _place(told: Told) -> tuple[object, ...]:
    _, audience, body = told
    names = ("seat", "champion", "index", "turn")
    return audience, body.get("code", ""), *[body.get(name, -1) for name in names]
