"""Serves the pages of seasons, their feeds, their logs, and the same facts as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from referee.core.errors import FieldError
from referee_arena.pages.environment import spaced
from referee_arena.pages.feed import MEDIA_TYPE, feed_items, feed_xml, time_of
from referee_arena.pages.season import ladder_page, season_card, season_page
from referee_arena.pages.season_entry import entry_page, entry_part
from referee_arena.pages.season_matches import season_matches_page
from referee_arena.picture.card import Card
from referee_arena.server.conditional import conditional
from referee_arena.server.cup_previews import card_picture, preview_of_cup
from referee_arena.server.inputs import whole_number
from referee_arena.server.match_pages import LIVE_S
from referee_arena.server.previews import Previews, Wanted, base_of
from referee_arena.server.referee_link import NotShownError
from referee_arena.server.shown_season import ShownSeason
from tournaments.spec.errors import TournamentError

__all__ = ["SeasonPages"]

MOST_LISTED = 500
"""Most matches of a page that lists them; older ones are on further pages."""
_AT_ONCE = 1000
"""Number of lines of a log that are read at a time."""
_MOST_EVENTS = 10**9
_RENEWED = "no-cache, private"
"""Browsers keep what is renewed, and ask each time whether it has changed."""


class SeasonPages:
    """Handlers of requests for a season that was found.

    Args:
        previews: Renders pictures.
        is_private: Whether visitors need the arena's key.
    """

    def __init__(self, previews: Previews, *, is_private: bool) -> None:
        self._previews = previews
        self._is_private = is_private

    async def page(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with the page of a season."""
        parts = await shown.parts()
        card = season_card(parts.facts, shown.path)
        preview = preview_of_cup(request, card, f"/preview{shown.path}.png", is_ladder=True)
        shell = await self._shell(shown)
        html = await asyncio.to_thread(season_page, parts, shown.link, preview=preview, **shell)
        return HTMLResponse(html)

    async def live(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with the parts of a season's page that change, or with status 304 if the browser has them."""
        parts = await shown.parts()
        return conditional(request, parts.text, media_type="text/html", cache=_RENEWED)

    async def ladder(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with the page that has all rows of the ladder."""
        del request
        facts, shell = await shown.facts(), await self._shell(shown)
        return HTMLResponse(await asyncio.to_thread(ladder_page, facts, shown.link, **shell))

    async def entry(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with the page of an entry; a script that renews it is answered with status 304 if nothing has changed."""
        facts = await shown.entry(request.path_params["bot"])
        part = await asyncio.to_thread(entry_part, facts, shown.link)
        shell = await self._shell(shown)
        html = entry_page(facts, part, shown.link, request.url.path, **shell)
        return conditional(request, html, media_type="text/html", cache=_RENEWED)

    async def matches(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with the page that lists matches, the newest first; `before` and `entry` of the query choose them."""
        given = request.query_params
        before, entry = given.get("before"), given.get("entry") or None
        number = None
        if before is not None:
            try:
                number = whole_number("before", before, 1, _MOST_EVENTS)
            except FieldError as error:
                raise NotShownError(400, str(error)) from None
        listed = await shown.listed(before=number, entry=entry, most=MOST_LISTED)
        facts, shell = await shown.facts(), await self._shell(shown)
        html = await asyncio.to_thread(
            season_matches_page,
            facts,
            listed,
            shown.link,
            entry=entry,
            is_newest=number is None,
            **shell,
        )
        return HTMLResponse(html)

    async def picture(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with a picture of a season as PNG: its name, and who leads or has won."""
        facts = await shown.facts()
        hides = Wanted.of(request).hides_results
        card: Card = card_picture(season_card(facts, ""), hides_results=hides, is_ladder=True)
        seconds = None if self._is_private else LIVE_S
        return await self._previews.answer(request, card, (shown.path, card), seconds)

    async def feed(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with a season's feed as Atom, or with status 304 if the feed reader has it."""
        items = feed_items(await shown.news())
        facts = await shown.facts()
        base = base_of(request) or ""
        season_id = facts.season_id
        text = feed_xml(
            items,
            season=facts.name,
            season_id=season_id,
            page=f"{base}{shown.path}",
            own=f"{base}{request.url.path}",
        )
        last = items[0] if items else None
        return conditional(
            request,
            text,
            etag=f'W/"{season_id}-{last.number if last else 0}"',
            media_type=MEDIA_TYPE,
            cache=_RENEWED if self._is_private else "public, max-age=60",
            changed=None if last is None else time_of(last),
        )

    async def log(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with a season's log as it is now: all events whose number is greater than the query's `after`."""
        try:
            after = whole_number("after", request.query_params.get("after", "0"), 0, _MOST_EVENTS)
        except FieldError as error:
            raise NotShownError(400, str(error)) from None
        facts = await shown.facts()
        number, _, _ = facts.head.partition(":")
        headers = {
            "log-head": facts.head,
            "content-disposition": f'inline; filename="{facts.name}.log"',
        }
        lines = _log_text(shown, after, int(number))
        return StreamingResponse(lines, media_type="text/plain; charset=utf-8", headers=headers)

    async def facts(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with a season as JSON."""
        del request
        facts = await shown.facts()
        return JSONResponse(await asyncio.to_thread(facts.as_json))

    async def entry_facts(self, request: Request, shown: ShownSeason) -> Response:
        """Answer with an entry as JSON."""
        facts = await shown.entry_named(request.path_params["entry"])
        return JSONResponse(await asyncio.to_thread(facts.as_json))

    async def _shell(self, shown: ShownSeason) -> dict[str, object]:
        facts = await shown.facts()
        nav = (
            ("Arena", "/"),
            (spaced(facts.name), shown.link("home")),
            ("matches", shown.link("matches")),
        )
        return {"nav": nav}


async def _log_text(shown: ShownSeason, after: int, last: int) -> AsyncIterator[str]:
    """Yield the lines of a season's log whose numbers are greater than `after`, up to the event `last`.

    Later events are left out, so that the last line is the event of the response's header `Log-Head`.
    """
    while after < last:
        most = min(_AT_ONCE, last - after)
        try:
            lines = await asyncio.to_thread(shown.log_lines, after, most)
        except TournamentError:
            return
        if not lines:
            return
        yield "".join(f"{line}\n" for line in lines)
        after += len(lines)
