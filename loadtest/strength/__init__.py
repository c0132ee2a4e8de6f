"""Measures how strong bots are and how balanced games are, by matches in one process without a server."""
