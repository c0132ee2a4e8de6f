"""Build hook of hatchling: puts compiled code into a wheel for machines like the one it is built on.

The hook is enabled by HATCH_BUILD_HOOK_ENABLE_CUSTOM=true; without it, one wheel serves all
machines. The compiled match layer serves one version of Python, by the wheel's tag. The compiled
kernels serve one version of Numba and NumPy, by the names of their folders; with others they are
not found, and kernels run interpreted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_MATCH_LAYER = "from referee.core.native.compiled_build import *; import pathlib, sys; compile_into(pathlib.Path(sys.argv[1]))"


class CompiledHook(BuildHookInterface):  # type: ignore[type-arg]  # of its build's config, unused
    """Hook that compiles the match layer and the kernels in a temporary folder, and adds them to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the code that is added to the wheel.

        The build tool hatchling calls this method before it packs the wheel. For an editable
        installation it does nothing.
        """
        if version == "editable":
            return
        self._scratch = tempfile.TemporaryDirectory()
        folder = Path(self._scratch.name)
        modules, cache = folder / "modules", folder / "cache"
        self._run(cache, "-c", _MATCH_LAYER, str(modules))
        self._run(cache, "-m", "referee", "warmup")
        added = {file: file.relative_to(modules) for file in modules.rglob("*") if file.is_file()}
        kernels = cache / "kernels"
        shipped = Path("referee") / "_kernels"
        found = {file: shipped / file.relative_to(kernels) for file in kernels.rglob("*")}
        added |= {
            file: name for file, name in found.items() if file.is_file() and file.name != "lock"
        }
        if not found:
            raise RuntimeError("no kernel was compiled: is Numba installed?")
        build_data["force_include"] |= {str(file): str(name) for file, name in added.items()}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the temporary folder.

        The build tool hatchling calls this method when the wheel is complete.
        """
        if version != "editable":
            self._scratch.cleanup()

    def _run(self, cache: Path, *arguments: str) -> None:
        """Run Python on the sources that are packed, not on packages that are installed.

        Args:
            cache: Folder that compiled kernels are written to.
            *arguments: Arguments of Python.
        """
        root = Path(self.root)
        paths = (root, root / "proto" / "python", root / "clients" / "python")
        chosen = {
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "REFEREE_CACHE_DIR": str(cache),
            "REFEREE_COMPILED": "0",
            "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "",
        }
        command = [sys.executable, *arguments]
        subprocess.run(command, cwd=root, env=os.environ | chosen, check=True)
