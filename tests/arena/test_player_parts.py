"""What the page of a match is made of does what its twins in Python and published tables say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core.plain import Plain
from referee_arena.scenes.delta import change
from tests.arena.canned import made_up
from tests.arena.page_server import PageServer
from tests.helpers.patience import HANG_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

# Ids are texts and no numbers, which a browser would put in order.
_KEYS = st.sampled_from(["a", "b", "c", "u17", "tëxt", "__proto__", "constructor", "length"])
_PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=20,
)
_OBJECTS = st.dictionaries(_KEYS, _PLAIN, max_size=6)


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """Return a page that can load the arena's modules."""
    with PageServer({"public": made_up(3)}) as server:
        page = browser.new_page()
        page.set_default_timeout(1000 * HANG_S / 2)
        page.goto(server.address)
        yield page
        page.close()


@settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(pairs=st.lists(st.tuples(_OBJECTS, _OBJECTS), min_size=10, max_size=30))
def test_the_browser_applies_changes_as_python_tells_them(
    modules: Page, pairs: list[tuple[Plain, Plain]]
) -> None:
    """A change turns the old value into the new one, with its keys in order."""
    told = modules.evaluate(
        """async (pairs) => {
          const { applied } = await import("/static/delta.js");
          return JSON.parse(pairs).map(([old, change]) => JSON.stringify(applied(old, change)));
        }""",
        json.dumps([(old, change(old, new)) for old, new in pairs]),
    )
    assert [json.dumps(new) for _, new in pairs] == [json.dumps(json.loads(text)) for text in told]


def test_a_change_leaves_the_old_value_as_it_was(modules: Page) -> None:
    """Frames before are still there to be looked at, and share what did not change."""
    told = modules.evaluate(
        """async () => {
          const { applied } = await import("/static/delta.js");
          const old = { kept: { a: 1 }, list: [1, 2, 3], gone: 1 };
          const fresh = applied(old, { list: { 1: [9] }, gone: 0 });
          return [JSON.stringify(old), JSON.stringify(fresh), fresh.kept === old.kept];
        }"""
    )
    assert told == [
        '{"kept":{"a":1},"list":[1,2,3],"gone":1}',
        '{"kept":{"a":1},"list":[1,9,3]}',
        True,
    ]


@pytest.mark.parametrize(
    ("message", "repeated", "digest"),
    [
        # FIPS 180-4 and its examples with intermediate values; the million a's are of FIPS 180-2, B.3.
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ],
    ids=["one block", "empty", "two blocks", "million"],
)
def test_sha_256_gives_the_published_digests(
    modules: Page, message: str, repeated: int, digest: str
) -> None:
    """Digests are those of the standard."""
    assert digest == modules.evaluate(
        """async ([message, repeated]) => {
          const { sha256, toHex } = await import("/static/sha256.js");
          return toHex(sha256(new TextEncoder().encode(message.repeat(repeated))));
        }""",
        [message, repeated],
    )


def test_sha_256_agrees_for_all_lengths_around_a_block(modules: Page) -> None:
    """Padding is right wherever a message ends."""
    digests = modules.evaluate(
        """async () => {
          const { sha256, toHex } = await import("/static/sha256.js");
          return Array.from({ length: 140 }, (_, length) => toHex(sha256(new Uint8Array(length).fill(7))));
        }"""
    )
    assert [hashlib.sha256(b"\x07" * length).hexdigest() for length in range(140)] == digests


