"""Asks an endpoint that speaks the chat-completions API, and makes one `Reply` of whatever it sends.

Nothing here raises for what an endpoint does wrong: a failure is a reply that says so, since it must
be recorded like any other. Requests are sent once; whether one is sent again is for `rethink` to say.
"""

from __future__ import annotations

import dataclasses
import email.utils
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.core.clock import SystemClock
from referee.core.errors import FieldError, RefereeError
from referee.core.plain import Plain
from referee.core.text import printable
from referee.games.rethink import Finish, Reply
from referee.llm.prompts import Messages

if TYPE_CHECKING:
    import httpx

__all__ = ["Endpoint", "Settings", "completions_url", "http_client"]

LONGEST_REPLY = 4 << 20
"""Highest number of characters of a reply; the rest is not read."""
LONGEST_BODY = 16 << 20
"""Highest number of bytes that are read of one response."""
CONNECT_S = 15.0
"""Seconds that a connection may take."""

_TRANSIENT = {408, 409, 425, 429}
"""Statuses below 500 after which the same request may succeed later."""
_FINISHES = {
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.REFUSED,
    "refusal": Finish.REFUSED,
}
_OWN = {"messages", "model", "stream", "stream_options"}
"""Parameters that no setting may replace."""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """Where and how a model is reached."""

    base_url: str
    """Address of the API, to which `/chat/completions` is added."""
    model: str
    """Name of the model."""
    parameters: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    """Further parameters of each request, such as `temperature`."""
    key: str = dataclasses.field(default="", repr=False)
    """Secret sent as a bearer token; empty for none. It is in no record and no log."""
    socket: Path | None = None
    """Unix socket through which the endpoint is reached; None for the network."""
    streams: bool = True
    """Whether replies are streamed, so that an endpoint that hangs is noticed."""
    idle_s: float = 60.0
    """Seconds without a byte after which a request has failed."""
    tokens_name: str = "max_tokens"
    """Name of the parameter for the greatest length of a reply."""

    def __post_init__(self) -> None:
        completions_url(self.base_url)
        if not self.model:
            raise FieldError("model", "the name of a model", "nothing")
        own = sorted(_OWN & self.parameters.keys())
        if own:
            raise FieldError("parameter", f"none of {', '.join(sorted(_OWN))}", own[0])
        if not 1 <= self.idle_s <= 3600:
            raise FieldError("idle", "from 1 to 3600 seconds", self.idle_s)


class Endpoint:
    """A connection to a model; any number of seats may share it.

    Args:
        settings: Where and how the model is reached.

    Raises:
        RefereeError: The package httpx is missing.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        """Where and how the model is reached."""
        self._client = http_client(settings.key, settings.idle_s, settings.socket)
        self._url = completions_url(settings.base_url)

    async def ask(self, messages: Messages, max_tokens: int = 0) -> Reply:
        """Send one request, and return the reply, which may be a failure.

        Args:
            messages: Messages of the request.
            max_tokens: Greatest length of the reply in tokens; 0 leaves it to the endpoint.
        """
        import httpx

        body = self._body(messages, max_tokens)
        try:
            async with self._client.stream("POST", self._url, json=body) as response:
                if response.status_code != 200:
                    return await _refusal(response)
                kind = response.headers.get("content-type", "")
                if kind.startswith("text/event-stream"):
                    return await _streamed(response)
                return _whole(await _read(response))
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            text = printable(str(error))[:300] or type(error).__name__
            return _failed(f"{type(error).__name__}: {text}")

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    def _body(self, messages: Messages, max_tokens: int) -> dict[str, Any]:
        settings = self.settings
        body: dict[str, Any] = {**settings.parameters, "model": settings.model}
        body["messages"] = messages
        if max_tokens:
            body[settings.tokens_name] = max_tokens
        if settings.streams:
            # Without the option, no provider counts tokens of a stream.
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body


def completions_url(base_url: str) -> str:
    """Return where requests are sent.

    Raises:
        FieldError: `base_url` is no address of HTTP.
    """
    if not base_url.startswith(("http://", "https://")):
        raise FieldError("base_url", "an address with http:// or https://", base_url)
    return f"{base_url.rstrip('/')}/chat/completions"


def http_client(key: str, idle_s: float, socket: Path | None = None) -> httpx.AsyncClient:
    """Return a client that sends a key as a bearer token.

    Args:
        key: The key; empty for none.
        idle_s: Seconds without a byte after which a request has failed.
        socket: Unix socket through which everything goes; None for the network.

    Raises:
        RefereeError: The package httpx is missing.
    """
    try:
        import httpx
    except ModuleNotFoundError:
        raise RefereeError("a language model needs httpx: pip install 'gamereferee[llm]'") from None
    return httpx.AsyncClient(
        transport=None if socket is None else httpx.AsyncHTTPTransport(uds=str(socket)),
        headers={"authorization": f"Bearer {key}"} if key else {},
        timeout=httpx.Timeout(idle_s, connect=CONNECT_S, pool=None),
        # Proxies of the environment apply, except to a socket.
        trust_env=socket is None,
    )


@dataclasses.dataclass(slots=True)
class _Growing:
    """A reply of which parts have come."""

    parts: list[str] = dataclasses.field(default_factory=list)
    size: int = 0
    reasoning: int = 0
    finish: str = ""
    is_refused: bool = False
    usage: Mapping[str, Any] | None = None

    def add(self, chunk: object, member: str) -> None:
        """Add a chunk of a stream, or a whole completion; `member` names where its message is."""
        if not isinstance(chunk, Mapping):
            return
        usage = chunk.get("usage")
        if isinstance(usage, Mapping):
            self.usage = usage
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            return
        message = choice.get(member)
        if isinstance(message, Mapping):
            self._add_message(message)
        finish = choice.get("finish_reason")
        self.finish = finish if isinstance(finish, str) else self.finish

    def _add_message(self, message: Mapping[str, Any]) -> None:
        text = _text(message.get("content"))
        if self.size < LONGEST_REPLY:
            self.parts.append(text[: LONGEST_REPLY - self.size])
        self.size += len(text)
        # Providers have two names for it. It is counted, and never taken for an answer.
        self.reasoning += len(
            _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
        )
        self.is_refused |= bool(message.get("refusal"))

    def reply(self) -> Reply:
        """Return the reply of all parts."""
        finish = _FINISHES.get(self.finish, Finish.STOP)
        if self.is_refused:
            finish = Finish.REFUSED
        if self.size > LONGEST_REPLY:
            finish = Finish.LENGTH
        # JSON may hold halves of surrogate pairs, which no file can.
        text = "".join(self.parts).encode("utf-8", "replace").decode()
        return Reply(text, finish, reasoning=self.reasoning, usage=self.usage)


def _text(content: object) -> str:
    """Return the text of a message's content, which is a text or a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = (part.get("text") for part in content if isinstance(part, Mapping))
    return "".join(text for text in texts if isinstance(text, str))


