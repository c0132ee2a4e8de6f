"""Preview of links to the arena's front page: the title, text and picture that other programs show with such a link."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request

from referee_arena.pages.front import CupCard
from referee_arena.picture.card import Card
from referee_arena.picture.png import can_render
from referee_arena.server.previews import Preview, Wanted, base_of

__all__ = ["PICTURE", "front_card", "front_preview"]

PICTURE = "/preview/front.png"
"""Path of the picture on the server."""
_HEADING = "Live matches and competitions"
_PLAIN = "Watch matches between game-playing programs, live and recorded."


def front_preview(request: Request, cups: Sequence[CupCard]) -> Preview | None:
    """Return the preview tags of the front page; None if the request's Host header has no valid host.

    Args:
        request: The request of the page.
        cups: Competitions that the page shows, in this order.
    """
    base = base_of(request)
    if base is None:
        return None
    wanted = Wanted.of(request)
    card = front_card(cups, hides_results=wanted.hides_results)
    image = f"{base}{PICTURE}{wanted.query}" if can_render() else ""
    url = f"{base}{request.url.path}{wanted.query}"
    return Preview(card.heading, card.says, url, image, f"{card.heading}. {card.says}")


def front_card(cups: Sequence[CupCard], *, hides_results: bool) -> Card:
    """Return what the picture of the front page shows: what is being played, else what was won last.

    Args:
        cups: Competitions that the page shows, in this order.
        hides_results: Whether leaders and winners are left out.
    """
    running = [cup for cup in cups if cup.status == "running"]
    first = next((cup for cup in running if cup.final), None) or next(iter(running or cups), None)
    if first is None:
        return Card("arena", (), heading=_HEADING, says=_PLAIN)
    name = first.name.replace("_", " ")
    says = f"{name}: {first.kind}"
    if not hides_results:
        says = f"{name}: {first.progress}"
        if first.final:
            one, other = (first.titled(side.name or "open") for side in first.final.sides)
            says = f"On now: the final of {name}, {one} against {other}"
        elif first.champion:
            says = f"{first.champion} wins {name}"
        elif first.leader:
            says = f"{name}: {first.leader} leads, {first.progress}"
    return Card(first.game, (), heading=_HEADING, says=f"{says}.")
