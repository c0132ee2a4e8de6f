"""Plays matches of the game beside the plain reference, and compares all that both know."""

from __future__ import annotations

import collections
import itertools
import re
from collections.abc import Mapping
from typing import Any

from referee.core.config import parse_config
from referee.core.game import Events
from referee.core.plain import to_plain
from referee.core.rng import Stream
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.columns import SHOWN
from referee.games.dungeon_keeper.config import DungeonKeeperConfig
from referee.games.dungeon_keeper.rules.orders.kinds import ORDER_TYPES, Batch
from referee.kit.records import Partial
from tests.games.dungeon_keeper.odd_orders import odd_batch
from tests.games.dungeon_keeper.reference import ReferenceMatch

__all__ = ["GAME", "Lockstep", "name_of", "plain_batch", "rules_of_match", "told_of"]

GAME = PLUGIN.game
Told = tuple[str, dict[str, Any]]
_TYPE_OF = {its_class: name for name, its_class in ORDER_TYPES.items()}


def plain_batch(batch: Batch) -> dict[str, Any]:
    """A batch of the game in the rulebook's plain form."""
    orders = []
    for order in batch.orders:
        fields = to_plain(order)
        assert isinstance(fields, dict)
        orders.append(
            {"type": _TYPE_OF[type(order)], **{n: _plain(its) for n, its in fields.items()}}
        )
    return {"orders": orders, "end_turn": batch.end_turn, "delta": batch.delta}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.lower()
    return list(value.values()) if isinstance(value, Mapping) else value


def told_of(events: Events, seat: int | None = None) -> list[Told]:
    """Events as the reference tells them: the whole ones, or what one seat hears."""
    told = []
    for event in events:
        body = event.body
        if seat is None and isinstance(body, Partial):
            continue
        if seat is not None and not event.is_visible_to(seat):
            continue
        body = body.body if isinstance(body, Partial) else body
        fields: Any = to_plain(body)
        told.append(
            (name_of(type(body)), {key: _lower(key, value) for key, value in fields.items()})
        )
    return told


