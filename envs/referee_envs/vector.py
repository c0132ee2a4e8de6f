"""Many matches at once as one of Gymnasium's vector environments."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from referee_envs.actions.factored import FACTORED
from referee_envs.actions.forms import form_of
from referee_envs.arguments import check_batches, check_sizes, checked_seats, written
from referee_envs.backends.base import AUTORESETS, Backend, Game, Opening
from referee_envs.backends.choose import connect
from referee_envs.batch import Batch, Result, derived_seed
from referee_envs.columns import Array
from referee_envs.errors import BackendError, InputError
from referee_envs.features import Features
from referee_envs.keeping import MatchSnapshot, checked_words, keep, restoring_of
from referee_envs.opponents import RANDOM, Opponents, checked_actions, split_opponents
from referee_envs.render import RENDER_MODES, checked_mode, shown, view_column
from referee_envs.rewards import checked_reward, reward_range
from referee_envs.views import Observation, View, Views

__all__ = ["FRAMES_A_SECOND", "MatchVectorEnv", "make_vec"]

FRAMES_A_SECOND = 4
"""How fast frames are to be looked at."""

_SPACES = (
    "observation_space",
    "action_space",
    "single_observation_space",
    "single_action_space",
)
_MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class MatchVectorEnv(VectorEnv[Observation, Any, Array]):
    """Matches side by side; each environment is a seat of one. Made by `make_vec`.

    Beside Gymnasium's `step` there are EnvPool's `send` and `recv`: environments are in batches, and while
    a policy looks at one, others can be stepped.
    """

    def __init__(
        self,
        backend: Backend,
        num_envs: int,
        *,
        seats: Sequence[int],
        opponents: Opponents,
        columns: Sequence[str | Features] | None,
        autoreset: str,
        seed: int | None,
        max_steps: int,
        strict: bool,
        batch_size: int,
        copy: bool,
        render_mode: str | None = None,
        stagger: int = 0,
        reward: str | None = None,
        actions: str = "lists",
    ) -> None:
        self.description = dataclasses.replace(backend.description, actions=actions)
        """The game, its config and its columns: what `as_bot` needs of it."""
        self.reward = checked_reward(reward, self.description.game)
        """What rewards are: `score`, `placement` or `win`."""
        self.reward_range = reward_range(self.reward)
        """Least and greatest reward of an episode."""
        others = [seat for seat in range(self.description.num_seats) if seat not in seats]
        within, house = split_opponents(opponents, others, self.description.policies)
        self.render_mode = checked_mode(render_mode, self.description)
        """How `render` shows matches; None for not at all."""
        told = "" if render_mode is None else view_column(render_mode)
        self.views = Views(self.description, form_of(self.description), columns, told)
        """What policies see and do."""
        self.seats = tuple(seats)
        """Seats of each match that are environments."""
        self._backend, self._autoreset, self._strict = backend, autoreset, strict
        self._max_steps, self._stagger, self._house = max_steps, stagger, house
        self.num_envs = num_envs
        self.batch_size = batch_size
        """Environments that `recv` tells of at once."""
        self.metadata = {
            "autoreset_mode": _MODES[autoreset],
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
            "reward_range": self.reward_range,
        }
        self.single_observation_space = self.views.space
        self.single_action_space = self.views.form.space
        self.observation_space = batch_space(self.views.space, num_envs)
        self.action_space = batch_space(self.views.form.space, num_envs)
        self._batches = [
            Batch(backend, number, self.views, seats=seats, opponents=within, copy=copy)
            for number in range(num_envs // batch_size)
        ]
        self._order: collections.deque[int] = collections.deque()
        self._seed = seed
        self._is_open = False
        self._made: dict[str, Any] = {}
        """What `make_vec` was called with: copies are made by it."""

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new episodes, and take all answers that are waiting.

        Args:
            seed: 0..2^64-1: whatever was played before, the same seed gives the same episodes, in this one and
                in those that follow. A list has a seed for each match. None goes on with the next episodes.
            options: `reset_mask`, bool[environment]: which begin; without it all do.

        Raises:
            InputError: A bound is broken, or a mask has only some seats of a match.
        """
        self._drain()
        mask = (options or {}).get("reset_mask")
        if seed is not None and mask is not None:
            raise InputError("reset_mask", "given without a seed", "beside one")
        if seed is not None or not self._is_open:
            self._begin(seed)
            begun = list(range(len(self._batches)))
        else:
            begun = self._reset_rows(self._rows_of(mask))
        for number in begun:
            self._take(self._batches[number])
        return self._told([batch.view for batch in self._batches])

    def step(
        self, actions: Any, out: Observation | None = None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Carry out one decision point of every match.

        Args:
            actions: Within the action space. What is not within its mask is played as the rules have it, and
                counted in `refused`.
            out: Arrays to write observations to; None for new ones.

        Returns:
            Observations, rewards, terminations, truncations and infos: `asked`, who must decide; `refused`,
            parts of the action that the rules refused; `placement`, from 1 where the rules ended the match, as
            the referee would rank it, else 0; the mask of what is legal; and `final_obs` and
            `final_info` where another episode has begun at once.

        Raises:
            InputError: Actions are not of the space.
            BackendError: A match is over and must be reset; or, if strict, an action is refused. Nothing has
                changed.
        """
        self._drain()
        self._send_to(range(len(self._batches)), actions)
        return self._all_told([self._take(batch) for batch in self._batches], out)

    def send(self, actions: Any, env_ids: Array | None = None) -> None:
        """Ask for a step of one batch, or of all, without waiting for it.

        Where actions depend on nothing that has not been seen yet, several steps may be sent ahead, as many as
        `description.window`.

        Args:
            actions: One for each of these environments.
            env_ids: Those of one batch, as `recv` told them; None for all.
        """
        if not self._is_open:
            raise InputError("send", "after reset", "before")
        batches = range(len(self._batches))
        if env_ids is not None:
            batches = self._batch_of(np.asarray(env_ids))
        waiting = sum(batch.num_waiting for batch in self._batches)
        if waiting + len(batches) > self.description.window:
            raise InputError("send", f"at most {self.description.window} ahead", "one more")
        self._send_to(batches, actions)
        self._order.extend(batches)

    def recv(
        self, out: Observation | None = None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Return what the oldest step that was sent came to, for its batch; `infos["env_id"]` tells which.

        Args:
            out: Arrays to write observations to; None for new ones.
        """
        if not self._order:
            raise InputError("recv", "after send", "without one")
        number = self._order.popleft()
        told = self._all_told([self._take(self._batches[number])], out)
        told[-1]["env_id"] = self._ids(number)
        return told

    def async_reset(self) -> None:
        """Begin anew, so that `recv` tells of each batch in turn, as in EnvPool."""
        self._drain()
        if self._is_open:
            self._reset_rows(self._rows_of(None))
        else:
            self._begin(None)
        self._order.extend(range(len(self._batches)))

    # Search.

    def snapshot(self, matches: Sequence[int] | Array | None = None) -> MatchSnapshot:
        """Return some matches as they are, to go on from as often as one likes.

        It holds what is hidden, too: it is not to be looked into by what decides. A server keeps a bounded
        number of snapshots, for a bounded time; `forget` those that are needed no more.

        Args:
            matches: Their numbers, from 0; None for all.

        Raises:
            InputError: There is no such match, or environments are in several batches.
            BackendError: They can't be kept.
        """
        return keep(self._only_batch("snapshot"), matches)

    def restore(
        self,
        snapshot: MatchSnapshot,
        *,
        seed: int | Sequence[int] | Array | None = None,
        matches: Sequence[int] | Array | None = None,
        places: Sequence[int] | Array | None = None,
        redraw_for: int | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Go on in some matches from a snapshot; return what is to be seen, as `reset` does.

        Args:
            snapshot: One of this environment; it stays as it is.
            seed: What is still to be drawn comes from it: one for all matches, of which each draws otherwise,
                or a list with one for each. None if it stays what it would have been.
            matches: Numbers of the matches, from 0, each once; None for all.
            places: Which match of the snapshot, from 0 in its order, each goes on from; None for one after the
                other.
            redraw_for: A seat: what it can't know is redrawn from what it may think possible; only with a
                seed, and in games that can: those of the kit, Diceman and Swordman. None if it stays.

        Raises:
            InputError: A bound is broken, or it is another's snapshot.
            BackendError: The backend refuses it; nothing has changed.
        """
        batch = self._only_batch("restore")
        restoring = restoring_of(
            batch, snapshot, seed=seed, matches=matches, places=places, redraw_for=redraw_for
        )
        batch.restore(snapshot.kept, restoring)
        self._take(batch)
        return self._told([batch.view])

    def forget(self, snapshot: MatchSnapshot) -> None:
        """Have the backend drop a snapshot."""
        self._only_batch("forget").drop(snapshot.kept)

    def _only_batch(self, what: str) -> Batch:
        """Return the batch of all environments, of which nothing is awaited."""
        if len(self._batches) > 1:
            raise InputError("batch_size", f"that of all environments for {what}", self.batch_size)
        if not self._is_open:
            raise InputError(what, "asked for after reset", "before")
        self._drain()
        return self._batches[0]

    def __reduce__(self) -> tuple[Any, ...]:
        """Describe a copy: made with the same arguments, and with matches that go on exactly as these."""
        if self._order:
            raise InputError(
                "copy", "of an environment that has answered all steps", "one before recv"
            )
        state: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("_np_random", "_np_random_seed", "_is_open", *_SPACES)
        }
        dumped = [batch.dump() for batch in self._batches] if self._is_open else []
        return _remade, (self._made, state, dumped)

    def render(self) -> tuple[Any, ...] | None:
        """Return what each environment's seat sees, as the game's own view shows it; with `human` print it."""
        if self.render_mode is None or not self._is_open:
            return None
        frames = tuple(self.frame(place) for place in range(self.num_envs))
        return None if self.render_mode == "human" else frames

    def frame(self, place: int) -> Any:
        """Return what the seat of one environment sees; with `human` print it, and return None.

        Args:
            place: Which environment, from 0.

        Raises:
            InputError: There is nothing to show before `reset`, or `render_mode` is None.
        """
        if self.render_mode is None or not self._is_open:
            raise InputError("frame", "asked for after reset, with a render_mode", "otherwise")
        number, entry = divmod(place, self.batch_size)
        told = self._batches[number].view.shown
        assert told is not None
        seat = self.seats[place % len(self.seats)]
        frame = shown(self.render_mode, self.description, seat, told[entry])
        if self.render_mode == "human":
            print(frame)
            return None
        return frame

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of the backend."""
        del kwargs
        self._backend.close()

    # Beginning.

    def _begin(self, seed: int | Sequence[int] | None) -> None:
        """Open all batches, by a seed or by one for each match."""
        seeds = None
        if seed is None:
            seed = self._seed
        if isinstance(seed, Sequence | np.ndarray):
            seeds = checked_words(seed, self.num_envs // len(self.seats))
            seed = derived_seed(*seeds.tolist())
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        if not 0 <= seed < 2**64:
            raise InputError("seed", "from 0 to 2^64-1", seed)
        super().reset(seed=int(seed))
        rows = self._rows_a_batch
        for number, batch in enumerate(self._batches):
            batch.open(
                Opening(
                    rows,
                    int(seed),
                    self._autoreset,
                    self._max_steps,
                    self._strict,
                    batch.observe,
                    self.views.names if self._autoreset == "same_step" else (),
                    self._house,
                    self._stagger,
                    self.reward,
                    number * rows,
                )
            )
            if seeds is not None:
                self._take(batch)
                batch.reset(np.arange(rows), seeds[number * rows : (number + 1) * rows])
        self._is_open = True

    def _reset_rows(self, chosen: Array) -> list[int]:
        """Ask for the next episode of some matches; return the batches that they are in."""
        numbers: list[int] = np.unique(chosen // self._rows_a_batch).tolist()
        for number in numbers:
            own = chosen[chosen // self._rows_a_batch == number]
            self._batches[number].reset(own - number * self._rows_a_batch)
        return numbers

    def _rows_of(self, mask: Any) -> Array:
        """Return matches of which the environments are marked."""
        if mask is None:
            return np.arange(self.num_envs // len(self.seats))
        given = np.asarray(mask)
        if given.dtype != np.bool_ or given.shape != (self.num_envs,):
            bound = f"bool of shape ({self.num_envs},)"
            raise InputError("reset_mask", bound, f"{given.dtype} of shape {given.shape}")
        by_match = given.reshape(-1, len(self.seats))
        if (by_match.any(1) != by_match.all(1)).any():
            raise InputError("reset_mask", "the same for all seats of a match", given.tolist())
        if not given.any():
            raise InputError("reset_mask", "true for at least one", given.tolist())
        return np.flatnonzero(by_match[:, 0])

    # Stepping.

    @property
    def _rows_a_batch(self) -> int:
        return self.batch_size // len(self.seats)

    def _ids(self, number: int) -> Array:
        return np.arange(number * self.batch_size, (number + 1) * self.batch_size)

    def _batch_of(self, env_ids: Array) -> range:
        number = int(env_ids[0]) // self.batch_size if env_ids.size else -1
        if not 0 <= number < len(self._batches) or not np.array_equal(env_ids, self._ids(number)):
            raise InputError("env_ids", "those of one batch, ascending", env_ids.tolist())
        return range(number, number + 1)

    def _send_to(self, batches: range, actions: Any) -> None:
        if not self._is_open:
            raise InputError("step", "after reset", "before")
        entries = len(batches) * self.batch_size
        checked = checked_actions(actions, self.single_action_space, entries)
        for place, number in enumerate(batches):
            own = checked[place * self.batch_size : (place + 1) * self.batch_size]
            self._batches[number].send(own, strict=self._strict)

    def _take(self, batch: Batch) -> Result:
        try:
            answer = self._backend.recv()
        except BackendError:
            batch.give_up()
            raise
        return batch.take(answer)

    def _drain(self) -> None:
        """Take answers that nobody has asked for."""
        while self._order:
            self._take(self._batches[self._order.popleft()])

    # Telling.

    def _all_told(
        self, results: Sequence[Result], out: Observation | None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        observation, info = self._told([result.view for result in results])
        if out is not None:
            observation = written(observation, out)
        info["refused"] = _end_to_end([result.refused for result in results])
        info["_refused"] = np.ones(len(info["refused"]), np.bool_)
        terminated = _end_to_end([result.terminated for result in results])
        info["placement"] = _end_to_end([result.placement for result in results])
        info["_placement"] = terminated.copy()
        self._tell_final(results, info)
        return (
            observation,
            _end_to_end([result.reward for result in results]),
            terminated,
            _end_to_end([result.truncated for result in results]),
            info,
        )

    def _told(self, views: Sequence[View]) -> tuple[Observation, dict[str, Any]]:
        observations = [view.observation for view in views]
        observation = observations[0]
        if len(views) > 1:
            observation = {
                name: np.concatenate([each[name] for each in observations]) for name in observation
            }
        mask = self.views.form.mask_name
        info = {
            "asked": _end_to_end([view.asked for view in views]).copy(),
            "action_mask": observation[mask].copy(),
        }
        known = np.ones(len(info["asked"]), np.bool_)
        return observation, info | {"_asked": known, "_action_mask": known.copy()}

    def _tell_final(self, results: Sequence[Result], info: dict[str, Any]) -> None:
        """Tell, as Gymnasium does, what was last seen where another episode has begun at once."""
        if all(result.final is None for result in results):
            return
        entries, seats = len(info["asked"]), len(self.seats)
        last: Array = np.full(entries, None, dtype=object)
        mask = np.zeros_like(info["action_mask"])
        asked = np.zeros(entries, np.bool_)
        ended = np.zeros(entries, np.bool_)
        for place, result in enumerate(results):
            if result.final is None:
                continue
            rows = place * self._rows_a_batch + result.final_rows
            ids = (rows[:, None] * seats + np.arange(seats)).reshape(-1)
            ended[ids] = True
            mask[ids] = result.final.observation[self.views.form.mask_name]
            asked[ids] = result.final.asked
            seen = result.final.observation
            for entry, one in enumerate(ids.tolist()):
                last[one] = {name: array[entry, ...] for name, array in seen.items()}
        info["final_obs"], info["_final_obs"] = last, ended
        info["final_info"] = {
            "asked": asked,
            "_asked": ended.copy(),
            "action_mask": mask,
            "_action_mask": ended.copy(),
            "refused": np.where(ended, info["refused"], 0),
            "_refused": ended.copy(),
            "placement": np.where(ended, info["placement"], 0),
            "_placement": ended & info["_placement"],
        }
        info["_final_info"] = ended.copy()


def make_vec(
    game: str,
    num_envs: int | None = None,
    *,
    seat: int | Sequence[int] | None = 0,
    opponents: Opponents = RANDOM,
    backend: str = "inprocess",
    columns: Sequence[str | Features] | None = None,
    autoreset: str = "next_step",
    seed: int | None = None,
    config: Mapping[str, Any] | Any = None,
    num_seats: int = 0,
    game_version: int = 0,
    max_steps: int = 0,
    strict: bool = False,
    batch_size: int = 0,
    copy: bool = True,
    key: str = "",
    ca: str | Path | None = None,
    render_mode: str | None = None,
    stagger: int = 0,
    reward: str | None = None,
    actions: str = "lists",
) -> MatchVectorEnv:
    """Return many matches of a game as one vector environment.

    Args:
        game: Identifier of the game, such as `diceman`.
        num_envs: Environments: matches times seats that are played; None for those of one match.
        seat: The learner's seat; several, or None for all, are environments beside each other, match by match.
        opponents: Who plays the other seats: `random`, which does anything legal; `default`, which never
            answers; the name of a house policy, such as `house:random`, if the backend has some; or a function
            of observations, such as the learner's own policy. For all of them, or by seat.
        backend: `inprocess`, which needs the referee installed; or `grpc://HOST:PORT` or `grpc://unix:/path` of
            a server that `referee simulate` has started.
        columns: Names of the columns that are observed, and `Features`; `*` stands for all of the game's that are
            arrays. None for these.
        autoreset: When the next episode of a match begins: `next_step`, `same_step` or `disabled`, as in Gymnasium.
        seed: 0..2^64-1, for a first reset that names none; None draws one.
        config: Fields of the game's config by name, or its Config message.
        num_seats: Seats of each match; 0 means the game's default.
        game_version: Behaviour version of the rules; 0 means the newest.
        max_steps: Decision points after which an episode is truncated; 0 for never.
        strict: Whether a step with an action that the rules refuse is an error, which changes nothing.
        batch_size: Environments that `recv` tells of at once; 0 means all.
        copy: Whether observations share memory with nothing else; without, they may be read-only.
        key: Secret that a server asks for; empty means `REFEREE_SIMULATE_KEY` of the environment, if any.
        ca: File with PEM certificates to trust; given means TLS.
        render_mode: `human`, `ansi` or `rgb_array`: how `render` shows what each environment's seat sees, which
            is then made with every step; None for not at all.
        stagger: Steps over which first episodes begin, the same number of matches with each, so that those of
            games that take long to begin don't do so all at once, and don't end together; until then
            `infos["asked"]` is false. 0 for all at once, as they must with `disabled`.
        reward: What an episode that the rules end is worth: `score`, the seat's score; `placement`, from -1 to 1;
            or `win`, from 0 to 1. None for the score, and in Dungeon Keeper for the placement.
        actions: `lists`, or `factored` for fixed parts in place of picks, in games that have such a space.

    Raises:
        InputError: An argument is not what it must be.
        BackendError: The backend can't be used, or refuses the game.
    """
    made = dict(locals())
    if actions not in ("lists", FACTORED):
        raise InputError("actions", f"'lists' or '{FACTORED}'", repr(actions))
    if autoreset not in AUTORESETS:
        raise InputError("autoreset", f"one of {', '.join(AUTORESETS)}", repr(autoreset))
    if not 0 <= max_steps < 2**31:
        raise InputError("max_steps", "from 0 to 2^31-1", max_steps)
    if not 0 <= stagger < 2**31:
        raise InputError("stagger", "from 0 to 2^31-1", stagger)
    if stagger and autoreset == "disabled":
        raise InputError("stagger", "0 where autoreset is disabled", stagger)
    if seed is not None and not 0 <= seed < 2**64:
        raise InputError("seed", "from 0 to 2^64-1", seed)
    asked = Game(game, config, num_seats, game_version)
    stepping = connect(backend, asked, key=key, ca=ca, copy=copy)
    try:
        seats = checked_seats(seat, stepping.description)
        num_envs = len(seats) if num_envs is None else num_envs
        check_sizes(num_envs, batch_size, len(seats))
        check_batches(num_envs // (batch_size or num_envs), stepping.description.window)
        vector = MatchVectorEnv(
            stepping,
            num_envs,
            seats=seats,
            opponents=opponents,
            columns=columns,
            autoreset=autoreset,
            seed=seed,
            max_steps=max_steps,
            strict=strict,
            batch_size=batch_size or num_envs,
            copy=copy,
            render_mode=render_mode,
            stagger=stagger,
            reward=reward,
            actions=actions,
        )
        vector._made = made
        return vector
    except BaseException:
        stepping.close()
        raise


def _remade(
    made: dict[str, Any], state: dict[str, Any], dumped: Sequence[tuple[Any, ...]]
) -> MatchVectorEnv:
    """Return an environment as another that was made with these arguments and is in this state."""
    vector = make_vec(**made)
    for name, value in state.items():
        setattr(vector, name, value)
    for batch, each in zip(vector._batches, dumped, strict=False):
        batch.load(each)
    return vector


def _end_to_end(arrays: Sequence[Array]) -> Array:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
