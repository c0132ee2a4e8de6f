"""Names of entries, and the keys that prove the right to submit for an entry.

A key is shown once, when it is made. The log and all files of a season hold its SHA-256 alone, so
that nobody who reads them can use it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from pathlib import Path

from tournaments.spec.errors import SpecError

__all__ = [
    "MOST_IN_NAME",
    "entry_name_problem",
    "is_key",
    "is_key_of",
    "key_hash",
    "new_key",
    "read_key",
    "same_entry",
]

MOST_IN_NAME = 40
"""Most characters of an entry's name."""
_PREFIX = "gr_"
_KEY_BYTES = 32
_KEY = re.compile(r"gr_[a-z2-7]{52}", re.ASCII)
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,{MOST_IN_NAME - 1}}}", re.ASCII)
_RESERVED = frozenset({"referee", "arena"})
"""Names of other programs with a folder in `logs`, whose output authors must not read."""
_MOST_IN_FILE = 4096
"""Most bytes of a file with a key; a longer file is certainly another one."""


def new_key() -> str:
    """Return a new key: `gr_` and 32 random bytes in base32, lower case, without padding."""
    return _PREFIX + base64.b32encode(secrets.token_bytes(_KEY_BYTES)).decode().rstrip("=").lower()


def is_key(text: str) -> bool:
    """Return whether a text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def key_hash(key: str) -> str:
    """Return the SHA-256 of a key's text, 64 hexadecimal digits, as the log stores it."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_key_of(key: str, digest: str) -> bool:
    """Return whether a key has this SHA-256; the time that takes does not depend on the digits.

    Args:
        key: Text that was presented as a key; any text.
        digest: SHA-256 of the right key, 64 hexadecimal digits.
    """
    found = hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()
    return hmac.compare_digest(found.encode(), digest.encode(errors="replace"))


def entry_name_problem(name: str) -> str | None:
    """Return what is wrong with an entry's name, as a sentence; None if it may be used."""
    if name.lower() in _RESERVED:
        return f"an entry's name must not be {name}: programs of the season itself have that name"
    if _NAME.fullmatch(name):
        return None
    return (
        f"an entry's name must be 1 to {MOST_IN_NAME} letters (a to z), digits and - _ . with a letter"
        f" or digit first, not {name[:80]!r}"
    )


def same_entry(one: str, other: str) -> bool:
    """Return whether two names mean the same entry: names are unique without regard to case."""
    return one.lower() == other.lower()


def read_key(path: Path) -> str:
    """Return the key in a file; white space around it is left out.

    Raises:
        SpecError: The file can't be read, or has no key.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_IN_FILE).decode(errors="replace").strip()
    except OSError as error:
        raise SpecError(path, f"the file with the key can't be read: {error.strerror}") from None
    # The text is not repeated: it may be most of a key.
    if not is_key(text):
        raise SpecError(
            path, "must hold a key: gr_ and 52 letters and digits, as the organizer gave it"
        )
    return text
