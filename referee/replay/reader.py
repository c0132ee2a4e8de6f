"""Reads a replay or journal, and simulates its match again from the records."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError, RefereeError
from referee.core.game import AnyPlugin
from referee.core.outcome import EndCause
from referee.core.rng import FIXED_SEED_BYTES
from referee.core.time_control import TimeControl
from referee.games import registry
from referee.match.machine import MatchMachine, MatchTerms
from referee.replay.errors import ReplayError
from referee.replay.journal import REPLAY_SUFFIX, read_records
from referee.replay.records import record_from_wire
from referee.replay.wire import TYPE_PREFIX, time_control_from_wire

__all__ = ["FORMAT_VERSION", "TOKEN_KEY_BYTES", "Replay", "found_replays", "load"]

FORMAT_VERSION = 1
"""Version of the record format. Files with any other version are refused."""
TOKEN_KEY_BYTES = 32
"""Length in bytes of the secret key from which a match's seat tokens are derived. The journal holds
the key, the replay does not.
"""


@dataclasses.dataclass(frozen=True)
class Replay:
    """A journal or replay, read into memory: header, records, game, config and time control."""

    path: Path
    """Path of the file that was read."""
    header: replay_pb2.HeaderRecord
    """Header record: the match's id, game, config, seats and time control."""
    secret: replay_pb2.SecretRecord | None
    """Secret record of a journal, which only the server may know; None in a replay."""
    records: list[replay_pb2.Record]
    """All records of the file in order, header and secret included."""
    plugin: AnyPlugin
    """The match's game, in the version that the header names."""
    config: GameConfig
    """The game's config for this match."""
    time_control: TimeControl
    """Time control: how much time each seat has."""

    @property
    def end(self) -> replay_pb2.EndRecord | None:
        """The end record if the match is over, else None."""
        last = self.records[-1]
        return last.end if last.WhichOneof("record") == "end" else None

    @property
    def is_void(self) -> bool:
        """Whether the match has ended as void, so that its result does not count."""
        return self.end is not None and EndCause(self.end.outcome.cause).is_void

    @property
    def known_seed(self) -> bytes:
        """Seed of the server: as the end reveals it, or as a journal has it; empty where neither is there."""
        if self.end is not None:
            return self.end.reveal.server_seed
        return self.secret.server_seed if self.secret is not None else b""

    def machine(self, server_seed: bytes) -> MatchMachine:
        """Return a new machine for this match, in its state before any event.

        Raises:
            ReplayError: The header says that the seed is fixed, but `server_seed` has the wrong
                length for that.
        """
        if self.header.seed_fixed and len(server_seed) != FIXED_SEED_BYTES:
            raise ReplayError(
                f"{self.path}: a fixed seed has {FIXED_SEED_BYTES} bytes, not {len(server_seed)}"
            )
        terms = MatchTerms(
            game=self.plugin.game,
            config=self.config,
            num_seats=self.header.num_seats,
            time_control=self.time_control,
            server_seed=server_seed,
            seed_fixed=self.header.seed_fixed,
        )
        return MatchMachine(terms, created_ns=0)

    def redone(self, machine: MatchMachine) -> Iterator[tuple[int, replay_pb2.Record]]:
        """Bring a machine forward by the records of the file, one after another.

        Yield the index of each record, and the record, after the machine has redone it.

        Raises:
            ReplayError: A record is invalid or contradicts earlier ones.
        """
        for index, wire in enumerate(self.records):
            try:
                record = record_from_wire(wire, self.plugin.codec)
                if record is not None:
                    machine.redo(record)
            except (ValueError, RefereeError) as error:
                raise ReplayError(f"{self.path}: record {index}: {error}") from None
            yield index, wire


def load(path: Path) -> Replay:
    """Read a whole journal or replay into memory, and return it.

    Raises:
        ReplayError: The file is damaged, or its format, game, version or config is not known here.
    """
    records = list(read_records(path))
    kinds = [record.WhichOneof("record") for record in records]
    if not records or kinds[0] != "header":
        raise ReplayError(f"{path}: no replay: the first record is no header")
    for index, kind in enumerate(kinds[1:], 1):
        if kind == "header" or (kind == "secret" and index > 1):
            raise ReplayError(f"{path}: record {index}: a {kind} record in the midst of the match")
    secret = records[1].secret if kinds[1:2] == ["secret"] else None
    header = records[0].header
    plugin = _plugin(header, path)
    try:
        config = _config(header, plugin)
        time_control = time_control_from_wire(header.time_control, strikes=0)
    except RefereeError as error:
        raise ReplayError(f"{path}: header: {error}") from None
    return Replay(path, header, secret, records, plugin, config, time_control)


def found_replays(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the replays that paths name: files as they are, folders with all replays in them, sorted.

    Raises:
        ReplayError: A folder has no replay, so it is most likely the wrong one.
    """
    for place in places:
        if not place.is_dir():
            yield place
            continue
        inside = sorted(place.rglob(f"*{REPLAY_SUFFIX}"))
        if not inside:
            raise ReplayError(f"{place}: a folder without replays")
        yield from inside


def _plugin(header: replay_pb2.HeaderRecord, path: Path) -> AnyPlugin:
    if header.format_version != FORMAT_VERSION:
        raise ReplayError(
            f"{path}: format version must be {FORMAT_VERSION}, not {header.format_version}"
        )
    try:
        plugin = registry.find(header.game)
    except RefereeError as error:
        raise ReplayError(f"{path}: {error}") from None
    versions = plugin.game.info.versions
    if header.game_version not in versions:
        raise ReplayError(
            f"{path}: made by {header.game} version {header.game_version}; "
            f"installed is version {', '.join(map(str, versions))}"
        )
    return plugin.at(header.game_version)


def _config(header: replay_pb2.HeaderRecord, plugin: AnyPlugin) -> GameConfig:
    game, codec = plugin.game, plugin.codec
    if header.config.type_url != TYPE_PREFIX + codec.config_type:
        raise FieldError("config", f"a {codec.config_type}", header.config.type_url)
    values = codec.decode_config(header.config.value)
    config: GameConfig = parse_config(game.config_class, values)
    game.check_seats(config, header.num_seats)
    return config
