"""Rows of matches with extra columns derived from what seats see.

The columns are candidates (actions to pick from), the text and the scene that the game's own view shows a seat, and
lists and maps that some games make for learners.

An extra column is computed when it is observed. The matches themselves are stored and played by the `Rows` object that
is extended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee.games.shown import Shown
from referee.kit.columns import Column
from referee.kit.rollout.columns import (
    ANSWERED,
    MESSAGE,
    NUMBER,
    OBSERVATION,
    Actions,
    Ragged,
    RowColumn,
    Values,
)
from referee.kit.rollout.dtypes import Array, Bools, Ints, Longs
from referee.kit.rollout.further import FurtherColumns, HasFurtherColumns, MakesFurther
from referee.kit.rollout.house import house_policies
from referee.kit.rollout.offers import CandidateLists, HasCandidateLists, Lists, picked_of
from referee.kit.rollout.opponents import with_opponents
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from referee.kit.rollout.seeds import Words
from referee.kit.rollout.wrapped_rows import WrappedRows

__all__ = ["CANDIDATES", "PICKS", "VIEWS", "DerivedRows", "left_out", "numbered_messages"]

CANDIDATES, PICKS = "candidates", "picks"
"""Names of two columns: the candidates (parts of actions) a seat may pick from, and what it picks."""

_BYTE = np.dtype(np.uint8)
VIEWS = (
    RowColumn(
        Column("view.text", _BYTE, (), 0, 255, "What the game's own view shows the seat, as UTF-8"),
        is_ragged=True,
    ),
    RowColumn(
        Column("view.scene", _BYTE, (), 0, 255, "What the seat is shown as a scene, in JSON"),
        is_ragged=True,
    ),
)
"""Columns with what a seat is shown, as text and as a scene in JSON; every game has them."""
_TEXT, _SCENE = (column.name for column in VIEWS)
_NUM_NUMBERS = 5
"""How many numbers describe a candidate: the slot that it is picked in, its kind, and three that
depend on the kind.
"""


class DerivedRows(WrappedRows):
    """Rows of a game, extended by derived columns.

    Args:
        rows: The rows to extend, of a known game; after this use them only through this object.
    """

    def __init__(self, rows: Rows) -> None:
        self._candidates, self._further = _candidates(rows), _further(rows)
        observed, acted = [*rows.observed, *VIEWS], list(rows.acted)
        self._looked_for: frozenset[str] = frozenset()
        if self._further is not None:
            observed += self._further.columns
            self._looked_for = self._further.quicker | {each.name for each in self._further.columns}
        if self._candidates is not None:
            observed.append(_candidates_column(self._candidates))
            acted.append(_picks_column(self._candidates))
        super().__init__(rows, observed=observed, acted=acted)
        # `seat_within` wraps `_rows` in opponents; `_bare` stays the game's own rows, whose matches and arrays the
        # lists are made from.
        self._bare = rows
        self._shown: Shown | None = None
        self._lists = _array_lists(rows, self._candidates)
        self._listed_now: Lists | None = None
        """Candidate lists of all rows for the present decisions, if they were made from arrays; None after any change."""
        self._offers: dict[tuple[int, int], Any] = {}
        """Candidates by row and seat for the present decisions, as far as they have been computed."""

    def begin(self, rows: Longs, seeds: Words) -> None:
        """Begin a new match in each of these rows, with these match seeds, and drop the old candidates."""
        self._forget(rows)
        self._rows.begin(rows, seeds)

    def observe(self, names: Sequence[str], rows: Longs | None = None) -> list[Values]:
        """Return the values of the observed columns `names`, in that order, for some rows or, with None, for all.

        Derived columns are computed here; all others are read from the extended rows.
        """
        own = {CANDIDATES: self._listed, _TEXT: self._texts, _SCENE: self._scenes}
        chosen = self.chosen(rows)
        further = [name for name in names if name in self._looked_for]
        within = [name for name in names if name not in own and name not in self._looked_for]
        # Each source is asked once for all of its columns, since making them together costs little more than one.
        values: dict[str, Values] = {}
        if within:
            values |= zip(within, self._rows.observe(within, rows), strict=True)
        if further:
            values |= self._looked_at(chosen, further)
        return [values[name] if name in values else own[name](chosen) for name in names]

    def step(self, actions: Actions) -> Ints:
        """Carry out one decision point in every row that is not over.

        Args:
            actions: One column of decisions, such as picks of candidates, and `answered`.

        Returns:
            int32[row, seat]: number of refused parts of each action. A pick outside its list counts as refused.
        """
        # Picks are places in the lists that were observed, so they are read before those lists are dropped.
        typed, dropped = self._typed(actions)
        self._offers.clear()
        self._listed_now = None
        refused = self._rows.step(typed)
        return refused if dropped is None else refused + dropped

    def refused(self, actions: Actions) -> Ints:
        """Return what `step` would return for these actions, without changing any match."""
        typed, dropped = self._typed(actions)
        refused = self._rows.refused(typed)
        return refused if dropped is None else refused + dropped

    def put_saved(self, saved: Any, into: Into) -> None:
        """Put saved matches into some rows, and drop the candidates of these rows; see `Rows`."""
        self._rows.put_saved(saved, into)
        self._forget(into.rows)

    def seat_within(self, opponents: Mapping[int, str]) -> bool:
        """Seat house policies as opponents inside the extended rows, where no columns are derived for them.

        Args:
            opponents: Name of the policy of each seat.

        Returns:
            Always True: the opponents are seated.
        """
        # Candidates were made for seats that opponents now play.
        self._rows = with_opponents(self._rows, opponents)
        self._offers.clear()
        self._listed_now = None
        return True

    def _looked_at(self, rows: Longs, names: Sequence[str]) -> dict[str, Array]:
        """Return the game's further columns (lists and maps) of these names, by name, for the matches in `rows`."""
        if not len(rows):
            shapes = {each.name: each for each in self.observed}
            return {
                name: np.zeros(shapes[name].shape(0, self.num_seats), shapes[name].column.dtype)
                for name in names
            }
        assert self._further is not None
        if isinstance(self._bare, MakesFurther):
            return self._bare.further_values(rows, names)
        return self._further.values([self._bare.match(row) for row in rows.tolist()], names)

    # Candidates.

    def _forget(self, rows: Longs) -> None:
        self._listed_now = None
        for row in rows.tolist():
            for seat in range(self.num_seats):
                self._offers.pop((row, seat), None)

    def _work_out(self, rows: Longs) -> Bools:
        """Compute the missing candidates of all seats that must decide in these rows.

        Returns:
            bool[row, seat]: whether the seat must decide, for all rows.
        """
        asked = self._rows.asked()
        # Making an offer parses a whole observation message: do it once for a decision, whoever asks for it.
        missing = [
            row
            for row in rows.tolist()
            if any((row, seat) not in self._offers for seat in np.flatnonzero(asked[row]).tolist())
        ]
        if missing:
            (seen,) = self._rows.observe([OBSERVATION.name], np.array(missing, np.int64))
            assert isinstance(seen, Ragged)
            assert self._candidates is not None
            for place, row in enumerate(missing):
                for seat in np.flatnonzero(asked[row]).tolist():
                    message = seen[place * self.num_seats + seat]
                    self._offers[row, seat] = self._candidates.offer(message)
        return asked

    def _lists_of_all(self) -> Lists:
        """Return the candidate lists of all rows, made from arrays and kept until any match changes."""
        assert self._lists is not None
        if self._listed_now is None:
            self._listed_now = self._lists.lists(self._bare, self.chosen(None), self._rows.asked())
        return self._listed_now

    def _listed(self, rows: Longs) -> Ragged:
        if self._lists is not None:
            # All rows at once, even if only some are wanted: picks of all rows refer to these same lists.
            listed = self._lists_of_all().ragged
            if np.array_equal(rows, self.chosen(None)):
                # Copied: the caller may change them, and `_typed` reads the kept lists again.
                return Ragged(listed.data.copy(), listed.offsets.copy())
            seats = np.arange(self.num_seats)
            return listed.some((rows[:, np.newaxis] * self.num_seats + seats).reshape(-1))
        asked = self._work_out(rows)
        entries: list[tuple[int, ...]] = []
        offsets = [0]
        for row in rows.tolist():
            for seat in range(self.num_seats):
                if asked[row, seat]:
                    for slot, candidates in enumerate(self._offers[row, seat].lists):
                        entries += [(slot, *each.numbers) for each in candidates]
                offsets.append(len(entries))
        data = np.array(entries, np.int32).reshape(-1, _NUM_NUMBERS)
        return Ragged(data, np.array(offsets, np.int64))

    def _typed(self, actions: Actions) -> tuple[Actions, Ints | None]:
        """Convert picks into actions that the extended rows take; other actions are returned as they are.

        Returns:
            The actions, and int32[row, seat]: number of picks outside their lists; None if there are no picks.
        """
        # Actions in any other column are for the extended rows, which take them as they are.
        if PICKS not in actions:
            return actions, None
        dropped = np.zeros((self.num_rows, self.num_seats), np.int32)
        picks, answered = actions[PICKS], actions[ANSWERED.name]
        if self._lists is not None:
            lists = self._lists_of_all()
            places, picked, dropped = picked_of(lists, self._rows.asked(), actions, picks)
            return self._lists.actions(self._bare, lists, places, picked), dropped
        assert not isinstance(picks, Ragged)
        assert not isinstance(answered, Ragged)
        asked = self._work_out(self.chosen(None))
        messages = [b""] * dropped.size
        answers = np.zeros_like(answered)
        for row, seat in np.argwhere(asked & answered).tolist():
            offer = self._offers[row, seat]
            action, dropped[row, seat] = offer.action(picks[row, seat].tolist())
            # Without an action the seat has not answered, and the game plays its default.
            answers[row, seat] = action is not None
            if action is not None:
                messages[row * self.num_seats + seat] = action.SerializeToString()
        return {MESSAGE.name: Ragged.of(messages), ANSWERED.name: answers}, dropped

    # Views.

    def _texts(self, rows: Longs) -> Ragged:
        return self._looks(rows, Shown.text)

    def _scenes(self, rows: Longs) -> Ragged:
        return self._looks(rows, Shown.scene)

    def _looks(self, rows: Longs, show: Any) -> Ragged:
        if self._shown is None:
            assert self.plugin is not None
            assert self.config is not None
            self._shown = Shown(self.plugin, self.config, self.num_seats)
        matches = [self._bare.match(row) for row in rows.tolist()]
        seats = range(self.num_seats)
        texts = [show(self._shown, match, seat) for match in matches for seat in seats]
        return Ragged.of([text.encode() for text in texts])


