"""Counts over traces: turns, requests, tokens, cost and reasons of rethinking, by player."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.core.plain import Plain
from referee.games.rethink import Category
from referee.llm.prompts import digest_of
from referee.llm.trace import read_trace
from referee.llm.usage import Cost, Prices, Tokens

__all__ = ["Counts", "count_traces", "counted_rows"]


@dataclasses.dataclass(slots=True)
class Counts:
    """What one player has used. Two players differ in model, parameters, policy or version of the texts."""

    game: str
    """Name of the game."""
    model: str
    """Name of the model."""
    setup: str
    """First digits of a hash of policy, parameters and version of gamereferee, whose texts a player read."""
    seats: int = 0
    """Number of traces: seats of matches."""
    turns: int = 0
    """Turns that were asked and ended."""
    skipped: int = 0
    """Turns that ended without an action."""
    requests: int = 0
    """Requests that were sent, failed ones included."""
    uncounted: int = 0
    """Requests for which the provider has not said all tokens."""
    tokens: Tokens = Tokens()  # noqa: RUF009  # immutable
    """Tokens of all requests, as far as they are known."""
    categories: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    """Number of requests without an action, by category."""
    forfeits: int = 0
    """Seats that have forfeited."""
    cost: Cost = Cost()  # noqa: RUF009  # immutable
    """Price of all requests."""


def count_traces(paths: Iterable[Path], prices: Prices | None = None) -> list[Counts]:
    """Return what each player has used, in the order of game, model and setup.

    Args:
        paths: The traces.
        prices: Prices of models; None leaves all costs at 0, as lower bounds.

    Raises:
        TraceError: A trace is damaged.
    """
    found: dict[tuple[str, str, str], Counts] = {}
    for path in paths:
        counts: Counts | None = None
        for line in read_trace(path):
            if line["kind"] == "header":
                key = _key(line)
                new = counts is None
                counts = found.setdefault(key, Counts(*key))
                counts.seats += new
            elif counts is not None:
                _add(counts, line, prices)
    return [found[key] for key in sorted(found)]


def counted_rows(counts: Iterable[Counts]) -> list[dict[str, Plain]]:
    """Return counts as rows of a table: `≥` stands before sums of which a part is not known."""
    return [
        {
            "game": each.game,
            "model": each.model,
            "setup": each.setup,
            "seats": each.seats,
            "turns": each.turns,
            "skipped": each.skipped,
            "requests": each.requests,
            "prompt tokens": _bounded(each.tokens.prompt, each.uncounted),
            "reply tokens": _bounded(each.tokens.completion, each.uncounted),
            "cost": str(each.cost),
            "rethinks": ", ".join(
                f"{name} {each.categories[name]}" for name in Category if each.categories[name]
            ),
            "forfeits": each.forfeits,
        }
        for each in counts
    ]


def _key(header: Mapping[str, Any]) -> tuple[str, str, str]:
    # Not the hash of the face, since rules name the seat that they are for.
    made_by = [header.get(name) for name in ("version", "policy", "parameters")]
    setup = digest_of(made_by)
    return str(header.get("game")), str(header.get("model")), setup[:8]


def _add(counts: Counts, line: Mapping[str, Any], prices: Prices | None) -> None:
    category = line.get("category") or ""
    match line["kind"]:
        case "request":
            tokens = Tokens.of(line.get("usage"))
            counts.requests += 1
            counts.uncounted += not tokens.is_whole
            counts.tokens = counts.tokens.plus(tokens)
            counts.categories.update([category] if category else [])
            counts.cost += (
                Cost(is_whole=False) if prices is None else prices.cost(counts.model, tokens)
            )
        case "turn":
            counts.turns += 1
            counts.skipped += "action" not in line
            # The last request of a turn has counted its own category.
            counts.categories.update([category] if category == Category.BUDGET else [])
        case "end":
            counts.forfeits += bool(line.get("forfeit"))


def _bounded(value: int | None, uncounted: int) -> str:
    return f"{'≥ ' if uncounted else ''}{value or 0}"
