"""What a run writes of its tournament before its first match, kept back until nothing can refuse the run any more.

A file that has grown, a bot's new version, dice, older tables: each stays as it was while bots are built
and the referee is asked. It is written as a whole once the referee has made the first match, so that a
run that was refused can be repeated with another file, other bots or another program.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from tournaments.pairings.growth import Growth
from tournaments.pairings.match_dice import (
    NO_CHANCE,
    DicePolicy,
    MatchDice,
    dice_lines,
    dice_of_before,
    draw_dice,
)
from tournaments.processes.client import Exit
from tournaments.spec.config import TournamentSpec
from tournaments.spec.errors import FolderError
from tournaments.spec.matches import GameFacts
from tournaments.spec.reading import parse_spec
from tournaments.store.records import StoredVersion
from tournaments.store.store import Store, new_tournament_id
from tournaments.tables.growth import growth_lines, growth_of, refused_change

__all__ = ["Opening"]


@dataclasses.dataclass(slots=True)
class _Process:
    """A process that was started before anything may be written."""

    program: str
    number: int
    ended: Exit | None = None
    died: bool = False


class Opening:
    """The beginning of a run, or its going on. Nothing is written before `accept`.

    It is a book of programs and of processes: both pass on to the store what comes after that.

    Args:
        store: Results of the tournament.
        spec: The tournament.
        file: Its file.
        own_referee: Whether the referee is the tournament's own.
        note: Told in a line what is written, and where the dice come from.

    Raises:
        FolderError: Something else was played there, or what is left may not be played so.
    """

    def __init__(
        self,
        store: Store,
        spec: TournamentSpec,
        file: Path,
        *,
        own_referee: bool = True,
        note: Callable[[str], None] | None = None,
    ) -> None:
        self._store = store
        self._spec = spec
        self._file = file
        self._note = note or (lambda _: None)
        self._growth: Growth | None = None
        self._source = ""
        """Text of the file, where it is to be written."""
        self._fresh: list[StoredVersion] = []
        self._restarted: list[StoredVersion] = []
        self.given_up: set[tuple[str, int]] = set()
        """Bots and versions that can't be started any more: what they have begun is played again."""
        self._processes: dict[tuple[str, int], _Process] = {}
        self.is_accepted = False
        """Whether all of it has been written."""
        stored, wanted = store.tournament(), draw_dice(spec, own_referee=own_referee)
        self.is_first = stored is None or store.is_untouched()
        """Whether no match has begun, so that the tournament is what the file says."""
        self.tournament_id = new_tournament_id() if stored is None else stored.tournament_id
        """Tells it apart from others at one referee."""
        if stored is None or self.is_first:
            self._source = file.read_text(encoding="utf-8-sig")
            self.dice = _kept(store.dice(), wanted)
            """Where the dice of its matches come from."""
            return
        before = parse_spec(stored.source, stored.file)
        self.dice = store.dice() or dice_of_before(before)
        difference = refused_change(before, spec, self.dice)
        if difference is not None:
            raise FolderError(
                f"{file} has changed since its tournament began: {difference};"
                " change it back, or give another data folder with --data"
            )
        if self.dice.is_shared and not wanted.is_shared:
            raise FolderError(
                f"the matches of {stored.name} share dice, and can't go on where they may not:"
                f" {wanted.why}; change that back, or give another data folder with --data"
            )
        self._growth = growth_of(before, spec, self.dice, store.matches())
        if self._growth is not None:
            self._source = file.read_text(encoding="utf-8-sig")
            self._dice_before = self.dice
            self.dice = dataclasses.replace(self.dice, growth=(*self.dice.growth, self._growth))

    @property
    def needs_its_file(self) -> bool:
        """Whether a run that ends now can only go on by its file: what that says is not written yet."""
        return not self.is_accepted and (self.is_first or self._growth is not None)

    def fit(self, facts: GameFacts) -> None:
        """Fit the dice to the game, before its first match: what it says afterwards comes too late."""
        if not self.is_first:
            return
        if facts.chance_free and self.dice.is_shared:
            self.dice = dataclasses.replace(
                self.dice, policy=DicePolicy.OWN, why=NO_CHANCE, secret=b""
            )
        self.dice = dataclasses.replace(self.dice, ring=facts.ring)

    def accept(self, *, tells_dice: bool = True) -> None:
        """Write all of it down, or nothing; a second call does nothing.

        Args:
            tells_dice: Whether to say where the dice come from, before the first of them is rolled.

        Raises:
            StoreError: The results can't be written.
        """
        if self.is_accepted:
            return
        store, names = self._store, [bot.name for bot in self._spec.bots]
        with store.together():
            if self.is_first:
                store.begin(
                    self._spec.name,
                    self._file.absolute(),
                    self._source,
                    names,
                    self.dice,
                    tournament_id=self.tournament_id,
                )
            elif self._growth is not None:
                store.grow(self._growth, self._source, names, self._dice_before)
            store.programs.add(self._fresh)
            for version in self._restarted:
                store.programs.replace_start(version)
            for process in self._processes.values():
                number = store.begin_process(process.program)
                assert number == process.number, "nobody else starts processes of this tournament"
                if process.ended is not None:
                    store.end_process(process.program, number, process.ended, died=process.died)
        self.is_accepted = True
        if self._growth is not None:
            self._note(growth_lines(self._spec, self.dice)[-1])
        # Only now: nobody may take the commitment of a run that was refused for that of the tournament.
        for line in dice_lines(self.dice, is_over=False) if tells_dice else ():
            self._note(line)

    # Programs.

    def versions(self) -> list[StoredVersion]:
        """Return all versions of all bots, by name and number, with those that are to be written."""
        known = [] if self.is_first and not self.is_accepted else self._store.programs.versions()
        fresh = [] if self.is_accepted else self._fresh
        return sorted([*known, *fresh], key=lambda each: (each.bot, each.version))

    def unfinished(self) -> set[tuple[str, int]]:
        """Return bots and versions of attempts that have neither come to nothing nor to a result."""
        return self._store.programs.unfinished()

    def add(self, versions: Sequence[StoredVersion]) -> None:
        """Take down versions, to be written."""
        self._fresh += versions

    def replace_start(self, version: StoredVersion) -> None:
        """Take down how a version that is known is started from now on, to be written."""
        self._restarted.append(version)

    def give_up(self, bot: str, version: int) -> None:
        """Take down that a version can't be started any more."""
        self.given_up.add((bot, version))

    # Processes.

    def begin_process(self, program: str) -> int:
        """See `ProcessBook`."""
        if self.is_accepted:
            return self._store.begin_process(program)
        begun = sum(each.program == program for each in self._processes.values())
        number = self._store.last_process(program) + begun + 1
        self._processes[program, number] = _Process(program, number)
        return number

    def end_process(self, program: str, number: int, ended: Exit, *, died: bool) -> None:
        """See `ProcessBook`."""
        if self.is_accepted:
            self._store.end_process(program, number, ended, died=died)
        elif (process := self._processes.get((program, number))) is not None:
            process.ended, process.died = ended, died


def _kept(drawn: MatchDice | None, wanted: MatchDice) -> MatchDice:
    """Dice whose commitment may have been published already stay, as long as they are of the same kind."""
    if drawn is None or (drawn.policy, drawn.why) != (wanted.policy, wanted.why):
        return wanted
    if wanted.policy is DicePolicy.WRITTEN:
        return wanted
    return dataclasses.replace(drawn, pairing_rule=wanted.pairing_rule)