def _array_lists(rows: Rows, candidates: Any) -> CandidateLists | None:
    """Return the maker of candidate lists from arrays that the game of `rows` has.

    Return None if it has none, or if there are no `candidates`.
    """
    if candidates is None:
        return None
    assert rows.plugin is not None
    assert rows.config is not None
    game: Any = rows.plugin.game
    if not isinstance(game, HasCandidateLists):
        return None
    return game.candidate_lists(rows.config, rows.num_seats, candidates.width)


def _further(rows: Rows) -> FurtherColumns | None:
    """Return the game's maker of further columns (lists and maps for learners); None if it has none."""
    assert rows.plugin is not None
    assert rows.config is not None
    game: Any = rows.plugin.game
    if not isinstance(game, HasFurtherColumns):
        return None
    return game.further_columns(rows.config, rows.num_seats)


def left_out(rows: Rows) -> tuple[str, ...]:
    """Return descriptions of the actions that a game's lists of candidates leave out; none if it has no lists."""
    candidates = _candidates(rows)
    return () if candidates is None else tuple(candidates.left_out)


def numbered_messages(rows: Rows) -> tuple[bytes, ...]:
    """Return an Action message for each numbered action of a game, in order; none if its actions have no numbers."""
    if all(column.name != NUMBER for column in rows.acted):
        return ()
    assert rows.plugin is not None
    assert rows.config is not None
    numbered = rows.plugin.game.numbered_actions(rows.config) or ()
    return tuple(map(rows.plugin.codec.encode_action, numbered))


def _candidates(rows: Rows) -> Any:
    """Return the maker of candidates that the house bots have for a game.

    Returns None if they have none for this game, or no house bots are installed.
    """
    assert rows.plugin is not None
    assert rows.config is not None
    policies = house_policies()
    if policies is None:
        return None
    codec = rows.plugin.codec
    config = (codec.config_type, codec.encode_config(rows.config))
    return policies.candidates_of(rows.plugin.game.info.game, config, rows.num_seats)


def _candidates_column(candidates: Any) -> RowColumn:
    about = (
        "Parts of actions that a seat that is asked may pick: slot, kind, and three numbers of it; "
        "the slots in order, of each at least one"
    )
    bounds = np.iinfo(np.int32)
    column = Column(
        CANDIDATES, np.dtype(np.int32), (_NUM_NUMBERS,), int(bounds.min), int(bounds.max), about
    )
    return RowColumn(column, is_ragged=True, most=candidates.slots * candidates.width)


def _picks_column(candidates: Any) -> RowColumn:
    about = "Place of what is picked among the candidates of each slot, from 0; -1 for nothing"
    column = Column(PICKS, np.dtype(np.int16), (candidates.slots,), -1, candidates.width - 1, about)
    return RowColumn(column)
