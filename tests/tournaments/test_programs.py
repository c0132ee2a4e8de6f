from __future__ import annotations

import collections
import json
import os
import sys
import tomllib
from pathlib import Path

import pytest

from tests.tournaments.calling import Caller
from tests.tournaments.sandboxes import needs_sandbox
from tournaments.bots.program import Program, referee_views, shared_folders
from tournaments.bots.programs import load_entries, resolve_programs
from tournaments.processes.sandbox import PathView
from tournaments.spec.errors import SpecError
from tournaments.spec.limits import Limits
from tournaments.spec.reading import load_spec, parse_spec

HEAD = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
BARE = f'{HEAD}sandbox = "none"\n'
OTHER = '[[bots]]\nname = "z"\nhouse = "greedy"\n'
MANIFEST = """
name = "Alpha-2.1"
command = "./alpha --deep"
language = "Rust"
build = "cargo build"
env = { DEPTH = "3", LEVEL = "1" }

[limits]
memory = "512MiB"
processes = 1000

[timeouts]
startup = "5s"
"""


def all_resolved(bot: str, folder: Path, head: str = BARE, other: str = OTHER) -> list[Program]:
    """The programs of a tournament whose file is in `folder`."""
    text = f'{head}[[bots]]\nname = "a"\n{bot}\n{other}'
    file = folder / "cup.toml"
    file.write_text(text)
    return resolve_programs(parse_spec(text, file), file, data=folder / "results")


def resolved(bot: str, folder: Path, head: str = BARE) -> Program:
    """The first of them."""
    return all_resolved(bot, folder, head)[0]


def make_program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    """A program that is there to be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is looked up as a shell would, a path from the bot's own folder."""
    make_program(tmp_path / "bots" / "mine")
    monkeypatch.setenv("REFEREE_ORGANIZER_KEY", "secret")
    monkeypatch.setenv("MINE", "kept")
    mine = resolved('command = "./mine -x"\ncwd = "bots"\nenv = { DEPTH = "3" }', tmp_path)
    assert mine.argv == (str(tmp_path / "bots" / "mine"), "-x")
    assert mine.cwd == tmp_path / "bots"
    assert (mine.env["DEPTH"], mine.env["MINE"]) == ("3", "kept")
    assert "REFEREE_ORGANIZER_KEY" not in mine.env
    assert mine.enclosed({}) == []
    (tmp_path / "bot.py").touch()
    python = resolved('command = "python bot.py"', tmp_path)
    assert Path(python.argv[0]).parent == Path(sys.executable).parent
    house = resolved('house = "random"', tmp_path)
    assert house.argv[-2:] == ("-m", "referee_bots.diceman.random_bot")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (
            'command = "no-such-program 3"',
            "7: bots[0].command must begin with a program that is there to be run, not 'no-such-program'",
        ),
        (
            'command = "./cup.toml"',
            "7: bots[0].command must begin with a program that is there to be run, not './cup.toml'",
        ),
        ('command = "true"\ncwd = "away"', "8: bots[0].cwd must be a folder, not 'away'"),
        ('house = "genius"', "7: bots[0].house must be one of random, greedy, mixer, solver for diceman, not 'genius'"),
        (
            'command = "python -u nothere.py"',
            "7: bots[0].command must run a script that is there, not 'nothere.py' in TMP",
        ),
        ('manifest = "bot.toml"', "7: bots[0].manifest must be a file, not 'bot.toml'"),
        ('command = "true"\nbuild = "mak"', "8: bots[0].build must begin with a program that is there to be run, not 'mak'"),
    ],
)  # fmt: skip
def test_programs_that_are_not_there(tmp_path: Path, bot: str, said: str) -> None:
    """The message names file, line, key and what was looked for, before anything is started."""
    with pytest.raises(SpecError) as caught:
        resolved(bot, tmp_path)
    assert str(caught.value) == f"{tmp_path / 'cup.toml'}:{said.replace('TMP', str(tmp_path))}"


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    """Its house bots can't be, either; the message is about the game, and lists those there are."""
    with pytest.raises(SpecError) as caught:
        resolved('house = "random"', tmp_path, BARE.replace('"diceman"', '"dicemen"'))
    games = "champions, dice_adventure, diceman, dungeon_keeper, proving_grounds, swordman"
    assert (
        str(caught.value)
        == f"{tmp_path / 'cup.toml'}:2: game must be one of {games}, not 'dicemen'"
    )


