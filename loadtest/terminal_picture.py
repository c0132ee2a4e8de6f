"""`tmux capture-pane -p | python -m loadtest.terminal_picture FILE.png`: a picture of a terminal, for the documents.

It reads the lines that a real terminal shows from standard input. Needs Chromium, Playwright and
Pillow.
"""

from __future__ import annotations

import argparse
import html
import io
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main"]

_PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #10141c }}
pre {{ margin: 0; padding: 14px 18px; width: max-content; color: #d7dde8; font: 14px/1.4 "DejaVu Sans Mono", monospace }}
b {{ color: #8fd694; font-weight: normal }}
</style><pre>{text}</pre>"""
_COLOURS = 16


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the picture; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m loadtest.terminal_picture")
    parser.add_argument("file", type=Path, help="PNG file that is written")
    options = parser.parse_args(arguments)
    lines = sys.stdin.read().rstrip().splitlines()
    # The commands that were typed stand out from what they print.
    shown = [
        f"<b>{html.escape(line)}</b>" if line.startswith("$ ") else html.escape(line)
        for line in lines
    ]
    _save(_screenshot(_PAGE.format(text="\n".join(shown))), options.file)
    return 0


def _screenshot(page: str) -> bytes:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        opened = browser.new_page(device_scale_factor=1.5)
        opened.set_content(page)
        taken = opened.locator("pre").screenshot()
        browser.close()
    return taken


def _save(taken: bytes, file: Path) -> None:
    from PIL import Image

    picture = Image.open(io.BytesIO(taken)).convert("RGB").quantize(_COLOURS)
    picture.save(file, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
