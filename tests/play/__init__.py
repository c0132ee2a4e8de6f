"""Tests of matches in this process: `play` and `matches`."""
