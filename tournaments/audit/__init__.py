"""Audit of a tournament: recomputes states and results from the log and the replays, and reports differences."""
