"""Makes vector environments: many matches of a game at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee_envs.actions.factored import FACTORED
from referee_envs.arguments import check_batches, check_sizes, checked_seats
from referee_envs.backends.base import AUTORESETS, Game
from referee_envs.backends.choose import connect
from referee_envs.errors import InputError
from referee_envs.features import Features
from referee_envs.match_vector import FRAMES_A_SECOND, MatchVectorEnv
from referee_envs.opponents import RANDOM, Opponents

__all__ = ["FRAMES_A_SECOND", "MatchVectorEnv", "make_vec"]


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
        num_envs: Number of environments: matches times seats that the learner plays; None for those
            of one match.
        seat: Seat that the learner plays; several seats, or None for all, are environments next to
            each other, match by match.
        opponents: Policy of the other seats: `random`, which draws from the legal actions; `default`, which never answers; the name of
            a house policy, such as `house:random`, if the backend has it; or a function of observations, such as the
            learner's own policy. One for all of them, or a mapping by seat.
        backend: `inprocess`, which needs the referee installed; or `grpc://HOST:PORT` or `grpc://unix:/path` of
            a server started by `referee simulate`.
        columns: Names of the columns of observations, and `Features`; `*` stands for all of the
            game's columns that are arrays. None means `*` alone.
        autoreset: When the next episode of a match begins: `next_step`, `same_step` or `disabled`, as in Gymnasium.
        seed: 0..2^64-1, for a first reset without a seed; None draws one.
        config: Fields of the game's config by name, or its Config message.
        num_seats: Number of seats of each match; 0 means the game's default.
        game_version: Behaviour version of the rules; 0 means the newest.
        max_steps: Decision points after which an episode is truncated; 0 for never.
        strict: Whether a step with an action that the rules refuse raises an error and changes nothing.
        batch_size: Number of environments that `recv` returns together; 0 means all.
        copy: Whether observations are copies that nothing else writes to. If not, they may be
            read-only, or be overwritten by later steps.
        key: Secret that a server asks for; empty means the environment variable
            `REFEREE_SIMULATE_KEY`, if set.
        ca: File with PEM certificates to trust, which turns on TLS; None for no TLS.
        render_mode: `human`, `ansi` or `rgb_array`: how `render` shows what each environment's seat sees. Every step
            then computes it. None if nothing is shown.
        stagger: Number of steps over which first episodes begin, the same number of matches with each step. So
            matches that take long to begin do not all begin, or end, in the same step. Until a match has begun,
            `infos["asked"]` is false. 0 begins all at once; it must be 0 with `disabled`.
        reward: Reward of an episode that the rules end: `score`, the seat's score; `placement`, from -1 to 1; or
            `win`, from 0 to 1. None means the score, and in Dungeon Keeper the placement.
        actions: `lists`, or `factored` for fixed parts in place of picks, in games that have such a space.

    Raises:
        InputError: An argument is not allowed.
        BackendError: The backend can't be used, or refuses the game.
    """
    arguments = dict(locals())  # first, while there are no other variables
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
        # For copies: the arguments are plain values, while a backend can't be copied.
        vector._remake = _remade, arguments
        return vector
    except BaseException:
        # Whatever failed: a server must not keep a stream that nobody uses.
        stepping.close()
        raise


def _remade(
    arguments: dict[str, Any], state: dict[str, Any], dumped: Sequence[tuple[Any, ...]]
) -> MatchVectorEnv:
    """Return a copy of an environment.

    Args:
        arguments: Arguments of `make_vec` with which it was made.
        state: Attributes to set, by name.
        dumped: What `Batch.dump` returned for each batch.
    """
    vector = make_vec(**arguments)
    for name, value in state.items():
        setattr(vector, name, value)
    for batch, each in zip(vector._batches, dumped, strict=False):
        batch.load(each)
    return vector
