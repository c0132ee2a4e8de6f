"""Rules as players of text read them: whole sentences, and nothing that the text does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from referee.core.game import AnyPlugin
from referee.games import registry
from referee.games.faces import face_of
from referee.testing.face_turns import public_config
from referee.testing.samples import config_of


def _all_versions() -> Iterator[AnyPlugin]:
    for name in registry.names():
        plugin = registry.find(name)
        yield from (plugin, *plugin.older)


def _rules(plugin: AnyPlugin) -> str:
    """Return rules and settings, without the form of an answer."""
    rules = face_of(plugin).rules(public_config(plugin, config_of(plugin)), 0)
    return rules.partition("\n## How to answer\n")[0]


_NEWEST = [pytest.param(registry.find(name), id=name) for name in registry.names()]
_EACH = [
    pytest.param(plugin, id=f"{plugin.game.info.game}-{plugin.game.info.version}")
    for plugin in _all_versions()
]


@pytest.mark.parametrize("plugin", _NEWEST)
def test_rules_refer_to_rules_that_are_there(plugin: AnyPlugin) -> None:
    """A player can't look up what was left out, nor an amendment."""
    rules = _rules(plugin)
    known = set(re.findall(r"\*\*([A-Z]{2}-\d+\.\d+\w*)", rules))
    named = set(re.findall(r"\b([A-Z]{2}-\d+(?:\.\d+\w*)?)", rules))
    assert len(known) > 20
    sections = {number.partition(".")[0] for number in known}
    assert named - known - sections == set()


@pytest.mark.parametrize("plugin", _NEWEST)
def test_nothing_is_left_of_marks(plugin: AnyPlugin) -> None:
    """Neither the marks themselves nor the signs round them."""
    rules = _rules(plugin)
    left = re.findall(
        r".{0,20}(?:\[[SR][\]:/]|\(\)|\( |\.:|:,|^\*\*$|^[.,;:] ).{0,20}", rules, re.MULTILINE
    )
    assert left == []
    # Later sections have no players among their readers.
    assert re.findall(r"(?:see |\(|[Ss]ection )(?:8|9|1\d)\.\d", rules) == []


@pytest.mark.parametrize("plugin", _EACH)
def test_settings_have_the_meanings_of_their_version(plugin: AnyPlugin) -> None:
    """Each parameter is described as the config of these rules declares it, and none is bare."""
    rules = _rules(plugin)
    settings = re.findall(r"^- (\w+) = .*?(?:: (\D.*))?$", rules, re.MULTILINE)
    fields = plugin.game.config_class.model_fields
    shown = {
        name: line
        for name in fields
        for line in rules.splitlines()
        if line.startswith(f"- {name} = ")
    }
    assert len(shown) > 5
    assert all(meaning for _, meaning in settings)
    for name, line in shown.items():
        meaning = " ".join((fields[name].description or "").split())
        bare = re.sub(r" ?\([A-Z]{2}-[^)]*\)", "", meaning)
        assert bare
        assert bare in re.sub(r" ?\([A-Z]{2}-[^)]*\)", "", line)
