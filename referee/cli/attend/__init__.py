"""`referee attend`: plays in a season from this machine, match after match."""

from referee.cli.attend.command import attend

__all__ = ["attend"]
