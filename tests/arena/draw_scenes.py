"""Scenes that use every word of the format, as a browser gets them; they are of no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.core.plain import Plain

__all__ = ["SCENES", "board", "duel", "empty", "halls", "standings"]

_MONSTERS = (("imp", "i"), ("goblin", "g"), ("dragon", "D"), ("ghost", "h"))


def board(players: Sequence[str], step: int = 0, size: int = 45, num_tokens: int = 120) -> Plain:
    """Return a dungeon with fog, tokens that move with the step, and all marks."""
    rows, sight = _ground(step, size)
    tokens: dict[str, Plain] = {}
    for index in range(num_tokens):
        tokens[f"u{index}"] = _unit(index, step, size, players)
    for index in range(7):
        tokens[f"crowd{index}"] = {"at": "5,5", "kind": ["rat", "r", "text"]}
    name = players[0]
    marks: list[Plain] = [
        {"shape": "arrow", "at": ["2,3", f"2,{6 + step % 3}"], "style": "bad", "text": "3 damage"},
        {"shape": "path", "at": ["8,2", "9,3", "9,7", "11,8"], "style": "seat0", "text": ""},
        {"shape": "ring", "at": ["12,7"], "style": "warn", "text": name},
        {"shape": "area", "at": ["14,3", "14,4", "15,3"], "style": "seat1", "text": "reach"},
        {"shape": "label", "at": ["17,3"], "style": "text", "text": name},
    ]
    grid: dict[str, Plain] = {
        "type": "grid",
        "title": f"level 1 of {name}",
        "focus": f"12,{7 + step % 9}",
        "rows": list(rows),
        "legend": {
            "#": ["stone wall", "", "text", True],
            ".": ["floor", "", "text"],
            "~": ["water", "~", "good"],
            "$": ["gold", "$", "warn"],
            "0": [f"land of {name}", "", "seat0"],
        },
        "sight": list(sight),
        "tokens": tokens,
        "marks": marks,
    }
    return _scene(f"turn {step} of {name}", {"board": grid, "units": _units(players, step)})


def _ground(step: int, size: int) -> tuple[list[str], list[str]]:
    rows = [
        "".join(
            "#"
            if (row * 7 + column * 3) % 11 == 0
            else "~"
            if 20 < row < 24
            else "$"
            if (row + column + step) % 37 == 0
            else "0"
            if row < 6 and column < 9
            else "."
            for column in range(size)
        )
        for row in range(size)
    ]
    sight = [
        "".join(
            "#" if abs(row - 12) + abs(column - 7 - step % 9) < 14 else "." if row < 30 else " "
            for column in range(size)
        )
        for row in range(size)
    ]
    return rows, sight


def _unit(index: int, step: int, size: int, players: Sequence[str]) -> dict[str, Plain]:
    name, glyph = _MONSTERS[index % len(_MONSTERS)]
    row = (index * 17 + index // 9 + (step if index % 5 == 0 else 0)) % size
    column = (index * 7 + index // 3 + step * (index % 3)) % size
    unit: dict[str, Plain] = {"at": f"{row},{column}", "kind": [name, glyph, "bad"]}
    if index % 3:
        unit["owner"] = index % len(players)
    if index % 4 == 0:
        unit["count"] = 2 + index % 5
    life = 1 + (index + step) % 10
    bars: list[Plain] = [["life", life, 10], ["mana", index % 7, 6 + index % 7]]
    unit["bars"] = bars[: index % 3]
    if index % 6 == 0:
        unit["badges"] = ["asleep", players[-1]]
    if index % 8 == 0:
        unit["remembered"] = True
    unit["tip"] = [["seen by ", [players[0], "seat0", "seat:0"], f" in turn {step}"]]
    return unit


def _units(players: Sequence[str], step: int) -> Plain:
    rows: dict[str, Plain] = {
        f"seat{seat}": {
            "style": "strong" if seat == step % len(players) else "faint" if seat == 5 else "text",
            "cells": [
                [[name, f"seat{seat}", f"seat:{seat}"]],
                [[str(10 * seat), "text", "", {"delta": seat - 3}]],
                [["4/10", "text", "", {"bar": [(seat + step) % 11, 10]}]],
                [["?", "hidden", "", {"hidden": "out of sight"}]],
                ["a remark"],
            ],
        }
        for seat, name in enumerate(players)
    }
    return {
        "type": "table",
        "title": "seats",
        "minor": False,
        "columns": [
            ["seat", False, False],
            ["gold", True, False],
            ["life", False, False],
            ["mana", False, True],
            ["", False, True],
        ],
        "rows": rows,
    }


def halls(players: Sequence[str], step: int = 0, side: int = 4) -> Plain:
    """Return rooms with seats in them, many of them in one, doors of all kinds, groups and marks."""
    styles = ("text", "faint", "hidden", "seat2", "strong", "warn")
    rooms: dict[str, Plain] = {}
    for index in range(side * side):
        if index == 15 and step % 2:
            continue
        rooms[f"t{index}"] = {
            "name": f"hall {index}" if index else players[0],
            "at": [index // side, index % side],
            "style": styles[index % len(styles)],
            "lines": [["level ", [str(1 + index % 3), "strong"]], [[players[1], "seat1", "seat:1"]]]
            if index % 3 == 0
            else [],
            "group": f"sector {index % side // 2}",
        }
    doors: list[Plain] = [
        [
            f"t{index}",
            f"t{index + 1}",
            ("text", "faint", "hidden")[index % 3],
            "locked" if index % 3 == 1 else "",
        ]
        for index in range(side * side - 2)
        if index % side < side - 1
    ]
    doors += [
        [f"t{index}", f"t{index + side}", "text", ""] for index in range(side * (side - 1) - 1)
    ]
    tokens: dict[str, Plain] = {
        f"s{seat}": {
            "at": "t5" if seat < 9 else f"t{(seat + step) % 12}",
            "kind": ["champion", str(seat), f"seat{seat}"],
            "owner": seat,
            "bars": [["life", (seat * 7 + step) % 101, 100], ["mana", seat, 16]],
            "badges": [] if seat % 4 else ["hidden", players[2]],
            "tip": [["gear: ", [players[seat], f"seat{seat}", f"seat:{seat}"]]],
        }
        for seat in range(len(players))
    }
    tokens["m"] = {"at": "t2", "kind": ["troll", "T", "bad"], "count": 3, "remembered": True}
    marks: list[Plain] = [
        {"shape": "arrow", "at": ["t5", "t6"], "style": "bad", "text": "12"},
        {"shape": "area", "at": ["t3"], "style": "warn", "text": "vanishes next"},
        {"shape": "ring", "at": ["t9"], "style": "seat1", "text": ""},
        {"shape": "label", "at": ["t10"], "style": "good", "text": players[3]},
        {"shape": "path", "at": ["t0", "t1", "t5", "t9"], "style": "seat3", "text": ""},
    ]
    field: dict[str, Plain] = {
        "type": "rooms",
        "title": "the halls",
        "focus": "t5",
        "rooms": rooms,
        "doors": doors,
        "tokens": tokens,
        "marks": marks,
    }
    return _scene(f"round {step}", {"map": field, "seats": _units(players, step)})


def duel(players: Sequence[str], step: int = 0) -> Plain:
    """Return two sides with dice, bars, changes and what is hidden."""

    def side(seat: int) -> dict[str, Plain]:
        life = 20 - (step + seat) % 20
        return {
            "title": players[seat],
            "lines": [
                [
                    "life ",
                    [f"{life}/20", "text", "", {"bar": [life, 20]}],
                    [" -2", "text", "", {"delta": -2}],
                ],
                [
                    "rolls ",
                    [
                        f"{1 + step % 6}, 5, 2",
                        "text",
                        "",
                        _dice([1 + step % 6, 5, 2], 6, [True, True, False]),
                    ],
                ],
                ["and ", [f"{1 + step % 20}", f"seat{seat}", "", _dice([1 + step % 20], 20, [])]],
                ["guard ", ["?", "hidden", "", {"hidden": "chosen, not yet shown"}]],
            ],
        }

    versus: dict[str, Plain] = {
        "type": "versus",
        "title": "game 2 of 3",
        "left": side(0),
        "right": side(1),
        "middle": [
            ["duel of magic"],
            [[players[0], "seat0", "seat:0"], " wins by ", ["2", "strong"]],
        ],
    }
    lines: dict[str, Plain] = {
        "type": "lines",
        "title": "what happened",
        "minor": True,
        "lines": [
            [[players[0], "seat0", "seat:0"], f" strikes {players[1]} for {step}"],
            ["nothing else"],
        ],
    }
    return _scene("game 2 of 3", {"duel": versus, "what": lines})


def _dice(values: list[int], sides: int, kept: list[bool]) -> Plain:
    return {"dice": list(values), "sides": sides, "kept": list(kept)}


def standings(players: Sequence[str], step: int = 0) -> Plain:
    """Return a table and lines alone."""
    lines: dict[str, Plain] = {
        "type": "lines",
        "title": "set in columns",
        "minor": False,
        "lines": [["   bot      G   R"], [[players[0], "seat0"], "       3   4"]],
    }
    return _scene("", {"seats": _units(players, step), "panel": lines})


def empty(players: Sequence[str], step: int = 0) -> Plain:
    """Return parts with nothing in them."""
    del players, step
    nothing: dict[str, Plain] = {"title": "", "focus": "", "tokens": {}, "marks": []}
    return _scene(
        "",
        {
            "a": {**nothing, "type": "grid", "rows": [], "legend": {}, "sight": []},
            "b": {**nothing, "type": "rooms", "rooms": {}, "doors": []},
            "c": {"type": "table", "title": "", "minor": True, "columns": [], "rows": {}},
            "d": {"type": "lines", "title": "", "minor": False, "lines": []},
            "e": {
                "type": "versus",
                "title": "",
                "left": {"title": "", "lines": []},
                "right": {"title": "", "lines": []},
                "middle": [],
            },
        },
    )


def _scene(title: str, parts: Mapping[str, Plain]) -> Plain:
    return {"title": title, "pace": 1000, "parts": dict(parts)}


SCENES: dict[str, Callable[[Sequence[str], int], Plain]] = {
    "board": board,
    "halls": halls,
    "duel": duel,
    "standings": standings,
    "empty": empty,
}
"""Scenes by name, of the names of the seats and a step."""
