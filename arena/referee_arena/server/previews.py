"""Previews of links to matches: the title, text and picture that programs such as messengers show with a link."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import re
import urllib.parse
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from referee_arena.picture.card import Card, draw_card, headline_of
from referee_arena.picture.lines import line_text
from referee_arena.picture.palette import THEMES, Theme
from referee_arena.picture.png import can_render, png_of
from referee_arena.scenes.moments import Asked, Moment
from referee_arena.server.referee_link import NotShownError

__all__ = [
    "HEIGHT",
    "HIDDEN_TEXT",
    "WIDTH",
    "Preview",
    "Previews",
    "Wanted",
    "base_of",
    "card_of",
    "preview_of",
]

WIDTH, HEIGHT = 1200, 630
"""Width and height of a preview's picture in pixels, as Open Graph recommends."""
MOST_KEPT = 200
"""Most rendered pictures that are kept in memory, of about 60 kB each; with more, the least recently used goes."""
MOST_AT_ONCE = 2
"""Most pictures that are rendered at the same time, each on a separate thread."""
MOST_WAITING = 40
"""Most pictures that are rendered or wait for it; a request for one more is answered with status 503."""
READ_S = 2.0
"""Seconds that a page waits for the frame that its preview is about; after that, the preview names only the players."""
HIDDEN_TEXT = "Results are hidden: watch the match."
NAMED = 6
"""Most players that the title of a preview names; the others are given as a number."""
_HOST = re.compile(r"[A-Za-z0-9.-]+(?::\d{1,5})?|\[[0-9A-Fa-f:.]+\](?::\d{1,5})?", re.ASCII)

MomentOf: TypeAlias = Callable[[Asked], Awaitable[Moment]]
"""Function that returns a frame of a match from a fixed point of view; raises `NotShownError` if it can't be shown."""


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """What the query of an address asks a page or picture of a match to show."""

    asked: Asked
    """Step of the match that is asked for."""
    eyes: str
    """Name of the point of view, such as `seat-0`; empty if the address names none."""
    hides_results: bool
    """Whether to show only players and game, and nothing of the course or result of the match."""
    theme: Theme
    """Whether the picture has light or dark colours."""

    @classmethod
    def of(cls, request: Request) -> Wanted:
        """Return what the query of a request asks for; an invalid step or theme counts as if it was left out."""
        given = request.query_params
        theme = given.get("theme", "")
        return cls(
            Asked.parse(given.get("step", "")),
            given.get("eyes", "").partition(",")[0],
            given.get("results") == "hidden",
            next((each for each in THEMES if each == theme), THEMES[0]),
        )

    @property
    def query(self) -> str:
        """Step, point of view and hiding of results as the query of an address, with its `?`.

        Empty if all three have their defaults: the last step, no point of view, and results shown.
        """
        asked = self.asked
        step = "" if asked.step is None else f"{asked.step}{f'.{asked.nth}' if asked.nth else ''}"
        pairs = {"step": step, "eyes": self.eyes, "results": "hidden" * self.hides_results}
        text = urllib.parse.urlencode({name: value for name, value in pairs.items() if value})
        return f"?{text}" if text else ""


@dataclasses.dataclass(frozen=True, slots=True)
class Preview:
    """The values of the tags in a page's head from which other programs take the preview of a link to the page."""

    title: str
    """Title of the link."""
    text: str
    """Description of the page, in a sentence or two."""
    url: str
    """Address of the page, with scheme and host."""
    image: str
    """Address of the picture, with scheme and host; empty if the server can't render pictures."""
    image_text: str = ""
    """Text in place of the picture, for people who can't see it."""
    width: int = WIDTH
    """Width of the picture in pixels."""
    height: int = HEIGHT
    """Height of the picture in pixels."""


