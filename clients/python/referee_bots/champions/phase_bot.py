"""Base class of most bots for Champions: one method for the decision of each phase."""

from __future__ import annotations

import abc
from collections.abc import Sequence

from gamereferee.games.champions.v1.champions_pb2 import (
    SCORING_ROYALE,
    Action,
    Battle,
    Fighter,
    Observation,
)
from gamereferee.games.champions.v1.tables import Phase
from referee_bots.champions import gear
from referee_bots.champions.ground import Cell, move
from referee_bots.seeded import SeededBot
from referee_client import Match

__all__ = ["PhaseBot"]


class PhaseBot(SeededBot, abc.ABC):
    """A bot for Champions that decides phase by phase.

    It loots and arms itself as the brawler does, unless a subclass overrides that.
    """

    loot_actions = 0
    """Number of looting actions in a round, from the config."""
    by_points = False
    """Whether the config counts kills as points (CH-7.4)."""

    def on_start(self, match: Match) -> None:
        """Read from the config the number of looting actions, and whether kills are points."""
        super().on_start(match)
        self.loot_actions = match.config.loot_actions
        self.by_points = match.config.scoring == SCORING_ROYALE

    def act(self, observation: Observation) -> Action:
        """Return the action for the present phase."""
        match observation.phase:
            case Phase.MOVE:
                return move(observation, self.target(observation))
            case Phase.LOOT:
                return self.loot()
            case Phase.EQUIP:
                return self.equip(observation)
            case _:
                return Action(battle=Battle(fighters=self.fighters(observation)))

    @abc.abstractmethod
    def target(self, seen: Observation) -> Cell:
        """Return the tile to move to; the present tile means to stay."""

    def loot(self) -> Action:
        """Return the action that looks for items on the tile (the looting phase)."""
        return gear.loot(self.loot_actions)

    def equip(self, seen: Observation) -> Action:
        """Return the action for the equipment phase: which champion holds which items of the seat."""
        return gear.equip(seen.me)

    @abc.abstractmethod
    def fighters(self, seen: Observation) -> Sequence[Fighter]:
        """Return the champions that fight in each battle of this round, with their actions."""
