"""The tree's Python source as syntax trees: which module imports and reads what, and in which line."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterator
from pathlib import Path

__all__ = ["PACKAGES", "ROOT", "Module", "module_of", "modules"]

ROOT = Path(__file__).parents[2]
"""The checkout."""

PACKAGES = {
    "referee": "referee",
    "tournaments": "tournaments",
    "loadtest": "loadtest",
    "tests": "tests",
    "gamereferee": "proto/python/gamereferee",
    "bot_commands": "clients/python/bot_commands",
    "referee_client": "clients/python/referee_client",
    "referee_bots": "clients/python/referee_bots",
    "referee_envs": "envs/referee_envs",
    "referee_arena": "arena/referee_arena",
}
"""Where each top-level package of the project is."""


@dataclasses.dataclass(frozen=True)
class Module:
    """One file of Python source."""

    name: str
    """Dotted name; that of the package for an `__init__.py`."""
    path: str
    """Path from the root of the checkout, with slashes."""
    source: str
    """Its text."""

    @functools.cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.source, self.path)

    @functools.cached_property
    def imports(self) -> list[tuple[int, str]]:
        """Line and dotted name of everything imported, inside functions and for types alone too.

        `from a import b` is both `a` and `a.b`, as b may be a module.
        """
        return [found for node in ast.walk(self.tree) for found in self._imported_by(node)]

    @functools.cached_property
    def reads(self) -> list[tuple[int, str]]:
        """Line and dotted name of every use of something imported, such as `time.monotonic_ns`."""
        names = dict(self._local_names())
        found = []
        for node in ast.walk(self.tree):
            dotted = _dotted(node)
            head, dot, rest = dotted.partition(".")
            if head in names:
                found.append((getattr(node, "lineno", 0), names[head] + dot + rest))
        return found

    @functools.cached_property
    def texts(self) -> list[tuple[int, str]]:
        """Line and text of every string that is no docstring; a row of strings is one more, with dots."""
        parents = [node for node in ast.walk(self.tree) if isinstance(node, ast.Expr)]
        told = {id(node.value) for node in parents}
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in told:
                    found.append((node.lineno, node.value))
            elif isinstance(node, ast.List | ast.Tuple):
                items = [item for item in node.elts if isinstance(item, ast.Constant)]
                if items:
                    found.append((node.lineno, ".".join(str(item.value) for item in items)))
        return found

    def _imported_by(self, node: ast.AST) -> Iterator[tuple[int, str]]:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = self._base(node)
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and _dotted(node.func).endswith(_IMPORTERS) and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield node.lineno, name.value

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        if not self.path.endswith("__init__.py"):
            package.pop()
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, *filter(None, [node.module])])

    def _local_names(self) -> Iterator[tuple[str, str]]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield (
                        alias.asname or alias.name.split(".")[0],
                        (alias.name if alias.asname else alias.name.split(".")[0]),
                    )
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield alias.asname or alias.name, f"{self._base(node)}.{alias.name}"


_IMPORTERS = ("import_module", "__import__", "importorskip")


def module_of(path: str, source: str) -> Module:
    """A module at a path of the checkout, whether it is there or not."""
    for package, folder in PACKAGES.items():
        if path.startswith(f"{folder}/"):
            parts = [package, *path.removeprefix(f"{folder}/").removesuffix(".py").split("/")]
            return Module(".".join(part for part in parts if part != "__init__"), path, source)
    raise ValueError(f"{path} is in none of {', '.join(PACKAGES.values())}")


@functools.cache
def modules() -> tuple[Module, ...]:
    """All modules of the checkout, by path."""
    paths = sorted(path for folder in PACKAGES.values() for path in (ROOT / folder).rglob("*.py"))
    return tuple(
        module_of(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in paths
    )


def _dotted(node: ast.AST) -> str:
    """`a.b.c` for such an expression, and an empty text for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = _dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""
