"""A base class for games that are duels; it implements what depends only on the columns that duels share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from referee.core.config import GameConfig
from referee.core.game import DecisionPoint, Event
from referee.core.outcome import GameOutcome
from referee.games.duel import OVER, POINTS, GameStart, Ints, MatchStart, match_outcome
from referee.kit.arrays import ArrayGame
from referee.kit.rollout.rows import Rows

__all__ = ["DuelGame", "DuelState", "MakesRows", "notice_events", "start_events"]


class MakesRows(Protocol):
    """Maker of rows of a duel (many matches as arrays), such as a subclass of `DuelRows`."""

    def __call__(self, config: Any, num_rows: int) -> Rows:
        """Return rows with `num_rows` matches of this config."""


class DuelState(Protocol):
    """State of any number of duels: arrays, of which `table` holds what everybody may see."""

    @property
    def table(self) -> Ints:
        """int32[match, column]: what everybody may see; columns 6 to 15, common to all duels, are named in `duel`."""


C = TypeVar("C", bound=GameConfig)
S = TypeVar("S", bound=DuelState)
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class DuelGame(ArrayGame[C, S, A, O], Generic[C, S, A, O]):
    """Base class for a series of duels in which both seats decide at once, until all games are over."""

    decision_point: ClassVar[DecisionPoint]
    """The only kind of decision in the game, made by both seats at once."""
    notice_class: ClassVar[type[Any]]
    """Class of the events that report a refused part of a seat's action; each has an enum member as `code`."""
    rows_class: ClassVar[MakesRows]
    """Class of the game's rows."""

    @property
    def has_equal_seats(self) -> bool:
        """Both seats begin with the same, and decide at once."""
        return True

    def start_rows(
        self,
        config: C,
        *,
        num_rows: int,
        num_seats: int,  # noqa: ARG002
    ) -> Rows:
        """Return `num_rows` matches for learners, which `Rollout` steps together; see `StartsRows`."""
        return type(self).rows_class(config, num_rows)

    def decision(self, state: S) -> DecisionPoint | None:
        """Return the decision point of both seats; None once all games are over."""
        return None if state.table.item(OVER) else self.decision_point

    def refusal(self, event: Event) -> str | None:
        """Return the name of the reason code if the event is a notice about a refused part; None for other events."""
        body = event.body
        return body.code.name if isinstance(body, self.notice_class) else None

    def outcome(self, state: S) -> GameOutcome:
        """Return placements by game points, with the points as scores."""
        return match_outcome((state.table.item(POINTS), state.table.item(POINTS + 1)))


def start_events() -> list[Event]:
    """Return the events before the first decision: MatchStart, and GameStart of game 1."""
    return [Event(MatchStart()), Event(GameStart(1))]


def notice_events(read_notices: Callable[[S, int], Iterable[object]], state: S) -> list[Event]:
    """Return the private notices about each seat's own action in the round that has just been played.

    They are sent before the public events of the round.

    Args:
        read_notices: Returns a seat's own notices in a single match.
        state: The match, after the round.
    """
    return [Event(notice, (seat,)) for seat in (0, 1) for notice in read_notices(state, seat)]
