"""A bad config is refused with the field, the bound and the value."""

from __future__ import annotations

from typing import Literal

import pydantic
import pytest
from pydantic import Field

from referee.core.config import GameConfig, parse_config
from referee.core.errors import ConfigError, FieldError


class Area(GameConfig):
    """A config within a config."""

    width: int = Field(default=3, ge=1, le=9)
    """Cells across."""


class Exit(GameConfig):
    """A config with a field that has no default."""

    col: int
    """Cell."""


class Config(GameConfig):
    """One field of each kind that games have."""

    life: int = Field(default=20, ge=1, le=1000)
    """Life at the start."""
    pace: float = Field(default=1.0, ge=0.5, le=2.0)
    """Speed."""
    scope: Literal["phase", "so_far"] = "phase"
    """What counts."""
    floor: int = Field(default=0, ge=0)
    """Bounded on one side."""
    fog: bool = False
    """Whether there is fog."""
    area: Area = Area()
    """The field."""
    exit: Exit | None = None
    """Where it is left."""

    @pydantic.model_validator(mode="after")
    def _check(self) -> Config:
        if self.floor > self.life:
            raise ValueError("one whose floor is at most its life")
        return self


def test_defaults() -> None:
    """What is not named has its default."""
    config = parse_config(Config, {"life": 7})
    assert (config.life, config.scope, config.area.width) == (7, "phase", 3)


def test_a_config_does_not_change() -> None:
    """It is shared by the whole match."""
    with pytest.raises(pydantic.ValidationError, match="frozen"):
        Config().life = 3


def test_attribute_docstrings_reach_the_schema() -> None:
    """They are what clients are told."""
    assert Config.model_json_schema()["properties"]["life"]["description"] == "Life at the start."


@pytest.mark.parametrize(
    ("values", "field", "bound", "value"),
    [
        ({"life": 0}, "life", "a whole number from 1 to 1000", 0),
        ({"life": 1001}, "life", "a whole number from 1 to 1000", 1001),
        ({"life": "7"}, "life", "a whole number from 1 to 1000", "7"),
        ({"life": 7.0}, "life", "a whole number from 1 to 1000", 7.0),
        ({"life": True}, "life", "a whole number from 1 to 1000", True),
        ({"life": None}, "life", "a whole number from 1 to 1000", None),
        ({"pace": 2.5}, "pace", "from 0.5 to 2.0", 2.5),
        ({"scope": "round"}, "scope", "one of phase, so_far", "round"),
        ({"floor": -1}, "floor", "0 or more", -1),
        ({"fog": "yes"}, "fog", "true or false", "yes"),
        ({"area": {"width": 0}}, "area.width", "a whole number from 1 to 9", 0),
        ({"area": {"life": 5}}, "area.life", "absent: there is no such field", 5),
        ({"exit": {}}, "exit.col", "given", None),
        ({"floor": 21}, "config", "one whose floor is at most its life", {"floor": 21}),
    ],
    ids=lambda item: str(item) if isinstance(item, dict) else "",
)
def test_a_broken_bound(values: dict[str, object], field: str, bound: str, value: object) -> None:
    """The error has all three, and its text reads as a sentence."""
    with pytest.raises(ConfigError) as caught:
        parse_config(Config, values)
    assert (caught.value.field, caught.value.bound, caught.value.value) == (field, bound, value)
    assert str(caught.value) == f"{field} must be {bound}, not {value!r}"


def test_an_unknown_name() -> None:
    """The known ones are listed."""
    with pytest.raises(ConfigError) as caught:
        parse_config(Config, {"lives": 3})
    known = "life, pace, scope, floor, fog, area, exit"
    assert str(caught.value) == f"lives must be one of {known}, not 'lives'"


def test_the_first_error_is_reported() -> None:
    """In the order of the fields, whatever the order of the values."""
    with pytest.raises(FieldError, match=r"^life must be"):
        parse_config(Config, {"scope": "", "life": -1})
