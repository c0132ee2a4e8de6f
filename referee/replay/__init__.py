"""Files that record a match: a journal while the match runs, a replay afterwards."""
