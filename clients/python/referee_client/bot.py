"""What a bot is: a function, or a subclass of `Bot`.

A function takes an observation, or an observation and the `Turn`, and returns an action; it may be async with the
asyncio client. A subclass of `Bot` is instantiated for every seat, so that it can keep a memory of its match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee_client.outcome import Missed, Outcome, Rejection, SeatResult, enum_name
from referee_client.turn import CarriedOver, Clock, Match, Speak, Turn

__all__ = [
    "SKIP",
    "Act",
    "ActBatch",
    "Bot",
    "BotFaultError",
    "BotLike",
    "CarriedOver",
    "Clock",
    "Match",
    "Missed",
    "Outcome",
    "Rejection",
    "SeatResult",
    "Speak",
    "Turn",
    "enum_name",
]


class Bot:
    """A bot with a memory; give the class to the client and every seat gets an instance.

    An instance given instead is shared by all seats. Only `act` or `act_batch` must be overridden.
    """

    game: str | None = None
    """Game that the bot plays, such as `diceman`; None means that of the message in the annotation of `act`. A seat
    of another game is resigned."""
    reads_events: bool | None = None
    """Whether the bot looks at events. None means that its code decides: it does if it has its own `on_events`, or
    if its `act` takes the turn. A bot that does not is sent no events of turns: `Turn.events` is None."""
    reads_legal: bool | None = None
    """Whether the bot looks at `Turn.legal`. None means that its code decides: it does if it reads an attribute
    `legal`. A bot that does not is not sent them."""

    def on_start(self, match: Match) -> None:
        """Hear that the match begins: all seats have joined. Called once for each seat."""

    def on_events(self, match: Match, events: Any) -> None:
        """Hear what happened since the last turn; called before `act`, and once more before `on_end`."""

    def act(self, *args: Any, **kwargs: Any) -> Any:
        """Decide: override as `act(self, observation)` or `act(self, observation, turn)`.

        `observation` is the game's Observation message; `turn` has everything else: match, number, clock, events,
        phase. With the asyncio client it may be an `async def`.

        Returns:
            The game's Action message.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act()")

    def act_batch(self, turns: Sequence[Turn]) -> Sequence[Any]:
        """Decide about all turns of a message at once: override it in place of `act`, as a plain function.

        One such bot plays all seats of the process, even if its class was given to the client. So it has to keep
        its memory of a match by `turn.match_id` and `turn.seat`.

        Args:
            turns: At least one. All are of one game, each of another seat; `turn.observation` is the game's
                Observation message.

        Returns:
            The game's Action message of each, in the same order; `SKIP` gives a turn up.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_batch()")

    columns: Sequence[str] = ()
    """For `act_columns`: names of the columns that the bot looks at; empty means all columns of the game."""

    def act_columns(self, turns: Any) -> Any:
        """Decide about turns of many matches at once, as arrays: override it in addition to `act` or `act_batch`.

        The referee sends turns in columns where all bots of a match have this method; all other turns go to `act`
        or `act_batch`. One such bot plays all seats of the process, as with `act_batch`, and gets no events but
        those at the end of a match. Needs NumPy.

        Args:
            turns: `referee_client.lanes.LaneTurns`, at least one.

        Returns:
            An array of the dtype and shape that `turns.lane.answers` says, with an entry for each turn; where that
            column is ragged, a list of Action messages.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_columns()")

    def on_rejected(self, rejection: Rejection) -> Any:
        """Hear that the referee rejected a message; it has been logged. Override it as a plain function.

        Returns:
            After `MALFORMED` or `WRONG_TYPE` for the answer to the latest turn, that turn is still open. Then
            return the game's Action message to answer it once more; an async bot may return the `Turn`, so that
            `act` is asked again. None or `SKIP` gives the turn up, and so does a second refusal. For all other
            rejections the returned value is ignored.
        """

    def on_missed(self, missed: Missed) -> None:
        """Hear that a deadline passed; it has been logged."""

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Hear how it ended, or that it goes on without this seat (`outcome.goes_on`).

        The last call; without `on_start` for a match that never started.
        """


SKIP = object()
"""Returned by `act` in place of an action, it gives the turn up on purpose, which is no failure."""


class BotFaultError(Exception):
    """A failure of a bot's own code that is logged without a traceback, because its message says everything."""


BotLike = Bot | type[Bot] | Callable[..., Any]
"""A function of one or two parameters, a `Bot`, a subclass of it, or a function without parameters
that makes a `Bot`."""

Act = Callable[[Turn], Any]
"""A bot's decision as the client calls it."""

ActBatch = Callable[[Sequence[Turn]], Sequence[Any]]
"""A bot's decisions about several turns as the client calls them."""
