"""What each package says of itself to the reader of a registry: the same project, licence and address."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from xml.etree import ElementTree

import pytest

from tests.architecture.source import ROOT

HOME = "https://github.com/gamereferee/gamereferee"
MAINTAINERS = "The gamereferee maintainers"
DISTRIBUTIONS = {
    "gamereferee": ".",
    "gamereferee-client": "clients/python",
    "gamereferee-envs": "envs",
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_of_python(name: str) -> None:
    """PyPI shows authors, licence, links, keywords, and each supported version of Python."""
    text = (ROOT / DISTRIBUTIONS[name] / "pyproject.toml").read_text()
    project = tomllib.loads(text)["project"]
    assert project["name"] == name
    assert project["authors"] == [{"name": MAINTAINERS}]
    assert "Apache-2.0" in project["license"].split()
    readme = project.get("readme", "README.md")  # the project's own is made by a hook
    assert ("readme" in project.get("dynamic", [])) == (name == "gamereferee")
    assert (ROOT / DISTRIBUTIONS[name] / readme).is_file()
    assert all((ROOT / DISTRIBUTIONS[name] / file).is_file() for file in project["license-files"])
    assert project["urls"].keys() == {"Homepage", "Source", "Documentation", "Changelog", "Issues"}
    assert all(url.startswith(HOME) for url in project["urls"].values())
    assert project["keywords"]
    assert project["requires-python"] == ">=3.11"
    versions = [each for each in project["classifiers"] if ":: Python :: 3." in each]
    assert versions[0].endswith(" 3.11")
    assert "Typing :: Typed" in project["classifiers"]


def test_links_of_the_readme_lead_somewhere_in_an_index() -> None:
    """Pages lead to the repository at the version's tag, pictures to their files; other links stay."""
    pytest.importorskip("hatchling", reason="comes with the extra `dev`")
    absolute = runpy.run_path(str(ROOT / "tools/readme_hook.py"))["absolute"]
    text = "[![A](docs/a.png)](docs/b.md#c) [d](#e) [f](https://g.org/h) ![i](j.gif)"
    assert absolute(text, "1.2.3") == (
        f"[![A](https://raw.githubusercontent.com/gamereferee/gamereferee/v1.2.3/docs/a.png)]"
        f"({HOME}/blob/v1.2.3/docs/b.md#c) [d](#e) [f](https://g.org/h) "
        "![i](https://raw.githubusercontent.com/gamereferee/gamereferee/v1.2.3/j.gif)"
    )
    made = absolute((ROOT / "README.md").read_text(), "1.2.3")
    targets = re.findall(r"\]\(([^)]+)\)", made)
    assert len(targets) > 40
    assert [each for each in targets if not each.startswith(("https://", "#"))] == []


def test_the_package_of_npm() -> None:
    """It names the project, its folder in the repository, and the oldest Node."""
    package = json.loads((ROOT / "clients/typescript/package.json").read_text())
    assert (package["author"], package["license"]) == (MAINTAINERS, "Apache-2.0")
    assert package["repository"]["url"] == f"git+{HOME}.git"
    assert (ROOT / package["repository"]["directory"] / "LICENSE").is_file()
    assert package["homepage"].startswith(HOME)
    assert package["keywords"]
    assert package["description"]
    assert package["engines"]["node"]


def test_the_crate() -> None:
    """It names the project, and stays within the five keywords that crates.io takes."""
    package = tomllib.loads((ROOT / "clients/rust/Cargo.toml").read_text())["package"]
    assert (package["authors"], package["license"]) == ([MAINTAINERS], "Apache-2.0")
    assert package["homepage"] == HOME
    assert package["repository"].startswith(HOME)
    assert 0 < len(package["keywords"]) <= 5
    assert package["rust-version"]
    assert package["description"]
    assert "publish" not in package


def test_the_artifacts_of_maven() -> None:
    """The parent has what Maven Central asks for, in a namespace that belongs to the repository's owner."""
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    pom = ElementTree.parse(ROOT / "clients/java/pom.xml").getroot()
    values = {
        name: pom.findtext(name, namespaces=space)
        for name in (
            "m:groupId",
            "m:url",
            "m:licenses/m:license/m:name",
            "m:developers/m:developer/m:name",
            "m:scm/m:url",
        )
    }
    assert list(values.values()) == ["io.github.gamereferee", HOME, "Apache-2.0", MAINTAINERS, HOME]
    for module in ("stubs", "sdk"):
        child = ElementTree.parse(ROOT / "clients/java" / module / "pom.xml").getroot()
        assert child.findtext("m:name", namespaces=space)
        assert child.findtext("m:description", namespaces=space)


def test_the_go_module() -> None:
    """Its path is where the repository is, so that it can be fetched, and the licence is in its folder."""
    module = (ROOT / "clients/go/go.mod").read_text().partition("\n")[0]
    assert module == f"module {HOME.removeprefix('https://')}/clients/go"
    assert (ROOT / "clients/go/LICENSE").is_file()