def name_of(body: type) -> str:
    """An event's name: HeroDied is hero_died."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", body.__name__).lower()


def _lower(key: str, value: Any) -> Any:
    """Names as the rulebook writes them; codes and the looks of cells stay as they are."""
    if isinstance(value, Mapping):
        return {name: _lower(name, its) for name, its in value.items()}
    if isinstance(value, list):
        return [_lower(key, its) for its in value]
    return value.lower() if isinstance(value, str) and key not in ("code", "rows") else value


def rules_of_match(config: DungeonKeeperConfig, size: int) -> dict[str, Any]:
    """The config by its names, with what depends on the board."""
    rules = {name: getattr(config, name) for name in DungeonKeeperConfig.model_fields}
    if "hero_min_distance" not in config.model_fields_set:
        rules["hero_min_distance"] = size // 3
    return rules


def differing(got: Any, expected: Any) -> list[tuple[Any, Any]]:
    """Pairs of what differs in a value, or in two lists entry by entry."""
    if not (isinstance(got, list) and isinstance(expected, list)):
        return [] if got == expected else [(got, expected)]
    pairs = itertools.zip_longest(got, expected)
    return [(one, other) for one, other in pairs if one != other]


class Lockstep:
    """One match in both.

    Args:
        values: The config.
        seed: Match seed.
        num_seats: Seats.
        given: What a scenario file starts from; None for the start of a match.
        version: Of the game.
    """

    def __init__(
        self,
        values: Mapping[str, object],
        seed: int,
        num_seats: int,
        given: Mapping[str, object] | None = None,
        version: int = GAME.info.version,
    ) -> None:
        game = PLUGIN.at(version).game
        config = parse_config(game.config_class, values)
        self.num_seats = num_seats
        if given is None:
            self.state, _ = game.start(config, seed=seed, num_seats=num_seats)
        else:
            self.state = game.parse_state(config, num_seats, {**given, "seed": seed})
        plain: Any = GAME.plain_state(self.state)
        rules = rules_of_match(config, plain["size"])
        self.reference = ReferenceMatch(plain, rules, seed, version=version)
        self.counts: collections.Counter[str] = collections.Counter()
        """How often each order was given, each code told and each event happened."""
        self._compare_states(None)

    def step(self, batch: Any) -> None:
        """Carry out a plain batch in both; None is a missed deadline.

        Raises:
            AssertionError: The game and the reference differ.
        """
        seat = self.reference.world.acting
        action = None if batch is None else GAME.parse_action(batch)
        events = GAME.step(self.state, {seat: action})
        got = told_of(events)
        expected = self.reference.step(batch)
        for place, (one, other) in enumerate(zip(got, expected, strict=False)):
            before = got[max(0, place - 3) : place]
            assert one == other, f"{one} against {other} after {before} of {batch}"
        more, missing = got[len(expected) :], expected[len(got) :]
        assert more == missing, f"{more} against {missing} at the end of {batch}"
        self._count(batch, expected)
        self._compare_states(batch)
        self._compare_knowledge(events, batch)

    def play(
        self, dice: Stream, oddity: int, batches: int = 100_000, *, with_random: bool = True
    ) -> int:
        """Play on with random batches; return how many there were.

        Args:
            dice: Chooses the batches.
            oddity: One value of a batch in so many is wrong; 0 for none.
            batches: Most of them.
            with_random: Whether every third is the game's own random action.
        """
        played = 0
        while self.reference.acting() is not None and played < batches:
            if with_random and dice.draw(3) == 1:
                seat = self.reference.world.acting
                batch = plain_batch(GAME.random_action(self.state, seat, dice))
            else:
                batch = odd_batch(self.reference.world, dice, oddity)
            self.step(batch)
            played += 1
        return played

    def _count(self, batch: Any, told: list[Told]) -> None:
        codes = [fields["code"] for kind, fields in told if kind == "order_result"]
        orders = batch.get("orders", []) if isinstance(batch, dict) else []
        if isinstance(orders, list):
            for order, code in zip(orders, codes, strict=False):
                if isinstance(order, dict):
                    self.counts[f"{order.get('type')} {code}"] += 1
        for kind, fields in told:
            self.counts[f"event {kind}"] += 1
            if kind == "rolled":
                self.counts[f"roll {fields['roll']}"] += 1

    def _compare_states(self, batch: Any) -> None:
        got: Any = GAME.plain_state(self.state)
        got["items"].sort(key=lambda item: (item["row"], item["col"]))
        for name, expected in self.reference.plain().items():
            assert differing(got[name], expected) == [], f"{name} after {batch}"
        point = GAME.decision(self.state)
        acting = self.reference.acting()
        assert (None if point is None else point.seats) == (None if acting is None else (acting,))
        outcome, result = GAME.outcome(self.state), self.reference.result()
        assert list(outcome.placements) == result["placements"]
        assert list(outcome.scores) == result["scores"]
        out = [seat for seat, its in enumerate(self.reference.world.seats) if not its.alive]
        assert list(GAME.eliminated(self.state)) == out

    def _compare_knowledge(self, events: Events, batch: Any) -> None:
        """What each seat hears and sees; without fog, two of them."""
        acting = self.reference.world.acting
        seats = sorted({acting, (acting + 1) % self.num_seats})
        if self.reference.fog is not None:
            seats = list(range(self.num_seats))
        whole = GAME.copy(self.state)
        whole.match[SHOWN] = 0
        for seat, seen in zip(seats, GAME.observe(whole, seats), strict=True):
            told = differing(told_of(events, seat), self.reference.heard(seat))
            assert told == [], f"told to {seat} of {batch}"
            got: Any = _lower("", to_plain(seen))
            got["items"].sort(key=lambda item: (item["row"], item["col"]))
            expected = self.reference.observe(seat)
            assert got.keys() == expected.keys()
            for name in got:
                its = differing(got[name], expected[name])
                assert its == [], f"{name} seen by {seat} after {batch}"
