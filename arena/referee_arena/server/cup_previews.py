"""Previews of links to tournaments: the title, text and picture that other programs show with such a link."""

from __future__ import annotations

from starlette.requests import Request

from referee_arena.pages.front import CupCard, cup_card
from referee_arena.picture.card import Card
from referee_arena.picture.png import can_render
from referee_arena.server.previews import HIDDEN_TEXT, Preview, Wanted, base_of
from tournaments.reports.view import TournamentView

__all__ = ["card_picture", "cup_card_picture", "cup_preview", "preview_of_cup"]


def cup_preview(request: Request, view: TournamentView, picture: str) -> Preview | None:
    """Return the preview tags of a tournament's page; None if the request's Host header has no valid host.

    Args:
        request: The request of the page.
        view: The tournament.
        picture: Path of the tournament's picture on this server.
    """
    return preview_of_cup(
        request, cup_card(view, ""), picture, is_ladder=view.spec.format == "ladder"
    )


def preview_of_cup(
    request: Request, cup: CupCard, picture: str, *, is_ladder: bool
) -> Preview | None:
    """Return the preview tags of a competition's page; None if the Host header has no valid host.

    Args:
        request: The request of the page.
        cup: The competition.
        picture: Path of the competition's picture on this server.
        is_ladder: Whether the competition is a ladder, and the text says so of its winner.
    """
    base = base_of(request)
    if base is None:
        return None
    wanted = Wanted.of(request)
    card = card_picture(cup, hides_results=wanted.hides_results, is_ladder=is_ladder)
    text = f"{card.title}. {HIDDEN_TEXT}" if wanted.hides_results else card.says
    image = f"{base}{picture}{wanted.query}" if can_render() else ""
    url = f"{base}{request.url.path}{wanted.query}"
    return Preview(card.heading, text, url, image, f"{card.heading}. {text}")


def cup_card_picture(view: TournamentView, *, hides_results: bool) -> Card:
    """Return what the picture of a tournament shows: name, format, and winner, leader or progress.

    Args:
        view: The tournament.
        hides_results: Whether winner, leader and progress are left out.
    """
    is_ladder = view.spec.format == "ladder"
    return card_picture(cup_card(view, ""), hides_results=hides_results, is_ladder=is_ladder)


def card_picture(cup: CupCard, *, hides_results: bool, is_ladder: bool) -> Card:
    """Return what the picture of a competition shows; see `cup_card_picture`.

    Args:
        cup: The competition.
        hides_results: Whether winner, leader and progress are left out.
        is_ladder: Whether the competition is a ladder, and the text says so of its winner.
    """
    name = cup.name.replace("_", " ")
    if hides_results:
        return Card(
            cup.game, (), heading=name, says=f"{cup.kind}; results are hidden", note=cup.status
        )
    if cup.champion:
        says = f"{cup.champion} wins the {'ladder' if is_ladder else 'tournament'}."
    elif cup.leader:
        says = f"{cup.leader} leads; {cup.progress}"
    else:
        says = cup.progress
    return Card(cup.game, (), heading=name, says=says, note=cup.kind, winner=cup.champion)
