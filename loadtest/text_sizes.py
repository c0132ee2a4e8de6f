"""`python -m loadtest.text_sizes`: measures how long the texts of all games are, in bytes and in tokens.

For each game and size, house bots play one match; the rules and all turns of all seats are put into words as
`referee llm` does it by default. Tokens are counted by `o200k_base`, a public encoding of OpenAI's, from the
package bpe-openai, which nothing else of the project needs: `pip install bpe-openai`. Other models count
otherwise, so that the figures are orders of magnitude.
"""

from __future__ import annotations

import importlib
import statistics
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from gamereferee import play
from referee.games.rethink import Policy
from referee.llm.prompts import turn_text
from referee.replay.reader import load
from referee.replay.seat_turns import seat_turns

__all__ = ["SIZES", "Size", "Sizes", "Texts", "main", "measure", "texts_of"]


class Size(NamedTuple):
    """Match whose texts are measured."""

    game: str
    """Identifier of the game."""
    label: str
    """Size in words."""
    num_seats: int
    """Number of seats."""
    bot: str
    """House bot of all seats."""
    config: Mapping[str, object] = {}
    """Fields of the config that differ from the default."""


class Sizes(NamedTuple):
    """How long the texts of a match are, each by a measure such as bytes."""

    rules: int
    """Length of the rules."""
    median: int
    """Median length of a turn, of all seats."""
    largest: int
    """Length of the longest turn."""


SIZES = (
    Size("diceman", "a match of 11 games", 2, "greedy"),
    Size("swordman", "default", 2, "greedy"),
    Size("dice_adventure", "3 seats, 5 rounds a level", 3, "seeker", {"round_cap": 5}),
    Size("champions", "2 seats", 2, "random"),
    Size("champions", "16 seats", 16, "random"),
    Size("dungeon_keeper", "small, 15 by 15", 2, "random", {"preset": "small", "max_rounds": 40}),
    Size("dungeon_keeper", "default, 45 by 45", 8, "random", {"max_rounds": 20}),
    Size("proving_grounds", "2 seats", 2, "greedy", {"max_turns": 40}),
    Size("proving_grounds", "8 seats", 8, "greedy", {"max_turns": 20}),
)
"""All matches that are measured."""


class Texts(NamedTuple):
    """What the seats of a match read."""

    rules: str
    """The rules of seat 0."""
    turns: tuple[str, ...]
    """All turns of all seats."""


def texts_of(size: Size) -> Texts:
    """Play a match, and return what its seats read."""
    match = play(size.game, [size.bot] * size.num_seats, seed=1, config=size.config)
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "match.replay")
        replay = load(Path(folder) / "match.replay")
    policy, rules, turns = Policy(), "", list[str]()
    for seat in range(size.num_seats):
        for turn in seat_turns(replay, seat):
            rules = rules or turn.face.rules(turn.config, seat)
            turns.append(turn_text(turn.face, turn.config, turn.asked, policy))
    return Texts(rules, tuple(turns))


def measure(texts: Texts, length: Callable[[str], int]) -> Sizes:
    """Return how long the texts of a match are.

    Args:
        texts: The texts.
        length: Returns the length of a text, 0 or more.
    """
    turns = [length(text) for text in texts.turns]
    return Sizes(length(texts.rules), round(statistics.median(turns)), max(turns))


def main() -> None:
    """Print a table of all games and sizes, the number of tokens behind that of bytes."""
    encoding = importlib.import_module("bpe_openai").get_encoding("o200k_base")
    print("| game | size | rules | median turn | largest turn |")
    print("|---|---|---:|---:|---:|")
    for size in SIZES:
        texts = texts_of(size)
        in_bytes = measure(texts, lambda text: len(text.encode()))
        in_tokens = measure(texts, lambda text: len(encoding.encode(text)))
        pairs = zip(in_bytes, in_tokens, strict=True)
        cells = [f"{num_bytes:,} ({tokens:,})" for num_bytes, tokens in pairs]
        print(f"| {size.game} | {size.label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
