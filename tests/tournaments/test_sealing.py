"""Which program plays: what has changed since a run stopped is found, refused or given a name of its own."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import importlib.machinery
import importlib.util
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee_bots
from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.bots.house_copies import copy_house
from tournaments.bots.program import Program
from tournaments.bots.programs import resolve_programs
from tournaments.bots.sealing import Sealer
from tournaments.session import begin
from tournaments.spec.errors import ChangedError, CopyError
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
from tournaments.store.program_book import ProgramBook
from tournaments.store.records import PlayRecord
from tournaments.store.store import Store

FILE = """
name = "cup"
game = "diceman"
format = "round_robin"
sandbox = "none"
[[bots]]
name = "own"
manifest = "own/bot.toml"
[[bots]]
name = "plain"
command = "python plain.py"
[[bots]]
name = "house"
house = "greedy"
"""
MANIFEST = 'name = "own"\ncommand = "./play 1"\n'


class Book:
    """What is known of programs, with those that can't be started any more."""

    def __init__(self, known: ProgramBook) -> None:
        self.versions = known.versions
        self.unfinished = known.unfinished
        self.add = known.add
        self.replace_start = known.replace_start
        self.given_up: list[tuple[str, int]] = []

    def give_up(self, bot: str, version: int) -> None:
        """Only taken down."""
        self.given_up.append((bot, version))


class Cup:
    """A tournament with a bot of each kind."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.toml"
        self.file.write_text(FILE)
        self.own = folder / "own"
        self.own.mkdir()
        (self.own / "bot.toml").write_text(MANIFEST)
        (self.own / "play").write_text("#!/bin/sh\n")
        (self.own / "play").chmod(0o755)
        self.plain = folder / "plain.py"
        self.plain.write_text("1\n")
        self.folder = DataFolder(folder / "data" / "cup")
        self.folder.path.mkdir(parents=True)
        self.store = Store(self.folder.database, create=True)
        begin(self.store, load_spec(self.file), self.file)
        self.notes: list[str] = []
        self.book = Book(self.store.programs)

    def seal(self, *, accept: bool = False) -> dict[str, Program]:
        """What a run starts with, by label."""
        spec = load_spec(self.file)
        programs = resolve_programs(spec, self.file, data=self.folder.path)
        sealer = Sealer(
            spec,
            self.folder,
            self.book,
            accept_changes=accept,
            note=self.notes.append,
        )
        return {program.label: program for program in sealer(programs)}

    def begin_match(self, *versions: int) -> None:
        """A match of the first two bots is begun and not finished."""
        order = order_of(pairing_of(1, "ab"))
        self.store.begin_attempt(order.key, 1, "m1")
        play = PlayRecord("2030", None, None, None, None, versions)
        self.store.programs.begin(order.key, 1, ["own", "plain"], play)


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    """A tournament that has begun."""
    made = Cup(tmp_path)
    with contextlib.closing(made.store):
        yield made


def test_what_runs_is_a_copy(cup: Cup) -> None:
    """The folder may change or go; what is covered of each kind of bot is said."""
    sealed = cup.seal()
    (cup.own / "play").write_text("#!/bin/sh\nworse\n")
    own = sealed["own"]
    assert own.cwd.is_relative_to(cup.folder.path)
    assert own.argv == (str(own.cwd / "play"), "1")
    assert (own.cwd / "play").read_text() == "#!/bin/sh\n"
    assert sealed["plain"].pinned.keys() == {cup.plain}
    versions = {each.bot: each for each in cup.store.programs.versions()}
    assert versions["own"].files.keys() == {"bot.toml", "play"}
    assert versions["plain"].files.keys() == {"plain.py"}
    assert "referee_bots/diceman/greedy_bot.py" in versions["house"].files
    assert versions["own"].covers.startswith("all files of its folder;")
    assert versions["plain"].covers.startswith("the files its command names;")


def test_nothing_has_changed(cup: Cup) -> None:
    """A resumed run starts the same programs, whatever was done beside them."""
    before = cup.seal()
    (cup.file.parent / "run.log").touch()
    (cup.own / "__pycache__").mkdir()
    assert cup.seal() == before
    assert len(cup.store.programs.versions()) == 3


def remove(path: Path) -> None:
    """A file that is gone, with another in the manifest's command."""
    (path / "play").rename(path / "play2")
    (path / "bot.toml").write_text(MANIFEST.replace("play", "play2"))


