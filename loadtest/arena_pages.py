"""`python -m loadtest.arena_pages FILE...`: speed of a match's page in a browser on a slow processor.

For each replay it measures the time that a step from frame to frame takes, in the page's script and
in its whole main thread. For the first replay, made 10,000 frames long by repetition, it measures
the time of a seek, and the memory in use after hundreds of seeks. Needs Chromium and Playwright;
the pages are files.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.replay.frames import Eyes, Frame
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena.scenes.history import History
from referee_arena.site.matches import packed
from referee_arena.site.single import match_file, single_page

__all__ = ["LONG"]

LONG = 10_000
"""Number of frames of the long match."""
SEEKS = 50
STEPS = 150
SEEKS_MORE = 300
_SETTLED = ".player[data-settled]"
_SEEK = """async (numbers) => {
  const taken = [], slider = document.querySelector(".slider"), player = document.querySelector(".player");
  for (const number of numbers) {
    const begun = performance.now();
    slider.value = String(number);
    slider.dispatchEvent(new Event("input"));
    await new Promise((resolve) => {
      const look = () => player.dataset.shown === String(number)
        ? requestAnimationFrame(() => setTimeout(resolve)) : requestAnimationFrame(look);
      look();
    });
    taken.push(performance.now() - begun);
  }
  return taken;
}"""


class _Page:
    """Page of a match, open in a browser, with measurements of its cost."""

    def __init__(self, browser: Any, path: Path, slowdown: int) -> None:
        self.page = browser.new_page(viewport={"width": 1400, "height": 900})
        self._session = self.page.context.new_cdp_session(self.page)
        self._session.send("Performance.enable")
        self.page.goto(f"file://{path}#step=0")
        self.page.wait_for_selector(_SETTLED, timeout=120_000)
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})

    def metrics(self) -> dict[str, float]:
        """Return the browser's own performance counters, by name."""
        entries = self._session.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in entries}

    def collect(self) -> None:
        """Have the browser collect garbage."""
        self._session.send("HeapProfiler.collectGarbage")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement with these command-line arguments; return the exit status."""
    options = _parser().parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for replay in options.replays:
            path = folder / "match.html"
            path.write_text(match_file(replay, "together"), encoding="utf-8")
            _steps(_Page(browser, path, 1), replay)
        path = folder / "long.html"
        path.write_text(_long(options.replays[0]), encoding="utf-8")
        _seeks(_Page(browser, path, options.slowdown), options.slowdown)
        browser.close()
    return 0


def _steps(page: _Page, replay: Path) -> None:
    """Print the time of single steps through a replay, in milliseconds."""
    script, task = list[float](), list[float]()
    for _ in range(STEPS):
        before = page.metrics()
        shown = page.page.get_attribute(".player", "data-shown")
        page.page.keyboard.press("ArrowRight")
        page.page.wait_for_timeout(30)
        after = page.metrics()
        if page.page.get_attribute(".player", "data-shown") != shown:
            script.append(1e3 * (after["ScriptDuration"] - before["ScriptDuration"]))
            task.append(1e3 * (after["TaskDuration"] - before["TaskDuration"]))
    game = replay.parent.name
    print(
        f"{game}: {len(script)} steps, script {_formatted(script)}, main thread {_formatted(task)} ms"
    )


def _seeks(page: _Page, slowdown: int) -> None:
    """Print the time of seeks (jumps to a random frame) in the long match, and the memory in use then.

    Args:
        page: Page of the long match, already open.
        slowdown: Factor by which the browser slows the processor down; it is only printed.
    """
    numbers = random.Random(1)
    taken = page.page.evaluate(_SEEK, [numbers.randrange(LONG) for _ in range(SEEKS)])
    page.page.evaluate(_SEEK, [numbers.randrange(LONG) for _ in range(SEEKS_MORE)])
    page.collect()
    left = page.metrics()
    print(
        f"{SEEKS} seeks in {LONG} frames, processor / {slowdown}, painted: {_formatted(taken)} ms"
    )
    heap = left["JSHeapUsedSize"] / 1e6
    print(f"after {SEEKS + SEEKS_MORE} seeks: heap {heap:.1f} MB, {left['Nodes']:.0f} nodes")


def _formatted(values: Sequence[float]) -> str:
    ordered = sorted(values)
    at = min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))
    return f"median {statistics.median(ordered):.1f}, p95 {ordered[at]:.1f}"


def _long(replay: Path) -> str:
    """Return the page of a match whose frames are repeated until there are `LONG`."""
    recording = Recording(load(replay))
    eyes = Eyes()
    frames = [frame for (frame,) in recording.frames((eyes,)) if not frame.outcome]
    history = History(recording.heading(eyes))
    for step, frame in enumerate(itertools.islice(itertools.cycle(frames), LONG)):
        history.add(_at(frame, step))
    return single_page("a long match", packed({eyes.name: history}))


def _at(frame: Frame, step: int) -> Frame:
    return dataclasses.replace(frame, step=step)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m loadtest.arena_pages", description=__doc__)
    parser.add_argument("replays", type=Path, nargs="+", help="replays, the first one to be long")
    parser.add_argument("--slowdown", type=int, default=4, help="of the processor (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
