"""The rules of who may import and read what, one function a rule: module in, offending lines out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch

from tests.architecture.source import Module

__all__ = ["FLOORS", "GRPC_IN_TOURNAMENTS", "READS", "ROOMS", "RULES", "grpc_loaded_by", "offences"]

LAYERS = (
    *("core", "kit", "games", "match", "testing", "replay", "server", "simulation"),
    *("conformance", "capacity", "play", "llm", "cli"),
)
"""Layers of `referee`, the lowest first."""

ROOMS = {
    "referee.server": (
        "process",
        "telemetry",
        "standard",
        "access",
        "attendance",
        "hosting",
        "lobby",
        "services",
        "",
        "router",
    ),
    "tournaments": (
        *("spec", "processes", "ratings", "pairings", "log", "store", "bots", "tables", "play"),
        *("cluster", "check", "season", "audit", "reports", "", "cli"),
    ),
}
"""Rooms of a package, the lowest first; the empty name is that of the files beside them."""

GRPC_IN_TOURNAMENTS = (
    "tournaments/play/attend_calls.py",
    "tournaments/play/open_turns.py",
    "tournaments/play/referee_calls.py",
    "tournaments/play/ends.py",
)
"""The only files of the tournament runner that load gRPC."""

FLOORS: dict[str, tuple[str, ...]] = {
    "proto": ("gamereferee",),
    "clients": ("bot_commands", "referee_client", "referee_bots"),
    "referee": ("referee",),
    "tournaments": ("tournaments",),
    "envs": ("referee_envs",),
    "arena": ("referee_arena",),
}
"""Folders of the project with their packages, the lowest first; what only developers run stands above them all."""

READS: dict[str, tuple[str, ...]] = {
    "proto/*": (),
    "clients/*": ("gamereferee",),
    "clients/python/bot_commands/*": (),
    "clients/python/referee_bots/*": ("referee_client",),
    "referee/*": ("gamereferee",),
    "referee/cli/*": FLOORS["clients"],
    "referee/llm/*": ("referee_client",),
    "referee/play/*": ("bot_commands", "referee_bots", "referee_client"),
    "tournaments/*": ("gamereferee", *FLOORS["clients"]),
    "envs/*": ("gamereferee", "referee_client", "referee_bots"),
    "envs/referee_envs/backends/in_process.py": ("referee.core", "referee.games", "referee.kit"),
    "arena/*": (
        *("gamereferee", "referee_client"),
        *("referee.core", "referee.games", "referee.kit", "referee.replay"),
        *("tournaments.pairings", "tournaments.reports", "tournaments.spec"),
        *("tournaments.store", "tournaments.tables"),
        *("tournaments.season.check_files", "tournaments.season.doors"),
        *("tournaments.season.keys", "tournaments.season.requests"),
    ),
    "arena/referee_arena/scenes/replies.py": (
        *("referee.llm.trace", "referee.llm.usage", "referee.llm.verify"),
    ),
}
"""What the modules of a folder may import of the floors below and of their neighbours; the drawing in docs/architecture.md.

