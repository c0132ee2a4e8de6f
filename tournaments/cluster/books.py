"""Stores what workers send back where a match on this machine would have left it."""

from __future__ import annotations

import os
from collections.abc import Callable

from tournaments.cluster.worker_stage import EndedProcess, WorkerReply
from tournaments.play.executor import PlayedAttempt
from tournaments.processes.process_book import ProcessBook
from tournaments.store.folder import DataFolder

__all__ = ["Books"]


class Books:
    """Stores the replies of workers: replays, output of programs and ends of processes.

    Args:
        folder: The tournament's data folder.
        processes: Records each process and how it ended.
        note: Called with one line on what went wrong.
    """

    def __init__(
        self, folder: DataFolder, processes: ProcessBook, note: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._book = processes
        self._note = note

    def take_in(self, reply: WorkerReply, worker: str) -> PlayedAttempt | None:
        """Store a worker's reply to an attempt at a match: notes, output and replay.

        Return how the attempt was played; None if it failed.

        Args:
            reply: The reply.
            worker: Name of the worker, for notes.
        """
        # Kept even if the attempt failed: the output of the bots may say why.
        for text in reply.notes:
            self._note(f"worker {worker}: {text}")
        for process in reply.processes:
            self._keep_output(process)
        if reply.played is None or not reply.replay:
            return reply.played
        path = self._folder.replays / f"{reply.played.match_id}.replay"
        path.parent.mkdir(parents=True, exist_ok=True)
        # Under its own name only when it is whole: a record of the match may name it from then on.
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            file.write(reply.replay)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
        return reply.played

    def _keep_output(self, process: EndedProcess) -> None:
        number = self._book.begin_process(process.program)
        log = self._folder.logs / process.program / f"{number:04d}"
        log.parent.mkdir(parents=True, exist_ok=True)
        for kind, data in (("stdout", process.stdout), ("stderr", process.stderr)):
            log.with_name(f"{log.name}.{kind}").write_bytes(data)
        self._book.end_process(process.program, number, process.ended, died=process.died)
