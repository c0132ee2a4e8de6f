"""Exports a match as one HTML file, which needs no other file and works in a notebook as the `srcdoc` of an iframe."""

from __future__ import annotations

from pathlib import Path

from referee.core.scene_plain import PlainObject
from referee.replay.reader import load
from referee_arena.pages.environment import environment
from referee_arena.site.assets import inline, policy_of, script, styles
from referee_arena.site.matches import WhoseEyes, match_data

__all__ = ["match_file", "single_page"]


def match_file(path: Path, whose: WhoseEyes) -> str:
    """Return the HTML page of a replay's match.

    Args:
        path: The replay file.
        whose: Points of view that the page has.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        OSError: The replay can't be read.
    """
    replay = load(path)
    players = ", ".join(replay.header.players)
    return single_page(f"{replay.header.game}: {players}", match_data(replay, whose))


def single_page(title: str, data: PlainObject) -> str:
    """Return an HTML page that contains the data of a match.

    Args:
        title: Title of the page.
        data: The match's histories, as `match_data` returns them.
    """
    sheets = styles()
    style = inline("\n".join([sheets["arena.css"], sheets["player.css"]]))
    code = inline("\n".join([script("later_app.js"), script("file_app.js")]))
    return (
        environment()
        .get_template("single.html")
        .render(
            title=title,
            style=style,
            code=code,
            policy=policy_of(code, style),
            link=lambda *_: None,
            page={"page": "single"},
            data=data,
        )
    )
