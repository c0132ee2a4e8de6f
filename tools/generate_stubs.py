"""Generate the files that follow from the games' code and from the .proto files, so that nothing is written twice.

These files are the .proto files of games that declare their records, and reference pages about
them; the Python stubs in proto/python; rule tables; and constants of the SDKs.

Uses the oldest grpcio-tools that we support, in a separate environment under build/, because
generated code refuses a runtime older than the one it was made for. With --check, nothing is
written, and the exit status is 1 if a committed file differs from what would be generated.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from constants import constants
from root_package import ROOT_PACKAGE
from stub_comments import add_comments

from referee.games import registry
from referee.kit.schema import Schema

ROOT = Path(__file__).resolve().parents[1]
PROTO = ROOT / "proto"
PAGES = ROOT / "docs" / "bots" / "messages"
TOOLS = ROOT / "build" / "proto-tools"
REQUIREMENTS = ("grpcio-tools==1.80.0", "mypy-protobuf==3.7.0")


def tools() -> Path:
    """Return the bin folder of the environment with the stub generator, which is installed first if it is missing."""
    stamp = TOOLS / ".requirements"
    wanted = "\n".join(REQUIREMENTS)
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(TOOLS, with_pip=True, clear=True)
        pip = [str(TOOLS / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, *REQUIREMENTS], check=True)
        stamp.write_text(wanted)
    return TOOLS / "bin"


def declared() -> dict[Path, str]:
    """Return the text of each .proto file and reference page that follows from the records of a game, by path."""
    texts = {}
    for name in registry.names():
        plugin = registry.find(name)
        schema = Schema.of(plugin)
        if schema is not None and schema.stubs is not None:
            texts[PROTO / schema.messages.path] = schema.proto()
            texts[PAGES / f"{name}.md"] = schema.reference(plugin.game.info.title)
    return texts


def generate(out: Path, messages: Path) -> None:
    """Write the stubs, their type stubs, the package markers and the rule tables.

    Args:
        out: Folder for stubs, and for rule tables in Python.
        messages: Folder for rule tables in JSON, next to the .proto files.
    """
    binaries = tools()
    sources = sorted(str(p.relative_to(PROTO)) for p in (PROTO / "gamereferee").rglob("*.proto"))
    command = [str(binaries / "python"), "-m", "grpc_tools.protoc", f"-I{PROTO}"]
    command += [f"--python_out={out}", f"--grpc_python_out={out}", f"--pyi_out={out}"]
    env = os.environ | {"PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as temporary:
        descriptors = Path(temporary, "descriptors")
        flags = [f"--descriptor_set_out={descriptors}", "--include_source_info"]
        subprocess.run([*command, *flags, *sources], check=True, cwd=PROTO, env=env)
        add_comments(descriptors, out)
    services = [source for source in sources if source.endswith("_service.proto")]
    subprocess.run(
        [*command[:4], f"--mypy_grpc_out=quiet:{out}", *services], check=True, cwd=PROTO, env=env
    )
    for useless in out.rglob("*_pb2_grpc.py"):
        if not useless.name.endswith("_service_pb2_grpc.py"):
            useless.unlink()
    for folder in [
        out / "gamereferee",
        *(p for p in (out / "gamereferee").rglob("*") if p.is_dir()),
    ]:
        if folder.name != "__pycache__":
            (folder / "__init__.py").write_text(
                '"""Generated from the .proto files; do not edit."""\n'
            )
    (out / "gamereferee" / "__init__.py").write_text(ROOT_PACKAGE)
    (out / "gamereferee" / "py.typed").write_text("")
    # The games import stubs: those that have just been made.
    env = os.environ | {"PYTHONPATH": str(out), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [sys.executable, ROOT / "tools" / "tables.py", messages, out],
        check=True,
        cwd=ROOT,
        env=env,
    )


def differences(committed: Path, fresh: Path, pattern: str) -> list[str]:
    """Return the names of files that are missing, surplus or different in one of two folders.

    Args:
        committed: Folder with the committed files.
        fresh: Folder with the newly generated files.
        pattern: Pattern of the files to compare, as `rglob` takes it.
    """

    def names(folder: Path) -> set[Path]:
        found = (p for p in folder.rglob(pattern) if p.is_file() and "__pycache__" not in p.parts)
        return {p.relative_to(folder) for p in found}

    either = names(committed) | names(fresh)
    same = names(committed) & names(fresh)
    return sorted(
        str((committed / name).relative_to(ROOT))
        for name in either
        if name not in same or not filecmp.cmp(committed / name, fresh / name, shallow=False)
    )


def main() -> int:
    """Generate all files, or with --check compare them; return the exit status."""
    committed = PROTO / "python"
    texts = declared() | constants()
    if "--check" not in sys.argv[1:]:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        generate(committed, PROTO)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        stubs, messages = Path(folder, "python"), Path(folder, "proto")
        stubs.mkdir()
        generate(stubs, messages)
        drift = differences(committed, stubs, "*")
        drift += differences(PROTO / "gamereferee", messages / "gamereferee", "tables.json")
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    drift += [str(path.relative_to(ROOT)) for path in stale]
    for name in drift:
        print(f"{name} differs from what `make proto` generates", file=sys.stderr)
    return 1 if drift else 0


if __name__ == "__main__":
    sys.exit(main())
