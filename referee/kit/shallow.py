"""Message classes in which lists of messages are parsed as lists of `bytes`.

Both have the same wire format. For 64 KiB of empty entries protobuf takes a millisecond to make
message objects, and a quarter of that to find their bytes. `reader` then parses only the entries
that the game can use.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor

__all__ = ["shallow_classes"]

_Field = descriptor_pb2.FieldDescriptorProto


def shallow_classes(file: FileDescriptor) -> dict[str, type[Any]]:
    """Return message classes for a file, by message name, in which lists of messages are lists of bytes.

    Maps stay maps. Messages of other files stay unchanged.
    """
    pool = descriptor_pool.DescriptorPool()
    for needed in file.dependencies:
        _add(pool, needed)
    proto = _proto(file)
    _make_shallow(proto.message_type)
    pool.AddSerializedFile(proto.SerializeToString())
    found = pool.FindFileByName(proto.name).message_types_by_name
    return {name: message_factory.GetMessageClass(each) for name, each in found.items()}


def _add(pool: descriptor_pool.DescriptorPool, file: FileDescriptor) -> None:
    for needed in file.dependencies:
        _add(pool, needed)
    pool.AddSerializedFile(_proto(file).SerializeToString())


def _proto(file: FileDescriptor) -> descriptor_pb2.FileDescriptorProto:
    proto = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(proto)
    return proto


def _make_shallow(messages: Iterable[descriptor_pb2.DescriptorProto]) -> None:
    for message in messages:
        _make_shallow(message.nested_type)
        maps = {inner.name for inner in message.nested_type if inner.options.map_entry}
        for field in message.field:
            is_list = field.label == _Field.LABEL_REPEATED
            is_map = field.type_name.rpartition(".")[2] in maps
            if is_list and field.type == _Field.TYPE_MESSAGE and not is_map:
                field.type = _Field.TYPE_BYTES
                field.ClearField("type_name")
