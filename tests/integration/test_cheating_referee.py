"""A referee that cheats about dice, and who finds it out.

The bot's side is the Python SDK in this process; `tests/languages` has the others. The witness is
what the SDK has kept.
"""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2, replay_pb2
from referee.games import registry
from referee.replay.verify import verify
from referee_client.conversation import Conversation
from tests.integration.cheating import CHEATS, Referee, end_of
from tests.replay.recording import SALT, SERVER_SEED, Recorder, forge


class Bot:
    """The Python SDK's seat."""

    def __init__(self) -> None:
        self.witness = play_service_pb2.SeatWitness()
        self._conversation = Conversation(lambda _: None, on_witness=self.witness.CopyFrom)
        self._conversation.join("token")

    def _said(self) -> play_service_pb2.PlayRequest:
        request = self._conversation.take()
        assert request is not None
        return request

    def join(self) -> play_service_pb2.Join:
        """What it has joined with."""
        (join,) = self._said().joins
        return join

    def tell(self, response: play_service_pb2.PlayResponse) -> None:
        """Tell it something."""
        self._conversation.receive(response)

    def opening(self) -> play_service_pb2.OpenNonce:
        """Its answer to the commitments it was shown."""
        (opening,) = self._said().openings
        return opening


@pytest.mark.parametrize("name", CHEATS)
def test_who_finds_a_cheat_out(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The SDK in its log, `verify` by the replay, or `verify` by replay and witness together."""
    cheat = CHEATS[name]
    bot = Bot()
    referee = Referee(cheat, tmp_path / "m.journal", bot)
    with caplog.at_level(logging.WARNING, "referee_client"):
        referee.play()
    errors = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    warnings = [r.getMessage() for r in caplog.records if r.levelno < logging.ERROR]
    if cheat.found_by_sdk:
        assert cheat.found_by_sdk in "\n".join(errors)
        assert "unfair" in "\n".join(errors)
    else:
        assert errors == []
    assert len(warnings) == bool(cheat.warned_by_sdk)
    assert cheat.warned_by_sdk in "\n".join(warnings)
    alone = verify(tmp_path / "m.journal").problem
    if cheat.found_by_replay:
        assert cheat.found_by_replay in (alone or "")
        return
    assert alone is None
    with_witness = verify(tmp_path / "m.journal", [bot.witness])
    if cheat.found_by_witness:
        assert cheat.found_by_witness in (with_witness.problem or "")
    else:
        assert (with_witness.problem, with_witness.witnesses) == (None, 1)
        assert with_witness.dice == cheat.dice


def test_one_commitment_has_one_seed(tmp_path: Path) -> None:
    """Wherever seed and salt are parted, drawn or fixed: of all readings one is taken.

    Before lengths were checked every one of these was: a match seed each for one commitment.
    """
    both = SERVER_SEED + SALT
    taken = []
    for cut in range(len(both) + 1):
        for is_fixed in (False, True):
            recorder = Recorder(registry.find("diceman"), tmp_path / f"{cut}-{is_fixed}.journal")
            recorder.abort()

            def part(
                records: list[replay_pb2.Record], cut: int = cut, is_fixed: bool = is_fixed
            ) -> None:
                records[0].header.seed_fixed = is_fixed
                reveal = end_of(records).reveal
                reveal.server_seed, reveal.salt = both[:cut], both[cut:]
                reveal.fixed = is_fixed

            forge(recorder.path, part)
            if verify(recorder.path).problem is None:
                taken.append((cut, is_fixed))
    assert taken == [(32, False)]
