"""Whole matches as bots see them: every action as bytes, and a digest of all that the match answered in bytes.

A file is `{"game", "version", "config", "num_seats", "seed", "config_message", "start", "steps", "outcome"}`. A
step is `{"actions": {SEAT: base64 or null}, "state", "observations", "events"}`: the state's digest after it; 16
bytes of SHA-256 of the Observation messages of all asked seats before it, and of the Events messages of each seat
and of spectators. So neither rules nor messages of a version can change by a byte unnoticed.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.core.config import parse_config
from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.games import registry

__all__ = ["FOLDER", "as_json", "drawn", "load", "played", "replayed"]

FOLDER = "wire"
"""Folder of these files in `tests/golden/GAME`."""
MOST_STEPS = 400
"""Longest match; a longer one is cut there, and has no outcome."""
_DRAWS = 0x601D
"""Names the stream of actions, so that it is none of the game's own."""

Actions = Mapping[int, str | None]
"""Action of each asked seat as base64; None for none."""


def drawn(
    plugin: AnyPlugin, seed: int, *, missing: int = 10
) -> Callable[[Any, int, int], str | None]:
    """Return what draws actions, given a state, a seat and the number of steps before.

    Args:
        plugin: The game at one version.
        seed: Seed of the draws.
        missing: Of a hundred decisions, how many have no action.
    """

    def draw(state: Any, seat: int, steps: int) -> str | None:
        dice = Stream(seed, _DRAWS, steps, seat)
        if dice.draw(100) <= missing:
            return None
        action = plugin.game.random_action(state, seat, dice)
        return base64.b64encode(plugin.codec.encode_action(action)).decode()

    return draw


def played(
    plugin: AnyPlugin,
    config: Mapping[str, Any],
    *,
    num_seats: int,
    seed: int,
    action_of: Callable[[Any, int, int], str | None],
) -> dict[str, Any]:
    """Play a match; return it in the form of a file.

    Args:
        plugin: The game at one version.
        config: Fields of the config that differ from the default.
        num_seats: Seats.
        seed: Match seed.
        action_of: The action of a seat as base64, given the state, the seat and the number of steps before.
    """
    game, codec = plugin.game, plugin.codec
    parsed = parse_config(game.config_class, dict(config))
    events: Events
    state, events = game.start(parsed, seed=seed, num_seats=num_seats)
    start = {"state": game.digest(state).hex(), "events": _events(plugin, events, num_seats)}
    steps: list[dict[str, Any]] = []
    while (point := game.decision(state)) is not None and len(steps) < MOST_STEPS:
        seen = codec.encode_observations(parsed, game.observe(state, list(point.seats)))
        actions = {seat: action_of(state, seat, len(steps)) for seat in point.seats}
        taken = {
            seat: None if text is None else codec.decode_action(base64.b64decode(text))
            for seat, text in actions.items()
        }
        events = game.step(state, taken)
        steps.append(
            {
                "actions": {str(seat): text for seat, text in actions.items()},
                "state": game.digest(state).hex(),
                "observations": _digest([point.phase.encode(), *seen]),
                "events": _events(plugin, events, num_seats),
            }
        )
    outcome = None
    if game.decision(state) is None:
        found = game.outcome(state)
        outcome = {"placements": list(found.placements), "scores": list(found.scores)}
    return {
        "game": game.info.game,
        "version": game.info.version,
        "config": dict(config),
        "num_seats": num_seats,
        "seed": seed,
        "config_message": codec.encode_config(parsed).hex(),
        "start": start,
        "steps": steps,
        "outcome": outcome,
    }


def replayed(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Play a recorded match again, from its actions.

    Args:
        recorded: A match as in its file.
    """

    def action_of(state: Any, seat: int, steps: int) -> str | None:
        del state
        action: str | None = recorded["steps"][steps]["actions"][str(seat)]
        return action

    return played(
        registry.find(recorded["game"]).at(recorded["version"]),
        recorded["config"],
        num_seats=recorded["num_seats"],
        seed=recorded["seed"],
        action_of=action_of,
    )


def as_json(match: Mapping[str, Any]) -> str:
    """Return a match as the text of its file, a step a line."""
    head = {name: value for name, value in match.items() if name not in ("steps", "outcome")}
    lines = ",\n".join(f"  {json.dumps(step, separators=(',', ':'))}" for step in match["steps"])
    front = json.dumps(head, indent=1)[:-2]
    return f'{front},\n "steps": [\n{lines}\n ],\n "outcome": {json.dumps(match["outcome"])}\n}}\n'


def load(path: Path) -> dict[str, Any]:
    """Return a match from its file."""
    match: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return match


def _events(plugin: AnyPlugin, events: Events, num_seats: int) -> str:
    codec = plugin.codec
    if not isinstance(events, list):
        return _digest([codec.encode_events(events)])
    views = [
        codec.encode_events(
            [event for event in events if event.audience is None or seat in event.audience]
        )
        for seat in range(num_seats)
    ]
    public = codec.encode_events([event for event in events if event.audience is None])
    return _digest([public, *views])


def _digest(parts: list[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.digest()[:16].hex()
