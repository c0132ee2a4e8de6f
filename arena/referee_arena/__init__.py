"""The arena: matches, replays and tournaments in a browser.

It gets live matches and replays over gRPC, as any other client of the referee does, and results from tournament
stores. It draws scenes with the games that are installed on its machine, and sends only scenes to browsers.
"""

__all__ = ["FORMAT"]

FORMAT = 2
"""Version of the data of exported sites, pages and scenes; a page shows a message if it can't read the version."""
