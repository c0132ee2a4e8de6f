"""Converts errors to gRPC statuses with typed details; the only module that knows status codes."""

from __future__ import annotations

from typing import NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from gamereferee.v1 import error_pb2
from referee.core.errors import (
    ConfigError,
    FieldError,
    MalformedError,
    RefereeError,
    UnknownGameError,
)
from referee.replay.errors import ReplayError

__all__ = [
    "CallError",
    "abort",
    "end_with",
    "reason_label",
    "reason_of",
    "sendable",
    "status_of",
]

DOMAIN = "gamereferee"
"""Domain in every ErrorInfo that the referee sends."""
MAX_TEXT = 500
"""Number of characters after which an error text is cut off: a status travels in headers, which are
small.
"""

_Reason = error_pb2.ErrorReason
_CODES: dict[error_pb2.ErrorReason, int] = {
    error_pb2.ERROR_REASON_UNKNOWN_GAME: code_pb2.NOT_FOUND,
    error_pb2.ERROR_REASON_UNKNOWN_MATCH: code_pb2.NOT_FOUND,
    error_pb2.ERROR_REASON_UNKNOWN_REPLAY: code_pb2.NOT_FOUND,
    error_pb2.ERROR_REASON_BAD_FIELD: code_pb2.INVALID_ARGUMENT,
    error_pb2.ERROR_REASON_BAD_CONFIG: code_pb2.INVALID_ARGUMENT,
    error_pb2.ERROR_REASON_MALFORMED: code_pb2.INVALID_ARGUMENT,
    error_pb2.ERROR_REASON_BAD_ORGANIZER_KEY: code_pb2.UNAUTHENTICATED,
    error_pb2.ERROR_REASON_BAD_TOKEN: code_pb2.UNAUTHENTICATED,
    error_pb2.ERROR_REASON_TOO_MANY_MATCHES: code_pb2.RESOURCE_EXHAUSTED,
    error_pb2.ERROR_REASON_TOO_MANY_CALLS: code_pb2.RESOURCE_EXHAUSTED,
    error_pb2.ERROR_REASON_FLOOD: code_pb2.RESOURCE_EXHAUSTED,
    error_pb2.ERROR_REASON_NOT_READING: code_pb2.RESOURCE_EXHAUSTED,
    error_pb2.ERROR_REASON_DRAINING: code_pb2.UNAVAILABLE,
    error_pb2.ERROR_REASON_SEAT_TAKEN: code_pb2.FAILED_PRECONDITION,
    error_pb2.ERROR_REASON_NOT_ENDED: code_pb2.FAILED_PRECONDITION,
    error_pb2.ERROR_REASON_NO_HOUSE_BOT: code_pb2.NOT_FOUND,
    error_pb2.ERROR_REASON_NOT_VISIBLE: code_pb2.PERMISSION_DENIED,
    error_pb2.ERROR_REASON_CORRUPT_REPLAY: code_pb2.DATA_LOSS,
    error_pb2.ERROR_REASON_REFEREE_FAULT: code_pb2.INTERNAL,
    error_pb2.ERROR_REASON_BAD_ENTRY_KEY: code_pb2.UNAUTHENTICATED,
    error_pb2.ERROR_REASON_ENTRY_REFUSED: code_pb2.PERMISSION_DENIED,
    error_pb2.ERROR_REASON_REPLACED: code_pb2.ABORTED,
    error_pb2.ERROR_REASON_NOT_ATTENDED: code_pb2.UNAVAILABLE,
    error_pb2.ERROR_REASON_SILENT: code_pb2.DEADLINE_EXCEEDED,
    error_pb2.ERROR_REASON_NO_ROOM: code_pb2.FAILED_PRECONDITION,
    error_pb2.ERROR_REASON_ATTENDANCE_OVER: code_pb2.FAILED_PRECONDITION,
}


class CallError(RefereeError):
    """Error that ends a call because it can't be served.

    Args:
        reason: Reason code for programs; decides the status code.
        text: Explanation for people.
    """

    def __init__(self, reason: error_pb2.ErrorReason, text: str) -> None:
        super().__init__(text)
        self.reason = reason


async def abort(context: grpc.aio.ServicerContext[object, object], error: RefereeError) -> NoReturn:
    """End a call with the gRPC status of an error."""
    await end_with(context, status_of(error))


async def end_with(
    context: grpc.aio.ServicerContext[object, object], status: status_pb2.Status
) -> NoReturn:
    """End a call with a gRPC status, including its details."""
    wire = rpc_status.to_status(status)
    await context.abort(wire.code, wire.details, wire.trailing_metadata)
    raise AssertionError("abort returned")


def status_of(error: RefereeError) -> status_pb2.Status:
    """Return the gRPC status of an error, with an ErrorInfo and, for a field error, a BadRequest."""
    reason, text = reason_of(error), sendable(str(error))
    status = status_pb2.Status(code=_CODES.get(reason, code_pb2.INTERNAL), message=text)
    info = error_details_pb2.ErrorInfo(reason=_Reason.Name(reason), domain=DOMAIN)
    if isinstance(error, FieldError):
        field = sendable(error.field)
        info.metadata["field"] = field
        violation = error_details_pb2.BadRequest.FieldViolation(field=field, description=text)
        bad_request = any_pb2.Any()
        bad_request.Pack(error_details_pb2.BadRequest(field_violations=[violation]))
        status.details.append(bad_request)
    packed = any_pb2.Any()
    packed.Pack(info)
    status.details.insert(0, packed)
    return status


def sendable(text: str) -> str:
    """Return a text cut to `MAX_TEXT` characters, with characters replaced that UTF-8 can't encode."""
    return text[:MAX_TEXT].encode(errors="replace").decode()


def reason_label(reason: error_pb2.ErrorReason) -> str:
    """Return a reason as the value of a metric's label, such as `too_many_calls`."""
    return _Reason.Name(reason).removeprefix("ERROR_REASON_").lower()


def reason_of(error: RefereeError) -> error_pb2.ErrorReason:
    """Return the reason code of an error, for programs; REFEREE_FAULT if it has no other."""
    match error:
        case CallError():
            return error.reason
        case UnknownGameError():
            return error_pb2.ERROR_REASON_UNKNOWN_GAME
        case ConfigError():
            return error_pb2.ERROR_REASON_BAD_CONFIG
        case FieldError():
            return error_pb2.ERROR_REASON_BAD_FIELD
        case MalformedError():
            return error_pb2.ERROR_REASON_MALFORMED
        case ReplayError():
            return error_pb2.ERROR_REASON_CORRUPT_REPLAY
    return error_pb2.ERROR_REASON_REFEREE_FAULT
