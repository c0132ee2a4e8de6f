"""`referee simulate`: a server of its own, for learners."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Ran, start

Referee = Callable[..., Ran]
DOCS = Path(__file__).parents[2] / "docs" / "simulation.md"


def _example() -> str:
    """The client that the documents show."""
    found = re.search(r"## A client\n\n```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert found
    return found[1]


def test_the_client_of_the_documents_steps_matches(tmp_path: Path) -> None:
    """As it is written there, but for address and rows; SIGTERM ends the server, which leaves no file."""
    address = f"unix:{tmp_path}/simulations.sock"
    with start("simulate", "--listen", address, cwd=tmp_path) as server:
        assert server.stderr is not None
        assert json.loads(server.stderr.readline())["addresses"] == [address]
        example = _example().replace("unix:/tmp/simulations.sock", address).replace("4096", "16")
        assert address in example
        names: dict[str, object] = {}
        exec(example, names)
        seen = names["life"]
        server.send_signal(signal.SIGTERM)
        _, err = server.communicate()
    assert server.returncode == 0, err
    assert getattr(seen, "shape", None) == (16, 2)
    assert getattr(seen, "dtype", None) == "int16"
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".sock"] == []


def test_a_terminal_that_closes_ends_it(tmp_path: Path) -> None:
    """SIGHUP is as SIGTERM where there is no certificate to reload."""
    with start("simulate", "--listen", f"unix:{tmp_path}/s", cwd=tmp_path) as server:
        assert server.stderr is not None
        server.stderr.readline()
        server.send_signal(signal.SIGHUP)
        _, err = server.communicate()
    assert server.returncode == 0, err
    assert json.loads(err.splitlines()[-1])["event"] == "stopped"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--listen", "0.0.0.0:7075"), "listen must be an address of this machine alone"),
        (("--listen", "x"), "listen must be"),
        (("--max-rows", "0"), "rows must be at least 1, not 0"),
        (("--max-streams", "0"), "streams must be at least 1, not 0"),
        (("--window", "0"), "window must be at least 1, not 0"),
        (("--nice", "20"), "niceness must be from 0 to 19, not 20"),
        (("--processes", "0"), "processes must be from 1 to 256, not 0"),
        (("--tls-cert", "none.pem"), "tls_cert and tls_key must be given together"),
    ],
)
def test_what_it_can_not_do_is_told_in_a_line(
    referee: Referee, words: tuple[str, ...], told: str
) -> None:
    """On standard error, with status 2, before anything is served."""
    ran = referee("simulate", *words)
    assert ran.status == 2
    assert ran.err.startswith(f"referee: {told}")
    assert ran.err.count("\n") == 1
