"""Scenarios: worked cases as TOML files, run against any game.

A scenario says what state to start from, what the seats order, what the dice show, and what must
follow. `load_scenario` reads and checks a file, `run_scenario` plays it and returns every difference. The
format is described in docs/scenarios.md. Nothing here knows any one game.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import pydantic
from pydantic import Field

from referee.core.config import GameConfig, parse_config
from referee.core.errors import RefereeError, ScenarioError
from referee.core.game import AnyGame, Event
from referee.core.plain import Plain, to_plain
from referee.games import registry

__all__ = [
    "ABSENT",
    "Difference",
    "Expectation",
    "ExpectedEvent",
    "Scenario",
    "Start",
    "Step",
    "find_scenarios",
    "load_scenario",
    "run_scenario",
]

ABSENT = "(none)"
"""Expected value of what must be missing or nothing; TOML has no null."""

_Seat = Annotated[int, Field(ge=0, strict=False)]  # TOML's keys are strings


class _Table(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


class ExpectedEvent(_Table, extra="allow"):
    """An event that must happen; every further key is a field of it."""

    event: str
    """Kind: the name of its class in snake_case, such as `game_end`."""
    audience: list[int] | Literal["(none)"] | None = None
    """Seats that get the event, ascending; `(none)` if everybody does; not compared if absent."""


class Expectation(_Table):
    """What must hold after a step; what is not named is not compared."""

    state: dict[str, object] = {}
    """Fields of the state by the rulebook's names."""
    events: list[ExpectedEvent] = []
    """What must have happened, in order; events of kinds that are not named here may come between."""
    all_events: bool = False
    """Whether there may be no events except those in `events`."""
    observations: dict[_Seat, dict[str, object]] = {}
    """What seats must see, by seat."""
    decision: dict[str, object] | Literal["(none)"] | None = None
    """The decision that must come next, as phase and seats; `(none)` once the match is over."""
    outcome: dict[str, object] | None = None
    """Placements and scores of the match, which must be over."""


class Start(_Table):
    """Before the first step."""

    expect: Expectation = Expectation()
    """What must hold at the start, and which events `start` must have returned."""


class Step(_Table):
    """One decision point, or several alike."""

    orders: dict[_Seat, object] = {}
    """Action of each seat in the rulebook's plain form; an acting seat without one is late."""
    dice: list[int] | None = None
    """What the dice show, in the rulebook's draw order, all of it; absent: the seed decides."""
    repeat: Annotated[int, Field(ge=1, le=10_000)] = 1
    """How often the step is taken; `dice` are for all of them, `expect` is for the last."""
    expect: Expectation = Expectation()
    """What must hold after it."""


class Scenario(_Table):
    """One worked case."""

    game: str
    """Identifier of the game."""
    game_version: Annotated[int, Field(ge=1)] | None = None
    """Behaviour version whose rules decide; the newest if absent."""
    title: str
    """What it shows, for people."""
    rules: list[str] = []
    """Rules it is about."""
    num_seats: int | None = None
    """Seats; the game's default if absent."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    """Match seed; 0 if absent. Not together with `given`."""
    config: dict[str, object] = {}
    """The game's config; what is not named has its default."""
    given: dict[str, object] | None = None
    """State to start from, where it differs from the beginning of a match."""
    start: Start = Start()
    """Before the first step."""
    steps: Annotated[list[Step], Field(min_length=1)]
    """Decision points in order; without any nothing would be played."""


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """A place where a scenario came out otherwise than expected."""

    path: str
    """Where in the file, such as `steps[0].expect.state.life[1]`."""
    expected: object
    """What the file says."""
    got: object
    """What the game says."""

    def __str__(self) -> str:
        return f"{self.path}: expected {_shown(self.expected)}, got {_shown(self.got)}"


