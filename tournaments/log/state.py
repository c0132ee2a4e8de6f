"""Computes the state of a tournament from the events of its log, and checks that each event may follow.

The state depends on the events alone. Nothing here reads a database, a replay or a clock.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from typing import Any

from tournaments.log.event import FORMAT, Event, naming_event
from tournaments.pairings import Pairing
from tournaments.pairings.dice import Dice, DicePolicy, commitment_of
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult

__all__ = [
    "LoggedAttempt",
    "LoggedMatch",
    "TournamentState",
    "digest_of",
    "end_of_body",
    "match_id_of",
    "state_of",
]

_DIGEST = re.compile(r"[0-9a-f]{64}")
_MATCH_ID = re.compile(r"(?!\.)[^/\\\0]*")
_AT_WORKER = "worker:"
"""Beginning of the placeholder that a match has before a worker of a cluster has begun it."""


@dataclasses.dataclass(slots=True)
class LoggedAttempt:
    """An attempt at a match, as the log records it from its beginning on."""

    match_id: str
    """Id of the match at the referee."""
    number: int
    """Number of the match in the schedule, from 1; 0 if the log does not have it."""
    players: tuple[str, ...]
    """Names of the bots, in seat order; empty if the log does not have them."""
    void: EndCause | None = None
    """Why the attempt ended without a result; None if it gave a result or has not ended."""


@dataclasses.dataclass(frozen=True, slots=True)
class LoggedMatch:
    """A match that has a result in the log: number of the event, players, and how it ended."""

    event: int
    """Number of the event in the log that contains the result."""
    key: str
    """Key of the match: the hash of its inputs, by which attempts and results are assigned to it."""
    match_id: str
    """Id of the match at the referee."""
    pairing: Pairing
    """Number, block (key of matches that are compared) and players of the match. Its seed is None,
    since the log does not have it.
    """
    end: MatchEnd
    """How the match ended."""
    ended_at: str
    """Time at which the end became known, UTC, ISO 8601; empty if unknown."""


class TournamentState:
    """State of a tournament after the events of its log that `apply` was called with so far."""

    def __init__(self) -> None:
        self.opened: dict[str, Any] | None = None
        """Content of the last event of type `opened`; None before the first event."""
        self.source = ""
        """Text of the tournament's file."""
        self.bots: list[str] = []
        """Names of the bots that take part, in order of entry."""
        self.left_out: dict[str, str] = {}
        """Entrants that do not take part: the reason why each can't run, by the entrant's name."""
        self.growth: list[Growth] = []
        """Extensions of the tournament's file, oldest first: the tournament's size before each, without secrets."""
        self.programs: dict[tuple[str, int], str] = {}
        """SHA-256 of the files of each program, by the bot's name and the version, from 1."""
        self.attempts: dict[str, list[LoggedAttempt]] = {}
        """Attempts at each match, by the match's key."""
        self.matches: dict[int, LoggedMatch] = {}
        """Matches with a result, by the match's number in the schedule."""
        self.replays: dict[str, str] = {}
        """SHA-256 of each replay file, by match id."""
        self.secrets: list[bytes] | None = None
        """Secrets from which the dice that matches share were computed: of the beginning, then of each extension.

        None before the tournament is over.
        """
        self._commitments: list[str] = []
        self._done: set[str] = set()

    @property
    def schedule(self) -> Schedule:
        """Schedule of the tournament; the secrets of shared dice are empty until the tournament is over."""
        return self._make_schedule()

    def _make_schedule(self) -> Schedule:
        opened = self._opened()
        secrets = self.secrets or [b""] * (len(self.growth) + 1)
        return Schedule(
            Dice(DicePolicy(opened["dice"]), opened["why"], secrets[0]),
            int(opened["schedule_seed"]),
            pairing_rule=opened["pairing_rule"],
            growth=tuple(
                dataclasses.replace(step, secret=secret)
                for step, secret in zip(self.growth, secrets[1:], strict=True)
            ),
            ring=opened["ring"],
        )

    def apply(self, event: Event) -> None:
        """Change the state by the next event.

        Raises:
            LogError: The event can't follow the events before it, or its content is malformed; the
                message names the event.
        """
        with naming_event(event):
            body = event.body
            kind = body["type"]
            if self.opened is None and kind != "opened":
                raise ValueError(f"a log begins with opened, not with {kind}")
            _ACTS[kind](self, body, event.number)

    def _opened(self) -> dict[str, Any]:
        assert self.opened is not None
        return self.opened

    def _open(self, body: dict[str, Any], _: int) -> None:
        if self.attempts or self.matches:
            raise ValueError("the tournament has begun, and can't be opened again")
        if body["format"] != FORMAT:
            raise ValueError(f"format must be {FORMAT}, not {body['format']!r}")
        # A file that was changed before the first match starts the log over, with its bots.
        self.opened, self.source, self.bots = body, body["file"], list(body["bots"])
        self.left_out, self.programs, self.growth, self.secrets = {}, {}, [], None
        self._commitments = [body["commitment"]]
        self._make_schedule()  # fails here, where the error names the event, if a field is malformed

    def _grow(self, body: dict[str, Any], _: int) -> None:
        before, bots = body["before"], list(body["bots"])
        if bots[: len(self.bots)] != self.bots or before["bots"] != len(self.bots):
            raise ValueError("bots that have begun must stay, in their order")
        self.growth.append(
            Growth(before["bots"], before["cycles"], before["rounds"], before["after"])
        )
        self._commitments.append(body["commitment"])
        self.source, self.bots, self.secrets = body["file"], bots, None

    def _leave_out(self, body: dict[str, Any], _: int) -> None:
        self.left_out = dict(body["bots"])
        if body["file"] is not None:
            self.source = body["file"]

    def _add_program(self, body: dict[str, Any], _: int) -> None:
        bot, version = body["bot"], body["version"]
        if version > 1 and (bot, version - 1) not in self.programs:
            raise ValueError(f"version {version} of {bot} comes before version {version - 1}")
        if (bot, version) in self.programs:
            raise ValueError(f"{bot} has a version {version} already")
        self.programs[bot, version] = digest_of(f"version {version} of {bot}", body["sha256"])

    def _start(self, body: dict[str, Any], _: int) -> None:
        key, number = body["key"], body["attempt"]
        attempts = self.attempts.setdefault(key, [])
        where = f"attempt {number} at match {body['match']}"
        if key in self._done:
            raise ValueError(f"{where} begins after the match has a result")
        if number == len(attempts) + 1:
            if attempts and attempts[-1].void is None:
                raise ValueError(f"{where} begins while attempt {number - 1} goes on")
        elif number == len(attempts) and attempts and attempts[-1].void is None:
            # The referee had lost the match, and has made another one for the same attempt.
            attempts.pop()
        else:
            raise ValueError(f"{where} can't follow {len(attempts)} attempts")
        unknown = set(body["players"]).difference(self.bots)
        if unknown:
            raise ValueError(f"{where} has a seat for {min(unknown)}, which takes no part")
        match_id = _begun_id_of(body["id"])
        attempts.append(LoggedAttempt(match_id, body["match"], tuple(body["players"])))

    def _end(self, body: dict[str, Any], event: int) -> None:
        key, number, players = body["key"], body["match"], tuple(body["players"])
        if number in self.matches or key in self._done:
            raise ValueError(f"match {number} has a result already")
        unknown = set(players).difference(self.bots)
        if unknown:
            raise ValueError(f"match {number} has a player {min(unknown)}, who takes no part")
        attempts = self.attempts.get(key, [])
        if body["attempt"] is not None:
            if body["attempt"] != len(attempts) or attempts[-1].void is not None:
                raise ValueError(f"attempt {body['attempt']} at match {number} is not being played")
            begun = attempts[-1]
            if begun.players and (begun.players, begun.number) != (players, number):
                raise ValueError(f"match {number} began as match {begun.number} with other players")
        end = end_of_body(body)
        if len(end.seats) != len(players):
            raise ValueError(
                f"match {number} has {len(players)} players and {len(end.seats)} seats"
            )
        self._done.add(key)
        pairing = Pairing(number, body["block"], None, players)
        match_id, at = match_id_of(body["id"]), str(body["at"])
        self.matches[number] = LoggedMatch(event, key, match_id, pairing, end, at)

    def _void(self, body: dict[str, Any], _: int) -> None:
        key, number = body["key"], body["attempt"]
        attempts = self.attempts.get(key, [])
        if number != len(attempts) or key in self._done or attempts[-1].void is not None:
            raise ValueError(f"attempt {number} is not being played, and can't be void")
        attempts[-1].void = EndCause[body["cause"]]

    def _add_replays(self, body: dict[str, Any], _: int) -> None:
        twice = set(body["sha256"]).intersection(self.replays)
        if twice:
            raise ValueError(f"the replay of {min(twice)} has a digest already")
        for match_id, digest in body["sha256"].items():
            name = f"the replay of {match_id_of(match_id)}"
            self.replays[match_id] = digest_of(name, digest)

    def _close(self, body: dict[str, Any], _: int) -> None:
        secrets = [bytes.fromhex(secret) for secret in body["secrets"]]
        if [commitment_of(secret) for secret in secrets] != self._commitments:
            raise ValueError("the secrets are not those that were committed to")
        self.secrets = secrets


