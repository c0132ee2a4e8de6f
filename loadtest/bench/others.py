"""Decisions a second of other libraries' environments, measured in the same run as ours.

A decision is one agent's action, as in our own figures. Policies do as little as possible: actions
are prepared beforehand, or the first legal action is taken where legal actions must be looked up. This project
installs none of these libraries except Gymnasium and PettingZoo. The others are taken from the
folder `build/peers`, so that they slow down nothing else:

    pip install --target build/peers pygame envpool open_spiel pgx dm-env-rpc kaggle-environments

A library that can't be imported, or has another interface than expected, has no figure, and the
reason is printed. Two games made with this project's kit stand next to them.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import grpc
import numpy as np

from loadtest.bench.windows import Window, run_together
from loadtest.kit_games import decisions_of, found_games
from loadtest.workers import Worker

__all__ = ["OTHERS", "OtherLoad", "other_samples"]

PEERS = Path("build/peers")
"""Folder of the libraries that this project does not install."""
_ENVS = 64
"""Number of environments in a vector environment of a library."""
_MANY = 4096
"""Number of matches that are stepped as C++ objects, one after another."""
_ROWS = 512
"""Number of matches of a game made with the kit, which are stepped together."""


def _pettingzoo_rps() -> Iterator[int]:
    env = importlib.import_module("pettingzoo.classic.rps_v2").parallel_env(max_cycles=1000)
    env.reset(seed=0)
    actions = dict.fromkeys(env.possible_agents, 0)
    while True:
        if not env.agents:
            env.reset()
        env.step(actions)
        yield len(actions)


def _pettingzoo_connect_four() -> Iterator[int]:
    env = importlib.import_module("pettingzoo.classic.connect_four_v3").env()
    while True:
        env.reset(seed=0)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(observation["action_mask"].argmax()))
            yield 0 if over else 1


def _gymnasium(vector: str) -> Iterator[int]:
    gymnasium = importlib.import_module("gymnasium")
    envs = getattr(gymnasium.vector, vector)([lambda: gymnasium.make("CartPole-v1")] * _ENVS)
    envs.reset(seed=0)
    actions = np.zeros(_ENVS, np.int64)
    while True:
        envs.step(actions)
        yield _ENVS


def _envpool() -> Iterator[int]:
    envs = importlib.import_module("envpool").make_gymnasium("CartPole-v1", num_envs=_ENVS)
    envs.reset()
    actions = np.zeros(_ENVS, np.int32)
    while True:
        envs.step(actions)
        yield _ENVS


def _open_spiel_vector() -> Iterator[int]:
    environment = importlib.import_module("open_spiel.python.rl_environment")
    vector = importlib.import_module("open_spiel.python.vector_env")
    agent = importlib.import_module("open_spiel.python.rl_agent")
    envs = vector.SyncVectorEnv([environment.Environment("leduc_poker") for _ in range(_ENVS)])
    steps = envs.reset()
    while True:
        seen = [(step.observations, step.current_player()) for step in steps]
        actions = [agent.StepOutput(o["legal_actions"][seat][0], None) for o, seat in seen]
        steps, *_ = envs.step(actions, reset_if_done=True)
        yield _ENVS


def _open_spiel_states() -> Iterator[int]:
    game = importlib.import_module("pyspiel").load_game("leduc_poker")
    states = [game.new_initial_state() for _ in range(_MANY)]
    while True:
        decisions = 0
        for place, state in enumerate(states):
            if state.is_terminal():
                states[place] = game.new_initial_state()
                continue
            decisions += not state.is_chance_node()
            state.apply_action(state.legal_actions()[0])
        yield decisions


def _pgx() -> Iterator[int]:
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make("connect_four")
    step = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def act_first(state: Any, key: object) -> Any:
        return step(state, state.legal_action_mask.argmax(), key)

    keys = jax.random.split(jax.random.key(0), _ROWS)
    states = jax.jit(jax.vmap(env.init))(keys)
    step_all = jax.jit(jax.vmap(act_first))
    while True:
        states = step_all(states, keys)
        states.terminated.block_until_ready()
        yield _ROWS


def _kaggle() -> Iterator[int]:
    env = importlib.import_module("kaggle_environments").make("connectx")
    while True:
        env.reset()
        while not env.done:
            board = env.state[0].observation.board
            first = board.index(0)  # the cells of the top row are the first, so this is a column
            env.step([first, first])  # only the answer of the player whose turn it is counts
            yield 1


def _dm_env_rpc() -> Iterator[int]:
    """Step over gRPC on one stream, with client and server in this process."""
    messages = importlib.import_module("dm_env_rpc.v1.dm_env_rpc_pb2")
    services: Any = importlib.import_module("dm_env_rpc.v1.dm_env_rpc_pb2_grpc")
    connection = importlib.import_module("dm_env_rpc.v1.connection")
    pack = importlib.import_module("dm_env_rpc.v1.tensor_utils").pack_tensor

    def process(requests: Iterator[Any], _: object) -> Iterator[Any]:
        """Add the only action of each step to the only number of the world."""
        total = 0
        for request in requests:
            total += request.step.actions[1].int64s.array[0]
            response = messages.EnvironmentResponse()
            response.step.state = messages.RUNNING
            response.step.observations[1].CopyFrom(pack(np.int64(total)))
            yield response

    world = services.EnvironmentServicer()
    world.Process = process
    server = grpc.server(futures.ThreadPoolExecutor(2))
    services.add_EnvironmentServicer_to_server(world, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with connection.Connection(grpc.insecure_channel(f"127.0.0.1:{port}")) as client:
        while True:
            client.send(messages.StepRequest(actions={1: pack(np.int64(1))}))
            yield 1


def _kit(game: str) -> Iterator[int]:
    with found_games((game,)):
        yield from decisions_of(game, _ROWS)


OTHERS: dict[str, Callable[[], Iterator[int]]] = {
    "other_pettingzoo_rps_per_s": _pettingzoo_rps,
    "other_pettingzoo_connect_four_per_s": _pettingzoo_connect_four,
    "other_gymnasium_sync_per_s": lambda: _gymnasium("SyncVectorEnv"),
    "other_gymnasium_async_per_s": lambda: _gymnasium("AsyncVectorEnv"),
    "other_envpool_cartpole_per_s": _envpool,
    "other_open_spiel_vector_per_s": _open_spiel_vector,
    "other_open_spiel_states_per_s": _open_spiel_states,
    "other_pgx_connect_four_per_s": _pgx,
    "other_kaggle_connectx_per_s": _kaggle,
    "other_dm_env_rpc_per_s": _dm_env_rpc,
    "kit_connect_four_per_s": lambda: _kit("connect_four"),
    "kit_leduc_per_s": lambda: _kit("leduc"),
}
"""Functions that step an environment and yield the number of decisions of each step, by name of the
figure."""


class OtherLoad:
    """Load that steps one of the environments in `OTHERS`, in a separate process.

    Args:
        name: Name of the figure in `OTHERS`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._steps: Iterator[int] | None = None

    async def open(self) -> None:
        """Make the environments, and step them once; print why if that fails."""
        if PEERS.is_dir():
            # Behind all other folders, so that what both bring, such as NumPy, is this project's.
            sys.path.append(str(PEERS.absolute()))
        try:
            self._steps = OTHERS[self._name]()
            next(self._steps)
        except Exception as error:  # whatever another library has to say
            self._steps = None
            print(f"{self._name} is not measured: {type(error).__name__}: {error}", flush=True)

    async def run(self, seconds: float) -> Window:
        """Step for some seconds; return the decisions made, 0 if the library is not installed."""
        began_ns = now_ns = time.monotonic_ns()
        until_ns = began_ns + round(seconds * 1e9)
        decisions = 0
        while self._steps is not None and now_ns < until_ns:
            decisions += next(self._steps)
            now_ns = time.monotonic_ns()
        return Window(decisions, began_ns, now_ns)

    async def close(self) -> None:
        """Drop the environments."""
        self._steps = None


def other_samples(seconds: float, repetitions: int) -> dict[str, list[float]]:
    """Measure all libraries one after another, again and again; return samples by figure.

    A library that is not installed has none.

    Args:
        seconds: Seconds of one measurement.
        repetitions: Number of measurements of each library.
    """
    samples: dict[str, list[float]] = {}
    with ExitStack() as stack:
        workers: dict[str, Worker[Window]] = {}
        for name in OTHERS:
            worker = Worker(OtherLoad(name), starts_others=True)
            workers[name] = stack.enter_context(worker)
            worker.wait_until_open()
        for _ in range(repetitions):
            for name, worker in workers.items():
                window = run_together([worker], seconds)
                if window.items:
                    samples.setdefault(name, []).append(window.items / window.seconds)
    return samples
