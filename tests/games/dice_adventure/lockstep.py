"""Plays a match of the game beside the plain reference, and compares all that both know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games.dice_adventure import PLUGIN
from referee.games.dice_adventure.config import DiceAdventureConfig
from referee.games.dice_adventure.levels import levels_of
from referee.games.dice_adventure.maps.entries import cap_of
from referee.games.dice_adventure.maps.reader import write_level
from referee.games.dice_adventure.rules.actions import Action
from referee.games.dice_adventure.tables import PING_LETTERS, STEP_TOKENS
from referee.games.dice_adventure.visibility.observation import Observation
from tests.games.dice_adventure.reference import Character, Party, PieceDie

__all__ = ["play_in_lockstep", "reference_of"]

_RULES = ("ping_windows", "ping_cost", "damage", "respawn_wait", "lives", "on_wipe", "on_fail")


def reference_of(config: DiceAdventureConfig, seed: int) -> Party:
    """A party of the reference under a config of the game."""
    types = config.piece_types
    levels = [
        (write_level(level, types), cap_of(entry, config.round_cap))
        for entry, level in zip(config.levels, levels_of(config, seed), strict=True)
    ]
    characters = [
        Character(m.vision // 2, m.ap, m.hearts,
                  dict(zip("RTM", zip(m.dice, m.modifiers, strict=True), strict=True)))
        for m in config.members
    ]  # fmt: skip
    pieces = {t.code: PieceDie(t.die, t.modifier, t.steps, t.hunt) for t in types}
    rules: dict[str, Any] = {name: getattr(config, name) for name in _RULES}
    return Party(seed, levels, characters=characters, pieces=pieces, **rules)


def play_in_lockstep(values: dict[str, object], seed: int, *, num_parties: int = 1) -> int:
    """Play a random match to its end; return how many decision points were compared.

    Raises:
        AssertionError: The game and the reference differ.
    """
    game = PLUGIN.game
    config = parse_config(DiceAdventureConfig, values)
    state, _ = game.start(config, seed=seed, num_seats=3 * num_parties)
    parties = [reference_of(config, seed) for _ in range(num_parties)]
    dice = Stream(seed, 99)
    points = 0
    while True:
        asked = [party.decision() for party in parties]
        point = game.decision(state)
        seats = tuple(3 * p + m for p, its in enumerate(asked) if its for m in its[2])
        assert (() if point is None else point.seats) == seats
        seen = game.observe(state, range(3 * num_parties))
        for p, party in enumerate(parties):
            _compare(party, seen[3 * p : 3 * p + 3])
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in seats}
        game.step(state, actions)
        for p, party in enumerate(parties):
            if asked[p]:
                mine = {s % 3: _order(a) for s, a in actions.items() if s // 3 == p}
                party.step(mine)
        points += 1
    _compare_ends(game.plain_state(state), parties)
    return points


def _order(action: Action) -> Sequence[Any]:
    if action.plan is not None:
        return [STEP_TOKENS[token] for token in action.plan]
    return [(PING_LETTERS[symbol], x, y) for symbol, x, y in action.pings or ()]


def _compare(party: Party, seen: Sequence[Observation]) -> None:
    point = party.decision()
    for m, one in enumerate(seen):
        assert one.phase == (point[0] if point else "done")
        assert one.window == (point[1] if point else 0)
        assert [tuple(record) for record in one.results] == party.results
        if point is None:
            continue
        expected = party.observe(m)
        places = [None if mate.x is None else (mate.x, mate.y) for mate in one.members]
        got = {
            "grid": list(one.grid),
            "seen": list(one.seen),
            "monsters": [(monster.y, monster.x, monster.code) for monster in one.monsters],
            "me": (None if one.me.x is None else (one.me.x, one.me.y), one.me.hearts, one.me.ap),
            "members": [
                (mate.alive, mate.hearts, mate.respawn, mate.lives, mate.key, place)
                for mate, place in zip(one.members, places, strict=True)
            ],
            "pings": [(p.by - 1, p.symbol, p.x, p.y, p.window) for p in one.pings],
            "round": one.round,
            "attempt": one.level.attempt,
            "score": one.score,
        }
        if not one.members[m].alive:
            del got["pings"], expected["pings"]
        assert got == expected
        level = (party.level_index, party.w, party.h, party.cap)
        assert (one.level.index, one.level.w, one.level.h, one.level.cap) == level


def _compare_ends(plain: dict[str, Any], parties: Sequence[Party]) -> None:
    for party, its in zip(parties, plain["parties"], strict=True):
        assert its["deaths"] == party.deaths
        assert its["score"] == sum(score for *_, score in party.results)
