"""Records matches as files, without a server: what a host writes, made by a few lines.

A recording can be forged: its records are changed and written again, each with its right checksum, so
that a test can see what is noticed beyond the checksums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.core.rng import Stream, commitment
from referee.core.time_control import TimeControl
from referee.match import events as ev
from referee.match.effects import Effect, OpenTurns, Write
from referee.match.machine import MatchMachine, MatchTerms
from referee.replay.journal import JournalWriter, frame, read_records
from referee.replay.records import encode
from referee.replay.wire import packed, time_control_to_wire

__all__ = [
    "SALT",
    "SERVER_SEED",
    "Forgery",
    "Recorder",
    "digests",
    "forge",
    "kinds",
    "record_match",
]

SERVER_SEED = bytes(range(32))
SALT = bytes(range(100, 132))

Forgery = Callable[[list[replay_pb2.Record]], object]
"""Changes a list of records in place."""


class Recorder:
    """A match whose records go to a journal, played by whoever calls.

    Args:
        plugin: The game.
        path: The journal.
        num_seats: Seats; None for two, or the fewest that the game has.
        match_id: Its id.
        fixed_seed: The match seed; None for one that comes from `SERVER_SEED` and nonces.
        config: Plain values of the game's config.
        time_control: Its clocks.
    """

    def __init__(
        self,
        plugin: AnyPlugin,
        path: Path,
        *,
        num_seats: int | None = None,
        match_id: str = "recorded",
        fixed_seed: int | None = None,
        config: dict[str, object] | None = None,
        time_control: TimeControl | None = None,
    ) -> None:
        self.plugin = plugin
        self.path = path
        self.journal = JournalWriter(path)
        is_fixed = fixed_seed is not None
        server_seed = SERVER_SEED if fixed_seed is None else fixed_seed.to_bytes(8, "big")
        seats = max(2, plugin.game.info.min_seats) if num_seats is None else num_seats
        made_config = plugin.game.config_class(**(config or {}))
        self.terms = MatchTerms(
            game=plugin.game,
            config=made_config,
            num_seats=seats,
            time_control=time_control or TimeControl(),
            server_seed=server_seed,
            seed_fixed=is_fixed,
        )
        self.machine = MatchMachine(self.terms, created_ns=0)
        self._secret = replay_pb2.SecretRecord(server_seed=server_seed, salt=SALT)
        self._open: dict[int, int] = {}
        info, codec = plugin.game.info, plugin.codec
        header = replay_pb2.HeaderRecord(
            format_version=1,
            match_id=match_id,
            game=info.game,
            game_version=info.version,
            config=packed(codec.config_type, codec.encode_config(made_config)),
            num_seats=seats,
            time_control=time_control_to_wire(self.terms.time_control),
            seed_commitment=commitment(server_seed, SALT),
            seed_fixed=is_fixed,
            players=["ada"],
        )
        self._append(replay_pb2.Record(header=header))
        self._append(replay_pb2.Record(secret=self._secret))
        self.begin_bytes = path.stat().st_size
        """Length of header and secret, before which nobody knows of the match."""

    def _append(self, record: replay_pb2.Record) -> None:
        self.journal.append(record.SerializeToString())
        self.journal.flush()

    def handle(self, event: ev.MatchEvent) -> list[Effect]:
        """Feed the match; write what it wants written."""
        effects = self.machine.handle(event)
        for effect in effects:
            match effect:
                case Write(record):
                    fixed = self.terms.seed_fixed
                    self.journal.append(encode(record, self._secret, fixed=fixed))
                case OpenTurns(_, turns):
                    self._open.update((turn.seat, turn.turn) for turn in turns)
        self.journal.flush()
        return effects

    def join_all(self) -> None:
        """Let every seat join, each with a nonce of its own."""
        for seat in range(self.terms.num_seats):
            nonce = bytes([seat + 1]) * 16
            self.handle(ev.SeatJoined(seat, 0, nonce, f"bot {seat}", "recorder 1"))

    def answer(self, dice: Stream) -> None:
        """Let the first seat that is asked play a random action."""
        seat = min(self._open)
        action = self.plugin.game.random_action(self.machine.state, seat, dice)
        self.play(seat, self.plugin.codec.encode_action(action))

    def answer_by(self, choose: Callable[[bytes], bytes]) -> None:
        """Let the first seat that is asked play what `choose` makes of its observation."""
        seat = min(self._open)
        seen = self.plugin.game.observe(self.machine.state, [seat])
        (observation,) = self.plugin.codec.encode_observations(self.terms.config, seen)
        self.play(seat, choose(observation))

    def play(self, seat: int, payload: bytes) -> None:
        """Let a seat that is asked play an action."""
        turn = self._open.pop(seat)
        action = self.plugin.codec.decode_action(payload)
        self.handle(ev.ActionReceived(seat, turn, action, payload, at_ns=0))

    def abort(self) -> None:
        """Let an operator end the match."""
        self.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 0))


def record_match(
    plugin: AnyPlugin,
    path: Path,
    *,
    num_seats: int | None = None,
    fixed_seed: int | None = None,
    dice: int = 7,
) -> Recorder:
    """Record a whole match of random actions, ended by the rules.

    Args:
        plugin: The game.
        path: The journal.
        num_seats: Number of seats, as for `Recorder`.
        fixed_seed: Match seed, as for `Recorder`.
        dice: Seed of the actions.
    """
    recorder = Recorder(plugin, path, num_seats=num_seats, fixed_seed=fixed_seed)
    recorder.join_all()
    choices = Stream(dice)
    while recorder.machine.outcome is None:
        recorder.answer(choices)
    recorder.journal.close()
    return recorder


def digests(path: Path) -> Iterator[bytes]:
    """Yield the recorded digests: after the start and after each step."""
    for record in read_records(path):
        match record.WhichOneof("record"):
            case "start":
                yield record.start.digest
            case "step":
                yield record.step.digest


def forge(path: Path, change: Forgery) -> None:
    """Write a recording again with its records changed."""
    records = list(read_records(path))
    change(records)
    path.write_bytes(b"".join(frame(record.SerializeToString()) for record in records))


def kinds(records: Sequence[replay_pb2.Record]) -> list[str]:
    """What the records are."""
    return [str(record.WhichOneof("record")) for record in records]
