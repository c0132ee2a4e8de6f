"""Everything that is known of one match: order, result, attempts, and where its replay and logs are."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rich.console
import rich.table

from tournaments.reports.match_list import ListedMatch, list_matches, match_as_json
from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.view import TournamentView
from tournaments.reports.wording import given_up_text, refusals_text, shown_path
from tournaments.spec.errors import TournamentError
from tournaments.spec.toml_tables import format_duration
from tournaments.store.program_book import short

__all__ = ["MatchDetails", "find_match"]

LISTED_LOGS = 6
"""Highest number of output files listed for each bot; if there are more, only folder and number are
shown.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class MatchDetails:
    """Everything that is known of one match: result, seats, programs, attempts, replay and logs."""

    view: TournamentView
    """The tournament."""
    match: ListedMatch
    """The match, as the list of matches has it."""

    @property
    def replay(self) -> Path | None:
        """Path of the match's replay; None if it is not on this machine."""
        if self.match.replay is None:
            return None
        path = self.view.folder.path / self.match.replay
        return path if path.is_file() else None

    @property
    def logs(self) -> dict[str, list[Path]]:
        """Output files of each bot, by name.

        Their processes may have played other matches as well.
        """
        players = dict.fromkeys(self.match.pairing.players)
        return {
            player: sorted((self.view.folder.logs / player).glob("*.std*")) for player in players
        }

    def as_json(self) -> dict[str, object]:
        """Return the match as a JSON object; see `match_as_json`."""
        spec = self.view.spec
        terms = None if spec.time_control is None else spec.time_control.model_dump(mode="json")
        return {
            "tournament": spec.name,
            "game": spec.game,
            "game_version": max(self.view.game_versions, default=None),
            "config": spec.config,
            "time_control": terms,
            **match_as_json(self.match),
            **self._programs_json(),
            "replay_path": None if self.replay is None else str(self.replay),
            "logs": {bot: [str(path) for path in paths] for bot, paths in self.logs.items()},
        }

    def print(self, console: rich.console.Console) -> None:
        """Print everything about the match, with commands that show more."""
        for line in self._head():
            _say(console, line)
        console.print(self._seats(console.width))
        for line in (
            *self._programs(),
            *self._refusals(),
            *self._attempts(),
            *self._replay(),
            *self._outputs(),
        ):
            _say(console, line)

    def _head(self) -> Iterator[str]:
        spec, pairing, end = self.view.spec, self.match.pairing, self.match.end
        version = max(self.view.game_versions, default=None)
        yield f"match {pairing.number} of {spec.name}, {self.match.match_id} at the referee"
        yield f"game {spec.game}" + ("" if version is None else f", version {version}")
        yield f"block {pairing.block}, {self._dice()}"
        if spec.config:
            yield "config " + ", ".join(f"{name} = {value}" for name, value in spec.config.items())
        if spec.time_control is not None:
            yield "time control " + _terms(spec.time_control.model_dump(exclude_none=True))
        if end is not None:
            yield f"ended by {self.match.state}: {end.text}"
        elif self.match.state == "void":
            yield "has no result: its last attempt is void"
        else:
            yield "has no result yet: it is being played, or was when the run stopped"

    def _dice(self) -> str:
        if self.match.pairing.seed is None:
            return "its own dice"
        if self.match.seed is None:
            return "seed kept back until no match that shares it is left to play"
        return f"seed {self.match.seed}"

    def _seats(self, width: int) -> rich.table.Table:
        results = () if self.match.end is None else self.match.end.seats
        names = ("placement", "score", "strikes", "forfeit") if results else ()
        has_times = any(result.times is not None for result in results)
        columns = (*names, *(("decisions", "thought", "longest") if has_times else ()))
        rows: list[Row] = []
        for seat, player in enumerate(self.match.labels):
            cells: list[str] = []
            if self.match.end is not None:
                result = self.match.end.seats[seat]
                forfeit = "" if result.forfeit is None else result.forfeit.name.lower()
                cells = [str(result.placement), str(result.score), str(result.strikes), forfeit]
                if result.times is not None:
                    entry = (result.times.total_us, result.times.longest_us)
                    cells += [str(result.times.decisions), *(f"{us / 1e6:.3f} s" for us in entry)]
            cells += [""] * (len(columns) - len(cells))
            rows.append((str(seat), player, cells))
        last = ("placement", "score", "forfeit", "strikes")
        return narrow_table(
            ("seat", "bot"),
            columns,
            rows,
            width=width,
            last_to_go=last,
            titled=self.view.titles.both,
        )

    def _refusals(self) -> Iterator[str]:
        if self.match.end is None:
            return
        for seat, result in enumerate(self.match.end.seats):
            for entry in (
                given_up_text(result.given_up),
                refusals_text(result.refusals, result.rejections),
            ):
                if entry:
                    yield f"seat {seat} {self.view.titles(self.match.labels[seat])}: {entry}"

    def _programs(self) -> Iterator[str]:
        stored = self.view.results.get(self.match.pairing.number)
        if stored is None or stored.play is None:
            return
        play = stored.play
        until = "" if play.ended_at is None else f" to {play.ended_at}, {play.duration_s:.1f} s"
        on = "" if play.host is None else f" on {play.host}"
        yield f"played{on} from {play.started_at}{until}"
        referee = "a referee elsewhere" if play.referee is None else f"gamereferee {play.referee}"
        yield f"with {referee}" + ("" if play.python is None else f", Python {play.python}")
        for label, seat in {label: seat for seat, label in enumerate(stored.labels)}.items():
            program = self.view.program(stored, seat)
            if program is not None:
                yield f"program {label} {short(program.sha256)}: {program.covers}"

    def _programs_json(self) -> dict[str, object]:
        """Return when, where and by which programs the match was played.

        Empty if that was not recorded.
        """
        stored = self.view.results.get(self.match.pairing.number)
        if stored is None or stored.play is None:
            return {}
        play = dataclasses.asdict(stored.play)
        del play["versions"]
        programs = [self.view.program(stored, seat) for seat in range(len(stored.labels))]
        entry = [
            None if each is None else {"label": each.label, "sha256": each.sha256}
            for each in programs
        ]
        return {"play": play | {"duration_s": stored.play.duration_s, "programs": entry}}

    def _attempts(self) -> Iterator[str]:
        for attempt in self.match.voids:
            assert attempt.void_cause is not None
            cause = attempt.void_cause.name.lower()
            yield f"attempt {attempt.number}, {attempt.match_id}, was void by {cause}: {attempt.void_text}"

    def _replay(self) -> Iterator[str]:
        if self.replay is not None:
            path = shlex.quote(shown_path(self.replay))
            yield f"replay {shown_path(self.replay)}"
            for command in ("replay show", "replay verify", "watch"):
                yield f"  referee {command} {path}"
        elif self.match.replay is not None:
            yield f"replay {self.match.replay} is not in {shown_path(self.view.folder.path)} any more"
        elif self.match.end is not None:
            yield f"the replay is kept by the referee, as match {self.match.match_id}"

    def _outputs(self) -> Iterator[str]:
        if not self.view.spec.per_match:
            whose = "of all its matches"
        else:
            whose = "a file for every process; which played this match is not recorded"
        for bot, paths in self.logs.items():
            folder = shown_path(self.view.folder.logs / bot)
            if not paths:
                yield f"no output of {bot} is kept in {folder}"
            elif len(paths) > LISTED_LOGS:
                yield f"output of {bot} ({whose}): {len(paths)} files in {folder}"
            else:
                yield f"output of {bot} ({whose}): {' '.join(map(shown_path, paths))}"


