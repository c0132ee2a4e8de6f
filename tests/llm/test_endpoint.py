"""What an endpoint may send: replies in every form, failures of every kind, and never an exception."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from referee.core.errors import FieldError
from referee.games.rethink import Finish, Reply
from referee.llm.endpoint import Endpoint, Settings
from tests.llm.endpoints import (
    USAGE,
    Script,
    Send,
    answering,
    breaks,
    serving,
    stalls,
    status,
    stream,
    whole,
)

ASKED = [{"role": "user", "content": "Say OK."}]
KEY = "sk-never-shown"


def settings(script: Script, **changes: Any) -> Settings:
    """Return settings that reach a script."""
    return dataclasses.replace(Settings(script.url, "scripted", key=KEY), **changes)


def asked(script: Script, *, max_tokens: int = 0, **changes: Any) -> Reply:
    """Send one request to a script, and return the reply."""
    with serving(script):
        return asyncio.run(ask(settings(script, **changes), max_tokens))


async def ask(there: Settings, max_tokens: int = 0) -> Reply:
    """Send one request, and return the reply."""
    endpoint = Endpoint(there)
    try:
        return await endpoint.ask(ASKED, max_tokens)
    finally:
        await endpoint.close()


OK = Reply("OK, and a few words more", usage=USAGE)

REPLIES: dict[str, tuple[Send, Reply]] = {
    "a stream": (stream(OK.text), OK),
    "a stream without a last line": (stream(OK.text, done=False), OK),
    "a stream without a finish reason": (stream(OK.text, finish=None), OK),
    "a stream without usage": (stream(OK.text, usage=None), dataclasses.replace(OK, usage=None)),
    "content in parts": (stream(OK.text, parts=True), OK),
    "reasoning apart": (
        stream(OK.text, reasoning="hmm"),
        dataclasses.replace(OK, reasoning=3),
    ),
    "reasoning alone": (
        stream("", reasoning='{"dice": [0, 1]}'),
        Reply("", reasoning=16, usage=USAGE),
    ),
    "a reply that is cut": (
        stream("OK", finish="length"),
        Reply("OK", Finish.LENGTH, usage=USAGE),
    ),
    "a filter": (
        stream("", finish="content_filter"),
        Reply("", Finish.REFUSED, usage=USAGE),
    ),
    "no stream": (whole(OK.text), OK),
    "no content": (whole("", refusal="I would rather not"), Reply("", Finish.REFUSED, usage=USAGE)),
    "half of a surrogate pair": (whole("\ud83c!"), Reply("?!", usage=USAGE)),
}
"""What is sent, and the reply that it is."""

FAILURES: dict[str, tuple[Send, bool, float | None, str]] = {
    "too many requests": (status(429, "slow down", retry_after="7"), False, 7.0, "status 429"),
    "a time that can't be read": (status(429, retry_after="soon"), False, None, "status 429"),
    "a time that is over": (
        status(503, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"),
        False,
        0.0,
        "status 503",
    ),
    "a fault of the endpoint": (status(500, "oops\x1b[31m"), False, None, "oops"),
    "a wrong key": (status(401, "wrong key"), True, None, "status 401: wrong key"),
    "an unknown model": (status(404, "no such model"), True, None, "no such model"),
    "a broken stream": (breaks(), False, None, "Error"),
    "a page of a proxy": (
        lambda handler: handler.answer(200, "text/html", b"<html>hello</html>"),
        False,
        None,
        "no completion: <html>",
    ),
    "an error in a stream": (
        lambda handler: handler.lines(['data: {"error": {"message": "overloaded"}}']),
        False,
        None,
        "overloaded",
    ),
    "rubbish in a stream": (
        lambda handler: handler.lines(["data: {{{", "data: 7", 'data: {"choices": 3}', "x"]),
        False,
        None,
        "midst of a reply",
    ),
}
"""What is sent, whether it would be sent again, after how many seconds to ask again, and words of the problem."""


@pytest.mark.parametrize("case", REPLIES)
def test_a_reply_is_read_in_every_form(case: str) -> None:
    """Reasoning is counted, and never part of the text."""
    send, expected = REPLIES[case]
    assert asked(answering(send)) == expected


@pytest.mark.parametrize("case", FAILURES)
def test_a_failure_is_a_reply_that_says_so(case: str) -> None:
    """The problem is printable, and has no key in it."""
    send, is_lasting, wait_s, words = FAILURES[case]
    reply = asked(answering(send))
    assert (reply.finish, reply.text) == (Finish.FAILED, "")
    assert (reply.is_lasting, reply.wait_s) == (is_lasting, wait_s)
    assert words in reply.problem
    assert reply.problem.isprintable()
    assert KEY not in repr(reply)


def test_an_endpoint_that_hangs_in_a_stream_has_failed() -> None:
    """The idle limit ends it."""
    reply = asked(answering(stalls()), idle_s=1.0)
    assert reply.finish is Finish.FAILED
    assert "ReadTimeout" in reply.problem


def test_an_endpoint_that_is_not_there_has_failed() -> None:
    """It may be there again later."""
    with serving(answering(status(500))) as script:
        gone = settings(script)
    reply = asyncio.run(ask(gone))
    assert (reply.finish, reply.is_lasting) == (Finish.FAILED, False)
    assert "ConnectError" in reply.problem


def test_a_request_has_what_the_settings_say() -> None:
    """Model, parameters, greatest length and key."""
    script = answering(stream("OK"))
    asked(
        script, max_tokens=77, parameters={"temperature": 0.5}, tokens_name="max_completion_tokens"
    )
    assert script.requests == [
        {
            "model": "scripted",
            "messages": ASKED,
            "temperature": 0.5,
            "max_completion_tokens": 77,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
    ]
    headers = {name.lower(): value for name, value in script.headers[0].items()}
    assert headers["authorization"] == f"Bearer {KEY}"


def test_without_a_key_no_header_is_sent() -> None:
    """Local endpoints need none."""
    script = answering(whole("OK"))
    asked(script, key="", streams=False)
    assert "authorization" not in {name.lower() for name in script.headers[0]}
    assert script.requests == [{"model": "scripted", "messages": ASKED}]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"base_url": "localhost:8000"}, "base_url must be an address with http:// or https://"),
        ({"model": ""}, "model must be the name of a model"),
        ({"parameters": {"stream": False}}, "parameter must be none of messages, model, stream"),
        ({"idle_s": 0.0}, "idle must be from 1 to 3600 seconds, not 0.0"),
    ],
)
def test_settings_out_of_bounds_name_their_field(changes: dict[str, Any], message: str) -> None:
    """The bound is in the error."""
    with pytest.raises(FieldError) as raised:
        dataclasses.replace(Settings("http://localhost/v1", "m"), **changes)
    assert message in str(raised.value)


def test_settings_never_show_the_key(tmp_path: Path) -> None:
    """Not in logs, and not in errors."""
    assert KEY not in repr(Settings("http://localhost/v1", "m", key=KEY, socket=tmp_path / "s"))
