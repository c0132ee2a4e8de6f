"""Old names of the command `python -m loadtest.strength`, which take their old options for one version."""

from __future__ import annotations

import argparse
import itertools
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence

from loadtest.strength.__main__ import main

__all__ = [
    "champions_balance",
    "champions_bots",
    "champions_sparring",
    "dungeon_keeper_balance",
    "dungeon_keeper_baselines",
    "proving_grounds_balance",
    "proving_grounds_baselines",
]

_FIELDS = ("random", "brawler", "tactician brawler", "hider tactician", "hider")


def champions_balance(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures lengths and seats in random play of Champions; return its exit status."""
    parser = _parser("champions_balance", matches=10_000, processes=False)
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 4, 9, 16])
    parser.add_argument("--lengths", type=int, nargs=3)
    parser.add_argument("--search", type=int, nargs="+")
    options = parser.parse_args(arguments)
    lengths: Iterable[Sequence[int]] = [options.lengths] if options.lengths else []
    if options.search:
        lengths = itertools.product(options.search, repeat=3)
    configs = [{"stage_lengths": list(three)} for three in lengths] or [{}]
    return _run("champions-balance", options, seats=options.sizes, configs=configs)


def champions_bots(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures how strong the bots of Champions are; return its exit status."""
    parser = _parser("champions_bots", matches=100)
    parser.add_argument("--seats", type=int, default=16)
    parser.add_argument("--bots", nargs="+", default=["tactician"])
    options = parser.parse_args(arguments)
    return _run("champions-bots", options, seats=[options.seats], fields=[options.bots])


def champions_sparring(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures the cap, the ladder or the gains by friends in Champions; return its exit status."""
    parser = _parser("champions_sparring", matches=100)
    parser.add_argument("what", choices=("capped", "ladder", "friends"))
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4, 8, 16])
    parser.add_argument("--fields", nargs="+", default=_FIELDS)
    parser.add_argument("--bots", nargs="+")
    parser.add_argument("--stage-lengths", type=int, nargs=3)
    parser.add_argument("--stage-rounds", type=int)
    parser.add_argument("--scoring", choices=["outlast", "royale"])
    parser.add_argument("--rules", dest="game_version", type=int, default=0)
    options = parser.parse_args(arguments)
    named = {key: getattr(options, key) for key in ("stage_lengths", "stage_rounds", "scoring")}
    config = {key: value for key, value in named.items() if value}
    fields = [options.bots] if options.what == "ladder" and options.bots else []
    if options.what == "capped":
        fields = [field.split() for field in options.fields]
    question = {"capped": "champions-cap"}.get(options.what, f"champions-{options.what}")
    return _run(question, options, seats=options.seats, fields=fields, configs=[config])


def dungeon_keeper_balance(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures the gain of acting first in Dungeon Keeper; return its exit status."""
    parser = _parser("dungeon_keeper_balance", matches=100, word="--maps")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--preset", default="small")
    parser.add_argument("--later-mana", type=int, nargs="+", default=[0])
    parser.add_argument("--waning-round", type=int)
    parser.add_argument("--game-version", type=int, default=0)
    parser.add_argument("--bots", nargs="+", default=["planner"])
    parser.add_argument("--seconds", type=float, help="not heeded any more: --maps says how many")
    options = parser.parse_args(arguments)
    config = {"preset": options.preset, "seating": "fixed"}
    if options.waning_round is not None:
        config["waning_round"] = options.waning_round
    configs = [{**config, "later_mana": mana} for mana in options.later_mana]
    return _run(
        "dungeon-keeper-balance",
        options,
        seats=[options.seats],
        fields=[options.bots],
        configs=[config] if options.game_version == 1 else configs,
    )


def dungeon_keeper_baselines(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures how strong the bots of Dungeon Keeper are; return its exit status."""
    parser = _parser("dungeon_keeper_baselines", matches=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--preset", default="small")
    parser.add_argument("--fog", action="store_true")
    parser.add_argument("--bots", nargs="+", default=["planner", "random"])
    parser.add_argument("--game-version", type=int, default=0)
    options = parser.parse_args(arguments)
    config = {"preset": options.preset, "fog_of_war": options.fog}
    return _run(
        "dungeon-keeper-bots",
        options,
        seats=[options.seats],
        fields=[options.bots],
        configs=[config],
    )


def proving_grounds_balance(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures lengths, ends and seats in random play of Proving Grounds; return its exit status."""
    parser = _parser("proving_grounds_balance", matches=4000)
    parser.add_argument("--seats", type=int, nargs="+", default=[4])
    parser.add_argument("--orders", default="wander")
    options = parser.parse_args(arguments)
    return _run("proving-grounds-balance", options, seats=options.seats, fields=[[options.orders]])


def proving_grounds_baselines(arguments: Sequence[str] | None = None) -> int:
    """Run the old command that measures how strong the bots of Proving Grounds are; return its exit status."""
    parser = _parser("proving_grounds_baselines", matches=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", nargs="+", default=["planner", "greedy"])
    options = parser.parse_args(arguments)
    return _run("proving-grounds-bots", options, seats=[options.seats], fields=[options.bots])


def _parser(
    name: str, *, matches: int, word: str = "--matches", processes: bool = True
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m loadtest.{name}", description="Old name of python -m loadtest.strength."
    )
    parser.add_argument(word, dest="matches", type=int, default=matches)
    parser.add_argument("--first", type=int, default=0)
    if processes:
        parser.add_argument("--processes", type=int, default=1)
    return parser


def _run(
    question: str,
    options: argparse.Namespace,
    *,
    seats: Iterable[int],
    fields: Iterable[Sequence[str]] = (),
    configs: Iterable[Mapping[str, object]] = (),
) -> int:
    """Warn that a command has a new name, run it by the new name, and return its exit status.

    Args:
        question: Name of the question that the command now asks.
        options: Arguments of the old command.
        seats: Numbers of seats to measure.
        fields: Lists of the bots that meet; empty means the question's own.
        configs: Configs to measure; empty means the question's own.
    """
    words = [question, "--matches", str(options.matches), "--first", str(options.first)]
    words += ["--processes", str(getattr(options, "processes", 1))]
    words += ["--game-version", str(getattr(options, "game_version", 0))]
    words += ["--seats", *map(str, seats)]
    words += [f"--field={','.join(field)}" for field in fields]
    words += [f"--config={json.dumps(config)}" for config in configs]
    warnings.warn(
        f"this name goes with the next version; say python -m loadtest.strength {question}",
        FutureWarning,
        stacklevel=3,
    )
    return main(words)
