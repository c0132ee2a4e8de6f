"""Compiles all kernels of a game, for all argument types with which matches, rows and codecs call them."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

from referee.core.config import GameConfig, parse_config
from referee.core.game import AnyPlugin, Events
from referee.core.kernel import JIT, group_of, groups
from referee.core.native import kernel_cache, loading
from referee.core.rng import Stream
from referee.games import registry
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.further import HasFurtherColumns, MakesFurther
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Rollout
from referee.kit.rollout.rows import has_own_rows

__all__ = ["command_for", "compile_kernels", "group_of_game", "play_through"]

_MOST_STEPS = 1000
_FEW_STEPS = 10
_RARE_STEPS = 60
_LOCK = "lock"
_MANY_OBJECTS = 1_000_000


def group_of_game(game: str) -> str:
    """Return the name of the group of kernels that are compiled and stored with those of this game.

    The game is imported for this.
    """
    return group_of(type(registry.find(game).game).__module__)


def command_for(group: str) -> list[str] | None:
    """Return the command line that compiles a group's kernels in another process; None if no game belongs to the group.

    The command does not import from the current folder, where a bot may have its own `numpy.py`.
    """
    below = {entry.name: f"{entry.module}.kernels" for entry in registry.entries()}
    games = [game for game, module in below.items() if group_of(module) == group]
    python = [sys.executable, "-P"]
    return [*python, "-m", "referee", "warmup", "--beside", *games] if games else None


def compile_kernels(game: str) -> str:
    """Compile a game's kernels and store them on disk, unless they are stored already.

    If another process is compiling them, wait for it.

    Returns:
        One line of text that says what was done.
    """
    group = group_of_game(game)
    if not JIT:
        return f"{game}: interpreted, for there is no Numba here"
    if group not in groups:
        return f"{game}: has no kernels"
    place = kernel_cache.places(group)[0]
    with _alone(place.folder):
        kept = kernel_cache.find_kernels(group)
        if kept is not None and kept.is_complete:
            return f"{game}: compiled, in {kept.folder}"
        gc.set_threshold(_MANY_OBJECTS)  # a compiler makes millions of objects that stay
        loading.compile_when_called(group)
        play_through(registry.find(game))
        # Marked complete only after everything was played: a process that is killed earlier leaves an incomplete
        # cache.
        place.complete()
    return f"{game}: compiled, in {place.folder}"


def play_through(plugin: AnyPlugin) -> None:
    """Play random matches of a game, singly and in rows, and encode everything, so that each kernel is called."""
    info = plugin.game.info
    config_class = plugin.game.config_class
    config = config_class()
    for seed, num_seats in enumerate((info.default_seats, info.min_seats)):
        _play(plugin, config, seed, num_seats)
    _play(plugin, config_class(**_all_switched_on(config_class)), 2, info.min_seats, _FEW_STEPS)
    for values in plugin.rare:
        _play(plugin, parse_config(config_class, values), 0, info.min_seats, _RARE_STEPS)
    _play_rows(plugin, config)


def _all_switched_on(config_class: type[GameConfig]) -> dict[str, bool]:
    """Return, by name, True for each boolean field of a config: rules that are off by default have kernels too."""
    fields = config_class.model_fields.items()
    return {name: True for name, field in fields if field.annotation is bool}


def _play(
    plugin: AnyPlugin, config: Any, seed: int, num_seats: int, most_steps: int = _MOST_STEPS
) -> None:
    game, codec = plugin.game, plugin.codec
    events: Events
    state, events = game.start(config, seed=seed, num_seats=num_seats)
    dice = Stream(seed)
    for _ in range(most_steps):
        codec.encode_events(events)
        point = game.decision(state)
        if point is None:
            break
        codec.encode_observations(config, game.observe(state, point.seats))
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        events = game.step(state, actions)
        game.digest(state)
    game.plain_state(game.copy(state))
    for variant in game.hidden_variants(state, 0, dice):
        game.observe(variant, (0,))


def _play_rows(plugin: AnyPlugin, config: Any) -> None:
    """Step and observe matches in rows, with actions of zeros and empty messages; only for a game with its own rows."""
    if not has_own_rows(plugin.game, config):
        return
    rows = start_rows(plugin, config, num_rows=2, num_seats=plugin.game.info.default_seats)
    rollout = Rollout(rows, seed=0)
    acted = next(each for each in rows.acted if not each.is_ragged)
    shape = acted.shape(rows.num_rows, rows.num_seats)
    observed = [each.name for each in rollout.columns]
    for _ in range(_FEW_STEPS):
        rollout.step({acted.name: np.zeros(shape, acted.column.dtype)})
        rollout.observe(observed)
    every = np.arange(rows.num_rows)
    # Steps ask for scores only where a match ends or a reward needs them.
    rows.scores(every)
    if isinstance(rows, MakesFurther) and isinstance(plugin.game, HasFurtherColumns):
        maker = plugin.game.further_columns(config, rows.num_seats)
        rows.further_values(every, [each.name for each in maker.columns])
    messages = [each.name for each in rows.acted if each.is_ragged]
    for name in messages:
        rollout.step({name: Ragged.of([b""] * (rows.num_rows * rows.num_seats))})


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a file lock, so that only one process compiles into a folder at a time.

    If the system has no file locks, or the folder can't be written, no lock is taken.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / _LOCK).open("w")
    except OSError:
        yield  # nothing can be kept there, so there is nothing to wait for
        return
    with lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
