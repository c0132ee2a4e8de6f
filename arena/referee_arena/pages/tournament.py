"""The page of a tournament for spectators: champion, what is played now, bracket, standings, latest results.

The part below the page's head changes while matches are played; the page's script fetches that part regularly.
"""

from __future__ import annotations

import contextlib
import urllib.parse

import markupsafe

from referee.core.errors import UnknownGameError
from referee.games import registry
from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.matches import address_of_bot
from tournaments.reports.match_list import list_matches
from tournaments.reports.page.lines import RATED_FROM, standing_lines
from tournaments.reports.page.overview import (
    champion_of,
    final_of,
    kind_of,
    next_matches,
    progress_text,
    result_lines,
)
from tournaments.reports.page.ties import Tie, draw_of, reached_in
from tournaments.reports.view import TournamentView
from tournaments.tables.formats import num_seats

__all__ = ["game_title", "live_part", "tournament_page"]

_LATEST = 8
"""Number of latest results that the page lists."""
_NEXT = 4
"""Most lines about the next matches."""
_PLAYING = 6
"""Most live matches that the page shows."""


def tournament_page(view: TournamentView, link: Link, **shell: object) -> str:
    """Return the page of a tournament.

    Args:
        view: The tournament.
        link: Returns addresses of pages; its target `live` is the part that changes while matches are played.
        shell: Further values for the template of the page's frame.
    """
    return (
        environment()
        .get_template("tournament.html")
        .render(
            view=view,
            live=live_part(view, link),
            link=link,
            page={"page": "tournament", "live": link("live"), "api": link("live_api")},
            **shell,
        )
    )


def live_part(view: TournamentView, link: Link) -> markupsafe.Markup:
    """Return the part of a tournament's page that changes while matches are played, as HTML; see `versioned`."""
    matches = list_matches(view)
    lines = result_lines(view, matches)
    playing = [line for line in lines if not line.is_over and link("live_match", line.match_id)]
    live = {line.number: line.match_id for line in playing}
    is_knockout = view.spec.format == "knockout"
    draw = draw_of(view) if is_knockout else None
    standings = standing_lines(view, reached_in(view) if is_knockout else {})

    def live_of(tie: Tie) -> str | None:
        return next((live[number] for number in tie.matches if number in live), None)

    def tie_address(tie: Tie) -> str | None:
        if (match_id := live_of(tie)) is not None:
            return link("live_match", match_id)
        if not any(number in view.results for number in tie.matches):
            return None
        bot, rival = (urllib.parse.quote(name) for name in tie.names)
        matches_page = link("matches")
        return None if matches_page is None else f"{matches_page}#bot={bot}&rival={rival}"

    inner = (
        environment()
        .get_template("live.html")
        .render(
            view=view,
            spec=view.spec,
            seats=num_seats(view.spec),
            game=game_title(view.spec.game),
            kind=kind_of(view),
            progress=progress_text(view),
            titled=view.titles,
            left_out=view.left_out,
            rules=[rule.text for rule in (view.sprt, view.stop) if rule is not None],
            is_ladder=view.spec.format == "ladder",
            standings=standings,
            has_form=any(line.form for line in (*standings.lines, *standings.newcomers)),
            rated_from=RATED_FROM,
            champion=champion_of(view),
            draw=draw,
            final=final_of(draw),
            live_of=live_of,
            tie_address=tie_address,
            playing=playing[:_PLAYING],
            coming=next_matches(view, draw, {line.number for line in lines}, _NEXT),
            latest=[line for line in lines if line.is_over][: -_LATEST - 1 : -1],
            num_matches=len(matches),
            address_of=address_of_bot(view, link),
            link=link,
        )
    )
    return versioned(inner)


def game_title(game: str) -> str:
    """Return the title of a game; its identifier if the game is not installed here."""
    with contextlib.suppress(UnknownGameError):
        return registry.find(game).game.info.title
    return game
