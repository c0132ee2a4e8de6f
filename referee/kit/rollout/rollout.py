"""Plays episodes of many matches at once, for training and statistics.

A `Rollout` has B rows, each with one match. One call steps all rows by one decision point; when a
match is over, another follows in its row. Nothing depends on the clock, on B, or on the order in
which matches end: episode k of row i has the seed `episode_seeds(seed, i, k)`.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.errors import FieldError
from referee.kit.columns import Column
from referee.kit.rollout.columns import ANSWERED, Actions, RowColumn, Values
from referee.kit.rollout.dtypes import Bools, Floats, Ints, Longs
from referee.kit.rollout.opponents import with_opponents
from referee.kit.rollout.rewards import Reward, sides_of, worth_of
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into, Snapshot, Whole
from referee.kit.rollout.seeds import Words, episode_seeds

__all__ = ["ALWAYS", "Autoreset", "Final", "Rollout", "Step"]


class Autoreset(enum.Enum):
    """When the next episode of a row begins after the end of one; names as in Gymnasium's vector environments.

    It begins with the next step, at once in the same step, or only when `reset` is called.
    """

    NEXT_STEP = 1
    """The episode begins with the next step, which ignores the row's actions and gives it no
    reward.
    """
    SAME_STEP = 2
    """The episode begins at once: observations are its first ones; the last ones of the old episode
    are in `Step.final`.
    """
    DISABLED = 3
    """The episode begins when `reset` is called for the row; until then no step is allowed."""


_BYTE, _TRUTH = np.dtype(np.uint8), np.dtype(np.bool_)
_ABOUT_EPISODE = "Episodes that the row had before this one"
# The texts are sent to clients and hashed with the columns, so they stay as they are.
_ABOUT_STEP = "Decision points that the episode has behind it, but for those of opponents alone"  # plain-words: ignore
ALWAYS = (
    RowColumn(Column("asked", _TRUTH, (), 0, 1, "Whether the seat must decide")),
    RowColumn(Column("alive", _TRUTH, (), 0, 1, "Whether the rules have not put the seat out")),
    RowColumn(
        Column("episode", np.dtype(np.int64), (), 0, 2**63 - 1, _ABOUT_EPISODE), by_seat=False
    ),
    RowColumn(Column("step", np.dtype(np.int32), (), 0, 2**31 - 1, _ABOUT_STEP), by_seat=False),
    RowColumn(Column("digest", _BYTE, (16,), 0, 255, "Digest of the match"), by_seat=False),
)
"""Columns that every rollout can observe, whatever the game."""
_STEPS_AHEAD = 64
"""Within this many steps the next episodes of all rows are prepared in advance, if the rows support
that.
"""
_ALWAYS_NAMED = {column.name for column in ALWAYS}


@dataclasses.dataclass(frozen=True, slots=True)
class Final:
    """Last observations of the episodes that ended with a step, if the next ones began at once."""

    rows: Longs
    """int64[n]: rows whose episodes ended, ascending."""
    values: list[Values]
    """Values of the requested columns, for these rows."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """Result of one step of all rows: rewards, which episodes ended or began, and refused actions."""

    reward: Floats
    """float32[row, seat]: the seat's reward if the rules ended the match with this step, else 0."""
    placement: Ints
    """int32[row, seat]: the seat's placement, from 1, if the rules ended the match with this step,
    else 0.
    """
    terminated: Bools
    """bool[row]: whether the rules ended the match, for example by the rulebook's limit of rounds."""
    truncated: Bools
    """bool[row]: whether the match was cut off because it reached `max_steps`."""
    refused: Ints
    """int32[row, seat]: number of parts of the seat's action that the rules refused."""
    began: Bools
    """bool[row]: whether an episode began in the row with this step, which then ignored the row's
    actions.
    """
    final: Final | None
    """Last observations of the episodes that ended; None unless the next episodes began at once."""


