"""Changes of a run to its tournament's database, all written once the referee has made the first match.

They are entries or rounds that were added to the tournament's file, new versions of bots, the source
of the dice, and the upgrade of tables that an earlier release made. A run that fails before its first
match, as by a bot that can't be built, has changed nothing. So it can be repeated with another file,
other bots or another release.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tournaments.pairings.dice import NO_CHANCE, Dice, DicePolicy
from tournaments.pairings.growth import Growth
from tournaments.pairings.schedule import Schedule, dice_lines, draw_schedule
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.entrants import check_entrants, reason_of, with_entrants, without
from tournaments.spec.errors import FolderError, SpecError, SpecFaultsError, TournamentError
from tournaments.spec.matches import GameFacts
from tournaments.spec.reading import parse_spec
from tournaments.spec.titles import Titles
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store, new_tournament_id
from tournaments.tables.growth import (
    growth_lines,
    growth_of,
    refused_change,
    removed_bots,
    why_closed,
)

__all__ = ["Opening"]


@dataclasses.dataclass(slots=True)
class _Process:
    """A process, with its end if it has ended, that was started before the store could be written."""

    program: str
    number: int
    ended: Exit | None = None
    died: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class _Before:
    """A tournament that has begun, as it was before this run: its file, its entries and its schedule."""

    in_file: TournamentSpec
    """The tournament with all entries of its stored file."""
    spec: TournamentSpec
    """The tournament reduced to the entries that take part."""
    left_out: dict[str, str]
    """Reason for each entry (bot of the file) that is left out, by name."""
    schedule: Schedule
    """Schedule of the tournament before this run."""


class Opening:
    """Prepares the beginning of a run, or its continuation. Nothing is written before `accept`.

    It also is a `VersionBook` and a `ProcessBook`: after `accept`, it passes everything on to the
    store.

    Args:
        store: Results of the tournament.
        spec: The tournament.
        file: Path of the tournament's file.
        own_referee: Whether this run has started the referee itself.
        accept_changes: Whether entries that were left out are tried again.
        note: Called with a line on what is written, and on where the dice come from.
        origin: What the first event of the log has in addition, as for a stage of a season.

    Raises:
        FolderError: The data folder belongs to another tournament, or the rest may not be played
            with these settings.
    """

    def __init__(
        self,
        store: Store,
        spec: TournamentSpec,
        file: Path,
        *,
        own_referee: bool = True,
        accept_changes: bool = False,
        note: Callable[[str], None] | None = None,
        origin: Mapping[str, object] | None = None,
    ) -> None:
        self._origin = origin
        self._store = store
        self._spec = spec
        self._file = file
        self._note = note or (lambda _: None)
        self._growth: Growth | None = None
        self._source = ""
        """Text of the tournament's file, if it is to be written; else empty."""
        self._fresh: list[StoredVersion] = []
        self._restarted: list[StoredVersion] = []
        self.given_up: set[tuple[str, int]] = set()
        """Bots and versions, as pairs, that can't be started any more; matches that they began are
        played again.
        """
        self._processes: dict[tuple[str, int], _Process] = {}
        self.is_accepted = False
        """Whether everything has been written to the store."""
        stored, wanted = store.tournament(), draw_schedule(spec, own_referee=own_referee)
        self.is_first = stored is None or store.is_untouched()
        """Whether no match has begun yet, so that the tournament is what its file says now."""
        self.tournament_id = new_tournament_id() if stored is None else stored.tournament_id
        """Id that distinguishes the tournament from all others at one referee."""
        self.spec = spec
        """The tournament reduced to the entries that take part."""
        self.left_out: dict[str, str] = {}
        """Reason for each entry (bot of the file) that is left out, by name."""
        self._before: _Before | None = None
        # No match has begun: whatever was stored is replaced by the file.
        if stored is None or self.is_first:
            self._source = file.read_text(encoding="utf-8-sig")
            self.schedule = _kept(store.schedule(), wanted)
            """Schedule of the tournament, which determines the dice of its matches."""
            return
        in_file = parse_spec(stored.source, stored.file)
        before, _ = store.entries.taking_part(in_file)
        self.schedule = store.begun_schedule()
        # The other way round is harmless: separate dice can be played anywhere.
        if self.schedule.dice.is_shared and not wanted.dice.is_shared:
            raise FolderError(
                f"the matches of {stored.name} share dice, and can't go on where they may not:"
                f" {wanted.dice.why}; change that back, or give another data folder with --data"
            )
        self._before = _Before(in_file, before, store.entries.reasons(), self.schedule)
        self.left_out = self._stay_out(self._before, accept_changes=accept_changes)
        self._grow(self._before)

    def _stay_out(self, before: _Before, *, accept_changes: bool) -> dict[str, str]:
        """Return the reasons for entries that were left out before and are not tried again.

        An entry is tried again if it can still join, and if its table in the file has changed or
        changes of programs are accepted. So an unchanged file gives an unchanged tournament.
        """
        stay: dict[str, str] = {}
        known = {bot.name: bot for bot in before.in_file.bots}
        closed = why_closed(before.spec)
        for bot in self._spec.bots:
            if bot.name not in before.left_out:
                continue
            is_tried = accept_changes or bot != known.get(bot.name)
            if not is_tried or closed is not None:
                stay[bot.name] = before.left_out[bot.name]
            if is_tried and closed is not None:
                self._note(
                    f"{bot.name} stays left out: format {before.spec.format!r} takes no bot later,"
                    f" for {closed}"
                )
        return stay

    @property
    def newcomers(self) -> frozenset[str]:
        """Names of bots that take part from this run on and may still be left out.

        It is empty unless the file says that bad entries are left out.
        """
        if self._spec.on_bad_entry != "leave_out":
            return frozenset()
        before = () if self._before is None else self._before.spec.bots
        names = {bot.name for bot in self.spec.bots}
        return frozenset(names - {bot.name for bot in before})

    def leave_out(self, faults: Mapping[str, TournamentError]) -> None:
        """Leave out entries that can't run, before anything is written, in addition to earlier ones.

        Args:
            faults: What is wrong with each entry, by name.

        Raises:
            TournamentError: The file does not allow leaving entries out, one of them has begun the
                tournament already, or fewer remain than the format needs.
        """
        # Called several times in a run: for programs not found, failed builds, copies and trial
        # matches.
        fresh = {name: fault for name, fault in faults.items() if name not in self.left_out}
        if not fresh:
            return
        begun = set() if self._before is None else {bot.name for bot in self._before.spec.bots}
        stuck = [name for name in fresh if name in begun]
        if self._spec.on_bad_entry != "leave_out":
            raise _all_of(list(fresh.values()))
        if stuck:
            names = f"{' and '.join(stuck)} {'have' if len(stuck) > 1 else 'has'} entered it"
            why = FolderError(
                f"{names}, and an entry of a tournament that has begun can't be left out"
            )
            raise _all_of([*(fresh[name] for name in stuck), why])
        for name, fault in fresh.items():
            self.left_out[name] = reason_of(fault)
        for name, fault in fresh.items():
            self._note(f"{name} is left out: {reason_of(fault)}")
        self._grow(self._before)

    def _grow(self, before: _Before | None) -> None:
        """Set `spec` and `schedule` to those of the entries that take part, and compute the growth.

        The growth is what the file has added since the last run (bots, cycles or rounds), and is
        stored by `accept`.

        Args:
            before: The tournament as it was before this run; None for a new one.

        Raises:
            FolderError: The file has changed in a way that is not allowed after the tournament
                began.
        """
        out = self.left_out
        if before is None:
            names = [bot.name for bot in self._spec.bots if bot.name not in out]
            self.spec = with_entrants(self._spec, names)
            if out:
                check_entrants(self._spec, self.spec, self._file)
            return
        entered = [bot.name for bot in before.spec.bots]
        # In the order of the file; those that came later stand elsewhere in that of the tournament.
        difference = removed_bots(
            without(before.in_file, before.left_out),
            without(self._spec, before.left_out),
        )
        late = [bot.name for bot in self._spec.bots if bot.name not in (*entered, *out)]
        steps = [step.bots for step in before.schedule.growth]
        spec = with_entrants(self._spec, [*entered, *late], [*steps, len(entered)])
        # Only after the check of bots: with bots missing, every other difference would follow from
        # that.
        difference = difference or refused_change(before.spec, spec)
        if difference is not None:
            raise FolderError(
                f"{self._file} has changed since its tournament began: {difference};"
                " change it back, or give another data folder with --data"
            )
        self.spec, self.schedule = spec, before.schedule
        self._growth = growth_of(before.spec, spec, before.schedule, self._store.matches())
        if self._growth is not None:
            growth = (*before.schedule.growth, self._growth)
            self.schedule = dataclasses.replace(before.schedule, growth=growth)
        if self._growth is not None or self._changes_entries:
            self._source = self._file.read_text(encoding="utf-8-sig")

    @property
    def _changes_entries(self) -> bool:
        """Whether the left-out entries differ from the stored ones, or entries have other titles."""
        before = self._before
        if before is None:
            return False
        titles = [Titles(spec).known for spec in (before.in_file, self._spec)]
        return self.left_out != before.left_out or titles[0] != titles[1]

    @property
    def needs_its_file(self) -> bool:
        """Whether a run that ends now can be continued only from its file.

        That is so as long as the store lacks changes in the file.
        """
        is_new = self.is_first or self._growth is not None or self._changes_entries
        return not self.is_accepted and is_new

    def fit(self, facts: GameFacts) -> None:
        """Adapt the schedule to facts of the game; do nothing after the first match has begun.

        A game without chance shares no dice, and seats depend on whether its table is a ring.
        """
        if not self.is_first:
            return
        if facts.chance_free and self.schedule.dice.is_shared:
            self.schedule = dataclasses.replace(self.schedule, dice=Dice(DicePolicy.OWN, NO_CHANCE))
        self.schedule = dataclasses.replace(self.schedule, ring=facts.ring)

    def accept(self, *, tells_dice: bool = True) -> None:
        """Write everything to the store, all or nothing; a second call does nothing.

        Args:
            tells_dice: Whether to note where the dice come from, before the first of them is
                rolled.

        Raises:
            StoreError: The results can't be written.
        """
        if self.is_accepted:
            return
        store, names = self._store, [bot.name for bot in self.spec.bots]
        with store.together():
            if self.is_first:
                store.begin(
                    self._spec.name,
                    self._file.absolute(),
                    self._source,
                    names,
                    self.schedule,
                    tournament_id=self.tournament_id,
                    extra=self._origin,
                )
            elif self._growth is not None:
                assert self._before is not None
                store.grow(self._growth, self._source, names, self._before.schedule)
            if self._changes_entries or (self.is_first and self.left_out):
                store.entries.leave_out(self.left_out, self._source)
            # A bot may have been sealed before its trial match failed.
            taken = [version for version in self._fresh if version.bot not in self.left_out]
            store.programs.add(taken)
            for version in self._restarted:
                store.programs.replace_start(version)
            # In the order of their start, so that the store gives them the same numbers again.
            for process in self._processes.values():
                number = store.begin_process(process.program)
                assert number == process.number, "nobody else starts processes of this tournament"
                if process.ended is not None:
                    store.end_process(process.program, number, process.ended, died=process.died)
        # After the transaction: if it fails, the next call writes everything again.
        self.is_accepted = True
        if self._growth is not None:
            self._note(growth_lines(self.spec, self.schedule)[-1])
        # Only now: nobody may take the commitment of a run that was refused for that of the tournament.
        for line in dice_lines(self.schedule, is_over=False) if tells_dice else ():
            self._note(line)

    # Programs.

    def versions(self) -> list[StoredVersion]:
        """Return all versions of all bots, sorted by bot and number, including those to be written."""
        known = [] if self.is_first and not self.is_accepted else self._store.programs.versions()
        fresh = [] if self.is_accepted else self._fresh
        return sorted([*known, *fresh], key=lambda each: (each.bot, each.version))

    def unfinished(self) -> set[tuple[str, int]]:
        """Return bots and versions with unfinished attempts at matches.

        These are attempts that are not void (annulled), at matches that have no result.
        """
        return self._store.programs.unfinished()

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Keep new versions, to be written by `accept`."""
        self._fresh += versions

    def replace_start(self, version: StoredVersion) -> None:
        """Keep how a stored version is started from now on, to be written by `accept`."""
        self._restarted.append(version)

    def give_up(self, bot: str, version: int) -> None:
        """Record that a version can't be started any more, so that its matches are played again."""
        self.given_up.add((bot, version))

    # Processes.

    def begin_process(self, program: str) -> int:
        """Return the number of a new process of a program, from 1."""
        if self.is_accepted:
            return self._store.begin_process(program)
        begun = sum(each.program == program for each in self._processes.values())
        number = self._store.last_process(program) + begun + 1
        self._processes[program, number] = _Process(program, number)
        return number

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """Record the end of a process, in the store at once, or by `accept`.

        Args:
            program: Name of the program.
            number: Number of the process among those of the program.
            ended: How it ended.
            died: Whether it died while it was still needed.
        """
        if self.is_accepted:
            self._store.end_process(program, number, ended, died=died)
        elif (process := self._processes.get((program, number))) is not None:
            process.ended, process.died = ended, died


def _all_of(faults: Sequence[TournamentError]) -> TournamentError:
    """Return faults as one error; its class is that of the faults if they have one in common."""
    if len(faults) == 1:
        return faults[0]
    kinds = {type(fault) for fault in faults}
    if kinds <= {SpecError, SpecFaultsError}:
        return SpecFaultsError(faults)
    kind = kinds.pop() if len(kinds) == 1 else FolderError
    return kind("\n".join(map(str, faults)))


def _kept(drawn: Schedule | None, wanted: Schedule) -> Schedule:
    """Return the stored schedule if its dice are of the same kind as the new one's; else the new schedule.

    The commitment of the stored schedule may have been published already.

    Args:
        drawn: The stored schedule; None if there is none.
        wanted: The new schedule, as the file asks for it.
    """
    if drawn is None or (drawn.dice.policy, drawn.dice.why) != (
        wanted.dice.policy,
        wanted.dice.why,
    ):
        return wanted
    if wanted.dice.policy is DicePolicy.WRITTEN:
        return wanted
    return dataclasses.replace(drawn, pairing_rule=wanted.pairing_rule)