def test_a_manifest(tmp_path: Path) -> None:
    """It says what its author knows; folders are relative to it, and limits can only be tightened."""
    make_program(tmp_path / "alpha" / "cargo")
    (tmp_path / "alpha" / "bot.toml").write_text(MANIFEST.replace("cargo", "./cargo"))
    alpha = resolved('manifest = "alpha/bot.toml"', tmp_path)
    assert alpha.name == "a"
    # It is not there yet: the build makes it.
    assert alpha.argv == (str(tmp_path / "alpha" / "alpha"), "--deep")
    assert alpha.build == (str(tmp_path / "alpha" / "cargo"), "build")
    assert alpha.cwd == tmp_path / "alpha"
    assert alpha.env["DEPTH"] == "3"
    assert alpha.language == "Rust"
    assert alpha.terms.limits == Limits(
        memory=512 * 1024**2,
        processes=512,
        open_files=1024,
        file_size=64 * 1024**2,
        output=1024**3,
        scratch=64 * 1024**2,
    )
    assert alpha.refused == ("processes",)
    assert (alpha.terms.startup_s, alpha.terms.build_s, alpha.terms.idle_s) == (5, 600, 10)


def test_the_organizer_goes_before_the_manifest(tmp_path: Path) -> None:
    """For one bot or for all, to give more than the default, or less than was asked for."""
    make_program(tmp_path / "alpha" / "mine")
    (tmp_path / "alpha" / "bot.toml").write_text(MANIFEST.replace('build = "cargo build"\n', ""))
    head = f'{BARE}[limits]\nprocesses = 2000\nmemory = "256MiB"\n'
    alpha = resolved(
        'manifest = "alpha/bot.toml"\ncommand = "./alpha/mine"\ncwd = "."\nenv = { LEVEL = "9" }'
        '\n[bots.limits]\ncpu = "90s"\nopen_files = "none"\n[bots.timeouts]\nstartup = "2s"',
        tmp_path,
        head,
    )
    assert alpha.argv == (str(tmp_path / "alpha" / "mine"),)
    assert alpha.cwd == tmp_path
    assert (alpha.env["DEPTH"], alpha.env["LEVEL"]) == ("3", "9")
    limits = alpha.terms.limits
    assert (limits.processes, limits.memory, limits.cpu_s) == (1000, 256 * 1024**2, 90)
    assert limits.open_files is None
    assert alpha.terms.startup_s == 2
    assert alpha.refused == ("memory", "startup")


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (MANIFEST + "idel = '1s'", "14: timeouts.idel is no known key; known here: startup, build, idle"),
        (MANIFEST.replace('"512MiB"', '"512MB"'), "9: limits.memory must be a size such as 64KiB, 512MiB or 1.5GiB, not '512MB'"),
        (MANIFEST.replace('"512MiB"', "512"), "9: limits.memory must be a size in quotes, from \"1MiB\" to \"1TiB\", not 512"),
        (MANIFEST.replace('"512MiB"', '"1KiB"'), "9: limits.memory must be from 1MiB to 1TiB, not '1KiB'"),
        (MANIFEST.replace("1000", "true"), "10: limits.processes must be a whole number, not True"),
        (MANIFEST.replace("1000", "0"), "10: limits.processes must be from 1 to 100000, not 0"),
        (MANIFEST.replace('"5s"', '"5 s"'), "13: timeouts.startup must be a duration such as 500ms, 1.5s, 1m30s or 3d, not '5 s'"),
        (MANIFEST.replace('"3"', "3"), "6: env.DEPTH must be text, not 3"),
        (MANIFEST.replace('name = "Alpha-2.1"', ""), " name must be given"),
        (MANIFEST.replace("name =", "title ="), " name must be given"),
        ("name = 3", "1: name must be text, not 3"),
        ("name", " is no TOML: Expected '=' after a key in a key/value pair (at line 1, column 5)"),
    ],
    ids=lambda value: value[-30:],
)  # fmt: skip
def test_mistakes_in_a_manifest(tmp_path: Path, manifest: str, said: str) -> None:
    """They name the manifest, the line, the key, and what is allowed there."""
    (tmp_path / "bot.toml").write_text(manifest)
    with pytest.raises(SpecError) as caught:
        resolved('manifest = "bot.toml"', tmp_path)
    assert str(caught.value).splitlines()[0] == f"{tmp_path / 'bot.toml'}:{said}"


