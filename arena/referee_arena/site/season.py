"""Writes the pages of a season into a site of files: ladder, entries, matches, with its log and its feed."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Collection

from referee_arena.pages.environment import environment, spaced
from referee_arena.pages.feed import feed_items, feed_xml
from referee_arena.pages.season import ladder_page, season_page, season_parts
from referee_arena.pages.season_entry import entry_page, entry_part
from referee_arena.pages.season_matches import season_matches_page
from referee_arena.site.assets import POLICY
from tournaments.reports.match_list import ListedMatch
from tournaments.reports.season.entry import entry_facts
from tournaments.reports.season.followed import FollowedSeason
from tournaments.reports.season.matches import list_season
from tournaments.reports.season.overview import SeasonFacts, season_facts
from tournaments.reports.season.rated import RatedTable
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store

__all__ = ["LOG", "SeasonSite"]

LOG = "season.log"
"""Name of the season's log in its site."""
_FEED = "feed.atom"
Write = Callable[[str, str], None]
"""Writes a file of the site: its path and its text."""


class SeasonSite:
    """Writes the pages, log and feed of one season as a site of files.

    Args:
        folder: Data folder of the season.

    Raises:
        TournamentError: No season has begun there, or it can't be read.
    """

    def __init__(self, folder: DataFolder) -> None:
        self._followed = FollowedSeason(folder)
        self._followed.read()
        self._table = RatedTable(self._followed)
        self._table.renew()
        self._facts: SeasonFacts = season_facts(self._followed, self._table.rows, self._table.event)

    def matches(self) -> list[ListedMatch]:
        """Return all matches with a result; `replay` is None in those whose replay file is not in the data folder."""
        folder = self._followed.folder.path
        return [
            match
            if match.replay is not None and (folder / match.replay).is_file()
            else dataclasses.replace(match, replay=None)
            for match in list_season(self._followed, self._followed.state.matches).matches
            if match.end is not None
        ]

    def write(self, write: Write, numbers: Collection[int]) -> None:
        """Write all pages, the log and the feed.

        Args:
            write: Writes a file of the site, given its path within the site and its text.
            numbers: Numbers of the matches that have a file.
        """
        top, below = _Links(self, numbers, ""), _Links(self, numbers, "../")
        facts, followed = self._facts, self._followed
        shell = self._shell(top)
        write("index.html", season_page(season_parts(facts, top), top, **shell))
        write("ladder.html", ladder_page(facts, top, **shell))
        listed = list_season(followed, followed.state.matches[::-1])
        matches = season_matches_page(facts, listed, top, entry=None, is_newest=True, **shell)
        write("matches.html", matches)
        write("match.html", self._match_page(top))
        for name, number in followed.numbers.items():
            entry = entry_facts(followed, self._table.rows, name)
            part = entry_part(entry, below)
            page = entry_page(entry, part, below, None, **self._shell(below))
            write(f"bots/{number}.html", page)
        write(LOG, self._log())
        write(_FEED, self._feed())

    def _log(self) -> str:
        """Return the log up to the head that the pages show."""
        last = self._followed.state.last
        with contextlib.closing(Store(self._followed.folder.database)) as store:
            return "".join(f"{line}\n" for line in store.events.lines_after(0, last))

    def _feed(self) -> str:
        items = feed_items(self._followed.news)
        facts = self._facts
        return feed_xml(
            items, season=facts.name, season_id=facts.season_id, page="index.html", own=None
        )

    def _match_page(self, link: _Links) -> str:
        page = {
            "page": "file",
            "folder": "matches",
            "links": [{"name": "matches", "href": link("matches")}],
        }
        title = f"match of {spaced(self._facts.name)}"
        template = environment().get_template("match.html")
        return template.render(title=title, link=link, page=page, **self._shell(link))

    def _shell(self, link: _Links) -> dict[str, object]:
        nav = ((spaced(self._facts.name), link("home")), ("matches", link("matches")))
        return {"nav": nav, "policy": POLICY}

    def number_of(self, label: str) -> int | None:
        """Return the number of an entry, given its name or the label of one of its versions; None if there is none."""
        numbers = self._followed.numbers
        return numbers.get(label) or numbers.get(label.rpartition("@")[0])


@dataclasses.dataclass(frozen=True, slots=True)
class _Links:
    """A `referee_arena.pages.Link`: returns addresses of a season's pages and files within a site of files."""

    site: SeasonSite
    numbers: Collection[int]
    up: str

    def __call__(self, what: str, which: str | int = "", /) -> str | None:
        up = self.up
        match what:
            case "static":
                return f"{up}static/{which}"
            case "home":
                return f"{up}index.html"
            case "matches":
                return f"{up}matches.html" + (f"#bot={which}" if which else "")
            case "ladder":
                return f"{up}ladder.html"
            case "log":
                return f"{up}{LOG}"
            case "feed":
                return f"{up}{_FEED}"
            case "match":
                return f"{up}match.html?{which}" if which in self.numbers else None
            case "bot":
                number = self.site.number_of(str(which))
                return None if number is None else f"{up}bots/{number}.html"
            case _:
                return None
