"""Matches in which seats fall out early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.time_control import SECOND, TimeControl
from referee.match.effects import Effect, End
from tests.helpers.toy_games import SHRINKING
from tests.helpers.toy_last import LastConfig
from tests.match.driver import Driver, terms_of, told_to

__all__ = ["FALL", "TIME", "begun", "early_end", "play"]

TIME = TimeControl(SECOND, lag_margin_ns=0, strikes=1)
FALL = 5
"""A stake that is sure to fall; 0 is sure to stay in."""


def begun(num_seats: int, **fields: Any) -> Driver:
    """A match that has begun at 0."""
    driver = Driver(terms_of(SHRINKING, TIME, num_seats=num_seats, config=LastConfig(**fields)))
    driver.start()
    return driver


def play(driver: Driver, stakes: Mapping[int, int], at_ns: int | None = None) -> list[Effect]:
    """These seats stake so much; returns the effects of the last answer."""
    effects: list[Effect] = []
    for seat, stake in stakes.items():
        effects = driver.act(seat, stake, driver.now_ns if at_ns is None else at_ns)
    return effects


def early_end(seat: int, effects: Sequence[Effect]) -> End:
    """The one thing that a seat is told: its own end."""
    (told,) = told_to(seat, effects)
    assert isinstance(told, End)
    assert told.goes_on
    return told
