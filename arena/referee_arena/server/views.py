"""Decides from which points of view a visitor may watch a live match, and begins the live streams."""

from __future__ import annotations

import contextlib
import dataclasses

from gamereferee.v1 import match_pb2, spectate_service_pb2
from referee.core.config import parse_config
from referee.core.errors import RefereeError, UnknownGameError
from referee.core.game import AnyPlugin
from referee.core.scene_plain import PlainObject
from referee.games import registry
from referee.replay.frames import Eyes
from referee.replay.watched import live_heading
from referee_arena.server.access import Session, seat_of
from referee_arena.server.live_streams import Counts, LiveStream, LiveStreams
from referee_arena.server.referee_link import NotShownError, RefereeLink
from referee_arena.server.reflection import learn_messages

__all__ = ["LiveMatches", "Visitor", "eyes_plain", "parsed_eyes"]


@dataclasses.dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request: its browser session, and which rights it has."""

    session: Session
    """The visitor's browser session."""
    is_guest: bool
    """Whether the visitor may see what the organizer sees, as all visitors of an arena with a key may."""
    is_player: bool = False
    """Whether the visitor plays seats of the match and may see only what the tokens of these seats allow."""


class LiveMatches:
    """Finds live matches at a referee that a visitor may see, and begins their streams.

    Args:
        link: Connection to the referee.
        has_key: Whether the arena's calls to the referee carry its organizer key.
    """

    def __init__(self, link: RefereeLink, *, has_key: bool) -> None:
        self.link = link
        """Connection to the referee."""
        self._has_key = has_key
        self._streams = LiveStreams()

    @property
    def is_watched(self) -> bool:
        """Whether a browser is watching a match that goes on."""
        return self._streams.is_watched

    def counts(self) -> Counts:
        """Return how many views are followed, and how many matches are watched; callable from any thread."""
        return self._streams.counts()

    async def close(self) -> None:
        """End all live streams, and close the connection to the referee."""
        await self._streams.close()
        await self.link.close()

    async def match(self, match_id: str, visitor: Visitor) -> match_pb2.Match:
        """Return a match that the visitor may see.

        Raises:
            NotShownError: There is no such match, or it shares its dice with matches that are still to be played.
        """
        tokens = visitor.session.tokens.get(match_id, {}) if visitor.is_player else {}
        match = await self.link.match(match_id, next(iter(tokens.values()), ""))
        self._check(match, visitor)
        return match

    async def listed(self, size: int, visitor: Visitor) -> list[match_pb2.Match]:
        """Return the newest matches that the visitor may see: up to `size` running ones, then up to `size` ended ones.

        Raises:
            NotShownError: The referee does not answer, or refuses the call.
        """
        running = await self.link.matches(match_pb2.MATCH_PHASE_RUNNING, size)
        ended = await self.link.matches(match_pb2.MATCH_PHASE_ENDED, size)
        return [
            match for match in (*running, *ended) if visitor.is_guest or not match.reveal_withheld
        ]

    def eyes(self, match: match_pb2.Match, visitor: Visitor) -> list[Eyes]:
        """Return the points of view from which a visitor may watch a running match.

        If the one that sees everything is among them, the referee may still refuse it when the watch begins.
        """
        tokens = visitor.session.tokens.get(match.match_id, {})
        # Without a key the arena asks as anybody does, and the referee refuses what not everybody may see. With one
        # it would be answered, so that the arena itself must refuse.
        whole = [Eyes()] if visitor.is_guest or not self._has_key else []
        return [Eyes(is_public=True), *whole, *map(Eyes, sorted(tokens))]

    async def stream(self, match_id: str, name: str, visitor: Visitor) -> LiveStream:
        """Return the live stream of a match from the point of view `name`; begin one if there is none.

        Raises:
            NotShownError: There is no such match or point of view, or the visitor may not use it; or the game is
                    not installed and the referee does not describe its messages.
        """
        match = await self.match(match_id, visitor)
        eyes = parsed_eyes(name, len(match.seats))
        # Checked at every request: a stream that others opened is found by its name below, so that only this keeps a
        # visitor from looking through eyes of a seat whose token it does not have.
        if eyes not in self.eyes(match, visitor):
            raise NotShownError(403, f"{name} is not open to you while the match runs")
        if _plugin(match.game) is None:
            config = match.config.type_url.rpartition("/")[2]
            if not await learn_messages(self.link.channel, config):
                text = f"{match.game} is not installed where this arena runs"
                raise NotShownError(404, f"{text}, and its referee does not describe its messages")
        stream = self._streams.find(match_id, name)
        # One that failed before its first frame is tried again: the match may have begun meanwhile.
        if stream is None or (stream.problem is not None and not stream.history.frames):
            if stream is not None:
                self._streams.drop(match_id, name)
            stream = self._begin(match, eyes, visitor)
            self._streams.add(match_id, name, stream)
        await stream.begun()
        return stream

    async def check_token(self, token: str) -> tuple[str, int]:
        """Check at the referee that a seat's token is valid; return the match id and the seat index.

        Raises:
            NotShownError: The token is not valid, or the referee does not answer.
        """
        match_id, seat = seat_of(token)
        await self.link.match(match_id, token)
        return match_id, seat

    def _check(self, match: match_pb2.Match, visitor: Visitor) -> None:
        is_own = match.match_id in visitor.session.tokens
        if match.reveal_withheld and not visitor.is_guest and not is_own:
            text = "this match shares its dice with others that are still to be played"
            raise NotShownError(403, f"{text}: it is shown when they are over")

    def _begin(self, match: match_pb2.Match, eyes: Eyes, visitor: Visitor) -> LiveStream:
        request = spectate_service_pb2.WatchRequest(match_id=match.match_id)
        if eyes.seat is not None:
            request.seat_token = visitor.session.tokens[match.match_id][eyes.seat]
        elif eyes.is_public:
            request.public = True
        else:
            request.full = True
        plugin = _plugin(match.game)
        hint: tuple[str, ...] = ()
        if plugin is None:
            hint = (
                f"{match.game} is not installed where this arena runs: shown as far as it goes.",
            )
            match.ClearField("config")  # which of its fields are secret, only the game knows
        elif (
            match.HasField("config") and not eyes.is_all
        ):  # the arena asks with an organizer key, which sees all
            _hide_config(match, plugin)
        shown_to = "everything" if eyes.is_all else "the public"
        if eyes.seat is not None:
            shown_to = f"seat {eyes.seat}"
        heading = live_heading(match, plugin, shown_to, hint)
        terms: PlainObject = {"label": match.label} if visitor.is_guest and match.label else {}
        # How far the eyes that see everything lag behind, only the referee knows.
        steps = 0 if eyes.is_all else match.steps
        return LiveStream(self.link, request, heading, terms, steps)


