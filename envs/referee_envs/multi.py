"""Environments of PettingZoo for all seats of a match, which decide at once (`parallel_env`) or in turn (`env`)."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from referee_envs.actions.base import mask_parts
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError
from referee_envs.keeping import MatchSnapshot
from referee_envs.render import RENDER_MODES
from referee_envs.vector import FRAMES_A_SECOND, MatchVectorEnv, make_vec
from referee_envs.views import Observation

__all__ = ["MatchAEC", "MatchParallel", "TableSnapshot", "env", "parallel_env"]


@dataclasses.dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Copy of a PettingZoo environment's match at one moment.

    Only that environment can continue from it.
    """

    match: MatchSnapshot
    """Snapshot of the match."""
    own: Mapping[str, Any]
    """Saved attributes of the environment, by name."""


class _Table:
    """A match with all its seats, shared by both kinds of PettingZoo environment."""

    def __init__(self, vector: MatchVectorEnv, *, mask_in_info: bool) -> None:
        self.vector = vector
        self._mask_in_info = mask_in_info
        num_seats = vector.description.num_seats
        self.names = [f"seat_{seat}" for seat in range(num_seats)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        # One space object for each seat, since each is seeded separately.
        self.observation_spaces = {
            name: copy.deepcopy(vector.single_observation_space) for name in self.names
        }
        self.action_spaces = {
            name: copy.deepcopy(vector.single_action_space) for name in self.names
        }
        self.seen: dict[str, Observation] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []
        arrays = vector.views.arrays
        self._arrays = list(arrays)
        # The state is one flat vector, so the bounds of all columns are joined in the same order.
        lows = [space.low.reshape(-1) for space in arrays.values()]
        highs = [space.high.reshape(-1) for space in arrays.values()]
        self.state_space = spaces.Box(
            np.tile(np.concatenate(lows), num_seats).astype(np.float32),
            np.tile(np.concatenate(highs), num_seats).astype(np.float32),
            dtype=np.float32,
        )

    def reset(self, seed: int | None) -> None:
        self._keep_views(*self.vector.reset(seed=None if seed is None else [seed]))

    def restore(self, snapshot: MatchSnapshot, seed: int | None, redraw_for: int | None) -> None:
        # A list has match seeds themselves; from a single number a seed would be derived.
        seeds = None if seed is None else [seed]
        self._keep_views(*self.vector.restore(snapshot, seed=seeds, redraw_for=redraw_for))

    def step(self, actions: Mapping[str, Any]) -> tuple[Array, bool, bool]:
        """Step the match.

        Return rewards by seat, whether the rules ended the match, and whether it was truncated
        after its highest number of decision points.
        """
        space = self.vector.single_action_space
        # Seats that are not asked need a number in the array; the backend ignores it.
        full = np.zeros((len(self.names), *(space.shape or ())), np.int64)
        for name, action in actions.items():
            if name not in self.seats:
                raise InputError("actions", f"by {', '.join(self.names)}", f"by {name!r}")
            given = np.asarray(action)
            if given.dtype.kind not in "iu" or given.shape != full.shape[1:]:
                bound = f"whole numbers of shape {full.shape[1:]}"
                raise InputError(f"actions[{name!r}]", bound, repr(action))
            full[self.seats[name]] = given
        # Not filled with a default: a forgotten seat would lose its turns without notice.
        missing = [name for name in self.asked if name not in actions]
        if missing:
            raise InputError("actions", "one for each that is asked", f"without {missing}")
        observations, rewards, terminations, truncations, infos = self.vector.step(full)
        self._keep_views(observations, infos)
        # The same for all seats, as a match ends for all of them.
        return rewards, bool(terminations[0]), bool(truncations[0])

    def _keep_views(self, observations: Observation, infos: dict[str, Any]) -> None:
        space = self.vector.single_action_space
        for name, seat in self.seats.items():
            self.seen[name] = {key: array[seat, ...] for key, array in observations.items()}
            # The same names at every step, since wrappers of other projects read at a reset which there are.
            self.infos[name] = {
                "asked": bool(infos["asked"][seat]),
                "refused": int(infos["refused"][seat]) if "refused" in infos else 0,
                "placement": int(infos["placement"][seat]) if "placement" in infos else 0,
            }
            if self._mask_in_info:
                mask = mask_parts(space, infos["action_mask"][seat])
                self.infos[name]["action_mask"] = mask
        self.asked = [name for name in self.names if self.infos[name]["asked"]]

    def state(self) -> Array:
        parts = [
            self.seen[name][column].reshape(-1) for name in self.names for column in self._arrays
        ]
        return np.concatenate(parts).astype(np.float32)

    def render(self, name: str) -> Any:
        # Before the first reset there is nothing to show.
        if self.vector.render_mode is None or not self.seen:
            return None
        return self.vector.frame(self.seats[name])


class _Seats:
    """Base of both PettingZoo environments: spaces by seat, the state of all seats, rendering."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "referee_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_A_SECOND,
        "is_parallelizable": True,
    }

    _own: ClassVar[tuple[str, ...]]
    """Names of the attributes that a snapshot saves in addition to the match."""

    def _sit(self, vector: MatchVectorEnv, *, mask_in_info: bool) -> None:
        self._table = _Table(vector, mask_in_info=mask_in_info)
        self.reward_range = vector.reward_range
        self.metadata = {**type(self).metadata, "reward_range": vector.reward_range}
        self.render_mode = vector.render_mode
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self.state_space = self._table.state_space

    @property
    def description(self) -> Description:
        """Return the description of the game, its config and its columns.

        It is an argument of `as_bot`.
        """
        return self._table.vector.description

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's observations.

        `agent` is the seat's name, such as `seat_0`.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's actions; `agent` is the seat's name, such as `seat_0`."""
        return self.action_spaces[agent]

    def state(self) -> Array:
        """Return the observations of all seats joined as float32[n]: columns and features, seat after seat."""
        return self._table.state()

    def snapshot(self) -> TableSnapshot:
        """Return a snapshot of the match, from which `restore` can continue any number of times.

        Raises:
            BackendError: The backend can't keep matches.
        """
        own = {name: copy.deepcopy(getattr(self, name)) for name in self._own}
        return TableSnapshot(self._table.vector.snapshot(), own)

    def restore(
        self, snapshot: TableSnapshot, *, seed: int | None = None, redraw_for: int | None = None
    ) -> None:
        """Continue the match from a snapshot.

        Args:
            snapshot: Snapshot of this environment; it stays unchanged.
            seed: Match seed, 0..2^64-1, of all later random choices; None keeps them as they would
                have been.
            redraw_for: Seat index: the state hidden from this seat is chosen again at random; this
                needs a seed.
                None keeps the hidden state.

        Raises:
            InputError: An argument is out of bounds, or the snapshot is of another environment.
            BackendError: The backend refuses the request; nothing has changed then.
        """
        self._table.restore(snapshot.match, seed, redraw_for)
        for name, value in snapshot.own.items():
            setattr(self, name, copy.deepcopy(value))

    def forget(self, snapshot: TableSnapshot) -> None:
        """Have the backend drop a snapshot, which can't be restored any more."""
        self._table.vector.forget(snapshot.match)

    def close(self) -> None:
        """Close the backend of the environment."""
        self._table.vector.close()


class MatchParallel(_Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # has no types
    """PettingZoo environment of a match in which all seats decide at once; made by `parallel_env`.

    All agents (seats) stay until the match is over, because they get their rewards then. The action
    of a seat that is not asked may be left out, and is ignored.
    """

    _own = ("agents",)

    def __init__(self, vector: MatchVectorEnv, *, mask_in_info: bool = True) -> None:
        self._sit(vector, mask_in_info=mask_in_info)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new episode; return observations and infos by seat name.

        `seed` is the match seed, 0..2^64-1; None continues with the next episode. `options` is ignored.
        """
        del options
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return dict(self._table.seen), dict(self._table.infos)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out one decision point with the actions of all seats that must decide.

        Actions are by seat name. Return observations, rewards, terminations, truncations and infos,
        each by seat name.

        Raises:
            InputError: The match is over, the action of a seat that is asked is missing, or an action is invalid.
        """
        if not self.agents:
            raise InputError("step", "after reset", "after the end")
        rewards, terminated, truncated = self._table.step(actions)
        agents = self.agents
        if terminated or truncated:
            self.agents = []
        return (
            dict(self._table.seen),
            {name: float(rewards[self._table.seats[name]]) for name in agents},
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            dict(self._table.infos),
        )

    def render(self) -> Any:
        """Return the game's view for the first seat that must decide; with `human` print it.

        If no seat must decide, return the view for seat 0.
        """
        return self._table.render((self._table.asked or self.possible_agents)[0])


class MatchAEC(_Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]  # has no types
    """PettingZoo environment of a match in which seats decide one after another; made by `env`.

    Seats that decide at the same time are asked in the order of their numbers, and none sees what
    the others have decided. Seats that are not asked get no turn. All agents (seats) stay until the
    match is over, because they get their rewards then.
    """

    _own = (
        "agents",
        "rewards",
        "terminations",
        "truncations",
        "infos",
        "agent_selection",
        "_cumulative_rewards",
        "_decided",
    )

    def __init__(self, vector: MatchVectorEnv, *, mask_in_info: bool = True) -> None:
        super().__init__()
        self._sit(vector, mask_in_info=mask_in_info)
        self._decided: dict[str, Any] = {}
        self.agent_selection = ""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode.

        `seed` is the match seed, 0..2^64-1; None continues with the next episode. `options` is ignored.
        """
        del options
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._begin_point()

    def render(self) -> Any:
        """Return the game's view for the seat whose turn it is; with `human` print it."""
        return self._table.render(self.agent_selection)

    def observe(self, agent: str) -> Any:
        """Return the observation of the seat with this name."""
        return self._table.seen[agent]

    def step(self, action: Any) -> None:
        """Decide for the seat whose turn it is; None for a seat whose match is over.

        Raises:
            InputError: The action is not in the seat's space.
        """
        if not self.agents:
            raise InputError("step", "after reset", "after the end")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_spaces[agent].contains(_as_number(action)):
            raise InputError(f"action of {agent}", str(self.action_spaces[agent]), repr(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._decided[agent] = action
        waiting = [name for name in self._table.asked if name not in self._decided]
        if waiting:
            self.agent_selection = waiting[0]
            return
        rewards, terminated, truncated = self._table.step(self._decided)
        self.rewards = {name: float(rewards[self._table.seats[name]]) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._accumulate_rewards()
        self._begin_point()

    def _begin_point(self) -> None:
        self._decided = {}
        self.infos = dict(self._table.infos)
        self.agent_selection = (self._table.asked or self.agents)[0]
        if any(self.terminations.values()) or any(self.truncations.values()):
            self.agent_selection = self.agents[0]


def parallel_env(
    game: str, *, max_cycles: int = 0, mask_in_info: bool = True, **options: Any
) -> MatchParallel:
    """Return a match as a parallel environment of PettingZoo.

    Args:
        game: Identifier of the game, such as `diceman`.
        max_cycles: Number of decision points after which the match is truncated; 0 for never.
        mask_in_info: Whether infos have the mask, too, in the form that the action space's `sample` takes. Set it to
            False for TorchRL's PettingZooWrapper, which allows the mask in one place alone.
        options: Further arguments of `make_vec`: `backend`, `columns`, `seed`, `config`,
            `num_seats`, `strict`, `render_mode`, `reward`.

    Raises:
        InputError: An argument is not allowed.
        BackendError: The backend can't be used, or refuses the game.
    """
    vector = _whole_match(game, max_cycles, options)
    return MatchParallel(vector, mask_in_info=mask_in_info)


def env(game: str, *, max_cycles: int = 0, mask_in_info: bool = True, **options: Any) -> MatchAEC:
    """Return a match as an AEC environment of PettingZoo, in which seats decide one after another.

    Args:
        game: Identifier of the game, such as `diceman`.
        max_cycles: Number of decision points after which the match is truncated; 0 for never.
        mask_in_info: Whether infos have the mask, too, in the form that the action space's `sample`
            takes. Set it to False for TorchRL's PettingZooWrapper, which allows the mask in one
            place alone.
        options: Further arguments of `make_vec`: `backend`, `columns`, `seed`, `config`,
            `num_seats`, `strict`, `render_mode`, `reward`.

    Raises:
        InputError: An argument is not allowed.
        BackendError: The backend can't be used, or refuses the game.
    """
    return MatchAEC(_whole_match(game, max_cycles, options), mask_in_info=mask_in_info)


def _whole_match(game: str, max_cycles: int, options: Mapping[str, Any]) -> MatchVectorEnv:
    vector: MatchVectorEnv = make_vec(
        game, None, seat=None, autoreset="disabled", max_steps=max_cycles, **options
    )
    return vector


def _as_number(action: Any) -> Any:
    return np.int64(action) if isinstance(action, int) else action
