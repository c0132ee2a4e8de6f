"""The page of a bot: results against each opponent, faults, thinking times, and its matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from referee.core.scene_plain import PlainObject
from referee_arena.pages.environment import Link, environment, versioned
from referee_arena.pages.matches import address_of_bot
from referee_arena.pages.tournament import game_title
from tournaments.reports.faults import count_faults, shown_causes
from tournaments.reports.match_list import ListedMatch, list_matches
from tournaments.reports.page.charts import CurveChart, draw_curves
from tournaments.reports.page.lines import RATED_FROM, standing_lines
from tournaments.reports.page.overview import result_lines
from tournaments.reports.page.ties import reached_in
from tournaments.reports.view import TournamentView
from tournaments.spec.outcomes import SeatResult
from tournaments.tables.party_standings import PartyStanding

__all__ = ["Opponent", "Times", "bot_page"]

_LISTED = 12
"""Number of the bot's last matches that the page lists."""
_MOST_POINTS = 200
"""Most points of the curve of thinking times; with more matches, a point stands for several."""


@dataclasses.dataclass(slots=True)
class Opponent:
    """Results of a bot against one opponent: matches won, drawn and lost, and scores."""

    name: str
    """The opponent's name, as tables show it."""
    won: int = 0
    """Number of matches in which the bot was placed ahead of the opponent."""
    drawn: int = 0
    """Number of matches in which the bot and the opponent shared a placement."""
    lost: int = 0
    """Number of matches in which the bot was placed behind the opponent."""
    score: int = 0
    """Sum of the bot's scores in its matches against this opponent."""
    rival_score: int = 0
    """Sum of the opponent's scores in its matches against the bot."""
    results: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    """Pairs of a match's number and its score as text, such as `13:9`; `forfeit` if one of the two forfeited."""

    @property
    def matches(self) -> int:
        """Number of matches of the bot against this opponent."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The bot's points: 1 for each match won against this opponent, 1/2 for each drawn one."""
        return self.won + self.drawn / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Times:
    """Statistics of the thinking times of a bot in all its matches: sum, longest decision, and curves by match."""

    decisions: int
    """Number of decisions that the bot answered in time."""
    total_us: int
    """Microseconds charged for all decisions that the bot answered in time."""
    longest_us: int
    """Most microseconds charged for one decision."""
    longest_in: int
    """Number of the match with the longest decision."""
    chart: CurveChart | None
    """Curves of the mean and the longest decision of each match, in milliseconds; None for a single match."""


def bot_page(view: TournamentView, bot: str, link: Link, **shell: object) -> str:
    """Return the page of a bot.

    Args:
        view: The tournament.
        bot: Name of the bot, one of `view.bots`.
        link: Returns addresses of pages.
        shell: Further values for the template of the page's frame.
    """
    faults = [each for each in count_faults(view) if each.bot == bot]
    matches = [match for match in list_matches(view) if bot in match.pairing.players]
    versions = [version for version in view.versions if version.bot == bot]
    names = {bot, *(version.label for version in versions)}
    lines = standing_lines(view, reached_in(view) if view.spec.format == "knockout" else {})
    inner = (
        environment()
        .get_template("entry.html")
        .render(
            view=view,
            bot=bot,
            own=[line for line in (*lines.lines, *lines.newcomers) if line.name in names],
            lines=lines,
            rated_from=RATED_FROM,
            titled=view.titles,
            game=game_title(view.spec.game),
            playing=[version.label for version in versions][-1:],
            limit_us=_limit_us(view),
            places=list(_places(view, names)),
            opponents=_opponents(view, bot, matches),
            faults=faults,
            causes=shown_causes(faults),
            times=_times(bot, matches),
            versions=versions,
            latest=result_lines(view, matches[: -_LISTED - 1 : -1]),
            num_matches=len(matches),
            address_of=address_of_bot(view, link),
            link=link,
        )
    )
    live = link("bot", bot) if link("live") else None
    page: PlainObject = {"page": "bot", "live": live}
    return (
        environment()
        .get_template("bot.html")
        .render(view=view, bot=bot, inner=versioned(inner), link=link, page=page, **shell)
    )


def _limit_us(view: TournamentView) -> float | None:
    """Return the time limit of one decision in microseconds; None if the tournament file sets none."""
    control = view.spec.time_control
    return None if control is None or not control.move_time else control.move_time / 1000


def _places(view: TournamentView, names: set[str]) -> Iterator[tuple[int, str]]:
    """Yield rank and name of each line of the standings that is the bot's own, or that of a team with the bot.

    Args:
        view: The tournament.
        names: Names of the bot and its versions.
    """
    parties = (
        view.spec.party_entries if view.spec.has_parties and view.spec.format != "adhoc" else {}
    )
    for line in view.standings:
        if isinstance(line, PartyStanding):
            if names & {line.entry, *parties.get(line.entry, ())}:
                yield line.place, line.entry
        elif line.player in names:
            yield line.place, line.player


def _seats(bot: str, match: ListedMatch) -> Iterator[tuple[int, SeatResult]]:
    if match.end is not None:
        for seat, player in enumerate(match.pairing.players):
            if player == bot:
                yield seat, match.end.seats[seat]


def _opponents(view: TournamentView, bot: str, matches: Sequence[ListedMatch]) -> list[Opponent]:
    """Return a bot's opponents, ordered by the bot's points a match against each, the lowest first.

    The list is empty in a tournament of parties (teams of seats), where bots in other seats may be
    partners.
    """
    if view.spec.has_parties:
        return []
    found: dict[str, Opponent] = {}
    for match in matches:
        for seat, own in _seats(bot, match):
            assert match.end is not None
            for other, result in enumerate(match.end.seats):
                if other == seat:
                    continue
                rival = found.setdefault(match.labels[other], Opponent(match.labels[other]))
                rival.won += own.placement < result.placement
                rival.drawn += own.placement == result.placement
                rival.lost += own.placement > result.placement
                rival.score += own.score
                rival.rival_score += result.score
                is_played = own.forfeit is None and result.forfeit is None
                text = f"{own.score}:{result.score}" if is_played else "forfeit"
                rival.results.append((match.pairing.number, text))
    return sorted(found.values(), key=lambda rival: (rival.points / rival.matches, rival.name))


def _times(bot: str, matches: Sequence[ListedMatch]) -> Times | None:
    """Return a bot's thinking times; None if they were not recorded."""
    known = [
        (match.pairing.number, result.times)
        for match in matches
        for _, result in _seats(bot, match)
        if result.times is not None and result.times.decisions
    ]
    if not known:
        return None
    longest_in, longest = max(known, key=lambda pair: pair[1].longest_us)
    step = -(-len(known) // _MOST_POINTS)
    points = [known[start : start + step] for start in range(0, len(known), step)]
    means = [
        sum(each.total_us for _, each in point) / sum(each.decisions for _, each in point) / 1000
        for point in points
    ]
    most = [max(each.longest_us for _, each in point) / 1000 for point in points]
    chart = None
    if len(points) > 1:
        at = [float(point[-1][0]) for point in points]
        chart = draw_curves(at, {"longest": most, "mean": means}, label_px=110)
    return Times(
        decisions=sum(each.decisions for _, each in known),
        total_us=sum(each.total_us for _, each in known),
        longest_us=longest.longest_us,
        longest_in=longest_in,
        chart=chart,
    )
