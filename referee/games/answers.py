"""Converts between a player's answer, which is a JSON object, and a game's Action message in bytes.

The object is the message in protobuf's JSON form. Google's own types, such as `google.protobuf.Value`,
have a form that need not be an object: it stands in an object as its only field, `value`.
"""

from __future__ import annotations

from google.protobuf import descriptor_pool, json_format, message_factory

from referee.core.errors import FieldError
from referee.core.game import AnyCodec
from referee.core.view import Fields
from referee.games.plain_form import as_plain
from referee.kit.describe.answer_schema import VALUE, is_own_form

__all__ = ["action_bytes", "answer_of"]


def answer_of(codec: AnyCodec, action: bytes) -> Fields:
    """Return an Action message as the answer that says the same, zeros included.

    Args:
        codec: Codec of the game.
        action: The message in bytes.
    """
    plain = as_plain(codec.action_type, action)
    answer: Fields = {VALUE: plain} if is_own_form(codec.action_type) else plain
    return answer


def action_bytes(codec: AnyCodec, answer: Fields) -> bytes:
    """Return an answer as the bytes of an Action message.

    Args:
        codec: Codec of the game.
        answer: The answer.

    Raises:
        FieldError: It is no such message; the error says where.
    """
    kind = message_factory.GetMessageClass(
        descriptor_pool.Default().FindMessageTypeByName(codec.action_type)
    )
    try:
        plain = answer[VALUE] if is_own_form(codec.action_type) else dict(answer)
        return bytes(json_format.ParseDict(plain, kind()).SerializeToString())
    except (json_format.ParseError, TypeError, ValueError, LookupError, AttributeError) as error:
        raise FieldError("action", f"a {codec.action_type} ({error})", answer) from None
