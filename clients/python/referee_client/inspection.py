"""Finds out from a bot's code how the bot is made and called, and which parts of a turn it looks at."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.message import Message

from referee_client.bot import Act, ActBatch, Bot, BotLike, Turn
from referee_client.messages import message_game

__all__ = [
    "Absent",
    "batch_of",
    "caller",
    "columns_of",
    "game_of",
    "is_action",
    "is_function",
    "listens",
    "maker",
    "wants_legal",
]


class _FunctionBot(Bot):
    """A `Bot` whose `act` is a plain function that the bot's author has passed in place of a bot."""

    def __init__(self, function: Callable[..., Any]) -> None:
        # mypy wants no method replaced, but `caller` is to see the parameters of the function itself.
        self.act = function  # type: ignore[method-assign]


class Absent(Bot):
    """Bot of a seat whose real bot could not be made: the match goes on, and every turn is given up."""

    def act(self, _observation: object) -> Any:
        """Raise an error, so that the turn is given up.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError("this seat has no bot, as making it failed")


def is_function(bot: Bot) -> bool:
    """Return whether a bot is a plain function, which may be called for several seats at the same time."""
    return isinstance(bot, _FunctionBot)


def maker(bot: BotLike) -> Callable[[], Bot]:
    """Return a function that returns the bot of a new seat.

    A subclass of `Bot` is instantiated each time; an instance, a function, and a bot with
    `act_batch` or `act_columns` is shared by all seats.

    Raises:
        TypeError: `bot` is no `BotLike`.
    """
    if isinstance(bot, type) and issubclass(bot, Bot):
        if bot.act_batch is Bot.act_batch and bot.act_columns is Bot.act_columns:
            return bot
        # A single instance for all seats: `act_batch` gets the turns of many seats in one call.
        bot = bot()
    if isinstance(bot, Bot):
        one = bot
        return lambda: one
    if not callable(bot) or isinstance(bot, type):
        raise TypeError(f"a bot must be a function or a subclass of Bot, not {bot!r}")
    if _arity(bot) == 0:
        return bot
    shared = _FunctionBot(bot)
    return lambda: shared


def listens(bot: BotLike) -> bool:
    """Return whether a bot may look at the events of turns.

    True for a function that makes bots, as it may make any bot.
    """
    made: Any = bot
    # `partial(Class, ...)` makes bots of one known class, whose code can be inspected like that of
    # the class.
    if isinstance(bot, functools.partial) and isinstance(bot.func, type):
        made = bot.func
    cls = made if isinstance(made, type) else type(made)
    if not issubclass(cls, Bot):
        # A function without a second parameter gets no turn, where it could read events.
        return _arity(made) != 1
    if made.reads_events is not None:
        return bool(made.reads_events)
    if cls.on_events is not Bot.on_events:
        return True
    try:
        taken = _arity(made.act) - isinstance(made, type)  # without `self`
    except (TypeError, ValueError):
        return True
    return taken != 1


def wants_legal(bot: BotLike) -> bool:
    """Return whether a bot looks at `Turn.legal`.

    The bot's attribute `reads_legal` decides; if that is None, the bot does if its code reads an
    attribute called `legal`. For a function that makes bots the answer is False unless the function
    itself has a true attribute `reads_legal`.
    """
    made: Any = bot
    while isinstance(made, functools.partial):
        made = made.func
    declared = getattr(made, "reads_legal", None)
    if declared is not None:
        return bool(declared)
    cls = made if isinstance(made, type) else type(made)
    if not issubclass(cls, Bot):
        return _names_legal(made)
    # Only classes before `Bot`: what `Bot` and its bases name says nothing about this bot.
    own = cls.__mro__[: cls.__mro__.index(Bot)]
    return any(_names_legal(each) for parent in own for each in vars(parent).values())


def _names_legal(function: Any) -> bool:
    """Return whether a function, or one defined inside it, reads an attribute `legal`.

    Return False for values that are no functions.
    """
    function = inspect.unwrap(getattr(function, "__func__", function))
    code = function if inspect.iscode(function) else getattr(function, "__code__", None)
    if code is None:
        return False
    # Functions within the function, such as lambdas, keep their code among its constants.
    within = (each for each in code.co_consts if inspect.iscode(each))
    return "legal" in code.co_names or any(map(_names_legal, within))


def columns_of(bot: BotLike) -> Sequence[str] | None:
    """Return the names of the columns that a bot's `act_columns` looks at.

    Return None for a bot without that method.

    An empty result means all columns. A function that makes bots counts as a bot without
    `act_columns`, since nobody knows what it will make.

    Raises:
        TypeError: The method `act_columns` is async.
    """
    cls = bot if isinstance(bot, type) else type(bot)
    if not issubclass(cls, Bot) or cls.act_columns is Bot.act_columns:
        return None
    if inspect.iscoroutinefunction(cls.act_columns):
        raise TypeError(f"{cls.__name__}.act_columns must be a plain function, not async")
    made: Any = bot
    return tuple(made.columns)


def caller(bot: Bot) -> tuple[Act, bool]:
    """Return a function that asks a bot about one turn, and whether its result has to be awaited.

    Raises:
        TypeError: The value is no `Bot`, or its `act` is missing or takes neither one nor two
            arguments.
    """
    if not isinstance(bot, Bot):
        raise TypeError(f"a function without parameters must make a Bot, not {bot!r}")
    batch = batch_of(bot)
    if batch is not None:
        return lambda turn: batch([turn])[0], False
    function: Callable[..., Any] = bot.act
    if getattr(function, "__func__", None) is Bot.act:
        raise TypeError(f"{type(bot).__name__} has no act()")
    is_async = inspect.iscoroutinefunction(function)
    match _arity(function):
        case 1:
            return lambda turn: function(turn.observation), is_async
        case 2:
            return lambda turn: function(turn.observation, turn), is_async
        case count:
            raise TypeError(
                f"a bot takes (observation) or (observation, turn), not {count} parameters"
            )


def batch_of(bot: Bot) -> ActBatch | None:
    """Return a function that asks a bot about several turns at once.

    Return None if the bot has no `act_batch`.

    Raises:
        TypeError: The method `act_batch` is async.
    """
    function: Callable[..., Any] = bot.act_batch
    if getattr(function, "__func__", None) is Bot.act_batch:
        return None
    name = type(bot).__name__
    if inspect.iscoroutinefunction(function):
        raise TypeError(f"{name}.act_batch must be a plain function, not async")

    def ask(turns: Sequence[Turn]) -> Sequence[Any]:
        actions = function(turns)
        if not isinstance(actions, Sequence) or len(actions) != len(turns):
            got = f"{len(actions)}" if isinstance(actions, Sequence) else f"{actions!r:.80}"
            raise TypeError(f"{name}.act_batch must return {len(turns)} actions, not {got}")
        return actions

    return ask


def game_of(bot: Bot) -> str | None:
    """Return the game that a bot plays; None if the bot does not say.

    Its attribute `game` decides, or else the message type in the annotation of `act`.
    """
    if bot.game is not None:
        return bot.game
    try:
        parameters = inspect.signature(bot.act, eval_str=True).parameters.values()
    except Exception:  # an annotation may be anything, also a name that is undefined at run time
        return None
    # The first parameter is the observation; its type is a message of exactly one game.
    kind = next((parameter.annotation for parameter in parameters), None)
    if not isinstance(kind, type) or not issubclass(kind, Message):
        return None
    return message_game(kind)


def is_action(value: object) -> bool:
    """Return whether a bot's answer is a protobuf message, so that it can be sent."""
    return isinstance(value, Message)


def _arity(function: Callable[..., Any]) -> int:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return sum(p.kind in positional and p.default is p.empty for p in parameters)
