"""Record of a match: a journal while the match runs, a replay afterwards."""
