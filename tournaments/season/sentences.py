"""Describes events of a season in sentences for people, as notices show them.

A sentence has no key, path or output of a bot; reasons are those that the organizer gave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.spec.outcomes import label_of

__all__ = ["sentence"]

_Body = Mapping[str, Any]

_STATES = {
    "open": "the season is open",
    "frozen": "submissions are closed; matches go on",
    "stages": "no match begins any more",
    "closed": "the season is over",
    "paused": "the season is paused",
    "resumed": "the season goes on",
}
"""Sentence without its reason, by what a season's state changes to."""
_STAGES = {
    "receive": "it could not be received",
    "unpack": "it could not be unpacked",
    "manifest": "its manifest was refused",
    "build": "it did not build",
    "play": "it did not play as the protocol asks",
    "protocol": "it did not pass a scenario of the protocol",
}
"""What happened, by the stage of a check that was not passed."""


def sentence(body: _Body) -> str:
    """Return what an event says, as a sentence without its final period.

    Args:
        body: Content of the event; see `bodies`.

    Raises:
        KeyError: The event's type is unknown, or a part of its content is missing.
    """
    return _SENTENCES[body["type"]](body)


def _because(body: _Body) -> str:
    """Return the reason of an event, preceded by a colon and a blank; empty if there is none."""
    return f": {body['reason']}" if body["reason"] else ""


def _by(body: _Body) -> str:
    """Return who caused an event, as an adverbial; empty for causes that the sentence names itself."""
    return {"organizer": " by the organizer", "author": " by its author"}.get(body["by"], "")


def _admitted(body: _Body) -> str:
    label = label_of(body["entry"], body["version"])
    if body["version"] == 1:
        return f"{label} takes part" if body["stays"] else f"{label} enters the season"
    return f"{label} replaces version {body['version'] - 1}"


def _refused(body: _Body) -> str:
    if body["request"] is None:
        return f"{body['entry']} has not passed its check and stays benched"
    if body["ours"]:
        return f"the check of {body['entry']} failed by a fault of the machine"
    why = _STAGES.get(body["stage"], f"it did not pass the stage {body['stage']}")
    return f"a submission of {body['entry']} is refused: {why}"


def _entry_changed(what: str) -> Callable[[_Body], str]:
    return lambda body: f"{body['entry']} is {what}{_by(body)}{_because(body)}"


def _results_changed(what: str) -> Callable[[_Body], str]:
    def describe(body: _Body) -> str:
        which = f"match {body['match']}"
        if body["match"] is None:
            which = f"all matches of {body['entry']}"
        verb = "count" if body["match"] is None else "counts"
        return f"{which} {verb} {what}{_because(body)}"

    return describe


def _started(body: _Body) -> str:
    again = f", attempt {body['attempt']}" if body["attempt"] > 1 else ""
    return f"match {body['match']} begins{again}: {_listed(_labels(body['entries']))}"


def _ended(body: _Body) -> str:
    unrated = "" if body["rated"] else ", and counts for nobody"
    return f"match {body['match']} has a result{unrated}"


def _void(body: _Body) -> str:
    then = "is played again" if body["again"] else "is left without a result"
    return f"match {body['match']} was void and {then}: {body['text']}"


def _replays(body: _Body) -> str:
    count = len(body["sha256"])
    parts = ["replays older than season.keep_replays are deleted"] if "at" in body else []
    if count or not parts:
        of = "digests of" if count != 1 else "digest of"
        parts.append(f"the {of} {count} replay{'s are' if count != 1 else ' is'} on record")
    return "; ".join(parts)


def _stage_began(body: _Body) -> str:
    labels = _labels([(name, version) for name, version, _ in body["entries"]])
    return f"stage {body['stage']} begins with {_listed(labels)}"


def _stage_ended(body: _Body) -> str:
    first, *others = body["order"][:3]
    behind = f", in front of {_listed(others)}" if others else ""
    return f"stage {body['stage']} is over: {first} is first{behind}"


def _labels(entries: Sequence[Sequence[Any]]) -> list[str]:
    return [label_of(name, version) for name, version in entries]


def _listed(names: Sequence[str]) -> str:
    """Return names as in a sentence: `a, b and c`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


_SENTENCES: dict[str, Callable[[_Body], str]] = {
    "opened": lambda _: "the season is announced",
    "run": lambda body: f"the program is version {body['version']} now, with {body['slots']} slots",
    "terms": lambda _: "the terms of the season have changed",
    "state": lambda body: _STATES[body["to"]] + _because(body),
    "key": lambda body: f"{body['entry']} has a new key",
    "received": lambda body: f"{body['entry']} was handed in and waits for its check",
    "admitted": _admitted,
    "refused": _refused,
    "benched": _entry_changed("benched"),
    "reinstated": _entry_changed("reinstated"),
    "withdrawn": _entry_changed("withdrawn"),
    "expelled": _entry_changed("expelled"),
    "came": lambda body: f"{body['entry']} is here",
    "left": lambda body: f"{body['entry']} is away",
    "started": _started,
    "ended": _ended,
    "void": _void,
    "annulled": _results_changed("no longer"),
    "restored": _results_changed("again"),
    "replays": _replays,
    "stage_began": _stage_began,
    "stage_skipped": lambda body: f"stage {body['stage']} is left out{_because(body)}",
    "stage_ended": _stage_ended,
    "over": lambda _: "the log is complete, and the secrets are published",
}
