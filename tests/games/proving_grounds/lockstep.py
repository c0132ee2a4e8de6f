"""Plays matches of the game beside the plain reference, and compares all that both know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.core.config import parse_config
from referee.core.game import Events
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.events import Ledger, Notice, Result
from tests.games.proving_grounds.reference import play
from tests.games.proving_grounds.reference_state import Match, Told

__all__ = ["Lockstep", "told_of"]

GAME = PLUGIN.game


def told_of(events: Events) -> list[Told]:
    """Events of the game as the reference tells them, without those that nobody hears."""
    return [_told(event.body, event.audience) for event in events if event.audience != ()]


def _told(body: Any, audience: tuple[int, ...] | None) -> Told:
    if isinstance(body, Result | Notice):
        fields = (body.seat, body.part.name, body.place, body.hero, body.code.name)
        return "Result", audience, fields
    if isinstance(body, Ledger):
        return "Ledger", audience, (body.seat, body.amount, body.cause.name, body.gold)
    return type(body).__name__, audience, tuple(body)


class Lockstep:
    """One match in both.

    Args:
        values: The config.
        seed: Match seed.
        num_seats: Seats.
        given: Where to start from, as in scenarios; absent: at the setup.
    """

    def __init__(
        self,
        values: Mapping[str, object],
        seed: int,
        num_seats: int,
        given: Mapping[str, object] | None = None,
    ) -> None:
        self.config = parse_config(ProvingGroundsConfig, values)
        if given is None:
            self.state, _ = GAME.start(self.config, seed=seed, num_seats=num_seats)
        else:
            self.state = GAME.parse_state(self.config, num_seats, given)
            self.state.seed[0] = seed
        plain = self.plain()
        self.reference = Match(plain, seed, self.config.model_dump())
        compare(self.reference.plain(), plain)
        self.seen: Counter[str] = Counter()
        """How often each kind of event, and each code, has come."""

    def plain(self) -> dict[str, Any]:
        """The game's position; doors in ascending order."""
        plain: dict[str, Any] = dict(GAME.plain_state(self.state))
        return plain | {name: sorted(plain[name]) for name in ("doors", "spiked")}

    def step(self, actions: Mapping[int, Any]) -> list[Told]:
        """Carry out plain actions in both; what the reference tells.

        Raises:
            AssertionError: The game and the reference differ.
        """
        parsed = {s: None if a is None else GAME.parse_action(a) for s, a in actions.items()}
        got = told_of(GAME.step(self.state, parsed))
        expected = play(self.reference, parsed)
        compare_told(got, expected)
        compare(self.plain(), self.reference.plain())
        for kind, _, fields in expected:
            self.seen[kind] += 1
            if kind == "Result":
                self.seen[f"{fields[1]} {fields[4]}"] += 1
        return expected

    def play(self, actor: Any, most: int = 1000) -> int:
        """Play to the end, or so many decision points, with what `actor(state, seat)` says."""
        points = 0
        while points < most and (asked := GAME.decision(self.state)) is not None:
            assert (asked.phase, asked.seats) == (
                self.reference.phase, tuple(range(len(self.reference.seats))),
            )  # fmt: skip
            plain = self.reference.plain()
            self.step({seat: actor(plain, seat) for seat in asked.seats})
            points += 1
        assert (GAME.decision(self.state) is None) == (self.reference.phase == "OVER")
        return points


def compare(got: Any, expected: Any, path: str = "state") -> None:
    """Both alike.

    Raises:
        AssertionError: They aren't; says where.
    """
    if isinstance(got, dict) and isinstance(expected, dict) and got.keys() == expected.keys():
        for name in got:
            compare(got[name], expected[name], f"{path}.{name}")
    elif isinstance(got, list) and isinstance(expected, list) and len(got) == len(expected):
        for place, (one, other) in enumerate(zip(got, expected, strict=True)):
            compare(one, other, f"{path}[{place}]")
    else:
        assert got == expected, f"{path}: {got} against {expected}"


def compare_told(got: list[Told], expected: list[Told]) -> None:
    """Everything in order, kind by kind; results by their places.

    Raises:
        AssertionError: They differ.
    """
    for kind in dict.fromkeys(told[0] for told in (*expected, *got)):
        one, other = ([told for told in all_ if told[0] == kind] for all_ in (got, expected))
        if kind == "Result":
            one.sort(key=repr)
            other.sort(key=repr)
        lacking = [told for told in other if told not in one]
        surplus = [told for told in one if told not in other]
        assert one == other, f"lacking {lacking}, surplus {surplus}, {kind}"
