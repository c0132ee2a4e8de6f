"""Audit of a tournament: everything is computed again from its log and its replays."""
