"""Table of the seats: possessions of each, and the result for each if the match ended now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.scene import Column, Line, Row, SceneTable, Span, Style
from referee.core.view import Fields
from referee.games.proving_grounds.view.lists import OF_ITS_SEAT, unknown
from referee.games.proving_grounds.view.names import gems_text, seat_span
from referee.games.proving_grounds.view.standing import SeatStanding, Standing
from referee.games.proving_grounds.view.visibility import Visibility
from referee.games.proving_grounds.view.words import gem_kinds_words

__all__ = ["seats_table"]


def seats_table(
    visibility: Visibility,
    players: Sequence[str],
    final: Mapping[int, Fields],
    standing: Standing,
) -> SceneTable:
    """Return the table of seats: possessions, result if the match ended now, and place on each leader board.

    Boards that are open for bids are marked `>`. At the end of the match a column shows the ranks.

    Args:
        visibility: What the viewer may know.
        players: Names of the players, by seat.
        final: FinalSeat messages by seat at the end of the match, else empty.
        standing: Result if the match ended now, as far as the viewer knows.
    """
    boards = visibility.heading["boards"]
    has_rank = bool(visibility.heading["turn"]) and not final
    rows = []
    for player in visibility.heading["players"]:
        seat = player["seat"]
        told = final.get(seat, player)
        gems = standing.seats[seat].gems
        cells: list[Line] = [
            (seat_span(seat, players),),
            (Span(str(told["gold"]), Style.STRONG),),
            (Span(str(player["gems"]), Style.STRONG),),
            (Span(str(told["heroes"])),),
            (Span(str(told["rooms"])),),
            *([_if_over(standing.seats[seat])] if has_rank else []),
            *((Span(_ranked(board["seats"].index(seat))),) for board in boards),
            unknown(OF_ITS_SEAT) if gems is None else (Span(gems_text(gems), Style.FAINT),),
        ]
        if final:
            cells.append((Span(_ranked(told["placement"] - 1), Style.STRONG),))
        rows.append(Row(f"s{seat}", tuple(cells)))
    columns = [
        Column("seat"),
        *(Column(name, is_number=True) for name in ("gold", "gems", "heroes", "rooms")),
        *([Column("if it ended now")] if has_rank else []),
        *(Column(_board_word(visibility, board), is_minor=True) for board in boards),
        Column("of which", is_minor=True),
        *([Column("place")] if final else []),
    ]
    return SceneTable("seats", "seats", tuple(columns), tuple(rows))


def _if_over(one: SeatStanding) -> Line:
    """Return the rank that a seat would have if the match ended now, with the reason, as far as they are known."""
    if one.is_qualified is None:
        return unknown(OF_ITS_SEAT)
    if one.is_qualified:
        why = f"most {gem_kinds_words(one.kinds)}" if one.kinds else "most gems of a kind"
    else:
        why = "most of no kind" if one.num_gems else "no gems"
    rank = Span(f"{_ranked(one.rank - 1)} ", Style.STRONG) if one.rank else Span("? ", Style.HIDDEN)
    return (rank, Span(why))


def _ranked(place: int) -> str:
    return f"{place + 1}."


def _board_word(visibility: Visibility, board: Fields) -> str:
    mark = ">" if board["board"] in visibility.heading["open"] else ""
    return f"{mark}{board['board'].removeprefix('BOARD_')}"
