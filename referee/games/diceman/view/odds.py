"""What each choice of dice is worth, exactly, against a rival who picks each of the six as often.

Net damage and who does more are those of a round in which nobody dies (DM-11.2). Whether a blow slays depends on
both lives: who comes first and slays takes no answer (DM-5.11). What the rival has picked so far is not looked at.
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
"""Sides of the largest die up to which rolls are counted on the way; beyond, that would take too long."""
_DICE = ("die_magic", "die_priority", "die_sword", "die_shield")
_COLUMNS = (
    Column("dice"),
    Column("net damage", is_number=True),
    Column("does more", is_number=True),
    Column("does less", is_number=True),
)

_Scope: TypeAlias = Literal["phase", "so_far"]


class _Odds(NamedTuple):
    """What is the same at all lives."""

    counts: RollCounts
    """Results of the rolls."""
    most: int
    """Most damage a round can do; of a life above, nothing more is to be known."""
    table: SceneTable
    """By combination its net damage, the chance to do more, and to do less."""


def odds_table(config: Fields) -> SceneTable | None:
    """Return a row for each choice, the same at all lives; None for dice too large to count.

    Args:
        config: The Config message.
    """
    dice, scope = _dice(config), _scope(config)
    return None if max(dice) > MAX_SIDES else _odds(dice, scope).table


def slaying_rows(config: Fields, life: Sequence[int], players: tuple[str, ...]) -> tuple[Row, ...]:
    """Return a row a seat: with which chance each choice slays the other; none for dice too large to count.

    Args:
        config: The Config message.
        life: Life of both.
        players: Names by seat.
    """
    dice, scope = _dice(config), _scope(config)
    if max(dice) > MAX_SIDES:
        return ()
    most = _odds(dice, scope).most
    return _rows(dice, scope, (min(life[0], most + 1), min(life[1], most + 1)), players)


def slaying(counts: RollCounts, own: int, rival: int) -> npt.NDArray[np.float64]:
    """Return float64[combo]: the chance to slay, in a round, a rival that picks each combination equally often.

    Args:
        counts: Results of the rolls.
        own: Own life; with 0 the chance is 0.
        rival: The rival's life; with 0 the chance is 0.
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