def test_a_change_is_refused(cup: Cup) -> None:
    """The message names the bot, the file, both digests of each, and the way on."""
    cup.seal()
    before = cup.store.programs.versions()
    (cup.own / "play").write_text("#!/bin/sh\nworse\n")
    expected = (
        r"^bot own has changed since it last played: play was sha256:[0-9a-f]{64} x and is"
        r" sha256:[0-9a-f]{64} x; its digest was [0-9a-f]{64} and is [0-9a-f]{64}; change it back,"
        r" or let it play on as own@2 with --accept-changes$"
    )
    with pytest.raises(ChangedError, match=expected):
        cup.seal()
    assert cup.store.programs.versions() == before


def test_other_changes(cup: Cup) -> None:
    """The manifest alone, a mode alone, a file that is gone, and a file that a plain command names."""
    cup.seal()
    (cup.own / "bot.toml").write_text(MANIFEST + '[limits]\nmemory = "1GiB"\n')
    with pytest.raises(ChangedError, match=r"bot own .*: bot\.toml was"):
        cup.seal()
    remove(cup.own)
    with pytest.raises(ChangedError, match=r"bot own "):
        cup.seal()
    (cup.own / "play2").rename(cup.own / "play")
    (cup.own / "bot.toml").write_text(MANIFEST)
    (cup.own / "other").write_text("")
    with pytest.raises(ChangedError, match="other was not there and is sha256"):
        cup.seal()
    (cup.own / "other").unlink()
    cup.plain.write_text("2\n")
    with pytest.raises(ChangedError, match=r"bot plain .*: plain\.py was"):
        cup.seal()
    cup.plain.write_text("1\n")
    cup.seal()


def test_an_accepted_change(cup: Cup) -> None:
    """It is a version of its own, and the one before finishes from its copy what it has begun."""
    first = cup.seal()["own"]
    cup.begin_match(1, 1)
    (cup.own / "play").write_text("#!/bin/sh\nbetter\n")
    (cup.own / "bot.toml").write_text(MANIFEST.replace("play 1", "play 2"))
    sealed = cup.seal(accept=True)
    assert sealed.keys() == {"own", "own@2", "plain", "house"}
    assert sealed["own"] == first
    assert sealed["own@2"].argv[1] == "2"
    assert (sealed["own@2"].cwd / "play").read_text() == "#!/bin/sh\nbetter\n"
    assert cup.notes == ["own has changed and is own@2"]
    assert cup.seal().keys() == sealed.keys()
    order = order_of(pairing_of(1, "ab"))
    cup.store.void_attempt(order.key, 1, ended(1, 2))
    assert cup.seal().keys() == {"own@2", "plain", "house"}


def test_a_version_of_which_no_copy_is_kept(cup: Cup) -> None:
    """A plain command's change can be accepted: the match that it has begun is played again."""
    cup.seal()
    cup.begin_match(1, 1)
    cup.plain.write_text("2\n")
    with pytest.raises(ChangedError, match="bot plain has changed"):
        cup.seal()
    assert cup.book.given_up == []
    assert cup.seal(accept=True).keys() == {"own", "plain@2", "house"}
    assert cup.book.given_up == [("plain", 1)]
    assert "what plain has begun is played again: no copy of it was kept" in cup.notes[-1]


def test_a_copy_that_was_tampered_with(cup: Cup) -> None:
    """A damaged copy that an unfinished match needs is never run; one whose folder exists is copied again."""
    cup.seal()
    cup.begin_match(1, 1)
    copies = [path for path in cup.folder.programs.iterdir() if (path / "play").exists()]
    (copies[0] / "play").write_text("worse")
    assert (cup.seal()["own"].cwd / "play").read_text() == "#!/bin/sh\n"
    (cup.own / "play").write_text("#!/bin/sh\nbetter\n")
    (copies[0] / "play").write_text("worse")
    assert cup.seal(accept=True).keys() == {"own@2", "plain", "house"}
    assert cup.book.given_up == [("own", 1)]
    assert "is damaged: play was" in cup.notes[-1]


