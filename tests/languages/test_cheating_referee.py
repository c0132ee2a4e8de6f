"""Every SDK finds a cheating referee out, on a stream of its own: the cheats of `tests/integration`.

One process of the language's random bot holds a seat for each cheat, and its log is what it has found.
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1 import play_service_pb2_grpc
from tests.helpers.patience import patience
from tests.integration.cheating import CHEATS, Referee
from tests.languages.built import LANGUAGES, need

pytestmark = pytest.mark.slow

WITHHELD = "the reveal is withheld: the dice are to be checked later"


class Bot:
    """One seat of the process.

    Args:
        joined: What it has joined with.
        said: What goes out to the process.
    """

    def __init__(
        self, joined: wire.Join, said: queue.SimpleQueue[wire.PlayResponse | None]
    ) -> None:
        self._joined, self._said = joined, said
        self.openings: queue.SimpleQueue[wire.OpenNonce] = queue.SimpleQueue()

    def join(self) -> wire.Join:
        """What it has joined with."""
        return self._joined

    def tell(self, response: wire.PlayResponse) -> None:
        """Tell it something."""
        self._said.put(response)

    def opening(self) -> wire.OpenNonce:
        """Its answer to the commitments it was shown."""
        return self.openings.get(timeout=patience())


class Cheating(play_service_pb2_grpc.PlayServiceServicer):
    """Plays all cheats on one stream, one after the other.

    Args:
        folder: Where the replays go.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.played: list[str] = []
        """Cheats that went through to their end."""
        self._playing: list[threading.Thread] = []

    def Play(  # noqa: N802 - gRPC names it
        self, request_iterator: Iterator[wire.PlayRequest], _context: grpc.ServicerContext
    ) -> Iterator[wire.PlayResponse]:
        """Serve the process's one stream until it hangs up."""
        said: queue.SimpleQueue[wire.PlayResponse | None] = queue.SimpleQueue()
        listening = threading.Thread(target=self._listen, args=(request_iterator, said))
        listening.start()
        yield from iter(said.get, None)

    def _listen(
        self,
        requests: Iterator[wire.PlayRequest],
        said: queue.SimpleQueue[wire.PlayResponse | None],
    ) -> None:
        bots: dict[str, Bot] = {}
        try:
            for request in requests:
                if request.HasField("ping"):
                    said.put(wire.PlayResponse(pong=wire.Pong(number=request.ping.number)))
                bots.update({f"cheat-{join.token}": Bot(join, said) for join in request.joins})
                for opening in request.openings:
                    bots[opening.match_id].openings.put(opening)
                if request.joins and len(bots) == len(CHEATS):
                    playing = threading.Thread(target=self._play_all, args=(dict(bots),))
                    self._playing.append(playing)
                    playing.start()
        finally:
            said.put(None)

    def wait(self) -> None:
        """Let all play end: the bot may hang up before the last cheat is noted."""
        for playing in self._playing:
            playing.join(patience())

    def _play_all(self, bots: dict[str, Bot]) -> None:
        for number, (name, cheat) in enumerate(CHEATS.items()):
            match_id = f"cheat-{number}"
            path = self._folder / f"{match_id}.journal"
            Referee(cheat, path, bots[match_id], match_id).play()
            self.played.append(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cheat_is_in_the_log(language: str, tmp_path: Path) -> None:
    """By its sentence, beside the match it is about; nothing is ended by it, and no honesty accused."""
    program = need(language, "diceman", "random_bot")
    cheating = Cheating(tmp_path)
    server = grpc.server(ThreadPoolExecutor(2))
    play_service_pb2_grpc.add_PlayServiceServicer_to_server(cheating, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    own = {
        "REFEREE_ADDRESS": f"127.0.0.1:{port}",
        "REFEREE_TOKENS": ",".join(str(number) for number in range(len(CHEATS))),
    }
    try:
        ran = subprocess.run(
            [program], env=os.environ | own, capture_output=True, text=True, timeout=patience()
        )
    finally:
        server.stop(None).wait()
    cheating.wait()
    assert (ran.returncode, cheating.played) == (0, list(CHEATS)), ran.stderr
    lines = ran.stderr.splitlines()
    for number, (name, cheat) in enumerate(CHEATS.items()):
        told = [line for line in lines if f"match cheat-{number} seat 0: " in line]
        unfair = [line for line in told if "unfair" in line]
        if cheat.found_by_sdk:
            assert any(cheat.found_by_sdk in line for line in unfair), (name, told)
        else:
            assert unfair == [], name
        doubts = [line for line in told if cheat.warned_by_sdk in line]
        assert doubts or not cheat.warned_by_sdk, (name, told)
        assert any(WITHHELD in line for line in told) == ("withheld" in name), (name, told)
