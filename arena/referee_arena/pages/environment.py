"""The Jinja environment that all templates of pages share, and helpers for the parts of a page.

Each page is rendered with a `link`, a function that returns addresses of other pages: these differ between the server
and a site of files.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import importlib.metadata
from typing import Protocol

import jinja2
import markupsafe

from referee.core.plain import Plain
from referee_arena import FORMAT
from referee_arena.scenes.history import encoded

__all__ = ["Link", "environment", "moment", "spaced", "versioned"]

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Link(Protocol):
    """Function that returns the address of a page or file.

    The first argument names the kind of target; the second, in brackets here, says which one. The kinds are `static` (a
    file's name), `home`, `matches`, `statistics`, `match` (number of a match; the address ends with it), `bot` (a
    bot's name), `live` (the part of a tournament's page that changes), `live_match` (the referee's id of a match that
    is being played) and `live_api` (the address from which scripts load live matches). A season has `ladder` (all rows
    of its ladder), `log`, `feed` and `stage` (by its number) as well, and its `matches` may be those of one entry, by the entry's name.
    """

    def __call__(self, what: str, which: str | int = "", /) -> str | None:
        """Return the address of a target, relative to the page that is rendered; None if the target has no page.

        Args:
            what: Kind of the target.
            which: Name or number of the target, if its kind needs one.
        """


@functools.cache
def environment() -> jinja2.Environment:
    """Return the environment of all templates: all text is escaped, and an undefined name is an error.

    A template of a page needs the values `link`, a `Link`, and `page`, plain data for the page's script. It may have
    `nav`, pairs of text and address for the page's head; in a site of files `policy`, a Content-Security-Policy; on a
    server `preview`, the tags by which other programs show a link to the page; and of a season `feed`, the address of its
    Atom feed.
    """
    made = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("referee_arena.pages"),
                jinja2.PackageLoader("tournaments.reports.page"),
            ]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["embedded"] = _embedded
    made.filters["moment"] = moment
    made.filters["spaced"] = spaced
    made.globals |= {
        "format": FORMAT,
        "version": importlib.metadata.version("gamereferee"),
        "feed": None,
        "nav": (),
        "policy": None,
        "preview": None,
    }
    return made


def moment(text: str) -> markupsafe.Markup:
    """Return a time as an HTML element with the time for people, such as `1 Mar 2027, 08:00 UTC`.

    Args:
        text: The time, UTC, ISO 8601; empty for an unknown one.
    """
    if not text:
        return markupsafe.Markup("")
    time = datetime.datetime.fromisoformat(text).astimezone(datetime.UTC)
    # Names of months are written here, since those of the C library depend on the machine.
    shown = f"{time.day} {_MONTHS[time.month - 1]} {time.year}, {time:%H:%M} UTC"
    element = markupsafe.Markup('<time datetime="{}">{}</time>')
    return element.format(time.strftime("%Y-%m-%dT%H:%M:%SZ"), shown)


def spaced(name: str) -> str:
    """Return the name of a competition as people read it: with spaces in place of underscores."""
    return name.replace("_", " ")


def versioned(inner: str, name: str = "live") -> markupsafe.Markup:
    """Return a part of a page as an HTML element with the attribute `data-version`, a hash of its content.

    The page's script fetches the part again while matches are played, and replaces the element if the hash differs.

    Args:
        inner: The part as HTML.
        name: Id of the element.
    """
    version = hashlib.sha256(inner.encode()).hexdigest()[:16]
    head = markupsafe.Markup('<div id="{}" data-version="{}">\n').format(name, version)
    return head + markupsafe.Markup(inner) + markupsafe.Markup("</div>")


def _embedded(plain: Plain) -> markupsafe.Markup:
    """Return plain data as JSON that is safe within an HTML script element."""
    return markupsafe.Markup(encoded(plain))
