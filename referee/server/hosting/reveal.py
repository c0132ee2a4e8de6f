"""The seed data of a match's dice, published after the end unless the organizer withholds it."""

from __future__ import annotations

from gamereferee.v1 import match_pb2

__all__ = ["Reveal"]


class Reveal:
    """Seed, salt and nonces of one match, for publication.

    Args:
        is_withheld: Whether the data is withheld until the organizer releases it.
    """

    def __init__(self, *, is_withheld: bool) -> None:
        self.is_withheld = is_withheld
        """Whether the data is withheld until the organizer releases it."""
        self.seed: match_pb2.SeedReveal | None = None
        """Seed, salt and nonces; None until the match is over."""

    @property
    def public(self) -> match_pb2.SeedReveal | None:
        """The seed data if everybody may know it now; None before the end and while it is withheld."""
        return None if self.is_withheld else self.seed
