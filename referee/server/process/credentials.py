"""Organizer keys and the server's certificate: read from files, and replaced while the server runs.

    # keys.txt
    anna=4vJm0qK2yT8s1ZbC
    league-2=Zp7Qw3Xr9LdE5nVh

Keys and certificate are replaced together or not at all: if a file can't be used, the former ones
stay in use.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import hmac
import os
import re
import ssl
from collections.abc import Iterable
from pathlib import Path

from referee.core.errors import FieldError
from referee.server.process.logs import Log, get_log

__all__ = [
    "SINGLE",
    "Certificate",
    "Credentials",
    "Loaded",
    "OrganizerKeys",
    "Sources",
    "read_key",
    "read_keys",
    "reload",
]

SINGLE = "organizer"
"""Name of the key given by `--organizer-key` or `--organizer-key-file`."""
MIN_KEY = 16
"""Length of the shortest key that a file may hold, in characters."""
MAX_KEYS = 64
"""Highest number of keys in a file; each call's key is compared with all of them."""
MAX_FILE_BYTES = 65_536
"""Size of the largest file of keys, in bytes."""
_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")
_KEY = re.compile(r"[!-~]+")
_FIELD = "organizer_keys_file"
_KEY_FIELD = "organizer_key_file"


class OrganizerKeys:
    """Keys that organizers may present, by name.

    Only digests of the keys are kept.

    Args:
        keys: Name and key of each.
    """

    __slots__ = ("_digests",)

    def __init__(self, keys: Iterable[tuple[str, str]] = ()) -> None:
        self._digests = tuple((name, _digest(f"Bearer {key}".encode())) for name, key in keys)

    def __bool__(self) -> bool:
        """Return whether there are any keys.

        If there are none, every caller counts as an organizer.
        """
        return bool(self._digests)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OrganizerKeys) and self._digests == other._digests

    __hash__ = None  # type: ignore[assignment]  # nothing looks them up

    def __repr__(self) -> str:
        return f"OrganizerKeys({', '.join(self.names)})"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the keys, in the order of the file."""
        return tuple(name for name, _ in self._digests)

    def changes(self, before: OrganizerKeys) -> dict[str, list[str]]:
        """Return the names of keys added, removed or replaced since `before`, as fields for a log."""
        now, then = dict(self._digests), dict(before._digests)
        changed = {
            "added": [name for name in now if name not in then],
            "removed": [name for name in then if name not in now],
            "replaced": [name for name in now if then.get(name, now[name]) != now[name]],
        }
        return {what: names for what, names in changed.items() if names}

    def name_of(self, authorization: bytes) -> str | None:
        """Return the name of the key in an authorization `Bearer KEY`; None if it is not one of the keys.

        Takes the same time for every key, and for a wrong one.
        """
        presented, found = _digest(authorization), None
        # No early return: the time taken must not reveal which key it was.
        for name, digest in self._digests:
            if hmac.compare_digest(presented, digest):
                found = name
        return found


@dataclasses.dataclass(frozen=True, slots=True)
class Certificate:
    """TLS certificate chain with its private key, as PEM."""

    chain: bytes
    key: bytes = dataclasses.field(repr=False)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the server's certificate in hexadecimal.

        It is what `openssl x509 -fingerprint` prints, without the colons.
        """
        begin, end = b"-----BEGIN CERTIFICATE-----", b"-----END CERTIFICATE-----"
        first = begin + self.chain.partition(begin)[2].partition(end)[0] + end
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first.decode())).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class Sources:
    """Files and settings that keys and certificate are read from, as in `ServerConfig`."""

    organizer_key: str = dataclasses.field(default="", repr=False)
    organizer_keys_file: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    organizer_key_file: Path | None = None

    @property
    def has_key(self) -> bool:
        """Whether organizers need a key."""
        return bool(self.organizer_key or self.organizer_key_file or self.organizer_keys_file)


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """Organizer keys and TLS certificate as read together at one time."""

    keys: OrganizerKeys
    certificate: Certificate | None


class Credentials:
    """Organizer keys and TLS certificate that a server uses now, and can read again.

    A server, its services and its endpoints share one object.

    Args:
        sources: Files and settings to read them from.
    """

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        """Files and settings that keys and certificate are read from."""
        self._loaded: Loaded | None = None

    @property
    def current(self) -> Loaded:
        """Keys and certificate that were read last; the first use reads them.

        Raises:
            FieldError: A file can't be used.
        """
        if self._loaded is None:
            self._loaded = self.read()
        return self._loaded

    def use(self, loaded: Loaded) -> None:
        """Use these keys and this certificate for calls and connections from now on."""
        self._loaded = loaded

    def read(self) -> Loaded:
        """Read keys and certificate from their sources and return them, without using them.

        Raises:
            FieldError: A file can't be used.
        """
        sources = self.sources
        keys = [(SINGLE, sources.organizer_key)] if sources.organizer_key else []
        if sources.organizer_key_file is not None:
            keys = [(SINGLE, read_key(sources.organizer_key_file))]
        # The single key goes in, so that the file can't repeat its name or give another key under
        # it.
        if sources.organizer_keys_file is not None:
            keys = read_keys(sources.organizer_keys_file, keys)
        certificate = None
        if sources.tls_cert is not None and sources.tls_key is not None:
            certificate = _read_certificate(sources.tls_cert, sources.tls_key)
        return Loaded(OrganizerKeys(keys), certificate)


