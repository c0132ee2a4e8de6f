"""Measures how many results a second a store takes: `python -m tests.tournaments.recording`.

A match costs an attempt and a result, each a transaction that is on disk when it returns. SQLite is
measured in a temporary folder. The PostgreSQL of the tests is measured too, at which nothing is on
disk (`fsync=off`), so that its number is what the way there and back costs; `--store URL` measures
a server of yours, in a tournament of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from pathlib import Path

from tests.helpers.postgres import postgres_server
from tests.tournaments.fakes import ended, order_of, pairing_of
from tournaments.spec.store_url import checked_url
from tournaments.store.folder import DataFolder
from tournaments.store.store import Store


def results_per_second(folder: Path, url: str | None, matches: int) -> float:
    """Write attempts and results of so many matches, and tell how many that makes a second."""
    folder.mkdir()
    data = DataFolder(folder, store=None if url is None else checked_url(url), name="recording")
    with contextlib.closing(Store(data.database, create=True)) as store:
        store.begin("recording", Path("recording.toml"), "", ["a", "b"])
        began = time.perf_counter()
        for number in range(1, matches + 1):
            pairing = pairing_of(number, "ab", seed=number)
            order, match_id = order_of(pairing), f"m{number}"
            store.begin_attempt(order.key, 1, match_id)
            store.record(order, pairing, ended(1, 2), match_id=match_id, replay=match_id)
        return matches / (time.perf_counter() - began)


def main() -> None:
    """Measure each kind of database three times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--store", help="URL of a PostgreSQL database")
    options = parser.parse_args()
    with postgres_server() as server, tempfile.TemporaryDirectory() as folder:
        urls = {"SQLite": None, f"PostgreSQL {server.version}, fsync off": server.new_database()}
        if options.store is not None:
            urls["the store given"] = options.store
        for index, (name, url) in enumerate(urls.items()):
            rates = [
                results_per_second(Path(folder) / f"{index}-{again}", url, options.matches)
                for again in range(3)
            ]
            print(f"{name}: {', '.join(f'{rate:.0f}' for rate in rates)} results/s")


if __name__ == "__main__":
    main()
