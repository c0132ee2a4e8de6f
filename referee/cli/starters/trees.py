"""Expressions that are laid out on lines as formatters do it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

__all__ = ["Tree", "laid_out"]


@dataclasses.dataclass(frozen=True)
class Tree:
    """An expression that a formatter breaks into lines where it is too long for one."""

    begin: str
    items: Sequence[Tree] = ()
    end: str = ""
    space: str = ""
    """What stands inside of the brackets if the expression is on one line."""

    def within(self, before: str, behind: str) -> Tree:
        """Return this expression with text around it."""
        return dataclasses.replace(self, begin=before + self.begin, end=self.end + behind)

    def on_one_line(self) -> str:
        """Return the expression on one line."""
        inside = ", ".join(item.on_one_line() for item in self.items)
        return (
            f"{self.begin}{self.space}{inside}{self.space}{self.end}"
            if inside
            else self.begin + self.end
        )


def laid_out(tree: Tree, depth: int, before: str, indent: str = "    ", width: int = 100) -> str:
    """Return an expression on as many lines as it needs, without the first one's indentation.

    Args:
        tree: The expression.
        depth: Levels by which its first line is indented.
        before: What stands before it on its first line.
        indent: What one level is indented by.
        width: Longest line, in characters.
    """
    line = tree.on_one_line()
    # One character more, for the comma behind it.
    if not tree.items or len(indent) * depth + len(before) + len(line) < width:
        return line
    below = indent * (depth + 1)
    items = [laid_out(item, depth + 1, "", indent, width) for item in tree.items]
    lines = [f"{below}{text}" if text.startswith("..") else f"{below}{text}," for text in items]
    return "\n".join([tree.begin, *lines, indent * depth + tree.end])
