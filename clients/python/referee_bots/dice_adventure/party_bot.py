"""Base class of the bots for Dice Adventure: turns messages into a `View`, and decisions into messages."""

from __future__ import annotations

import abc
from collections.abc import Sequence

from gamereferee.games.dice_adventure.v1 import dice_adventure_pb2 as wire
from referee_bots.dice_adventure.chances import Die
from referee_bots.dice_adventure.paths import Cell
from referee_bots.dice_adventure.view import MONSTER, ROCK, TRAP, Facts, Ping, Seen, View
from referee_bots.helpers.dice_adventure import codes_of, steps_of
from referee_bots.seeded import SeededBot
from referee_client import Match

__all__ = ["PartyBot", "facts_of", "view_of"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DICE = (
    {ROCK: Die(4), TRAP: Die(8), MONSTER: Die(6)},
    {ROCK: Die(8), TRAP: Die(4), MONSTER: Die(6)},
    {ROCK: Die(6), TRAP: Die(6), MONSTER: Die(8)},
)
"""Default dice of Dwarf, Giant and Human against rocks, traps and monsters (DA-2.2)."""


class PartyBot(SeededBot, abc.ABC):
    """A bot for Dice Adventure that decides on pings and on a plan from a `View`."""

    facts: Facts
    """Parts of the match's config that bots need; set when the match starts."""

    def on_start(self, match: Match) -> None:
        """Read dice, and cost and symbols of pings, from the match's config."""
        super().on_start(match)
        self.facts = facts_of(match.config)

    def act(self, observation: wire.Observation) -> wire.Action:
        """Return pings (signals) in a communication window, or a plan in the planning phase."""
        view = view_of(observation)
        if observation.phase == wire.PHASE_COMMUNICATION:
            pings = [
                wire.PingOrder(symbol=ping.symbol, x=ping.at[0], y=ping.at[1])
                for ping in self.pings(view)
            ]
            return wire.Action(pings=wire.Pings(pings=pings))
        return wire.Action(plan=wire.Plan(steps=steps_of(self.plan(view))))

    def pings(self, view: View) -> list[Ping]:
        """Return the pings (signals on the map) for this communication window.

        The list is empty unless a subclass overrides the method.
        """
        del view
        return []

    @abc.abstractmethod
    def plan(self, view: View) -> list[str]:
        """Return the steps of this round (U, D, L, R, or W to wait), at most one for each action point."""


def facts_of(config: wire.Config) -> Facts:
    """Return the parts of a match's config that bots need: dice, and the rules of pings.

    Only the fields of members may be missing; they have defaults.
    """
    stats = (config.stats.dwarf, config.stats.giant, config.stats.human)
    return Facts(
        dice=tuple(_dice_of(own, usual) for own, usual in zip(stats, _DICE, strict=True)),
        pieces={piece.code: Die(piece.die, piece.modifier) for piece in config.types},
        ping_cost=config.ping_cost,
        symbols=_LETTERS[: config.ping_symbols],
    )


def view_of(observation: wire.Observation) -> View:
    """Return an observation as cells and codes of a `View`."""
    monsters: dict[Cell, list[str]] = {}
    for monster in observation.monsters:
        monsters.setdefault((monster.x, monster.y), []).append(monster.code)
    return View(
        member=observation.character - 1,
        level=observation.level.index,
        round=observation.round,
        size=(observation.level.w, observation.level.h),
        codes=codes_of(observation),
        monsters=monsters,
        at=(observation.me.x, observation.me.y),
        ap=observation.me.ap,
        party=_party(observation.members),
        pings=tuple(Ping(ping.by - 1, ping.symbol, (ping.x, ping.y)) for ping in observation.pings),
    )


def _dice_of(stats: wire.MemberStats, usual: dict[str, Die]) -> dict[str, Die]:
    dice = {}
    for kind, name in ((ROCK, "rock"), (TRAP, "trap"), (MONSTER, "monster")):
        die, modifier = f"{name}_die", f"{name}_modifier"
        dice[kind] = Die(
            getattr(stats, die) if stats.HasField(die) else usual[kind].sides,
            getattr(stats, modifier) if stats.HasField(modifier) else usual[kind].modifier,
        )
    return dice


def _party(members: Sequence[wire.Member]) -> tuple[Seen, ...]:
    return tuple(
        Seen(member.key, (member.x, member.y) if member.HasField("x") else None)
        for member in members
    )
