"""Reads the docstrings below attributes from the source of their module, because Python does not keep them."""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
import sys
from collections.abc import Iterator

__all__ = ["attribute_docs"]


def attribute_docs(cls: type) -> dict[str, str]:
    """Return the docstrings below a class's attributes or an enum's members, by attribute name."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        if each is cls or inspect.get_annotations(each):
            name = each.__qualname__.replace("<locals>.", "")
            found |= _docs_of_module(each.__module__).get(name, {})
    return found


@functools.cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}

    def visit(node: ast.AST, path: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                inner = f"{path}.{child.name}" if path else child.name
                if isinstance(child, ast.ClassDef):
                    found[inner] = dict(_docs_of_body(child.body))
                visit(child, inner)

    visit(ast.parse(inspect.getsource(sys.modules[name])), "")
    return found


def _docs_of_body(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, behind in itertools.pairwise(body):
        match statement, behind:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text
