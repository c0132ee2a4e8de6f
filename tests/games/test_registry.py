"""A game is installed by its entry point alone: no file of the referee changes.

The distributions here are real ones, if tiny: a folder on `sys.path` with a module and its metadata.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.core.errors import BrokenGameError, RefereeError, UnknownGameError
from referee.core.view import GameView
from referee.games import registry
from referee.kit.version import KIT_VERSION, KitVersionError
from tests.helpers.distributions import distribute
from tests.helpers.toy_games import SEQUENTIAL

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution with one module `extra_game` and one entry point `name = target` of a group."""

    def installed(source: str, entry_point: str, group: str = registry.GROUP) -> None:
        name, _, target = entry_point.partition(" = ")
        distribute(tmp_path, {"extra_game": source}, {group: {name: target}})
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        _forget()

    yield installed
    sys.modules.pop("extra_game", None)
    _forget()


def _forget() -> None:
    registry.find.cache_clear()
    registry.view.cache_clear()


TOY = "from tests.helpers.toy_games import SEQUENTIAL as PLUGIN\n"


def test_an_installed_game_is_listed_and_found(install: Install) -> None:
    """It stands beside the games that come with the referee, in alphabetical order."""
    before = registry.names()
    install(TOY, "toy_draw = extra_game:PLUGIN")
    assert registry.names() == sorted([*before, "toy_draw"])
    assert registry.find("toy_draw") is SEQUENTIAL


_ALONE = """
import threading, time
MAKING = threading.Lock()

def make(plugin):
    assert MAKING.acquire(blocking=False), "two at once"
    for _ in range(1000):
        time.sleep(0)
    MAKING.release()
    return plugin
"""
_GAME = """
import one_by_one
from tests.helpers.toy_games import {name}
PLUGIN = one_by_one.make({name})
"""


def test_games_are_imported_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever threads ask for them: what each does meanwhile, such as parsing its source, no other one does."""
    modules = {
        "one_by_one": _ALONE,
        "first_game": _GAME.format(name="SEQUENTIAL"),
        "second_game": _GAME.format(name="SIMULTANEOUS"),
    }
    places = {"toy_draw": "first_game:PLUGIN", "toy_bid": "second_game:PLUGIN"}
    distribute(tmp_path, modules, {registry.GROUP: places})
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    _forget()
    try:
        with ThreadPoolExecutor(2) as threads:
            found = list(threads.map(registry.find, places))
        assert [plugin.game.info.game for plugin in found] == list(places)
    finally:
        for name in modules:
            sys.modules.pop(name, None)
        _forget()


def test_listing_imports_nothing(install: Install) -> None:
    """A broken game is no trouble for those who don't play it."""
    install("raise ImportError('broken')", "toy_draw = extra_game:PLUGIN")
    assert "toy_draw" in registry.names()
    assert registry.find("diceman").game.info.game == "diceman"
    broken = r"^the game toy_draw can't be used: ImportError: broken \(.*/extra_game.py:1\)$"
    with pytest.raises(BrokenGameError, match=broken) as caught:
        registry.find("toy_draw")
    assert isinstance(caught.value.__cause__, ImportError)


@pytest.mark.parametrize(
    ("source", "entry_point", "message"),
    [
        ("PLUGIN = 'a string'", "toy_draw = extra_game:PLUGIN",
         "entry point extra_game:PLUGIN is no Plugin but str"),
        ("from tests.helpers.toy_games import SEQUENTIAL\nPLUGIN = SEQUENTIAL.game",
         "toy_draw = extra_game:PLUGIN", "entry point extra_game:PLUGIN is no Plugin but DrawGame"),
        (TOY, "other_name = extra_game:PLUGIN",
         "entry point extra_game:PLUGIN is the game 'toy_draw'"),
    ],
    ids=["not a plug-in", "a game without codec", "another name"],
)  # fmt: skip
def test_a_broken_entry_point(
    install: Install, source: str, entry_point: str, message: str
) -> None:
    """The error names the entry point, so that its author finds it."""
    install(source, entry_point)
    with pytest.raises(BrokenGameError, match=f"^{message}$"):
        registry.find(entry_point.split(" = ")[0])


def test_a_missing_attribute(install: Install) -> None:
    """Python's own error names the attribute."""
    install("", "toy_draw = extra_game:PLUGIN")
    with pytest.raises(BrokenGameError, match=r"AttributeError: .*PLUGIN"):
        registry.find("toy_draw")


