"""Results of checks, and those that follow from earlier ones without a check.

Pure values: who checks is `admission.py`, who stores results is the log.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from tournaments.bots.program import Program
from tournaments.spec.config import TournamentSpec

__all__ = [
    "Admitted",
    "CheckTerms",
    "History",
    "Refused",
    "Stage",
    "Unchanged",
    "Verdict",
    "known_verdict",
]

Stage = Literal["receive", "unpack", "manifest", "build", "play", "protocol"]
"""A part of a check; the parts are done in this order."""
_RULES = 2
"""Number of the rules of checks; it rises when a check that refused could admit, or the reverse."""
_DECISIVE = (
    *("game", "game_version", "seats", "config", "time_control", "limits", "timeouts"),
    *("sandbox", "entries", "restarts"),
)
_REPEATABLE = ("unpack", "manifest", "build", "play", "protocol")
_DIGEST = 64


@dataclasses.dataclass(frozen=True, slots=True)
class CheckTerms:
    """Terms under which submissions are checked: those of the season's file, and the path of that file."""

    spec: TournamentSpec
    """The season: game, config, time control, limits, sandbox, and the bounds of `[entries]`."""
    file: Path
    """The season's file, which no bot may see."""

    @property
    def digest(self) -> str:
        """SHA-256 of all terms that a result depends on, 64 hexadecimal digits."""
        values = self.spec.model_dump(mode="json", include=set(_DECISIVE))
        # How many submissions are received, and how often, is no matter of what is in them.
        for name in ("per_day", "per_author"):
            values["entries"].pop(name)
        text = json.dumps([_RULES, values], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class Admitted:
    """A submission that plays from now on as its entry's next version."""

    digest_submitted: str
    """Digest of the files as they were handed in, 64 hexadecimal digits."""
    digest_run: str
    """Digest of the files that run, after the build: the name of the sealed copy in `programs`."""
    program: Program
    """Program of the version, as it was tried; `sealed_program` makes the one that plays."""
    lines: tuple[str, ...] = ()
    """What its author should know, as sentences."""


@dataclasses.dataclass(frozen=True, slots=True)
class Unchanged:
    """A submission with the bytes of the current version, which plays on."""

    digest_submitted: str
    """Digest of the files as they were handed in, 64 hexadecimal digits."""
    version: int
    """Number of the current version."""


@dataclasses.dataclass(frozen=True, slots=True)
class Refused:
    """Result of a check that refuses a submission: in which stage, and why."""

    stage: Stage
    """Part of the check in which it was refused."""
    lines: tuple[str, ...]
    """Reasons, as sentences for its author."""
    is_ours: bool = False
    """Whether the failure is not the author's: then it costs no attempt, and may be tried again."""
    digest_submitted: str | None = None
    """Digest of the files as they were handed in; None if they could not be unpacked."""
    is_known: bool = False
    """Whether the refusal is repeated from an earlier check under the same terms."""


Verdict = Admitted | Unchanged | Refused
"""Result of a check."""


@dataclasses.dataclass(frozen=True, slots=True)
class History:
    """What the log has of one entry's versions and refusals, for the next check of it."""

    version: int | None = None
    """Number of the entry's current version; None if it has none."""
    current: str | None = None
    """Digest of the files that the current version was handed in as; None if it has none."""
    is_active: bool = True
    """Whether the current version plays; if not, equal files are checked, to bring it back."""
    refused: Mapping[str, Refused] = dataclasses.field(default_factory=dict)
    """Earlier refusals under the same terms, by the digest of the files as they were handed in."""


def known_verdict(digest_submitted: str, history: History) -> Unchanged | Refused | None:
    """Return the result that follows from the log without a check; None if a check is needed.

    Args:
        digest_submitted: Digest of the files as they were handed in.
        history: What the log has of the entry.
    """
    if len(digest_submitted) != _DIGEST:
        raise ValueError(f"digest_submitted must have {_DIGEST} digits, not {digest_submitted!r}")
    if digest_submitted == history.current and history.is_active and history.version is not None:
        return Unchanged(digest_submitted, history.version)
    before = history.refused.get(digest_submitted)
    if before is None or before.is_ours or before.stage not in _REPEATABLE:
        return None
    return dataclasses.replace(before, digest_submitted=digest_submitted, is_known=True)
