"""Checks of chat: what the referee relies on when it accepts messages in a game with chat."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.testing.samples import acting_seats, config_of, samples

__all__ = ["CHECKS", "check_chat"]


def check_chat(plugin: AnyPlugin) -> None:
    """Check the chat channels of a game, if it has chat.

    Channels have names from the rules and existing seats as members, and a seat is in at most one
    channel of each name. `Game.chat` changes no state, and a seat's channels reveal nothing that is
    hidden from the seat.
    """
    game = plugin.game
    rules = game.chat_rules(config_of(plugin))
    if rules is None:
        return
    assert rules.channels
    assert len(set(rules.channels)) == len(rules.channels)
    assert all(name.isprintable() and name for name in rules.channels)
    assert rules.messages >= 0
    assert rules.text_bytes >= 1
    opened = set()
    for num_seats, state in samples(plugin):
        if not acting_seats(plugin, state):
            continue
        before, chat = game.digest(state), game.chat(state)
        assert (game.digest(state), game.chat(state)) == (before, chat)
        assert chat.round >= 0
        names = [(channel.name, channel.number) for channel in chat.channels]
        assert len(set(names)) == len(names)
        for channel in chat.channels:
            opened.add(channel.name)
            assert channel.number >= 0
            assert channel.members
            assert list(channel.members) == sorted(set(channel.members) & set(range(num_seats)))
        for seat in range(num_seats):
            own = [channel for channel in chat.channels if seat in channel.members]
            assert len({channel.name for channel in own}) == len(own), f"seat {seat}: {own}"
            for variant in game.hidden_variants(state, seat, Stream(14)):
                shown = game.chat(variant)
                assert shown.round == chat.round
                assert [c for c in shown.channels if seat in c.members] == own
    assert opened == set(rules.channels), "every channel is open at times"


CHECKS = (check_chat,)
"""Checks of this module that take a game's plug-in as their only argument."""
