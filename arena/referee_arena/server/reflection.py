"""Loads message types of games that are not installed here, from the referee's gRPC reflection service.

With their descriptors the generic view can show fields by their names; without them, messages of such a game can't be
read.
"""

from __future__ import annotations

import contextlib

import grpc
import grpc.aio
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

__all__ = ["learn_messages"]

ANSWER_S = 10.0
"""Seconds after which the call to the reflection service is given up."""


async def learn_messages(channel: grpc.aio.Channel, message: str) -> bool:
    """Load a message type, with all types of its `.proto` file, into this process; return whether it is known now.

    Args:
        channel: Channel to the referee.
        message: Full name of a message type, such as that of a game's config.
    """
    pool = descriptor_pool.Default()
    if _knows(pool, message):
        return True
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    request = reflection_pb2.ServerReflectionRequest(file_containing_symbol=message)
    files: list[descriptor_pb2.FileDescriptorProto] = []
    try:
        call = stub.ServerReflectionInfo(iter([request]), timeout=ANSWER_S)
        async for response in call:
            sent = response.file_descriptor_response.file_descriptor_proto
            files += [descriptor_pb2.FileDescriptorProto.FromString(data) for data in sent]
    except (grpc.aio.AioRpcError, DecodeError):
        return False
    known: set[str] = set()
    while files:  # a file can only be added after the files that it imports
        ready = [file for file in files if not _missing(pool, file, known)]
        if not ready:
            break
        for file in ready:
            with contextlib.suppress(TypeError):  # another of that name is known already
                pool.Add(file)
            known.add(file.name)
        files = [file for file in files if file.name not in known]
    return _knows(pool, message)


def _knows(pool: descriptor_pool.DescriptorPool, message: str) -> bool:
    try:
        pool.FindMessageTypeByName(message)
    except KeyError:
        return False
    return True


def _missing(
    pool: descriptor_pool.DescriptorPool,
    file: descriptor_pb2.FileDescriptorProto,
    known: set[str],
) -> list[str]:
    def is_known(name: str) -> bool:
        if name in known:
            return True
        try:
            pool.FindFileByName(name)
        except KeyError:
            return False
        return True

    return [name for name in file.dependency if not is_known(name)]