def find_match(view: TournamentView, wanted: str) -> MatchDetails:
    """Return the match with this number, or with this id at the referee.

    Args:
        view: The tournament.
        wanted: A number from 1, or an id, which may be that of a void attempt.

    Raises:
        TournamentError: There is no such match, or it has not been begun.
    """
    matches = list_matches(view)
    for match in matches:
        ids = {match.match_id, *(attempt.match_id for attempt in match.voids)}
        if wanted == str(match.pairing.number) or wanted in ids:
            return MatchDetails(view, match)
    if not matches:
        raise TournamentError(f"no match of {view.spec.name} has been begun yet")
    first, last = matches[0].pairing.number, matches[-1].pairing.number
    scheduled = {str(pairing.number) for pairing in view.pairings}
    if wanted in scheduled:
        raise TournamentError(f"match {wanted} has not been begun yet; {len(matches)} have been")
    raise TournamentError(
        f"there is no match {wanted!r}: give a number from {first} to {last}, or an id of"
        f" `tournament matches {shlex.quote(shown_path(view.folder.path))} --json`"
    )


def _terms(values: dict[str, Any]) -> str:
    """Return the values of a time control as text, with nanoseconds as durations such as `1m30s`."""
    words = []
    for name, value in values.items():
        is_duration = name != "strikes" and isinstance(value, int)
        words.append(f"{name} {format_duration(value) if is_duration else value}")
    return ", ".join(words)


def _say(console: rich.console.Console, line: str) -> None:
    console.print(line, soft_wrap=True, highlight=False, markup=False)
