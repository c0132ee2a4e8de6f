"""Previews of links: the picture of a moment of a match, and the title and text that other programs show with it."""

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
"""Pixels of a picture, as Open Graph recommends."""
MOST_KEPT = 200
"""Pictures that are kept, of some 60 kB each."""
MOST_AT_ONCE = 2
"""Pictures that are rendered at the same time, each on its own thread."""
MOST_WAITING = 40
"""Requests that wait for a picture; further ones get 503."""
READ_S = 2.0
"""Seconds that a page waits for the frame that its text is about; without it, the text names the players alone."""
HIDDEN_TEXT = "Results are hidden: watch the match."
NAMED = 6
"""Most players that a title names."""
_HOST = re.compile(r"[A-Za-z0-9.-]+(?::\d{1,5})?|\[[0-9A-Fa-f:.]+\](?::\d{1,5})?", re.ASCII)

MomentOf: TypeAlias = Callable[[Asked], Awaitable[Moment]]
"""Finds a moment of a match as given eyes see it; raises `NotShownError`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """What the address of a page or picture asks for."""

    asked: Asked
    """The moment."""
    eyes: str
    """Name of the eyes; empty if the address names none."""
    hides_results: bool
    """Whether nothing of the course of the match is to be shown."""
    theme: Theme
    """Colours of the picture."""

    @classmethod
    def of(cls, request: Request) -> Wanted:
        """Return what a request asks for. Values that nobody offers count as if they were left out."""
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
        """The same as the query of an address; empty for the last moment as the public sees it."""
        asked = self.asked
        step = "" if asked.step is None else f"{asked.step}{f'.{asked.nth}' if asked.nth else ''}"
        pairs = {"step": step, "eyes": self.eyes, "results": "hidden" * self.hides_results}
        text = urllib.parse.urlencode({name: value for name, value in pairs.items() if value})
        return f"?{text}" if text else ""


@dataclasses.dataclass(frozen=True, slots=True)
class Preview:
    """The tags in a page's head by which other programs show a link to it."""

    title: str
    """Title of the link."""
    text: str
    """A sentence or two."""
    url: str
    """Address of the page."""
    image: str
    """Address of the picture; empty if none can be rendered."""
    image_text: str = ""
    """What the picture shows, in words."""
    width: int = WIDTH
    """Width of the picture in pixels."""
    height: int = HEIGHT
    """Height of the picture in pixels."""


class Previews:
    """Pictures of moments, rendered on threads and kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._made: dict[tuple[object, ...], asyncio.Task[bytes]] = {}
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._waiting = 0

    @property
    def num_kept(self) -> int:
        """Number of pictures that are kept."""
        return len(self._kept)

    async def answer(
        self, request: Request, card: Card, key: tuple[object, ...], seconds: int | None
    ) -> Response:
        """Return the picture of a card, or 304 where the request shows that its sender has it.

        Args:
            request: The request.
            card: What the picture shows.
            key: Value that differs wherever pictures of one theme differ.
            seconds: For how long anybody may keep it; None if it is for this visitor alone.

        Raises:
            NotShownError: The library that renders is not installed, or too many wait.
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
    """Return what the picture of a moment shows.

    Args:
        moment: The moment.
        hides_results: Whether it shows the names alone.
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
    """Return the tags of a match's page; None if the address of the page can't be known.

    Args:
        request: The request of the page.
        wanted: What its address asks for.
        picture: Path of the picture.
        title: Title of the game.
        players: Names of the players, by seat.
        text: Text where no moment is read, such as how the match ended; it is not used where results are hidden.
        moment_of: Finds the moment that title and text are about; None to name players and `text`.
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
    """Return the names of players as a title has them: `ada v bob`."""
    if len(players) <= 2:
        return " v ".join(players)
    rest = len(players) - NAMED
    return ", ".join(players[:NAMED]) + (f" and {rest} more" if rest > 0 else "")


def score_text(moment: Moment) -> str:
    """Return the result of a moment, or the score of a match of two, as a title has it; empty where there is none."""
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
    """Return scheme and host of a request, such as `https://arena.example.org`; None if its host is no name of one."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if _HOST.fullmatch(host) else None