@pytest.mark.parametrize(
    ("key", "message", "digest"),
    [
        # RFC 4231, section 4.
        (
            "0b" * 20,
            b"Hi There".hex(),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            b"Jefe".hex(),
            b"what do ya want for nothing?".hex(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            "aa" * 20,
            "dd" * 50,
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        ),
        (
            bytes(range(1, 26)).hex(),
            "cd" * 50,
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        ),
        (
            "aa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ],
    ids=["case 1", "case 2", "case 3", "case 4", "case 6"],
)
def test_hmac_gives_the_published_codes(modules: Page, key: str, message: str, digest: str) -> None:
    """Codes are those of the standard."""
    assert digest == modules.evaluate(
        """async ([key, message]) => {
          const { fromHex, hmacSha256, toHex } = await import("/static/sha256.js");
          return toHex(hmacSha256(fromHex(key), fromHex(message)));
        }""",
        [key, message],
    )


# The example of docs/protocol.md, "Fair dice".
_PROOF: dict[str, Plain] = {
    "commitment": "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108",
    "server_seed": bytes(range(0x00, 0x20)).hex(),
    "salt": bytes(range(0x20, 0x40)).hex(),
    "nonces": [bytes(range(0xA0, 0xB0)).hex(), ""],
    "nonce_commitments": [hashlib.sha256(bytes(range(0xA0, 0xB0))).hexdigest(), ""],
    "match_seed": str(0x1740D9681B29EAFA),
}
_FIXED: dict[str, Plain] = {
    "commitment": hashlib.sha256((2008).to_bytes(8, "big") + bytes(32)).hexdigest(),
    "server_seed": (2008).to_bytes(8, "big").hex(),
    "salt": "00" * 32,
    "nonces": [],
    "match_seed": "2008",
    "fixed": True,
}


@pytest.mark.parametrize(
    ("proof", "wrong"),
    [
        (_PROOF, []),
        (_FIXED, []),
        (_PROOF | {"server_seed": "ff" * 32}, ["published", "begins with"]),
        (_PROOF | {"server_seed": "00", "salt": "11" * 63}, ["32", "published", "begins with"]),
        (_PROOF | {"nonces": ["ab" * 16, ""]}, ["ada", "begins with"]),
        (_PROOF | {"nonces": [bytes(range(0xA0, 0xB0)).hex(), "ab" * 16]}, ["begins with"]),
        (_PROOF | {"nonces": ["ab", ""]}, ["ada", "16 bytes", "begins with"]),
        (_PROOF | {"nonces": []}, ["16 bytes", "begins with"]),
        (_PROOF | {"match_seed": "1"}, ["begins with"]),
        (_PROOF | {"nonce_commitments": ["00" * 32, ""]}, ["ada"]),
        (_FIXED | {"match_seed": "2009"}, ["fixed"]),
    ],
    ids=[
        "right",
        "fixed",
        "another seed",
        "the boundary moved",
        "another nonce",
        "a nonce invented",
        "a short nonce",
        "no nonces",
        "another match seed",
        "another promise",
        "another fixed seed",
    ],
)
def test_the_proof_tells_what_does_not_fit(
    modules: Page, proof: dict[str, Plain], wrong: list[str]
) -> None:
    """Steps that do not hold are found, and no others."""
    steps = modules.evaluate(
        """async (proof) => {
          const { proofSteps } = await import("/static/proof.js");
          return proofSteps(proof, ["ada", "bob"]);
        }""",
        proof,
    )
    failed = [step["says"] for step in steps if not step["holds"]]
    assert len(wrong) == len(failed), failed
    assert all(word in says for word, says in zip(wrong, failed, strict=True)), failed


def test_events_are_read_wherever_the_network_cuts_them(modules: Page) -> None:
    """A stream gives the same events in one piece, by characters, and with any ends of lines."""
    text = ': alive\n\nid: 1\ndata: {"n":1}\n\nevent: skip\ndata: {\ndata: "n":7}\n\ndata: {}\nevent: over\n\ndata: half'
    told = modules.evaluate(
        """async (text) => {
          const { EventParser } = await import("/static/stream.js");
          const read = (pieces) => {
            const parser = new EventParser();
            return JSON.stringify(pieces.flatMap((piece) => parser.feed(piece)));
          };
          const dos = text.replaceAll("\\n", "\\r\\n");
          return [read([text]), read([...text]), read([dos]), read([...dos]), read([text.replaceAll("\\n", "\\r")])];
        }""",
        text,
    )
    expected = [
        {"type": "message", "data": '{"n":1}'},
        {"type": "skip", "data": '{\n"n":7}'},
        {"type": "over", "data": "{}"},
    ]
    assert [expected] * 5 == [json.loads(each) for each in told]
