"""Keys with which entries connect to play from other machines, and the names that each may use.

Only digests of the keys are kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from gamereferee.v1 import attend_service_pb2, error_pb2
from referee.core.errors import FieldError
from referee.server.process.status import CallError

__all__ = ["AttendeeKeys", "Owner", "check_entry"]

MOST_KEYS = 10_000
"""Highest number of keys that may attend."""
MOST_ENTRIES = 100
"""Highest number of entries of one key."""
DIGEST_BYTES = 32
"""Length of a key's SHA-256 in bytes."""
_ENTRY = re.compile(r"[A-Za-z0-9._-]{1,40}")
_MAX_KEY = 200
"""Length in characters of the longest key that is digested."""


class Owner(NamedTuple):
    """A presented key, as its digest, and the name of the entry that it was presented for."""

    digest: bytes
    """SHA-256 of the key, 32 bytes."""
    entry: str
    """Name of the entry, as the organizer writes it if it has named it."""


class AttendeeKeys:
    """All keys with which entries may connect (attend), and the entries of each key.

    A key is found by its digest in a table. Nobody can learn a key of 32 random bytes from the time
    that this takes.

    Args:
        keys: The keys as the organizer has named them.

    Raises:
        FieldError: There are too many, a digest or a name is malformed, or two keys have the same
            digest or entry.
    """

    def __init__(self, keys: Iterable[attend_service_pb2.AttendeeKey] = ()) -> None:
        self._may_add: dict[bytes, bool] = {}
        self._owners: dict[str, Owner] = {}
        """Owner of each named entry, by the name in lower case."""
        for index, key in enumerate(keys):
            self._add(f"keys[{index}]", key)
        if len(self._may_add) > MOST_KEYS:
            raise FieldError("keys", f"at most {MOST_KEYS}", len(self._may_add))

    def _add(self, field: str, key: attend_service_pb2.AttendeeKey) -> None:
        if len(key.key_sha256) != DIGEST_BYTES:
            bound = f"{DIGEST_BYTES} bytes"
            raise FieldError(f"{field}.key_sha256", bound, f"{len(key.key_sha256)} bytes")
        if key.key_sha256 in self._may_add:
            raise FieldError(f"{field}.key_sha256", "of no other key", key.key_sha256.hex())
        if len(key.entries) > MOST_ENTRIES:
            raise FieldError(f"{field}.entries", f"at most {MOST_ENTRIES}", len(key.entries))
        self._may_add[key.key_sha256] = key.may_add
        for entry in key.entries:
            check_entry(f"{field}.entries", entry)
            if entry.lower() in self._owners:
                raise FieldError(f"{field}.entries", "names that no other key has", entry)
            self._owners[entry.lower()] = Owner(key.key_sha256, entry)

    def __bool__(self) -> bool:
        """Return whether there is any key, so that some entry may connect."""
        return bool(self._may_add)

    def check(self, key: str, entry: str) -> Owner:
        """Return the digest of a presented key, with the name of the entry that it was presented for.

        Args:
            key: The key's text.
            entry: Name of the entry; must be well-formed.

        Raises:
            CallError: The key is not known, or does not belong to this entry.
        """
        digest = hashlib.sha256(key[:_MAX_KEY].encode(errors="replace")).digest()
        if digest not in self._may_add:
            raise CallError(
                error_pb2.ERROR_REASON_BAD_ENTRY_KEY,
                "the organizer knows no such key: check the key file, and that this is the right referee",
            )
        return self.of(digest, entry)

    def of(self, digest: bytes, entry: str) -> Owner:
        """Return this key digest with the entry's name, spelled as the organizer spells it.

        Raises:
            CallError: The key is no longer valid, or does not belong to this entry.
        """
        owner = self._owners.get(entry.lower())
        if digest not in self._may_add or (owner is not None and owner.digest != digest):
            raise _refused(f"the entry {entry} belongs to another key, or its key is not valid now")
        if owner is None and not self._may_add[digest]:
            raise _refused(f"this key has no entry {entry}, and may not add one")
        return owner or Owner(digest, entry)


def check_entry(field: str, entry: str) -> None:
    """Check that a text can be the name of an entry.

    Raises:
        FieldError: It can't.
    """
    if not _ENTRY.fullmatch(entry):
        bound = "1 to 40 ASCII letters, digits, `-`, `_` and `.`"
        raise FieldError(field, bound, ascii(entry[:50]))


def _refused(text: str) -> CallError:
    return CallError(error_pb2.ERROR_REASON_ENTRY_REFUSED, text)
