"""Train against the referee's own engine: its matches as environments of Gymnasium and PettingZoo.

Matches are stepped by this process, or by a server started by `referee simulate`; for the latter the referee need not
be installed here.
"""

import importlib
from typing import TYPE_CHECKING, Any

from referee_envs.bot import as_bot
from referee_envs.columns import Description
from referee_envs.errors import BackendError, EnvError, InputError
from referee_envs.features import Features
from referee_envs.keeping import MatchSnapshot
from referee_envs.sb3 import sb3_bot, sb3_policy, to_sb3
from referee_envs.single import MatchEnv, gym_env, register
from referee_envs.vector import MatchVectorEnv, make_vec

__all__ = [
    "BackendError",
    "Description",
    "EnvError",
    "Features",
    "InputError",
    "MatchEnv",
    "MatchSnapshot",
    "MatchVectorEnv",
    "as_bot",
    "env",
    "gym_env",
    "make_vec",
    "parallel_env",
    "sb3_bot",
    "sb3_policy",
    "to_sb3",
]

if TYPE_CHECKING:
    from referee_envs.multi import env, parallel_env

_LATE = {"env": "referee_envs.multi", "parallel_env": "referee_envs.multi"}
"""Names imported on first use, with their modules: they need packages other than Gymnasium."""


def __getattr__(name: str) -> Any:
    """Import and return a function of this package that is imported only on first use, such as `env`.

    Raises:
        AttributeError: `name` is another name.
    """
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LATE[name]), name)


register()
