"""When each act of a real season begins, and how acts are carried out one after the other."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator

from loadtest.real_season.acts import Acting
from loadtest.real_season.breaks import ROLES, Breaking
from loadtest.real_season.season import NotSeenError

__all__ = ["Act", "Done", "carry_out", "timetable"]


@dataclasses.dataclass(frozen=True, slots=True)
class Act:
    """One act of a season: something that is done at a set time, and must have a visible effect."""

    at: float
    """When it begins, as a share of the season's length, 0..1; later if others take that long."""
    name: str
    """What is done, in words."""
    do: Callable[[], str]
    """Does it, waits for what must follow, and returns what was seen."""


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """Result of an act of a season: when it began, how long it took, and its observed effect."""

    name: str
    """What was done, in words."""
    began_s: float
    """When it began, in seconds from the opening."""
    took_s: float
    """Time until all that must follow was seen, in seconds."""
    has_held: bool
    """Whether it was seen."""
    text: str
    """What was seen, or what was not."""

    @property
    def line(self) -> str:
        """The result as one line of text for people."""
        word = "ok    " if self.has_held else "FAILED"
        minutes, seconds = divmod(round(self.began_s), 60)
        return f"{minutes:3}:{seconds:02} {word} {self.name} ({self.took_s:.0f} s): {self.text}"


def timetable(acting: Acting, breaking: Breaking) -> list[Act]:
    """Return all acts of a season, in their order; those of remote entries only where there are some.

    Args:
        acting: Acts of authors and the organizer.
        breaking: Acts that break connections and kill processes.
    """
    acts = [
        ("opening", acting.open_season),
        ("upload", acting.upload),
        ("replacement", acting.replace),
        ("build that fails", acting.broken_build),
        ("program that leaves", acting.broken_protocol),
        ("bench", acting.bench),
        ("faults", acting.faults),
        ("annulment", acting.annul),
    ]
    if breaking.attendees is not None:
        acts += [
            ("cable pulled", breaking.pull_cable),
            ("connections broken", breaking.break_connections),
            ("kill of a helper", breaking.kill_helper),
            ("kill of a remote program", breaking.kill_remote_program),
        ]
    acts += [(f"kill of the {role}", _killing(breaking, role)) for role in ROLES]
    acts += [("restart", breaking.restart), ("pause", acting.pause)]
    acts += [("withdrawal", acting.withdraw)]
    last = [(0.9, "freeze", acting.freeze), (1.0, "close", acting.close)]
    spread = 0.85 / len(acts)
    return [Act(spread * n, name, do) for n, (name, do) in enumerate(acts)] + [
        Act(*each) for each in last
    ]


def _killing(breaking: Breaking, role: str) -> Callable[[], str]:
    return lambda: breaking.kill(role)


def carry_out(acts: list[Act], length_s: float, meanwhile: Callable[[], object]) -> Iterator[Done]:
    """Carry out acts, each at its time or when the one before is over, and yield how each went.

    The acts end with the first one if that fails: nothing can follow without an opening.

    Args:
        acts: The acts, in their order.
        length_s: Length of the season, in seconds.
        meanwhile: Called between acts, to keep the season running.
    """
    opened = time.monotonic()
    for number, act in enumerate(acts):
        while time.monotonic() < opened + act.at * length_s:
            if number:
                meanwhile()
            time.sleep(0.5)  # the time of the next act has not come
        began = time.monotonic()
        try:
            text, has_held = act.do(), True
        except NotSeenError as error:
            text, has_held = str(error), False
        took = time.monotonic() - began
        yield Done(act.name, began - opened, took, has_held, text)
        if not number and not has_held:
            return
