"""Language models as players: asks a chat endpoint for each turn, judges its replies, and records them.

`rethink` decides what follows from a reply, and is pure; `endpoint` talks to the provider; `player` is
the bot that joins both to a seat; `trace` and `verify` record each request and compute it again.
"""
