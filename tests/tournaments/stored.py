"""Data folders of tournaments whose results are made up, for tests of what is shown of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from tests.tournaments.fakes import void
from tournaments.pairings import Pairing
from tournaments.pairings.orders import order_of
from tournaments.pairings.schedule import Schedule, written_schedule
from tournaments.processes.client import Exit
from tournaments.spec.outcomes import EndCause, ForfeitCause, MatchEnd, SeatResult
from tournaments.spec.reading import parse_spec
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store
from tournaments.tables.formats import known_pairings

__all__ = [
    "ADHOC",
    "CONTEST",
    "CUP",
    "CUP_FILE",
    "GROUPS",
    "TEAM",
    "party_end",
    "play_cup",
    "play_into",
]

CUP_FILE = """name = "cup"
game = "diceman"
format = "round_robin"
seed = 7
[config]
games = 3
[time_control]
move_time = "500ms"
strikes = 2
""" + "".join(f'[[bots]]\nname = "{name}"\ncommand = "true"\n' for name in "abc")

# The same bots in other formats.
GROUPS = CUP_FILE.replace('"round_robin"', '"groups"\nseats = 3')
TEAM = CUP_FILE.replace('"round_robin"', '"team"\nparty_seats = 3\ncycles = 2')
CONTEST = TEAM.replace('"team"', '"contest"\nparties = 2').replace("cycles = 2", "cycles = 1")
ADHOC = CUP_FILE.replace('"round_robin"', '"adhoc"')

_LOSS_ON_TIME = SeatResult(2, 1, 2, ForfeitCause.TIME)

CUP = {
    ("a", "b"): (SeatResult(1, 6, 0, None), SeatResult(2, 2, 0, None)),
    ("b", "a"): (SeatResult(2, 3, 1, None), SeatResult(1, 5, 0, None)),
    ("a", "c"): (SeatResult(1, 4, 0, None), SeatResult(2, 3, 0, None)),
    ("c", "a"): (SeatResult(1, 4, 0, None), SeatResult(1, 4, 0, None)),
    ("b", "c"): (_LOSS_ON_TIME, SeatResult(1, 0, 0, None)),
    ("c", "b"): (SeatResult(1, 6, 0, None), SeatResult(2, 0, 0, None)),
}
"""Results of the cup, by who sat where.

By hand: a has 1 + 1 + 1 + 1/2 = 3 1/2 points of 4 matches, c has 0 + 1/2 + 1 + 1 = 2 1/2, b has none.
Seat 0 has 1 (a, b) + 0 (b, a) + 1 (a, c) + 1/2 (c, a) + 0 (b, c) + 1 (c, b) = 3 1/2 of 6.
"""


def party_end(*scores: int) -> MatchEnd:
    """A match of parties of three seats with these scores; more is better."""
    placements = [1 + sum(other > score for other in scores) for score in scores]
    seats = [
        SeatResult(placement, score, 0, None)
        for placement, score in zip(placements, scores, strict=True)
        for _ in range(3)
    ]
    return MatchEnd(EndCause.RULES, "explored", tuple(seats))


def play_into(
    folder: Path,
    text: str,
    judge: Callable[[Pairing], MatchEnd | None],
    *,
    voids: Callable[[Pairing], int] = lambda _: 0,
    schedule: Schedule | None = None,
    match_id_of: Callable[[Pairing], str] = lambda pairing: f"m{pairing.number}",
) -> Path:
    """Fill a data folder with results; return the folder.

    Args:
        folder: Made if need be.
        text: The tournament file.
        judge: How a match ends; None leaves it without a result.
        voids: Attempts at a match that come to nothing before.
        schedule: The schedule; None: one with the seed of the file, or 0.
        match_id_of: Id at the referee, after which the replay is named.
    """
    folder.mkdir(parents=True)
    spec = parse_spec(text, folder / "cup.toml")
    schedule = schedule or written_schedule(spec.seed or 0)
    with contextlib.closing(Store(DataFolder(folder).database, create=True)) as store:
        store.begin(spec.name, folder / "cup.toml", text, [bot.name for bot in spec.bots], schedule)
        seen: set[int] = set()
        while fresh := [
            p for p in known_pairings(spec, store.matches(), schedule) if p.number not in seen
        ]:
            for pairing in fresh:
                seen.add(pairing.number)
                order, end = order_of(spec, pairing, 1), judge(pairing)
                for attempt in range(1, voids(pairing) + 1):
                    store.begin_attempt(order.key, attempt, f"v{pairing.number}-{attempt}")
                    store.void_attempt(order.key, attempt, void())
                if end is not None:
                    match_id = match_id_of(pairing)
                    store.begin_attempt(order.key, voids(pairing) + 1, match_id)
                    replay = f"referee/replays/{match_id}.replay"
                    store.record(order, pairing, end, match_id=match_id, replay=replay)
    return folder


def play_cup(folder: Path) -> Path:
    """The cup: all six matches, one void attempt at that of b against c, and a process of b that died."""

    def judge(pairing: Pairing) -> MatchEnd:
        seats = CUP[pairing.players[0], pairing.players[1]]
        is_forfeit = any(seat.forfeit for seat in seats)
        cause = EndCause.BOT_TIME if is_forfeit else EndCause.RULES
        return MatchEnd(cause, "b is out of time" if is_forfeit else "all games played", seats)

    play_into(folder, CUP_FILE, judge, voids=lambda pairing: pairing.players == ("b", "c"))
    with contextlib.closing(Store(DataFolder(folder).database, create=True)) as store:
        assert store.begin_process("b") == 1
        store.end_process("b", 1, Exit(-9, 0.5, 2.0, 1024), died=True)
        assert store.begin_process("b") == 2
        store.end_process("b", 2, Exit(0, 0.25, 1.0, 1024), died=False)
    return folder
