"""Checkpoints of a season: the same state by both ways, and none is used that does not fit its log."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pydantic
import pytest
import zstandard

from tests.tournaments.season import checkpoint_shape
from tests.tournaments.season.checkpoint_shape import kept_lines, shape_of
from tests.tournaments.season.remote_world import RemoteWorld
from tests.tournaments.season.test_remote_runner import FILE, script
from tests.tournaments.season.world import events_of
from tournaments.audit.audit import audit
from tournaments.log.event import Event
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.season_log import read_season
from tournaments.season import bodies, checkpoint
from tournaments.season.checkpoint import CHECKPOINT_FILE, FORMAT, Checkpoints, Saved
from tournaments.season.reading import season_of
from tournaments.season.state import SeasonState
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

_STAGE = """[[stages]]
name = "final"
format = "round_robin"
top = 2
"""
_SAVED = pydantic.TypeAdapter(Saved)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a season with nearly every type of event, and a stage at its end."""
    world = RemoteWorld(
        tmp_path_factory.mktemp("season") / "data", FILE.format(matches=2) + _STAGE, slots=2
    )
    script(world)
    world.minutes, world.void_share = (15, 45), 0.15
    world.faulty["cyd"] = (6.0 * 3600, 9.0 * 3600)
    world.at(1.2, lambda: world.submit("eve"))
    world.at(1.3, lambda: world.submit("fay", content="bad"))
    world.at(8.1, lambda: world.submit("eve", content="second"))
    world.at(9.1, lambda: world.ask("annul", entry="eve"))
    world.at(9.3, lambda: world.ask("annul", match=2))
    world.at(9.7, lambda: world.ask("restore", match=2))
    world.run()
    with world.opened() as (_, desk):
        entries = [desk.state.entries[name] for name in ("eve", "house")]
        listed = [(each.name, each.current.number, each.current.run) for each in entries]
        at = desk.at()
        desk.book.write([bodies.stage_began("final", listed, at=at)])
        desk.book.write([bodies.stage_ended("final", ["eve", "house"], "9:" + "0" * 64, at=at)])
        desk.change_season("closed", by="runner", reason="all is played")
    return world.data


@pytest.fixture
def data(season: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(season, tmp_path / "data"))


def state_of(data: Path) -> SeasonState:
    """The state as reports read it."""
    return read_season(DataFolder(data))[0]


def kept(data: Path, events: int) -> SeasonState:
    """Write a checkpoint as a run does after that many events; return the state at that time."""
    state = season_of(events_of(data)[:events])
    Checkpoints(data, state, pytest.fail).write()
    return state


def copy_of(state: SeasonState) -> SeasonState:
    """A state that has been written and read again."""
    text = _SAVED.dump_json(Saved(state, state.picker.saved()), exclude_defaults=True)
    saved = _SAVED.validate_json(text)
    return SeasonState.restored(saved.season, saved.picker)


def picks_of(state: SeasonState) -> list[object]:
    """What a picker says next, and the strengths of all entries."""
    here = [name for name, e in state.entries.items() if e.may_play and e.is_remote]
    strengths = [state.prior_of(name) for name in state.entries]
    return [state.picker.pick(), state.picker.pick("remote", here), strengths]


