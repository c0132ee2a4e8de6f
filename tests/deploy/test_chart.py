"""The chart for Kubernetes: rendered by Helm, and compared with the schemas of Kubernetes.

What needs Helm is tried at night; .ci/deploy_tools compiles it.
"""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import pytest

from tests.architecture.source import ROOT
from tests.deploy.dockerfile import parse
from tests.deploy.tools import program

yaml = pytest.importorskip("yaml", reason="comes with the extra `site`")
kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="of the extra `deploy`")

CHART = ROOT / "deploy" / "helm" / "gamereferee"
VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))
OLDEST, NEWEST = "1.27", "1.37"
"""The oldest Kubernetes for which the chart is, and the newest whose schemas are at hand."""
ALL = {
    "autoscaling.enabled": "true",
    "dask.enabled": "true",
    "metrics.serviceMonitor.enabled": "true",
    "referee.tls.secretName": "certificate",
}
"""Values that render every template."""


def _helm(*words: str) -> subprocess.CompletedProcess[str]:
    command = [program("helm"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _rendered(**values: str) -> list[Any]:
    """Return the objects of a release `cup` with these values."""
    pairs = [
        f"{name}={value}" for name, value in {"referee.organizerKeySecret": "k", **values}.items()
    ]
    words = ["template", "cup", str(CHART), "--kube-version", f"{OLDEST}.0"]
    done = _helm(*words, *(word for pair in pairs for word in ("--set", pair)))
    assert done.returncode == 0, done.stderr
    return [each for each in yaml.safe_load_all(done.stdout) if each]


def _one(objects: list[Any], kind: str, name: str = "cup-gamereferee-referee") -> Any:
    (found,) = (one for one in objects if one["kind"] == kind and one["metadata"]["name"] == name)
    return found


def test_versions_are_those_of_the_project() -> None:
    """Of the chart, and of the image that it takes by default."""
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    version = (ROOT / "VERSION").read_text().strip()
    assert (chart["version"], chart["appVersion"]) == (version, version)


def test_the_schema_has_every_value_and_no_other() -> None:
    """A value that the schema forgets would be refused, one that is not there would do nothing."""
    schema = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))

    def check(values: dict[str, Any], part: dict[str, Any], place: str) -> None:
        listed = set(part["properties"]) - {"global"}
        assert listed == set(values), place
        assert part["additionalProperties"] is False, place
        for name, value in values.items():
            if "properties" in part["properties"][name]:
                check(value, part["properties"][name], f"{place}.{name}")

    check(VALUES, schema, "values")


def test_every_value_is_used() -> None:
    """By some template."""
    text = "".join(path.read_text(encoding="utf-8") for path in CHART.glob("templates/*"))
    text = text.replace("$settings.", ".Values.referee.")
    for part, values in VALUES.items():
        for name in values if isinstance(values, dict) else ():
            assert re.search(rf"\.Values\.{part}\.{name}\b", text), f"{part}.{name}"


def test_variables_are_those_of_the_command() -> None:
    """A misspelt variable would be ignored without a word; REFEREE_METRICS comes with metrics."""
    text = (CHART / "templates" / "referee.yaml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    known = {*re.findall(r"`(REFEREE_[A-Z_]+)`", page), "REFEREE_METRICS"}
    assert set(re.findall(r"name: (REFEREE_[A-Z_]+)", text)) <= known


@pytest.mark.nightly
def test_helm_finds_nothing() -> None:
    """By its linter, warnings counted as errors."""
    done = _helm("lint", "--strict", str(CHART), "--set", "referee.organizerKeySecret=k")
    assert done.returncode == 0, done.stdout
    assert "1 chart(s) linted, 0 chart(s) failed" in done.stdout


@pytest.mark.nightly
@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@pytest.mark.parametrize("values", [{}, ALL], ids=["default", "all"])
def test_every_object_is_one_of_kubernetes(values: dict[str, str], version: str) -> None:
    """By the schemas of the oldest and the newest version; monitors have none there."""
    objects = [one for one in _rendered(**values) if one["kind"] != "ServiceMonitor"]
    for one in objects:
        kubernetes_validate.validate(one, version, strict=True)
    wrong = _one(objects, "StatefulSet")
    wrong["spec"]["replica"] = 3
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, version, strict=True)


@pytest.mark.nightly
def test_no_match_is_cut_by_a_roll_out() -> None:
    """The referee drains for as long as its longest match, and Kubernetes waits for longer than that."""
    objects = _rendered(**{"referee.longestMatchSeconds": "680"})
    pod = _one(objects, "StatefulSet")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    env = {each["name"]: each.get("value") for each in container["env"]}
    (_, wait) = container["lifecycle"]["preStop"]["exec"]["command"]
    assert env["REFEREE_DRAIN_GRACE"] == "680s"
    assert pod["terminationGracePeriodSeconds"] > 680 + int(wait)
    # Bots must find a pod that is no longer ready.
    assert _one(objects, "Service")["spec"]["publishNotReadyAddresses"] is True


@pytest.mark.nightly
def test_bots_are_led_to_the_pod_that_has_their_match() -> None:
    """By the address of its worker, whose ports are open; one worker has none."""
    pod = _one(_rendered(**{"referee.workers": "3"}), "StatefulSet")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    env = {each["name"]: each.get("value") for each in container["env"]}
    assert env["REFEREE_WORKER_HOST"] == "$(POD_NAME).cup-gamereferee-referee"
    assert env["REFEREE_WORKER_LISTEN"] == "0.0.0.0:7071"
    ports = {port["containerPort"] for port in container["ports"]}
    assert {7070, 7071, 7072, 7073} <= ports
    alone = _one(_rendered(**{"referee.workers": "1"}), "StatefulSet")
    assert "REFEREE_WORKER_LISTEN" not in str(alone)


@pytest.mark.nightly
def test_pods_are_as_the_image_wants_them() -> None:
    """No root, nothing written but the volume and /tmp, no token of the cluster; in every pod."""
    user = int(parse((ROOT / "Dockerfile").read_text())[-1].last("USER").text.split(":")[0])
    volume = parse((ROOT / "Dockerfile").read_text())[-1].last("VOLUME").text
    pods = [
        one["spec"]["template"]["spec"]
        for one in _rendered(**ALL)
        if "template" in one.get("spec", {})
    ]
    assert len(pods) == 4
    for pod in pods:
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsUser"] == user
        assert pod["securityContext"]["runAsNonRoot"] is True
        (container,) = pod["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
        assert {"/tmp", volume} <= mounts


@pytest.mark.nightly
def test_probes_are_the_health_check_of_the_image() -> None:
    """The same command, at a socket that the image listens on with and without TLS."""
    check = parse((ROOT / "Dockerfile").read_text())[-1].last("HEALTHCHECK")
    command = json.loads(check.text.partition(" CMD ")[2])
    pod = _one(_rendered(**ALL), "StatefulSet")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    probes = [container["startupProbe"], container["readinessProbe"]]
    assert [probe["exec"]["command"] for probe in probes] == [command, command]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"referee.organizerKeySecret": ""}, "referee.organizerKeySecret must name a Secret"),
        ({"referee.workers": "65"}, "Must be less than or equal to 64"),
        ({"referee.replica": "2"}, "Additional property replica is not allowed"),
    ],
)
def test_a_wrong_value_is_refused(values: dict[str, str], message: str) -> None:
    """With its name, before anything is sent to a cluster."""
    pairs = [f"--set={name}={value}" for name, value in values.items()]
    done = _helm("template", "cup", str(CHART), "--kube-version", f"{OLDEST}.0", *pairs)
    assert done.returncode != 0
    assert message in done.stderr
