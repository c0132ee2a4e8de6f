"""The messages of one request: rules as a constant beginning, then the turn, then a correction.

Requests are stateless: each has all that the model needs. The rules come first and are equal in all
turns of a match, so that a provider can keep them in its cache.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TypeAlias

from referee.core.text_face import AskedTurn, TextFace
from referee.core.view import Fields
from referee.games.replies import fields_of
from referee.games.rethink import Policy

__all__ = ["LONGEST_LISTING", "Messages", "digest_of", "messages", "turn_text"]

LONGEST_LISTING = 16_384
"""Highest number of bytes of a list of legal answers; further answers are left out, and counted."""

Messages: TypeAlias = list[dict[str, str]]
"""Messages of the chat-completions API: objects with `role` and `content`."""


def messages(
    face: TextFace, config: Fields, asked: AskedTurn, policy: Policy, correction: str = ""
) -> Messages:
    """Return the messages of a request.

    Args:
        face: Text face of the game.
        config: The Config message, as far as the seat may see it.
        asked: The turn.
        policy: How the model is asked.
        correction: Text about the last reply; empty in the first request of a turn.
    """
    turn = turn_text(face, config, asked, policy)
    return [
        {"role": "system", "content": face.rules(config, asked.seat)},
        {"role": "user", "content": f"{turn}\n\n{correction}" if correction else turn},
    ]


def turn_text(face: TextFace, config: Fields, asked: AskedTurn, policy: Policy) -> str:
    """Return a turn in words, with all legal answers where the policy lists them; see `messages`."""
    turn = face.turn(asked, policy.window)
    if not policy.listing or asked.legal is None:
        return turn
    return f"{turn}\n\n{_listing(asked.legal, fields_of(face.answer(config)))}"


def digest_of(value: object) -> str:
    """Return the SHA-256 of plain data in a canonical form: 64 hexadecimal digits."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _listing(legal: Sequence[Fields], fields: frozenset[str]) -> str:
    lines, size = [], 0
    for action in legal:
        # The schema leaves out what only programs use.
        shown = {name: value for name, value in action.items() if name in fields}
        line = f"- {json.dumps(shown, ensure_ascii=False)}"
        size += len(line.encode()) + 1
        if size > LONGEST_LISTING:
            break
        lines.append(line)
    rest = len(legal) - len(lines)
    cut = f" ({rest} more are left out)" if rest else ""
    return "\n".join([f"All legal answers{cut}:", *lines])
