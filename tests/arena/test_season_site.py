"""A season as a site of files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from referee_arena.pages.reading import read_tournament
from referee_arena.site.export import export_site
from tests.arena.seasons import CANARIES, play_season
from tests.tournaments.pages import parse_page
from tests.tournaments.season.world import events_of
from tournaments.audit.audit import audit
from tournaments.season.reading import season_of


def test_a_season(tmp_path: Path) -> None:
    """Its pages lead to each other, log and feed are with them, and the log can be audited."""
    data = play_season(tmp_path / "season", hours=3.0, entries=0)
    site = tmp_path / "site"
    made = export_site(read_tournament(data), site, "together", processes=1)
    state = season_of(events_of(data))
    ended = [match for match in state.matches if match.end is not None]
    assert (made.written + made.without, made.problems) == (len(ended), {})
    assert made.written > 0
    log = (site / "season.log").read_text(encoding="utf-8")
    assert log == (data / "tournament.log").read_text(encoding="utf-8")
    assert audit(site / "season.log").holds
    ET.fromstring((site / "feed.atom").read_text(encoding="utf-8"))
    names = [f"bots/{number}.html" for number in range(1, len(state.entries) + 1)]
    for name in ("index.html", "ladder.html", "matches.html", *names):
        page = parse_page((site / name).read_text(encoding="utf-8"))
        for link in page.all("a"):
            target = str(link.attributes["href"]).partition("#")[0].partition("?")[0]
            assert not target or (site / name).parent.joinpath(target).is_file(), (name, target)
        assert all(secret not in page.text for secret in CANARIES.values())
