"""House bots: the baseline bots of the games' rulebooks, by game and name.

A house bot decides from observations alone. It is found by name (`find`), is a program (`python -m
referee_bots.diceman.greedy_bot`), and can play many seats in one process (`referee_bots.house`).

A distribution adds bots by entry points of the group `referee.bots`, each named `GAME.NAME`. An
entry point names a subclass of `SeededBot`, whose `kit` is the version of the games kit that it was
made for. Its module calls `run_seeded` when it is run.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import TYPE_CHECKING

from referee_bots.kit import KIT_VERSION, UnknownBotError, check_kit, stated_kit

if TYPE_CHECKING:
    from referee_bots.seeded import SeededBot

__all__ = ["GROUP", "KIT_VERSION", "SeededBot", "UnknownBotError", "find", "module", "names"]

GROUP = "referee.bots"
"""Entry-point group of house bots that come with other distributions."""

_BOTS = {
    "diceman": {
        "random": "referee_bots.diceman.random_bot:RandomBot",
        "greedy": "referee_bots.diceman.greedy_bot:GreedyBot",
        "mixer": "referee_bots.diceman.mixer_bot:MixerBot",
        "solver": "referee_bots.diceman.solver_bot:SolverBot",
    },
    "swordman": {
        "random": "referee_bots.swordman.random_bot:RandomBot",
        "greedy": "referee_bots.swordman.greedy_bot:GreedyBot",
        "reader": "referee_bots.swordman.reader_bot:ReaderBot",
        "solver": "referee_bots.swordman.solver_bot:SolverBot",
    },
    "dice_adventure": {
        "random": "referee_bots.dice_adventure.wanderer_bot:WandererBot",
        "wanderer": "referee_bots.dice_adventure.wanderer_bot:WandererBot",
        "seeker": "referee_bots.dice_adventure.seeker_bot:SeekerBot",
        "partner": "referee_bots.dice_adventure.partner_bot:PartnerBot",
    },
    "champions": {
        "hider": "referee_bots.champions.hider_bot:HiderBot",
        "idle": "referee_bots.champions.idle_bot:IdleBot",
        "random": "referee_bots.champions.random_bot:RandomBot",
        "brawler": "referee_bots.champions.brawler_bot:BrawlerBot",
        "tactician": "referee_bots.champions.tactician_bot:TacticianBot",
    },
    "dungeon_keeper": {
        "idle": "referee_bots.dungeon_keeper.idle_bot:IdleBot",
        "random": "referee_bots.dungeon_keeper.random_bot:RandomBot",
        "turtle": "referee_bots.dungeon_keeper.turtle_bot:TurtleBot",
        "rusher": "referee_bots.dungeon_keeper.rusher_bot:RusherBot",
        "planner": "referee_bots.dungeon_keeper.planner_bot:PlannerBot",
    },
    "proving_grounds": {
        "random": "referee_bots.proving_grounds.random_bot:RandomBot",
        "bidder": "referee_bots.proving_grounds.bidder_bot:BidderBot",
        "greedy": "referee_bots.proving_grounds.greedy_bot:GreedyBot",
        "planner": "referee_bots.proving_grounds.planner_bot:PlannerBot",
    },
}
"""Module and class of each house bot by game and name, weakest first; imported on first use. Every
game has a bot `random`."""


def __getattr__(name: str) -> object:
    """Return `SeededBot`, imported on first use: listing the names of bots must not import gRPC.

    Raises:
        AttributeError: The name is another one.
    """
    if name != "SeededBot":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("referee_bots.seeded").SeededBot


def names(game: str) -> list[str]:
    """Return the names of a game's house bots, the weakest first.

    Return an empty list for a game that has none.
    """
    return list(_places(game))


def _places(game: str) -> dict[str, str]:
    """Return where the class of each house bot of a game is, as `module:Class`, by the bot's name.

    Bots of this package come first, and no bot of another distribution replaces them.
    """
    places = dict(_BOTS.get(game, {}))
    for entry in importlib.metadata.entry_points(group=GROUP):
        of_game, _, name = entry.name.partition(".")
        if of_game == game:
            places.setdefault(name, entry.value)
    return places


def module(game: str, name: str) -> str:
    """Return the name of the module that plays a house bot when it is run; it is not imported.

    Raises:
        UnknownBotError: The game has no house bot of that name, or the bot was made for another
            version of the kit that games are made with.
    """
    file, attribute = _place(game, name)
    if name not in _BOTS.get(game, {}):
        check_kit(f"{game}.{name}", stated_kit(file, attribute))
    return file


def _place(game: str, name: str) -> tuple[str, str]:
    """Return the names of the module and class of a house bot.

    Raises:
        UnknownBotError: The game has no house bot of that name, or the bot was made for another
            version of the kit that games are made with.
    """
    places = _places(game)
    if name not in places:
        known = ", ".join(places) or "none"
        raise UnknownBotError(f"no house bot {name!r} for {game!r}; known: {known}")
    file, _, attribute = places[name].partition(":")
    return file, attribute


def find(game: str, name: str) -> type[SeededBot]:
    """Return a house bot's class; call it with a seed to get the bot of one seat.

    Raises:
        UnknownBotError: The game has no house bot of that name, or the bot was made for another
            version of the kit that games are made with.
    """
    file, attribute = _place(game, name)
    bot: type[SeededBot] = getattr(importlib.import_module(file), attribute)
    check_kit(f"{game}.{name}", bot.kit)
    return bot
