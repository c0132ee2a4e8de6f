"""The page of a season: what goes on and comes next, ladder, live matches, checks, the organizer's actions, log."""

from __future__ import annotations

import dataclasses

import markupsafe

from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.front import CupCard
from referee_arena.pages.tournament import game_title
from tournaments.reports.season.ladder import LadderRow
from tournaments.reports.season.overview import CHECK_STAGES, SeasonFacts

__all__ = [
    "LISTED",
    "SeasonParts",
    "kind_of_season",
    "ladder_page",
    "progress_of_season",
    "season_card",
    "season_page",
    "season_parts",
]

LISTED = 100
"""Most rows of the ladder on the season's page; another page has all."""
_BOARDS = 6
"""Most live matches that the page shows with their boards."""
_PLAYING = 60
"""Most live matches that the page names."""
_PARTS = ("live", "ladder", "aside")
"""Ids of the parts that change, each with its template."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeasonParts:
    """The parts of a season's page that change, as HTML by their names."""

    facts: SeasonFacts
    """The season that they show."""
    html: dict[str, markupsafe.Markup]
    """Each part as an HTML element with its version; see `versioned`."""

    @property
    def text(self) -> str:
        """All changing parts of the season's page, as one HTML text."""
        return "".join(self.html.values())


def season_page(parts: SeasonParts, link: Link, **shell: object) -> str:
    """Return the page of a season.

    Args:
        parts: The parts that change.
        link: Returns addresses of pages; its target `live` has the parts alone.
        shell: Further values for the template of the page's frame.
    """
    return (
        environment()
        .get_template("season.html")
        .render(
            name=parts.facts.name,
            **parts.html,
            link=link,
            feed=link("feed"),
            page={"page": "tournament", "live": link("live"), "api": link("live_api")},
            **shell,
        )
    )


def season_parts(facts: SeasonFacts, link: Link) -> SeasonParts:
    """Return the parts of a season's page that change.

    Args:
        facts: The season.
        link: Returns addresses of pages.
    """
    values = _values(facts, link) | {"rows": facts.ladder[:LISTED]}
    html = {
        part: versioned(environment().get_template(f"season_{part}.html").render(**values), part)
        for part in _PARTS
    }
    return SeasonParts(facts, html)


def ladder_page(facts: SeasonFacts, link: Link, **shell: object) -> str:
    """Return the page with all rows of a season's ladder.

    Args:
        facts: The season.
        link: Returns addresses of pages.
        shell: Further values for the template of the page's frame.
    """
    values = _values(facts, link) | {"rows": facts.ladder}
    inner = environment().get_template("season_ladder.html").render(**values)
    return (
        environment()
        .get_template("season_all.html")
        .render(
            name=facts.name,
            inner=versioned(inner, "ladder"),
            link=link,
            feed=link("feed"),
            page={"page": "tournament", "live": None, "api": None},
            **shell,
        )
    )


def kind_of_season(facts: SeasonFacts) -> str:
    """Return the kind of a season in words, such as `season, 23 entries`."""
    count = facts.num_playing
    seats = f", {facts.seats} seats a match" if facts.seats > 2 else ""
    return f"season, {count} {'entry' if count == 1 else 'entries'}{seats}"


def season_card(facts: SeasonFacts, address: str) -> CupCard:
    """Return a season as the front page shows it.

    Args:
        facts: The season.
        address: Address of the season's page.
    """
    first = _first(facts)
    name = "" if first is None else facts.titles(first.label)
    return CupCard(
        name=facts.name,
        address=address,
        game=game_title(facts.game),
        kind=kind_of_season(facts),
        status="over" if facts.is_over else "running",
        progress=progress_of_season(facts),
        played=facts.counted,
        total=None,
        champion=name if facts.is_over else "",
        leader="" if facts.is_over else name,
        final=None,
        titled=facts.titles,
    )


def progress_of_season(facts: SeasonFacts) -> str:
    """Return in words how many matches count for the ladder so far, such as `12 matches count`."""
    return f"{facts.counted} {'match counts' if facts.counted == 1 else 'matches count'}"


def _first(facts: SeasonFacts) -> LadderRow | None:
    return next((row for row in facts.ladder if row.place == 1), None)


def _values(facts: SeasonFacts, link: Link) -> dict[str, object]:
    shown = [each for each in facts.playing if link("live_match", each.match_id)]
    return {
        "facts": facts,
        "game": game_title(facts.game),
        "kind": kind_of_season(facts),
        "progress": progress_of_season(facts),
        "titled": facts.titles,
        "first": _first(facts),
        "has_remotes": any(row.is_remote for row in facts.ladder),
        "boards": shown[:_BOARDS],
        "others": [each for each in facts.playing if each not in shown[:_BOARDS]][:_PLAYING],
        "stages_of_check": CHECK_STAGES,
        "address_of": lambda label: link("bot", label),
        "link": link,
    }
