"""Memory of rivals in Champions: their health and items (CH-6.3 to CH-6.5)."""

from __future__ import annotations

from gamereferee.games.champions.v1.champions_pb2 import (
    BattleTurn,
    Events,
    Executed,
    Observation,
    TileReport,
)
from gamereferee.games.champions.v1.tables import (
    ARMOUR_SLOT,
    KINDS,
    NUM_TYPES,
    START_HEALTH,
    BattleAction,
    ChampionType,
)
from referee_bots.champions.plans import Team
from referee_bots.champions.rolls import NO_DICE

__all__ = ["Memory"]

_NAMES = [kind.name for kind in KINDS]
STEEL_SWORD, OAK_STAFF, LEATHER_JERKIN = map(
    _NAMES.index, ("Steel Sword", "Oak Staff", "Leather Jerkin")
)
FROM_ROUND = 3
"""From this round on, champions that were never seen in a fight are assumed to be armed."""


class Memory:
    """Health and items of rivals as last seen.

    A rival that was never seen counts as unhurt, and from round 3 on as armed with common items.
    """

    def __init__(self) -> None:
        self._health: dict[int, list[int]] = {}
        self._weapons: dict[tuple[int, int], tuple[int, ...]] = {}
        self._armour: dict[tuple[int, int], tuple[int, ...]] = {}

    def total(self, seat: int) -> int:
        """Return the total health of a seat's champions, as last seen."""
        return sum(self._health.get(seat, START_HEALTH))

    def team(self, seat: int, round_: int) -> Team:
        """Return a seat's champions with their health and the items that they probably hold.

        A champion whose items were never seen counts as unarmed early in the match, and later as
        armed with common items; `round_` is the present round.
        """
        kinds = []
        for champion in range(NUM_TYPES):
            who = seat, champion
            weapon = (
                OAK_STAFF if champion in {ChampionType.HEALER, ChampionType.MAGE} else STEEL_SWORD
            )
            usual = round_ >= FROM_ROUND
            # Early in a match most champions hold nothing yet, so that unseen ones count as
            # unarmed.
            weapons = self._weapons.get(who, (weapon,) if usual else ())
            kinds.append(weapons + self._armour.get(who, (LEATHER_JERKIN,) if usual else ()))
        return Team(tuple(self._health.get(seat, START_HEALTH)), tuple(kinds))

    def see(self, seen: Observation) -> None:
        """Remember rivals' health from the report on the champions that stand on the own tile."""
        if seen.HasField("report"):
            self._read_report(seen.report)

    def hear(self, events: Events) -> None:
        """Remember rivals' health and items that the events of battles and reports show."""
        for event in events.events:
            match event.WhichOneof("event"):
                case "tile_report":
                    self._read_report(event.tile_report)
                case "battle_turn":
                    self._read_turn(event.battle_turn)
                case "champion_died":
                    died = event.champion_died
                    self._set_health(died.seat, died.champion, 0)

    def _read_report(self, report: TileReport) -> None:
        for strength in report.seats:
            self._health[strength.seat] = list(strength.health)

    def _read_turn(self, turn: BattleTurn) -> None:
        for action in turn.actions:
            self._read_action(action)
        for fighter in turn.healths:
            self._set_health(fighter.fighter.seat, fighter.fighter.champion, fighter.health)

    def _read_action(self, done: Executed) -> None:
        """Infer a champion's items from the dice that were rolled for its action `done` in a battle.

        An attack without item dice had no weapon.
        """
        if done.action == BattleAction.EVADE or not done.base:
            return
        who = done.actor.seat, done.actor.champion
        shown = tuple(dice.kind for dice in done.items if dice.faces)
        if done.action == BattleAction.ATTACK:
            # An attack rolls the dice of every weapon that has attack dice: known ones that did not
            # roll are gone.
            kept = [kind for kind in self._weapons.get(who, ()) if KINDS[kind].attack == NO_DICE]
            target = done.target.seat, done.target.champion
            self._armour[target] = (done.defence.kind,) if done.HasField("defence") else ()
        else:
            kept = [kind for kind in self._weapons.get(who, ()) if kind not in shown]
        self._weapons[who] = (*shown, *kept)[:ARMOUR_SLOT]

    def _set_health(self, seat: int, champion: int, health: int) -> None:
        self._health.setdefault(seat, list(START_HEALTH))[champion] = health
