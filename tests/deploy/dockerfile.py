"""Reads a Dockerfile, as far as ours goes: stages of instructions with their arguments replaced.

It knows FROM, ARG, RUN, COPY, ENV, USER, WORKDIR, VOLUME, EXPOSE, STOPSIGNAL, HEALTHCHECK, ENTRYPOINT
and CMD, and refuses all else, so that no step of the file is left out without a word.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shlex

__all__ = ["Stage", "Step", "parse"]

KNOWN = (
    *("ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK"),
    *("RUN", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
)
"""Instructions that are understood."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One instruction."""

    name: str
    """Which it is, in capitals."""
    text: str
    """What follows the name, continued lines joined, with the values of arguments in it."""

    def words(self) -> list[str]:
        """Return the words of a JSON list, or of a line of a shell."""
        if self.text.startswith("["):
            words: list[str] = json.loads(self.text)
            return words
        return shlex.split(self.text)


@dataclasses.dataclass
class Stage:
    """What one FROM begins."""

    base: str
    name: str
    steps: list[Step] = dataclasses.field(default_factory=list)

    def all(self, name: str) -> list[Step]:
        """Return the steps with an instruction's name, in order."""
        return [step for step in self.steps if step.name == name]

    def last(self, name: str) -> Step:
        """Return the step that holds of those with a name."""
        return self.all(name)[-1]

    def environment(self) -> dict[str, str]:
        """Return the variables that the stage sets."""
        pairs = [word for step in self.all("ENV") for word in step.words()]
        return dict(pair.split("=", 1) for pair in pairs)


def parse(text: str, **arguments: str) -> list[Stage]:
    """Return the stages of a Dockerfile; `arguments` are values of `--build-arg`."""
    values: dict[str, str] = {}
    stages: list[Stage] = []
    for line in _lines(text):
        name, _, rest = line.partition(" ")
        assert name in KNOWN, line
        rest = rest.strip()
        if name == "ARG":
            key, _, default = rest.partition("=")
            values[key] = arguments.get(key, default)
            continue
        for key, value in values.items():
            rest = rest.replace(f"${{{key}}}", value)
        if name == "FROM":
            base, _, own = rest.partition(" AS ")
            stages.append(Stage(base, own or str(len(stages))))
        else:
            stages[-1].steps.append(Step(name, rest))
    return stages


def _lines(text: str) -> list[str]:
    whole = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return re.sub(r"\s*\\\n\s*", " ", "\n".join(whole)).splitlines()
