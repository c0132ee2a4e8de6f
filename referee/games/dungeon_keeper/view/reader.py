"""Reader that adds up the events of a step of Dungeon Keeper into `Deeds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from referee.core.view import Fields
from referee.games.dungeon_keeper.rules.board.units import owner_of_id
from referee.games.dungeon_keeper.tables import NEUTRAL
from referee.games.dungeon_keeper.view.belief import Belief, Place, bodies_of
from referee.games.dungeon_keeper.view.deeds import Blow, Deeds, Fight
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.sentences import word

__all__ = ["SILENT", "deeds_of"]

SILENT = frozenset(("rolled", "released", "status_removed"))
"""Kinds of events that a story leaves out, because other events show their effect."""


def deeds_of(sight: DungeonSight) -> Deeds:
    """Return the sums over the events of a step: fights, losses and works, as far as the viewer has seen them."""
    reader = _Reader(sight)
    for event in sight.events:
        # Under fog, eyes that see everything get an event whole before they get its partial copies.
        if not (sight.told_to and event.get("partial")):
            for kind, body in bodies_of((event,)):
                reader.read(kind, body)
    return reader.deeds


class _Reader:
    """Adds events to a `Deeds`, one after another."""

    def __init__(self, sight: DungeonSight) -> None:
        self.deeds = Deeds()
        self._names = sight.names
        self._belief = sight.belief
        self._before = sight.past.before
        self._obeys: dict[int, int] = {}
        if self._before is not None:
            self._obeys = {
                unit: told["controller"]
                for unit, told in self._before.units.items()
                if told["controller"] != told["owner"]
            }
        self._last_blow: dict[int, Callable[[str], None]] = {}
        """Function to call with a unit's kind if the unit dies, by unit id; it credits the death to
        the last blow."""
        self._kind_before = ""
        """Kind of the last event other than a dice roll."""
        self._has_turn_begun = False

    def read(self, kind: str, body: Fields) -> None:
        """Add the next event, given by its kind and fields."""
        if kind == "turn_start":
            self._has_turn_begun = True
        # Vampirism and regeneration need no order, so a story leaves them out.
        if kind != "healed" or not (self._has_turn_begun or self._kind_before == "attacked"):
            self._read(kind, body)
        if kind != "rolled":
            self._kind_before = kind

    def _read(self, kind: str, body: Fields) -> None:
        deeds = self.deeds
        match kind:
            case "attacked" if "target" in body or "cell" not in body:
                self._strike(body)
            case "attacked":
                self._blow(body)
            case "blasted" | "tower_shot":
                self._strike(body)
            case "hurt":
                self._hurt(body)
            case "died":
                self._died(body)
            case "vanished" if "unit" in body:
                unit = body["unit"]["unit"]
                deeds.vanished.setdefault(owner_of_id(unit), Counter())[self._kind(unit)] += 1
            case "slowed" if "unit" in body:
                deeds.slowed[owner_of_id(body["unit"]["unit"])] += 1
            case "building_destroyed":
                deeds.destroyed.append((body["owner"], word(body["building"]), _at(body, "cell")))
            case "dropped":
                deeds.dropped[word(body["item"])] += 1
            case "moved" if "unit" in body:
                unit = body["unit"]["unit"]
                deeds.moved.setdefault(owner_of_id(unit), set()).add(unit)
            case "order_result":
                if not body["code"].endswith(("CODE_OK", "UNSPECIFIED")):
                    # MORE says how many were not answered one by one.
                    is_more = body["code"].endswith("CODE_MORE")
                    deeds.refused[body["seat"]] += body["place"] if is_more else 1
            case "controlled" if "unit" in body:
                self._obeys[body["unit"]["unit"]] = body["seat"]
                deeds.whole.append((kind, body))
            case "sacrificed":
                if "unit" in body:
                    self._last_blow[body["unit"]["unit"]] = _nothing
                self._work(kind, body)
            case _ if kind in _WHOLE:
                deeds.whole.append((kind, body))
            case _ if kind not in SILENT:
                self._work(kind, body)

    def _side(self, body: Fields, name: str) -> int | None:
        """Return the side (seat or LIGHT) that controls the unit in the field `name` of an event; None without it."""
        if name not in body:
            return None
        unit = body[name]["unit"]
        return self._obeys.get(unit, owner_of_id(unit))

    def _kind(self, unit: int) -> str:
        return self._names.units.get(unit, "unit")

    def _strike(self, body: Fields) -> None:
        """Add a blow at a unit: by another unit, as a counter-attack, by an ability or by a tower."""
        if "target" not in body:
            return
        target, damage = body["target"]["unit"], body.get("damage", 0)
        side: int | None
        key: object
        if "tower" in body:
            place = _at(body, "tower")
            key, name = place, "battle tower"
            told = None if place is None else _building(place, self._before, self._belief)
            side = None if told is None else told["owner"]
        elif "attacker" in body:
            key = body["attacker"]["unit"]
            name, side = self._kind(body["attacker"]["unit"]), self._side(body, "attacker")
        else:
            key, name, side = None, "", None
        if body.get("is_counter"):
            self._counter(body, side, key, name)
            return
        fight = self._fight(side, owner_of_id(target))
        if key is not None:
            fight.attackers[key] = name
        fight.targets[target] = self._kind(target)
        if (place := _at(body, "target")) is not None:
            fight.places.append(place)
        fight.dealt += damage
        self._last_blow[target] = lambda kind: _add(fight.felled, kind)

    def _counter(self, body: Fields, side: int | None, key: object, name: str) -> None:
        target = body["target"]["unit"]
        striker = self._side(body, "target")
        if side is None:
            # Seen by an owner that does not see what strikes back.
            self._last_blow.pop(target, None)
            return
        fight = self._fight(striker, owner_of_id(body["attacker"]["unit"]))
        fight.attackers[target] = self._kind(target)
        if isinstance(key, int):
            fight.targets[key] = name
        fight.taken += body.get("damage", 0)
        self._last_blow[target] = lambda kind: _add(fight.lost, kind)

    def _fight(self, side: int | None, other: int) -> Fight:
        return self.deeds.fights.setdefault((side, other), Fight(side, other))

    def _blow(self, body: Fields) -> None:
        """Add a blow at a building to the sums."""
        place = _at(body, "cell")
        told = None if place is None else _building(place, self._before, self._belief)
        if told is None or place is None:
            return
        key = (self._side(body, "attacker"), told["owner"], word(told["kind"]))
        blow = self.deeds.blows.setdefault(key, Blow())
        if "attacker" in body:
            blow.attackers[body["attacker"]["unit"]] = self._kind(body["attacker"]["unit"])
        blow.damage += body.get("damage", 0)
        blow.place = place

    def _hurt(self, body: Fields) -> None:
        if "unit" not in body:
            return
        unit = body["unit"]["unit"]
        key = owner_of_id(unit), body["by_poison"]
        self.deeds.hurt[key] = self.deeds.hurt.get(key, 0) + body["damage"]
        dead = self.deeds.hurt_dead.setdefault(key, Counter())
        self._last_blow[unit] = lambda kind: _add(dead, kind)

    def _died(self, body: Fields) -> None:
        if "unit" not in body:
            return
        unit = body["unit"]["unit"]
        blow = self._last_blow.pop(unit, None)
        if blow is None:
            key = owner_of_id(unit), body.get("killer")
            self.deeds.lone_dead.setdefault(key, Counter())[self._kind(unit)] += 1
        else:
            blow(self._kind(unit))

    def _work(self, kind: str, body: Fields) -> None:
        """Add what a seat has done with its units, its Altar or its stocks.

        The event is given by its kind and its fields, `body`.
        """
        deeds = self.deeds
        seat = body["seat"] if "seat" in body else self._side(body, "unit")
        match kind:
            case "summoned" | "researched" | "forged" | "equipped" | "spirit_assigned" | "built":
                field = _FIELDS[kind]
                deeds.count(seat, kind, word(body[field]))
            case "upgraded":
                deeds.count(seat, kind, word(body["old"]), word(body["new"]))
            case "mined":
                metal = word(body["kind"])
                metal = "taldear" if metal == "gem" else metal
                deeds.count(seat, kind, metal, amount=body["amount"])
            case "dug":
                deeds.count(seat, kind)
            case "picked_up":
                deeds.count(seat, kind, word(body["item"]))
                for name in ("gold", "taldear", "mana"):
                    deeds.count(seat, f"{kind} {name}", word(body["item"]), amount=body[name])
            case "repaired":
                place = _at(body, "cell")
                told = None if place is None else _building(place, self._before, self._belief)
                building = "building" if told is None else word(told["kind"])
                deeds.count(seat, kind, building, amount=body["amount"])
            case "healed":
                deeds.count(seat, kind, amount=body["amount"])
            case "sacrificed":
                kind_of = self._kind(body["unit"]["unit"]) if "unit" in body else "unit"
                deeds.count(self._side(body, "priest"), kind, kind_of, word(body["spirit"]))
            case "status_added":
                if "unit" in body:
                    target = body["unit"]["unit"]
                    owner = str(owner_of_id(target))
                    source = body.get("source")
                    deeds.count(source, kind, word(body["status"]), owner, self._kind(target))
            case "cast":
                target = self._kind(body["target"]["unit"]) if "target" in body else ""
                deeds.count(seat, kind, word(body["spell"]), target)
            case "exchanged":
                deeds.count(seat, kind, word(body["resource"]), amount=body["amount"])
                deeds.count(seat, f"{kind} mana", amount=body["mana"])
            case "rune_used":
                how = "installed" if body["is_installed"] else "exchanged"
                deeds.count(seat, f"rune {how}", word(body["rune"]))
            case "source_upgraded":
                place = _at(body, "cell")
                told = None if place is None else _building(place, self._belief, self._before)
                if told is not None and told["owner"] != NEUTRAL:
                    levels = deeds.sources.setdefault(told["owner"], [])
                    deeds.works.setdefault(told["owner"], Counter())
                    levels.append(body["level"])
            case "capture_progress" if seat is not None:
                if body["points"] > deeds.captures.get(seat, (0, None))[0]:
                    deeds.captures[seat] = body["points"], _at(body, "cell")
                deeds.works.setdefault(seat, Counter())


_WHOLE = frozenset(
    (
        *("turn_start", "captured", "eliminated", "hero_appeared", "hero_died"),
        *("alliance_changed", "altars_waned", "match_end"),
    )
)
_FIELDS: Mapping[str, str] = {
    "summoned": "kind",
    "researched": "spell",
    "forged": "artifact",
    "equipped": "artifact",
    "spirit_assigned": "spirit",
    "built": "building",
}
"""Field that names what a seat has made or used, by kind of event."""


def _at(body: Fields, name: str) -> Place | None:
    told = body.get(name)
    return (told["row"], told["col"]) if told and "row" in told else None


def _building(place: Place, *beliefs: Belief | None) -> Fields | None:
    """Return the building on a cell as the first of `beliefs` with a building there knows it; None if none has."""
    for belief in beliefs:
        if belief is not None and place in belief.buildings:
            return belief.buildings[place]
    return None


def _add(kinds: Counter[str], kind: str) -> None:
    kinds[kind] += 1


def _nothing(kind: str) -> None:
    """Do nothing when a unit dies: for deaths that another event already reports."""
