"""compose.yaml: what it must have, and that it keeps to the specification of such files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer.core
import typer.main

from referee.cli.app import app as referee_app
from referee.core.time_control import parse_duration
from referee_arena.cli import app as arena_app
from tests.architecture.source import ROOT

yaml = pytest.importorskip("yaml", reason="comes with the extra `site`")

FILE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = FILE["services"]
MONITORING = ROOT / "deploy" / "monitoring"


def test_it_keeps_to_the_specification() -> None:
    """By the models of the Compose specification; and these find a value of a wrong type."""
    compose_spec = pytest.importorskip("compose_spec", reason="comes with the extra `deploy`")
    compose_spec.ComposeSpecification.model_validate(FILE)
    wrong = FILE | {"services": SERVICES | {"arena": SERVICES["arena"] | {"restart": ["always"]}}}
    with pytest.raises(ValueError, match="restart"):
        compose_spec.ComposeSpecification.model_validate(wrong)


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_gains_no_rights(name: str) -> None:
    """No capabilities but those that PostgreSQL's own start needs, no new privileges, no open port."""
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert name == "postgres" or "cap_add" not in service
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
    assert re.search(r":v?\d", service["image"]) or service["image"].startswith(
        "${GAMEREFEREE_IMAGE:-"
    )


def test_volumes_and_secrets_are_declared() -> None:
    """And each that is declared is used; files that are shown exist."""
    used: set[str] = set()
    for service in SERVICES.values():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            if not source.startswith("./"):
                used.add(source)
            elif Path(ROOT / source).parent != MONITORING or MONITORING.exists():
                assert (ROOT / source).is_file(), source
    assert used == set(FILE["volumes"])
    secrets = {name for service in SERVICES.values() for name in service.get("secrets", [])}
    assert secrets == set(FILE["secrets"])


def test_matches_may_end_before_the_referee_is_killed() -> None:
    """Compose waits for longer than the referee drains."""
    referee = SERVICES["referee"]
    drains = parse_duration(referee["environment"]["REFEREE_DRAIN_GRACE"], "drain_grace")
    assert parse_duration(referee["stop_grace_period"], "stop_grace_period") > drains


def test_no_secret_is_in_the_environment() -> None:
    """Keys and passwords are in files, which the environment names."""
    for name, service in SERVICES.items():
        for variable in service.get("environment", {}):
            if "KEY" in variable or "PASSWORD" in variable:
                assert variable.endswith("_FILE"), (name, variable)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("referee", typer.main.get_group(referee_app).commands["serve"]),
        ("arena", typer.main.get_group(arena_app).commands["serve"]),
    ],
)
def test_commands_and_variables_are_those_of_the_programs(
    name: str, command: typer.core.TyperCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flags and values are read by the programs' own command lines; a variable that is unknown does nothing."""
    service = SERVICES[name]
    (_, *words) = service["command"]
    given = {variable: str(value) for variable, value in service["environment"].items()}
    read = {each.envvar: each.name for each in command.params}
    assert given.keys() <= read.keys()
    for variable in read:
        monkeypatch.delenv(str(variable), raising=False)
    before = command.make_context(name, list(words)).params
    for variable, value in given.items():
        monkeypatch.setenv(variable, value)
    after = command.make_context(name, list(words)).params
    changed = {each for each, value in after.items() if before[each] != value}
    assert changed == {read[variable] for variable in given}


def test_prometheus_reads_where_metrics_are_served() -> None:
    """Ports and names are those of the services of referee and arena."""
    served = {
        name: SERVICES[name]["environment"][variable].rpartition(":")[2]
        for name, variable in (("referee", "REFEREE_METRICS"), ("arena", "ARENA_METRICS"))
    }
    config = yaml.safe_load((ROOT / "deploy" / "compose" / "prometheus.yml").read_text())
    read = {each["job_name"]: each["static_configs"] for each in config["scrape_configs"]}
    assert read == {name: [{"targets": [f"{name}:{port}"]}] for name, port in served.items()}
    shown = [volume.split(":")[1] for volume in SERVICES["prometheus"]["volumes"]]
    assert set(config["rule_files"]) <= set(shown)
