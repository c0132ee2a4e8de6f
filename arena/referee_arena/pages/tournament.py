"""The page of a tournament: its report, and the part that changes while it is played."""

from __future__ import annotations

import hashlib

import markupsafe

from referee_arena.pages.environment import Link, environment
from referee_arena.pages.matches import address_of_bot, faults_of
from tournaments.pairings.schedule import dice_lines
from tournaments.reports.faults import count_faults, shown_causes
from tournaments.reports.match_list import list_matches
from tournaments.reports.page import section_values
from tournaments.reports.view import TournamentView
from tournaments.tables.growth import growth_lines

__all__ = ["live_part", "tournament_page"]

_LISTED = 20
"""Number of last matches below the tables."""


def tournament_page(view: TournamentView, link: Link, **shell: object) -> str:
    """Return the page of a tournament.

    Args:
        view: The tournament.
        link: Returns addresses of pages; `live` is that of the changing part alone.
        shell: Further values for the template of the page's frame.
    """
    return (
        environment()
        .get_template("tournament.html")
        .render(
            view=view,
            live=live_part(view, link),
            link=link,
            page={"page": "tournament", "live": link("live")},
            **shell,
        )
    )


def live_part(view: TournamentView, link: Link) -> markupsafe.Markup:
    """Return the part that changes while matches are played; `data-version` changes with it."""
    faults = count_faults(view)
    matches = list_matches(view)
    inner = (
        environment()
        .get_template("live.html")
        .render(
            **section_values(view),
            address_of=address_of_bot(view, link),
            faults=faults,
            causes=shown_causes(faults),
            recent=matches[: -_LISTED - 1 : -1],
            num_matches=len(matches),
            faults_of=faults_of,
            growth=growth_lines(view.spec, view.schedule),
            dice=[
                line.removeprefix("dice: ")
                for line in dice_lines(view.schedule, is_over=view.is_over)
            ],
            link=link,
        )
    )
    version = hashlib.sha256(inner.encode()).hexdigest()[:16]
    head = markupsafe.Markup('<div id="live" data-version="{}">\n').format(version)
    return head + markupsafe.Markup(inner) + markupsafe.Markup("</div>")
