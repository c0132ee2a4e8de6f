"""Memory that a learner shares with the server; columns are read and written only at places that the learner names."""

from __future__ import annotations

import fcntl
import mmap
import os
import sys

import numpy as np

from referee.core.errors import FieldError
from referee.kit.rollout.dtypes import Array

__all__ = ["SharedMemory"]

if sys.platform == "linux":
    _SEALS, _SHRINK = fcntl.F_GET_SEALS, fcntl.F_SEAL_SHRINK
else:  # descriptors can be sealed on Linux alone
    _SEALS, _SHRINK = 1034, 2


class SharedMemory:
    """Memory of a learner, mapped from a descriptor that it sent.

    Args:
        descriptor: A descriptor made by memfd_create(2); it can be closed afterwards.

    Raises:
        FieldError: The descriptor is no memory, is empty, or could shrink: access after its end would kill this process.
    """

    def __init__(self, descriptor: int) -> None:
        try:
            seals = fcntl.fcntl(descriptor, _SEALS)
        except OSError as error:
            raise FieldError("memory", "memory as of memfd_create", error.strerror) from None
        # Without this seal the learner could cut the memory off between our check and our write.
        if not seals & _SHRINK:
            raise FieldError("memory", "sealed by F_SEAL_SHRINK", f"seals {seals:#x}")
        # Read after the seal was checked: from then on the memory can only grow.
        self.size = os.fstat(descriptor).st_size
        """Size of the memory in bytes."""
        if self.size < 1:
            raise FieldError("memory", "at least 1 byte", self.size)
        self._bytes = np.frombuffer(mmap.mmap(descriptor, self.size), np.uint8)

    def read(self, place: int, size: int) -> bytes:
        """Return a copy of `size` bytes from index `place` on, which the learner can't change any more.

        Raises:
            FieldError: The bytes are not within the memory.
        """
        return self._part(place, size).tobytes()

    def write(self, place: int, array: Array) -> None:
        """Write an array's bytes to the memory, from index `place` on.

        Raises:
            FieldError: The bytes are not within the memory.
        """
        part = self._part(place, array.nbytes)
        part[:] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)

    def check(self, place: int, size: int) -> None:
        """Check that `size` bytes from index `place` on are within the memory.

        Raises:
            FieldError: They are not.
        """
        if not 0 <= place <= self.size - size:
            raise FieldError("place", f"from 0 to {self.size} - {size} bytes", place)

    def _part(self, place: int, size: int) -> Array:
        self.check(place, size)
        return self._bytes[place : place + size]
