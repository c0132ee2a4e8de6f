"""Prints the odds of Diceman as tables for people, or returns them as plain values for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import rich.box
import rich.console
import rich.table

from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import Entry, RoundTable, WholeGame
from referee.games.diceman.tables import COMBO_NAMES, NUM_COMBOS

__all__ = ["as_json", "percent", "show", "title"]

MAX_WIDTH = 200
"""Highest number of characters in a line of a table where no terminal sets a limit."""

Lives = tuple[int, int]


def title(config: DicemanConfig) -> str:
    """Return a text with the config's values for the odds: sides of each die, and magic scope."""
    dice = f"M d{config.die_magic}, P d{config.die_priority}, S d{config.die_sword}"
    return f"Diceman, {dice}, H d{config.die_shield}, magic scope {config.magic_scope}"


def percent(chance: Fraction) -> str:
    """Return the probability `chance` as text: percent with one decimal, without the percent sign."""
    return f"{float(100 * chance):.1f}"


def as_json(
    config: DicemanConfig, table: RoundTable, game: WholeGame | None, lives: Lives | None
) -> dict[str, object]:
    """Return all odds that were asked for as plain data; fractions are texts such as `139/160`.

    Args:
        config: Config of the game.
        table: Odds of one round.
        game: The solved game; None if it was not asked for.
        lives: Lives of both players for which the game's value is asked; None if it is not.
    """
    found: dict[str, object] = {
        "game": "diceman",
        "config": config.model_dump(),
        "table": [_plain_entry(entry) for entry in table.entries],
        "sha256": table.checksum(),
        "beats": [[COMBO_NAMES[edge.row], COMBO_NAMES[edge.col]] for edge in table.edges()],
        "round_mixture": dict(zip(COMBO_NAMES, map(str, table.mixture()), strict=True)),
    }
    if game is not None and lives is not None:
        a, b = lives
        found["whole_game"] = {
            "lives": [a, b],
            "value": float(game.values[a, b]),
            "mixtures": [
                dict(zip(COMBO_NAMES, game.mixtures[one].tolist(), strict=True))
                for one in ((a, b), (b, a))
            ],
            "gap": game.gap,
        }
    return found


def show(
    config: DicemanConfig, table: RoundTable, game: WholeGame | None, lives: Lives | None
) -> None:
    """Print all odds that were asked for to standard output, as tables and lines.

    Args:
        config: Config of the game.
        table: Odds of one round.
        game: The solved game; None if it was not asked for.
        lives: Lives of both players for which the game's value is asked; None if it is not.
    """
    console = rich.console.Console(highlight=False, markup=False)
    if not console.is_terminal:
        # Otherwise Rich folds tables at 80 columns where the output is a file or a pipe.
        console.width = MAX_WIDTH
    console.print(_round(config, table))
    _say(console, "A beats B if it deals more damage more often than less:")
    for combo, name in enumerate(COMBO_NAMES):
        beaten = [COMBO_NAMES[edge.col] for edge in table.edges() if edge.row == combo]
        _say(console, f"  {name} beats {', '.join(beaten) or 'nothing'}")
    _say(console, f"optimal mixture of a single round: {_shares(table.mixture())}")
    _say(console, f"sha256 of the table as text: {table.checksum()}")
    if game is not None and lives is not None:
        _show_value(console, game, lives)


def _plain_entry(entry: Entry) -> dict[str, str]:
    fields = entry._asdict()
    names = {name: COMBO_NAMES[fields.pop(name)] for name in ("row", "col")}
    return names | {name: str(number) for name, number in fields.items()}


def _round(config: DicemanConfig, table: RoundTable) -> rich.table.Table:
    shown = _table(f"{title(config)}: a single round", ("A", "B"))
    shown.add_column("more : less", justify="right", no_wrap=True)
    for name in Entry._fields[2:]:
        shown.add_column(name, justify="right", overflow="fold")
    for entry in table.entries:
        odds = f"{percent(entry.more)} : {percent(entry.less):>5}"
        names = COMBO_NAMES[entry.row], COMBO_NAMES[entry.col]
        is_last = entry.col == NUM_COMBOS - 1
        shown.add_row(*names, odds, *map(str, entry[2:]), end_section=is_last)
    return shown


def _shares(mixture: Sequence[Fraction]) -> str:
    """Return a mixed strategy as text: each combination played and its probability.

    The probabilities are fractions with one common denominator, as the rulebook writes them.
    """
    out_of = math.lcm(*(share.denominator for share in mixture))
    shares = zip(COMBO_NAMES, mixture, strict=True)
    return ", ".join(f"{name} {int(share * out_of)}/{out_of}" for name, share in shares if share)


def _show_value(console: rich.console.Console, game: WholeGame, lives: Lives) -> None:
    a, b = lives
    _say(console, f"\nwhole game, A with life {a} against B with life {b}")
    _say(console, f"value for A: {game.values[a, b]:+.6f} (win 1, draw 0, loss -1)")
    if not (a and b):
        _say(console, "the game is over: nothing is left to choose")
        return
    shown = _table("optimal mixtures, in percent", ("",))
    for name in COMBO_NAMES:
        shown.add_column(name, justify="right", overflow="fold")
    for seat, one in (("A", (a, b)), ("B", (b, a))):
        shown.add_row(seat, *(f"{100 * share:.3f}" for share in game.mixtures[one]))
    console.print(shown)
    _say(console, f"no mixture of any lives is further than {game.gap:.1e} from optimal")


def _table(heading: str, first: tuple[str, ...]) -> rich.table.Table:
    table = rich.table.Table(
        title=heading,
        title_justify="left",
        header_style="bold",
        box=rich.box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    for name in first:
        table.add_column(name)
    return table


def _say(console: rich.console.Console, line: str) -> None:
    """Print a line to the console without breaking it; a terminal breaks a line that is too long."""
    console.print(line, soft_wrap=True)
