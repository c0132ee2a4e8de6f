"""Checks of what every game must fulfil; each takes the game's plug-in.

The checks know a game by `referee.core.game` alone. A game's own rules are tested in its own
folder.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.core.game import AnyPlugin
from referee.testing.contract.answers import CHECKS as _ANSWERS
from referee.testing.contract.array_form import CHECKS as _ARRAY_FORM
from referee.testing.contract.chat import CHECKS as _CHAT
from referee.testing.contract.configs import CHECKS as _CONFIGS
from referee.testing.contract.declared import CHECKS as _DECLARED
from referee.testing.contract.dice import CHECKS as _DICE
from referee.testing.contract.faces import CHECKS as _FACES
from referee.testing.contract.knowledge import CHECKS as _KNOWLEDGE
from referee.testing.contract.numbers import CHECKS as _NUMBERS
from referee.testing.contract.processes import CHECKS as _PROCESSES
from referee.testing.contract.public import CHECKS as _PUBLIC
from referee.testing.contract.replies import CHECKS as _REPLIES
from referee.testing.contract.rows import CHECKS as _ROWS
from referee.testing.contract.rules import CHECKS as _RULES
from referee.testing.contract.scenes import CHECKS as _SCENES
from referee.testing.contract.seats import CHECKS as _SEATS
from referee.testing.contract.wire import CHECKS as _WIRE
from referee.testing.contract.wire import check_decode_action, check_parse_action, check_seed
from referee.testing.samples import config_of, num_seats_of

__all__ = [
    "CHECKS",
    "check_decode_action",
    "check_parse_action",
    "check_seed",
    "config_of",
    "num_seats_of",
]

CHECKS: tuple[Callable[[AnyPlugin], None], ...] = (
    *(*_RULES, *_PUBLIC, *_CHAT, *_ROWS, *_ARRAY_FORM, *_WIRE),
    *(
        *_DECLARED,
        *_SCENES,
        *_PROCESSES,
        *_KNOWLEDGE,
        *_DICE,
        *_CONFIGS,
        *_NUMBERS,
        *_FACES,
        *_ANSWERS,
        *_REPLIES,
        *_SEATS,
    ),
)
"""All checks of the contract that take a game's plug-in as their only argument."""
