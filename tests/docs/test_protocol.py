"""What docs/protocol.md shows in code and claims in tables holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest

from gamereferee.v1 import error_pb2
from tests.docs.markdown import ROOT, blocks

DOCUMENT = ROOT / "docs" / "protocol.md"
WORKED = {
    # The two hashes are from `openssl dgst -sha256` over the bytes that the document names.
    "commitment": bytes.fromhex("fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
    "server_seed": bytes(range(0x00, 0x20)),
    "salt": bytes(range(0x20, 0x40)),
    "nonces": [bytes(range(0xA0, 0xB0)), b""],
    "match_seed": 0x1740D9681B29EAFA,
}


@pytest.fixture
def reveal_holds() -> Callable[..., bool]:
    """The document's function, after the document's own example has been run."""
    code = "".join(block.text for block in blocks(DOCUMENT) if block.language == "python")
    names: dict[str, object] = {}
    exec(compile(code, str(DOCUMENT), "exec"), names)
    return cast("Callable[..., bool]", names["reveal_holds"])


def test_worked_reveal_holds(reveal_holds: Callable[..., bool]) -> None:
    """The function says yes to the values that were computed with another program."""
    assert reveal_holds(**WORKED) is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("commitment", bytes(32)),
        ("server_seed", bytes(32)),
        ("salt", bytes(32)),
        ("salt", bytes(range(0x20, 0x30))),
        ("nonces", [b"", bytes(range(0xA0, 0xB0))]),
        ("match_seed", 2008),
        ("fixed", True),
    ],
)
def test_other_values_do_not_hold(
    reveal_holds: Callable[..., bool], name: str, value: object
) -> None:
    """The function says no as soon as one value is another."""
    assert reveal_holds(**{**WORKED, name: value}) is False


def test_fixed_seed_is_the_server_seed(reveal_holds: Callable[..., bool]) -> None:
    """With a fixed seed, the server seed is the match seed in 8 bytes, big-endian.

    The hash is from `openssl dgst -sha256` over 00000000000007d8 and the salt 20 to 3f.
    """
    commitment = bytes.fromhex("943292fbe21d1463edc306a04922e1774769c77d3681ff2bc751a079ff3ce51c")
    fixed = {"salt": bytes(range(0x20, 0x40)), "nonces": [b"", b""], "fixed": True}
    seed = (2008).to_bytes(8, "big")
    assert reveal_holds(commitment=commitment, server_seed=seed, match_seed=2008, **fixed)
    assert not reveal_holds(commitment=commitment, server_seed=seed, match_seed=2009, **fixed)


def test_reasons_in_the_table_of_errors_exist() -> None:
    """Each reason that the document explains is one of the protocol's."""
    document = DOCUMENT.read_text(encoding="utf-8")
    section = document.partition("## Errors")[2].partition("\nThe stream")[0]
    explained = re.findall(r"^\| `([A-Z_]+)` \|", section, re.MULTILINE)
    known = error_pb2.ErrorReason.DESCRIPTOR.values_by_name
    assert len(explained) >= 10
    assert [reason for reason in explained if f"ERROR_REASON_{reason}" not in known] == []
