"""A tournament is played to its end under the behaviour version it began with."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.fakes import FACTS, FILE, ended, spec_of
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import written_schedule
from tournaments.play.game_versions import game_as_begun
from tournaments.spec.errors import FolderError, SpecError
from tournaments.spec.matches import GameFacts
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

SPEC = spec_of("ab")
DICE = written_schedule(0)
BOTH = dataclasses.replace(FACTS, version=2, versions=(1, 2))
FIRST = make_scheduler(SPEC, DICE).due()[0]


@pytest.fixture
def store(folder: DataFolder) -> Iterator[Store]:
    """A store in which a tournament of a and b has begun."""
    with contextlib.closing(Store(folder.database, create=True)) as opened:
        opened.begin("cup", Path("cup.toml"), "text", ["a", "b"], DICE)
        yield opened


def settled(store: Store, facts: GameFacts = BOTH, asked: int | None = None) -> int:
    """Under which version it is played."""
    spec = SPEC.model_copy(update={"game_version": asked})
    return game_as_begun(spec, FILE, DICE, store, facts).version


@pytest.mark.parametrize(("asked", "version"), [(None, 2), (1, 1), (2, 2)])
def test_before_the_first_match(store: Store, asked: int | None, version: int) -> None:
    """As the file asks, or else the newest."""
    assert settled(store, asked=asked) == version


@pytest.mark.parametrize("begun", [1, 2])
def test_after_a_result(store: Store, begun: int) -> None:
    """As it began."""
    order = order_of(SPEC, FIRST, begun)
    store.record(order, FIRST, ended(1, 2), match_id="m1", replay=None)
    assert settled(store) == begun


@pytest.mark.parametrize("begun", [1, 2])
def test_after_an_attempt(store: Store, begun: int) -> None:
    """As it began, though nothing is known yet but the key of a match that is still being played."""
    store.begin_attempt(order_of(SPEC, FIRST, begun).key, 1, "m1")
    assert settled(store) == begun


def test_rules_that_the_referee_does_not_know(store: Store) -> None:
    """A referee that tells no list knows its own version alone."""
    order = order_of(SPEC, FIRST, 1)
    store.record(order, FIRST, ended(1, 2), match_id="m1", replay=None)
    with pytest.raises(FolderError) as caught:
        settled(store, dataclasses.replace(FACTS, version=2))
    assert str(caught.value) == (
        "the tournament began under version 1 of diceman, the referee plays version 2:"
        " results of both don't go into one table"
    )


def test_a_version_that_is_asked_for_in_vain(store: Store) -> None:
    """The error names those that are known."""
    with pytest.raises(SpecError, match="game_version must be one of 1, 2, not 3"):
        settled(store, asked=3)
