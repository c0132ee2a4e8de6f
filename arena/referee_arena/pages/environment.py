"""Environment of the templates, with the values that all of them have.

Each page is rendered with a `link`, which returns addresses of other pages: on a server they differ from those in a
site of files.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from typing import Protocol

import jinja2
import markupsafe

from referee.core.plain import Plain
from referee_arena import FORMAT
from referee_arena.scenes.history import encoded

__all__ = ["Link", "environment", "spaced", "versioned"]


class Link(Protocol):
    """Returns addresses.

    Kinds of targets: `static` (a file's name), `home`, `matches`, `statistics`, `match` (its number, with which the
    address ends), `bot` (its name), `live` (the changing part of a tournament's page), `live_match` (the id at the
    referee of a match that is being played), `live_api` (where pages request what live matches look like).
    """

    def __call__(self, what: str, which: str | int = "", /) -> str | None:
        """Return an address relative to the page that is rendered; None if there is no such page."""


@functools.cache
def environment() -> jinja2.Environment:
    """Return the environment of all templates: all text is escaped, and an undefined name is an error.

    A page needs `link` and `page`, which is plain data for its script. It may have `nav`, pairs of text
    and address for its head, and in a site `policy`.
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
    made.filters["spaced"] = spaced
    made.globals |= {
        "format": FORMAT,
        "version": importlib.metadata.version("gamereferee"),
        "nav": (),
        "policy": None,
    }
    return made


def spaced(name: str) -> str:
    """Return the name of a competition as people read it: with spaces in place of underscores."""
    return name.replace("_", " ")


def versioned(inner: str, name: str = "live") -> markupsafe.Markup:
    """Return a part of a page that is fetched again while matches are played; `data-version` changes with it.

    Args:
        inner: The part as HTML.
        name: Id of its element.
    """
    version = hashlib.sha256(inner.encode()).hexdigest()[:16]
    head = markupsafe.Markup('<div id="{}" data-version="{}">\n').format(name, version)
    return head + markupsafe.Markup(inner) + markupsafe.Markup("</div>")


def _embedded(plain: Plain) -> markupsafe.Markup:
    """Return JSON that is safe within a script element."""
    return markupsafe.Markup(encoded(plain))
