"""What is seen while a tournament runs."""

from __future__ import annotations

import io

import pytest
import rich.console

from tests.tournaments.fakes import FILE, ended, pairing_of, spec_of, void
from tests.tournaments.playing_out import names_of
from tournaments.pairings import Pairing
from tournaments.reports.live import SHARE, LiveView
from tournaments.reports.progress import LineProgress, LiveProgress, make_progress
from tournaments.spec.config import TournamentSpec
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredMatch

SPEC = spec_of("abc", cycles=10)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        """Seconds."""

    def __call__(self) -> float:
        """The time."""
        return self.now


def stored(number: int, players: str = "ab") -> StoredMatch:
    """A match that the first of two players has won."""
    return StoredMatch(pairing_of(number, players), ended(1, 2), f"m{number}", None)


def plain_console(**options: object) -> tuple[rich.console.Console, io.StringIO]:
    """A console of 80 columns, and what is written to it."""
    out = io.StringIO()
    return rich.console.Console(file=out, width=80, **options), out  # type: ignore[arg-type]


def drawn(view: LiveView, width: int = 80, height: int = 24) -> list[str]:
    """The view on a terminal of this size, line by line."""
    out = io.StringIO()
    rich.console.Console(file=out, width=width, height=height).print(view)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("done", "total", "told"),
    [
        (0, 3, ["1 of 3 matches", "2 of 3 matches", "3 of 3 matches"]),
        (1, 3, ["resuming: 1 matches have been played", "2 of 3 matches", "3 of 3 matches"]),
        (0, None, ["1 matches", "2 matches"]),
    ],
)
def test_lines(done: int, total: int | None, told: list[str]) -> None:
    """Without a terminal, progress is a line now and then."""
    console, out = plain_console()
    with make_progress(console, SPEC) as progress:
        assert isinstance(progress, LineProgress)
        progress.begin([stored(number) for number in range(done)], total)
        for number in range((total or 2) - done):
            progress.match_began(pairing_of(number, "ab"))
            progress.match_ended(pairing_of(number, "ab"), ended(1, 2))
        progress.match_ended(pairing_of(9, "ab"), void())
        progress.note("[b]: trouble")
    assert out.getvalue().splitlines() == [*told, "[b]: trouble"]


def test_not_too_many_lines() -> None:
    """A long tournament does not fill a log: one line for every twentieth of it."""
    console, out = plain_console()
    progress = LineProgress(console)
    progress.begin([], 1000)
    for number in range(1000):
        progress.match_ended(pairing_of(number, "ab"), ended(1, 2))
    lines = out.getvalue().splitlines()
    assert lines == [f"{share * 50} of 1000 matches" for share in range(1, 21)]


def test_status_in_lines() -> None:
    """The last status stands in each line of progress."""
    console, out = plain_console()
    progress = LineProgress(console)
    progress.begin([], 2)
    progress.status("LLR +1.20")
    progress.match_ended(pairing_of(1, "ab"), ended(1, 2))
    assert out.getvalue() == "1 of 2 matches, LLR +1.20\n"


def test_on_a_dumb_terminal() -> None:
    """Where nothing can be drawn over, there are lines."""
    console, _ = plain_console(force_terminal=True, _environ={"TERM": "dumb"})
    assert isinstance(make_progress(console, SPEC), LineProgress)


def test_on_a_terminal() -> None:
    """The view is drawn, notes stand as they are, and a line stays in the end."""
    console, out = plain_console(force_terminal=True, color_system=None, _environ={"TERM": "xterm"})
    clock = Clock()
    with make_progress(console, SPEC) as progress:
        assert isinstance(progress, LiveProgress)
    with LiveProgress(console, SPEC, clock) as progress:
        progress.begin([], 60)
        progress.match_ended(pairing_of(1, "ab"), ended(1, 2))
        progress.note("[b]: trouble")
        clock.now += 4
    written = out.getvalue()
    assert "[b]: trouble" in written
    assert " 1/60 matches" in written
    assert written.rstrip().endswith("1 matches in 0:00:04, 15.0/min")


