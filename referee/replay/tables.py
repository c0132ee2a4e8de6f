"""Decisions and results of many replays as tables of Apache Arrow (extra `tables`)."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gamereferee.v1 import match_pb2, replay_pb2
from referee.core.errors import RefereeError
from referee.replay.reader import Replay, found_replays, load
from referee.replay.recorded import DECIDED
from referee.replay.render import decoded, player_names

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["DECISIONS", "RESULTS", "Tables", "load_replays", "write_parquet"]

DECISIONS = "decisions.parquet"
"""Name of the file with a row for each decision."""
RESULTS = "results.parquet"
"""Name of the file with a row for each seat of each match."""
_GROUP = 500
"""Number of replays that are held in memory while files are written."""


class Tables(NamedTuple):
    """What replays say, as two tables of Arrow; `.to_pandas()` of each gives a data frame."""

    decisions: pa.Table
    """A row for each decision that entered a step.

    | column | type | meaning |
    |---|---|---|
    | match_id, game, player | string | |
    | step | int32 | number of the step, from 1 |
    | seat, turn | int32 | index of the seat, from 0; number of its decision, from 1 |
    | decided | string | `played`, `defaulted` or `forfeited` |
    | elapsed_us, lag_us | int64 | microseconds that the seat was charged, and that the referee itself lost |
    | cpu_us | int64 | processor time of the bot in microseconds; null if it was not metered |
    | action | string | the action in protobuf's JSON form; null if the default was played |
    """
    results: pa.Table
    """A row for each seat of each match that has ended.

    | column | type | meaning |
    |---|---|---|
    | match_id, game, player | string | |
    | game_version, steps, seat | int32 | |
    | created | timestamp[us, UTC] | when the match was made |
    | cause | string | end cause, such as `RULES` |
    | placement | int32 | from 1; null in a void match |
    | score | int64 | points by the rulebook; null in a void match |
    | strikes | int32 | deadlines missed and turns given up |
    | forfeit | string | why the seat was taken out; null if it was not |
    """


def load_replays(places: str | Path | Iterable[str | Path]) -> Tables:
    """Read replays into two tables.

    Args:
        places: A replay, a folder with replays at any depth, or several of these.

    Raises:
        ReplayError: A replay is damaged or of a game that is not installed, or a folder has none.
        RefereeError: The extra `tables` is not installed.
    """
    arrow = _arrow()
    given = [places] if isinstance(places, str | Path) else list(places)
    groups = list(_groups(found_replays(Path(place) for place in given), arrow))
    return Tables(
        arrow.concat_tables([group.decisions for group in groups]),
        arrow.concat_tables([group.results for group in groups]),
    )


def write_parquet(paths: Iterable[Path], folder: Path) -> None:
    """Write the two tables of replays as files `DECISIONS` and `RESULTS` into a folder.

    Args:
        paths: The replays.
        folder: Where to; it is made, and earlier files of these names are replaced once all
            replays are read.

    Raises:
        ReplayError: A replay is damaged or of a game that is not installed; nothing is replaced.
        RefereeError: The extra `tables` is not installed, or the folder can't be written.
    """
    arrow = _arrow()
    from pyarrow import parquet

    names = (DECISIONS, RESULTS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as stack:
            parts = [stack.enter_context(_part(folder / name)) for name in names]
            schemas = _schemas(arrow)
            writers = [
                stack.enter_context(parquet.ParquetWriter(part, schema, compression="zstd"))
                for part, schema in zip(parts, schemas, strict=True)
            ]
            for group in _groups(paths, arrow):
                for writer, table in zip(writers, group, strict=True):
                    writer.write_table(table)
            for writer in writers:
                writer.close()
            for name, part in zip(names, parts, strict=True):
                part.replace(folder / name)
    except OSError as error:
        raise RefereeError(f"{folder}: can't be written ({error.strerror or error})") from None


@contextlib.contextmanager
def _part(path: Path) -> Iterator[Path]:
    """Yield the path of a file that becomes another one when it is whole; it is removed otherwise."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _groups(paths: Iterable[Path], arrow: Any) -> Iterator[Tables]:
    """Yield tables of at most `_GROUP` replays each, at least one pair of tables."""
    rest = iter(paths)
    group = list(itertools.islice(rest, _GROUP))
    while True:
        decisions: list[dict[str, Any]] = []
        results: list[dict[str, Any]] = []
        for path in group:
            replay = load(path)
            decisions += _decisions(replay)
            results += _results(replay)
        rows = (decisions, results)
        yield Tables(*(
            arrow.Table.from_pylist(each, schema)
            for each, schema in zip(rows, _schemas(arrow), strict=True)
        ))  # fmt: skip
        group = list(itertools.islice(rest, _GROUP))
        if not group:
            return


def _decisions(replay: Replay) -> Iterator[dict[str, Any]]:
    header, names, step = replay.header, player_names(replay.header), 0
    kind = replay.plugin.codec.action_type
    for record in replay.records:
        if record.WhichOneof("record") != "step":
            continue
        step += 1
        for action in record.step.actions:
            is_played = action.kind == replay_pb2.ACTION_KIND_PLAYED
            yield {
                "match_id": header.match_id,
                "game": header.game,
                "step": step,
                "seat": action.seat,
                "player": names[action.seat],
                "turn": action.turn,
                "decided": DECIDED[action.kind],
                "elapsed_us": action.elapsed_us,
                "lag_us": action.lag_us,
                "cpu_us": action.cpu_us if action.HasField("cpu_us") else None,
                "action": json.dumps(decoded(kind, action.payload)) if is_played else None,
            }


def _results(replay: Replay) -> Iterator[dict[str, Any]]:
    header, names, end = replay.header, player_names(replay.header), replay.end
    if end is None:
        return
    steps = sum(record.HasField("step") for record in replay.records)
    for seat in end.outcome.seats:
        counts = seat.placement > 0
        forfeit = match_pb2.ForfeitCause.Name(seat.forfeit) if seat.forfeit else None
        yield {
            "match_id": header.match_id,
            "game": header.game,
            "game_version": header.game_version,
            "created": header.create_time.ToNanoseconds() // 1000,
            "cause": match_pb2.EndCause.Name(end.outcome.cause).removeprefix("END_CAUSE_"),
            "steps": steps,
            "seat": seat.seat,
            "player": names[seat.seat],
            "placement": seat.placement if counts else None,
            "score": seat.score if counts else None,
            "strikes": seat.strikes,
            "forfeit": forfeit and forfeit.removeprefix("FORFEIT_CAUSE_"),
        }


def _schemas(arrow: Any) -> tuple[pa.Schema, pa.Schema]:
    """Return the schemas of decisions and results."""
    text, small, big = arrow.string(), arrow.int32(), arrow.int64()
    decisions = {
        **dict.fromkeys(("match_id", "game"), text),
        **dict.fromkeys(("step", "seat"), small),
        "player": text,
        "turn": small,
        "decided": text,
        **dict.fromkeys(("elapsed_us", "lag_us", "cpu_us"), big),
        "action": text,
    }
    results = {
        **dict.fromkeys(("match_id", "game"), text),
        "game_version": small,
        "created": arrow.timestamp("us", tz="UTC"),
        "cause": text,
        **dict.fromkeys(("steps", "seat"), small),
        "player": text,
        "placement": small,
        "score": big,
        "strikes": small,
        "forfeit": text,
    }
    return arrow.schema(list(decisions.items())), arrow.schema(list(results.items()))


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise RefereeError("tables need Apache Arrow: pip install 'gamereferee[tables]'") from None
    return pyarrow