@pytest.mark.parametrize("cwd", ["..", "/", "out", "../a/../.."])
def test_a_manifest_can_not_show_more_than_its_folder(tmp_path: Path, cwd: str) -> None:
    """Neither by a path nor by a link: a folder that its author names would be shown to the bot."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "out").symlink_to(tmp_path)
    (tmp_path / "a" / "bot.toml").write_text(f'name = "a"\ncommand = "true"\ncwd = "{cwd}"\n')
    with pytest.raises(
        SpecError, match=r"cup.toml:7: bots\[0\].manifest must lead to a manifest whose"
    ):
        resolved('manifest = "a/bot.toml"', tmp_path)
    assert resolved('manifest = "a/bot.toml"\ncwd = "."', tmp_path).cwd == tmp_path


MANY = """\
name = "cup"
game = "diceman"
format = "round_robin"
sandbox = "none"
[[bots]]
name = "a"
command = "nowhere"
build = "nobody"
[[bots]]
name = "b"
house = "nobody"
[[bots]]
name = "c"
house = "greedy"
[[bots]]
name = "d"
command = "true"
cwd = "gone"
[[bots]]
name = "e"
manifest = "bot.toml"
"""


def faults_of(error: SpecError, folder: Path) -> list[str]:
    """The lines of an error, without the folder of their files."""
    return [line.removeprefix(f"{folder}/") for line in str(error).splitlines()]


def test_all_faults_of_all_bots_are_named_together(tmp_path: Path) -> None:
    """Each has its line, also those within one bot and those of manifests."""
    file = tmp_path / "cup.toml"
    (tmp_path / "bot.toml").write_text("name = 3\ncommand = []\n")
    file.write_text(MANY)
    with pytest.raises(SpecError) as caught:
        resolve_programs(load_entries(file), file)
    assert [line.partition(" must ")[0] for line in faults_of(caught.value, tmp_path)] == [
        "cup.toml:7: bots[0].command",
        "cup.toml:8: bots[0].build",
        "cup.toml:11: bots[1].house",
        "cup.toml:18: bots[3].cwd",
        "bot.toml:1: name",
        "bot.toml:2: command",
    ]


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (('name = "c"', "name = 7"), "cup.toml:13: bots[2].name must be text, not 7"),
        (('name = "c"', 'name = "A"'), "cup.toml:13: bots[2].name must be a name that no other"),
    ],
    ids=["a value", "two keys"],
)
def test_faults_of_the_file_come_with_those_of_programs(
    tmp_path: Path, change: tuple[str, str], first: str
) -> None:
    """A bot whose table can't be read leaves the others their places; it is not looked up."""
    file = tmp_path / "cup.toml"
    (tmp_path / "bot.toml").write_text('name = "e"\ncommand = "true"\n')
    file.write_text(MANY.replace(*change))
    with pytest.raises(SpecError) as caught:
        load_entries(file)
    lines = faults_of(caught.value, tmp_path)
    assert lines[0].startswith(first)
    assert [line.partition(" must ")[0] for line in lines[1:]] == [
        "cup.toml:7: bots[0].command",
        "cup.toml:8: bots[0].build",
        "cup.toml:11: bots[1].house",
        "cup.toml:18: bots[3].cwd",
    ]


def test_a_folder_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a fault of its bot, whether the bot's own folder or one on the way there."""
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path / "own")
    with pytest.raises(SpecError, match=r":8: bots\[0\].cwd must be a folder to read, not 'own'"):
        resolved('command = "true"\ncwd = "own"', tmp_path)
    far = "x" * 300
    with pytest.raises(SpecError, match=r":5: bots\[0\] can't be read: .*: File name too long"):
        resolved(f'command = "true"\nmanifest = "{far}"', tmp_path)


def test_no_command_anywhere(tmp_path: Path) -> None:
    """A manifest may leave the command to the organizer, who must give one then."""
    (tmp_path / "bot.toml").write_text('name = "a"\n')
    with pytest.raises(SpecError, match=r"cup.toml:5: bots\[0\] must have a command, here or in"):
        resolved('manifest = "bot.toml"', tmp_path)


