"""The vector environment of Gymnasium whose environments are seats of many matches."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from referee_envs.actions.forms import form_of
from referee_envs.arguments import written
from referee_envs.backends.base import Backend, Opening
from referee_envs.batch import Batch, Result, derived_seed
from referee_envs.columns import Array
from referee_envs.errors import BackendError, InputError
from referee_envs.features import Features
from referee_envs.infos import Infos, joined
from referee_envs.keeping import MatchSnapshot, checked_words, keep, restoring_of
from referee_envs.opponents import Opponents, checked_actions, split_opponents
from referee_envs.render import RENDER_MODES, checked_mode, shown, view_column
from referee_envs.rewards import checked_reward, reward_range
from referee_envs.views import Observation, Views

__all__ = ["FRAMES_A_SECOND", "MatchVectorEnv"]

FRAMES_A_SECOND = 4
"""Rate at which rendered matches are meant to be shown, in frames a second."""

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
    """Many matches at once; each environment is a seat of a match. Made by `make_vec`.

    In addition to Gymnasium's `step` there are EnvPool's `send` and `recv`: environments are in
    batches, and while a policy decides for one batch, others can be stepped.
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
        """Description of the game, its config and its columns; an argument of `as_bot`."""
        self.reward = checked_reward(reward, self.description.game)
        """Kind of reward of an episode: `score`, `placement` or `win`."""
        self.reward_range = reward_range(self.reward)
        """Least and greatest reward that an episode can give."""
        others = [seat for seat in range(self.description.num_seats) if seat not in seats]
        within, house = split_opponents(opponents, others, self.description.policies)
        self.render_mode = checked_mode(render_mode, self.description)
        """How `render` shows matches: `human`, `ansi` or `rgb_array`; None if it does not."""
        view = "" if render_mode is None else view_column(render_mode)
        self.views = Views(self.description, form_of(self.description), columns, view)
        """Makes observations for policies from the backend's columns."""
        self.seats = tuple(seats)
        """Seats of each match that are environments."""
        self._backend, self._autoreset, self._strict = backend, autoreset, strict
        self._max_steps, self._stagger, self._house = max_steps, stagger, house
        self.num_envs = num_envs
        self.batch_size = batch_size
        """Number of environments in one batch, which `recv` returns together."""
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
        """Numbers of the batches whose answers `recv` has not returned yet, the oldest first."""
        self._infos = Infos(len(self.seats), self.views.form.mask_name)
        self._seed = seed
        self._is_open = False
        self._remake: tuple[Callable[..., MatchVectorEnv], Mapping[str, Any]] | None = None
        """Function and arguments by which `copy` and `pickle` make copies; set by `make_vec`."""

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new episodes, and drop all answers that have not been received.

        Args:
            seed: 0..2^64-1. The same seed gives the same episodes, now and later, whatever was
                played before. A list has a seed for each match. None continues with the next
                episodes.
            options: `reset_mask`, bool[environment]: which environments begin a new episode;
                without it, all do.

        Raises:
            InputError: A number is out of bounds, or a mask has only some of a match's seats.
        """
        self._drain()
        mask = (options or {}).get("reset_mask")
        if seed is not None and mask is not None:
            raise InputError("reset_mask", "given without a seed", "with one")
        if seed is not None or not self._is_open:
            self._begin(seed)
            begun = list(range(len(self._batches)))
        else:
            begun = self._reset_rows(self._rows_of(mask))
        for number in begun:
            self._take(self._batches[number])
        return self._infos.of_views([batch.view for batch in self._batches])

    def step(
        self, actions: Any, out: Observation | None = None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Carry out one decision point of every match.

        Args:
            actions: Actions within the action space, one for each environment. An action outside
                its mask is played as the rules say, and counted in `refused`.
            out: Arrays to write observations to; None for new ones.

        Returns:
            Observations, rewards, terminations, truncations and infos. Infos have `asked`, whether the seat must
            decide; `action_mask` of the legal actions; `refused`, the number of parts of the action that the rules
            refused; `placement`, the seat's placement from 1 if the rules ended the match, else 0; and
            `final_obs` and `final_info` if another episode has begun at once.

        Raises:
            InputError: Actions are not of the space.
            BackendError: A match is over and must be reset, or `strict` is set and an action was refused. Nothing
                has changed.
        """
        self._drain()  # answers that `send` asked for: `recv` has not returned them, and now never will
        self._send_to(range(len(self._batches)), actions)
        return self._joined([self._take(batch) for batch in self._batches], out)

    def send(self, actions: Any, env_ids: Array | None = None) -> None:
        """Request a step of one batch, or of all, without waiting for it.

        If actions do not depend on the answers, several steps may be sent ahead, up to
        `description.window` of all batches together.

        Args:
            actions: Actions, one for each of these environments.
            env_ids: Environments of one batch, from `infos["env_id"]` of `recv`; None for all.
        """
        if not self._is_open:
            raise InputError("send", "after reset", "before")
        batches = range(len(self._batches))
        if env_ids is not None:
            batches = self._batch_of(np.asarray(env_ids))
        # A server refuses more unanswered requests than its window; here the mistake is the caller's, and shown at once.
        waiting = sum(batch.num_waiting for batch in self._batches)
        if waiting + len(batches) > self.description.window:
            raise InputError("send", f"at most {self.description.window} ahead", "one more")
        self._send_to(batches, actions)
        self._order.extend(batches)

    def recv(
        self, out: Observation | None = None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Wait for the oldest step that was sent, and return its result.

        `infos["env_id"]` names its environments.

        Args:
            out: Arrays to write observations to; None for new ones.
        """
        if not self._order:
            raise InputError("recv", "after send", "without one")
        number = self._order.popleft()
        result = self._joined([self._take(self._batches[number])], out)
        result[-1]["env_id"] = self._ids(number)
        return result

    def async_reset(self) -> None:
        """Begin new episodes without waiting.

        `recv` then returns the batches one after another, as in EnvPool.
        """
        self._drain()
        if self._is_open:
            self._reset_rows(self._rows_of(None))
        else:
            self._begin(None)
        self._order.extend(range(len(self._batches)))

    # Search.

    def snapshot(self, matches: Sequence[int] | Array | None = None) -> MatchSnapshot:
        """Return a snapshot of some matches, from which `restore` can continue any number of times.

        A snapshot also holds hidden state, which policies must not look at. A server keeps a
        limited number of snapshots for a limited time; `forget` those that are not needed any more.

        Args:
            matches: Indices of the matches, from 0; None for all.

        Raises:
            InputError: A match does not exist, or environments are in several batches.
            BackendError: The backend can't keep matches.
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
        """Continue some matches from a snapshot; return observations and infos, as `reset` does.

        Args:
            snapshot: Snapshot of this environment; it stays unchanged.
            seed: Seed of all later random choices: one seed for all matches, which still choose
                differently, or a list with one for each. None keeps the choices as they would have
                been.
            matches: Indices of the matches that continue, from 0, each once; None for all.
            places: For each of `matches`, the index, from 0, of the snapshot's match to continue
                from; None for one after the other.
            redraw_for: Seat index: the state hidden from this seat is chosen again at random, from
                what is possible as far as the seat knows. Needs a seed, and a game that supports it: those
                made with `referee.kit`, Diceman and Swordman. None keeps the hidden state.

        Raises:
            InputError: An argument is out of bounds, or the snapshot is of another environment.
            BackendError: The backend refuses the request; nothing has changed then.
        """
        batch = self._only_batch("restore")
        restoring = restoring_of(
            batch, snapshot, seed=seed, matches=matches, places=places, redraw_for=redraw_for
        )
        batch.restore(snapshot.kept, restoring)
        self._take(batch)
        return self._infos.of_views([batch.view])

    def forget(self, snapshot: MatchSnapshot) -> None:
        """Have the backend drop a snapshot, which can't be restored any more."""
        self._only_batch("forget").drop(snapshot.kept)

    def _only_batch(self, what: str) -> Batch:
        """Return the batch with all environments, after dropping answers that were not received.

        Args:
            what: Name of the calling method, for the error.

        Raises:
            InputError: Environments are in several batches, or `reset` has not been called yet.
        """
        if len(self._batches) > 1:
            raise InputError("batch_size", f"that of all environments for {what}", self.batch_size)
        if not self._is_open:
            raise InputError(what, "asked for after reset", "before")
        self._drain()
        return self._batches[0]

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what `copy` and `pickle` need for a copy whose matches continue exactly as these do."""
        # Answers on their way belong to this object's connection, and can't be copied.
        if self._order:
            raise InputError(
                "copy", "of an environment that has answered all steps", "one before recv"
            )
        state: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("_np_random", "_np_random_seed", "_is_open", *_SPACES)
        }
        dumped = [batch.dump() for batch in self._batches] if self._is_open else []
        assert self._remake is not None
        remake, arguments = self._remake
        return remake, (arguments, state, dumped)

    def render(self) -> tuple[Any, ...] | None:
        """Return each environment's view, as the game shows it to its seat.

        With `human` print the views.
        """
        if self.render_mode is None or not self._is_open:
            return None
        frames = tuple(self.frame(place) for place in range(self.num_envs))
        return None if self.render_mode == "human" else frames

    def frame(self, place: int) -> Any:
        """Return the view of one environment's seat; with `human` print it, and return None.

        Args:
            place: Index of the environment, from 0.

        Raises:
            InputError: There is nothing to show before `reset`, or `render_mode` is None.
        """
        if self.render_mode is None or not self._is_open:
            raise InputError("frame", "asked for after reset, with a render_mode", "otherwise")
        number, entry = divmod(place, self.batch_size)
        scenes = self._batches[number].view.shown
        assert scenes is not None
        seat = self.seats[place % len(self.seats)]
        frame = shown(self.render_mode, self.description, seat, scenes[entry])
        if self.render_mode == "human":
            print(frame)
            return None
        return frame

    def close_extras(self, **kwargs: Any) -> None:
        """Close the backend; called by Gymnasium's `close`."""
        del kwargs
        self._backend.close()

    # Beginning.

    def _begin(self, seed: int | Sequence[int] | None) -> None:
        """Open all batches, with one seed or a seed for each match."""
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
                    # With same_step the step that ends an episode returns the first observation of the next one, and
                    # the last of the old one has to come in addition. With next_step the next step begins it.
                    self.views.names if self._autoreset == "same_step" else (),
                    self._house,
                    self._stagger,
                    self.reward,
                    # Rows of all batches are counted together, so that episodes do not depend on the batch size.
                    number * rows,
                )
            )
            # A backend opens a batch with one seed alone. So seeds of single matches need a reset after that.
            if seeds is not None:
                self._take(batch)
                batch.reset(np.arange(rows), seeds[number * rows : (number + 1) * rows])
        self._is_open = True

    def _reset_rows(self, chosen: Array) -> list[int]:
        """Request the next episode of the matches with the indices `chosen`, int64[n].

        Return the numbers of their batches.
        """
        # Only batches with such matches: the others get no request, and so no answer.
        numbers: list[int] = np.unique(chosen // self._rows_a_batch).tolist()
        for number in numbers:
            own = chosen[chosen // self._rows_a_batch == number]
            self._batches[number].reset(own - number * self._rows_a_batch)
        return numbers

    def _rows_of(self, mask: Any) -> Array:
        """Return the indices of the matches whose environments a mask marks; None marks all."""
        if mask is None:
            return np.arange(self.num_envs // len(self.seats))
        given = np.asarray(mask)
        if given.dtype != np.bool_ or given.shape != (self.num_envs,):
            bound = f"bool of shape ({self.num_envs},)"
            raise InputError("reset_mask", bound, f"{given.dtype} of shape {given.shape}")
        by_match = given.reshape(-1, len(self.seats))
        # Seats of one match can only begin together.
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
        # All actions are checked before the first batch is sent, so that an error leaves every batch as it was.
        checked = checked_actions(actions, self.single_action_space, entries)
        for place, number in enumerate(batches):
            own = checked[place * self.batch_size : (place + 1) * self.batch_size]
            self._batches[number].send(own, strict=self._strict)

    def _take(self, batch: Batch) -> Result:
        try:
            answer = self._backend.recv()
        except BackendError:
            batch.give_up()  # a refused request changes nothing, and has no other answer
            raise
        return batch.take(answer)

    def _drain(self) -> None:
        """Receive and drop all answers that are still to come."""
        while self._order:
            self._take(self._batches[self._order.popleft()])

    def _joined(
        self, results: Sequence[Result], out: Observation | None
    ) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        observation, info = self._infos.of_results(results)
        if out is not None:
            observation = written(observation, out)
        return (
            observation,
            joined([result.reward for result in results]),
            joined([result.terminated for result in results]),
            joined([result.truncated for result in results]),
            info,
        )
