"""The page with all statistics of a tournament: Elo, pair tables, ratings over time, seats, faults, dice."""

from __future__ import annotations

import markupsafe

from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.matches import address_of_bot
from tournaments.pairings.schedule import dice_lines
from tournaments.reports.faults import count_faults, shown_causes
from tournaments.reports.page import section_values
from tournaments.reports.view import TournamentView
from tournaments.tables.growth import growth_lines

__all__ = ["statistics_page", "statistics_part"]


def statistics_page(view: TournamentView, link: Link, **shell: object) -> str:
    """Return the page of statistics as HTML.

    Args:
        view: The tournament.
        link: Returns addresses of pages.
        shell: Further values for the template of the page's frame.
    """
    # Without `live`, a page of files is never fetched again.
    live = link("statistics") if link("live") else None
    return (
        environment()
        .get_template("statistics.html")
        .render(
            view=view,
            live=statistics_part(view, link),
            link=link,
            page={"page": "tournament", "live": live, "api": None},
            **shell,
        )
    )


def statistics_part(view: TournamentView, link: Link) -> markupsafe.Markup:
    """Return the part of the page of statistics that changes while matches are played, as HTML."""
    faults = count_faults(view)
    return versioned(
        environment()
        .get_template("statistics_part.html")
        .render(
            **section_values(view),
            address_of=address_of_bot(view, link),
            faults=faults,
            causes=shown_causes(faults),
            growth=growth_lines(view.spec, view.schedule),
            dice=[
                line.removeprefix("dice: ")
                for line in dice_lines(view.schedule, is_over=view.is_over)
            ],
            link=link,
        )
    )
