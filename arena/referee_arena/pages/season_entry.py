"""The page of a season's entry: versions with dates and results, rivals, faults and benches, presence, matches."""

from __future__ import annotations

import markupsafe

from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.tournament import game_title
from tournaments.reports.season.entry import EntryFacts

__all__ = ["entry_page", "entry_part"]


def entry_part(facts: EntryFacts, link: Link) -> markupsafe.Markup:
    """Return the part of an entry's page that changes, as an HTML element with its version; see `versioned`.

    Args:
        facts: The entry.
        link: Returns addresses of pages.
    """
    inner = (
        environment()
        .get_template("season_entry_part.html")
        .render(
            facts=facts,
            row=facts.row,
            game=game_title(facts.game),
            titled=facts.titles,
            address_of=lambda label: link("bot", label),
            link=link,
        )
    )
    return versioned(inner)


def entry_page(
    facts: EntryFacts, part: markupsafe.Markup, link: Link, address: str | None, **shell: object
) -> str:
    """Return the page of an entry.

    Args:
        facts: The entry.
        part: The part that changes.
        link: Returns addresses of pages.
        address: Address of this page, from which its script renews it; None for a page of files.
        shell: Further values for the template of the page's frame.
    """
    return (
        environment()
        .get_template("season_entry.html")
        .render(
            entry=facts.titles(facts.row.entry),
            season=facts.season,
            inner=part,
            link=link,
            feed=link("feed"),
            page={"page": "bot", "live": address},
            **shell,
        )
    )
