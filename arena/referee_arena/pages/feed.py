"""The Atom feed (RFC 4287) of a season: entries, benches, the organizer's actions, results of stages, changes of state.

A feed has no item for a match: a season plays thousands a day, which would push out everything else
before most readers have looked. Results are in the season's page and its log.
"""

from __future__ import annotations

import datetime
import re
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from referee_arena.pages.environment import spaced
from tournaments.reports.season.followed import News

__all__ = ["FEED_KINDS", "MEDIA_TYPE", "feed_items", "feed_xml", "time_of"]

MEDIA_TYPE = "application/atom+xml"
"""Media type of the feed."""
FEED_KINDS = frozenset(
    [
        *("admitted", "benched", "reinstated", "withdrawn", "expelled"),
        *("annulled", "restored", "state", "terms", "over"),
        *("stage_began", "stage_skipped", "stage_ended"),
    ]
)
"""Types of events that the feed has."""
_MOST = 100
"""Number of last items."""
_ATOM = "http://www.w3.org/2005/Atom"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNKNOWN = "1970-01-01T00:00:00Z"


def feed_items(news: Sequence[News]) -> list[News]:
    """Return those of a season's events whose kind is in `FEED_KINDS`, at most the last 100, the newest first."""
    return [each for each in news if each.kind in FEED_KINDS and each.at][: -_MOST - 1 : -1]


def time_of(news: News) -> datetime.datetime:
    """Return the time of an event, UTC."""
    return datetime.datetime.fromisoformat(news.at).astimezone(datetime.UTC)


def feed_xml(
    items: Sequence[News], *, season: str, season_id: str, page: str, own: str | None
) -> str:
    """Return a feed as XML.

    Args:
        items: Its items, the newest first; see `feed_items`.
        season: Name of the season.
        season_id: Id that distinguishes it from all other seasons; ids of items follow from it and from
            the numbers of events, so that they stay the same wherever the feed is.
        page: Address of the season's page.
        own: Address of the feed; None if it is not known.
    """
    feed = ET.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(feed, "title", spaced(season))
    _add(feed, "id", _id(season_id, 0))
    _add(feed, "updated", _stamp(items[0].at) if items else _UNKNOWN)
    author = ET.SubElement(feed, "author")
    _add(author, "name", spaced(season))
    ET.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": page})
    if own is not None:
        ET.SubElement(feed, "link", {"rel": "self", "type": MEDIA_TYPE, "href": own})
    for item in items:
        entry = ET.SubElement(feed, "entry")
        _add(entry, "id", _id(season_id, item.number))
        _add(entry, "title", item.text)
        _add(entry, "updated", _stamp(item.at))
        _add(entry, "published", _stamp(item.at))
        ET.SubElement(entry, "category", {"term": item.kind})
        ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": page})
        _add(entry, "content", f"{item.text}. Event {item.number} of the log.")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(feed, encoding="unicode")


def _add(parent: ET.Element, name: str, text: str) -> None:
    # An organizer's reason may have characters that no XML document can hold.
    ET.SubElement(parent, name).text = _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _id(season_id: str, number: int) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"gamereferee:season:{season_id}:{number}").urn


def _stamp(at: str) -> str:
    time = datetime.datetime.fromisoformat(at).astimezone(datetime.UTC)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