@pytest.mark.parametrize("accept", [False, True])
def test_formats_whose_table_follows_the_entrant(cup: Cup, accept: bool) -> None:
    """There a change is refused even if it is to be accepted, and nobody is told that it could be."""
    cup.seal()
    spec = load_spec(cup.file).model_copy(update={"format": "swiss"})
    (cup.own / "play").write_text("worse")
    programs = resolve_programs(spec, cup.file, data=cup.folder.path)
    sealer = Sealer(spec, cup.folder, cup.book, accept_changes=accept, note=cup.notes.append)
    expected = r"; a tournament of swiss can't go on with another version: change it back$"
    with pytest.raises(ChangedError, match=expected):
        sealer(programs)


def test_an_untouched_tournament(cup: Cup) -> None:
    """Before its first match its bots may change."""
    cup.seal()
    (cup.own / "play").write_text("#!/bin/sh\nbetter\n")
    begin(cup.store, load_spec(cup.file), cup.file)
    assert cup.seal()["own"].version == 1


# House bots, which an upgrade of the program replaces.


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Packages of house bots that can be upgraded: copies, which are found in the place of the real ones."""
    root = tmp_path / "installed"
    find = importlib.util.find_spec
    for name in ("referee_bots", "referee_client", "gamereferee"):
        spec = find(name)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        (folder,) = spec.submodule_search_locations
        shutil.copytree(folder, root / name, ignore=shutil.ignore_patterns("__pycache__"))

    def found(name: str) -> object:
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(root / name)]
        return spec if (root / name).is_dir() else find(name)

    monkeypatch.setattr("tournaments.bots.house_copies.importlib.util.find_spec", found)
    return root


def add_comment(path: Path) -> None:
    """As an upgrade may."""
    path.write_text(path.read_text() + "# another word\n")


def house(cup: Cup, form: str = "round_robin") -> Program:
    """How the house bot is run, in a tournament of some format."""
    rounds = "rounds = 2" if form == "ladder" else ""
    cup.file.write_text(FILE.replace('"round_robin"', f'"{form}"\n{rounds}'))
    return cup.seal()["house"]


UPGRADED = [
    "referee_bots/__init__.py",
    "referee_bots/diceman/greedy_bot.py",
    "referee_client/run.py",
]


@pytest.mark.parametrize("form", ["round_robin", "ladder", "swiss", "knockout"])
@pytest.mark.parametrize("name", UPGRADED)
def test_a_house_bot_after_an_upgrade(cup: Cup, installed: Path, name: str, form: str) -> None:
    """It is the one that the tournament began with, from its copy, and no version of its own."""
    before = house(cup, form)
    assert "PYTHONPATH" not in before.env
    known = cup.store.programs.versions()
    add_comment(installed / name)
    after = house(cup, form)
    (copy,) = [
        path for path in cup.folder.programs.iterdir() if str(path) in after.env["PYTHONPATH"]
    ]
    assert (copy / name).read_text() + "# another word\n" == (installed / name).read_text()
    assert (after.argv, after.version) == (before.argv, 1)
    assert cup.store.programs.versions() == known
    assert cup.notes[-1] == "house plays on as it began, from its copy: another is installed now"


def test_a_house_bot_runs_from_its_copy(cup: Cup, installed: Path) -> None:
    """Its modules are those of the copy, with the SDK and the message types that it was sealed with."""
    house(cup)
    add_comment(installed / UPGRADED[0])
    program = house(cup)
    code = "import referee_bots.diceman.greedy_bot as bot, referee_client, gamereferee.v1\n"
    code += "print(bot.__file__, referee_client.__file__, gamereferee.v1.__file__, sep='\\n')"
    words = [*program.argv[:2], "-c", code]
    ran = subprocess.run(words, env=program.env, capture_output=True, text=True, check=True)
    copy = program.env["PYTHONPATH"].partition(":")[0]
    assert all(line.startswith(copy) for line in ran.stdout.splitlines())


def test_a_copy_of_a_house_bot_that_is_damaged(cup: Cup, installed: Path) -> None:
    """A damaged copy is replaced while the same bot is installed, and never run; the error names the cure."""
    house(cup)
    (copy,) = [path for path in cup.folder.programs.iterdir() if (path / "referee_bots").exists()]
    add_comment(copy / UPGRADED[1])
    house(cup)
    add_comment(copy / UPGRADED[1])
    add_comment(installed / UPGRADED[1])
    with pytest.raises(CopyError, match="play on with the gamereferee that the tournament began"):
        house(cup)


def forget_copies(cup: Cup) -> None:
    """As a program has left it that made no copies of house bots."""
    for version in cup.store.programs.versions():
        if version.bot == "house":
            start = {"argv": version.start["argv"], "env": {}, "terms": {}, "copy": None}
            cup.store.programs.replace_start(dataclasses.replace(version, start=start))
    shutil.rmtree(cup.folder.programs)


@pytest.mark.parametrize("name", ["referee_bots/__init__.py", "referee_bots/diceman/mixer_bot.py"])
def test_a_house_bot_without_a_copy_is_the_same(cup: Cup, installed: Path, name: str) -> None:
    """What it does not import may have changed; from now on there is a copy."""
    house(cup)
    forget_copies(cup)
    add_comment(installed / name)
    house(cup)
    (version,) = [each for each in cup.store.programs.versions() if each.bot == "house"]
    assert (cup.folder.programs / str(version.start["copy"])).is_dir()
    add_comment(installed / UPGRADED[1])
    assert "PYTHONPATH" in house(cup).env


def test_a_house_bot_without_a_copy_has_changed(cup: Cup, installed: Path) -> None:
    """The message names the way on: the program that the tournament began with."""
    house(cup, "ladder")
    forget_copies(cup)
    add_comment(installed / "referee_bots/__init__.py")
    add_comment(installed / "referee_bots/diceman/damage.py")
    said = r"damage\.py was .*: play on with the gamereferee that the tournament began with$"
    with pytest.raises(ChangedError, match=said):
        house(cup, "ladder")


def test_another_house_bot_of_the_same_game(cup: Cup) -> None:
    """It is another program, though the modules are the same."""
    cup.seal()
    cup.file.write_text(FILE.replace('"greedy"', '"mixer"'))
    with pytest.raises(
        ChangedError, match=r"bot house .*diceman\.greedy_bot and is house bot mixer"
    ):
        cup.seal()
    sealed = cup.seal(accept=True)
    assert sealed["house@2"].argv[-1] == "referee_bots.diceman.mixer_bot"


def test_a_cluster_has_no_copies(cup: Cup, installed: Path) -> None:
    """There the installed one would play, which is another bot."""
    house(cup)
    add_comment(installed / UPGRADED[0])
    cup.file.write_text(FILE.replace("[[bots]]", 'executor = "dask://127.0.0.1:1"\n[[bots]]', 1))
    with pytest.raises(ChangedError, match="machines of a cluster have no copy of it"):
        cup.seal()


GAMES = ("diceman", "swordman", "dice_adventure", "champions", "dungeon_keeper", "proving_grounds")
BOTS = [(game, name) for game in GAMES for name in referee_bots.names(game)]


@pytest.mark.parametrize("bot", BOTS, ids=map(".".join, BOTS))
def test_a_copy_of_a_house_bot_is_whole(tmp_path: Path, bot: tuple[str, str]) -> None:
    """All that it imports of the copied packages is in there."""
    copy = copy_house(bot, tmp_path)
    due, seen = [copy / f"{referee_bots.module(*bot).replace('.', '/')}.py"], set[Path]()
    while due:
        path = due.pop()
        seen.add(path)
        for word in imports_of(path):
            package = word.partition(".")[0]
            if not (copy / package).is_dir():
                continue
            place = copy / word.replace(".", "/")
            files = [
                file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()
            ]
            assert files or place.is_dir(), f"{path} imports {word}"
            due += [file for file in files if file not in seen]


def imports_of(path: Path) -> Iterator[str]:
    """Names of the modules that a file imports from."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
