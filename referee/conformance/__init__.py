"""Checks whether a bot keeps the protocol: it is started against scripted referees, one scenario after another.

`scenarios` has the scripts. A scenario plays on a `Stage`, which has a server and one run of the
bot, and exchanges messages on `BotStream`s about `ScriptedMatch`es of a real game. `runner` plays
scenarios, `report` prints results.
"""