def test_each_game_tells_of_itself_what_its_rules_tell() -> None:
    """The list of games has the same facts as the games, in the order of their identifiers."""
    told = registry.infos()
    assert [info.game for info in told] == registry.names()
    assert told == [registry.find(name).game.info for name in registry.names()]
    assert told == [registry.info(name) for name in registry.names()]


def test_a_game_is_listed_without_being_loaded(install: Install) -> None:
    """An `INFO` beside the plug-in is all that a list needs."""
    install(
        "from referee.core.info import GameInfo\n"
        "INFO = GameInfo('toy_draw', 'Draw', 1, 'Closest wins.', 2, 3, 2)\n"
        "def __getattr__(name):\n"
        "    raise ImportError('loaded')\n",
        "toy_draw = extra_game:PLUGIN",
    )
    assert registry.info("toy_draw").title == "Draw"
    assert "Closest wins." in [info.summary for info in registry.infos()]
    with pytest.raises(BrokenGameError, match="ImportError: loaded"):
        registry.find("toy_draw")


@pytest.mark.parametrize(
    "beside", ["", "INFO = 'a string'\n", "from referee.games.diceman import INFO\n"]
)
def test_a_plug_in_alone_tells_enough(install: Install, beside: str) -> None:
    """A game from elsewhere need not have an `INFO`; one of another game is none of its own."""
    install(TOY + beside, "toy_draw = extra_game:PLUGIN")
    assert registry.info("toy_draw") == SEQUENTIAL.game.info
    assert SEQUENTIAL.game.info in registry.infos()


def test_facts_of_an_unknown_game() -> None:
    """The same error as for the game itself."""
    with pytest.raises(UnknownGameError):
        registry.info("toy_draw")


def test_an_unknown_game() -> None:
    """The error lists what is installed."""
    with pytest.raises(UnknownGameError) as caught:
        registry.find("toy_draw")
    assert caught.value.game == "toy_draw"
    assert str(caught.value) == (
        f"unknown game 'toy_draw'; installed: {', '.join(registry.names())}"
    )


def test_a_game_is_loaded_once() -> None:
    """Everybody holds the same object."""
    assert registry.find("diceman") is registry.find("diceman")


MADE_FOR_ANOTHER_KIT = """
from referee.kit.game import plugin
from tests.kit.guess import Guess
PLUGIN = plugin(Guess(), "Rules.", kit="2.0")
"""


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("raise ImportError('broken')", "the game guess can't be used: ImportError: broken"),
        (MADE_FOR_ANOTHER_KIT, f"version 2.0 of the games kit, and this is {KIT_VERSION}"),
    ],
    ids=["no module", "another kit"],
)
def test_a_bad_game_is_left_out_of_the_list(install: Install, source: str, problem: str) -> None:
    """It is told of instead, and no trouble for the others."""
    before = registry.infos()
    install(source, "guess = extra_game:PLUGIN")
    broken: list[RefereeError] = []
    assert registry.infos(broken.append) == before
    assert [problem in str(error) for error in broken] == [True]
    with pytest.raises(RefereeError, match="guess"):
        registry.infos()


def test_a_game_for_another_kit(install: Install) -> None:
    """The line names both versions."""
    install(MADE_FOR_ANOTHER_KIT, "guess = extra_game:PLUGIN")
    with pytest.raises(KitVersionError, match=r"^the game guess was made for version 2\.0 of "):
        registry.find("guess")


VIEW = (
    "from referee.games.generic_view import GenericView\nclass View(GenericView):\n    kit = {!r}\n"
)


def test_a_view_of_another_distribution(install: Install) -> None:
    """It is found by its game's name."""
    assert registry.view("diceman") is None
    install(f"{VIEW.format('1.9')}VIEW = View()", "diceman = extra_game:VIEW", registry.VIEWS)
    assert isinstance(registry.view("diceman"), GameView)
    assert registry.view("swordman") is None


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (f"{VIEW.format('2.0')}VIEW = View()",
         "the view extra_game:VIEW was made for version 2.0 of the games kit, and this is "),
        ("VIEW = 'a string'", "entry point extra_game:VIEW is no GameView but str"),
        ("1 / 0", "the view extra_game:VIEW of diceman can't be used: ZeroDivisionError: "),
    ],
    ids=["another kit", "no view", "broken"],
)  # fmt: skip
def test_a_bad_view_spoils_nothing_but_itself(install: Install, source: str, problem: str) -> None:
    """Whoever watches is told of it; the game is played as ever."""
    install(source, "diceman = extra_game:VIEW", registry.VIEWS)
    with pytest.raises(RefereeError, match=f"^{problem}"):
        registry.view("diceman")
    assert registry.find("diceman").game.info.game == "diceman"
