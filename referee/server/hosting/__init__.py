"""Hosting of matches: their hosts, streams, spectators, and lanes (many matches at once)."""
