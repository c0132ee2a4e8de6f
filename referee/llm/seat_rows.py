"""One row for each trace: what a seat of a match has used, as values for other programs."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.core.plain import Plain
from referee.games.rethink import Category
from referee.llm.table import Counts, count_traces
from referee.llm.trace import TraceError, read_trace
from referee.llm.usage import Cost, Prices, Tokens

__all__ = ["seat_rows"]


def seat_rows(paths: Iterable[Path], prices: Prices | None = None) -> Iterator[dict[str, Plain]]:
    """Yield what each seat has used, in the order of the traces; all rows have the same fields.

    What nobody has said is None, which is not 0; without prices, so is the cost. Of a damaged trace,
    all values but `problem` are None.

    Args:
        paths: The traces, named MATCH.SEAT.trace.
        prices: Prices of models; None for no cost.
    """
    for path in paths:
        row: dict[str, Plain] = {"trace": path.name, "problem": ""}
        try:
            row |= _counted(path, prices)
        except TraceError as error:
            row |= dict.fromkeys(_FIELDS) | {"problem": str(error)}
        yield row


_FIELDS = (
    *("game", "model", "setup", "turns", "given_up", "requests", "uncounted"),
    *("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"),
    *("cost", "cost_is_lower_bound", *(each.lower() for each in Category)),
)
"""Names of the values of a row, in their order."""


def _counted(path: Path, prices: Prices | None) -> dict[str, Plain]:
    """Return the values of a trace.

    Raises:
        TraceError: The trace is damaged, or of another seat than its name says.
    """
    for line in read_trace(path):
        name = f"{line.get('match')}.{line.get('seat')}"
        if line["kind"] == "header" and name != path.stem:
            raise TraceError(f"{path}: the header says {name}, not {path.stem}")
    # Several if the player was started again with another setup.
    parts = count_traces([path], prices)
    tokens, cost = Tokens(), Cost()
    categories: collections.Counter[str] = collections.Counter()
    for part in parts:
        tokens, cost = tokens.plus(part.tokens), cost + part.cost
        categories += part.categories
    values: tuple[Plain, ...] = (
        *(" + ".join(dict.fromkeys(names)) for names in zip(*map(_names, parts), strict=True)),
        *(sum(part.turns for part in parts), sum(part.skipped for part in parts)),
        *(sum(part.requests for part in parts), sum(part.uncounted for part in parts)),
        *(tokens.prompt, tokens.cached, tokens.completion, tokens.reasoning),
        *((None, None) if prices is None else (cost.amount, not cost.is_whole)),
        *(categories[each] for each in Category),
    )
    return dict(zip(_FIELDS, values, strict=True))


def _names(counts: Counts) -> tuple[str, str, str]:
    return counts.game, counts.model, counts.setup
