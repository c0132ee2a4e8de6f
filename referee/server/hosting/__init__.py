"""Hosting of matches: a match's host, with the streams of its seats, its spectators, and lanes."""
