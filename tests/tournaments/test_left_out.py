"""Entries that can't run are left out where the file says so; the others play as if it did not have them."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import rich.console

from tests.tournaments.calling import Caller
from tests.tournaments.fakes import ended
from tests.tournaments.playing_out import favourites
from tournaments.opening import Opening
from tournaments.pairings.orders import order_of
from tournaments.reports.export import make_table
from tournaments.reports.page.render import render_page
from tournaments.reports.summary import standings_json, summarize
from tournaments.reports.view import TournamentView, view_of
from tournaments.spec.errors import BuildError, FolderError, SpecError, TournamentError
from tournaments.spec.reading import load_spec
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import make_scheduler

HEAD = """
name = "cup"
game = "diceman"
seed = 7
sandbox = "none"
on_bad_entry = "leave_out"
config = { games = 1 }
"""
FORMATS = {
    "round_robin": "",
    "gauntlet": 'challengers = ["b", "a"]\n',
    "swiss": "rounds = 2\n",
    "knockout": "",
    "ladder": "rounds = 2\n",
    "groups": "seats = 3\n",
    "team": "party_seats = 2\n",
    "contest": "party_seats = 2\nparties = 2\n",
    "adhoc": "",
}
OPEN = ("round_robin", "gauntlet", "ladder", "groups")
"""Formats that take bots later."""
BOT = '[[bots]]\nname = "NAME"\ncommand = "COMMAND"\n'
BROKEN = BuildError("the build of it failed")
REASON = str(BROKEN)


class Cup:
    """A tournament of some bots, whose results are made up."""

    def __init__(self, path: Path, format_: str, names: str, extra: str = "") -> None:
        self.file = path / "cup.toml"
        self.folder = DataFolder(path / "data" / "cup")
        self.format = format_
        self.extra = extra
        self.write(names)

    def write(self, names: str, **commands: str) -> None:
        """Write its file; every command is `true` but for those that are given."""
        head = f'{HEAD}format = "{self.format}"\n{FORMATS[self.format]}'
        bots = [
            BOT.replace("NAME", name).replace("COMMAND", commands.get(name, "true"))
            for name in names
        ]
        self.file.write_text(head + "".join(bots) + self.extra)

    def open(
        self, faults: Mapping[str, TournamentError], *, play: int = 0, accept_changes: bool = False
    ) -> Opening:
        """Begin or go on, as a run does that finds these faults, and play so many matches more."""
        self.folder.path.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(Store(self.folder.database, create=True)) as store:
            opening = Opening(store, load_spec(self.file), self.file, accept_changes=accept_changes)
            opening.leave_out(faults)
            opening.accept()
            known = {match.pairing.number for match in store.matches()}
            scheduler = make_scheduler(opening.spec, opening.schedule)
            ends = {match.pairing.number: match.end for match in store.matches()}
            while play and (due := scheduler.due()):
                for pairing in due:
                    end = ends.get(pairing.number)
                    if end is None and play:
                        end, play = ended(*favourites(pairing)), play - 1
                        order = order_of(opening.spec, pairing, 1)
                        store.begin_attempt(order.key, 1, f"m{pairing.number}")
                        store.record(
                            order, pairing, end, match_id=f"m{pairing.number}", replay=None
                        )
                    if end is not None:
                        scheduler.record(pairing, end.placements)
            assert known <= {match.pairing.number for match in store.matches()}
            return opening

    def view(self) -> TournamentView:
        """All that is known of it."""
        return view_of(self.folder)


def names_of(opening: Opening) -> list[str]:
    """Who takes part, in order of entry."""
    return [bot.name for bot in opening.spec.bots]


def schedule(view: TournamentView) -> list[tuple[int, str, int | None, tuple[str, ...]]]:
    """What results so far lead to."""
    return [(p.number, p.block, p.seed, p.players) for p in view.pairings]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("bad", ["x", "xy"])
def test_the_others_play_as_if_it_was_not_there(tmp_path: Path, format_: str, bad: str) -> None:
    """Schedule, dice and table are those of a file without it, be it the first seed or not."""
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    cup = Cup(tmp_path / "with", format_, "xabycd" if "y" in bad else "xabcd")
    plain = Cup(tmp_path / "without", format_, "abcd")
    cup.open(dict.fromkeys(bad, BROKEN), play=5)
    plain.open({}, play=5)
    assert schedule(cup.view()) == schedule(plain.view())
    ours, theirs = (json.loads(standings_json(summarize(each.view()))) for each in (cup, plain))
    assert ours.pop("left_out") == [{"entry": name, "reason": REASON} for name in bad]
    assert ours == theirs


SOME = ("knockout", "ladder", "contest")
"""Formats of each kind: planned round by round, without end, and of parties."""


@pytest.mark.parametrize("format_", SOME)
def test_too_few_are_left(tmp_path: Path, format_: str) -> None:
    """All, or all but one, can't run: nothing is begun, and the bound is named."""
    cup = Cup(tmp_path, format_, "abcd")
    for bad in ("abcd", "abc"):
        with pytest.raises(SpecError, match=rf"without {len(bad)} entries that can't run, bots"):
            cup.open(dict.fromkeys(bad, BROKEN))
    with contextlib.closing(Store(cup.folder.database)) as store:
        assert store.tournament() is None


