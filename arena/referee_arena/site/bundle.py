"""Joins JavaScript modules to one classic script, since browsers load no modules for pages that are files.

It accepts only the forms that the arena's modules use: named imports on one line at the top, and `export` before a
function, class or constant. Any other form is an error.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

import rjsmin

from referee_arena.site.errors import BundleError

__all__ = ["bundle"]

_IMPORT = re.compile(r'import \{ (\w+(?:, \w+)*) \} from "(\.{1,2}/[\w./-]+\.js)";')
_EXPORT = re.compile(r"export ((?:async )?function\*?|class|const) (\w+)\b")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)|^\s*\*.*|^\s*//.*|\s//.*")
_TEMPLATES = re.compile(r"`.*`")
"""The templates of a line with all between them, which stay as they are: rjsmin doesn't know a template within another."""
_KEPT = re.compile(r'"template (\d+)"')
_MODULE_WORD = re.compile(r"^(?:import|export)\b|\bimport\s*[(.]")


def bundle(sources: Mapping[str, str], entry: str) -> str:
    """Return a script that runs a module, and before it all modules that it imports, each once.

    Comments and blanks that mean nothing are left out.

    Args:
        sources: Text of each module by its path, such as `draw/scene.js`.
        entry: Path of the module to run.

    Raises:
        BundleError: A module is missing, imports itself through others, or has a form that is not accepted; or two
            modules export the same name.
    """
    done: dict[str, _Module] = {}
    _add(entry, sources, done, ())
    givers: dict[str, str] = {}
    for path, module in done.items():
        for name in module.exports:
            if other := givers.get(name):
                raise BundleError(f"{other} and {path} both export {name}")
            givers[name] = path
    functions = (module.as_function() for module in done.values())
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f'"template {len(kept) - 1}"'

    text = "\n".join(['"use strict";', "(() => {", *functions, "})();"])
    shortened: str = rjsmin.jsmin(_TEMPLATES.sub(keep, text))
    return _KEPT.sub(lambda found: kept[int(found[1])], shortened) + "\n"


def _add(
    path: str, sources: Mapping[str, str], done: dict[str, _Module], above: tuple[str, ...]
) -> None:
    if path in above:
        raise BundleError(f"modules import each other in a circle: {' -> '.join((*above, path))}")
    if path in done:
        return
    if path not in sources:
        raise BundleError(f"{above[-1] if above else 'the page'} needs {path}, which is not there")
    module = _Module.read(path, sources[path])
    for other in module.imports:
        _add(other, sources, done, (*above, path))
    done[path] = module


@dataclasses.dataclass(frozen=True, slots=True)
class _Module:
    imports: dict[str, str]
    """Names that are imported from each module, by its path; the names are separated by commas."""
    exports: list[str]
    body: list[str]

    @classmethod
    def read(cls, path: str, text: str) -> _Module:
        imports: dict[str, str] = {}
        exports: list[str] = []
        body: list[str] = []
        for number, line in enumerate(text.splitlines(), 1):
            if (taken := _IMPORT.fullmatch(line)) is not None:
                other = _resolved(path, taken[2])
                names = [imports[other]] if other in imports else []
                imports[other] = ", ".join([*names, taken[1]])
                continue
            if (given := _EXPORT.match(line)) is not None:
                exports.append(given[2])
                line = line.removeprefix("export ")
            elif line.count("`") % 2 and not line.lstrip().startswith("*"):
                raise BundleError(f"{path}:{number}: a text of several lines: {line.strip()}")
            elif (found := _TEMPLATES.search(line)) is not None and re.search(r"\s//", found[0]):
                raise BundleError(f"{path}:{number}: a comment with a template: {line.strip()}")
            elif _MODULE_WORD.search(_COMMENT.sub("", line)):
                raise BundleError(f"{path}:{number}: not understood: {line.strip()}")
            body.append(line)
        return cls(imports, exports, body)

    def as_function(self) -> str:
        """Return the module as script text that calls a function, whose result declares the module's exports.

        Exports are names of the whole script, so that no module has to name what it imports.
        """
        names = f"{{ {', '.join(self.exports)} }}"
        body = "\n".join([*self.body, ""])
        if not self.exports:
            return f"(() => {{\n{body}}})();"
        return f"const {names} = (() => {{\n{body}return {names};\n}})();"


def _resolved(path: str, target: str) -> str:
    """Return the path of the module that the module at `path` imports as `target`, such as `../draw/scene.js`."""
    parts = path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                raise BundleError(f"{path}: {target} leads out of the folder")
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
