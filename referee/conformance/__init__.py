"""Checks whether a bot keeps the protocol: scripted referees that a bot is started against, one by one.

`scenarios` are the scripts; a scenario has a `Stage`, which has a server and one run of the bot, and
talks on `Stream`s about `ScriptedMatch`es of a real game. `runner` plays scenarios, `report` prints results.
"""
