"""Requests of every kind, made from an application's own routes: what fits, what nearly fits, and what does not."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote, urlencode

from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route

__all__ = [
    *("ENTRY_KEY", "ODD_HOSTS", "ODD_JSON", "ODD_TEXTS", "Answer", "Request", "ask", "fitting"),
    *("odd_requests", "requests_of", "routes_of"),
]

ENTRY_KEY = "gr_" + "a" * 52
"""Key of an entry of a season, which every request presents."""

_KEYED = {"authorization": f"Bearer {ENTRY_KEY}", "request-id": "0" * 32}

ODD_TEXTS: Sequence[str] = (
    *("", " ", "0", "1", "-1", "+1", "007", "1e3", "1.5", "0x10", "²", "٣", "१", "½", "1_000"),
    *("9" * 15, "9" * 400, "9" * 5000, "-" + "9" * 5000, "nan", "null", "true"),
    *("seat-", "seat--1", "seat-00", "seat-²", "seat-" + "9" * 5000, "nobody", "ALL", "public "),
    *("..", ".", "...", "..\\..", "%2e%2e", "a/b", "../../etc/passwd", "C:", "file:///etc/passwd"),
    *("\0", "\n", "\r\nx: y", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffd", "é", "e\u0301", "💀"),
    *("<b>", "'\"`", "{}", "{{7*7}}", "%s%n", "$(id)", "a" * 10_000, "ª" * 3000),
    *("x.0.y", "x.².y", "x.99999999999.y", ".0.", "a.b.c.d"),
)
"""Texts at which programs have stumbled."""

ODD_JSON: Sequence[str] = (
    *('"\\ud800"', '"a\\udfffb"', '"\\u0000"', "NaN", "-Infinity", "1e999", "-0", "1e-999"),
    *("9" * 5000, "9" * 400, "1.0", "true", "null", "[]", "{}", "[" * 70 + "]" * 70),
    *("[" * 100_000, '{"a":' * 60 + "1" + "}" * 60, "", "{", "\\", "\x00", '"\ud800"'),
)
"""Values of JSON at which programs have stumbled, some of which are no JSON."""

_BYTES = (*(text.encode() for text in ODD_TEXTS), b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xb2")

ODD_HOSTS: Sequence[str] = (
    *("", "[", "[::1", "127.0.0.1:²", "127.0.0.1:99999999", "\xff", "a@127.0.0.1", "localhost"),
)
"""Hosts that no browser asks for, except the last."""

_HEADERS: Mapping[str, Sequence[str]] = {
    "range": (
        *("bytes=0-0", "bytes=5-", "bytes=-5", "bytes=9-3", "bytes=", "bytes=a-b", "bytes=²-³"),
        *("bytes=" + "9" * 5000 + "-", "bytes=" + "0-0," * 2000 + "0-0", "lines=0-5", "bytes=-0"),
    ),
    "if-range": ("x", '"x"', "Wed, 21 Oct 2015 07:28:00 GMT"),
    "if-none-match": ("*", "x"),
    "if-modified-since": ("x", "Wed, 99 Oct 9999 07:28:00 GMT"),
    "cookie": ("a", "=", "arena-web=\xff", 'arena-web="\\777', "arena-web=" + "a" * 9000, ";;;=;"),
    "content-type": (
        *("", "text/plain", "application/json; charset=²", "application/x-www-form-urlencoded"),
        *("multipart/form-data", "multipart/form-data; boundary=a"),
    ),
    "content-length": ("", "-1", "²", "\xb2", "9" * 5000, "1000001", "5"),
    "accept-encoding": ("gzip", "gzip;q=²", "*", ""),
    "origin": ("null", "http://127.0.0.1", "//", "\xff"),
    "sec-fetch-site": ("none", "cross-site", "same-origin"),
    "x-forwarded-for": ("x", "1.2.3.4", "::1, ²", "," * 500, "[", "999.1.1.1"),
    "x-forwarded-proto": ("https", "ftp", "\xff"),
    "last-event-id": ("²", "-1"),
    "host": ODD_HOSTS,
    "authorization": ("Bearer \xff", "Bearer", "bearer  x", "Basic x"),
    "request-id": ("", "²" * 32, "f" * 32, "../x", "0" * 5000),
    "transfer-encoding": ("chunked", "x"),
}  # fmt: skip

_QUERIES = ("from", "history", "seat", "after", "before", "entry", "x", "")
_FIELDS = (
    *("key", "token", "seat", "turn", "answers", "action", "channel", "text"),
    *("kind", "dice", "@type"),
)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "X")


@dataclasses.dataclass(frozen=True)
class Request:
    """What is sent."""

    route: str
    """Template that its path was made of."""
    method: str
    path: bytes
    """As it is sent, escaped."""
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@dataclasses.dataclass(frozen=True)
class Answer:
    """What comes back."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


def routes_of(app: Starlette) -> list[Route]:
    """All routes of an application; it has no other kinds."""
    return [route for route in app.routes if isinstance(route, Route)]


def fitting(
    route: Route,
    values: Mapping[str, str],
    bodies: Mapping[str, str],
    cookie: str,
    query: Mapping[str, str],
) -> Request:
    """The request of a route in which all is as it should be."""
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: quote(values[found[1]], safe=""), route.path)
    headers = {"host": "127.0.0.1", "cookie": cookie, **_KEYED}
    method = next(iter((route.methods or {"GET"}) - {"HEAD"}))
    body = ""
    if method != "GET":
        headers |= {"content-type": "application/json", "sec-fetch-site": "same-origin"}
        body = "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in bodies.items()) + "}"
    return Request(
        route.path,
        method,
        path.encode(),
        urlencode(query).encode(),
        tuple((name.encode(), value.encode()) for name, value in headers.items()),
        body.encode(errors="surrogatepass"),
    )


