"""Conformance kit: starts a bot against scripted referees and checks whether the bot keeps the protocol.

`scenarios` has the scripts. A scenario plays on a `Stage`, which has a server and one run of the
bot, and exchanges messages on `BotStream`s about `ScriptedMatch`es of a real game. `runner` plays
scenarios, `report` prints results.
"""
