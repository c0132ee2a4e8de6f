"""What a bot is: a function, or a subclass of `Bot`.

A function takes an observation, or an observation and the `Turn`, and returns an action; it may be
async with the asyncio client. A subclass of `Bot` is instantiated for every seat, so that it can
keep a memory of its match.
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
    """Base class of bots with a memory.

    Give the subclass itself to the client: every seat gets a new instance.

    If you give an instance instead, all seats share it. Only `act` or `act_batch` must be
    overridden. All methods named `on_...` are optional, and do nothing by default.
    """

    game: str | None = None
    """Game that the bot plays, such as `diceman`. None takes the game from the message type in the
    annotation of `act`; without such an annotation any game is accepted. A seat of another game is
    resigned."""
    reads_events: bool | None = None
    """Whether the bot looks at events. None decides by the bot's code: True if it overrides
    `on_events`, or if its `act` takes the turn as well. If False, the referee sends no events with
    turns, and `Turn.events` is None."""
    reads_legal: bool | None = None
    """Whether the bot looks at `Turn.legal`. None decides by the bot's code: True if it reads an
    attribute called `legal`. If False, the referee does not send legal actions."""

    def on_start(self, match: Match) -> None:
        """Handle the start of the match; called once for each seat, after all seats have joined.

        A seat that joins a running match again in a new process gets the call before its first turn
        there.
        """

    def on_events(self, match: Match, events: Any) -> None:
        """Handle what happened since the last turn; called before `act`, and before `on_end`.

        `events` is the game's Events message. The call is left out if nothing happened that this
        seat may know of.
        """

    def act(self, *args: Any, **kwargs: Any) -> Any:
        """Decide on one turn: override as `act(self, observation)` or `act(self, observation, turn)`.

        `observation` is the game's Observation message: what this seat can see. `turn` is the
        `Turn` with everything else: match, number, clock, events, phase. With the asyncio client
        `act` may be an `async def`.

        Returns:
            The game's Action message, or `SKIP` to give the turn up.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act()")

    def act_batch(self, turns: Sequence[Turn]) -> Sequence[Any]:
        """Decide on all turns of one message at once: override it in place of `act`, not async.

        One such bot plays all seats of the process, even if you gave the class to the client. So it
        has to keep its memory of a match by `turn.match_id` and `turn.seat`.

        Args:
            turns: At least one turn. All turns are of one game, each of another seat;
                `turn.observation` is the game's Observation message.

        Returns:
            One Action message of the game for each turn, in the order of `turns`; `SKIP` in its
            place gives that turn up.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_batch()")

    columns: Sequence[str] = ()
    """Names of the observation's columns that `act_columns` looks at; empty means all columns of
    the game."""

    def act_columns(self, turns: Any) -> Any:
        """Decide on turns of many matches at once, as arrays.

        Override it in addition to `act` or `act_batch`. The referee sends turns in columns for
        matches whose bots all have this method; all other turns go to `act` or `act_batch`. One
        such bot plays all seats of the process, as with `act_batch`, and gets no events except
        those at the end of a match. Needs NumPy.

        Args:
            turns: The turns, at least one, as `referee_client.lanes.LaneTurns`.

        Returns:
            One entry for each turn. Normally an array with the dtype and shape of
            `turns.lane.answers`; where that column is ragged (of varying length), a list of Action
            messages.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act_columns()")

    def on_rejected(self, rejection: Rejection) -> Any:
        """Handle a message of this seat that the referee rejected; the rejection has been logged.

        Override it as a plain function. Usually the rejected message is lost and nothing more
        happens; see the return value for the one case in which the turn stays open.

        Returns:
            After `MALFORMED` or `WRONG_TYPE` for the answer to the latest turn, that turn is still
            open. Then return the game's Action message to answer the turn once more; an async bot
            may return the `Turn`, so that `act` is asked again. None or `SKIP` gives the turn up,
            and so does a second rejection. For all other rejections the returned value is ignored.
        """

    def on_missed(self, missed: Missed) -> None:
        """Handle a missed deadline, or a turn of this seat that was given up.

        The client has logged it already.
        """

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Handle the outcome of the match; the last call for this seat.

        `outcome.goes_on` says that the match goes on without this seat. A match that ended before
        it started has this call without an `on_start`.
        """


SKIP = object()
"""Return it from `act` in place of an action to give the turn up on purpose. The rulebook's default
action is played, and it does not count as a failure of the bot's code."""


class BotFaultError(Exception):
    """A failure of a bot's own code whose text says everything: it is logged without a traceback."""


BotLike = Bot | type[Bot] | Callable[..., Any]
"""What the client accepts as a bot: a function of one parameter (observation) or two (observation,
turn), a `Bot`, a subclass of `Bot`, or a function without parameters that returns a new `Bot`."""

Act = Callable[[Turn], Any]
"""Type of the client's call for one decision: takes a `Turn`, and returns the bot's action."""

ActBatch = Callable[[Sequence[Turn]], Sequence[Any]]
"""Type of the client's call for several decisions: takes turns, and returns one action for each
turn."""