@needs_sandbox
def test_what_a_bot_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder, but for tournament file, results and the folders of others in it."""
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    for name in ("rival/rival.py", "results/tournament.sqlite", "data/other/tournament.sqlite"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    (tmp_path / "bot.py").touch()
    other = '[[bots]]\nname = "b"\ncommand = "python rival.py"\ncwd = "rival"\n'
    mine, rival = all_resolved('command = "python bot.py"', tmp_path, HEAD, other)
    assert mine.sandbox is not None
    assert mine.sandbox.shows(tmp_path / "bot.py", mine.views)
    for name in ("cup.toml", "rival/rival.py", "results/x", "data/other/x"):
        assert not mine.sandbox.shows(tmp_path / name, mine.views), name
    assert rival.sandbox is not None
    assert rival.sandbox.shows(tmp_path / "rival" / "rival.py", rival.views)
    assert not rival.sandbox.shows(tmp_path / "bot.py", rival.views)
    assert "DATABASE_PASSWORD" not in mine.env
    assert mine.env["PATH"].startswith(str(Path(sys.executable).parent))
    assert shared_folders([mine, rival]) == []
    assert shared_folders([mine, rival, mine]) == [(tmp_path, ["a", "a"])]


@needs_sandbox
def test_a_house_bot_sees_no_folder(tmp_path: Path) -> None:
    """It needs none: not even the one of the tournament file."""
    house = resolved('house = "random"', tmp_path, HEAD)
    assert house.sandbox is not None
    assert not house.sandbox.shows(tmp_path / "bot.py", house.views)
    assert house.enclosed({})[-2:] == ["--chdir", "/tmp"]


@needs_sandbox
def test_programs_the_sandbox_does_not_show(tmp_path: Path) -> None:
    """The message says how to show them."""
    tool = make_program(tmp_path / "tools" / "node")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "bot.js").touch()
    bot = f'command = ["{tool}", "bot.js"]\ncwd = "own"'
    with pytest.raises(SpecError) as caught:
        resolved(bot, tmp_path, HEAD)
    assert str(caught.value) == (
        f"{tmp_path}/cup.toml:6: bots[0].command must be a program that the sandbox shows,"
        f" not '{tool}': add its folder to sandbox.readable"
    )
    shown = resolved(bot, tmp_path, f'{HEAD}sandbox = {{ readable = ["tools"] }}\n')
    assert str(tmp_path / "tools") in shown.enclosed({})
    with pytest.raises(
        SpecError, match=r"cup.toml:4: sandbox.readable\[0\] must be a file or folder"
    ):
        resolved(bot, tmp_path, f'{HEAD}sandbox = {{ readable = ["tols"] }}\n')


@needs_sandbox
def test_what_one_bot_may_read_no_other_sees(tmp_path: Path) -> None:
    """Such as the socket of a relay, though both run in its folder; a path that is not there is named."""
    (tmp_path / "llm.sock").write_text("x")
    other = '[[bots]]\nname = "z"\ncommand = "true"\n'
    one = 'command = "true"\nreadable = ["{}"]'
    allowed, rival = all_resolved(one.format("llm.sock"), tmp_path, HEAD, other)
    for program, sees in ((allowed, True), (rival, False)):
        assert program.sandbox is not None
        assert program.sandbox.shows(tmp_path / "llm.sock", program.views) == sees
        assert program.sandbox.shows(tmp_path, program.views)
    with pytest.raises(SpecError, match=r"bots\[0\].readable\[0\] must be a file or folder"):
        all_resolved(one.format("llm.socks"), tmp_path, HEAD, other)


def test_the_way_to_a_referee(tmp_path: Path) -> None:
    """A socket's folder where nothing else is in it, the socket alone elsewhere, no file for a port."""
    socket = f"unix:{tmp_path}/referee.sock"
    assert referee_views(socket) == {tmp_path / "referee.sock": PathView.READABLE}
    assert referee_views(socket, folder=tmp_path) == {tmp_path: PathView.READABLE}
    ca = Path("ca.pem")
    assert referee_views("10.0.0.1:5000", ca=ca) == {Path(os.getcwd(), "ca.pem"): PathView.READABLE}


def test_faults_for_programs(tmp_path: Path, call: Caller) -> None:
    """`check --json` gives each fault with file, line, key and problem, beside the lines for people."""
    (tmp_path / "bad.toml").write_text('name = "x"\ncommand = "true"\nlimits.memory = "1B"\n')
    file = tmp_path / "cup.toml"
    head = 'name = "cup"\ngame = "diceman"\nformat = "swiss"\nrounds = 0\n'
    bots = (
        '[[bots]]\nname = "a"\nmanifest = "bad.toml"\n[[bots]]\nname = "b"\ncommand = "no-such"\n'
    )
    file.write_text(head + bots)
    called = call("check", file, "--sandbox", "none", "--json")
    report = json.loads(called.out)
    assert (called.status, report["holds"], len(called.err.splitlines())) == (2, False, 1)
    (fault,) = report["faults"]
    assert fault == {
        "file": str(file),
        "line": 4,
        "key": "rounds",
        "problem": "rounds must be from 1 to 100000, not 0",
    }
    file.write_text(head.replace("rounds = 0\n", "") + bots)
    called = call("check", file, "--sandbox", "none", "--json")
    faults = json.loads(called.out)["faults"]
    assert len(called.err.splitlines()) == 2
    assert [(fault["file"], fault["line"], fault["key"]) for fault in faults] == [
        (str(tmp_path / "bad.toml"), 3, "limits.memory"),
        (str(file), 9, "bots[1].command"),
    ]


def test_a_thousand_faults_are_found_in_one_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file's statements are read once for all of them."""
    counts = collections.Counter[str]()
    loads = tomllib.loads

    def counted(text: str) -> dict[str, object]:
        counts[text] += 1
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    head = 'name = "cup"\ngame = "diceman"\nformat = "swiss"\nsandbox = "none"\n'
    file = tmp_path / "cup.toml"
    file.write_text(
        head + "".join(f'[[bots]]\nname = "b{n}"\ncommand = "no{n}"\n' for n in range(99))
    )
    with pytest.raises(SpecError) as caught:
        resolve_programs(load_spec(file), file)
    assert len(caught.value.single) == 99
    assert counts['command = "no98"\n'] == 1
