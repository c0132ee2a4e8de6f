"""Tiny runs of everything, with real processes; what they measure is not judged."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path

import pytest

from loadtest import __main__ as loadtest_main
from loadtest.bench.report import as_json, as_table
from loadtest.bench.rollouts import GAMES
from loadtest.bench.run import Sizes, run_bench
from loadtest.local_referee import RefereeProcessError, cpu_seconds, local_referee
from loadtest.machine import machine_facts
from loadtest.workers import Worker, WorkerError

TINY = Sizes(
    seconds=0.1,
    repetitions=2,
    streams=2,
    batched_streams=1,
    batch_items=4,
    multiplexed=4,
    many=8,
    matches=2,
    tournament=2,
    rollout_rows=(2,),
)

PROMISED = [
    "raw_echo_unbatched_per_s",
    "raw_echo_batched_per_s",
    "play_unbatched_per_s",
    "play_single_seat_per_s",
    "play_multiplexed_per_s",
    "play_multiplexed_one_process_per_s",
    "play_multiplexed_two_processes_per_s",
    "play_lanes_per_s",
    "play_lanes_many_per_s",
    "default_matches_per_s",
    "tournament_matches_per_s",
    "tournament_cpu_ms_per_match",
    "tournament_referee_cpu_ms_per_match",
    "tournament_runner_cpu_ms_per_match",
    "tournament_bots_cpu_ms_per_match",
    "engine_diceman_batch_rounds_per_s",
    "engine_diceman_single_rounds_per_s",
    "engine_diceman_full_rounds_per_s",
    "play_unbatched_ratio",
    "play_unbatched_message_ratio",
    "play_single_seat_ratio",
    "play_floor_single_seat_per_s",
    "play_single_seat_floor_ratio",
    "play_single_seat_to_floor_ratio",
    "play_multiplexed_ratio",
    "play_multiplexed_to_batched_ratio",
    "play_multiplexed_small_per_s",
    "play_multiplexed_small_ratio",
    *(
        f"rollout_{game}_{way}"
        for game in GAMES
        for way in ("per_s", "shared_per_s", "inprocess_per_s", "ratio")
    ),
    "rollout_echo_diceman_per_s",
    "other_gymnasium_sync_per_s",
]


@pytest.mark.slow
def test_the_bench_measures_all_it_promises() -> None:
    """Every figure is there, positive, with as many samples as repetitions.

    A moment is measured; where a machine gets nothing done in it, longer.
    """
    machine = machine_facts()
    for seconds in (TINY.seconds, 1.0, 10.0):
        result = run_bench(dataclasses.replace(TINY, seconds=seconds))
        data = json.loads(json.dumps(as_json(result, TINY, machine)))
        if all(data[name] > 0 for name in PROMISED):
            break
    for name in PROMISED:
        assert data[name] > 0
        assert len(data["spread"][name]["samples"]) == TINY.repetitions
    assert data["play_multiplexed_per_s"] == data[f"{data['play_multiplexed_best']}_per_s"]
    assert 0 < data["turn_bytes"] <= 130 < data["plain_turn_bytes"]
    assert 0 < data["action_bytes"] <= 20 < data["plain_action_bytes"]
    assert data["message_bytes"]["turn"] > data["message_bytes"]["action"] > 0
    assert data["machine"]["cores"] >= 1
    assert "bare grpc.aio, one item a message" in as_table(result, machine)


@pytest.mark.slow
def test_the_load_test_runs_both_parts_and_writes_its_reports(tmp_path: Path) -> None:
    """Locust with two users and twenty matches of the experiment, judged by a bound they keep.

    It plays for some seconds; where a machine gets nothing done in those, for longer.
    """
    limits = tmp_path / "limits.toml"
    limits.write_text("[locust]\ndecisions = { min = 1 }\n[deadlines]\ndecisions = { min = 1 }\n")
    flags = ["--matches", "20", "--thresholds", str(limits), "--out", str(tmp_path / "out")]
    assert any(
        loadtest_main.main(
            [*flags, "--stages", f"{2 * length}sx2", "--deadline-seconds", f"{length}"]
        )
        == 0
        for length in (1, 5, 25, 125)
    )
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["passed"] is True
    assert report["figures"].keys() == {"locust", "deadlines"}
    assert "decision" in (tmp_path / "out" / "report.html").read_text()
    assert "No threshold is broken." in (tmp_path / "out" / "report.txt").read_text()


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--scenario", "slow"], "scenario must be one of"),
        (["--stages", "10"], "stages must be one of"),
        (["--thresholds", "no_such_file.toml"], "no_such_file.toml"),
    ],
)
def test_wrong_flags_are_told_before_anything_starts(
    flags: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error and status 2."""
    assert loadtest_main.main(flags) == 2
    assert message in capsys.readouterr().err


def test_a_server_that_does_not_start_is_told_with_its_log() -> None:
    """The error ends with what the process wrote."""
    with (
        pytest.raises(RefereeProcessError, match="no referee here"),
        local_referee(sys.executable, "-c", "raise SystemExit('no referee here')"),
    ):
        pass


def test_processor_time_is_that_of_a_process() -> None:
    """Our own time has grown by what we spent; a process that is not there has none."""
    before = cpu_seconds(os.getpid())
    spent = os.times()
    assert before is None or 0 < before <= spent.user + spent.system + 0.02
    assert cpu_seconds(2**22 + 1) is None


class Broken:
    """A load that can't be opened."""

    async def open(self) -> None:
        """Fail quietly."""
        raise SystemExit(3)

    async def run(self, seconds: float) -> float:
        """Never called."""
        return seconds

    async def close(self) -> None:
        """Never called."""


class Halves:
    """A load that gives back half of what it is told."""

    async def open(self) -> None:
        """Nothing to do."""

    async def run(self, seconds: float) -> float:
        """Half of it."""
        return seconds / 2

    async def close(self) -> None:
        """Nothing to do."""


def test_a_worker_runs_its_load_in_another_process() -> None:
    """What comes back is what the load returned, run after run."""
    with Worker(Halves()) as worker:
        worker.wait_until_open()
        results = []
        for seconds in (1.0, 3.0):
            worker.begin(seconds)
            results.append(worker.finish())
    assert results == [0.5, 1.5]


def test_a_worker_that_fails_is_told() -> None:
    """The death of its process is an error, not a wait for ever."""
    with Worker(Broken()) as worker, pytest.raises(WorkerError, match="a load process failed"):
        worker.wait_until_open()
