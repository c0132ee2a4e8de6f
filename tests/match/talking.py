"""Matches of the talking toy, and what seats hear."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.time_control import SECOND, TimeControl
from referee.match.effects import Effect, End, OpenTurn, Show
from referee.match.machine import MatchTerms
from referee.match.talk import Heard
from tests.helpers.toy_games import TALKING
from tests.helpers.toy_talk import TalkConfig
from tests.match.driver import terms_of, told_to

__all__ = ["TIME", "heard", "shown", "talking"]

TIME = TimeControl(SECOND, lag_margin_ns=0, strikes=2)


def talking(num_seats: int = 3, **config: int) -> MatchTerms:
    """Terms of a match of the toy with chat."""
    return terms_of(TALKING, TIME, num_seats=num_seats, config=TalkConfig(**config))


def heard(seat: int, effects: Iterable[Effect]) -> list[tuple[int, str, str]]:
    """Sender, channel and text of what a seat is told that was said."""
    return [
        (one.seat, one.channel.name, one.text)
        for told in told_to(seat, effects)
        if isinstance(told, OpenTurn | End)
        for one in told.said
    ]


def shown(effects: Iterable[Effect]) -> tuple[Heard, ...]:
    """What spectators are shown with the one step among effects."""
    (show,) = [effect for effect in effects if isinstance(effect, Show)]
    return show.said