def eyes_plain(eyes: Eyes, players: list[str]) -> PlainObject:
    """Return a point of view as plain data for a page: `id`, a `name` for people, and `seat` if it is a seat's."""
    if eyes.is_public:
        return {"id": eyes.name, "name": "the public"}
    if eyes.seat is None:
        return {"id": eyes.name, "name": "everything"}
    return {"id": eyes.name, "name": players[eyes.seat], "seat": eyes.seat}


def parsed_eyes(name: str, num_seats: int) -> Eyes:
    """Return the point of view with a name: `all`, `public`, or `seat-0` and so on.

    Raises:
        NotShownError: A match with this number of seats has no such point of view.
    """
    try:
        return Eyes.parse(name, num_seats)
    except RefereeError as error:
        raise NotShownError(404, str(error)) from None


def _plugin(game: str) -> AnyPlugin | None:
    with contextlib.suppress(UnknownGameError):
        return registry.find(game)
    return None


def _hide_config(match: match_pb2.Match, plugin: AnyPlugin) -> None:
    """Remove secret fields from the config in `match`: the referee sends the whole config to an organizer."""
    codec = plugin.codec
    values = codec.decode_config(match.config.value)
    config = parse_config(plugin.game.config_class, values)
    match.config.value = codec.encode_public_config(config)
