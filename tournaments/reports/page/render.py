"""The report of a tournament as one HTML page without network and script.

The same results give the same bytes. Python computes numbers, texts and coordinates here; the
template lays them out and escapes every text.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.metadata
import os
import shlex
import urllib.parse
from pathlib import Path

import jinja2
from rich.cells import cell_len

from tournaments.pairings.schedule import dice_lines
from tournaments.reports.elo import rate_view
from tournaments.reports.faults import count_faults, shown_causes
from tournaments.reports.match_list import list_matches
from tournaments.reports.page import sections
from tournaments.reports.page.bracket import draw_bracket
from tournaments.reports.page.charts import CURVES, SHADES, CurveChart, Scale, draw_curves
from tournaments.reports.page.history import rating_history
from tournaments.reports.view import TournamentView
from tournaments.tables.formats import num_seats
from tournaments.tables.growth import growth_lines

__all__ = ["render_page", "section_values"]

LISTED = 40
"""Highest number of matches in each list on the page; all are in the tables of `tournament export`."""
FORMATS = {
    "round_robin": "round robin",
    "adhoc": "ad-hoc parties",
    "contest": "contest of parties",
    "team": "parties on the same blocks",
    "groups": "balanced groups",
}
"""Words that the page shows in place of the format's name in the tournament file."""


def render_page(view: TournamentView, path: Path) -> str:
    """Return the report of a tournament as one HTML page.

    Args:
        view: The tournament.
        path: Path of the page to be written: links to replays and logs are relative to it.
    """
    spec = view.spec
    matches = list_matches(view)
    faults = count_faults(view)
    notable = [match for match in matches if sections.is_notable(match)]
    return _template().render(
        **section_values(view),
        version=importlib.metadata.version("gamereferee"),
        shades=SHADES,
        address_of=lambda _: None,
        faults=faults,
        causes=shown_causes(faults),
        notable=notable[-LISTED:],
        num_notable=len(notable),
        recent=matches[-LISTED:],
        num_matches=len(matches),
        link=functools.partial(_link, view, path.absolute().parent),
        logs=_logs(view),
        file=view.stored.file.name,
        source=None if any(bot.env for bot in spec.bots) else view.stored.source,
        quote=shlex.quote,
        growth=growth_lines(spec, view.schedule),
        dice=[
            line.removeprefix("dice: ") for line in dice_lines(view.schedule, is_over=view.is_over)
        ],
    )


def section_values(view: TournamentView) -> dict[str, object]:
    """Return the variables of the template `sections.html`, except `address_of`.

    `address_of` is a function that returns the address of a bot's page.

    Args:
        view: The tournament.
    """
    spec = view.spec
    rated = rate_view(view)
    return {
        "view": view,
        "spec": spec,
        "format": FORMATS.get(spec.format, spec.format),
        "seats": num_seats(spec),
        "left_out": view.left_out,
        "titled": view.titles,
        "standings": sections.make_standings_section(view, rated),
        "elo": sections.make_elo_section(rated),
        "without_forfeits": sections.make_without_forfeits_section(view, rated),
        "sprt": _sprt(view),
        "stop": view.stop,
        "crosstable": sections.make_heat_map(view),
        "curves": _curves(view),
        "seat_effect": sections.make_seat_section(rated),
        "bracket": draw_bracket(view) if spec.format == "knockout" else None,
        "swiss": sections.make_swiss_section(view) if spec.format == "swiss" else None,
        "scores": sections.make_score_section(view) if spec.has_parties else None,
    }


@dataclasses.dataclass(frozen=True, slots=True)
class _Sprt:
    """Coordinates and text for the drawing of a sequential test: its value between two bounds."""

    text: str
    """State of the test in one line."""
    lower: float
    """LLR at which H0 is accepted."""
    upper: float
    """LLR at which H1 is accepted."""
    at: float
    """Position of the current LLR between `lower` and `upper`, in pixels from 0 to 600."""


def _sprt(view: TournamentView) -> _Sprt | None:
    report = view.sprt
    if report is None:
        return None
    lower, upper = report.terms.bounds
    at = Scale((lower, upper), 0, 600)(min(max(report.state.llr, lower), upper))
    return _Sprt(report.text, lower, upper, at)


def _curves(view: TournamentView) -> CurveChart | None:
    """Return the chart of ratings over time, the best in colour.

    None for parties (teams of bots), or before any match.
    """
    if view.spec.has_parties or not view.matches:
        return None
    history = rating_history(view, samples=100 if len(view.entrants) <= CURVES else 60)
    names = sections.names_of(view.standings)
    heights = {name: history.ratings[name] for name in names}
    longest = min(22, max(cell_len(view.titles(name)) for name in names[:CURVES]))
    return draw_curves(history.matches, heights, label_px=60 + 7 * longest)


def _logs(view: TournamentView) -> dict[str, Path]:
    """Return the folder of kept output of each bot that has any."""
    folders = {bot: view.folder.logs / bot for bot in view.bots}
    return {bot: folder for bot, folder in folders.items() if folder.is_dir()}


def _link(view: TournamentView, folder: Path, target: Path | str | None) -> str | None:
    """Return the address of a file in the data folder, relative to the page.

    None if it does not exist.

    Args:
        view: The tournament.
        folder: Folder that the page is written into.
        target: Path of the file in the data folder; None for no file.
    """
    if target is None or not (path := view.folder.path / target).exists():
        return None
    return urllib.parse.quote(os.path.relpath(path, folder))


@functools.cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("tournaments.reports.page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html")
