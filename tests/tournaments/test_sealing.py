"""Which program plays: what has changed since a run stopped is found, refused or given a name of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.bots.programs import Program, resolve_programs
from tournaments.bots.sealing import Sealer
from tournaments.session import begin
from tournaments.spec.errors import ChangedError, CopyError
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
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

    def seal(self, *, accept: bool = False) -> dict[str, Program]:
        """What a run starts with, by label."""
        spec = load_spec(self.file)
        programs = resolve_programs(spec, self.file, data=self.folder.path)
        sealer = Sealer(
            spec,
            self.folder,
            self.store.programs,
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
    """A plain command's change can't be accepted while a match of it is unfinished."""
    cup.seal()
    cup.begin_match(1, 1)
    cup.plain.write_text("2\n")
    with pytest.raises(ChangedError, match="a match that plain has begun can't be finished"):
        cup.seal(accept=True)
    assert len(cup.store.programs.versions()) == 3


def test_a_copy_that_was_tampered_with(cup: Cup) -> None:
    """The copy that an unfinished match needs is refused; one whose folder is there is made anew."""
    cup.seal()
    cup.begin_match(1, 1)
    copies = [path for path in cup.folder.programs.iterdir() if path.name != "work"]
    (copies[0] / "play").write_text("worse")
    assert (cup.seal()["own"].cwd / "play").read_text() == "#!/bin/sh\n"
    (cup.own / "play").write_text("#!/bin/sh\nbetter\n")
    (copies[0] / "play").write_text("worse")
    with pytest.raises(CopyError, match=r"the copy of own in .* is damaged: play was"):
        cup.seal(accept=True)


@pytest.mark.parametrize("accept", [False, True])
def test_formats_whose_table_follows_the_entrant(cup: Cup, accept: bool) -> None:
    """There a change is refused even if it is to be accepted, and nobody is told that it could be."""
    cup.seal()
    spec = load_spec(cup.file).model_copy(update={"format": "swiss"})
    (cup.own / "play").write_text("worse")
    programs = resolve_programs(spec, cup.file, data=cup.folder.path)
    sealer = Sealer(
        spec, cup.folder, cup.store.programs, accept_changes=accept, note=cup.notes.append
    )
    expected = r"; a tournament of swiss can't go on with another version: change it back$"
    with pytest.raises(ChangedError, match=expected):
        sealer(programs)


def test_an_untouched_tournament(cup: Cup) -> None:
    """Before its first match its bots may change."""
    cup.seal()
    (cup.own / "play").write_text("#!/bin/sh\nbetter\n")
    begin(cup.store, load_spec(cup.file), cup.file)
    assert cup.seal()["own"].version == 1
