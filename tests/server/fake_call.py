"""Stand-in for a gRPC call, for tests of what a call says of its caller."""

from __future__ import annotations

from typing import Any

__all__ = ["FakeCall"]


class FakeCall:
    """A call as far as it is asked for its caller: peer and metadata."""

    def __init__(self, peer: str = "unix:", metadata: Any = ()) -> None:
        self._peer, self._metadata = peer, metadata

    def peer(self) -> str:
        """Its address, as gRPC says it."""
        return self._peer

    def invocation_metadata(self) -> Any:
        """Pairs of name and value that the caller sent."""
        return self._metadata
