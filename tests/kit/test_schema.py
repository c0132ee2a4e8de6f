"""Messages from records: their text compiles to what is made at run time, and values survive."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from google.protobuf import descriptor_pb2
from pydantic import Field

from referee.core.errors import MalformedError
from referee.kit.game import SimpleCodec
from referee.kit.records import Record
from referee.kit.schema import Schema
from tests.kit.guess import Config, Guess, Pass, Side, Try

CODEC = SimpleCodec(Guess())
SCHEMA = CODEC.schema


def test_the_text() -> None:
    """Each message, field and number with its meaning and bounds."""
    text = SCHEMA.proto()
    assert text.startswith('syntax = "proto3";\n\npackage guess.v1;\n')
    assert (
        "// What a seat decides: one of these.\nmessage Action {\n  // Which.\n  oneof kind {\n"
        "    // Guess.\n    Try try = 1;\n    // Do nothing.\n    Pass pass = 2;\n  }\n}\n" in text
    )
    assert (
        "message Try {\n  // The guess. From 1 to 100.\n  optional uint32 number = 1;\n"
        "  // Where the seat thinks the number lies.\n  optional Side side = 2;\n}\n" in text
    )
    assert (
        "enum Side {\n  // Never sent.\n  SIDE_UNSPECIFIED = 0;\n  // Below the half.\n"
        "  SIDE_BELOW = 1;\n" in text
    )
    assert (
        "  // Its number for the others; 0 once it is guessed. From 0 to 100.\n  uint32 own" in text
    )


def test_the_messages_are_those_of_the_text() -> None:
    """Field by field: name, number, type, label and presence, read from the text by its grammar."""
    file = descriptor_pb2.FileDescriptorProto()
    SCHEMA.message_class("Action").DESCRIPTOR.file.CopyToProto(file)
    made = set()
    types = {13: "uint32", 9: "string", 8: "bool"}
    for message in file.message_type:
        for field in message.field:
            kind = types.get(field.type) or field.type_name.rpartition(".")[2]
            label = "repeated " if field.label == field.LABEL_REPEATED else ""
            label = "optional " if field.proto3_optional else label
            made.add(f"{label}{kind} {field.name} = {field.number};")
    lines = {line.strip() for line in SCHEMA.proto().splitlines()}
    told = {line for line in lines if line.endswith(";") and line[0] not in "sp/SI"}
    told |= {line for line in lines if line.startswith("string ")}
    assert {line for line in told if not line.startswith("SIDE_")} == made


@pytest.mark.parametrize(
    "action", [Pass(), Try(number=1), Try(number=100, side=Side.ABOVE)], ids=repr
)
def test_actions_survive(action: Record) -> None:
    """Of each kind, with all and with few fields."""
    assert CODEC.decode_action(CODEC.encode_action(action)) == action


def test_bytes_of_an_action() -> None:
    """As the encoding guide of protobuf says."""
    assert CODEC.encode_action(Try(number=5, side=Side.BELOW)) == b"\x0a\x04\x08\x05\x10\x01"
    assert CODEC.encode_action(Pass()) == b"\x12\x00"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x0a\x00",  # no number
        b"\x0a\x02\x08\x00",  # number 0
        b"\x0a\x02\x08\x65",  # number 101
        b"\x0a\x04\x08\x05\x10\x03",  # a side that there is not
        b"\x0a\x04\x08\x05\x10\x00",
        b"\x1a\x00",  # a kind that there is not
    ],
)
def test_what_is_no_action_is_refused_in_play(data: bytes) -> None:
    """It is read, is told as bad form, and counts as such after another trip over the wire."""
    game = Guess()
    for again in (False, True):
        action = CODEC.decode_action(data)
        if again:
            action = CODEC.decode_action(CODEC.encode_action(action))
        state, _ = game.start(Config(), seed=1, num_seats=2)
        (event,) = game.step(state, {0: action, 1: None})
        assert (game.refusal(event), event.audience) == ("BAD_FORM", (0,))


def test_what_is_no_message_is_malformed() -> None:
    """The message is named."""
    with pytest.raises(MalformedError, match=r"no guess\.v1\.Action"):
        CODEC.decode_action(b"\xff")
    with pytest.raises(MalformedError, match=r"no guess\.v1\.Config"):
        CODEC.decode_config(b"\xff")


def test_a_config_tells_what_is_set() -> None:
    """What is not has its default."""
    assert CODEC.decode_config(b"") == {}
    assert CODEC.decode_config(CODEC.encode_config(Config(most=9))) == {"most": 9}


def _schema(game: str, observation: Any, events: Any = (Pass,)) -> Schema:
    return Schema(game, config=Config, actions=(Pass,), observation=observation, events=events)


def test_whole_numbers_have_the_type_their_bounds_need() -> None:
    """32 bits or 64, with a sign or without."""

    class Wide(Record):
        """Of all widths."""

        a: Annotated[int, Field(ge=0, le=2**32 - 1)]
        """A."""
        b: Annotated[int, Field(ge=0, le=2**32)]
        """B."""
        c: Annotated[int, Field(ge=-1, le=2**31 - 1)]
        """C."""
        d: Annotated[int, Field(ge=-1, le=2**31)]
        """D."""
        e: Annotated[int, Field(ge=-(2**31) - 1, le=0)]
        """E."""

    schema = _schema("wide", Wide)
    text = schema.proto()
    for told in ("uint32 a = 1", "uint64 b = 2", "sint32 c = 3", "sint64 d = 4", "sint64 e = 5"):
        assert f"  {told};" in text
    most = Wide(a=2**32 - 1, b=2**32, c=2**31 - 1, d=2**31, e=-(2**31) - 1)
    message = schema.message_class("Observation").FromString(schema.encode(most))
    assert [getattr(message, name) for name in "abcde"] == list(most.model_dump().values())


def test_two_records_of_one_name_are_refused() -> None:
    """They would be one message."""

    class Twin(Record):
        """One."""

        a: bool
        """A."""

    def other() -> type[Record]:
        class Twin(Record):
            """The other."""

            b: bool
            """B."""

        return Twin

    with pytest.raises(TypeError, match="two records are called Twin"):
        _schema("twins", Pass, (Twin, other()))


def test_nothing_is_no_action() -> None:
    """A game whose only action has no field that must be set is refused when it is loaded."""

    class Idle(Guess):
        """One that only passes."""

        info = Guess.info.__class__("idle", "Idle", 1, "Pass.", 2, 4, 2)
        actions = (Pass,)  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Pass must have a field that can't be left out"):
        SimpleCodec(Idle())
