"""Scenarios: worked cases of a game's rules as TOML files, which can be run against any game.

A scenario says what state to start from, what the seats order, what the dice show, and what must
follow. `load_scenario` reads and checks a file, `run_scenario` plays it and returns every difference. The
format is described in docs/scenarios.md. Nothing here depends on a particular game.
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
"""Text in a scenario file for an expected value that must be absent; TOML has no null."""

_Seat = Annotated[int, Field(ge=0, strict=False)]  # TOML's keys are strings


class _Table(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


class ExpectedEvent(_Table, extra="allow"):
    """An event that a step must cause; every further key is an expected field of the event."""

    event: str
    """Kind of the event: the name of its class in snake_case, such as `game_end`."""
    audience: list[int] | Literal["(none)"] | None = None
    """Seats that get the event, ascending; `(none)` if everybody does; not compared if absent."""


class Expectation(_Table):
    """Facts that must hold after a step; whatever is not named is not compared."""

    state: dict[str, object] = {}
    """Expected values of fields of the state, by the rulebook's names."""
    events: list[ExpectedEvent] = []
    """Events that the step must have caused, in order; events of kinds that are not named here may come between."""
    all_events: bool = False
    """Whether the step may have caused no events except those in `events`."""
    observations: dict[_Seat, dict[str, object]] = {}
    """Expected fields of what each seat sees, by seat."""
    decision: dict[str, object] | Literal["(none)"] | None = None
    """The decision point that must come next, as `phase` and `seats`; `(none)` if the match must be over."""
    outcome: dict[str, object] | None = None
    """Expected placements and scores; the match must then be over."""


class Start(_Table):
    """Facts that a scenario expects of its match before the first step."""

    expect: Expectation = Expectation()
    """Facts that must hold at the start; its events are compared with those that `Game.start` returned."""


class Step(_Table):
    """One decision point of a scenario, or several in a row with the same orders."""

    orders: dict[_Seat, object] = {}
    """Action of each seat in the rulebook's plain form; an acting seat without one misses its deadline."""
    dice: list[int] | None = None
    """All values that the dice show, in the rulebook's draw order; if absent, the seed decides."""
    repeat: Annotated[int, Field(ge=1, le=10_000)] = 1
    """How many times the step is taken; `dice` holds the rolls of all times, `expect` is compared after the last."""
    expect: Expectation = Expectation()
    """Facts that must hold after the step."""


