"""Imports obey the layers, the clock is read in one place, and randomness comes from one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable

import pytest

from tests.architecture import layers
from tests.architecture.source import ROOT, Module, module_of, modules

Rule = Callable[[Module], Iterable[tuple[int, str]]]


@pytest.mark.parametrize("rule", layers.RULES, ids=lambda rule: rule.__name__)
def test_the_tree_obeys(rule: Rule) -> None:
    """The rule's docstring says what it asks for; the failure lists the offending lines."""
    assert [line for module in modules() for line in layers.offences(rule, module)] == []


def test_all_layers_and_exceptions_exist() -> None:
    """A rule about a folder or file that is not there would protect nothing."""
    paths = {module.path for module in modules()}
    for layer in layers.LAYERS:
        assert f"referee/{layer}/__init__.py" in paths
    named = (*layers.GRPC_IN_TOURNAMENTS, *layers.CLOCK_ALLOWED, *layers.RANDOM_ALLOWED)
    for path in (*named, *(path for path in layers.READS if path.endswith(".py"))):
        assert path in paths


def test_environments_load_the_referee_only_when_asked_to() -> None:
    """All their modules but one, and PettingZoo's part as well, do without it."""
    code = (
        "import pkgutil, sys, referee_envs\n"
        "for found in pkgutil.walk_packages(referee_envs.__path__, 'referee_envs.'):\n"
        "    if found.name != 'referee_envs.backends.in_process': __import__(found.name)\n"
        "print('referee' in sys.modules, 'referee_envs.vector' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout == "False True\n"


def test_every_module_of_the_referee_is_in_a_layer() -> None:
    """A new folder would escape the order of layers."""
    names = [module.name for module in modules() if module.name.startswith("referee.")]
    assert {name.split(".")[1] for name in names} <= {*layers.LAYERS, "__main__"}


@pytest.mark.parametrize("package", layers.ROOMS)
def test_every_room_is_in_order(package: str) -> None:
    """A new room would escape the order; one that is gone would hide that it is."""
    rooms = {path.parent.name for path in ROOT.joinpath(*package.split(".")).glob("*/__init__.py")}
    assert rooms == {room for room in layers.ROOMS[package] if room}


def test_the_supervisor_never_loads_grpc() -> None:
    """Forking in a process that has loaded gRPC can deadlock: by source, and in a real process."""
    assert layers.grpc_loaded_by("tournaments.processes.subreaper", modules()) == []
    loaded = "{name.split('.')[0] for name in sys.modules}"
    code = f"import sys, tournaments.processes.subreaper\nprint({loaded} & {set(layers.GRPC)!r})"
    command = [sys.executable, "-c", code]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout == "set()\n"


@pytest.mark.parametrize("module", ["tournaments.session", "tournaments.cluster.stage_process"])
def test_who_starts_the_supervisor_has_not_loaded_grpc(module: str) -> None:
    """It comes in once the supervisor runs; until then not even by an import of an import."""
    code = f"import sys, {module}\nprint({{'grpc', 'distributed'}} & set(sys.modules))"
    command = [sys.executable, "-c", code]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert child.stdout == "set()\n"


@pytest.mark.parametrize(
    ("rule", "path", "line"),
    [
        (layers.layer_order, "referee/core/x.py", "import referee.games.registry"),
        (layers.layer_order, "referee/core/x.py", "from referee import match"),
        (layers.layer_order, "referee/core/x.py", "from ..server import serve"),
        (layers.layer_order, "referee/core/__init__.py", "from ..replay import reader"),
        (layers.layer_order, "referee/games/chess/engine.py", "from referee.match import machine"),
        (layers.layer_order, "referee/match/x.py", "from referee.replay.journal import Journal"),
        (layers.layer_order, "referee/replay/x.py", "import referee.server as server"),
        (layers.layer_order, "referee/server/x.py", "def f():\n    from referee.cli import app"),
        (layers.layer_order, "referee/match/x.py", "importlib.import_module('referee.cli')"),
        (layers.layer_order, "referee/server/y.py", "import referee.__main__"),
        (layers.rooms, "referee/server/hosting/x.py", "from referee.server.services import session"),
        (layers.rooms, "referee/server/lobby/x.py", "import referee.server.router.link"),
        (layers.rooms, "referee/server/process/x.py", "from referee.server.access.auth import y"),
        (layers.rooms, "referee/server/services/x.py", "from referee.server.serve import Server"),
        (layers.rooms, "referee/server/serve.py", "from referee.server.router import link"),
        (layers.rooms, "tournaments/spec/x.py", "from tournaments.store.database import Place"),
        (layers.rooms, "tournaments/play/x.py", "from tournaments import session"),
        (layers.rooms, "tournaments/session.py", "from tournaments.cli.run import run"),
        (layers.rooms, "referee/server/access/x.py", "def f():\n    from ..lobby import past"),
        (layers.upper_layers_unnamed, "referee/core/x.py", "HOT = ('referee.match.machine',)"),
        (layers.upper_layers_unnamed, "referee/core/x.py", "is_game = name.startswith('referee.games.')"),
        (layers.upper_layers_unnamed, "referee/core/x.py", "is_game = name.split('.')[:2] == ['referee', 'games']"),
        (layers.upper_layers_unnamed, "referee/core/x.py", "digest_of(package, 'server/*.py')"),
        (layers.upper_layers_unnamed, "referee/core/x.py", "x = f'games/{name}/*.py'"),
        (layers.upper_layers_unnamed, "referee/match/x.py", "run('python -m referee.cli.serve.worker')"),
        (layers.upper_layers_unnamed, "referee/kit/x.py", "path = root / 'referee/server'"),
        (layers.games_apart, "referee/games/chess/engine.py", "import referee.games.diceman"),
        (layers.games_apart, "referee/games/chess/engine.py", "from referee.games import registry"),
        (layers.games_apart, "referee/games/chess/engine.py", "from ..diceman import tables"),
        (layers.games_apart, "referee/games/chess/engine.py", "from referee.games.chess2 import x"),
        (layers.games_apart, "referee/games/duel.py", "from referee.games.chess import tables"),
        (layers.stubs, "referee/games/chess/engine.py", "from gamereferee.v1 import match_pb2"),
        (layers.stubs, "referee/match/machine.py", "import gamereferee"),
        (layers.stubs, "referee/core/rng.py", "import gamereferee.v1.match_pb2 as m"),
        (layers.grpc, "referee/replay/reader.py", "import grpc"),
        (layers.grpc, "referee/match/machine.py", "import grpc.aio"),
        (layers.grpc, "referee/replay/reader.py", "from gamereferee.v1 import x_pb2_grpc"),
        (layers.grpc, "tournaments/processes/supervisor.py", "from grpc_health.v1 import health_pb2"),
        (layers.floors, "tournaments/store/store.py", "from referee.core import rng"),
        (layers.floors, "tournaments/pairings/base.py", "import referee"),
        (layers.floors, "clients/python/referee_client/x.py", "import referee.core"),
        (layers.floors, "clients/python/referee_bots/x.py", "from referee import core"),
        (layers.floors, "arena/referee_arena/x.py", "from referee import server"),
        (layers.floors, "arena/referee_arena/x.py", "import referee.match.seat"),
        (layers.floors, "envs/referee_envs/vector.py", "import referee.kit"),
        (layers.floors, "envs/referee_envs/backends/x.py", "import referee.games.registry"),
        (layers.floors, "envs/referee_envs/backends/in_process.py", "import referee.server"),
        (layers.floors, "envs/referee_envs/backends/in_process.py", "import referee.match.machine"),
        (layers.floors, "referee/cli/simulate.py", "import referee_envs"),
        (layers.floors, "clients/python/referee_bots/x.py", "import referee_envs.vector"),
        (layers.floors, "referee/cli/app.py", "import tournaments.cli"),
        (layers.floors, "referee/cli/arena.py", "from referee_arena import cli"),
        (layers.floors, "referee/server/x.py", "import tests.helpers"),
        (layers.floors, "referee/server/x.py", "import referee_client"),
        (layers.floors, "referee/replay/x.py", "from referee_bots import diceman"),
        (layers.floors, "clients/python/referee_client/x.py", "import tournaments"),
        (layers.floors, "clients/python/referee_client/x.py", "import referee_arena"),
        (layers.floors, "arena/referee_arena/x.py", "import tournaments.play.stage"),
        (layers.floors, "tournaments/cli/run.py", "from referee_arena.site import export"),
        (layers.floors, "clients/python/referee_client/x.py", "import referee_bots.seeded"),
        (layers.floors, "proto/python/gamereferee/x.py", "import referee.games"),
        (layers.floors, "clients/python/bot_commands/x.py", "import referee_client"),
        (layers.floors, "envs/referee_envs/x.py", "import referee_arena.scenes"),
        (layers.floors, "arena/referee_arena/x.py", "import referee_envs"),
        (layers.floors, "tournaments/play/x.py", "import loadtest.bench"),
        (layers.upper_floors_unnamed, "referee/kit/x.py", "find('tournaments.store')"),
        (layers.upper_floors_unnamed, "referee/cli/x.py", "run('python -m referee_arena')"),
        (layers.upper_floors_unnamed, "clients/python/referee_client/x.py", "load('referee.core.rng')"),
        (layers.upper_floors_unnamed, "tournaments/x.py", "path = 'referee_envs/vector.py'"),
        (layers.clock, "referee/match/machine.py", "import time\nnow = time.time()"),
        (layers.clock, "referee/server/hosting/host.py", "import time as t\nt.monotonic_ns()"),
        (layers.clock, "referee/server/hosting/host.py", "from time import perf_counter"),
        (layers.clock, "referee/cli/play/command.py", "import datetime\ndatetime.datetime.now()"),
        (layers.clock, "referee/cli/play/command.py", "from datetime import datetime\ndatetime.now()"),
        (layers.clock, "referee/core/x.py", "from time import time_ns as now"),
        (layers.randomness, "referee/games/chess/setup.py", "import random"),
        (layers.randomness, "referee/server/access/auth.py", "from secrets import token_bytes"),
        (layers.randomness, "referee/core/x.py", "import numpy as np\nnp.random.default_rng()"),
        (layers.randomness, "referee/core/x.py", "from numpy import random"),
        (layers.randomness, "referee/server/x.py", "import os\nos.urandom(8)"),
        (layers.randomness, "referee/server/x.py", "from uuid import uuid4"),
        (layers.effects_used, "referee/server/x.py", "machine.handle(event)"),
        (layers.effects_used, "referee/cli/x.py", "def f(self):\n    self.machine.handle(event)"),
        (layers.effects_used, "referee/replay/x.py", "_ = machine.handle(event)"),
    ],
)  # fmt: skip
def test_each_rule_can_fail(rule: Rule, path: str, line: str) -> None:
    """The offence is found, in the last line of the source."""
    (offence,) = layers.offences(rule, module_of(path, f"import os.path, math\n{line}\n"))
    assert offence.startswith(f"{path}:{2 + line.count(chr(10))}: ")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("referee/cli/app.py", "import referee.server.serve, referee.core.rng, referee_client"),
        ("referee/cli/app.py", "from referee import __version__"),
        (
            "referee/server/serve.py",
            "import grpc\nfrom gamereferee.v1 import play_service_pb2_grpc",
        ),
        ("referee/games/chess/codec.py", "from gamereferee.games.chess.v1 import chess_pb2"),
        (
            "referee/games/chess/engine.py",
            "from referee.games.chess import phases\nfrom . import x",
        ),
        ("referee/games/chess/messages.py", "from referee.kit.wire.format import int_field"),
        ("referee/games/chess/events.py", "from referee.games import duel, scenario_fields"),
        ("referee/games/registry.py", "from referee.games import x"),
        ("referee/replay/reader.py", "from gamereferee.v1 import replay_pb2"),
        ("referee/core/clock.py", "import time\ntime.monotonic_ns()"),
        ("referee/server/process/lag.py", "import time\ntime.monotonic_ns()"),
        ("referee/server/hosting/host.py", "import time\ntime.sleep(1)\nnow = clock.now_ns()"),
        ("referee/core/rng.py", "import secrets"),
        (
            "referee/server/services/x.py",
            "from referee.server.services import session\nfrom ..lobby import past",
        ),
        (
            "referee/server/serve.py",
            "from referee.server import endpoint\nfrom referee.server.services import x",
        ),
        (
            "referee/core/x.py",
            'def f():\n    """See referee.games."""\nx = \'referee.core.values\', \'matches\'',
        ),
        ("referee/server/x.py", "x = 'referee.match.machine', 'match/x', 'games'"),
        ("referee/server/hosting/host.py", "machine.note(event)\neffects = machine.handle(event)"),
        ("referee/server/hosting/host.py", "carry_out(machine.handle(event))\nhandle(event)"),
        ("referee/core/x.py", "def f(random: int, time: object) -> int:\n    return random"),
        (
            "tournaments/play/referee_calls.py",
            "import grpc\nimport referee_client\nimport time\ntime.time()",
        ),
        ("clients/python/referee_bots/x.py", "import referee_client, gamereferee, random, grpc"),
        (
            "envs/referee_envs/backends/in_process.py",
            "import referee.core.errors, referee.games.registry\nfrom referee.kit.rollout import rollout",
        ),
        (
            "envs/referee_envs/x.py",
            "import grpc, gamereferee, referee_bots, referee_client",
        ),
        ("tests/x.py", "import grpc, gamereferee, referee.server, tournaments, random, time"),
    ],
)
def test_what_is_allowed_is_no_offence(path: str, source: str) -> None:
    """No rule finds anything."""
    module = module_of(path, source)
    assert [line for rule in layers.RULES for line in layers.offences(rule, module)] == []


def test_grpc_is_found_at_the_end_of_a_chain() -> None:
    """Through a relative import, a function and the package of a package."""
    chain = [
        module_of("tournaments/a.py", "from . import b"),
        module_of("tournaments/b.py", "def late():\n    import tournaments.deep.c"),
        module_of("tournaments/deep/__init__.py", "\nfrom referee_client import run"),
        module_of("tournaments/deep/c.py", ""),
        module_of("clients/python/referee_client/run.py", "import grpc.aio"),
        module_of("tournaments/other.py", "import grpc"),
    ]
    expected = ["clients/python/referee_client/run.py:1: grpc.aio"]
    assert layers.grpc_loaded_by("tournaments.a", chain) == expected
