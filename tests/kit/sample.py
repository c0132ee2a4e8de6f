"""A message with a field of every kind, to compare what is written with the protobuf library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from hypothesis import example, given
from hypothesis import strategies as st

__all__ = ["INT32", "INT64", "SAMPLE", "any_int64"]

INT32 = st.integers(-(2**31), 2**31 - 1)
INT64 = st.integers(-(2**63), 2**63 - 1)


def _sample_class() -> Any:
    """A message class with a field of every kind that is written, and one with a number of two bytes."""
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="sample.proto", package="x", syntax="proto3")
    sample = file.message_type.add(name="Sample")
    sample.field.add(name="number", number=1, type=field.TYPE_INT64, label=field.LABEL_OPTIONAL)
    sample.field.add(name="perhaps", number=2, type=field.TYPE_INT64, label=field.LABEL_OPTIONAL,
                     proto3_optional=True, oneof_index=0)  # fmt: skip
    sample.oneof_decl.add(name="_perhaps")
    sample.field.add(name="list", number=3, type=field.TYPE_INT32, label=field.LABEL_REPEATED)
    sample.field.add(name="inner", number=4, type=field.TYPE_MESSAGE, type_name=".x.Sample",
                     label=field.LABEL_REPEATED)  # fmt: skip
    sample.field.add(name="far", number=2000, type=field.TYPE_BOOL, label=field.LABEL_OPTIONAL)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("x.Sample"))


SAMPLE = _sample_class()


def any_int64(test: Callable[[int], None]) -> Callable[[], None]:
    """Run a test with integers of any size and sign, those at the bounds of varints' lengths among them."""
    for value in (0, 127, 128, 2**63 - 1, -1, -(2**63)):
        test = example(value)(test)
    return given(INT64)(test)