class Previews:
    """Renders the pictures of previews on threads, and keeps the last ones in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._made: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._waiting = 0

    @property
    def num_kept(self) -> int:
        """Number of rendered pictures that are kept in memory now."""
        return len(self._kept)

    async def answer(
        self, request: Request, card: Card, key: tuple[object, ...], seconds: int | None
    ) -> Response:
        """Return a response with the picture of a card as PNG, or with status 304 if the request's ETag matches it.

        Args:
            request: The request, which may name a theme.
            card: What the picture shows.
            key: Identifies the picture, except for its theme: different pictures must have different keys.
            seconds: Time for which caches may keep the picture for everybody; None for a picture that only this
                visitor may see.

        Raises:
            NotShownError: The library that renders pictures is not installed, or `MOST_WAITING` pictures wait.
        """
        if not can_render():
            text = "pictures need the extra preview: pip install 'gamereferee[preview]'"
            raise NotShownError(404, text)
        png = await self._find((*key, Wanted.of(request).theme), card, Wanted.of(request).theme)
        etag = f'"{hashlib.sha256(png).hexdigest()[:24]}"'
        headers = {"etag": etag}
        if seconds is not None:
            headers["cache-control"] = f"public, max-age={seconds}"
            # Others may show what everybody may see.
            headers["cross-origin-resource-policy"] = "cross-origin"
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(png, media_type="image/png", headers=headers)

    async def _find(self, key: tuple[object, ...], card: Card, theme: Theme) -> bytes:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._made.get(key)
        if task is None:
            if self._waiting >= MOST_WAITING:
                raise NotShownError(503, "too many pictures are wanted just now")
            task = self._made[key] = asyncio.create_task(self._make(key, card, theme))
            task.add_done_callback(lambda done: self._end(key, done))
        # A visitor who leaves must not cancel what others wait for, too.
        return await asyncio.shield(task)

    async def _make(self, key: tuple[object, ...], card: Card, theme: Theme) -> bytes:
        self._waiting += 1
        try:
            async with self._turns:
                png = await asyncio.to_thread(_rendered, card, theme)
        finally:
            self._waiting -= 1
        self._kept[key] = png
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return png

    def _end(self, key: tuple[object, ...], done: asyncio.Task[bytes]) -> None:
        del self._made[key]
        if not done.cancelled():
            done.exception()  # or else asyncio logs that nobody has retrieved it


def _rendered(card: Card, theme: Theme) -> bytes:
    return png_of(draw_card(card, WIDTH, HEIGHT, theme), WIDTH, HEIGHT)


def card_of(moment: Moment, *, hides_results: bool) -> Card:
    """Return what the picture of a match in one of its frames shows.

    Args:
        moment: The frame, with game and players.
        hides_results: Whether the picture shows only the game and the players' names.
    """
    if hides_results:
        return Card(moment.title, moment.players, says="results are hidden")
    return Card(moment.title, moment.players, moment.frame, is_live=moment.is_live)


async def preview_of(
    request: Request,
    wanted: Wanted,
    *,
    picture: str,
    title: str,
    players: Sequence[str],
    text: str = "",
    moment_of: MomentOf | None,
) -> Preview | None:
    """Return the preview tags of a match's page; None if the request's Host header has no valid host.

    Args:
        request: The request of the page.
        wanted: What the address of the page asks for.
        picture: Path of the picture on this server.
        title: Title of the game.
        players: Names of the players, by seat.
        text: Description that is used if no frame is read, such as how the match ended; not used if results are hidden.
        moment_of: Returns the frame that title and description are about; None to describe the match by `text`.
    """
    base = base_of(request)
    if base is None:
        return None
    names = names_text(players)
    shown_title, shown_text = f"{title}: {names}", text or f"A match of {title}."
    if wanted.hides_results:
        shown_text = HIDDEN_TEXT
    elif moment_of is not None:
        try:
            async with asyncio.timeout(READ_S):
                moment = await moment_of(wanted.asked)
        except (NotShownError, TimeoutError):
            pass  # the page itself says what is wrong, and the picture comes later
        else:
            shown_title = f"{score_text(moment) or names} · {title}"
            shown_text = line_text(headline_of(moment.frame))
    image = f"{base}{picture}{wanted.query}" if can_render() else ""
    url = f"{base}{request.url.path}{wanted.query}"
    return Preview(shown_title, shown_text, url, image, f"{shown_title}. {shown_text}")


def names_text(players: Sequence[str]) -> str:
    """Return the names of players for a title: `ada v bob`, or for more than two `ada, bob, cem and 4 more`."""
    if len(players) <= 2:
        return " v ".join(players)
    rest = len(players) - NAMED
    return ", ".join(players[:NAMED]) + (f" and {rest} more" if rest > 0 else "")


def score_text(moment: Moment) -> str:
    """Return for a title the result of an ended match, else the score of a match of two seats, such as `ada 2 : 1 bob`.

    Empty if the match goes on and the frame has no score for two seats.
    """
    result = moment.frame.get("result")
    if result:
        return " ".join(filter(None, [line_text(result["headline"]), result.get("score", "")]))
    seats = moment.frame.get("story", {}).get("score", {}).get("seats", [])
    values = [seat.get("value") for seat in seats]
    if len(values) != 2 or None in values:
        return ""
    one, other = moment.players
    return f"{one} {values[0]} : {values[1]} {other}"


def base_of(request: Request) -> str | None:
    """Return scheme and host of a request, such as `https://arena.example.org`; None if its Host header is invalid."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if _HOST.fullmatch(host) else None
