"""The seeds of a match's dice, published after its end unless the organizer holds them back."""

from __future__ import annotations

from gamereferee.v1 import match_pb2

__all__ = ["Reveal"]


class Reveal:
    """The seed and salt of one match.

    Args:
        is_withheld: Whether they are held back until the organizer releases them.
    """

    def __init__(self, *, is_withheld: bool) -> None:
        self.is_withheld = is_withheld
        """Whether they are held back until the organizer releases them."""
        self.seed: match_pb2.SeedReveal | None = None
        """All of them once the match is over; None before."""

    @property
    def public(self) -> match_pb2.SeedReveal | None:
        """What everybody may know now; None if nothing."""
        return None if self.is_withheld else self.seed
