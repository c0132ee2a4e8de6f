"""The Dockerfile: what it must have, as far as reading it shows; tests/deploy/test_image.py builds it."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib

from tests.architecture.source import ROOT
from tests.deploy.dockerfile import parse
from tests.deploy.tools import program

TEXT = (ROOT / "Dockerfile").read_text(encoding="utf-8")
BUILD, SYSTEM, FINAL = parse(TEXT)


def test_it_runs_as_nobody_of_note() -> None:
    """User and group are numbers, as clusters want that check it, and neither is root's."""
    user, group = FINAL.last("USER").text.split(":")
    assert int(user) >= 10_000
    assert int(group) >= 10_000
    # Nothing that runs later is root's.
    names = [step.name for step in FINAL.steps]
    assert "RUN" not in names[names.index("USER") :]


def test_it_is_one_command() -> None:
    """In the form of lists, so that signals reach the program and not a shell."""
    assert FINAL.last("ENTRYPOINT").words() == ["referee"]
    assert FINAL.last("CMD").words() == ["serve"]
    assert FINAL.last("STOPSIGNAL").text == "SIGTERM"


def test_the_health_check_asks_where_it_listens() -> None:
    """The address of ping is among those of serve; data are in the volume."""
    env = FINAL.environment()
    _, _, check = FINAL.last("HEALTHCHECK").text.partition(" CMD ")
    (*words, address) = json.loads(check)
    assert words == ["referee", "ping"]
    assert address in env["REFEREE_LISTEN"].split()
    # `tournament run` would play at a referee that the environment names, in place of its own.
    assert "REFEREE_ADDRESS" not in env
    volume = FINAL.last("VOLUME").text
    assert env["REFEREE_DATA_DIR"].startswith(f"{volume}/")
    assert env["REFEREE_CACHE_DIR"].startswith(f"{volume}/")


def test_both_stages_have_one_base_with_a_tag() -> None:
    """Compiled modules of one stage are loaded in the other, which the image is a copy of."""
    assert BUILD.base == SYSTEM.base
    assert ":" in BUILD.base
    assert not BUILD.base.endswith(":latest")
    pinned = [stage.base for stage in parse(TEXT, BASE="debian@sha256:0")]
    assert pinned == ["debian@sha256:0", "debian@sha256:0", "scratch"]
    assert [step.text for step in FINAL.all("COPY")] == [
        "--from=system / /",
        "--from=build /opt/gamereferee /opt/gamereferee",
    ]


def test_what_is_copied_is_in_the_context() -> None:
    """.dockerignore leaves all out but the wheels and deploy/image."""
    kept = [
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    ]
    copies = [*BUILD.all("COPY"), *SYSTEM.all("COPY")]
    assert len(copies) == 2
    for source in (word for copy in copies for word in copy.words()[:-1]):
        assert any(source == path or source.startswith(f"{path}/") for path in kept), source
        assert source.startswith("dist/") or (ROOT / source).is_file()


def test_its_extras_are_those_of_the_project() -> None:
    """Pip only warns of an extra that is not there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = TEXT.partition("ARG EXTRAS=")[2].splitlines()[0].split(",")
    assert set(extras) <= set(project["optional-dependencies"])


def test_what_we_need_has_a_version() -> None:
    """Each package that the project or an extra of the image names is in the constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = TEXT.partition("ARG EXTRAS=")[2].splitlines()[0].split(",")
    extras += ["dask", "postgres", "sandbox"]
    needed = [*project["dependencies"]]
    for extra in extras:
        needed += project["optional-dependencies"][extra]
    names = {re.split(r"[\[=<>;, ]", each)[0] for each in needed}
    lines = (ROOT / "deploy" / "image" / "constraints.txt").read_text().splitlines()
    pinned = {line.partition("==")[0] for line in lines if "==" in line}
    assert {name for name in names if not name.startswith("gamereferee")} <= pinned


def test_hadolint_finds_nothing() -> None:
    """Exceptions stand in the file, each with its rule."""
    command = [program("hadolint"), str(ROOT / "Dockerfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
