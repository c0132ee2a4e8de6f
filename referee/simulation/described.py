"""Describes the columns of a game under a config, as `SimulationService.Describe` returns them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Sequence

from google.protobuf import any_pb2

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.config import GameConfig, parse_config
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.games import registry
from referee.games.derived_rows import DerivedRows, left_out, numbered_messages
from referee.kit.rollout.columns import ANSWERED, RowColumn
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.opponents import policy_names
from referee.kit.rollout.rollout import ALWAYS
from referee.kit.rollout.rows import Rows
from referee.replay.wire import column_to_wire
from referee.simulation.limits import SimulationLimits

__all__ = ["REVISION", "Described", "describe", "describe_to_wire", "rows_of"]

REVISION = 1
"""Revision of the service; the comment of DescribeResponse.revision says what each revision added."""


@dataclasses.dataclass(frozen=True, slots=True)
class Described:
    """A game under a config and for a number of seats, with all columns that learners can use."""

    plugin: AnyPlugin
    """The game, under the behaviour version that was asked for."""
    config: GameConfig
    """Config of all matches."""
    num_seats: int
    """Number of seats in each match."""
    observed: tuple[RowColumn, ...]
    """Columns that can be observed; a column's id is its index here."""
    acted: tuple[RowColumn, ...]
    """Columns that hold actions; a column's id is its index here."""
    policies: tuple[str, ...]
    """Names of the house policies (built-in players) that can play seats as a learner's opponents."""
    is_derived: bool = False
    """Whether the columns include derived ones, which are computed from what seats see."""
    left_out: tuple[str, ...] = ()
    """Descriptions of actions that the lists of candidates (parts of actions to pick from) leave out."""
    numbered: tuple[bytes, ...] = ()
    """Action message of each action, by its fixed number; empty if the game does not number its
    actions.
    """

    @property
    def schema_hash(self) -> bytes:
        """SHA-256 of game, version, config, number of seats, and all columns except the texts of their meanings."""
        # Meanings are left out: a better text must not refuse clients that know the columns.
        hashed: dict[str, Plain] = {
            "game": self.plugin.game.info.game,
            "version": self.plugin.game.info.version,
            "config": self.plugin.codec.encode_config(self.config).hex(),
            "num_seats": self.num_seats,
            "observed": _shapes(self.observed),
            "acted": _shapes(self.acted),
        }
        return hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).digest()

    def rows(self, num_rows: int) -> Rows:
        """Return rows for `num_rows` matches of the game; no match has begun."""
        return rows_of(
            self.plugin, self.config, num_rows, self.num_seats, is_derived=self.is_derived
        )

    def to_wire(self, limits: SimulationLimits) -> wire.DescribeResponse:
        """Return the description as a DescribeResponse, together with the limits of a stream."""
        info, codec = self.plugin.game.info, self.plugin.codec
        config = any_pb2.Any(value=codec.encode_config(self.config))
        config.type_url = f"type.googleapis.com/{codec.config_type}"
        return wire.DescribeResponse(
            game=info.game,
            game_version=info.version,
            config=config,
            num_seats=self.num_seats,
            observed=[column_to_wire(place, each) for place, each in enumerate(self.observed)],
            acted=[column_to_wire(place, each) for place, each in enumerate(self.acted)],
            schema_hash=self.schema_hash,
            policies=self.policies,
            limits=wire.SimulationLimits(**dataclasses.asdict(limits)),
            left_out=self.left_out,
            numbered_actions=self.numbered,
        )


def rows_of(
    plugin: AnyPlugin, config: GameConfig, num_rows: int, num_seats: int, *, is_derived: bool
) -> Rows:
    """Return rows for `num_rows` matches of a game, none of them begun.

    `is_derived` says whether there are derived columns, which are computed from what seats see.

    Raises:
        FieldError: The game can't be played by this many seats.
    """
    rows = start_rows(plugin, config, num_rows=num_rows, num_seats=num_seats)
    return DerivedRows(rows) if is_derived else rows


def describe(
    game: str,
    config: any_pb2.Any | None,
    num_seats: int,
    game_version: int,
    *,
    is_derived: bool = False,
) -> Described:
    """Return the description of a game under a config.

    Args:
        game: Identifier of the game.
        config: The game's Config message; None means its defaults.
        num_seats: Number of seats in each match; 0 means the game's default.
        game_version: Behaviour version of the rules; 0 means the newest.
        is_derived: Whether to add columns that are computed from what seats see.

    Raises:
        UnknownGameError: No such game is installed.
        FieldError: A bound is broken, or the config is a message of another type.
        MalformedError: The config is no message at all.
    """
    plugin = registry.find(game).at(game_version)
    parsed = parse_config(plugin.game.config_class, _values(plugin, config))
    seats = num_seats or plugin.game.info.default_seats
    # One row is enough: columns do not depend on the number of rows.
    sample = rows_of(plugin, parsed, 1, seats, is_derived=is_derived)
    return Described(
        plugin,
        parsed,
        seats,
        # Columns' ids are their places here, so columns may only be added at the end.
        observed=(*ALWAYS, *sample.observed),
        acted=(ANSWERED, *sample.acted),
        policies=tuple(policy_names(sample)),
        is_derived=is_derived,
        left_out=left_out(sample) if is_derived else (),
        numbered=numbered_messages(sample),
    )


def describe_to_wire(
    request: wire.DescribeRequest, limits: SimulationLimits
) -> wire.DescribeResponse:
    """Return the answer to a request of `SimulationService.Describe`.

    Args:
        request: The request.
        limits: The limits of the client's streams.

    Raises:
        RefereeError: The game is unknown, the config is invalid, or another field breaks a bound.
    """
    config = request.config if request.HasField("config") else None
    described = describe(
        request.game,
        config,
        request.num_seats,
        request.game_version,
        is_derived=request.derived,
    )
    response = described.to_wire(limits)
    # Only on request: to older clients the response must stay as it was.
    if request.revision:
        response.revision = REVISION
    return response


def _values(plugin: AnyPlugin, config: any_pb2.Any | None) -> dict[str, object]:
    if config is None:
        return {}
    # Bytes of another game's config can often be parsed as this game's, with other meanings: compare the type.
    if config.type_url.rpartition("/")[2] != plugin.codec.config_type:
        raise FieldError("config", f"a {plugin.codec.config_type}", config.type_url)
    return plugin.codec.decode_config(config.value)


def _shapes(columns: Sequence[RowColumn]) -> list[Plain]:
    described = [each.describe() for each in columns]
    return [
        {name: value for name, value in each.items() if name != "meaning"} for each in described
    ]
