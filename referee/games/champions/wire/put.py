"""Encodes observations and events of Champions, straight from the numbers that kernels write."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.kernel import kernel
from referee.games.champions.visibility.observation import NUM_SHARED, Look, Observation
from referee.games.champions.wire.records import EVENTS
from referee.kit.wire.flat_kernel import Bytes, FlatWriter, Ints, Longs, Program, put_flats

__all__ = ["EVENT", "WRITER", "messages_of"]


@kernel
def _put(
    out: Bytes, numbers: Ints, starts: Longs, which: Longs, program: Program, ends: Longs
) -> None:
    # In a kernel of the game, so that its compiled code is cached with the game's other kernels.
    put_flats(out, numbers, starts, which, program, ends)


_IN_EVENTS = 1
"""Number of the protobuf field of the message Events that holds its list of events."""

WRITER = FlatWriter(
    _put,
    (Observation, slice(NUM_SHARED), ()),
    (Observation, slice(NUM_SHARED, None), ()),
    *[(cls, slice(None), (_IN_EVENTS, kind)) for kind, cls in enumerate(EVENTS, 1)],
)
"""Writes the shared part of an observation, a seat's own part, and each event as a separate Events
message.
"""
_SHARED, _OWN = WRITER.where[:2]
EVENT = WRITER.where[2:]
"""Number that names each kind of event to `WRITER`, in the order of `EVENTS`."""


def messages_of(observations: Sequence[Observation]) -> list[bytes]:
    """Return an Observation message for each observation, written straight from its numbers."""
    written: dict[Look, list[bytes]] = {}
    messages = []
    for seen in observations:
        look = seen.look
        if look not in written:
            # Observations of one look are written in one call: first what they share, then a part
            # for each seat.
            which = np.full(len(look.starts) - 1, _OWN, np.int64)
            which[0] = _SHARED
            written[look] = WRITER.write(look.numbers, look.starts[:-1], which)
        shared, *own = written[look]
        messages.append(shared if seen.place is None else shared + own[seen.place])
    return messages
