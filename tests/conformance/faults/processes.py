"""Faults of the process and its environment (duties 22, 23, 31, 33), and programs that are no bots."""

from __future__ import annotations

import atexit
import itertools
import os
import signal
import subprocess
import sys
import time

from gamereferee.v1 import play_service_pb2 as wire
from referee_client import address
from tests.conformance.faults.changing import fault, on_request, put, replace

# The process.


@fault
def nameless() -> None:
    """Duty 22."""
    os.environ.pop("REFEREE_NAME", None)


@fault
def no_flags() -> None:
    """Duty 22."""
    del sys.argv[1:]


@fault
def all_of_stdin_first() -> None:
    """Duty 22."""
    if os.environ["REFEREE_TOKENS"] == "-":
        os.environ["REFEREE_TOKENS"] = ",".join(sys.stdin.read().split())


@fault
def long_names() -> None:
    """Duty 22."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.bot_name = "n" * 150

    on_request(change)


@fault
def writes_to_stdout() -> None:
    """Allowed, but unwise."""
    print("hello")


@fault
def always_succeeds() -> None:
    """Duty 23."""
    atexit.register(os._exit, 0)


@fault
def usage_is_an_error() -> None:
    """Duty 23."""
    if not os.environ.get("REFEREE_ADDRESS"):
        sys.exit("no address")


@fault
def deaf_to_signals() -> None:
    """Duty 23."""
    replace(signal, "signal", lambda old: lambda number, _: old(number, signal.SIG_IGN))


# Tokens, flags, and the way to the referee.


@fault
def joins_tokens_twice() -> None:
    """Duty 31."""
    numbers = itertools.count(1000)

    def change(request: wire.PlayRequest) -> None:
        for join in list(request.joins):
            request.joins.add().CopyFrom(join)
            request.joins[-1].number = next(numbers)

    on_request(change)


@fault
def joins_tokens_once_unheard() -> None:
    """Allowed, but unwise: a token that comes again is taken once, and no word of it is in the log."""
    tokens = os.environ["REFEREE_TOKENS"].split(",")
    os.environ["REFEREE_TOKENS"] = ",".join(dict.fromkeys(tokens))


@fault
def no_help() -> None:
    """Duty 22."""
    no_flags()


@fault
def uses_any_proxy() -> None:
    """Duty 33."""
    put(address, "proxy_options", lambda _: [])


@fault
def logs_in_another_form() -> None:
    """Allowed, but unwise."""
    print("14:05 hello", file=sys.stderr)


# Programs that are no bots.


@fault
def sleeps() -> None:
    """It never comes."""
    time.sleep(1000)  # until it is killed


@fault
def crashes() -> None:
    """It never comes."""
    raise RuntimeError("no such luck")


@fault
def floods() -> None:
    """It writes without end."""
    while True:
        os.write(1, b"x" * 65536)


@fault
def leaves_a_child() -> None:
    """The child is in a session of its own."""
    subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=True, stderr=2)


CHILD = "import time; time.sleep(1000)  # until it is killed: child of the conformance test"
"""What it runs."""
