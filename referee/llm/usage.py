"""What providers count, in the names of two kinds of APIs, and what it costs by a dated list of prices."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.errors import FieldError, RefereeError

__all__ = ["Cost", "Prices", "Tokens"]


class Tokens(NamedTuple):
    """Tokens of a request. None means that the provider has not said it, which is not 0."""

    prompt: int | None = None
    """Tokens of the prompt, those from a cache included."""
    completion: int | None = None
    """Tokens of the reply, reasoning included."""
    cached: int | None = None
    """Tokens of the prompt that came from the provider's cache."""
    reasoning: int | None = None
    """Tokens of the reply that were reasoning."""

    @classmethod
    def of(cls, usage: object) -> Tokens:
        """Return the counts in what a provider has sent."""
        if not isinstance(usage, Mapping):
            return cls()
        details = (
            _mapping(usage, "prompt_tokens_details", "input_tokens_details"),
            _mapping(usage, "completion_tokens_details", "output_tokens_details"),
        )
        return cls(
            prompt=_count(usage, "prompt_tokens", "input_tokens"),
            completion=_count(usage, "completion_tokens", "output_tokens"),
            cached=_count(details[0], "cached_tokens"),
            reasoning=_count(details[1], "reasoning_tokens"),
        )

    @property
    def is_whole(self) -> bool:
        """Whether the provider has said how long prompt and reply were."""
        return self.prompt is not None and self.completion is not None

    def plus(self, other: Tokens) -> Tokens:
        """Return the sums of what is known; None stays where neither is."""
        pairs = zip(self, other, strict=True)
        return Tokens(*(b if a is None else a + (b or 0) for a, b in pairs))


class Cost(NamedTuple):
    """Price of requests in the currency of the list."""

    amount: float = 0.0
    """Sum of all that has a price."""
    is_whole: bool = True
    """Whether everything has a price; else the true sum is at least `amount`."""

    def __add__(self, other: object) -> Cost:
        """Return the sum of two costs."""
        if not isinstance(other, Cost):
            return NotImplemented
        return Cost(self.amount + other.amount, self.is_whole and other.is_whole)

    def __str__(self) -> str:
        """Return the amount as text, with `≥` before it if it is a lower bound."""
        return f"{'' if self.is_whole else '≥ '}{self.amount:.4f}"


class Prices:
    """Prices of models for a million tokens each, from a file with a date.

    Args:
        date: Day on which the prices were true, as the file says it.
        currency: Name of the currency.
        models: Prices by name of the model: `input`, `output`, and perhaps `cached_input`.
    """

    def __init__(self, date: str, currency: str, models: Mapping[str, Mapping[str, float]]) -> None:
        self.date, self.currency, self._models = date, currency, models

    @classmethod
    def load(cls, path: Path) -> Prices:
        """Read a TOML file with `date`, `currency`, and a table `[models."NAME"]` for each model.

        Raises:
            RefereeError: The file can't be read, or is no TOML.
            FieldError: A value is missing or no price.
        """
        try:
            read = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise RefereeError(f"{path} can't be read: {error}") from None
        models = read.get("models")
        if not isinstance(models, dict):
            raise FieldError("models", "a table of models with their prices", models)
        for name, prices in models.items():
            _check_prices(name, prices)
        return cls(str(read.get("date", "")), str(read.get("currency", "USD")), models)

    def cost(self, model: str, tokens: Tokens) -> Cost:
        """Return the price of a request; a lower bound where a count or the model's price is not known."""
        prices = self._models.get(model)
        if prices is None:
            return Cost(0.0, is_whole=False)
        cached = tokens.cached or 0
        amount = (
            max(0, (tokens.prompt or 0) - cached) * prices["input"]
            + cached * prices.get("cached_input", prices["input"])
            + (tokens.completion or 0) * prices["output"]
        )
        return Cost(amount / 1e6, tokens.is_whole)


def _check_prices(name: str, prices: object) -> None:
    given = prices if isinstance(prices, dict) else {}
    for key in ("input", "output", *({"cached_input"} & given.keys())):
        value = given.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
            raise FieldError(f"models.{name}.{key}", "a price from 0 for a million tokens", value)


def _mapping(usage: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    found = (usage[name] for name in names if isinstance(usage.get(name), Mapping))
    return next(found, {})


def _count(usage: Mapping[str, Any], *names: str) -> int | None:
    for name in names:
        value = usage.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None
