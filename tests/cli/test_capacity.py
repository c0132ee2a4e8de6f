"""`referee serve --capacity-check`: what it refuses, and that it measures, proposes and ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from referee.cli.app import app
from referee.cli.serve import capacity
from referee.cli.serve.capacity import CapacityWishes
from referee.core.time_control import SECOND
from referee.server.process.config import Listen, ServerConfig
from tests.cli.command import Ran, process

Referee = Callable[..., Ran]
CHECK = ("serve", "--capacity-check")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*CHECK, "--capacity-game", "chess"), "unknown game 'chess'; installed: champions"),
        ((*CHECK, "--capacity-seconds", "4"), "capacity_seconds must be from 5 to 3600, not 4"),
        ((*CHECK, "--capacity-seconds", "nan"), "capacity_seconds must be from 5 to 3600, not nan"),
        ((*CHECK, "--capacity-pace", "0s"), "capacity_pace must be from 1ms, not"),
        ((*CHECK, "--capacity-pace", "soon"), "capacity_pace must be "),
        ((*CHECK, "--workers", "0"), "workers must be from 1 to 64, not 0"),
        (
            ("serve", "--capacity-game", "diceman"),
            "capacity_game must be given with --capacity-check, not 'diceman'",
        ),
    ],
)
def test_wrong_settings_are_told(referee: Referee, words: tuple[str, ...], message: str) -> None:
    """One line on standard error and status 2, before anything is started."""
    ran = referee(*words)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_data_folder_that_is_none_is_told(referee: Referee, tmp_path: Path) -> None:
    """The check wants to write where the server would."""
    (tmp_path / "file").write_text("")
    ran = referee(*CHECK, "--capacity-game", "diceman", "--data-dir", str(tmp_path / "file"))
    assert (ran.status, ran.out) == (2, "")
    assert "data_dir must be a folder that can be written (File exists), not" in ran.err


@pytest.mark.parametrize(
    ("games", "spent_s", "seconds"),
    [(1, 0, 36.0), (6, 0, 6.0), (3, 30, 6.0), (1000, 0, 1.0), (1, 200, 1.0)],
)
def test_the_time_is_shared_by_the_games(games: int, spent_s: float, seconds: float) -> None:
    """Of what is left of a minute 60 % are for searching; a second is the least."""
    effort = CapacityWishes(seconds=60).effort(games, spent_s)
    assert effort.seconds == pytest.approx(seconds)


@pytest.mark.slow
def test_it_measures_proposes_and_ends(tmp_path: Path) -> None:
    """One number is proposed, whatever the machine keeps; nothing is left in the data folder."""
    words = ["--data-dir", str(tmp_path / "data"), "--capacity-seconds", "5", "--workers", "2"]
    ran = process(*CHECK, *words, "--sync", "--capacity-game", "diceman")
    assert ran.status == 0, ran.err
    assert "What this machine carries with these settings" in ran.out
    assert "Settings: 2 workers, 0 think slots, sync on" in ran.out
    (proposed,) = re.findall(
        r"^--max-matches (\d+)  # the (?:processor|memory) binds, in diceman$",
        ran.out,
        re.MULTILINE,
    )
    assert int(proposed) >= 1
    assert ran.err == "diceman checked\n"
    assert list((tmp_path / "data").iterdir()) == []


def test_a_second_is_the_pace() -> None:
    """Where nobody says."""
    assert CapacityWishes().pace_ns == SECOND


def test_every_setting_is_handed_on_or_left_out_on_purpose(tmp_path: Path) -> None:
    """By a flag, or by its variable being taken away; the rest stays as it is in the environment."""
    config = ServerConfig((Listen("unix:none", is_local=True),), tmp_path, sync=True)
    given = {"--listen", "--data-dir", *capacity._flags(config)}
    parameters = typer.main.get_group(app).commands["serve"].params
    left = {
        parameter.envvar
        for parameter in parameters
        if not given & {*parameter.opts, *parameter.secondary_opts}
    }
    stays = ("KEEP_REPLAYS", "KEEP_REPLAYS_MB", "KEEP_REPLAYS_DAYS", "LOG_TEXT")
    assert left == {*capacity._FOR_OTHERS, *(f"REFEREE_{name}" for name in stays)}
