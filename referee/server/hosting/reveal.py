"""The dice of a match laid open, which may be held back."""

from __future__ import annotations

from gamereferee.v1 import match_pb2

__all__ = ["Reveal"]


class Reveal:
    """What a match's dice came from.

    Args:
        is_withheld: Whether it is held back until the organizer releases it.
    """

    def __init__(self, *, is_withheld: bool) -> None:
        self.is_withheld = is_withheld
        """Whether it is held back until the organizer releases it."""
        self.seed: match_pb2.SeedReveal | None = None
        """All of it, once the match is over."""

    @property
    def public(self) -> match_pb2.SeedReveal | None:
        """What of it everybody may know now."""
        return None if self.is_withheld else self.seed
