"""Base class of the bots for Proving Grounds: the default party at setup, and orders in turns."""

from __future__ import annotations

import abc
from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee_bots.proving_grounds.board import Board, Template
from referee_bots.proving_grounds.tables import CLASSES, DEFAULT_ITEMS, ITEMS
from referee_bots.seeded import SeededBot
from referee_client import Match

__all__ = ["Commands", "PartyBot"]

_PARTY = (
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_FIGHTER,
    wire.HERO_CLASS_CLERIC,
    wire.HERO_CLASS_WIZARD,
    wire.HERO_CLASS_THIEF,
)
"""Classes of the heroes in the default party, in its order (PG-2.13)."""


class Commands:
    """Orders of a turn while they are planned.

    A hero has at most one action, such as a move, and any number of free orders, such as to put on
    an item.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.free: list[wire.HeroOrder] = []
        self.actions: dict[int, wire.HeroOrder] = {}
        """Action of each hero, by hero, in the order in which they were given, which is the order
        of entry into rooms."""
        self.shuffle: list[int] = []
        self.hire: list[wire.HireBid] = []
        self.buy: list[int] = []

    def act(self, order: wire.HeroOrder) -> None:
        """Give a hero an action, unless the hero has one already."""
        self.actions.setdefault(order.hero, order)

    def move(self, hero: int, path: Sequence[int]) -> None:
        """Give a hero the action to move along a path, unless the hero has an action already."""
        # A Move names at most 64 rooms (PG-5.12).
        self.act(wire.HeroOrder(hero=hero, move=wire.Move(path=path[:64])))

    def message(self) -> wire.Action:
        """Return all orders of the turn as a message."""
        orders = wire.Orders(
            shuffle=self.shuffle,
            hire=self.hire,
            buy=self.buy,
            # Actions first: if there are too many orders, free ones are left out.
            heroes=[*self.actions.values(), *self.free][: self._most],
        )
        return wire.Action(orders=orders)


class PartyBot(SeededBot, abc.ABC):
    """A bot for Proving Grounds that plans its orders from a `Board`."""

    def on_start(self, match: Match) -> None:
        """Store the config of the match, which the board of each turn needs."""
        super().on_start(match)
        self.config: wire.Config = match.config
        self._template: Template = {}

    def act(self, observation: wire.Observation) -> wire.Action:
        """Return the party at setup (turn 0), or else the orders of the turn."""
        if observation.turn == 0:
            return wire.Action(setup=self.party())
        commands = Commands(self.config.max_orders)
        if observation.HasField("own"):
            self.command(Board(observation, self.config, self._template), commands)
        return commands.message()

    def party(self) -> wire.Setup:
        """Return the default party, as far as the start gold can pay it (PG-2.12, PG-2.13)."""
        gold = self.config.start_gold
        heroes = []
        for hero_class in _PARTY[: self.config.max_heroes]:
            row = CLASSES[hero_class]
            if row.price > gold:
                # A cheaper class further on may still be paid for.
                continue
            gold -= row.price
            hero = wire.HeroSpec(
                hero_class=hero_class,
                guard=hero_class == wire.HERO_CLASS_FIGHTER,
                policy=wire.POLICY_FIRST_DEATH,
            )
            for item in DEFAULT_ITEMS[hero_class]:
                if ITEMS[item].gold <= gold:
                    gold -= ITEMS[item].gold
                    hero.items.append(item)
            heroes.append(hero)
        return wire.Setup(heroes=heroes)

    @abc.abstractmethod
    def command(self, board: Board, commands: Commands) -> None:
        """Add the bot's orders of a turn to `commands`; each subclass implements it."""
