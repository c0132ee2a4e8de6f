"""Compiles hot modules by mypyc: for a checkout, or for a wheel.

`python -m referee.core.native.compiled_build` (`make match-layer`) compiles for the checkout it is run in,
`compile_into` for a build of a wheel. It needs the extra `wheel` and a C compiler; running the compiled
modules needs neither.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from referee.core.native import compiled
from referee.core.native.sources import remove_outdated

__all__ = ["build", "compile_into"]

_PACKAGE = Path(__file__).parents[2]

_CONFIG = """\
[mypy]
follow_imports = skip
ignore_missing_imports = true

[mypy-referee.*,gamereferee.*]
follow_imports = silent

[mypy-google.*,grpc.*,numpy.*]
follow_imports = skip
follow_imports_for_stubs = true
"""
"""Config for mypy. Without it mypy reads all modules that are imported anywhere, including Numba
and Jinja, which doubled the time. With it, values of other packages are untyped. That makes
nothing slower: those packages are not compiled together with ours, so mypyc gains nothing from
their types.
"""


def build() -> str:
    """Compile the modules for this checkout unless that has been done.

    Return the result as a sentence.
    """
    if compiled.are_shipped():
        return "the match layer came compiled"
    place = compiled.folder()
    if place.is_dir():
        return "the match layer is compiled"
    if importlib.util.find_spec("mypyc") is None:
        return "the match layer runs as plain Python: mypyc is not installed"
    if shutil.which(os.environ.get("CC", "cc")) is None:
        return "the match layer runs as plain Python: there is no C compiler"
    # Made under another name and renamed at the end: a process that imports meanwhile must not find
    # a folder in which some modules are missing.
    made = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        compile_into(made)
        made.rename(place)
    except subprocess.CalledProcessError as error:
        said = [line for line in (error.stdout + error.stderr).splitlines() if "error:" in line]
        reason = "; ".join(said) or f"the compiler ended with {error.returncode}"
    except OSError as error:
        reason = str(error)
    else:
        remove_outdated(place)
        return "the match layer is compiled"
    finally:
        shutil.rmtree(made, ignore_errors=True)
    if place.is_dir():  # somebody else has compiled the same meanwhile
        return "the match layer is compiled"
    return f"the match layer runs as plain Python: it can't be compiled here ({reason})"


def compile_into(folder: Path) -> None:
    """Compile the modules and put the results into a folder, in the layout of the packages.

    Args:
        folder: Folder for the compiled modules; made if it does not exist.

    Raises:
        subprocess.CalledProcessError: Compiling failed; the output in the error says why.
        OSError: The folder can't be written to.
    """
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        # In a copy, because mypyc writes next to the sources. Old extensions stay behind: the loop
        # below would copy them as new ones.
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "_kernels")
        shutil.copytree(_PACKAGE, scratch / _PACKAGE.name, ignore=ignored)
        (scratch / "mypy.ini").write_text(_CONFIG)
        files = [module.replace(".", "/") + ".py" for module in compiled.modules()]
        env = os.environ | {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0"}
        command = [sys.executable, "-m", "mypyc", "--config-file=mypy.ini", *files]
        subprocess.run(command, cwd=scratch, env=env, check=True, capture_output=True, text=True)
        for extension in scratch.rglob(f"*{compiled.SUFFIX}"):
            relative = extension.relative_to(scratch)
            # mypyc leaves a second copy of each extension in `build`.
            if relative.parts[0] != "build":
                (folder / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(extension, folder / relative)


if __name__ == "__main__":
    print(build())
