"""Follows what one seat is sent in a match, turn by turn, and gives its turns to a text face.

A player at the table and a reader of its replay make the same `AskedTurn` of the same messages, so
that a text can be computed again from a replay.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin
from referee.core.text_face import AskedTurn, Moment, Spoken, seat_labels
from referee.core.view import Fields, Sight
from referee.games.faces import OWN, face_of
from referee.games.generic_view import view_of
from referee.games.plain_form import as_plain

__all__ = ["SeatHistory"]


class SeatHistory:
    """Collects the messages of one seat, in the order in which they are sent.

    Args:
        plugin: The game.
        config: The Config message, as far as the seat may see it.
        seat: Index of the seat, 0-based.
        players: Names of the players, by seat.
        face: Name of the face that puts the match into words.

    Raises:
        FieldError: The game has no face of this name.
    """

    def __init__(
        self, plugin: AnyPlugin, config: Fields, seat: int, players: Sequence[str], face: str = OWN
    ) -> None:
        self.config = config
        """The Config message, as far as the seat may see it."""
        self.face = face_of(plugin, face)
        """The text face."""
        self._view = view_of(plugin)
        self._seat, self._names = seat, tuple(players)
        self._labels = seat_labels(len(players), seat)
        self._events: list[Fields] = []
        self._said: list[Spoken] = []
        self._history: list[Moment] = []
        self._last: AskedTurn | None = None

    @classmethod
    def of_match(
        cls,
        plugin: AnyPlugin,
        config: GameConfig,
        seat: int,
        players: Sequence[str],
        face: str = OWN,
    ) -> SeatHistory:
        """Return the history of a seat in a match with this config."""
        codec = plugin.codec
        shown = as_plain(codec.config_type, codec.encode_public_config(config))
        return cls(plugin, shown, seat, players, face)

    def add_events(self, events: Sequence[Fields]) -> None:
        """Add events that the seat was sent, as Event messages in protobuf's JSON form."""
        self._events += events

    def add_said(self, said: Sequence[Spoken]) -> None:
        """Add what was said in the seat's channels."""
        self._said += said

    def asked(
        self,
        seen: Fields,
        phase: str,
        legal: Sequence[Fields] | None = None,
        number: int | None = None,
    ) -> AskedTurn:
        """Return the next turn of the seat.

        Args:
            seen: The Observation message of the turn.
            phase: Name of the phase.
            legal: All legal actions as answers, if the turn lists them.
            number: Number of the turn among the turns of the seat, from 1; None for the one after the
                last.
        """
        last = self._last
        if last is not None:
            lines = self.face.news(last.sight)
            self._history.append(Moment(last.number, lines))
        events, self._events = self._events, []
        said, self._said = self._said, []
        sight = Sight({self._seat: seen}, events, self.config, self._labels)
        sight = self._view.followed(None if last is None else last.sight, sight)
        self._last = AskedTurn(
            seat=self._seat,
            number=number or (1 if last is None else last.number + 1),
            phase=phase,
            seen=seen,
            sight=sight,
            names=self._names,
            history=tuple(self._history),
            legal=legal,
            said=tuple(said),
        )
        return self._last
