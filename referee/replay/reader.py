"""Reading a replay or journal: the header, and a match simulated again from the records."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.core.config import GameConfig, parse_config
from referee.core.errors import RefereeError
from referee.core.game import AnyPlugin
from referee.games import registry
from referee.match.machine import MatchMachine, MatchTerms
from referee.replay.errors import ReplayError
from referee.replay.journal import read_records
from referee.replay.records import record_from_wire
from referee.replay.wire import time_control_from_wire

__all__ = ["FORMAT_VERSION", "Replay", "load"]

FORMAT_VERSION = 1
"""Version of the record format that this code writes and reads."""


@dataclasses.dataclass(frozen=True)
class Replay:
    """A journal or replay in memory."""

    path: Path
    """Where it was read from."""
    header: replay_pb2.HeaderRecord
    """What the match is."""
    secret: replay_pb2.SecretRecord | None
    """What only the server may know; None in a closed replay."""
    records: list[replay_pb2.Record]
    """All records in order, header and secret included."""
    plugin: AnyPlugin
    """The game."""
    config: GameConfig
    """The game's config."""

    @property
    def end(self) -> replay_pb2.EndRecord | None:
        """The last record if the match is over."""
        last = self.records[-1]
        return last.end if last.WhichOneof("record") == "end" else None

    def machine(self, server_seed: bytes) -> MatchMachine:
        """A match of these terms, before anything has happened."""
        terms = MatchTerms(
            game=self.plugin.game,
            config=self.config,
            num_seats=self.header.num_seats,
            time_control=time_control_from_wire(self.header.time_control, strikes=0),
            server_seed=server_seed,
            seed_fixed=self.header.seed_fixed,
        )
        return MatchMachine(terms, created_ns=0)

    def redone(self, machine: MatchMachine) -> Iterator[tuple[int, replay_pb2.Record]]:
        """Bring a match forward record by record; yields each record's index after it was redone.

        Raises:
            ReplayError: A record doesn't follow from those before it.
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
    """Read a journal or replay whole.

    Raises:
        ReplayError: The file is damaged, or of a format, game, version or config not known here.
    """
    records = list(read_records(path))
    if not records or records[0].WhichOneof("record") != "header":
        raise ReplayError(f"{path}: no replay: the first record is no header")
    header = records[0].header
    if header.format_version != FORMAT_VERSION:
        raise ReplayError(
            f"{path}: format version must be {FORMAT_VERSION}, not {header.format_version}"
        )
    try:
        plugin = registry.find(header.game)
    except RefereeError as error:
        raise ReplayError(f"{path}: {error}") from None
    info = plugin.game.info
    if header.game_version != info.version:
        raise ReplayError(
            f"{path}: made by {header.game} version {header.game_version}; "
            f"installed is version {info.version}"
        )
    try:
        config = parse_config(
            plugin.game.config_class, plugin.codec.decode_config(header.config.value)
        )
        plugin.game.check_seats(config, header.num_seats)
    except RefereeError as error:
        raise ReplayError(f"{path}: header: {error}") from None
    second = records[1] if len(records) > 1 else None
    secret = second.secret if second and second.WhichOneof("record") == "secret" else None
    return Replay(path, header, secret, records, plugin, config)
