"""Order phase: carry out a seat's batch; then its turn goes on or ends (DK-4.2 to DK-4.8)."""

from __future__ import annotations

from referee.core.game import Event
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.columns import Bools
from referee.games.dungeon_keeper.rules.events import MatchEnd
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.games.dungeon_keeper.rules.orders.rulings import carry_out_batch
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.scoring import outcome_of
from referee.games.dungeon_keeper.rules.turn.course import end_turn, next_turn, start_turn
from referee.games.dungeon_keeper.state import State
from referee.games.dungeon_keeper.visibility.event_visibility import visible_events
from referee.games.dungeon_keeper.visibility.fog import Lookout, has_fog, look
from referee.games.dungeon_keeper.visibility.observation import remember

__all__ = ["begin", "play_batch"]


class _Report:
    """Collects the events of a step, each with the seats that get it (DK-6.21, DK-6.22).

    Under fog, the receivers are decided at each moment at which the seats' vision is updated;
    without fog once, at the end of the step.

    Args:
        state: The match before the step.
    """

    def __init__(self, state: State) -> None:
        self._events: list[Event] = []
        self._lookout: Lookout | None = None
        self._before: Bools | None = None
        if has_fog(state):
            # Since the last moment of the step before nothing has changed that anybody sees.
            self._lookout, self._before = Lookout(state), state.vision.copy()

    def moment(self, play: Play) -> None:
        """Update what all seats see, and decide which seats get the events since the last call.

        Without fog nothing happens: all events are collected at the end of the step.
        """
        if self._lookout is not None:
            self._lookout.look(play.state)
            self._collect(play)
            self._before = play.state.vision.copy()

    def close(self, play: Play) -> list[Event]:
        """Return all events of the step, in order."""
        self._collect(play)
        return self._events

    def _collect(self, play: Play) -> None:
        if not play.log:
            return  # as at the end of most steps under fog, whose orders were reported one by one
        self._events += visible_events(play.state, play.log, self._before, play.blows)
        play.log.clear()
        play.blows.clear()


def begin(state: State, *, is_scenario: bool) -> list[Event]:
    """Begin a match: update what all seats see, and start the first turn; return the events.

    Args:
        state: The match as it was set up.
        is_scenario: Whether the match begins with a hand-made position, in the middle of a turn.
    """
    look(state)
    report = _Report(state)
    play = Play(state, state.match.item(c.ACTING), [], moment=report.moment)
    start_turn(play, is_scenario=is_scenario)
    return report.close(play)


def play_batch(state: State, batch: Batch) -> list[Event]:
    """Carry out a batch of the acting seat; return the events of the step (DK-4.3).

    If the turn is over then, play goes on up to the next seat's order phase or the end of the
    match.
    """
    match, rules = state.match, state.rules
    report = _Report(state)
    play = Play(state, match.item(c.ACTING), [], moment=report.moment)
    # A delta holds what differs from what the seat could see before its batch (DK-4.13), so keep that now.
    if batch.delta:
        remember(state)
    else:
        state.forget_shown()
    match[c.BATCH] += 1
    carry_out_batch(play, batch)
    # The last batch that a turn may have ends it (DK-4.3).
    ends = batch.end_turn or match.item(c.BATCH) >= rules.item(c.MAX_BATCHES)
    if ends and not match[c.OVER]:
        end_turn(play)
        next_turn(play)
    if match[c.OVER]:
        _end(play)
    return report.close(play)


def _end(play: Play) -> None:
    """End the match: no seat acts any more, and all seats get placements and scores (DK-7)."""
    play.state.match[c.ACTING] = c.NO
    play.state.forget_shown()
    outcome = outcome_of(play.state)
    play.log.append(MatchEnd(outcome.placements, outcome.scores))
