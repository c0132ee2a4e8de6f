"""Reads and writes the schedule of a tournament in the results database: dice, pairing rule and extensions."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from tournaments.pairings.dice import Dice, DicePolicy, commitment_of
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule
from tournaments.store.database import Database
from tournaments.store.schema import DICE, GROWTH, SCHEDULES

__all__ = ["ScheduleBook"]


class ScheduleBook:
    """Reads and writes the schedule of one tournament in the results database.

    Args:
        database: Database with the schedule.
        tournament_id: Id of the tournament; None if none has begun.
    """

    def __init__(self, database: Database, tournament_id: str | None) -> None:
        self._database = database
        self._id = tournament_id

    def begin(self, schedule: Schedule) -> None:
        """Write the schedule of a tournament that begins, in place of any earlier one.

        Extensions in `schedule.growth` are not written.
        """
        dice = {
            "policy": schedule.dice.policy.value,
            "why": schedule.dice.why,
            "schedule_seed": str(schedule.seed),
            "secret": schedule.dice.secret.hex(),
            "commitment": schedule.dice.commitment,
        }
        planned = {"pairing_rule": schedule.pairing_rule, "ring": schedule.ring}
        with self._database.writing() as connection:
            for table in (DICE, SCHEDULES, GROWTH):
                connection.execute(sa.delete(table).where(table.c.tournament_id == self._id))
            for table, values in ((DICE, dice), (SCHEDULES, planned)):
                row = {"tournament_id": self._id, **values}
                connection.execute(sa.insert(table).values(row))

    def add_growth(self, step: int, growth: Growth) -> None:
        """Write an extension of the tournament's file.

        Args:
            step: Number of the extension, from 1.
            growth: Numbers of bots, cycles and rounds before it, and the secret of the added
                matches' dice.
        """
        values = dataclasses.asdict(growth) | {
            "secret": growth.secret.hex(),
            "commitment": commitment_of(growth.secret),
        }
        row = {"tournament_id": self._id, "step": step, **values}
        with self._database.writing() as connection:
            connection.execute(sa.insert(GROWTH).values(row))

    def read(self) -> Schedule | None:
        """Return the schedule; None if no tournament has begun."""
        with self._database.reading() as connection:
            row = connection.execute(self._of(DICE)).one_or_none()
            if row is None:
                return None
            planned = connection.execute(self._of(SCHEDULES)).one()
            steps = connection.execute(self._of(GROWTH).order_by(GROWTH.c.step)).all()
        growth = tuple(
            Growth(each.bots, each.cycles, each.rounds, each.after, bytes.fromhex(each.secret))
            for each in steps
        )
        dice = Dice(DicePolicy(row.policy), row.why, bytes.fromhex(row.secret))
        seed = int(row.schedule_seed)
        return Schedule(
            dice, seed, pairing_rule=planned.pairing_rule, growth=growth, ring=bool(planned.ring)
        )

    def _of(self, table: sa.Table) -> sa.Select[Any]:
        return sa.select(table).where(table.c.tournament_id == self._id)
