"""What docs/proving_grounds.md tells its reader to do works, and its bot keeps the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from google.protobuf import json_format

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee.core.config import parse_config
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.tables import Creature
from tests.docs.first_match import play_and_watch
from tests.docs.markdown import ROOT, blocks

DOCUMENT = "docs/proving_grounds.md"
ORDER = re.compile(r"^\| [^|]+ \| `([^`]+)` \| `(\{[^`]+\})` \|$", re.MULTILINE)

SHOWN = [block.text for block in blocks(ROOT / DOCUMENT) if block.text.startswith("{")]
"""JSON of the document."""


@pytest.mark.slow
def test_the_first_bot_plays_and_is_refused_nothing(tmp_path: Path) -> None:
    """Its match is played and watched as told; it wins gems, and its orders keep the rules.

    Only what others did first may stop it (PG-5.12).
    """
    printed = play_and_watch(DOCUMENT, tmp_path)
    assert "seat 0 first_party.py: place " in printed
    assert "1 of 1 replays hold" in printed
    assert "0 first_party.py: loots" in printed
    refused = re.findall(r"0 first_party.py: refused.*: ([A-Z_]+),", printed)
    assert set(refused) <= {"BLOCKED", "SPIKED", "ENGAGED"}


def test_every_order_is_shown_in_both_forms() -> None:
    """The Python of a line is the JSON of it, and each kind of order has its line."""
    shown = ORDER.findall((ROOT / DOCUMENT).read_text())
    kinds = set()
    for python, text in shown:
        order = eval(f"pg.HeroOrder(hero=0, {python})", {"pg": wire})
        assert json_format.Parse(text, wire.HeroOrder()) == order, python
        kinds.add(order.WhichOneof("order"))
    assert kinds == {field.name for field in wire.HeroOrder.DESCRIPTOR.oneofs[0].fields}


def test_messages_over_the_bridge_are_actions() -> None:
    """The turn and the party, as protobuf's JSON form has them."""
    turn, party = (
        json_format.Parse(text, wire.Action()) for text in SHOWN if "players" not in text
    )
    assert party.WhichOneof("body") == "setup"
    assert turn.orders.hire[0].gold == 12


def test_the_scenario_begins_a_match() -> None:
    """Two Orcs with their Goblins, a Dragon in the hall with a ruby and two sapphires, a trap."""
    (text,) = (text for text in SHOWN if "players" in text)
    config = parse_config(ProvingGroundsConfig, {"scenario": json.loads(text)})
    state, _ = PLUGIN.game.start(config, seed=1, num_seats=2)
    PLUGIN.game.step(state, {})
    assert state.creatures[18, 0, c.C_KIND] == Creature.DRAGON
    assert state.hoard_gems[18].tolist() == [1, 2]
    assert state.rooms[13, c.HOARD_GOLD] == 9
    assert state.rooms[0, c.TRAP] != c.NONE
