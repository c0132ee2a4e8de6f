"""Films of replays: what they show and for how long, and what is refused."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee_arena.cli import app
from referee_arena.film.shots import Cut, shots_of
from tests.arena.sites import RECORDED

REPLAY = RECORDED / "diceman.replay"
SIZE = ["--size", "480x270"]


def _film(*words: object) -> tuple[int, str]:
    """Exit status and output of the command, or the class and text of its error."""
    result = CliRunner().invoke(app, ["film", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return 2, f"{type(result.exception).__name__}: {result.exception}"
    return result.exit_code, result.output


def test_a_film_has_title_steps_and_result() -> None:
    """Steps in order with the pace that is asked for, moments longer; a part of it has those steps alone."""
    shots = shots_of(REPLAY, "public", Cut(step_ms=100))
    assert shots[0].card.frame is None
    frames = [shot.card.frame for shot in shots[1:]]
    # 60 steps, the start before them, and the end, which shares the last step.
    assert [frame["step"] for frame in frames] == [*range(61), 60]
    assert [bool(frame.get("result")) for frame in frames] == [False] * 61 + [True]
    assert {shot.ms for shot in shots[1:-1]} == {100, 250}
    part = shots_of(REPLAY, "seat-1", Cut(3, 5, 100))
    assert [shot.card.frame["step"] for shot in part[1:]] == [3, 4, 5]
    assert "seat 1" in part[0].card.says


def test_a_gif_is_written_whole(tmp_path: Path) -> None:
    """It has a picture for each shot, of the size that is asked for, and lasts as long; nothing else stays."""
    images: Any = pytest.importorskip("PIL.Image", reason="films need the extra film")
    pytest.importorskip("resvg_py", reason="films need the extra film")
    target = tmp_path / "match.gif"
    status, output = _film(REPLAY, "-o", target, "--from", 58, "--step-ms", 500, *SIZE)
    assert (status, "5 pictures" in output) == (0, True), output
    with images.open(target) as film:
        assert (film.size, film.n_frames) == ((480, 270), 5)
        durations = []
        for number in range(film.n_frames):
            film.seek(number)
            durations.append(film.info["duration"])
    assert durations[:2] == [2500, 500]
    assert durations[-1] == 5000
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".webm", ".mp4"])
def test_a_video_is_written_whole(tmp_path: Path, suffix: str) -> None:
    """It has ten pictures a second for as long as its shots last, which differ from shot to shot."""
    pytest.importorskip("av", reason="videos need the extra film")
    av: Any = importlib.import_module("av")
    target = tmp_path / f"match{suffix}"
    assert _film(REPLAY, "-o", target, "--from", 20, "--to", 21, "--step-ms", 400, *SIZE)[0] == 0
    with av.open(str(target)) as film:
        pictures = [frame.to_ndarray(format="gray") for frame in film.decode(video=0)]
    shots = shots_of(REPLAY, "public", Cut(20, 21, 400))
    assert len(pictures) == sum(shot.ms for shot in shots) // 100
    assert pictures[0].shape == (270, 480)
    assert abs(pictures[0].astype(int) - pictures[-1]).max() > 100


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["-o", "match.avi"], "a film ends in .gif, .webm, .mp4"),
        (["-o", "match.gif", "--size", "100x100"], "size must be"),
        (["-o", "match.gif", "--size", "500x500"], "size must be"),
        (["-o", "match.gif", "--eyes", "nobody"], "eyes must be"),
        (["-o", "match.gif", "--from", "700"], "it has steps 0 to 60"),
        (["-o", "nowhere/match.gif"], "can't be written"),
    ],
)
def test_what_can_not_be_filmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], text: str
) -> None:
    """The error says what is wrong, and no file is left."""
    monkeypatch.chdir(tmp_path)
    status, output = _film(REPLAY, *words)
    assert (status, text in output) == (2, True), output
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_replay_and_a_long_one_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file, and what to choose where there is too much of it."""
    damaged = tmp_path / "damaged.replay"
    damaged.write_bytes(REPLAY.read_bytes()[:500])
    status, output = _film(damaged, "-o", tmp_path / "match.gif", *SIZE)
    assert (status, str(damaged) in output) == (2, True), output
    status, output = _film(tmp_path / "none.replay", "-o", tmp_path / "match.gif")
    assert (status, "none.replay" in output) == (2, True), output
    monkeypatch.setattr("referee_arena.film.shots.MOST_SHOTS", 20)
    status, output = _film(REPLAY, "-o", tmp_path / "match.gif", *SIZE)
    assert (status, "choose steps with --from and --to" in output) == (2, True), output


def test_without_a_library_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a video can't be encoded, the error says what to install."""
    monkeypatch.setitem(sys.modules, "av", None)
    status, output = _film(REPLAY, "-o", tmp_path / "match.webm", "--to", 0, *SIZE)
    assert (status, "gamereferee[film]" in output) == (2, True), output
    assert list(tmp_path.iterdir()) == []