_ACTS = {
    "opened": TournamentState._open,
    "grown": TournamentState._grow,
    "left_out": TournamentState._leave_out,
    "program": TournamentState._add_program,
    "started": TournamentState._start,
    "ended": TournamentState._end,
    "void": TournamentState._void,
    "replays": TournamentState._add_replays,
    "over": TournamentState._close,
}


def state_of(events: Iterable[Event]) -> TournamentState:
    """Return the state of a tournament after all events of its log.

    Raises:
        LogError: An event can't follow those before it; the message names the first such event.
    """
    state = TournamentState()
    for event in events:
        state.apply(event)
    return state


# Digests and match ids are names of files to whoever reads a log: those of a stranger's log must not lead elsewhere.


def digest_of(what: str, digest: object) -> str:
    """Return a SHA-256 from the content of an event.

    Args:
        what: Name of the thing whose digest it is, for the error message.
        digest: The value in the event.

    Raises:
        ValueError: It is not 64 hexadecimal digits.
    """
    if not isinstance(digest, str) or _DIGEST.fullmatch(digest) is None:
        raise ValueError(f"the digest of {what} must be 64 hexadecimal digits, not {digest!r}")
    return digest


def match_id_of(match_id: object) -> str:
    """Return a match id from the content of an event.

    Raises:
        ValueError: It could lead to a file elsewhere, if used as the name of one.
    """
    if not isinstance(match_id, str) or _MATCH_ID.fullmatch(match_id) is None:
        bound = "text without /, \\ and NUL that does not begin with a dot"
        raise ValueError(f"a match id must be {bound}, not {match_id!r}")
    return match_id


