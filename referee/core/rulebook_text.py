"""Takes out of a rulebook what a player must know: sections 1 to 7 of the usual order.

Rulebooks are Markdown, with rules that begin with a number in bold, such as `**DM-3.4**`. In the
usual order (docs/adding_a_game.md), sections 1 to 7 are the rules, section 8 has worked examples,
section 9 describes baseline bots and so is strategy, and later ones are for readers of the code.
A rulebook in any other order is taken as a whole, except its sections about bots. Between the comments
`<!-- not for players -->` and `<!-- for players -->` any rulebook may leave out more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

__all__ = ["LAST_SECTION", "player_rules", "without_lost_references"]

LAST_SECTION = 7
"""Number of the last section of a rulebook in the usual order that a player is given."""

_LEFT_OUT = re.compile(
    r"^<!-- not for players -->$.*?(?:^<!-- for players -->$\n?|\Z)", re.MULTILINE | re.DOTALL
)
_HEADING = re.compile(r"^(#{1,6}) +(.*?) *$")
_NUMBERED = re.compile(r"(\d+)[. ]")
_RULE = re.compile(r"(?:- )?\*\*([A-Z]+-\d[\w.]*?)\.?\*\*")
"""Beginning of a rule: its number in bold, such as `**DM-3.4**`, in a list or not."""
_MARK = re.compile(
    r" ?(?P<stars>\*{1,2})\[(?:S/R|[SR])\b[^\[\]]*\](?P=stars)"
    r"| ?\(\[(?:S/R|[SR])\b[^\[\]]*\]\)"
    r"|(?<=\()\[(?:S/R|[SR])\]:? ?"
    r"|(?<=\.) \[(?:S/R|[SR])\]:"
    r"|(?<=\.\n)\[(?:S/R|[SR])\]: "
    r"|[ \n]?\[(?:S/R|[SR])\b[^\[\]]*\](?=[.,;])"
    r"| ?\[(?:S/R|[SR])\b[^\[\]]*\]"
)
"""Marks that say where a rule comes from, with their reasons: `[S]`, `[R: nobody to ask]`."""
_REFERENCE = re.compile(r" ?\(([A-Z]+-\d+\.\d+\w*(?:, [A-Z]+-\d+\.\d+\w*)*)\)")
"""A reference to rules in parentheses, such as `(DM-5.2)`."""


def player_rules(rulebook: str, left_out: Collection[str] = ()) -> str:
    """Return the part of a rulebook that a player is given, as Markdown.

    Args:
        rulebook: The whole rulebook.
        left_out: Further parts to leave out: headings without their number signs, each with all
            parts below it, and numbers of rules, such as `DM-3.4`.

    Raises:
        ValueError: There is no heading or rule of a name in `left_out`.
    """
    lines = _LEFT_OUT.sub("", rulebook).splitlines()
    sections = [match[2] for line in lines if (match := _HEADING.match(line)) and match[1] == "##"]
    is_usual = sum(_number(title) is not None for title in sections) >= LAST_SECTION
    unused = set(left_out)
    kept = list(_kept(lines, is_usual, unused))
    if unused:
        raise ValueError(f"the rulebook has no heading or rule {', '.join(sorted(unused))}")
    text, count = "\n".join(kept), 1
    while count:  # the reason in a mark may contain marks
        text, count = _MARK.subn("", text)
    return text.strip()


def without_lost_references(text: str) -> str:
    """Return a text without references in parentheses to rules that it does not have.

    Args:
        text: Markdown in which rules begin with their number in bold.
    """
    known = set(re.findall(r"\*\*([A-Z]+-\d+\.\d+\w*)", text))

    def kept(found: re.Match[str]) -> str:
        return found[0] if known & set(found[1].split(", ")) else ""

    return _REFERENCE.sub(kept, text)


def _kept(lines: Collection[str], is_usual: bool, unused: set[str]) -> Iterator[str]:
    """Yield the lines for players; take each part that is left out from `unused`."""
    left_out, shut, is_section = frozenset(unused), 0, not is_usual
    is_code = is_cut = False
    for line in lines:
        # A line of a drawn map may look like a heading.
        is_code ^= line.startswith("```")
        heading = None if is_code else _HEADING.match(line)
        if heading:
            depth, title = len(heading[1]), heading[2]
            shut = 0 if depth <= shut else shut
            if depth == 2 or not (is_usual or depth > 2):
                is_section = _is_for_players(title, is_usual)
            if title in left_out:
                unused.discard(title)
                shut = shut or depth
        rule = None if is_code else _RULE.match(line)
        if heading or rule:
            is_cut = rule is not None and rule[1] in left_out
            unused.difference_update({rule[1]} if rule else ())
        if is_section and not shut and not is_cut:
            yield line


def _is_for_players(title: str, is_numbered: bool) -> bool:
    if is_numbered:
        number = _number(title)
        return number is not None and number <= LAST_SECTION
    return not re.search(r"\b(bots?|strategy|tactics)\b", title, re.IGNORECASE)


def _number(title: str) -> int | None:
    match = _NUMBERED.match(title)
    return int(match[1]) if match else None