@pytest.mark.slow
def test_the_same_state_after_every_event(season: Path) -> None:
    """Written and read again after each event, it goes on as the one that reads the log from its beginning."""
    events = events_of(season)
    kinds = {event.body["type"] for event in events}
    assert kinds >= {
        *("received", "admitted", "refused", "benched", "reinstated", "withdrawn", "expelled"),
        *("came", "left", "started", "ended", "void", "annulled", "restored", "state"),
        *("stage_began", "stage_ended"),
    }
    plain, copied = SeasonState(), SeasonState()
    for event in events:
        plain.apply(event)
        copied.apply(event)
        copied = copy_of(copied)
        assert copied == plain, event
        assert copied.open == plain.open
        assert copied.spec == plain.spec
        assert copied.picker.saved() == plain.picker.saved()
        assert picks_of(copied) == picks_of(plain), event


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_reports_go_on_from_it(data: Path, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what comes after it is read, by commands and by pages, and pages look up the same."""
    whole, pages = state_of(data), FollowedSeason(DataFolder(data))
    pages.read()
    total = len(events_of(data))
    state = kept(data, max(1, round(share * total)))
    applied: list[int] = []
    plain = SeasonState.apply

    def apply(state: SeasonState, event: Event) -> None:
        applied.append(event.number)
        plain(state, event)

    monkeypatch.setattr(SeasonState, "apply", apply)
    assert state_of(data) == whole
    assert applied == list(range(state.last + 1, total + 1))
    resumed = FollowedSeason(DataFolder(data))
    resumed.read()
    for name in ("state", "head", "hash", "news", "histories", "presence", "admitted_at"):
        assert getattr(resumed, name) == getattr(pages, name), name
    assert (resumed.latest, resumed.numbers) == (pages.latest, pages.numbers)
    for name in whole.entries:
        assert resumed.matches_of(name) == pages.matches_of(name)
        assert resumed.last_matches(name, 9) == pages.last_matches(name, 9)


def _of_other_format(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"checkpoint %d " % FORMAT, b"checkpoint 0 ", 1))


def _of_another_log(path: Path) -> None:
    line, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(line[:-64] + b"f" * 64 + b"\n" + rest)


def _of_a_longer_log(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b" ", b" 9", 3).replace(b" 9", b" ", 2))


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _with_a_changed_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-200] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        _of_other_format,
        _of_another_log,
        _of_a_longer_log,
        _torn,
        _with_a_changed_byte,
        lambda path: path.write_bytes(b""),
    ],
)
def test_one_that_does_not_fit_is_not_used(data: Path, change: Callable[[Path], object]) -> None:
    """The log is read from its beginning, without an error."""
    whole = state_of(data)
    kept(data, len(events_of(data)))
    change(data / CHECKPOINT_FILE)
    with contextlib.closing(Store(DataFolder(data).database)) as store:
        assert checkpoint.read_checkpoint(store.events) is None
    assert state_of(data) == whole


@pytest.mark.slow
def test_an_audit_never_reads_it(data: Path) -> None:
    """One whose content is false misleads a table, as a changed database would, and no audit."""
    before = [(each.check, each.holds, each.text) for each in audit(DataFolder(data)).findings]
    kept(data, len(events_of(data)))
    path = data / CHECKPOINT_FILE
    line, _, packed = path.read_bytes().partition(b"\n")
    saved: dict[str, Any] = json.loads(zstandard.ZstdDecompressor().decompress(packed))
    saved["season"]["entries"]["eve"]["status"] = "expelled"
    changed = zstandard.ZstdCompressor().compress(json.dumps(saved).encode())
    path.write_bytes(line + b"\n" + changed)
    assert state_of(data).entries["eve"].status.value == "expelled"
    after = [(each.check, each.holds, each.text) for each in audit(DataFolder(data)).findings]
    assert after == before


@pytest.mark.slow
def test_when_one_is_written(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every so many events, also over several runs; one that can't be written is reported."""
    monkeypatch.setattr(checkpoint, "EVERY", 40)
    path, notes, written = data / CHECKPOINT_FILE, list[str](), list[int]()
    state = SeasonState()
    run = Checkpoints(data, state, notes.append)
    for event in events_of(data)[:130]:
        state.apply(event)
        if event.number == 100:  # another run, which goes on from the last one
            run = Checkpoints(data, state, notes.append)
        run.follow()
        if path.exists() and path.read_bytes().partition(b":")[0].endswith(b" %d" % state.last):
            written.append(state.last)
    assert written == [40, 80, 120]
    shutil.rmtree(data)
    run.write()
    assert notes == [f"{path} can't be written: No such file or directory"]


def test_another_shape_needs_another_number() -> None:
    """What a checkpoint keeps has the shape that is written down for the number of its format.

    If this fails, raise `FORMAT`; then `python -m tests.tournaments.season.checkpoint_shape` writes
    the new shape down, which it does not do under the old number.
    """
    assert kept_lines() == [f"format {FORMAT}", *shape_of(Saved)]


def test_the_shape_has_all_that_is_read() -> None:
    """Every class that pydantic reads a checkpoint with, as its schema lists them."""
    named = {line.partition(".")[0] for line in shape_of(Saved)}
    assert named == {"Saved", *_SAVED.json_schema()["$defs"]}


class _Colour(enum.Enum):
    RED = "red"


class _OtherColour(enum.Enum):
    RED = "rouge"


@dataclasses.dataclass
class _Inner:
    size: int = 1


@dataclasses.dataclass
class _OtherInner:
    size: int = 2


def _kept(inner: object, colour: object) -> type:
    """A class of which other classes are a part, each within other types."""
    return dataclasses.make_dataclass(
        "Kept",
        [("inner", dict[str, list[inner] | None]), ("colour", colour)],  # type: ignore[valid-type]
    )


def test_what_is_a_shape() -> None:
    """Fields, types, defaults and values of enums, however deep; a change of each is another one."""
    assert shape_of(_kept(_Inner, _Colour)) == [
        "Kept.inner: dict[str, list[_Inner] | NoneType]",
        "Kept.colour: _Colour",
        "_Colour.RED = 'red'",
        "_Inner.size: int = 1",
    ]
    assert "_OtherInner.size: int = 2" in shape_of(_kept(_OtherInner, _Colour))
    assert "_OtherColour.RED = 'rouge'" in shape_of(_kept(_Inner, _OtherColour))


def test_no_number_has_two_shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another shape is written under a higher number alone."""
    path = tmp_path / "shape.txt"
    monkeypatch.setattr(checkpoint_shape, "KEPT", path)
    path.write_text(f"format {FORMAT}\nSaved.season: int\n")
    assert checkpoint_shape.main() == 1
    assert path.read_text() == f"format {FORMAT}\nSaved.season: int\n"
    monkeypatch.setattr(checkpoint_shape, "FORMAT", FORMAT + 1)
    assert checkpoint_shape.main() == 0
    assert path.read_text().splitlines() == [f"format {FORMAT + 1}", *shape_of(Saved)]
