"""Exports a match as one HTML file, which needs no other file and works in a notebook as the `srcdoc` of an iframe."""

from __future__ import annotations

import json
from pathlib import Path

from referee.core.scene_plain import PlainObject
from referee.replay.reader import load
from referee_arena.pages.environment import environment
from referee_arena.scenes.traced import trace_path, traced_seats
from referee_arena.site.assets import inline, policy_of, script, styles
from referee_arena.site.errors import SiteError
from referee_arena.site.matches import WhoseEyes, match_data, packed_text

__all__ = ["match_file", "single_page"]


def match_file(path: Path, whose: WhoseEyes, *, with_replies: bool = False) -> str:
    """Return the HTML page of a replay's match.

    Args:
        path: The replay file.
        whose: Points of view that the page has.
        with_replies: Whether the page has what language models replied, by the traces next to the replay.

    Raises:
        ReplayError: The replay is damaged, or of a game or version that is not installed.
        SiteError: Replies are asked for, and no trace is next to the replay.
        OSError: The replay can't be read.
    """
    replay = load(path)
    players = ", ".join(replay.header.players)
    data = match_data(replay, whose)
    if with_replies:
        seats = traced_seats(path, replay.header.num_seats)
        if not seats:
            raise SiteError(f"{path}: no trace is next to it, such as {trace_path(path, 0).name}")
        data["replies"] = _replies(path, seats)
    return single_page(f"{replay.header.game}: {players}", data)


def _replies(path: Path, seats: list[int]) -> PlainObject:
    """Return what models replied: the seats, and packed the index of turns and each turn, by `SEAT/TURN`."""
    # Imported at first use, as most pages need nothing of it.
    from referee_arena.scenes.replies import replies_index, replies_turn

    index = replies_index(path, tuple(seats))
    turns: PlainObject = {
        f"{each['seat']}/{turn}": packed_text(replies_turn(path, each["seat"], turn))
        for each in json.loads(index)["seats"]
        for turn, _ in each["turns"]
    }
    return {"seats": list(seats), "index": packed_text(index), "turns": turns}


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
