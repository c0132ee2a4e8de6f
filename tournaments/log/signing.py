"""Signs events with a key of the tournament, and checks signatures (Ed25519, RFC 8032).

The private key is a file in the data folder. Signatures need the package `cryptography` (extra
`seasons`); without it, events are hashed but not signed, and the first event has no public key.
"""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tournaments.log.event import UNSIGNED, Event
from tournaments.spec.errors import LogError, MissingPackageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["KEY_FILE", "Signer", "is_signed_by", "signer_of"]

KEY_FILE = "tournament.key"
"""Name of the file with the private key, in the data folder: 64 hexadecimal digits."""


class Signer:
    """Signs events with a private key.

    Args:
        key: Ed25519 private key; None to leave events unsigned.
    """

    def __init__(self, key: Ed25519PrivateKey | None = None) -> None:
        self._key = key

    @property
    def public_key(self) -> str | None:
        """Public key, 64 hexadecimal digits, by which signatures can be checked; None without a key."""
        return None if self._key is None else self._key.public_key().public_bytes_raw().hex()

    def signed(self, event: Event) -> Event:
        """Return the event with a signature of its hash; return it unchanged if this signer has no key."""
        if self._key is None:
            return event
        signature = self._key.sign(bytes.fromhex(event.hash)).hex()
        return dataclasses.replace(event, signature=signature)


def signer_of(folder: Path | None) -> Signer:
    """Return the signer with the key in a data folder; write a new key if the folder has none.

    Args:
        folder: The data folder; None, as in measurements, for a signer that leaves events unsigned.

    Raises:
        LogError: The key can't be read, or can't be written.
    """
    if folder is None:
        return Signer()
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        return Signer()
    path = folder / KEY_FILE
    try:
        # Made by one run at a time, since a run has locked the folder.
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{Ed25519PrivateKey.generate().private_bytes_raw().hex()}\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        pass
    except OSError as error:
        raise LogError(f"{path} can't be written: {error.strerror}") from None
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
        return Signer(Ed25519PrivateKey.from_private_bytes(secret))
    except OSError as error:
        raise LogError(f"{path} can't be read: {error.strerror}") from None
    except ValueError:
        raise LogError(f"{path} must have a key of 64 hexadecimal digits") from None


def is_signed_by(event: Event, public_key: str) -> bool:
    """Return whether the signature of an event was made with the private key that belongs to a public key.

    Args:
        event: The event.
        public_key: Ed25519 public key, 64 hexadecimal digits.

    Raises:
        MissingPackageError: The package that checks signatures is not installed.
    """
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise MissingPackageError("checking signatures", "seasons") from None
    if event.signature == UNSIGNED:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(event.signature), bytes.fromhex(event.hash))
    except (InvalidSignature, ValueError):
        return False
    return True
