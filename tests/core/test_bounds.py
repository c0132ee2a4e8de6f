"""Whatever is wrong with a config, it is said in our words: field, bound and value."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from referee.core.config import GameConfig, parse_config
from referee.core.errors import ConfigError
from referee.games import registry

WRONG: tuple[object, ...] = (
    *(None, True, -1, 0, 10**12, -0.5, 1.5, float("nan"), "", "x", "7", b"x"),
    *([], {}, [None], [[]], [{}], ["x"], [-1], [10**12], {"x": 1}, [[1] * 99], [1] * 999),
)
"""Values that many fields can't have."""
FOREIGN = (
    "should",
    "Field required",
    "Input",
    "valid ",
    "validat",
    "Extra",
    "greater than",
    "must be must",
)
"""Words of pydantic."""


class Inner(GameConfig):
    """A table in a config."""

    count: int = 3
    """Without a bound."""


class Many(GameConfig):
    """A config with fields of every kind."""

    flag: bool = False
    name: str = "name"
    share: float = 0.5
    inner: Inner = Inner()
    inners: list[Inner] = []  # noqa: RUF012
    pairs: dict[str, int] = {}  # noqa: RUF012


def mistakes(config: type[GameConfig]) -> Iterator[ConfigError]:
    """Errors of wrong values for every field, alone and inside of lists and tables."""
    values = (*WRONG, *({"count": wrong} for wrong in WRONG))
    for name, value in itertools.product(config.model_fields, (*values, *([v] for v in values))):
        error = mistake(config, name, value)
        if error is not None:
            assert error.field.split(".")[0] in (name, "config")
            yield error


def mistake(config: type[GameConfig], name: str, value: object) -> ConfigError | None:
    """What is wrong with a field's value, if anything is."""
    try:
        parse_config(config, {name: value})
    except ConfigError as error:
        return error
    return None


@pytest.mark.parametrize("name", [*registry.names(), "many"])
def test_no_message_is_in_the_words_of_pydantic(name: str) -> None:
    """For every field of every game."""
    config = Many if name == "many" else registry.find(name).game.config_class
    told = {str(error) for error in mistakes(config)}
    assert len(told) >= len(config.model_fields)
    assert [text for text in told if any(word in text for word in FOREIGN)] == []
    assert [text for text in told if "of another form" in text] == []


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("many", {"flag": 1}, "flag must be true or false, not 1"),
        ("many", {"name": 1}, "name must be text, not 1"),
        ("many", {"share": "x"}, "share must be a number, not 'x'"),
        ("many", {"inner": []}, "inner must be a table, not []"),
        ("many", {"inner": {"count": "x"}}, "inner.count must be a whole number, not 'x'"),
        ("many", {"inners": [{"count": 1.5}]}, "inners.0.count must be a whole number, not 1.5"),
        ("many", {"inners": 3}, "inners must be a list, not 3"),
        ("many", {"pairs": {"a": None}}, "pairs.a must be a whole number, not None"),
        ("diceman", {"games": 0}, "games must be a whole number from 1 to 1000, not 0"),
        ("diceman", {"magic_scope": "x"}, "magic_scope must be one of phase, so_far, not 'x'"),
        ("dice_adventure", {"levels": []}, "levels must be a list of at least one entry, not []"),
    ],
)
def test_what_is_said(name: str, values: dict[str, object], said: str) -> None:
    """Field, bound and value."""
    config = Many if name == "many" else registry.find(name).game.config_class
    with pytest.raises(ConfigError) as caught:
        parse_config(config, values)
    assert str(caught.value) == said
