"""One match as one HTML file: it needs no other file, and works in a notebook as the `srcdoc` of an iframe."""

from __future__ import annotations

from pathlib import Path

from referee.core.scene_plain import PlainObject
from referee.replay.reader import load
from referee_arena.pages.environment import environment
from referee_arena.site.assets import inline, policy_of, script, styles
from referee_arena.site.matches import WhoseEyes, match_data

__all__ = ["match_file", "single_page"]


def match_file(path: Path, whose: WhoseEyes) -> str:
    """Return the page of a replay.

    Args:
        path: The replay.
        whose: Views that it has.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        OSError: It can't be read.
    """
    replay = load(path)
    players = ", ".join(replay.header.players)
    return single_page(f"{replay.header.game}: {players}", match_data(replay, whose))


def single_page(title: str, data: PlainObject) -> str:
    """Return a page that contains the data of a match.

    Args:
        title: Title of the page.
        data: Value of `match_data`.
    """
    sheets = styles()
    style = inline("\n".join([sheets["arena.css"], sheets["player.css"]]))
    code = inline(script("file_app.js"))
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
