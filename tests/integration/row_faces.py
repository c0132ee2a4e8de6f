"""Matches as rows: of a game's own or of any game's, in process and through the service."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gamereferee.v1 import simulation_service_pb2 as wire
from referee.core.game import AnyPlugin
from referee.games.dice_adventure.rules.actions import put_order
from referee.games.diceman.rules.actions import LEGAL
from referee.kit.rollout.columns import Ragged, RowColumn, Values
from referee.kit.rollout.dtypes import Array
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import Rows
from referee.simulation.batches import StreamBatches
from referee.simulation.limits import SimulationLimits
from tests.integration.faces import Setting

__all__ = ["FACES", "Face"]

Messages = Sequence[bytes | None]
"""Actions by row and seat."""


class Face(abc.ABC):
    """Matches that are stepped at once, one a row.

    Args:
        plugin: The game.
        setting: What is played.
        seeds: Match seeds.
    """

    def __init__(self, plugin: AnyPlugin, setting: Setting, seeds: Sequence[int]) -> None:
        self.plugin = plugin
        self.config = plugin.game.config_class(**setting.config)
        self.num_rows, self.num_seats = len(seeds), setting.num_seats
        self.open(np.array(seeds, np.uint64))

    @abc.abstractmethod
    def open(self, seeds: Array) -> None:
        """Begin."""

    @abc.abstractmethod
    def digests(self) -> list[bytes]:
        """Return the digest of each row."""

    @abc.abstractmethod
    def step(self, messages: Messages) -> tuple[Array, Array]:
        """Step; return which rows the rules have ended, and the rewards."""


class OwnRows(Face):
    """In the fastest way that the game has."""

    def rows(self) -> Rows:
        """Return the rows."""
        size = {"num_rows": self.num_rows, "num_seats": self.num_seats}
        return start_rows(self.plugin, self.config, **size)

    def open(self, seeds: Array) -> None:
        """See `Face`."""
        self._rollout = Rollout(self.rows(), seed=0)
        self._rollout.reset(seeds=seeds)

    def digests(self) -> list[bytes]:
        """See `Face`."""
        (told,) = self._rollout.observe(["digest"])
        assert isinstance(told, np.ndarray)
        return [each.tobytes() for each in told]

    def step(self, messages: Messages) -> tuple[Array, Array]:
        """See `Face`."""
        phases = self._rollout.observe(["phase"])[0] if _has_phases(self.plugin) else None
        columns = {column.name: column for column in self._rollout.rows.acted}
        name, values = in_columns(self, columns, messages, phases)
        told = self._rollout.step({name: values})
        return told.terminated, told.reward


class AnyRows(OwnRows):
    """As any game has them, by messages."""

    def rows(self) -> Rows:
        """See `OwnRows`."""
        size = {"num_rows": self.num_rows, "num_seats": self.num_seats}
        return LoopRows(self.plugin, self.config, **size)


class Service(Face):
    """Through the requests of a stream."""

    def open(self, seeds: Array) -> None:
        """See `Face`."""
        self._batches = StreamBatches(SimulationLimits())
        info, codec = self.plugin.game.info, self.plugin.codec
        asked = wire.DescribeRequest(game=info.game, num_seats=self.num_seats)
        asked.config.type_url = f"type.googleapis.com/{codec.config_type}"
        asked.config.value = codec.encode_config(self.config)
        told = self._ask(describe=asked).described
        self._ids = {each.name: each.id for each in told.acted}
        self._acted = {column.name: column for column in self._sample().acted}
        observed = {each.name: each.id for each in told.observed}
        self._dtype = next((each.dtype for each in told.observed if each.name == "phase"), "")
        seen = [observed["digest"], *([observed["phase"]] if _has_phases(self.plugin) else [])]
        opening = wire.OpenBatch(
            game=info.game,
            config=asked.config,
            num_seats=self.num_seats,
            num_rows=self.num_rows,
            schema_hash=told.schema_hash,
            autoreset=wire.AUTORESET_NEXT_STEP,
            observe=seen,
        )
        self._ask(open=opening)
        reset = wire.ResetRows(rows=range(self.num_rows), seeds=seeds.tolist())
        self._seen = self._ask(reset=reset).observed.observed

    def digests(self) -> list[bytes]:
        """See `Face`."""
        data = self._seen[0].data
        return [data[16 * row : 16 * row + 16] for row in range(self.num_rows)]

    def step(self, messages: Messages) -> tuple[Array, Array]:
        """See `Face`."""
        phases = None
        if _has_phases(self.plugin):
            phases = np.frombuffer(self._seen[1].data, self._dtype)
            phases = phases.reshape(self.num_rows, -1)
        name, values = in_columns(self, self._acted, messages, phases)
        action = wire.ColumnData(id=self._ids[name])
        if isinstance(values, Ragged):
            action.data = values.data.tobytes()
            action.offsets = values.offsets.astype("<i8").tobytes()
        else:
            action.data = values.astype(values.dtype.newbyteorder("<")).tobytes()
        told = self._ask(step=wire.StepBatch(actions=[action])).stepped
        self._seen = told.observed
        shape = (self.num_rows, self.num_seats)
        terminated = np.frombuffer(told.terminated or bytes(self.num_rows), np.bool_)
        reward = np.frombuffer(told.reward or bytes(4 * shape[0] * shape[1]), "<f4")
        return terminated, reward.reshape(shape)

    def _ask(self, **request: Any) -> wire.RolloutResponse:
        answer = self._batches.answer(wire.RolloutRequest(batch=1, **request))
        assert not answer.HasField("refused"), answer.refused.text
        return answer

    def _sample(self) -> Rows:
        return start_rows(self.plugin, self.config, num_rows=1, num_seats=self.num_seats)


FACES: list[type[Face]] = [OwnRows, AnyRows, Service]


def in_columns(
    face: Face, acted: dict[str, RowColumn], messages: Messages, phases: Any
) -> tuple[str, Values]:
    """Return actions in the form that rows take: as messages where they can, else as the game's numbers."""
    if "message" in acted:
        return "message", Ragged.of([message or b"" for message in messages])
    name, put = _FORMS[face.plugin.game.info.game]
    column = acted[name].column
    values = np.zeros((face.num_rows, face.num_seats, *column.shape), column.dtype)
    for place, message in enumerate(messages):
        if message is not None:
            where = divmod(place, face.num_seats)
            action = face.plugin.codec.decode_action(message)
            put(values, where, action, None if phases is None else phases[where])
    return name, values


def _put_choice(values: Array, where: tuple[int, int], action: Any, _: Any) -> None:
    values[where] = LEGAL.index(action)


def _put_points(values: Array, where: tuple[int, int], action: Any, _: Any) -> None:
    values[where][: len(action)] = action


def _put_plan(values: Array, where: tuple[int, int], action: Any, phase: Any) -> None:
    put_order(action, int(phase), values[where], 2)


_FORMS: dict[str, tuple[str, Callable[[Array, tuple[int, int], Any, Any], None]]] = {
    "diceman": ("choice", _put_choice),
    "swordman": ("order", _put_points),
    "dice_adventure": ("order", _put_plan),
}


def _has_phases(plugin: AnyPlugin) -> bool:
    return plugin.game.info.game == "dice_adventure"
