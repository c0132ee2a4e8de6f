"""Make the frozen client of a release: `python -m tests.compatibility.frozen COMMIT FILE.zip`.

The archive has the Python SDK and the messages of the protocol and of Diceman, as they were in that
commit; Python imports from it directly. The same commit gives the same bytes.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.architecture.source import ROOT

__all__ = ["freeze"]

PARTS = {
    "clients/python/referee_client": "clients/python",
    "proto/python/gamereferee/v1": "proto/python",
    "proto/python/gamereferee/games/diceman": "proto/python",
}
"""Folders of the repository that are kept, each with the folder that is on the search path."""


def freeze(commit: str, archive: Path) -> None:
    """Write the modules of a commit into an archive."""
    command = ["git", "archive", commit, *PARTS]
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with (
        tarfile.open(fileobj=io.BytesIO(packed)) as tar,
        zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made,
    ):
        for name in sorted(tar.getnames()):
            file = tar.extractfile(name) if name.endswith(".py") else None
            if file is None:
                continue
            (root,) = {root for part, root in PARTS.items() if name.startswith(part)}
            info = zipfile.ZipInfo(str(Path(name).relative_to(root)))
            made.writestr(info, file.read(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    freeze(sys.argv[1], Path(sys.argv[2]))
