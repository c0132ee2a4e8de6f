"""Exports a tournament as a folder of HTML files that browsers open by `file://`: its page, its bots, every match.

A later export into the same folder writes only the files of new matches, and the other pages if they have changed.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import gc
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from referee.core.errors import RefereeError
from referee_arena.pages.bots import bot_page
from referee_arena.pages.environment import environment, spaced
from referee_arena.pages.matches import is_withheld, matches_page
from referee_arena.pages.statistics import statistics_page
from referee_arena.pages.tournament import tournament_page
from referee_arena.site.assets import POLICY, script, styles
from referee_arena.site.errors import SiteError, StoppedError
from referee_arena.site.matches import (
    WhoseEyes,
    heading_of,
    match_problem,
    match_script,
    part_of,
    write_whole,
)
from referee_arena.site.season import SeasonSite
from tournaments.reports.match_list import ListedMatch, list_matches
from tournaments.reports.view import TournamentView

__all__ = ["Exported", "export_site"]

MATCHES = "matches"
"""Name of the folder in a site that holds the files of matches."""
_AT_ONCE = 8
"""Number of matches that a process gets at a time; for at most this many matches no processes are started."""
_NEW_OBJECTS = 100_000
"""Number of new objects after which Python's garbage collector runs in a process that writes matches.

The default of 700 wastes time, since a match leaves few circles of objects.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Exported:
    """Result of an export: how many matches were written, kept or left out, and why matches can't be shown."""

    written: int
    """Number of matches whose file was written."""
    kept: int
    """Number of matches whose file was there already."""
    without: int
    """Number of ended matches without a replay in the data folder, such as those played on another machine."""
    withheld: int
    """Number of matches shown only as the public sees them, since they share dice with matches still to be played."""
    problems: dict[int, str]
    """Text that says why a match can't be shown, by number of the match."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Job:
    """A match whose file is to be written: its replay, its points of view, and the file's path."""

    number: int
    replay: Path
    match_id: str
    whose: WhoseEyes
    target: Path

    @property
    def is_done(self) -> bool:
        try:
            with self.target.open(encoding="utf-8") as file:
                return file.readline().rstrip("\n") == heading_of(self.whose, self.match_id)
        except (OSError, UnicodeDecodeError):
            return False


