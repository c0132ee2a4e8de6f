"""Matches that pages are shown: a real one, and a long one made up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.games.diceman import PLUGIN
from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena import FORMAT
from referee_arena.scenes.delta import change
from referee_arena.scenes.history import CHUNK, History, SentFrame, encoded
from tests.arena.page_server import CannedEyes
from tests.replay.recording import record_match

__all__ = ["made_up", "recorded"]


def recorded(folder: Path) -> dict[str, CannedEyes]:
    """Return what there is to see of a match of Diceman by random actions."""
    path = folder / "recorded.journal"
    record_match(PLUGIN, path)
    recording = Recording(load(path))
    eyes = Eyes.of(recording.replay.header.num_seats)
    histories = [History(recording.heading(each)) for each in eyes]
    for frames in recording.frames(eyes):
        for history, frame in zip(histories, frames, strict=True):
            history.add(frame)
    pairs = zip(eyes, histories, strict=True)
    return {each.name: CannedEyes(history.index(), history.frames) for each, history in pairs}


def made_up(
    steps: int,
    *,
    eyes: str = "public",
    players: Sequence[str] = ("ada", "bob"),
    pace_ms: int = 1000,
) -> CannedEyes:
    """Return a match of which every step is easy to tell from every other.

    Each 100th step ends a level, the seat 0 takes a millisecond a decision, and the life of both falls by one a step.
    """
    frames: list[SentFrame] = []
    before: PlainObject = {}
    for step in range(steps + 1):
        timeline: PlainObject = {
            "step": step,
            "times": [[0, 1000 + step % 7, None, "played"]],
            "series": {"life": {"0": steps - step, "1": 2 * steps - step}},
        }
        if step and step % 100 == 0:
            timeline["flags"] = [["level", f"level {step // 100} ends", None]]
        frame = _frame(step, steps, pace_ms)
        if step == steps:
            frame["outcome"] = ["the match is over: ada wins"]
            timeline["flags"] = [["end", "the match is over: ada wins", None]]
        told: Plain = [frame] if step % CHUNK == 0 else change(before, frame)
        frames.append(SentFrame(step, encoded(told), timeline))
        before = frame
    index: PlainObject = {
        "format": FORMAT,
        "match": "m",
        "game": "made_up",
        "title": "Made up",
        "players": list(players),
        "eyes": eyes,
        "hint": [],
        "chunk": CHUNK,
    }
    return CannedEyes(index, frames)


def _frame(step: int, steps: int, pace_ms: int) -> PlainObject:
    rows: PlainObject = {
        f"row {row}": {"style": "text", "cells": [[f"row {row}"], [str(step // (row + 1))]]}
        for row in range(6)
    }
    board: PlainObject = {
        "type": "table",
        "title": "board",
        "minor": False,
        "columns": [["what", False, False], ["how many", True, False]],
        "rows": rows,
    }
    return {
        "step": step,
        "phase": "orders",
        "scene": {"title": f"round {step}", "pace": pace_ms, "parts": {"board": board}},
        "log": [[["ada", "seat0", "seat:0"], f" makes move {step}"]],
        "seats": [{"asked": True, "bank": 1000 * (steps - step)}, {"strikes": 1}],
    }