@pytest.mark.parametrize(
    ("format_", "bad", "bound"),
    [
        ("gauntlet", "ab", "challengers must be from 1 to 1 names"),
        ("groups", "ab", "seats must be from 2 to 2"),
        ("swiss", "ab", "rounds must be from 1 to 1"),
        ("adhoc", "ab", "bots must be at least 3 tables"),
    ],
)
def test_least_number_of_a_format(tmp_path: Path, format_: str, bad: str, bound: str) -> None:
    """What is left must hold together as a file of its own would have to."""
    cup = Cup(tmp_path, format_, "abcd")
    with pytest.raises(SpecError, match=f"without 2 entries that can't run, {bound}"):
        cup.open(dict.fromkeys(bad, BROKEN))


def test_sequential_test_needs_both(tmp_path: Path) -> None:
    """Who is compared can't be left out."""
    cup = Cup(tmp_path, "round_robin", "ab")
    cup.file.write_text(cup.file.read_text() + "[sprt]\nelo0 = 0\nelo1 = 10\n")
    cup.file.write_text(cup.file.read_text().replace("seed", "cycles = 9\nseed"))
    with pytest.raises(SpecError, match="without 1 entry that can't run, bots must be from 2"):
        cup.open({"a": BROKEN})


TEAMS = "".join(
    f'[[teams]]\nname = "{"".join(bots)}"\nbots = {json.dumps(list(bots))}\n'
    for bots in ("ab", "cd", "da")
)


def test_wherever_entries_are_listed(tmp_path: Path) -> None:
    """Table, page and export tell of it; the page escapes what a build has said."""
    cup = Cup(tmp_path, "round_robin", "abcd")
    cup.open({"b": BuildError("<b>no</b> [red]compiler")}, play=3)
    view = cup.view()
    console = rich.console.Console(file=io.StringIO(), width=40)
    summarize(view).print(console)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert "left out: b: <b>no</b> [red]compiler" in lines
    assert any(line.split() == ["-", "b"] for line in lines)
    assert "<li>b: &lt;b&gt;no&lt;/b&gt; [red]compiler</li>" in render_page(
        view, tmp_path / "r.html"
    )
    assert make_table(view, "left_out").rows == [("b", "<b>no</b> [red]compiler")]


def test_team_of_a_bad_bot(tmp_path: Path) -> None:
    """It is left out with its bot; its other bots play on in other teams."""
    cup = Cup(tmp_path, "team", "abcd", TEAMS)
    opening = cup.open({"b": BROKEN}, play=1)
    assert list(opening.spec.party_entries) == ["cd", "da"]
    assert [(each.name, each.reason) for each in cup.view().left_out] == [
        ("b", REASON),
        ("ab", "its bot b is left out"),
    ]


def test_all_teams_are_gone(tmp_path: Path) -> None:
    """They are not replaced by parties of the bots that are left."""
    cup = Cup(tmp_path, "team", "abcd", TEAMS)
    with pytest.raises(SpecError, match="can't run, teams must be at least 2, not 0"):
        cup.open({"d": BROKEN, "a": BROKEN})