async def _streamed(response: httpx.Response) -> Reply:
    growing, size = _Growing(), 0
    async for line in response.aiter_lines():
        size += len(line)
        if size > LONGEST_BODY:
            return _failed(f"the stream has more than {LONGEST_BODY} characters")
        name, _, value = line.partition(":")
        if name != "data":
            continue  # comments keep a connection alive
        data = value.strip()
        if data == "[DONE]":
            return growing.reply()
        chunk = _parsed(data)
        if isinstance(chunk, Mapping) and chunk.get("error"):
            return _failed(f"the endpoint says: {_words(chunk)}")
        growing.add(chunk, "delta")
    if growing.finish:
        return growing.reply()
    return _failed("the stream ended in the midst of a reply")


def _whole(body: bytes) -> Reply:
    completion = _parsed(body.decode(errors="replace"))
    if not isinstance(completion, Mapping) or not completion.get("choices"):
        return _failed(f"the response is no completion: {_words(completion)}")
    growing = _Growing()
    growing.add(completion, "message")
    return growing.reply()


async def _refusal(response: httpx.Response) -> Reply:
    """Return a failure for a response whose status is not 200."""
    status = response.status_code
    words = _words(_parsed((await _read(response)).decode(errors="replace")))
    return Reply(
        "",
        Finish.FAILED,
        problem=f"status {status}: {words}",
        is_lasting=status < 500 and status not in _TRANSIENT,
        wait_s=_wait_s(response.headers.get("retry-after", "")),
    )


async def _read(response: httpx.Response) -> bytes:
    body = b""
    async for part in response.aiter_bytes():
        body += part
        if len(body) > LONGEST_BODY:
            raise ValueError(f"the response has more than {LONGEST_BODY} bytes")
    return body


def _parsed(text: str) -> Any:
    """Return JSON as plain data, and text that is none as it is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _words(value: Any) -> str:
    """Return what an endpoint says of a failure, in one line of at most 300 characters."""
    if isinstance(value, Mapping):
        error = value.get("error", value)
        value = error.get("message", error) if isinstance(error, Mapping) else error
    return printable(str(value))[:300]


def _wait_s(header: str) -> float | None:
    """Return the seconds that a `Retry-After` header asks for; None if it has none that can be read."""
    try:
        return max(0.0, float(int(header)))
    except ValueError:
        pass
    try:
        when = email.utils.parsedate_to_datetime(header)
        return max(0.0, when.timestamp() - SystemClock().wall_ns() / 1e9)
    except (ValueError, TypeError, OverflowError):
        return None


def _failed(problem: str) -> Reply:
    return Reply("", Finish.FAILED, problem=problem)
