"""Checks what texts say of seats: exchanging two seats of equal rights exchanges them in all texts."""

from __future__ import annotations

import collections
import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.testing.face_turns import asked_in
from referee.testing.hidden import scripted_step
from referee.testing.samples import State, acting_seats, config_of, has_dice, start

__all__ = ["CHECKS", "check_exchanged_seats"]

_STEPS = 12
"""Number of steps of a match whose texts are compared."""
_SCRIPT_LENGTH = 500
"""Number of dice values for one step, all alike, so that it makes no difference who rolls which."""
_WINDOW = 600


def check_exchanged_seats(plugin: AnyPlugin) -> None:
    """Check that the texts of two matches differ by an exchange of seats if their players do.

    The check knows from `Game.has_equal_seats` that an exchange makes no other difference; a game that
    does not say so is not checked here, since its seats may have corners, roles, hands or turns. In both
    matches all dice of a step show the same. Lines may come in the order of seats, and so may the words
    of a line, as in `life 15 : 14`; so lines are compared as bags of words, and texts as bags of lines. A
    line that both texts have as it is says something about a seat by its number, and may stay. A number
    of a seat without the word `seat` before it is taken for any other number, and fails.
    """
    game = plugin.game
    if not game.has_equal_seats:
        return
    num_seats, stream = game.info.default_seats, Stream(53)
    last = num_seats - 1
    exchange = {0: last, last: 0}
    one, other = (_Match(plugin, num_seats) for _ in range(2))
    values = (1, 2) if has_dice(plugin) else (None,)
    for step in range(_STEPS):
        seats = acting_seats(plugin, one.state)
        exchanged = sorted(exchange.get(seat, seat) for seat in seats)
        assert exchanged == sorted(acting_seats(plugin, other.state)), (
            f"has_equal_seats says that seats can be exchanged, yet {seats} decide in step {step}"
        )
        if not seats:
            return
        texts, others = one.texts(seats), other.texts(exchanged)
        for seat in seats:
            _compare(texts[seat], others[exchange.get(seat, seat)], exchange, f"step {step}")
        actions = {seat: game.random_action(one.state, seat, stream) for seat in seats}
        die = values[step % len(values)]
        script = None if die is None else [die] * _SCRIPT_LENGTH
        one.play(actions, script)
        other.play({exchange.get(seat, seat): action for seat, action in actions.items()}, script)


class _Match:
    """A match, and what each of its seats has been sent.

    Args:
        plugin: The game.
        num_seats: Number of seats.
    """

    def __init__(self, plugin: AnyPlugin, num_seats: int) -> None:
        self._plugin, self._config = plugin, config_of(plugin)
        names = [f"seat {seat}" for seat in range(num_seats)]
        self._seats = [
            SeatHistory.of_match(plugin, self._config, seat, names) for seat in range(num_seats)
        ]
        self.state: State
        """The state."""
        self._events: Events
        self.state, self._events = start(plugin, num_seats)

    def texts(self, seats: Sequence[int]) -> dict[int, str]:
        """Return the text of the turn of each of these seats, which decide now."""
        seen = SeenStep(self._plugin, self._config, self.state, self._events)
        for seat, history in enumerate(self._seats):
            history.add_events([each for each, who in seen.sent if Eyes(seat).sees(who)])
        asked = {
            seat: asked_in(self._plugin, self._seats[seat], self.state, seat, seen)
            for seat in seats
        }
        return {seat: self._seats[seat].face.turn(each, _WINDOW) for seat, each in asked.items()}

    def play(self, actions: Mapping[int, Any], script: list[int] | None) -> None:
        """Play a step with these actions, in which all dice show what the script says."""
        self.state, self._events = scripted_step(self._plugin, self.state, actions, script)


def _compare(text: str, other: str, exchange: Mapping[int, int], where: str) -> None:
    """Compare the text of a seat with that of its player after the exchange."""
    lines, others = (collections.Counter(each.splitlines()) for each in (text, other))
    both = lines & others
    own = _bags(lines - both, exchange)
    after = _bags(others - both, {})
    wrong = [" ".join(bag) for bag in (own - after) + (after - own)]
    assert not wrong, f"{where}: texts differ by more than an exchange of seats: {wrong[:2]}"


def _bags(
    lines: collections.Counter[str], exchange: Mapping[int, int]
) -> collections.Counter[tuple[str, ...]]:
    """Return lines as bags of words, in which seats are exchanged."""
    found: collections.Counter[tuple[str, ...]] = collections.Counter()
    for line, count in lines.items():
        renamed = re.sub(
            r"\bseat (\d+)", lambda seat: f"seat {exchange.get(int(seat[1]), int(seat[1]))}", line
        )
        found[tuple(sorted(re.findall(r"seat \d+(?: \(you\))?|[\w.+-]+", renamed)))] += count
    return found


CHECKS = (check_exchanged_seats,)
"""Checks of this module that take a game's plug-in as their only argument."""