class Rollout:
    """Rows of matches; in each row one episode follows another.

    Args:
        rows: Rows to play the matches in.
        seed: 0..2^64-1: match seeds follow from this number unless they are given.
        autoreset: When the next episode of a row begins.
        max_steps: Number of decision points after which an episode is cut off; None for never.
        strict: Whether a step is refused as a whole, and changes nothing, if the rules refuse any action in it.
        opponents: House policies by seat: such a seat is never asked, and actions for it are
            ignored. A step then continues until another seat is asked, or the match is over.
        stagger: Number of steps over which first episodes begin, a few rows with each step, so that
            neither slow starts nor ends of episodes come all at once; 0 to begin all now. Must be 0
            with DISABLED.
        reward: Kind of reward at the end of a match.
        first_row: Number of the first row, from 0, if several rollouts share one numbering of rows:
            together they play the episodes that one rollout with all rows would.
        is_begun: Whether first episodes begin now; if not, call `begin_some` until it returns 0.

    Raises:
        FieldError: An argument is out of its bounds; the error names it.
    """

    def __init__(
        self,
        rows: Rows,
        *,
        seed: int,
        autoreset: Autoreset = Autoreset.NEXT_STEP,
        max_steps: int | None = None,
        strict: bool = False,
        opponents: Mapping[int, str] | None = None,
        stagger: int = 0,
        reward: Reward = Reward.SCORE,
        first_row: int = 0,
        is_begun: bool = True,
    ) -> None:
        if not 0 <= seed < 2**64:
            raise FieldError("seed", "from 0 to 2^64-1", seed)
        if max_steps is not None and not 1 <= max_steps < 2**31:
            raise FieldError("max_steps", "from 1 to 2^31-1", max_steps)
        if not 0 <= stagger < 2**31:
            raise FieldError("stagger", "from 0 to 2^31-1", stagger)
        if stagger and autoreset is Autoreset.DISABLED:
            raise FieldError("stagger", "0 where rows are reset when that is asked for", stagger)
        if not 0 <= first_row < 2**31:
            raise FieldError("first_row", "from 0 to 2^31-1", first_row)
        self._sides = sides_of(rows)
        reward.check(self._sides)
        self._reward = reward
        self._first_row = first_row
        rows = with_opponents(rows, opponents) if opponents else rows
        self.rows = rows
        """Rows in which the matches are played."""
        self.columns = (*ALWAYS, *rows.observed)
        """Columns that can be observed."""
        self._by_name = {column.name: column for column in self.columns}
        self._acted = {column.name: column for column in rows.acted}
        self._seed = seed
        self._autoreset = autoreset
        self._max_steps = max_steps
        self._strict = strict
        self._next_episode = np.zeros(rows.num_rows, np.int64)
        self._steps = np.zeros(rows.num_rows, np.int32)
        # Spread evenly: with each of the first `stagger` steps about the same number of rows
        # begins.
        self._starts = np.arange(rows.num_rows) * stagger // rows.num_rows
        """int64[row]: number of steps after which the row's first episode begins; 0 once it has
        begun.
        """
        self._waiting = self._starts > 0
        """bool[row]: whether the row has no running episode, so that no seat of it is asked."""
        self._steps_done = 0
        self._is_prepared = np.zeros(rows.num_rows, np.bool_)
        """bool[row]: whether the row's next episode has been prepared in advance."""
        # Rows to prepare with each step, so that all are prepared in time for their next episode.
        self._portion = -(-rows.num_rows // min(_STEPS_AHEAD, max_steps or _STEPS_AHEAD))
        self._first = np.flatnonzero(self._starts == 0)
        """int64[n]: rows whose first episode must begin before the first step, but has not begun yet."""
        if is_begun:
            self.begin_some(rows.num_rows)

    def begin_some(self, most: int) -> int:
        """Begin the first episode of some of the rows whose first episode must begin before the first step.

        Return how many of these rows remain to be begun.

        Args:
            most: Highest number of rows to begin now, from 1.
        """
        rows, self._first = self._first[:most], self._first[most:]
        self.reset(rows)
        return len(self._first)

    def reset(self, which: Longs | None = None, seeds: Words | None = None) -> None:
        """Begin the next episode in some rows.

        Args:
            which: int64[n]: the rows, each once; None for all.
            seeds: uint64[n]: match seeds of the episodes; None for those that follow from the
                rollout's seed.

        Raises:
            FieldError: A row does not exist, or there are not as many seeds as rows.
        """
        chosen = self._checked_rows(which)
        if seeds is None:
            # By the number of the episode, so that seeds do not depend on how long episodes last.
            seeds = self._seeds_of(chosen)
        elif seeds.dtype != np.uint64 or seeds.shape != chosen.shape:
            raise FieldError("seeds", f"uint64{chosen.shape}", f"{seeds.dtype}{seeds.shape}")
        self.rows.begin(chosen, seeds)
        self._next_episode[chosen] += 1
        self._is_prepared[chosen] = False
        self._steps[chosen] = self._starts[chosen] = 0
        # From here on the row counts as running, even if it was reset in mid-episode.
        self._waiting[chosen] = False

    def snapshot(self, which: Longs | None = None) -> Snapshot:
        """Return a copy of some rows as they are now, from which `restore` can continue any number of times.

        Args:
            which: int64[n]: the rows, each once; None for all.

        Raises:
            FieldError: A row does not exist, or its first episode has not begun.
        """
        rows = self._started_rows(which)
        return Snapshot(self, self.rows.saved(rows), self._steps[rows], self._waiting[rows])

    def restore(
        self,
        snapshot: Snapshot,
        seeds: Words | None,
        which: Longs | None = None,
        places: Longs | None = None,
        redraw_for: int | None = None,
    ) -> None:
        """Continue some rows from a snapshot, with other random draws from there on if seeds are given.

        The number of the row's episode stays; its next episode has the seed that it would have had
        anyway.

        Args:
            snapshot: Snapshot of this rollout.
            seeds: uint64[n]: seeds of all further draws in each match; equal seeds draw the same
                (see `Game.reseed`). None to draw what would have been drawn after the snapshot.
            which: int64[n]: the rows, each once; None for all.
            places: int64[n]: for each row the index, from 0, of the snapshot's row to continue
                from; None for the snapshot's rows in order.
            redraw_for: Seat for which hidden values are drawn again: what it can't know becomes, by
                the seeds, anything that it may think possible. None to keep hidden values.

        Raises:
            FieldError: The snapshot is another rollout's, a row or place does not exist, the first
                episode of a row has not begun, the number of seeds is wrong, or hidden values can't
                be drawn again here. Nothing has changed then.
        """
        # Saved matches are in a form that only their own rows can read.
        if snapshot.owner is not self:
            raise FieldError("snapshot", "one of this rollout", "another's")
        rows = self._started_rows(which)
        places = np.arange(snapshot.num_rows) if places is None else places
        if places.dtype != np.int64 or places.shape != rows.shape:
            raise FieldError("places", f"int64{rows.shape}", f"{places.dtype}{places.shape}")
        wrong = places[(places < 0) | (places >= snapshot.num_rows)]
        if wrong.size:
            raise FieldError("places", f"from 0 to {snapshot.num_rows - 1}", int(wrong[0]))
        if seeds is not None and (seeds.dtype != np.uint64 or seeds.shape != rows.shape):
            raise FieldError("seeds", f"uint64{rows.shape}", f"{seeds.dtype}{seeds.shape}")
        if redraw_for is not None:
            self._check_redraw(redraw_for, seeds)
        self.rows.put_saved(snapshot.saved, Into(rows, places, seeds, redraw_for))
        self._steps[rows] = snapshot.steps[places]
        self._waiting[rows] = snapshot.waiting[places]

    def _check_redraw(self, seat: int, seeds: Words | None) -> None:
        if not 0 <= seat < self.rows.num_seats:
            raise FieldError("redraw_for", f"from 0 to {self.rows.num_seats - 1}", seat)
        if not self.rows.redraws:
            bound = "absent in a game that can't redraw what a seat can't know, and with opponents"
            raise FieldError("redraw_for", bound, seat)
        if seeds is None:
            raise FieldError("redraw_for", "absent without seeds", seat)

    def dump(self) -> Whole:
        """Return all that another rollout with the same arguments needs to continue exactly like this one."""
        begun = np.flatnonzero(self._starts == 0)
        begun = begun[~np.isin(begun, self._first)]
        # Without its owner: the copy would otherwise hold, and pickle, the rollout itself.
        kept = dataclasses.replace(self.snapshot(begun), owner=None)
        return Whole(
            begun,
            kept,
            self._first,
            self._starts.copy(),
            self._next_episode.copy(),
            self._steps_done,
        )

    def load(self, whole: Whole) -> None:
        """Continue from what `dump` of another rollout with the same arguments returned."""
        self._first, self._starts = whole.first.copy(), whole.starts.copy()
        self._next_episode, self._steps_done = whole.next_episode.copy(), whole.steps_done
        self._waiting = self._starts > 0
        # Prepared episodes are not part of a dump: they are made again.
        self._is_prepared[:] = False
        kept = whole.begun
        if kept.num_rows:
            self.rows.put_saved(kept.saved, Into(whole.rows, np.arange(kept.num_rows)))
        self._steps[whole.rows] = kept.steps
        self._waiting[whole.rows] = kept.waiting

    def step(self, actions: Actions, final: Sequence[str] = ()) -> Step:
        """Carry out one decision point in every row.

        Args:
            actions: One column of `rows.acted` by its name, read for seats that are asked; and
                optionally `answered`, without which all of these seats answer.
            final: Names of columns to observe at the end of episodes, if the next ones begin at
                once.

        Raises:
            FieldError: An array does not fit its column, a row must be reset first, or, if strict,
                an action is refused. Nothing has changed then.
        """
        actions = self._checked(actions, final)
        waiting = self._waiting
        asked = self.asked()
        if self._autoreset is Autoreset.DISABLED and waiting.any():
            raise FieldError("rows", "reset before the next step", np.flatnonzero(waiting).tolist())
        # Before anything changes: a step that is refused must leave all rows as they were.
        if self._strict:
            self._check_legal(np.where(asked, self.rows.refused(actions), 0))
        # Waiting rows are stepped with the others; nothing that they return counts.
        refused = np.where(asked, self.rows.step(actions), 0).astype(np.int32)
        self._steps += ~waiting
        over = self.rows.over()
        terminated = over & ~waiting
        truncated = np.zeros_like(terminated)
        # Steps are counted before this, so a match of `max_steps` steps is cut off exactly then.
        if self._max_steps is not None:
            # A match that the rules end with its last allowed step is terminated, not truncated.
            truncated = ~over & ~waiting & (self._steps >= self._max_steps)
        reward = np.zeros((self.rows.num_rows, self.rows.num_seats), np.float32)
        placement = np.zeros(reward.shape, np.int32)
        if terminated.any():
            # Before `_go_on`: with SAME_STEP the rows have other matches afterwards.
            ended = np.flatnonzero(terminated)
            placement[ended] = placements = self.rows.placements(ended)
            if self._reward is Reward.SCORE:
                reward[ended] = self.rows.scores(ended)
            else:
                reward[ended] = worth_of(self._reward, placements, self._sides)
        if self.rows.makes_ahead:
            self._prepare()
        began, last = self._go_on(terminated | truncated, final)
        return Step(reward, placement, terminated, truncated, refused, began, last)

    def observe(self, names: Sequence[str], which: Longs | None = None) -> list[Values]:
        """Return the values of columns, for all rows or for some.

        Args:
            names: Column names, of `columns`.
            which: int64[n]: the rows, each once; None for all.

        Raises:
            FieldError: There is no such column or row.
        """
        self._check_names("columns", names)
        chosen = None if which is None else self._checked_rows(which)
        of_game = [name for name in names if name not in _ALWAYS_NAMED]
        values = (
            dict(zip(of_game, self.rows.observe(of_game, chosen), strict=True)) if of_game else {}
        )
        return [values[name] if name in values else self._always(name, chosen) for name in names]

    def asked(self) -> Bools:
        """Return which seats must decide, as bool[row, seat].

        In a row that waits for its next episode, no seat must.
        """
        # A row that waits still has its last match, in which seats may be asked after a truncation.
        return self.rows.asked() & ~self._waiting[:, None]

    def _always(self, name: str, chosen: Longs | None) -> Values:
        rows = self.rows.chosen(chosen)
        match name:
            case "asked":
                return self.asked()[rows]
            case "alive":
                return self.rows.alive()[rows]
            case "episode":
                return np.maximum(self._next_episode[rows] - 1, 0)
            case "step":
                return self._steps[rows]
        digests = b"".join(self.rows.digests(rows))
        return np.frombuffer(digests, np.uint8).reshape(len(rows), 16)

    def _prepare(self) -> None:
        """Prepare the next episodes of a few rows in advance, so that steps in which many matches end stay fast."""
        rows = np.flatnonzero(~self._is_prepared)[: self._portion]
        if rows.size:
            self.rows.prepare(rows, self._seeds_of(rows))
            self._is_prepared[rows] = True

    def _seeds_of(self, rows: Longs) -> Words:
        """Return the match seed of the next episode of each of these rows, as uint64[n]."""
        return episode_seeds(self._seed, self._first_row + rows, self._next_episode[rows])

    def _go_on(self, ended: Bools, final: Sequence[str]) -> tuple[Bools, Final | None]:
        """Begin the episodes that the step has to begin.

        They are those of waiting rows whose time has come and, with SAME_STEP, those after `ended`
        episodes. Return bool[row], which waiting rows began an episode; and with SAME_STEP the
        columns `final` of ended episodes' last observations, otherwise None.
        """
        self._steps_done += 1
        # Before any reset, which clears both arrays.
        began = self._waiting & (self._starts <= self._steps_done)
        if self._autoreset is Autoreset.SAME_STEP:
            rows = np.flatnonzero(ended)
            # Before `_follow`, which puts the next matches into these rows.
            last = Final(rows, self.observe(final, rows))
            self._follow(began | ended)
            return began, last
        self._follow(began)
        self._waiting |= ended
        return began, None

    def _follow(self, chosen: Bools) -> None:
        rows = np.flatnonzero(chosen)
        if rows.size:
            self.reset(rows)

    def _checked(self, actions: Actions, final: Sequence[str]) -> Actions:
        """Check the arguments of `step`; return the actions, always with the column `answered`.

        If `actions` does not have that column, it is added, with True for every seat.

        Args:
            actions: One column of actions by its name, with or without `answered`.
            final: Names of columns to observe at the end of episodes.

        Raises:
            FieldError: An array does not fit its column, there is not exactly one column of
                actions, or a name in `final` is no column.
        """
        self._check_names("final", final)
        num_rows, num_seats = self.rows.num_rows, self.rows.num_seats
        given = dict(actions)
        given.setdefault(ANSWERED.name, np.ones((num_rows, num_seats), np.bool_))
        known = {**self._acted, ANSWERED.name: ANSWERED}
        # Exactly one column of actions, and `answered`.
        if len(given) != 2 or not given.keys() <= known.keys():
            raise FieldError("actions", f"one of {', '.join(self._acted)}", sorted(actions))
        for name, values in given.items():
            known[name].check(values, num_rows, num_seats)
        return given

    def _check_names(self, field: str, names: Sequence[str]) -> None:
        for name in names:
            if name not in self._by_name:
                raise FieldError(field, f"one of {', '.join(self._by_name)}", name)

    def _check_legal(self, refused: Ints) -> None:
        if refused.any():
            row, seat = np.argwhere(refused)[0].tolist()
            raise FieldError(f"action of seat {seat} in row {row}", "legal", "refused by the rules")

    def _started_rows(self, which: Longs | None) -> Longs:
        """Return the row indices `which`; all for None.

        Raises:
            FieldError: The first episode of one of these rows has not begun.
        """
        rows = self._checked_rows(which)
        late = rows[self._starts[rows] > 0]
        if late.size:
            raise FieldError("rows", "some whose first episode has begun", late.tolist())
        return rows

    def _checked_rows(self, which: Longs | None) -> Longs:
        rows = self.rows.chosen(which)
        if rows.dtype != np.int64 or rows.ndim != 1:
            raise FieldError("rows", "int64(n,)", f"{rows.dtype}{rows.shape}")
        wrong = rows[(rows < 0) | (rows >= self.rows.num_rows)]
        if wrong.size:
            raise FieldError("rows", f"from 0 to {self.rows.num_rows - 1}", int(wrong[0]))
        if len(np.unique(rows)) != len(rows):
            raise FieldError("rows", "each once", rows.tolist())
        return rows
