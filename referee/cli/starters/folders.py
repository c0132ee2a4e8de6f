"""Fills folders of templates into a new folder."""

from __future__ import annotations

import string
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import typer

from referee.core.errors import RefereeError

__all__ = ["write"]


def write(
    templates: list[str],
    folder: Path,
    texts: Mapping[str, str],
    places: Mapping[str, str],
    own: Mapping[str, str],
) -> None:
    """Fill templates into a new folder.

    Args:
        templates: Names of the folders of templates.
        folder: The new folder, which must not exist yet.
        texts: Values of the templates' placeholders.
        places: Paths in the new folder, by file name, of files that do not go to its top.
        own: Texts that replace a template, by file name.

    Raises:
        RefereeError: The folder exists, or it or a file in it can't be made.
    """
    try:
        # Never into a folder that exists: nothing of an author's may be overwritten.
        folder.mkdir(parents=True)
    except FileExistsError:
        raise RefereeError(f"{folder} is there already") from None
    except OSError as error:
        raise RefereeError(f"{folder} can't be made: {error.strerror}") from None
    for file in _files(templates):
        name = file.name.removesuffix(".in")
        path = folder / places.get(name, name)
        template = own.get(name) or file.read_text(encoding="utf-8")
        # Not `safe_substitute`: a placeholder without a text is a mistake in the template.
        filled = string.Template(template).substitute(texts)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(filled, encoding="utf-8")
        except OSError as error:
            raise RefereeError(f"{path} can't be written: {error.strerror}") from None
    typer.echo(f"{folder} is ready; its README.md says what to run")


def _files(templates: list[str]) -> list[Traversable]:
    below = resources.files("referee.kit").joinpath("template")
    found = [file for name in templates for file in below.joinpath(name).iterdir()]
    return sorted(found, key=lambda file: file.name)
