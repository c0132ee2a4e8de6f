"""Plays matches of the game beside the plain reference, and compares all that both know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.core.config import parse_config
from referee.core.game import Events
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.tables import EndCause
from referee.games.proving_grounds.wire.events import Ledger, Notice, Result
from tests.games.proving_grounds.reference import play
from tests.games.proving_grounds.reference_state import Match, Told
from tests.games.proving_grounds.reference_tables import ITEM_NAMES, SPELL_NAMES

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
            self.seen.update(labels(kind, fields))
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
    """Everything in order; results, whose order the rulebook leaves open, by their places.

    Raises:
        AssertionError: They differ.
    """
    results = [sorted([t for t in told if t[0] == "Result"], key=repr) for told in (got, expected)]
    others = [[t for t in told if t[0] != "Result"] for told in (got, expected)]
    for one, other in (results, others):
        for place, (its, right) in enumerate(zip(one, other, strict=False)):
            assert its == right, f"{place}: {its} against {right} after {other[:place][-3:]}"
        assert len(one) == len(other), f"surplus {one[len(other) :]}, lacking {other[len(one) :]}"


def labels(kind: str, fields: tuple[Any, ...]) -> list[str]:
    """What an event is counted as."""
    found = [kind]
    if kind == "Result":
        found.append(f"{fields[1]} {fields[4]}")
    elif kind == "Ledger":
        found.append(f"gold by {fields[2]}")
    elif kind == "FightBegan":
        sides = {fighter[0] < 0 for side in fields[1:] for fighter in side}
        found.append("fight with creatures" if True in sides else "fight of seats")
        if fields[2][0][0] < 0:
            found.append("fight with lured creatures")
    elif kind == "FightEnded" and fields[2]:
        found.append("fight broken off")
    elif kind == "CastBattlemagic":
        found.append(f"{ITEM_NAMES[fields[2]]} in a fight")
    elif kind == "SpellCast":
        found.append(f"spell {SPELL_NAMES[fields[1]]}")
    elif kind == "TrapSprung":
        who = "creatures" if fields[1] is None else "a thief" if fields[2] else "a hero"
        found.append(f"trap springs on {who}")
        if not fields[3]:
            found.append("trap disarmed by who walked into it")
    elif kind == "Prepared" and fields[2]:
        found.append("preparation broken" if fields[3] else "preparation kept")
    elif kind == "End":
        found.append(f"end {EndCause(fields[0]).name}")
    return found
