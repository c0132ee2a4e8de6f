"""`python -m loadtest.arena_pages`: how quick is the page of a match, at a quarter of the processor?

For a replay of each game, or for the replays that are named, it measures the time from a seek until
the frame is painted, and the processor time that seeks and steps take in the page's main thread and,
of a step, in its script. With `--long`, the seeks are in the first replay, made 10,000 frames long by repetition,
and the memory in use after hundreds of seeks is printed too. Needs Chromium and Playwright; the pages
are files.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loadtest.arena_pictures import MATCHES
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
STEPS = 100
SEEKS_MORE = 300
SETTLED_MS = 150
"""What the page waits after a step before it updates the address; its `player.js` has the number."""
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
        # Processor time of the main thread: what other processes take of the machine does not count.
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.goto(f"file://{path}#step=0")
        self.page.wait_for_selector(_SETTLED, timeout=120_000)
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})

    def metrics(self) -> dict[str, float]:
        """Return the browser's own performance counters, by name."""
        entries = self._session.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in entries}

    @property
    def length(self) -> int:
        """Number of frames of the match."""
        return 1 + int(self.page.get_attribute(".slider", "max"))

    def press(self, key: str) -> None:
        """Press a key by the browser's own input events, so that no script of the driver runs then."""
        codes = {"key": key, "code": key, "windowsVirtualKeyCode": 39}
        for kind in ("rawKeyDown", "keyUp"):
            self._session.send("Input.dispatchKeyEvent", {"type": kind, **codes})

    def close(self) -> None:
        """Close the page."""
        self.page.close()

    def collect(self) -> None:
        """Have the browser collect garbage."""
        self._session.send("HeapProfiler.collectGarbage")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure how quick the pages of matches are on a slow processor; return the exit status.

    `arguments` are those of the command line; None for those of this process.
    """
    options = _parser().parse_args(arguments)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        replays = options.replays or list(_played(folder))
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        path = folder / "match.html"
        print(f"processor / {options.slowdown}, milliseconds")
        for replay in replays:
            path.write_text(match_file(replay, "together"), encoding="utf-8")
            _measure(_Page(browser, path, options.slowdown), load(replay).header.game)
        if options.long:
            path.write_text(_long(replays[0]), encoding="utf-8")
            _seek_long(_Page(browser, path, options.slowdown))
        browser.close()
    return 0


def _played(folder: Path) -> Iterator[Path]:
    """Play a match of each game, and yield its replay."""
    for game, (bots, config, _) in MATCHES.items():
        command = [sys.executable, "-P", "-m", "referee", "play", game, "--seed", "5"]
        command += [f"--bot=house:{bot}" for bot in bots]
        command += [f"--config={key}={value}" for key, value in config.items()]
        kept = folder / game
        subprocess.run([*command, "--replay-dir", str(kept)], check=True, stdout=subprocess.DEVNULL)
        yield from kept.glob("*.replay")


def _measure(page: _Page, game: str) -> None:
    """Print how many milliseconds seeks and steps through a match take, then close the page."""
    numbers = random.Random(1)
    length = page.length
    seeks = [numbers.randrange(length) for _ in range(SEEKS)]
    # The same number twice in a row is no seek.
    seeks = [number for number, _ in itertools.groupby(seeks)]
    taken, worked = list[float](), list[float]()
    for number in seeks:
        before = page.metrics()
        taken += page.page.evaluate(_SEEK, [number])
        worked.append(1e3 * (page.metrics()["TaskDuration"] - before["TaskDuration"]))
        page.page.wait_for_timeout(2 * SETTLED_MS)
    page.page.evaluate(_SEEK, [0])
    script, task = list[float](), list[float]()
    for _ in range(min(STEPS, length - 1)):
        before = page.metrics()
        page.press("ArrowRight")
        page.page.wait_for_timeout(2 * SETTLED_MS)
        after = page.metrics()
        script.append(1e3 * (after["ScriptDuration"] - before["ScriptDuration"]))
        task.append(1e3 * (after["TaskDuration"] - before["TaskDuration"]))
    page.collect()
    nodes = page.metrics()["Nodes"]
    page.close()
    print(
        f"{game}: {length} frames, {nodes:.0f} nodes; seek until painted {_formatted(taken)}, of which the main "
        f"thread {_formatted(worked)}; a step's script {_formatted(script)}, main thread {_formatted(task)}",
        flush=True,
    )


def _seek_long(page: _Page) -> None:
    """Print the time of seeks (jumps to a random frame) in the long match, and the memory in use then.

    Args:
        page: Page of the long match, already open.
    """
    numbers = random.Random(1)
    taken = page.page.evaluate(_SEEK, [numbers.randrange(LONG) for _ in range(SEEKS)])
    page.page.evaluate(_SEEK, [numbers.randrange(LONG) for _ in range(SEEKS_MORE)])
    page.collect()
    left = page.metrics()
    print(f"{SEEKS} seeks in {LONG} frames until painted {_formatted(taken)}")
    heap = left["JSHeapUsedSize"] / 1e6
    print(f"after {SEEKS + SEEKS_MORE} seeks: heap {heap:.1f} MB, {left['Nodes']:.0f} nodes")


def _formatted(values: Sequence[float]) -> str:
    ordered = sorted(values)
    at = min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))
    return f"median {statistics.median(ordered):.1f}, p95 {ordered[at]:.1f}"


def _long(replay: Path) -> str:
    """Return the page (HTML) of a match whose frames are repeated until there are `LONG`."""
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
    parser.add_argument(
        "replays", type=Path, nargs="*", help="replays; by default one of each game"
    )
    parser.add_argument("--long", action="store_true", help="seek in 10,000 frames too")
    parser.add_argument("--slowdown", type=int, default=4, help="of the processor (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