def find_scenarios(paths: Iterable[Path]) -> list[Path]:
    """Return the files among the paths, and all `*.toml` in folders among them, sorted folder by folder.

    Raises:
        ScenarioError: A path doesn't exist, or a folder holds no scenario.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise ScenarioError(f"{path}: no such file or folder")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise ScenarioError(f"{path}: no *.toml in this folder")
        found += inside
    return found


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file.

    Raises:
        ScenarioError: It can't be read, is no TOML, or a key is unknown, missing or out of bounds.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        scenario = Scenario.model_validate(values)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from None
    except pydantic.ValidationError as error:
        raise ScenarioError(f"{path}: {_first(error)}") from None
    if scenario.seed is not None and scenario.given is not None:
        raise ScenarioError(
            f"{path}: seed and given exclude each other, since given names its own seed"
        )
    return scenario


def run_scenario(scenario: Scenario, name: object = "scenario") -> list[Difference]:
    """Play a scenario up to the first step that comes out otherwise.

    Args:
        scenario: The scenario.
        name: What errors call it, such as its path.

    Returns:
        What differs at that step; empty if all is as expected.

    Raises:
        ScenarioError: It can't be played as it is written; names the key.
    """
    try:
        return _Run(scenario).play()
    except RefereeError as error:
        raise ScenarioError(f"{name}: {error}") from None


class _Run:
    """A scenario being played.

    Args:
        scenario: The scenario.

    Raises:
        RefereeError: Game, config, seats or given state are wrong.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        with _at("game"):
            plugin = registry.find(scenario.game)
        self.game: AnyGame = plugin.at(scenario.game_version or 0).game
        seats = scenario.num_seats
        self.num_seats = self.game.info.default_seats if seats is None else seats
        with _at("config"):
            config: GameConfig = parse_config(self.game.config_class, scenario.config)
        self.game.check_seats(config, self.num_seats)
        self.events: list[Event] = []
        if scenario.given is None:
            self.state, self.events = self.game.start(
                config, seed=scenario.seed or 0, num_seats=self.num_seats
            )
        else:
            with _at("given"):
                self.state = self.game.parse_state(config, self.num_seats, scenario.given)

    def play(self) -> list[Difference]:
        """Take the steps until one comes out otherwise."""
        differences = list(self.compare(self.scenario.start.expect, "start.expect"))
        for index, step in enumerate(self.scenario.steps):
            if differences:
                break
            with _at(f"steps[{index}]"):
                self.take(step)
            differences = list(self.compare(step.expect, f"steps[{index}].expect"))
        return differences

    def take(self, step: Step) -> None:
        """Take one step of the file."""
        if step.dice is not None:
            self.game.script_dice(self.state, step.dice)
        for _ in range(step.repeat):
            decision = self.game.decision(self.state)
            if decision is None:
                raise ScenarioError("the match is over, nobody is asked")
            for seat in step.orders:
                if seat not in decision.seats:
                    asked = ", ".join(map(str, decision.seats))
                    raise ScenarioError(f"orders.{seat}: only these seats are asked: {asked}")
            actions = {
                seat: self.game.parse_action(step.orders[seat]) if seat in step.orders else None
                for seat in decision.seats
            }
            self.events = list(self.game.step(self.state, actions))
        if step.dice is not None:
            _check_used_up(self.game.scripted_dice_left(self.state), len(step.dice))

    def compare(self, expect: Expectation, path: str) -> Iterator[Difference]:
        """Yield what is otherwise than expected in the present state and the last events."""
        yield from _differences(expect.state, self.game.plain_state(self.state), f"{path}.state")
        yield from self.compare_events(expect, f"{path}.events")
        for seat, seen in expect.observations.items():
            if seat >= self.num_seats:
                raise ScenarioError(f"{path}.observations.{seat}: there are {self.num_seats} seats")
            got = to_plain(self.game.observe(self.state, [seat])[0])
            yield from _differences(seen, got, f"{path}.observations.{seat}")
        decision = self.game.decision(self.state)
        if expect.decision is not None:
            got = None if decision is None else to_plain(decision)
            yield from _differences(expect.decision, got, f"{path}.decision")
        if expect.outcome is not None:
            got = None if decision else to_plain(self.game.outcome(self.state))
            yield from _differences(expect.outcome, got, f"{path}.outcome")

    def compare_events(self, expect: Expectation, path: str) -> Iterator[Difference]:
        """Compare the events of the kinds that are named, or all of them."""
        kinds = [expected.event for expected in expect.events]
        events = [event for event in self.events if expect.all_events or _kind(event.body) in kinds]
        got_kinds = [_kind(event.body) for event in events]
        if kinds != got_kinds:
            yield Difference(path, kinds, got_kinds)
            return
        for index, (expected, event) in enumerate(zip(expect.events, events, strict=True)):
            place = f"{path}[{index}]"
            yield from _differences(expected.model_extra or {}, to_plain(event.body), place)
            if expected.audience is not None:
                told = to_plain(event.audience)
                yield from _differences(expected.audience, told, f"{place}.audience")


@contextlib.contextmanager
def _at(key: str) -> Iterator[None]:
    """Put the key that is being read before the message of an error."""
    try:
        yield
    except RefereeError as error:
        raise ScenarioError(f"{key}: {error}") from None


def _check_used_up(left: int, size: int) -> None:
    if left > 0:
        raise ScenarioError(f"dice: {size} values, but only {size - left} were rolled")
    if left < 0:
        raise ScenarioError(f"dice: {size} values, but {size - left} were rolled")


def _kind(body: object) -> str:
    """Name of an event: GameEnd is game_end."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(body).__name__).lower()


def _differences(expected: object, got: Plain, path: str) -> Iterator[Difference]:
    """Yield what of `expected` is otherwise in `got`.

    Of a table only the named keys are compared; a table also picks entries out of a list, by index. A
    list is compared in full; it may stand for a record, as the values of its fields in order.
    """
    if isinstance(expected, list) and isinstance(got, Mapping):
        got = list(got.values())
    if isinstance(expected, Mapping) and isinstance(got, Mapping | list):
        for key, value in expected.items():
            yield from _differences(value, _entry(got, key), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for index, (value, item) in enumerate(zip(expected, got, strict=True)):
            yield from _differences(value, item, f"{path}[{index}]")
    elif not _is_equal(expected, got):
        yield Difference(path, expected, got)


def _entry(got: Mapping[str, Plain] | list[Plain], key: str) -> Plain:
    if isinstance(got, Mapping):
        return got.get(key)
    return got[int(key)] if key.isdecimal() and int(key) < len(got) else None


def _is_equal(expected: object, got: Plain) -> bool:
    """Return whether a value is as expected; 1 and true are not the same."""
    if expected == ABSENT:
        return got is None
    return isinstance(expected, bool) == isinstance(got, bool) and expected == got


def _shown(value: object) -> str:
    return ABSENT if value is None else json.dumps(value, default=str, ensure_ascii=False)


def _first(error: pydantic.ValidationError) -> str:
    """Return the first fault of a file, with the key it is at."""
    fault = error.errors(include_url=False)[0]
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault["loc"])
    key = path.removeprefix(".").removesuffix(".[key]") or "file"
    if fault["type"] == "extra_forbidden":
        return f"{key}: unknown key"
    if fault["type"] == "missing":
        return f"{key}: missing"
    if fault["type"] == "too_short":
        return f"{key}: must have at least one entry, not none"
    return f"{key}: {fault['msg'][0].lower()}{fault['msg'][1:]}, not {_shown(fault['input'])}"
