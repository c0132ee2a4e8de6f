"""`referee watch`: a live match or a replay, seen in a terminal or printed as plain frames."""

from referee.cli.watch.command import watch

__all__ = ["watch"]
