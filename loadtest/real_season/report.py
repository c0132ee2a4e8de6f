"""The table of a real season: what happened, in numbers from its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loadtest.real_season.findings import Waits
from loadtest.real_season.season import Season

__all__ = ["table"]


def table(
    season: Season, waits: Waits, kills: Mapping[str, int], minutes: float
) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table: what was counted, and the number with its unit.

    Args:
        season: The season, which is over.
        waits: How long entries have waited.
        kills: Number of kills of each role.
        minutes: Time that it has lasted, in minutes.
    """
    bodies = season.log.bodies
    started = [body for body in bodies if body["type"] == "started"]
    ended = [body for body in bodies if body["type"] == "ended"]
    voids = [body for body in bodies if body["type"] == "void"]
    kinds = Counter(body["kind"] for body in started if body["attempt"] == 1)
    yield "length", f"{minutes:.1f} minutes, {season.runs} starts of the run"
    yield "matches", f"{len(ended)} ended: {kinds['local']} local, {kinds['remote']} remote"
    yield "not rated", str(sum(not body["rated"] for body in ended))
    yield "void attempts", _counted(body["cause"] for body in voids)
    yield "longest wait", f"{waits.longest:.2f} E/s starts (promised 3.5 E/s + 2)"
    yield "longest wait of remotes", f"{waits.longest_remote} remote starts"
    yield "kills with kill -9", ", ".join(f"{n} {role}" for role, n in kills.items()) or "none"
    yield "forfeits", _counted(_forfeits(bodies))
    yield "strikes", str(sum(seat["strikes"] for body in ended for seat in body["seats"]))
    news = Counter(b["type"] for b in bodies if b["type"] not in ("started", "ended", "void"))
    yield "other events", ", ".join(f"{count} {kind}" for kind, count in sorted(news.items()))
    size = season.place.log.stat().st_size
    per_match = size / max(1, len(ended))
    yield "log", f"{len(bodies)} events, {size / 1e6:.2f} MB, {per_match:.0f} bytes a match"
    replays = list((season.place.data / "referee" / "replays").glob("*.replay"))
    weight = sum(path.stat().st_size for path in replays)
    yield "replays", f"{weight / 1e6:.2f} MB, {weight / max(1, len(replays)):.0f} bytes a match"
    yield "data folder", f"{_size(season.place.data) / 1e6:.1f} MB"
    yield "head", season.log.head


def _forfeits(bodies: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a text for each seat that was forfeited: entry, version and cause.

    `bodies` are those of the season's events, in their order.
    """
    begun: dict[int, list[list[Any]]] = {}
    for body in bodies:
        if body["type"] == "started":
            begun[body["match"]] = body["entries"]
        elif body["type"] == "ended":
            for (name, version), seat in zip(begun[body["match"]], body["seats"], strict=True):
                if seat["forfeit"] is not None:
                    yield f"{name} v{version} {seat['forfeit']}"


def _counted(texts: Iterator[str]) -> str:
    counts = Counter(texts)
    return "; ".join(f"{count} {text}" for text, count in counts.most_common(12)) or "none"


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*"))
