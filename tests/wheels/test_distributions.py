"""Our three distributions: no file is in two of them, and the SDK's needs gRPC and protobuf alone."""

from __future__ import annotations

import importlib.util
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.wheels.environments import OURS, build_ours, install, run

pytestmark = pytest.mark.slow

ONLY = """
import sys

ALLOWED = {"bot_commands", "gamereferee", "google", "grpc", "referee_bots", "referee_client", "typing_extensions"}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ALLOWED and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is not what the SDK may need", name=name)

sys.meta_path.insert(0, Refuse())
import referee_client, referee_client.bridge, referee_client.blocking
from referee_bots.diceman.random_bot import RandomBot
from gamereferee.games.champions.v1 import champions_pb2
print(referee_client.__file__)
"""
"""Imports the SDK where only gRPC, protobuf and the standard library can be imported."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheels of all three, in the order of `OURS`."""
    if importlib.util.find_spec("hatchling") is None:
        assert "CI" not in os.environ, "CI has to build wheels"
        pytest.skip("wheels can't be built here; missing: hatchling")
    return build_ours(tmp_path_factory.mktemp("ours"))


def test_no_file_is_in_two(wheels: list[Path]) -> None:
    """Each module belongs to one distribution."""
    files = [set(_files(wheel)) for wheel in wheels]
    client, envs, referee = files
    assert client & envs == envs & referee == client & referee == set()
    tops = [{name.split("/")[0] for name in each if ".dist-info" not in name} for each in files]
    assert tops[0] == {"bot_commands", "gamereferee", "referee_bots", "referee_client"}
    assert tops[1] == {"referee_envs"}
    assert tops[2] == {"referee", "referee_arena", "tournaments"}


def test_the_sdk_needs_grpc_and_protobuf_alone(tmp_path: Path, wheels: list[Path]) -> None:
    """It is imported where nothing else can be."""
    installed = install(tmp_path, wheels[0])
    told = installed.run("python", "-P", "-c", ONLY)
    assert Path(told.strip()).is_relative_to(installed.packages)


@pytest.mark.parametrize("number", [0, 1], ids=["client", "envs"])
def test_an_sdist_makes_the_same_wheel(tmp_path: Path, wheels: list[Path], number: int) -> None:
    """What is built from the sdist, elsewhere, has the files of what is built from the checkout."""
    hatchling = [sys.executable, "-m", "hatchling", "build"]
    run([*hatchling, "--target", "sdist", "--directory", tmp_path], OURS[number], os.environ)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as unpacked:
        unpacked.extractall(tmp_path, filter="data")
    source = tmp_path / archive.name.removesuffix(".tar.gz")
    run([*hatchling, "--target", "wheel", "--directory", tmp_path], source, os.environ)
    (wheel,) = tmp_path.glob("*.whl")
    assert _files(wheel) == _files(wheels[number])


def test_removing_one_leaves_the_others(tmp_path: Path, wheels: list[Path]) -> None:
    """The SDK works on when the referee is uninstalled."""
    installed = install(tmp_path, *wheels)
    python = installed.folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "uninstall", "--quiet", "--yes"]
    run([*pip, "gamereferee", "gamereferee-envs"], ROOT, os.environ)
    told = installed.run("python", "-P", "-c", ONLY)
    assert Path(told.strip()).is_relative_to(installed.packages)


def _files(wheel: Path) -> dict[str, int]:
    """Return the checksum of each file of a wheel, by name, without the files that packing itself makes."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            each.filename: each.CRC
            for each in archive.infolist()
            if not each.filename.endswith((".dist-info/RECORD", ".dist-info/WHEEL"))
        }
