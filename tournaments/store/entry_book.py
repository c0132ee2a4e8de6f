"""Entries in the results database: who takes part, in which order, and who was left out."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from tournaments.spec.config import BotSpec, TournamentSpec
from tournaments.spec.entrants import LeftOut, in_order, teams_left_out, with_entrants
from tournaments.spec.stage_file import HANDED_IN
from tournaments.store import event_bodies
from tournaments.store.database import Database
from tournaments.store.event_book import EventBook
from tournaments.store.schema import BOTS, GROWTH, LEFT_OUT, TOURNAMENTS

__all__ = ["EntryBook"]


class EntryBook:
    """Reads and writes which entries of one tournament take part, in which order, and which are left out.

    Args:
        database: Database with the entries.
        tournament_id: Id of the tournament; None if none has begun.
        events: Log of the tournament.
    """

    def __init__(self, database: Database, tournament_id: str | None, events: EventBook) -> None:
        self._database = database
        self._events = events
        self._id = tournament_id

    def reasons(self) -> dict[str, str]:
        """Return the reason why each bot that is left out can't run, by bot name."""
        query = sa.select(LEFT_OUT.c.bot, LEFT_OUT.c.reason)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(LEFT_OUT.c.tournament_id == self._id))
            return {row.bot: row.reason for row in rows}

    def leave_out(self, reasons: Mapping[str, str], source: str | None = None) -> None:
        """Replace the list of the bots that are left out.

        Args:
            reasons: Why each bot can't run, by name; all other bots are no longer left out.
            source: New text of the tournament's stored file; None leaves the text as it is.
        """
        of_this = LEFT_OUT.c.tournament_id == self._id
        rows = [
            {"tournament_id": self._id, "bot": name, "reason": reason}
            for name, reason in reasons.items()
        ]
        with self._database.writing() as connection:
            self._events.add([event_bodies.left_out(reasons, source)])
            # All rows are replaced: an entry that takes part now must not stay in the list.
            connection.execute(sa.delete(LEFT_OUT).where(of_this))
            if rows:
                connection.execute(sa.insert(LEFT_OUT), rows)
            if source is not None:
                same = TOURNAMENTS.c.tournament_id == self._id
                connection.execute(sa.update(TOURNAMENTS).where(same).values(source=source))

    def taking_part(self, spec: TournamentSpec) -> tuple[TournamentSpec, tuple[LeftOut, ...]]:
        """Return the tournament reduced to the bots that take part, and all entries that are left out.

        Args:
            spec: The tournament as its stored file describes it.
        """
        if spec.season is not None:
            return self._of_season(spec), ()
        reasons = self.reasons()
        # Usually the file is the tournament: nothing has to be sorted then.
        if not reasons and not self._has_moved_up(spec):
            return spec, ()
        left_out = tuple(teams_left_out(spec, in_order(spec, reasons)))
        return with_entrants(spec, self.names(), self.steps()), left_out

    def _of_season(self, spec: TournamentSpec) -> TournamentSpec:
        """Return a season whose bots are all entries that take part, in order of entry.

        An entry that was handed in, which the file does not have, becomes a bot with a placeholder as
        its command: reports need only its name.

        Args:
            spec: The season as its stored file describes it.
        """
        bots = {bot.name: bot for bot in spec.bots}
        found = [
            bots.get(name) or BotSpec.model_validate({"name": name, "command": [HANDED_IN]})
            for name in self.names()
        ]
        return spec.model_copy(update={"bots": tuple(found)})

    def names(self) -> list[str]:
        """Return the names of all bots that take part, in order of entry."""
        query = sa.select(BOTS.c.bot).where(BOTS.c.tournament_id == self._id)
        with self._database.reading() as connection:
            return list(connection.scalars(query.order_by(BOTS.c.position)))

    def steps(self) -> list[int]:
        """Return the number of bots before each extension of the file, oldest first."""
        query = sa.select(GROWTH.c.bots).where(GROWTH.c.tournament_id == self._id)
        with self._database.reading() as connection:
            return list(connection.scalars(query.order_by(GROWTH.c.step)))

    def _has_moved_up(self, spec: TournamentSpec) -> bool:
        """Return whether the stored order of bots differs from the file's.

        It differs if a bot that was once left out now takes part: it is behind its place in the
        file.
        """
        return self.names() != [bot.name for bot in spec.bots]
