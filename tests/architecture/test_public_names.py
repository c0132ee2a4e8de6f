"""`__all__` is the public face of each module: complete, and without names that are not there."""

from __future__ import annotations

import ast
import collections
from collections.abc import Iterable, Mapping, Set

import pytest

from tests.architecture.source import Module, module_of, modules

PUBLIC = ("referee", "tournaments", "referee_client", "referee_bots", "referee_envs")
"""Packages whose modules other code imports."""

CHECKED = [module for module in modules() if module.name.split(".")[0] in PUBLIC]
SHIPPED = [module for module in modules() if not module.name.startswith("tests.")]


def problems(module: Module, imported: Set[str] = frozenset()) -> list[str]:
    """What is wrong with the `__all__` of a module.

    Public are functions and classes whose names start with no underscore, and whatever other modules
    import. A function that a decorator registers, such as a command, is called by nobody and needs no
    mention; a module with nothing public needs no `__all__`, and a `__main__` has none.

    Args:
        module: The module.
        imported: Names that other modules import from it.
    """
    if module.path.endswith("__main__.py"):
        return []
    listed, bound = _listed(module.tree), _bound(module.tree)
    public = _defined(module.tree) | (imported & bound)
    if listed is None:
        return [f"{module.path}: no __all__ for {', '.join(sorted(public))}"] if public else []
    found = [f"{module.path}: {name} is public" for name in sorted(public - set(listed))]
    found += [f"{module.path}: {name} is not there" for name in sorted(set(listed) - bound)]
    found += [f"{module.path}: {name} is listed twice" for name in sorted(_repeated(listed))]
    return found


def imported_from(modules: Iterable[Module]) -> Mapping[str, Set[str]]:
    """For each dotted name of a module, the names that these modules import from it."""
    found: dict[str, set[str]] = collections.defaultdict(set)
    for module in modules:
        for _, dotted in module.imports:
            name, _, member = dotted.rpartition(".")
            found[name].add(member)
    return found


def _listed(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and _targets(node) == ["__all__"]:
            return list(ast.literal_eval(node.value))
    return None


def _defined(tree: ast.Module) -> set[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    nodes = [node for node in tree.body if isinstance(node, kinds) and not _is_registered(node)]
    return {node.name for node in nodes if not node.name.startswith("_")}


def _is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    calls = [item.func for item in node.decorator_list if isinstance(item, ast.Call)]
    return any(isinstance(call, ast.Attribute) and call.attr in _REGISTERS for call in calls)


_REGISTERS = ("command", "callback")


def _bound(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names |= set(_targets(node))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
    return names


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    inner = [item for t in targets for item in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return [target.id for target in inner if isinstance(target, ast.Name)]


def _repeated(names: list[str]) -> set[str]:
    return {name for name in names if names.count(name) > 1}


def test_public_names() -> None:
    """Every module of the five packages, with what the other packages import from it."""
    imported = imported_from(SHIPPED)
    found = [problems(module, imported.get(module.name, frozenset())) for module in CHECKED]
    assert [problem for some in found for problem in some] == []


def test_all_packages_are_checked() -> None:
    """A package that moved would be checked no more."""
    assert {module.name.split(".")[0] for module in CHECKED} == set(PUBLIC)


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        ("referee/x.py", "def f(): ...", "no __all__ for f"),
        ("referee/x.py", "__all__ = []\nclass C: ...", "C is public"),
        ("referee/x.py", "__all__ = []\nasync def f(): ...", "f is public"),
        ("referee/x.py", "__all__ = []\n@cache()\ndef f(): ...", "f is public"),
        ("referee/x.py", "__all__ = ['f']", "f is not there"),
        ("referee/x.py", "__all__ = ['f', 'f']\ndef f(): ...", "f is listed twice"),
    ],
)
def test_each_problem_is_found(path: str, source: str, problem: str) -> None:
    """Missing, unknown and repeated names."""
    assert problems(module_of(path, source)) == [f"{path}: {problem}"]


def test_what_others_import_is_public() -> None:
    """Constants and re-exports too; submodules are no names of their package."""
    own = module_of("referee/x/__init__.py", "from referee.x.y import z\nSIZE, WIDTH = 3, 4\n")
    other = module_of("referee/b.py", "from referee.x import SIZE, y\nfrom .x import z")
    imported = imported_from([other])[own.name]
    assert imported == {"SIZE", "y", "z"}
    assert problems(own, imported) == ["referee/x/__init__.py: no __all__ for SIZE, z"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("referee/x.py", "SIZE = 3\nfrom os import path\ndef _f(): ..."),
        ("referee/x.py", "__all__ = ['SIZE', 'f']\nSIZE: int = 3\ndef f(): ..."),
        ("referee/x.py", "@app.command()\ndef run(): ..."),
        ("referee/x/__init__.py", "from referee.x.y import z\n__all__ = ['z']"),
        ("referee/__main__.py", "def main(): ..."),
    ],
)
def test_what_is_in_order_is_no_problem(path: str, source: str) -> None:
    """Private names, constants that nobody imports, commands, and other modules' names need no mention."""
    assert problems(module_of(path, source)) == []
