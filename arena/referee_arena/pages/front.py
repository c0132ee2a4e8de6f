"""The arena's front page: a final that is being played, live matches, competitions, and latest results."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.tournament import game_title
from tournaments.reports.page.overview import champion_of, final_of, kind_of, progress_text
from tournaments.reports.page.ties import Tie, draw_of
from tournaments.reports.view import TournamentView
from tournaments.tables.party_standings import PartyStanding

__all__ = ["CupCard", "cup_card", "front_page"]


@dataclasses.dataclass(frozen=True, slots=True)
class CupCard:
    """What the front page shows of a competition (a tournament or season): name, game, status, progress, leader."""

    name: str
    """Name of the competition."""
    address: str
    """Address of the competition's page."""
    game: str
    """Title of the competition's game."""
    kind: str
    """Format and size of the competition in words, such as `knockout of 8`."""
    status: str
    """State of the competition: `running` or `over`."""
    progress: str
    """Text with the number of matches played, such as `12 of 28 matches`."""
    played: int
    """Number of matches that have been played."""
    total: int | None
    """Number of matches of the whole competition; None while it depends on results."""
    champion: str
    """Display name of the winner; empty before the end, or if there is no single winner."""
    leader: str
    """Display name of the leader; empty before the first result, after the end, in a knockout, or if several lead."""
    final: Tie | None
    """The final of a knockout while it is being played; otherwise None."""
    titled: Callable[[str], str]
    """Function that returns the display name of an entry."""


def cup_card(view: TournamentView, address: str) -> CupCard:
    """Return a competition as the front page shows it.

    Args:
        view: The tournament.
        address: Address of the tournament's page.
    """
    champion = champion_of(view)
    winner = view.titles(champion.names[0]) if champion and len(champion.names) == 1 else ""
    leader = ""
    if not view.is_over and view.matches and view.spec.format != "knockout":
        leader = _leader(view)
    played = len(view.matches)
    return CupCard(
        name=view.spec.name,
        address=address,
        game=game_title(view.spec.game),
        kind=kind_of(view),
        status="over" if view.is_over else "running",
        progress=progress_text(view),
        played=played,
        total=played if view.is_over else view.total,
        champion=winner,
        leader=leader,
        final=final_of(draw_of(view)) if view.spec.format == "knockout" else None,
        titled=view.titles,
    )


def front_page(
    cups: Sequence[CupCard],
    link: Link,
    *,
    has_live: bool,
    nav: Sequence[tuple[str, str]],
    preview: object = None,
) -> str:
    """Return the front page as HTML.

    Args:
        cups: Competitions to show, in this order.
        link: Returns addresses of pages.
        has_live: Whether the arena shows live matches.
        nav: Texts and addresses for the page's head.
        preview: Tags for other programs that show a link to the page; None for none.
    """
    parts = {
        name: versioned(environment().get_template(f"{name}.html").render(cups=cups), name)
        for name in ("hero", "cups")
    }
    page = {"page": "now", "api": "/api/matches" if has_live else None, "live": link("home")}
    return (
        environment()
        .get_template("now.html")
        .render(page=page, link=link, nav=nav, has_live=has_live, preview=preview, **parts)
    )


def _leader(view: TournamentView) -> str:
    first = view.standings[0]
    if len(view.standings) > 1 and view.standings[1].place == first.place:
        return ""
    return view.titles(first.entry if isinstance(first, PartyStanding) else first.player)