class Scenario(_Table):
    """One worked case, as read from a scenario file."""

    game: str
    """Identifier of the game, such as `diceman`."""
    game_version: Annotated[int, Field(ge=1)] | None = None
    """Behaviour version of the game whose rules are played; the newest if absent."""
    title: str
    """What the scenario shows, in words for people."""
    rules: list[str] = []
    """Numbers of the rulebook's rules that the scenario checks."""
    num_seats: int | None = None
    """Number of seats; the game's default if absent."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    """Match seed; 0 if absent. Not together with `given`."""
    config: dict[str, object] = {}
    """Config of the match; parameters that are not named have their default."""
    given: dict[str, object] | None = None
    """Fields of the state to start from that differ from the beginning of a match, by the rulebook's names."""
    start: Start = Start()
    """What must hold before the first step."""
    steps: Annotated[list[Step], Field(min_length=1)]
    """Decision points in order, at least one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """A place where the game did something else than a scenario expects."""

    path: str
    """Key in the scenario file, such as `steps[0].expect.state.life[1]`."""
    expected: object
    """Value that the scenario file expects."""
    got: object
    """Value that the game produced."""

    def __str__(self) -> str:
        return f"{self.path}: expected {_shown(self.expected)}, got {_shown(self.got)}"


def find_scenarios(paths: Iterable[Path]) -> list[Path]:
    """Return the files among the paths, and all `*.toml` in the folders among them, sorted within each folder.

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
        ScenarioError: The file can't be read or is no TOML, or a key is unknown, missing or out of bounds.
    """
    try:
        # `-sig`: editors on Windows may begin a file with a byte-order mark.
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
    """Play a scenario up to the first step whose result differs from what is expected.

    Args:
        scenario: The scenario.
        name: Name of the scenario in errors, such as its path.

    Returns:
        Differences at that step; empty if all steps end as expected.

    Raises:
        ScenarioError: The scenario can't be played as it is written; names the key.
    """
    try:
        return _Run(scenario).play()
    except RefereeError as error:
        raise ScenarioError(f"{name}: {error}") from None


class _Run:
    """One scenario while it is played.

    Args:
        scenario: The scenario.

    Raises:
        RefereeError: Its game, config, number of seats or given state is wrong.
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
            # A given state has no events of a start: no step has led to it.
            with _at("given"):
                self.state = self.game.parse_state(config, self.num_seats, scenario.given)

    def play(self) -> list[Difference]:
        """Take the steps up to the first that differs from what is expected, and return its differences."""
        differences = list(self.compare(self.scenario.start.expect, "start.expect"))
        for index, step in enumerate(self.scenario.steps):
            if differences:
                break
            with _at(f"steps[{index}]"):
                self.take(step)
            differences = list(self.compare(step.expect, f"steps[{index}].expect"))
        return differences

    def take(self, step: Step) -> None:
        """Take one step of the file, as often as its `repeat` says.

        Raises:
            ScenarioError: The match is over, an order is for a seat that is not asked, or the dice don't suffice.
        """
        # Scripted before the loop: the values are for all repetitions of the step together.
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
        """Yield the differences between what is expected and the present state, last events, observations and decision.

        `path` is the place of `expect` in the scenario file, such as `steps[0].expect`.

        Raises:
            ScenarioError: An observation is expected for a seat that the match does not have.
        """
        yield from _differences(expect.state, self.game.plain_state(self.state), f"{path}.state")
        yield from self.compare_events(expect, f"{path}.events")
        for seat, seen in expect.observations.items():
            if seat >= self.num_seats:
                raise ScenarioError(f"{path}.observations.{seat}: there are {self.num_seats} seats")
            got = to_plain(self.game.observe(self.state, [seat])[0])
            yield from _differences(seen, got, f"{path}.observations.{seat}")
        decision = self.game.decision(self.state)
        # None is "not compared"; that there is no decision is expected by the text `(none)`.
        if expect.decision is not None:
            got = None if decision is None else to_plain(decision)
            yield from _differences(expect.decision, got, f"{path}.decision")
        if expect.outcome is not None:
            got = None if decision else to_plain(self.game.outcome(self.state))
            yield from _differences(expect.outcome, got, f"{path}.outcome")

    def compare_events(self, expect: Expectation, path: str) -> Iterator[Difference]:
        """Yield the differences between the expected events and the last events.

        Only events of the kinds that are named are compared, or all if `all_events` is set. `path` is the
        place of the expected events in the scenario file.
        """
        # Kinds first: comparing fields of different kinds would give a list of misleading differences.
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
    """Prefix the message of any error raised inside with this key of the scenario file."""
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
    """Return the kind of an event: the name of its class in snake_case, `game_end` for GameEnd."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(body).__name__).lower()


def _differences(expected: object, got: Plain, path: str) -> Iterator[Difference]:
    """Yield the differences between an expected value and the value `got` that the game produced, at `path`.

    Of a table only the named keys are compared; a table can also pick entries of a list, by index. A
    list is compared in full; it may stand for a record, as the values of its fields in order.
    """
    # A record in plain data is a mapping whose keys are in the order of its fields.
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
    # Beyond the list there is None, which a scenario can expect as `(none)`.
    return got[int(key)] if key.isdecimal() and int(key) < len(got) else None


def _is_equal(expected: object, got: Plain) -> bool:
    """Return whether the value `got` equals the expected one; 1 and true are not equal."""
    if expected == ABSENT:
        return got is None
    # In Python 1 == True; a scenario that says 1 where the game says true is wrong.
    return isinstance(expected, bool) == isinstance(got, bool) and expected == got


def _shown(value: object) -> str:
    return ABSENT if value is None else json.dumps(value, default=str, ensure_ascii=False)


def _first(error: pydantic.ValidationError) -> str:
    """Return the first fault in a scenario file as a line of text that begins with its key.

    `error` has all faults.
    """
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
