"""`python -m loadtest.open_matches`: measures the memory that a server keeps for each running match.

For each game a new server process gets a few matches, so that everything that a match needs is
loaded, and then many more matches. The growth of its resident size is divided by their number. All
seats are joined by this process and play some turns at random, the same in all matches; then all
wait for the next answer.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import grpc

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.lobby_service_pb2 import CreateMatchRequest
from gamereferee.v1.lobby_service_pb2_grpc import LobbyServiceStub
from gamereferee.v1.play_service_pb2_grpc import PlayServiceStub
from loadtest.bench.served import Script, script
from loadtest.local_referee import local_referee
from referee.core.config import parse_config
from referee.games.registry import find
from referee.replay.wire import packed

__all__ = ["GAMES", "Open", "chosen_games", "main", "measure", "resident_bytes"]

SEED = 7
_A_STREAM = 250
"""Number of matches on one stream."""
_A_MATCH, _A_HIDDEN_CELL = 60_000, 8
"""Bytes that a match may take, and further bytes for each cell of which every seat keeps its own
view."""


class Open(NamedTuple):
    """Game, seats and config of the matches whose memory is measured."""

    game: str
    """Identifier of the game."""
    num_seats: int
    """Number of seats in each match."""
    config: Mapping[str, object] = {}
    """Fields of the config that differ from the default."""
    hidden_cells: int = 0
    """Number of cells of the board of which each seat keeps its own view, as under fog; else 0."""

    @property
    def promised_bytes(self) -> int:
        """Highest number of bytes that a match may take."""
        return _A_MATCH + _A_HIDDEN_CELL * self.hidden_cells * self.num_seats


GAMES = {
    "diceman": Open("diceman", 2),
    "swordman": Open("swordman", 2),
    "dice_adventure": Open("dice_adventure", 3),
    "champions": Open("champions", 16),
    "dungeon_keeper": Open("dungeon_keeper", 8),
    "dungeon_keeper, fog": Open("dungeon_keeper", 8, {"fog_of_war": True}, 45 * 45),
    "dungeon_keeper, small": Open("dungeon_keeper", 2, {"preset": "small"}),
    "dungeon_keeper, small, fog": Open(
        "dungeon_keeper", 2, {"preset": "small", "fog_of_war": True}, 15 * 15
    ),
    "proving_grounds": Open("proving_grounds", 4),
}
"""All measured kinds of matches by name; they have the default config unless the name says
otherwise."""


def measure(opened: Open, *, matches: int, first: int, points: int) -> float:
    """Return the bytes by which the resident size of a server grows for each further match.

    Args:
        opened: Kind of matches.
        matches: Number of matches that are counted.
        first: Number of matches that are opened before, so that everything is loaded.
        points: Number of decision points that each match plays before all its seats wait.
    """
    plugin = find(opened.game)
    config = parse_config(plugin.game.config_class, dict(opened.config))
    played = script(plugin, opened.num_seats, SEED, config, points=points)
    sizes = []
    with (
        local_referee(flags=("--max-matches", str(first + matches))) as referee,
        grpc.insecure_channel(referee.address) as channel,
        contextlib.ExitStack() as streams,
    ):
        lobby, play = LobbyServiceStub(channel), PlayServiceStub(channel)
        # The first few matches load everything that a process needs once; only the growth after
        # them is counted.
        for number in (first, matches):
            for start in range(0, number, _A_STREAM):
                tokens = _create(lobby, played, min(_A_STREAM, number - start))
                streams.enter_context(_bots(play, played, tokens))
            sizes.append(resident_bytes(referee.pid))
    before, after = sizes
    return (after - before) / matches


def _create(lobby: LobbyServiceStub, played: Script, number: int) -> list[str]:
    codec = played.plugin.codec
    request = CreateMatchRequest(
        game=played.plugin.game.info.game,
        config=packed(codec.config_type, codec.encode_config(played.config)),
        num_seats=played.num_seats,
    )
    request.seed_policy.fixed = played.seed
    request.time_control.move_time.seconds = 24 * 3600
    request.time_control.join_limit.seconds = 3600
    made = [lobby.CreateMatch(request) for _ in range(number)]
    return [token for match in made for token in match.seat_tokens]


@contextlib.contextmanager
def _bots(play: PlayServiceStub, played: Script, tokens: Sequence[str]) -> Iterator[None]:
    """Play the first turns of all seats on one stream, which stays open while the context is open.

    Args:
        play: Service on which the stream is opened.
        played: Prepared answers to these turns, the same in all matches.
        tokens: Tokens of all seats.
    """
    requests: queue.SimpleQueue[wire.PlayRequest | None] = queue.SimpleQueue()
    responses = play.Play(iter(requests.get, None))
    requests.put(wire.PlayRequest(joins=[wire.Join(token=token) for token in tokens]))
    left = len(tokens) // played.num_seats * len(played.waiting)
    for response in responses:
        request = wire.PlayRequest()
        if response.HasField("ping"):
            request.pongs.add(number=response.ping.number)
        for turn in response.turns:
            place = turn.seat, turn.turn
            if place in played.waiting:
                left -= 1
            else:
                answer = played.answers[place]
                answer.match_id = turn.match_id
                request.actions.append(answer)
        if request.actions or request.pongs:
            requests.put(request)
        if not left:
            break
    yield
    requests.put(None)
    responses.cancel()


def resident_bytes(pid: int) -> int:
    """Return the resident size of a process in bytes; Linux only."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def chosen_games(parser: argparse.ArgumentParser, names: Sequence[str]) -> Sequence[str]:
    """Return the names of `GAMES` that were given, or all; an unknown one ends the program with an error."""
    unknown = [name for name in names if name not in GAMES]
    if unknown:
        parser.error(f"the game must be one of {', '.join(GAMES)}, not {unknown[0]!r}")
    return names or tuple(GAMES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure by these command-line arguments and print a table; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.open_matches", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="NAME", help=f"of {', '.join(GAMES)}; all")
    parser.add_argument("--matches", type=int, default=1000, help="to count (%(default)s)")
    parser.add_argument("--first", type=int, default=50, help="before them (%(default)s)")
    parser.add_argument(
        "--points", type=int, default=12, help="decision points played (%(default)s)"
    )
    options = parser.parse_args(arguments)
    names = chosen_games(parser, options.games)
    print("| game | seats | KB a match | at most |")
    print("|---|---|---|---|")
    for name in names:
        opened = GAMES[name]
        size = measure(opened, matches=options.matches, first=options.first, points=options.points)
        most = opened.promised_bytes / 1000
        print(f"| {name} | {opened.num_seats} | {size / 1000:.1f} | {most:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