def export_site(
    view: TournamentView, folder: Path, whose: WhoseEyes, *, processes: int
) -> Exported:
    """Write a tournament as a site of files; return how many matches were written, kept or left out.

    Args:
        view: The tournament.
        folder: Target folder; created if it does not exist.
        whose: Points of view from which matches can be watched.
        processes: Number of processes that write matches, from 1.

    Raises:
        SiteError: A file or folder can't be written, or a process has died.
        StoppedError: The export was interrupted. Matches that were written stay, and pages are unchanged.
    """
    try:
        for name in (MATCHES, "bots", "static"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        season = SeasonSite(view.folder) if view.spec.season is not None else None
        listed = list_matches(view) if season is None else season.matches()
        jobs = list(_jobs(view, listed, folder, whose))
        to_do = [job for job in jobs if not job.is_done]
        try:
            problems = _make_all(to_do, processes)
        except KeyboardInterrupt:
            raise _stopped(to_do) from None
        numbers = {job.number for job in jobs}
        _write_statics(folder)
        if season is None:
            _write_pages(view, folder, numbers)
        else:
            season.write(functools.partial(_write_new, folder), numbers)
    except OSError as error:
        raise SiteError(f"{error.filename or folder} can't be written: {error.strerror}") from None
    return Exported(
        written=len(to_do) - len(problems),
        kept=len(jobs) - len(to_do),
        without=sum(match.end is not None and match.replay is None for match in listed),
        withheld=sum(is_withheld(view, match) for match in listed if match.end is not None),
        problems=problems,
    )


def _jobs(
    view: TournamentView, matches: Sequence[ListedMatch], folder: Path, whose: WhoseEyes
) -> Iterator[_Job]:
    for match in matches:
        if match.replay is not None:
            number = match.pairing.number
            yield _Job(
                number=number,
                replay=view.folder.path / match.replay,
                match_id=match.match_id,
                whose="public" if is_withheld(view, match) else whose,
                target=folder / MATCHES / f"{number:06}.js",
            )


def _make_all(jobs: Sequence[_Job], processes: int) -> dict[int, str]:
    """Write the files of matches; return for each match that can't be shown the reason, by number of the match."""
    if processes == 1 or len(jobs) <= _AT_ONCE:
        return {job.number: problem for job in jobs if (problem := _make(job)) is not None}
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(processes, context, _begin) as pool:
        try:
            # New processes inherit the mask. A terminal sends Ctrl-C to all processes; only this one handles it.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                made = pool.map(_make, jobs, chunksize=_AT_ONCE)
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            return {
                job.number: problem
                for job, problem in zip(jobs, made, strict=True)
                if problem is not None
            }
        except concurrent.futures.BrokenExecutor:
            text = "a process that makes matches has died: is there too little memory?"
            raise SiteError(f"{text} The same command goes on") from None
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _begin() -> None:
    """Set up garbage collection in a new process that writes matches."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)


def _stopped(jobs: Sequence[_Job]) -> StoppedError:
    """Remove incomplete files of an interrupted export, and return the error that says what was written."""
    for job in jobs:
        part_of(job.target).unlink(missing_ok=True)
    done = sum(job.is_done for job in jobs)
    return StoppedError(
        f"stopped: {done} of {len(jobs)} matches are written, all else is as it was; the same command goes on"
    )


def _make(job: _Job) -> str | None:
    """Write the file of a match; return None, or the reason why the match can't be shown, which the file then holds."""
    problem = f"its replay {job.replay.name} is not in the data folder any more"
    if job.replay.is_file():
        try:
            write_whole(job.target, match_script(job.replay, job.whose, job.match_id))
        except RefereeError as error:
            # A site is for other people, who must not learn folders of this machine.
            problem = str(error).replace(str(job.replay), job.replay.name)
        else:
            return None
    write_whole(job.target, match_problem(problem))
    return problem


def _write_statics(folder: Path) -> None:
    write = functools.partial(_write_new, folder)
    write("static/arena.js", script())
    write("static/match.js", script("file_app.js"))
    write("static/later.js", script("later_app.js"))
    for name, text in styles().items():
        write(f"static/{name}", text)


def _write_pages(view: TournamentView, folder: Path, numbers: set[int]) -> None:
    write = functools.partial(_write_new, folder)
    top = functools.partial(_link, view, numbers, "")
    below = functools.partial(_link, view, numbers, "../")
    write("index.html", tournament_page(view, top, **_shell(view, top)))
    write("statistics.html", statistics_page(view, top, **_shell(view, top)))
    write("matches.html", matches_page(view, top, **_shell(view, top)))
    write("match.html", _match_page(view, top))
    for number, bot in enumerate(view.bots, start=1):
        write(f"bots/{number}.html", bot_page(view, bot, below, **_shell(view, below)))


def _write_new(folder: Path, name: str, text: str) -> None:
    """Write a file in `folder` unless it has this text already, so that the times of files show what has changed."""
    path = folder / name
    if not path.is_file() or path.read_bytes() != text.encode():
        write_whole(path, text)


def _match_page(view: TournamentView, link: Callable[..., str | None]) -> str:
    page = {
        "page": "file",
        "folder": MATCHES,
        "links": [{"name": "matches", "href": link("matches")}],
    }
    title = f"match of {spaced(view.spec.name)}"
    return (
        environment()
        .get_template("match.html")
        .render(title=title, link=link, page=page, **_shell(view, link))
    )


def _shell(view: TournamentView, link: Callable[..., str | None]) -> dict[str, object]:
    nav = (
        (spaced(view.spec.name), link("home")),
        ("matches", link("matches")),
        ("statistics", link("statistics")),
    )
    return {"nav": nav, "policy": POLICY}


def _link(
    view: TournamentView, numbers: set[int], up: str, what: str, which: str | int = ""
) -> str | None:
    """Return the address of a page or file of a site of files, relative to a page; None if it does not exist.

    Args:
        view: The tournament.
        numbers: Numbers of the matches that have a file.
        up: Relative path from the page to the site's top folder: empty, or `../`.
        what: Kind of the target, such as `match`; see `referee_arena.pages.Link`.
        which: Name or number of the target, if its kind needs one.
    """
    match what:
        case "static":
            return f"{up}static/{which}"
        case "home":
            return f"{up}index.html"
        case "matches" | "statistics":
            return f"{up}{what}.html"
        case "match":
            return f"{up}match.html?{which}" if which in numbers else None
        case "bot":
            return f"{up}bots/{view.bots.index(str(which)) + 1}.html"
        case _:
            return None