def test_refusing_is_the_default(tmp_path: Path) -> None:
    """All faults are reported, and nothing is begun."""
    cup = Cup(tmp_path, "round_robin", "abcd")
    cup.file.write_text(cup.file.read_text().replace('on_bad_entry = "leave_out"\n', ""))
    with pytest.raises(BuildError, match="one failed\nother failed"):
        cup.open({"a": BuildError("one failed"), "b": BuildError("other failed")})


@pytest.mark.parametrize("format_", SOME)
def test_it_stays_out(tmp_path: Path, format_: str) -> None:
    """A run that goes on with an unchanged file leaves it out, whether it can run by now or not."""
    cup = Cup(tmp_path, format_, "xabcd")
    cup.open({"x": BROKEN}, play=3)
    for faults in ({}, {"x": BuildError("another reason")}):
        opening = cup.open(faults, play=1)
        assert names_of(opening) == list("abcd")
        assert opening.left_out == {"x": REASON}
        assert not opening.schedule.growth


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("how", ["file", "--accept-changes"])
def test_mended_and_resumed(tmp_path: Path, format_: str, how: str) -> None:
    """It comes as a late entrant behind the others where the format has such, else it stays out."""
    cup = Cup(tmp_path, format_, "xabcd")
    cup.open({"x": BROKEN}, play=3)
    before = cup.view().matches
    if how == "file":
        cup.write("xabcd", x="true --mended")
    for _ in range(2):
        opening = cup.open({}, play=2, accept_changes=how != "file")
        is_open = format_ in OPEN
        assert names_of(opening) == [*"abcd", *("x" if is_open else "")]
        assert opening.left_out == ({} if is_open else {"x": REASON})
        assert len(opening.schedule.growth) == is_open
        view = cup.view()
        assert view.matches[:3] == before
        assert view.bots == names_of(opening)


def test_mended_in_vain(tmp_path: Path) -> None:
    """Tried again since its table is another one, it is left out for what is wrong with it now."""
    cup = Cup(tmp_path, "ladder", "xabcd")
    cup.open({"x": BROKEN}, play=3)
    cup.write("xabcd", x="true --mended")
    opening = cup.open({"x": BuildError("another reason")}, play=1)
    assert (names_of(opening), opening.left_out) == (list("abcd"), {"x": "another reason"})
    assert [each.reason for each in cup.view().left_out] == ["another reason"]
    assert not opening.schedule.growth
    # What was tried is what the file says now.
    assert cup.open({}, play=1).left_out == {"x": "another reason"}


def test_challenger_comes_late(tmp_path: Path) -> None:
    """It stands behind the challengers of before, wherever the file has it."""
    cup = Cup(tmp_path, "gauntlet", "abcd")
    assert cup.open({"b": BROKEN}, play=1).spec.challengers == ("a",)
    cup.write("abcd", b="true --mended")
    for _ in range(2):
        assert cup.open({}, play=1).spec.challengers == ("a", "b")
    assert cup.view().spec.challengers == ("a", "b")


@pytest.mark.parametrize("format_", SOME)
def test_one_that_has_entered_breaks(tmp_path: Path, format_: str) -> None:
    """It is in the schedule: the run is refused with its fault, and changes nothing."""
    cup = Cup(tmp_path, format_, "xabcd")
    cup.open({"x": BROKEN}, play=3)
    before = cup.view().matches
    with pytest.raises(FolderError, match="a is broken\na has entered it, and an entry"):
        cup.open({"a": BuildError("a is broken")})
    assert (cup.view().matches, cup.view().bots) == (before, list("abcd"))
    assert names_of(cup.open({}, play=1)) == list("abcd")


@pytest.mark.parametrize("format_", OPEN)
def test_late_entrant_is_bad(tmp_path: Path, format_: str) -> None:
    """It is left out with its reason, and nothing grows; mended later, it comes."""
    cup = Cup(tmp_path, format_, "abcd")
    cup.open({}, play=3)
    cup.write("abcdx")
    opening = cup.open({"x": BROKEN}, play=1)
    assert (names_of(opening), opening.schedule.growth) == (list("abcd"), ())
    assert [each.name for each in cup.view().left_out] == ["x"]
    cup.write("abcdxe", x="true --mended")
    assert names_of(cup.open({}, play=1)) == list("abcdxe")


