"""Records actions of a few matches of random play, before anything is measured."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games import registry
from referee.kit.rollout.columns import ANSWERED, MESSAGE, Ragged, Values
from referee.kit.rollout.dtypes import Bools, Longs
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.seeds import Words

__all__ = ["Script", "ScriptedStep", "random_actions", "record"]

MATCHES = 8
"""Number of different matches that are recorded. Row i of a batch plays the recorded match i modulo
this number.
"""
_SEED = 2008


@dataclasses.dataclass(frozen=True, slots=True)
class ScriptedStep:
    """Recorded actions of all rows (matches side by side) at one decision point."""

    given: Mapping[str, Values]
    """Recorded columns by name: a column that gives whole actions, and `answered`. The first axis of
    arrays is the recorded matches; ragged columns already have all rows."""
    which: Longs
    """int64[row]: index of the recorded match that each row plays."""
    decisions: int
    """Number of seats that are asked at this decision point, in all rows together."""

    def actions(self) -> dict[str, Values]:
        """Return the recorded action columns for all rows, in new arrays, as from a policy."""
        return {
            name: values if isinstance(values, Ragged) else values[self.which]
            for name, values in self.given.items()
        }


@dataclasses.dataclass(frozen=True, slots=True)
class Script:
    """Recorded play of all rows (matches side by side), until a match ends or has the length asked for."""

    seeds: Words
    """uint64[row]: match seed of each row."""
    steps: list[ScriptedStep]
    """Recorded actions, one entry for each decision point."""


def record(game: str, config: Mapping[str, Any], num_rows: int, most_steps: int) -> Script:
    """Play a few matches at random, and return their actions, repeated for `num_rows` matches.

    Args:
        game: Identifier of the game; matches have its default number of seats.
        config: Fields of the game's config that differ from the default.
        num_rows: Number of rows that will play.
        most_steps: Highest number of decision points to record.
    """
    plugin = registry.find(game)
    count = min(MATCHES, num_rows)
    # A few matches stand for all rows: drawing actions for thousands would take longer than the
    # measurement.
    which = np.arange(num_rows) % count
    rows = start_rows(
        plugin,
        plugin.game.config_class(**config),
        num_rows=count,
        num_seats=plugin.game.info.default_seats,
    )
    rollout = Rollout(rows, seed=0, autoreset=Autoreset.DISABLED)
    seeds = np.arange(count, dtype=np.uint64) + np.uint64(_SEED)
    rollout.reset(seeds=seeds)
    dice = Stream(_SEED)
    steps: list[ScriptedStep] = []
    # The script ends with the first match that is over, so that every row has a decision at every
    # step.
    while len(steps) < most_steps and not rows.over().any():
        asked = rollout.asked()
        given = random_actions(plugin, rows, asked, dice)
        rollout.step(given)
        kept = {name: _repeated(values, which, count) for name, values in given.items()}
        steps.append(ScriptedStep(kept, which, int(asked[which].sum())))
    return Script(seeds[which], steps)


def random_actions(plugin: AnyPlugin, rows: Rows, asked: Bools, dice: Stream) -> dict[str, Values]:
    """Return a random legal action for each seat that is asked, as columns.

    They are numbers where the game has numeric columns, and else messages.

    Args:
        plugin: The game.
        rows: Its matches.
        asked: bool[match, seat]: which seats are asked.
        dice: Random numbers.
    """
    drawn = {
        (row, seat): plugin.game.random_action(rows.match(row), seat, dice)
        for row, seat in np.argwhere(asked).tolist()
    }
    if rows.whole.name == MESSAGE.name:
        encode = plugin.codec.encode_action
        parts = [encode(drawn[each]) if each in drawn else b"" for each in np.ndindex(asked.shape)]
        return {MESSAGE.name: Ragged.of(parts), ANSWERED.name: asked}
    given = {**rows.nothing(), ANSWERED.name: asked}
    for (row, seat), action in drawn.items():
        rows.put(given, row, seat, action)
    return given


def _repeated(values: Values, which: Longs, count: int) -> Values:
    """Return a ragged column of the recorded matches, repeated for all rows; return arrays unchanged.

    Args:
        values: Column of the recorded matches.
        which: int64[row]: index of the recorded match that each row plays.
        count: Number of recorded matches.
    """
    if not isinstance(values, Ragged):
        return values
    seats = (len(values.offsets) - 1) // count
    return Ragged.of(
        [values[row * seats + seat] for row in which.tolist() for seat in range(seats)]
    )
