"""The environment of Gymnasium for one seat of one match."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from referee_envs.actions.base import mask_parts
from referee_envs.columns import Array, Description
from referee_envs.errors import InputError
from referee_envs.keeping import MatchSnapshot
from referee_envs.opponents import RANDOM, Opponents
from referee_envs.render import RENDER_MODES
from referee_envs.vector import FRAMES_A_SECOND, MatchVectorEnv, make_vec
from referee_envs.views import Observation

__all__ = ["GAMES", "MatchEnv", "gym_env", "register"]

GAMES = {
    "Champions": "champions",
    "DiceAdventure": "dice_adventure",
    "Diceman": "diceman",
    "DungeonKeeper": "dungeon_keeper",
    "ProvingGrounds": "proving_grounds",
    "Swordman": "swordman",
}
"""Identifiers of games by the names of their registered environments, such as Diceman in
`Referee/Diceman-v0`.
"""


class MatchEnv(gymnasium.Env[Observation, Any]):
    """Environment of one seat of one match; made by `gym_env`.

    A decision point at which the seat is not asked is a step, too, with `info["asked"]` false; its
    action is ignored.

    Args:
        vector: Vector environment with a single environment, which this one steps and renders.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(self, vector: MatchVectorEnv) -> None:
        self._vector = vector
        self._seen: Observation | None = None
        self.render_mode = vector.render_mode
        self.observation_space = vector.single_observation_space
        self.action_space = vector.single_action_space
        self.reward_range = vector.reward_range
        self.metadata = {**type(self).metadata, "reward_range": vector.reward_range}

    @property
    def description(self) -> Description:
        """Return the description of the game, its config and its columns.

        It is an argument of `as_bot`.
        """
        return self._vector.description

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new episode; return the seat's observation and infos.

        Args:
            seed: Match seed, 0..2^64-1. It gives the same episode, and the same later ones, as
                `reset(seed=[seed])` of a `make_vec` environment. None continues with the next
                episode.
            options: Ignored.
        """
        del options
        # Gymnasium seeds its own generator by this, whatever the match does.
        super().reset(seed=seed)
        observations, infos = self._vector.reset(seed=None if seed is None else [seed])
        return self._shown(observations), self._info(infos)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out one decision point with the seat's action.

        Return observation, reward, whether the rules ended the match, whether it was cut off after
        `max_steps`, and infos.
        """
        result = self._vector.step(np.asarray(action)[None])
        observations, rewards, terminations, truncations, infos = result
        return (
            self._shown(observations),
            float(rewards[0]),
            bool(terminations[0]),
            bool(truncations[0]),
            self._info(infos),
        )

    def snapshot(self) -> MatchSnapshot:
        """Return a snapshot of the match, from which `restore` can continue any number of times.

        Raises:
            BackendError: The backend can't keep matches.
        """
        return self._vector.snapshot()

    def restore(
        self,
        snapshot: MatchSnapshot,
        *,
        seed: int | None = None,
        redraw_for: int | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Continue the match from a snapshot; return observation and infos.

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
        seeds = None if seed is None else [seed]
        observations, infos = self._vector.restore(snapshot, seed=seeds, redraw_for=redraw_for)
        return self._shown(observations), self._info(infos)

    def forget(self, snapshot: MatchSnapshot) -> None:
        """Have the backend drop a snapshot, which can't be restored any more."""
        self._vector.forget(snapshot)

    def render(self) -> Any:
        """Return the game's view for the seat, as text or picture; with `human` print it."""
        if self.render_mode is None or self._seen is None:
            return None
        return self._vector.frame(0)

    def action_masks(self) -> Array:
        """Return the mask of legal actions as bool[n], in the form that sb3-contrib expects.

        In a MultiDiscrete space, the masks of all parts are joined.
        """
        if self._seen is None:
            raise InputError("action_masks", "asked for after reset", "before")
        return self._seen[self._vector.views.form.mask_name].astype(np.bool_)

    def close(self) -> None:
        """Close the vector environment and its backend."""
        self._vector.close()

    def _shown(self, observations: Observation) -> Observation:
        self._seen = {name: array[0, ...] for name, array in observations.items()}
        return dict(self._seen)

    def _info(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Return the seat's infos.

        Their mask has the form that the action space's `sample` takes.
        """
        mask = mask_parts(self.action_space, infos["action_mask"][0])
        return {
            "asked": bool(infos["asked"][0]),
            "action_mask": mask,
            "refused": int(infos["refused"][0]) if "refused" in infos else 0,
            "placement": int(infos["placement"][0]) if "placement" in infos else 0,
        }


def gym_env(
    game: str,
    *,
    seat: int = 0,
    opponents: Opponents = RANDOM,
    **options: Any,
) -> MatchEnv:
    """Return one seat of a match as a Gymnasium environment.

    Args:
        game: Identifier of the game, such as `diceman`.
        seat: Index of the seat that the learner plays.
        opponents: Policy of the other seats: `random`, `default` (never answers), the name of a house policy, or
            a function of observations. One for all of them, or a mapping by seat.
        options: Further arguments of `make_vec`: `backend`, `columns`, `seed`, `config`,
            `num_seats`, `max_steps`, `strict`, `render_mode`, `reward`.

    Raises:
        InputError: An argument is not allowed.
        BackendError: The backend can't be used, or refuses the game.
    """
    return MatchEnv(
        make_vec(game, 1, seat=seat, opponents=opponents, autoreset="disabled", **options)
    )


def register() -> None:
    """Register an environment with Gymnasium for each game of the project, such as `Referee/Diceman-v0`."""
    for name, game in GAMES.items():
        id_ = f"Referee/{name}-v0"
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id_,
                entry_point="referee_envs.single:gym_env",
                vector_entry_point="referee_envs.vector:make_vec",
                kwargs={"game": game},
            )