TABLES = """\

running  in seat order      for
      4  a - c          0:00:04
      5  c - b          0:00:01

   standings  points  matches  won  drawn  lost  strikes  forfeits
1  a             3.0        3    3      0     0        0         0
2  b             0.0        3    0      0     3        0         0
2  c             0.0        0    0      0     0        0         0
"""


def test_view() -> None:
    """One match before, two in four seconds: half a match a second, and 57 are left."""
    clock = Clock()
    view = LiveView(SPEC, clock)
    assert drawn(view)[0] == "cup starts"
    view.begin([stored(1)], 60)
    view.match_began(Pairing(4, "1:a:c", 1, ("a", "c")))
    view.match_began(pairing_of(2, "ab"))
    clock.now += 3
    view.match_ended(pairing_of(2, "ab"), ended(1, 2))
    view.match_began(Pairing(5, "1:b:c", 1, ("c", "b")))
    clock.now += 1
    view.match_ended(pairing_of(3, "ab"), ended(1, 2))
    lines = drawn(view)
    assert lines[0].endswith(" 3/60 matches, 30.0/min, 0:01:54 left, 0:00:04 gone")
    assert lines[1:] == TABLES.splitlines()


def test_a_match_left_void_runs_no_more() -> None:
    """It counts for nothing."""
    view = LiveView(SPEC, Clock())
    view.begin([], None)
    view.match_began(pairing_of(1, "ab"))
    assert any("a - b" in line for line in drawn(view))
    view.match_ended(pairing_of(1, "ab"), void())
    assert not any("a - b" in line for line in drawn(view))
    assert drawn(view)[0] == "cup 0 matches, 0:00:00 gone"


def test_status_and_at_most() -> None:
    """With a stopping rule the status has a line of its own, and the time left is a bound."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\ncycles = 9\n'
    text += "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "ab")
    clock = Clock()
    view = LiveView(parse_spec(text + "[sprt]\nelo0 = 0\nelo1 = 9\n", FILE), clock)
    view.begin([], 18)
    view.status("LLR +1.20 in (-2.94, 2.94)")
    clock.now += 2
    view.match_ended(pairing_of(1, "ab"), ended(1, 2))
    lines = drawn(view)
    assert "1/18 matches, 30.0/min, at most 0:00:34 left" in lines[0]
    assert lines[1] == "LLR +1.20 in (-2.94, 2.94)"


def many() -> TournamentSpec:
    """Forty bots with names of 40 letters."""
    text = 'name = "cup"\ngame = "diceman"\nformat = "round_robin"\n'
    for name in names_of(40):
        text += f'[[bots]]\nname = "{name * 10}"\ncommand = "true"\n'
    return parse_spec(text, FILE)


@pytest.mark.parametrize("width", [20, 60, 80, 119, 120, 200])
@pytest.mark.parametrize("height", [2, 3, 5, 6, 8, 12, 24, 80])
def test_it_fits(width: int, height: int) -> None:
    """Whatever the size and however much there is to tell, no line and no column is too much."""
    view = LiveView(many(), Clock())
    view.begin([], 1560)
    names = [name * 10 for name in names_of(40)]
    for number in range(1, 21):
        view.match_began(Pairing(number, "", 1, (names[number], names[-number])))
    lines = drawn(view, width, height)
    assert len(lines) <= height - 1
    assert max(map(len, lines)) <= width
    if height == 24:
        assert any("and" in line and "more" in line for line in lines) or width == 20


def test_the_table_waits_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is computed anew after a second at the earliest, later if that took long, and only for news."""
    clock, computed = Clock(), []

    def slow(spec: object, matches: list[StoredMatch], system: object) -> list[object]:
        del spec, system
        computed.append(len(matches))
        clock.now += 0.3
        return []

    monkeypatch.setattr("tournaments.reports.live.make_standings", slow)
    view = LiveView(SPEC, clock)
    view.begin([stored(1)], 60)
    drawn(view)
    view.match_ended(pairing_of(2, "ab"), ended(1, 2))
    drawn(view)
    assert computed == [1]
    clock.now += 0.3 / SHARE - 0.4
    drawn(view)
    assert computed == [1]
    clock.now += 0.2
    drawn(view)
    drawn(view)
    clock.now += 100
    drawn(view)
    assert computed == [1, 2]