A module may read what all patterns that fit it allow. The tournament runner knows the wire, not the referee; the
arena reads games, replays, results and traces, nothing that plays; environments load the referee in one module, on demand.
"""

ENTRY_POINT_GROUPS = ("referee.bots", "referee.games")
"""Names of groups that distributions add games and bots to: they are no modules, though one looks like it."""

_ANYWHERE = ("arena/*", "clients/*", "envs/*", "loadtest/*", "proto/*", "tests/*", "tools/*")
STUBS_ALLOWED = (
    "referee/games/*/codec.py",
    "referee/games/*/event_codec.py",
    "referee/replay/*",
    "referee/server/*",
    "referee/simulation/*",
    "referee/conformance/*",
    "referee/capacity/*",
    "referee/cli/*",
    "referee/play/*",
    "tournaments/*",
    *_ANYWHERE,
)
GRPC_ALLOWED = (
    "referee/server/*",
    "referee/simulation/*",
    "referee/conformance/*",
    "referee/capacity/*",
    "referee/cli/*",
    *GRPC_IN_TOURNAMENTS,
    *_ANYWHERE,
)
CLOCK_ALLOWED = (
    "referee/core/clock.py",
    "referee/server/process/lag.py",
    "referee/server/process/metered_loop.py",
)
RANDOM_ALLOWED = ("referee/core/rng.py",)

SHARED_BY_GAMES = (
    "referee.games.answers",
    "referee.games.default_face",
    "referee.games.deferred",
    "referee.games.duel",
    "referee.games.duel_fields",
    "referee.games.duel_game",
    "referee.games.duel_rows",
    "referee.games.duel_view",
    "referee.games.plain_form",
    "referee.games.scenario_fields",
)
"""Modules beside the games that they build on."""

GRPC = ("grpc", "grpc_health", "grpc_reflection", "grpc_status")
CLOCKS = (
    "time.time",
    "time.time_ns",
    "time.monotonic",
    "time.monotonic_ns",
    "time.perf_counter",
    "time.perf_counter_ns",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
)
RANDOM = ("random", "secrets", "numpy.random", "os.urandom", "os.getrandom", "uuid")


def layer_order(module: Module) -> Iterator[tuple[int, str]]:
    """A layer of the referee imports its own layer and those below."""
    own = _layer(module.name)
    for line, name in module.imports if own else ():
        other = _layer(name)
        if own and other and LAYERS.index(other) > LAYERS.index(own):
            yield line, name


def rooms(module: Module) -> Iterator[tuple[int, str]]:
    """A room imports itself and the rooms below it."""
    for package, order in ROOMS.items():
        own = _room(module.name, package)
        for line, name in module.imports if own is not None else ():
            other = _room(name, package)
            if other is not None and order.index(other) > order.index(own):
                yield line, name


def upper_layers_unnamed(module: Module) -> Iterator[tuple[int, str]]:
    """A layer of the referee names modules and folders of those above it in no string but a docstring."""
    own = _layer(module.name)
    upper = "|".join(LAYERS[LAYERS.index(own) + 1 :]) if own else ""
    if not upper:
        return
    named = re.compile(rf"(?<![\w.])referee[./]({upper})(?!\w)|^({upper})/")
    for line, text in module.texts:
        if named.search(text):
            yield line, text


def games_apart(module: Module) -> Iterator[tuple[int, str]]:
    """One game imports neither another nor the registry, only what all games share, which imports none."""
    own = ".".join(module.name.split(".")[:3])
    if own in SHARED_BY_GAMES or (module.path.count("/") >= 3 and _is_within(own, "referee.games")):
        for line, name in module.imports:
            shared = any(_is_within(name, module) for module in (own, *SHARED_BY_GAMES))
            if name.startswith("referee.games.") and not shared:
                yield line, name


def stubs(module: Module) -> Iterator[tuple[int, str]]:
    """Generated messages stay in codecs, replays, the server and what talks to it."""
    return _imports_within(module, ("gamereferee",), STUBS_ALLOWED)


def grpc(module: Module) -> Iterator[tuple[int, str]]:
    """The network stays in the server and what talks to it."""
    if not _is_one_of(module.path, GRPC_ALLOWED):
        yield from ((line, name) for line, name in module.imports if _is_grpc(name))


def floors(module: Module) -> Iterator[tuple[int, str]]:
    """A folder imports from itself, and from the floors below what `READS` allows."""
    own = module.path.split("/")[0]
    if own not in FLOORS:
        return
    allowed = [
        read for path, reads in READS.items() if fnmatch(module.path, path) for read in reads
    ]
    project = [package for packages in FLOORS.values() for package in packages]
    others = {*project, "loadtest", "tests"} - {module.name.split(".")[0]}
    for line, name in module.imports:
        if name.split(".")[0] in others and not any(_is_within(name, read) for read in allowed):
            yield line, name


def upper_floors_unnamed(module: Module) -> Iterator[tuple[int, str]]:
    """A folder names packages of the floors above it in no string but a docstring."""
    own, order = module.path.split("/")[0], tuple(FLOORS)
    if own not in order:
        return
    upper = [package for floor in order[order.index(own) + 1 :] for package in FLOORS[floor]]
    if not upper:
        return
    named = re.compile(rf"(?<![\w.-])({'|'.join(upper)})([./]\w|$)")
    for line, text in module.texts:
        if named.search(text) and text not in ENTRY_POINT_GROUPS:
            yield line, text


def clock(module: Module) -> Iterator[tuple[int, str]]:
    """Within the referee one module reads the clock, and one measures its own lag."""
    return _reads_within(module, CLOCKS, CLOCK_ALLOWED)


def randomness(module: Module) -> Iterator[tuple[int, str]]:
    """Within the referee all randomness comes from one module."""
    return _reads_within(module, RANDOM, RANDOM_ALLOWED)


def effects_used(module: Module) -> Iterator[tuple[int, str]]:
    """What a match wants done is done: no `handle` of a machine is called for nothing."""
    for node in ast.walk(module.tree) if module.path.startswith("referee/") else ():
        called = None
        if isinstance(node, ast.Expr):
            called = node.value
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if all(isinstance(target, ast.Name) and target.id == "_" for target in targets):
                called = node.value
        if isinstance(called, ast.Call) and ast.unparse(called.func).endswith(".handle"):
            yield called.lineno, ast.unparse(called.func)


RULES: tuple[Callable[[Module], Iterable[tuple[int, str]]], ...] = (
    layer_order,
    rooms,
    upper_layers_unnamed,
    games_apart,
    stubs,
    grpc,
    floors,
    upper_floors_unnamed,
    clock,
    randomness,
    effects_used,
)
"""All of them."""


def offences(rule: Callable[[Module], Iterable[tuple[int, str]]], module: Module) -> list[str]:
    """What breaks a rule in a module: `path:line: name`, in order, each line once."""
    first = dict(sorted(rule(module), reverse=True))
    return [f"{module.path}:{line}: {name}" for line, name in sorted(first.items())]


def grpc_loaded_by(start: str, known: Iterable[Module]) -> list[str]:
    """How importing a module would load gRPC: each chain's last `path:line: name`.

    Follows imports from module to module and to the packages they are in, within the project.
    """
    by_name = {module.name: module for module in known}
    waiting, seen, found = [start], set[str](), list[str]()
    while waiting:
        name = waiting.pop()
        module = by_name.get(name)
        if name in seen or module is None:
            continue
        seen.add(name)
        found += [
            f"{module.path}:{line}: {dotted}" for line, dotted in module.imports if _is_grpc(dotted)
        ]
        for dotted in [name, *(dotted for _, dotted in module.imports)]:
            parts = dotted.split(".")
            waiting += [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
    return sorted(found)


def _layer(name: str) -> str | None:
    parts = name.split(".")
    if parts[0] != "referee" or len(parts) < 2:
        return None
    return "cli" if parts[1] == "__main__" else parts[1] if parts[1] in LAYERS else None


def _room(name: str, package: str) -> str | None:
    if not _is_within(name, package) or name == package:
        return None
    first = name.removeprefix(f"{package}.").split(".")[0]
    first = "cli" if first == "__main__" else first
    return first if first in ROOMS[package] else ""


def _is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _is_one_of(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def _is_grpc(name: str) -> bool:
    return name.split(".")[0] in GRPC or any(part.endswith("_pb2_grpc") for part in name.split("."))


def _imports_within(
    module: Module, packages: tuple[str, ...], allowed: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    if not _is_one_of(module.path, allowed):
        for line, name in module.imports:
            if name.split(".")[0] in packages:
                yield line, name


def _reads_within(
    module: Module, forbidden: tuple[str, ...], allowed: tuple[str, ...]
) -> Iterator[tuple[int, str]]:
    if module.path.startswith("referee/") and not _is_one_of(module.path, allowed):
        for line, name in [*module.imports, *module.reads]:
            if any(_is_within(name, package) for package in forbidden):
                yield line, name