def odd_requests(
    route: Route, values: Mapping[str, str], bodies: Mapping[str, str], cookie: str
) -> Iterator[Request]:
    """Requests of a route in which one value is odd and all others fit, one for each place and each odd value."""
    query = {name: values[name] for name in ("seat", "from", "after")}
    for name in route.param_convertors:
        for odd in ODD_TEXTS:
            yield fitting(route, {**values, name: odd}, bodies, cookie, query)
    if "POST" in (route.methods or ()):
        for name in bodies:
            for odd in (*ODD_JSON, *map(json.dumps, ODD_TEXTS)):
                yield fitting(route, values, {**bodies, name: odd}, cookie, query)
    elif route.path.endswith(("/stream", "/turn")):
        for name in query:
            for odd in ODD_TEXTS:
                yield fitting(route, values, bodies, cookie, {**query, name: odd})


def _escaped(draw: st.DrawFn, values: Sequence[str]) -> bytes:
    match draw(st.integers(0, 5)):
        case 0 | 1 | 2:
            return quote(draw(st.sampled_from(values)), safe="").encode()
        case 3:
            return quote(draw(st.sampled_from(ODD_TEXTS)), safe="").encode()
        case 4:
            return quote(draw(st.sampled_from(_BYTES)), safe="").encode()
        case _:
            return quote(draw(st.binary(max_size=12)), safe="").encode()


def _json(values: Sequence[str]) -> st.SearchStrategy[str]:
    """JSON texts, of which some are none."""
    leaf = st.one_of(
        st.sampled_from([json.dumps(value) for value in values]),
        st.sampled_from([json.dumps(each) for each in ODD_TEXTS]),
        st.sampled_from(ODD_JSON),
        st.integers(-3, 5).map(str),
    )
    names = st.sampled_from([*map(json.dumps, _FIELDS), '"\\ud800"', '""'])
    return st.recursive(
        leaf,
        lambda child: st.one_of(
            st.lists(child, max_size=3).map(lambda items: f"[{','.join(items)}]"),
            st.lists(st.tuples(names, child), max_size=4).map(
                lambda items: "{" + ",".join(f"{name}:{value}" for name, value in items) + "}"
            ),
        ),
        max_leaves=8,
    )


@st.composite
def requests_of(
    draw: st.DrawFn,
    routes: Sequence[Route],
    values: Mapping[str, Sequence[str]],
    bodies: Mapping[str, Sequence[str]],
    cookies: Sequence[str],
) -> Request:
    """Any request that has to do with some of these routes.

    Args:
        draw: Of Hypothesis.
        routes: The routes.
        values: What fits for each parameter of their paths and queries.
        bodies: What fits for each field of their bodies, as JSON.
        cookies: Of browsers that have entered.
    """
    route = draw(st.sampled_from(routes))
    path = b""
    for part in re.split(r"(\{[^}]*\})", route.path):
        if part.startswith("{"):
            path += _escaped(draw, values[part[1:-1].partition(":")[0]])
        else:
            path += part.encode()
    if draw(st.integers(0, 9)) == 0:
        path += draw(
            st.sampled_from([b"/", b"//", b"/..", b"%00", b"/%2e%2e/%2e%2e/etc/passwd", b";a=b"])
        )
    query = b"&".join(
        name.encode() + b"=" + _escaped(draw, values.get(name, ("1",)))
        for name in draw(st.lists(st.sampled_from(_QUERIES), max_size=3))
    )
    own = (route.methods or {"GET"}) - {"HEAD"}
    method = next(iter(own)) if draw(st.integers(0, 4)) else draw(st.sampled_from(_METHODS))
    headers = {"host": "127.0.0.1", "accept-encoding": "gzip", **_KEYED}
    body = b""
    if method != "GET":
        headers |= {"content-type": "application/json", "sec-fetch-site": "same-origin"}
        if draw(st.integers(0, 3)):
            fields = draw(st.lists(st.sampled_from(_FIELDS), max_size=5, unique=True))
            odd = _json([value for each in values.values() for value in each])
            items = [
                (
                    name,
                    draw(st.sampled_from(bodies.get(name, ["1"])) if draw(st.booleans()) else odd),
                )
                for name in fields
            ]
            text = "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in items) + "}"
        else:
            text = draw(_json(["x"]))
        body = text.encode(errors="surrogatepass")
        headers["content-length"] = str(len(body))
    if draw(st.booleans()):
        headers["cookie"] = draw(st.sampled_from(cookies))
    for name in draw(st.lists(st.sampled_from(list(_HEADERS)), max_size=2)):
        headers[name] = draw(st.sampled_from(_HEADERS[name]))
    raw = tuple(
        (name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()
    )
    return Request(route.path, method, path, query, raw, body)


async def ask(app: Any, request: Request) -> Answer:
    """Send a request as uvicorn hands it over, and read the answer; what the application raises is raised here."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 5000),
        "scheme": "http",
        "method": request.method,
        "root_path": "",
        "path": unquote(request.path.decode("ascii")),
        "raw_path": request.path,
        "query_string": request.query,
        "headers": list(request.headers),
        "state": {},
    }
    sent: list[Any] = []
    is_read = False

    async def receive() -> Any:
        nonlocal is_read
        if is_read:
            await asyncio.Event().wait()
        is_read = True
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    bodies = [each.get("body", b"") for each in sent if each["type"] == "http.response.body"]
    return Answer(sent[0]["status"], tuple(sent[0]["headers"]), b"".join(bodies))
