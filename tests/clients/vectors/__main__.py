"""Write the shared vectors anew: `python -m tests.clients.vectors`."""

from __future__ import annotations

from tests.clients.vectors.files import FOLDER, texts

if __name__ == "__main__":
    for name, text in texts().items():
        (FOLDER / name).write_text(text)
        print(FOLDER / name)