@pytest.mark.parametrize("format_", SOME)
def test_taken_out_of_the_file(tmp_path: Path, format_: str) -> None:
    """It never played: its lines may go, and nothing is said of it any more."""
    cup = Cup(tmp_path, format_, "xabcd")
    cup.open({"x": BROKEN}, play=3)
    cup.write("abcd")
    assert names_of(cup.open({}, play=1)) == list("abcd")
    assert cup.view().left_out == ()


def test_those_that_have_entered_keep_their_order(tmp_path: Path) -> None:
    """Beside one that is left out, too, nobody is removed, renamed or moved."""
    cup = Cup(tmp_path, "round_robin", "xabcd")
    cup.open({"x": BROKEN}, play=3)
    for names in ("xacd", "xbacd", "xaecd"):
        cup.write(names)
        with pytest.raises(FolderError, match="bots that have begun can't be removed"):
            cup.open({})
    cup.write("abxcd")
    assert names_of(cup.open({}, play=1)) == list("abcd")
    cup.write("axbecd")
    with pytest.raises(FolderError, match="bots that have begun"):
        cup.open({})


@dataclasses.dataclass(frozen=True, slots=True)
class Bad:
    """An entry that can't run."""

    reason: str
    """Part of what is said of it."""
    lines: str
    """What its table says besides its name."""


BAD = {
    "program": Bad("must begin with a program that is there", 'command = "no-such-program"\n'),
    "script": Bad("must run a script that is there", 'command = "python no_such_script.py"\n'),
    "manifest": Bad("manifest must be a file", 'manifest = "no/bot.toml"\n'),
    "folder": Bad("cwd must be a folder", 'command = "python a.py"\ncwd = "no"\n'),
    "toml": Bad("is no TOML", 'manifest = "broken.toml"\n'),
    "bound": Bad("limits.memory must be", 'manifest = "bound.toml"\n'),
    "build": Bad("the build of build failed", 'command = "python a.py"\nbuild = "false"\n'),
    "copy": Bad("queue", 'command = "true"\ncwd = "pipe"\n'),
    "dead": Bad("dead died: exit status 1", 'command = "python dead.py"\n'),
}


def bad_entries(path: Path, names: Sequence[str] = tuple(BAD)) -> str:
    """Tables of entries that can't run, each for a reason of its own, and the files that they name."""
    (path / "broken.toml").write_text("command = \n")
    (path / "bound.toml").write_text('name = "x"\ncommand = "true"\nlimits = { memory = "1B" }\n')
    (path / "pipe").mkdir()
    os.mkfifo(path / "pipe" / "queue")
    (path / "a.py").write_text("")
    (path / "dead.py").write_text("raise ValueError('no idea how to begin')")
    return "".join(f'[[bots]]\nname = "{name}"\n{BAD[name].lines}' for name in names)


def test_every_way_to_be_bad(tmp_path: Path, call: Caller) -> None:
    """Two house bots play out their cup; the table tells of all others, to people and programs."""
    house = "".join(
        f'[[bots]]\nname = "{name}"\nhouse = "{name}"\n' for name in ("greedy", "random")
    )
    head = f'{HEAD}format = "knockout"\n'
    (tmp_path / "cup.toml").write_text(head + bad_entries(tmp_path) + house)
    ran = call("run", tmp_path / "cup.toml")
    assert ran.status == 0, ran.err
    for name, bad in BAD.items():
        (line,) = [each for each in ran.out.splitlines() if each.startswith(f"left out: {name}: ")]
        assert bad.reason in line
    table = json.loads(call("standings", tmp_path / "data" / "cup", "--json").out)
    assert [line["bot"] for line in table["standings"]] == ["greedy", "random"] or [
        line["bot"] for line in table["standings"]
    ] == ["random", "greedy"]
    assert [each["entry"] for each in table["left_out"]] == list(BAD)
    assert call("verify", tmp_path / "data" / "cup").status == 0
    again = call("resume", tmp_path / "data" / "cup")
    assert (again.status, again.err) == (0, "")
    assert "all matches have been played" in again.out
