"""The page that lists all matches of a tournament, and a compact table of them for the search in the browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee_arena.pages.environment import Link, environment
from tournaments.reports.match_list import ListedMatch, list_matches
from tournaments.reports.page.overview import ResultLine, result_lines
from tournaments.reports.view import TournamentView

__all__ = [
    "FAULTS",
    "address_of_bot",
    "faults_of",
    "is_withheld",
    "match_table",
    "matches_page",
    "table_of",
]

FAULTS = (
    "strikes",
    "turns given up",
    "refused orders",
    "rejected messages",
    "forfeits",
    "void attempts",
)
"""Kinds of faults in a match, in the order of their bits in `match_table`."""
_LISTED = 100
"""Number of last matches in the page's HTML; the page's script adds the others from `match_table`."""


def is_withheld(view: TournamentView, match: ListedMatch) -> bool:
    """Return whether a match shares its dice with a match still to be played, so that the dice must stay secret."""
    return not view.schedule.may_reveal(match.pairing.block, view.open_blocks)


def address_of_bot(view: TournamentView, link: Link) -> Callable[[str], str | None]:
    """Return a function from a bot's name, or a version such as `ada@2`, to the address of the bot's page.

    The function returns None for a name that is no bot's, such as that of a team.
    """

    def address_of(label: str) -> str | None:
        bot = label if label in view.bots else label.rpartition("@")[0]
        return link("bot", bot) if bot in view.bots else None

    return address_of


def faults_of(match: ListedMatch) -> list[str]:
    """Return the kinds of faults that occurred in a match, in the order of `FAULTS`."""
    seats = () if match.end is None else match.end.seats
    found = (
        any(seat.strikes > seat.given_up for seat in seats),
        any(seat.given_up for seat in seats),
        any(seat.refusals for seat in seats),
        any(seat.rejections for seat in seats),
        any(seat.forfeit for seat in seats),
        bool(match.voids),
    )
    return [name for name, is_so in zip(FAULTS, found, strict=True) if is_so]


def matches_page(view: TournamentView, link: Link, **shell: object) -> str:
    """Return the page that lists and searches all matches.

    Args:
        view: The tournament.
        link: Returns addresses of pages.
        shell: Further values for the template of the page's frame.
    """
    matches = list_matches(view)
    return (
        environment()
        .get_template("matches.html")
        .render(
            view=view,
            matches=matches[: -_LISTED - 1 : -1],
            lines=result_lines(view, matches[: -_LISTED - 1 : -1]),
            num_matches=len(matches),
            faults_of=faults_of,
            address_of=address_of_bot(view, link),
            link=link,
            page={
                "page": "matches",
                "live": link("matches") if link("live") else None,
                **match_table(view, matches, link),
            },
            **shell,
        )
    )


def match_table(view: TournamentView, matches: Sequence[ListedMatch], link: Link) -> PlainObject:
    """Return all matches of a tournament as plain data for the search in the browser; see `table_of`.

    Args:
        view: The tournament.
        matches: Its matches, in the order of their numbers.
        link: Returns addresses of pages.
    """
    return table_of(matches, result_lines(view, matches), address_of_bot(view, link), link)


def table_of(
    matches: Sequence[ListedMatch],
    lines: Sequence[ResultLine],
    address_of: Callable[[str], str | None],
    link: Link,
) -> PlainObject:
    """Return matches as plain data for the search in the browser: each name is in it once, each match is a list.

    The list of a match has the match's number, the index of its state in `causes`, the index of each player in
    `names`, placements by seat, scores by seat, faults as bits in the order of `FAULTS`, 1 if the match has a page and
    else 0, the result as a sentence (texts, and indexes of names), and the stage of the tournament.

    Args:
        matches: The matches, in the order of their numbers.
        lines: A line for each of them, in the same order.
        address_of: Returns the address of a bot's page by a name in tables; None for other names.
        link: Returns addresses of pages.
    """
    names: dict[str, int] = {}
    causes: dict[str, int] = {}
    rows: list[Plain] = []
    for match, line in zip(matches, lines, strict=True):
        seats = () if match.end is None else match.end.seats
        went_wrong = faults_of(match)
        players: list[Plain] = [names.setdefault(label, len(names)) for label in match.labels]
        sentence: list[Plain] = [
            names.setdefault(part.text, len(names)) if part.is_name else part.text
            for part in line.sentence
        ]
        rows.append(
            [
                match.pairing.number,
                causes.setdefault(match.state, len(causes)),
                players,
                [seat.placement for seat in seats],
                [seat.score for seat in seats],
                sum(1 << bit for bit, name in enumerate(FAULTS) if name in went_wrong),
                int(match.end is not None and link("match", match.pairing.number) is not None),
                sentence,
                line.stage,
            ]
        )
    return {
        "names": list(names),
        "addresses": [address_of(name) for name in names],
        "causes": list(causes),
        "faults": list(FAULTS),
        "match": _before_number(matches, link),
        "rows": rows,
    }


def _before_number(matches: Sequence[ListedMatch], link: Link) -> str:
    """Return the beginning of the addresses of matches' pages, up to the number; empty if no match has a page."""
    for match in matches:
        number = match.pairing.number
        if (address := link("match", number)) is not None:
            return address.removesuffix(str(number))
    return ""
