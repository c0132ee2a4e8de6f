"""The page that lists matches of a season, the newest first, with a search among those that it lists."""

from __future__ import annotations

from referee.core.scene_plain import PlainObject
from referee_arena.pages.environment import Link, environment
from referee_arena.pages.matches import faults_of, table_of
from tournaments.reports.season.matches import ListedSeasonMatches
from tournaments.reports.season.overview import SeasonFacts

__all__ = ["season_matches_page"]

_LISTED = 100
"""Number of matches in the page's HTML; the page's script adds the others."""


def season_matches_page(
    facts: SeasonFacts,
    listed: ListedSeasonMatches,
    link: Link,
    *,
    entry: str | None,
    is_newest: bool,
    **shell: object,
) -> str:
    """Return the page that lists matches of a season, as HTML.

    Args:
        facts: The season.
        listed: The matches.
        link: Returns addresses of pages.
        entry: Name of the entry whose matches these are; None for those of all.
        is_newest: Whether the newest matches are among them, so that the page is renewed.
        shell: Further values for the template of the page's frame.
    """

    def address_of(label: str) -> str | None:
        return link("bot", label)

    address = link("matches", entry or "")
    older = None
    if listed.left and address is not None and listed.matches:
        joint = "&" if "?" in address else "?"
        older = f"{address}{joint}before={listed.matches[-1].pairing.number}"
    # The search turns its rows around: it expects them in the order of their numbers.
    table: PlainObject = table_of(listed.matches[::-1], listed.lines[::-1], address_of, link)
    return (
        environment()
        .get_template("season_matches.html")
        .render(
            name=facts.name,
            entry=None if entry is None else facts.titles(entry),
            titled=facts.titles,
            matches=listed.matches[:_LISTED],
            lines=listed.lines[:_LISTED],
            listed=len(listed.matches),
            left=listed.left,
            older=older,
            newest=None if is_newest else address,
            faults_of=faults_of,
            address_of=address_of,
            link=link,
            feed=link("feed"),
            page={"page": "matches", "live": address if is_newest and link("live") else None}
            | table,
            **shell,
        )
    )