def _begun_id_of(match_id: object) -> str:
    """Return the id of an attempt from the content of an event; on a cluster it is a placeholder.

    Raises:
        ValueError: It is an id that could lead to a file elsewhere.
    """
    # A placeholder names no file, and in older logs it has the slashes of its worker's address.
    if isinstance(match_id, str) and match_id.startswith(_AT_WORKER):
        return match_id
    return match_id_of(match_id)


def end_of_body(body: dict[str, Any]) -> MatchEnd:
    """Return how a match ended, from the content of the event with its result.

    Raises:
        KeyError: Something is unknown or missing.
        ValueError: A value is malformed, or the placements are no ranking.
        TypeError: A value has another type.
    """
    cause = EndCause[body["cause"]]
    if cause.is_void:
        raise ValueError(f"match {body['match']} has a result under {cause.name}, which is void")
    end = MatchEnd(cause, body["text"], tuple(map(_seat_of, body["seats"])))
    ranks = [seat.placement for seat in end.seats]
    if any(rank != 1 + sum(each < rank for each in ranks) for rank in ranks):
        raise ValueError(f"match {body['match']} has placements {ranks}, which are no ranking")
    return end


def _seat_of(seat: dict[str, Any]) -> SeatResult:
    placement, score, strikes = seat["placement"], seat["score"], seat["strikes"]
    if not all(type(number) is int for number in (placement, score, strikes)):
        raise ValueError("placement, score and strikes must be whole numbers")
    forfeit = None if seat["forfeit"] is None else ForfeitCause[seat["forfeit"]]
    tie_breaks = tuple((str(name), int(value)) for name, value in seat["tie_breaks"])
    return SeatResult(placement, score, strikes, forfeit, tie_breaks=tie_breaks)
