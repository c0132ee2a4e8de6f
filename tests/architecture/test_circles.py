"""No modules import one another in a circle, not even in functions or for types alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tests.architecture.source import Module, module_of, modules


def circles(known: Iterable[Module]) -> list[set[str]]:
    """Largest sets of modules in which each leads to each by imports, by their first names."""
    graph = _trimmed(_trimmed(_imports(known)))
    reached = {name: _reached(graph, name) for name in graph}
    found: list[set[str]] = []
    for name in sorted(graph):
        circle = {other for other in reached[name] if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def _imports(known: Iterable[Module]) -> dict[str, set[str]]:
    """Modules by name, and what each imports.

    That is a package where nothing but itself is meant, or where a module outside of it imports one inside:
    Python then runs the package first.
    """
    found = {module.name: module for module in known}
    graph = {}
    for name, module in found.items():
        dotted = {other for _, other in module.imports if other in found}
        whole = {
            other for other in dotted if not any(one.startswith(f"{other}.") for one in dotted)
        }
        entered = {
            package
            for other in whole
            for package in _packages(other)
            if package in found and not f"{name}.".startswith(f"{package}.")
        }
        graph[name] = (whole | entered) - {name}
    return graph


def _packages(name: str) -> Iterator[str]:
    """Yield the packages that a module is in."""
    while name := name.rpartition(".")[0]:
        yield name


def _trimmed(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The graph turned round, without modules that lead to no circle, which are nearly all."""
    while ends := {name for name, others in graph.items() if not others}:
        graph = {name: others - ends for name, others in graph.items() if others}
    turned: dict[str, set[str]] = {name: set() for name in graph}
    for name, others in graph.items():
        for other in others:
            turned[other].add(name)
    return turned


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    waiting, seen = [*graph[start]], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph[name]
    return seen


def test_there_are_no_circles() -> None:
    """Anywhere."""
    assert circles(modules()) == []


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        (["from referee.core import b", "import referee.core.a"], [{"a", "b"}]),
        (["def f():\n    from . import b", "", "from referee.core.a import x"], []),
        (["def f():\n    from . import b", "from . import c", "from .a import x"], [{"a", "b", "c"}]),
        (
            ["from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import x", "from . import a"],
            [{"a", "b"}],
        ),
        (["from . import b", "from . import c", ""], []),
    ],
    ids=["two", "a branch", "three", "for types alone", "a chain"],
)  # fmt: skip
def test_circles_are_found(sources: list[str], expected: list[set[str]]) -> None:
    """However the import is written."""
    known = [
        module_of(f"referee/core/{name}.py", source)
        for name, source in zip("abc", sources, strict=False)
    ]
    assert circles(known) == [{f"referee.core.{name}" for name in circle} for circle in expected]


def test_a_package_that_is_entered_is_imported() -> None:
    """By modules outside of it, and not by its own."""
    known = [
        module_of("referee/core/a.py", "from referee.core.inner.b import x"),
        module_of("referee/core/inner/__init__.py", "from referee.core.inner.c import x"),
        module_of("referee/core/inner/b.py", ""),
        module_of("referee/core/inner/c.py", "from . import b\nfrom referee.core import a"),
    ]
    names = ("a", "inner", "inner.c")
    assert circles(known) == [{f"referee.core.{name}" for name in names}]
