"""The arena: matches, replays and tournaments in a browser.

A client like any other: gRPC for live matches and replays, tournament stores for results. Scenes are made
here, from the games that are installed here, and a browser is sent nothing else.
"""

__all__ = ["FORMAT"]

FORMAT = 2
"""Version of site data, exported pages and scenes; a page says so when it can't read one."""
