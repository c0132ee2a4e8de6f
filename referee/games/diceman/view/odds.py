"""Exact odds of each choice of dice against a rival who picks each of the six combinations equally often.

Net damage, and the chance to do more damage than the rival, are those of a round in which no seat dies (DM-11.2).
Whether a blow slays depends on both lives: a seat that acts first and slays gets no damage back (DM-5.11). What the
rival has picked so far is not taken into account.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.core.scene import Column, Row, SceneTable, Span, Style
from referee.core.view import Fields
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import RollCounts, count_rolls, round_table
from referee.games.diceman.tables import COMBO_NAMES, NUM_COMBOS
from referee.games.duel_view import percent, seat_name

__all__ = ["MAX_SIDES", "odds_table", "slaying", "slaying_rows"]

MAX_SIDES = 20
"""Rolls are counted for the odds only if no die has more sides than this; larger dice would take too long."""
_DICE = ("die_magic", "die_priority", "die_sword", "die_shield")
_COLUMNS = (
    Column("dice"),
    Column("net damage", is_number=True),
    Column("does more", is_number=True),
    Column("does less", is_number=True),
)

_Scope: TypeAlias = Literal["phase", "so_far"]


class _Odds(NamedTuple):
    """The odds that depend on the dice alone, not on the lives."""

    counts: RollCounts
    """How often each result of a round occurs, over all rolls."""
    most: int
    """Most damage that a seat can deal in a round; the odds are the same for all lives above it."""
    table: SceneTable
    """One row for each combination: its net damage, its chance to do more, and its chance to do less."""


def odds_table(config: Fields) -> SceneTable | None:
    """Return the odds table with a row for each combination; None if a die has more than 20 sides.

    Args:
        config: The Config message of the match.
    """
    dice, scope = _dice(config), _scope(config)
    return None if max(dice) > MAX_SIDES else _odds(dice, scope).table


def slaying_rows(config: Fields, life: Sequence[int], players: tuple[str, ...]) -> tuple[Row, ...]:
    """Return a row for each seat: the chance that each combination slays the rival in the coming round.

    Returns no rows if a die has more than 20 sides.

    Args:
        config: The Config message of the match.
        life: Life of both seats, in seat order.
        players: Names of the players, by seat.
    """
    dice, scope = _dice(config), _scope(config)
    if max(dice) > MAX_SIDES:
        return ()
    most = _odds(dice, scope).most
    # Larger lives have the same chances; cut off here, they share an entry of the cache.
    return _rows(dice, scope, (min(life[0], most + 1), min(life[1], most + 1)), players)


def slaying(counts: RollCounts, own: int, rival: int) -> npt.NDArray[np.float64]:
    """Return float64[combo]: the probability that a seat with this combination slays its rival in a round.

    The rival picks each of the six combinations equally often.

    Args:
        counts: Results of the rolls.
        own: Life of the seat that attacks; with 0 the chance is 0.
        rival: Life of its rival; with 0 the chance is 0.
    """
    if not (own and rival):
        return np.zeros(NUM_COMBOS)
    dealt, taken = counts.dealt
    is_slain_before = (counts.first < 0) & (taken >= own)
    slays = (dealt >= rival) & ~is_slain_before
    share = counts.times / counts.total[counts.pair] / NUM_COMBOS
    chances = np.bincount(counts.pair // NUM_COMBOS, weights=share * slays, minlength=NUM_COMBOS)
    return chances.astype(np.float64)


def _dice(config: Fields) -> tuple[int, ...]:
    return tuple([config[name] for name in _DICE])


def _scope(config: Fields) -> _Scope:
    return "so_far" if config["magic_scope"].endswith("SO_FAR") else "phase"


@functools.lru_cache(maxsize=16)
def _odds(dice: tuple[int, ...], scope: _Scope) -> _Odds:
    config = DicemanConfig(**dict(zip(_DICE, dice, strict=True)), magic_scope=scope)
    counts = count_rolls(config)
    table = round_table(counts)
    rows = []
    for combo, name in enumerate(COMBO_NAMES):
        entries = [table.entry(combo, rival) for rival in range(NUM_COMBOS)]
        net, more, less = (
            float(sum(getattr(entry, field) for entry in entries) / NUM_COMBOS)
            for field in ("net", "more", "less")
        )
        style = Style.GOOD if net > 0 else Style.BAD
        told = (Span(f"{net:+.2f}", style), Span(percent(more)), Span(percent(less)))
        rows.append(Row(name, ((Span(name, Style.STRONG),), *((span,) for span in told))))
    title = "odds of the choice, against a rival who picks evenly"
    return _Odds(
        counts,
        int(counts.dealt.max()),
        SceneTable("odds", title, _COLUMNS, tuple(rows), is_minor=True),
    )


@functools.lru_cache(maxsize=4096)
def _rows(
    dice: tuple[int, ...], scope: _Scope, life: tuple[int, int], players: tuple[str, ...]
) -> tuple[Row, ...]:
    counts = _odds(dice, scope).counts
    rows = []
    for seat, lives in enumerate((life, life[::-1])):
        shares = slaying(counts, *lives).tolist()
        cells = ((Span(percent(share), Style.TEXT if share else Style.FAINT),) for share in shares)
        heading = (seat_name(players, seat), Span(" slays"))
        rows.append(Row(f"slays:{seat}", (heading, *cells)))
    return tuple(rows)