async def reload(credentials: Credentials, log: Log) -> bool:
    """Read the files of these credentials again and use the result; log what has changed.

    Returns:
        Whether that worked. If not, the former keys and certificate stay in use.
    """
    before = credentials.current
    try:
        loaded = await asyncio.to_thread(credentials.read)
    except FieldError as error:
        log.error("reload failed: the former keys and certificate stay", reason=str(error))
        return False
    credentials.use(loaded)
    fields: dict[str, object] = {"organizer_keys": list(loaded.keys.names)}
    fields |= loaded.keys.changes(before.keys)
    if loaded.certificate is not None:
        fields["certificate_sha256"] = loaded.certificate.fingerprint
        fields["certificate_changed"] = loaded.certificate != before.certificate
    log.info("reloaded", **fields)
    return True


def read_keys(path: Path, others: Iterable[tuple[str, str]] = ()) -> list[tuple[str, str]]:
    """Return `others` followed by the keys in a file of lines NAME=KEY.

    Lines that begin with # are comments.

    Args:
        path: Path of the file.
        others: Names and keys that the file must not repeat.

    Raises:
        FieldError: The file can't be used. The text names the line, and never shows a key.
    """
    data, mode = _read(path, _FIELD)
    if mode & 0o077:
        get_log().warning(
            "others may read the organizer keys; chmod 600",
            file=str(path),
            mode=f"{mode & 0o777:o}",
        )
    known = list(others)
    num_others = len(known)
    for number, line in enumerate(data.decode(errors="replace").splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            known.append(_key_of(line, known, where=f"line {number} of {path}"))
    if len(known) == num_others:
        raise FieldError(_FIELD, "a file with at least one line NAME=KEY", str(path))
    if len(known) - num_others > MAX_KEYS:
        raise FieldError(_FIELD, f"a file of at most {MAX_KEYS} keys", len(known) - num_others)
    return known


def read_key(path: Path) -> str:
    """Return the key in a file that has nothing else; blanks and the line's end around it don't count.

    No warning says that others may read the file: secrets that a container or a service manager mounts
    have modes that nobody chose.

    Args:
        path: Path of the file.

    Raises:
        FieldError: The file can't be used. The text never shows what is in it.
    """
    key = _read(path, _KEY_FIELD)[0].decode(errors="replace").strip()
    if not _KEY.fullmatch(key) or len(key) < MIN_KEY:
        bound = f"a file with one key of at least {MIN_KEY} characters, without spaces"
        raise FieldError(_KEY_FIELD, bound, str(path))
    return key


def _read(path: Path, field: str) -> tuple[bytes, int]:
    """Return what is in a file of the setting `field`, and the file's mode.

    Raises:
        FieldError: The file can't be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
            mode = os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise FieldError(field, f"a file that can be read ({error.strerror})", str(path)) from None
    if len(data) > MAX_FILE_BYTES:
        raise FieldError(field, f"at most {MAX_FILE_BYTES} bytes", str(path))
    return data, mode


def _key_of(line: str, known: list[tuple[str, str]], where: str) -> tuple[str, str]:
    """Return name and key in a line NAME=KEY.

    Raises:
        FieldError: The line has another form, or repeats a name or key of those in `known`; the
            error says that the line is at `where`.
    """
    name, equals, key = (part.strip() for part in line.partition("="))
    if not equals or not _NAME.fullmatch(name) or not _KEY.fullmatch(key):
        bound = "lines NAME=KEY, the name of 1 to 40 letters, digits, '.', '_', '-', the key without spaces"
    elif len(key) < MIN_KEY:
        bound = f"keys of at least {MIN_KEY} characters"
    elif name in [other for other, _ in known]:
        bound = "names that are given once"
    elif key in [other for _, other in known]:
        bound = "keys that differ"
    else:
        return name, key
    raise FieldError(_FIELD, bound, where)


def _read_certificate(cert: Path, key: Path) -> Certificate:
    """Return the certificate in two PEM files, checked to match its private key.

    Raises:
        FieldError: A file can't be read, or certificate and key don't match.
    """
    try:
        while True:
            read = Certificate(cert.read_bytes(), key.read_bytes())
            # The password is for a key that needs one: without it OpenSSL would ask at the terminal.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(cert, key, password="")
            # What was checked is what was read, unless the files were replaced between the two.
            if read == Certificate(cert.read_bytes(), key.read_bytes()):
                break
        read.fingerprint  # noqa: B018  # raises where the first block is no certificate
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        bound = f"PEM files of a certificate and its key ({reason})"
        raise FieldError("tls_cert and tls_key", bound, f"{cert} and {key}") from None
    return read


def _digest(authorization: bytes) -> bytes:
    return hashlib.sha256(authorization).digest()
