"""Elo with and without the matches that a forfeit decided, side by side, as text for people and as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import rich.console

from tournaments.ratings import EloRatings
from tournaments.reports.elo import (
    best_first,
    estimate_as_json,
    estimate_text,
    few_line,
    interval_text,
    rate_view,
)
from tournaments.reports.narrow import Row, narrow_table
from tournaments.reports.view import TournamentView
from tournaments.spec.errors import TournamentError
from tournaments.store.records import StoredMatch
from tournaments.tables.forfeits import (
    ForfeitCounts,
    count_forfeits,
    count_matches,
    without_forfeits,
)

__all__ = ["WithoutForfeits", "compare_without_forfeits", "forfeits_line"]

_LAST_TO_GO = ("Elo", "Elo without", "95% without", "95% interval", "matches without", "matches")


@dataclasses.dataclass(frozen=True, slots=True)
class WithoutForfeits:
    """Elo from all matches, and from those of blocks in which nobody forfeited."""

    counts: ForfeitCounts
    """The forfeits, and in whose matches they were."""
    played: int
    """Number of matches with a result."""
    kept: int
    """Number of matches of blocks without a forfeit."""
    blocks: int
    """Number of blocks with a result."""
    kept_blocks: int
    """Number of blocks without a forfeit."""
    elo: EloRatings
    """Elo from all matches."""
    elo_without: EloRatings
    """Elo from the matches that are kept."""
    matches: Mapping[str, int]
    """Number of matches of each line, by its name."""
    matches_without: Mapping[str, int]
    """Number of matches of each line that are kept, by its name."""

    @property
    def heads(self) -> tuple[str, ...]:
        """Heads of the columns behind the name."""
        return (
            *("Elo", "95% interval", "matches", "Elo without", "95% without", "matches without"),
            *("own forfeits", "rivals'"),
        )

    def cells(self, name: str) -> list[str]:
        """Return the cells of a line of the table."""
        own, without = self.elo.of(name), self.elo_without.of(name)
        return [
            *(estimate_text(own), _interval(self.elo, name), str(self.matches.get(name, 0))),
            *(estimate_text(without), _interval(self.elo_without, name)),
            str(self.matches_without.get(name, 0)),
            *(str(self.counts.own.get(name, 0)), str(self.counts.rivals.get(name, 0))),
        ]

    def lines(self) -> list[str]:
        """Return what has been left out, and what to note when reading the table, in lines."""
        if not self.counts.matches:
            return [f"without forfeits: nobody has forfeited in {self.played} matches"]
        with_forfeit = "1 match" if self.counts.matches == 1 else f"{self.counts.matches} matches"
        lines = [
            f"without forfeits: {self.kept} of {self.played} matches, {self.kept_blocks} of {self.blocks} blocks;"
            f" forfeits in {with_forfeit} ({self.counts.causes_text}), whose blocks are left out"
        ]
        if self.kept and self.elo.zero != self.elo_without.zero:
            lines.append(
                "Elo 0 is the mean of other players on each side: compare differences, or name a zero with --anchor"
            )
        few = few_line(self.elo_without)
        return [*lines, few] if few else lines

    def print(self, console: rich.console.Console, titled: Callable[[str], str] = str) -> None:
        """Print the table and what to note.

        Args:
            console: Console to print on.
            titled: Returns the text that is shown in place of a name.
        """
        rows: list[Row] = [("", name, self.cells(name)) for name in best_first(self.elo)]
        table = narrow_table(
            ("", "name"),
            self.heads,
            rows,
            width=console.width,
            last_to_go=_LAST_TO_GO,
            titled=titled,
        )
        console.print(table, soft_wrap=False)
        for line in self.lines():
            console.print(line, soft_wrap=True, highlight=False, markup=False)

    def as_json(self) -> dict[str, object]:
        """Return the comparison as a JSON object."""
        return {
            "matches": self.kept,
            "left_out": self.played - self.kept,
            "with_forfeit": self.counts.matches,
            "blocks": self.kept_blocks,
            "blocks_left_out": self.blocks - self.kept_blocks,
            "forfeits": {cause.name.lower(): n for cause, n in self.counts.causes.items()},
            "zero": list(self.elo_without.zero),
            "bots": [
                {
                    "bot": name,
                    "matches": self.matches_without.get(name, 0),
                    "own_forfeits": self.counts.own.get(name, 0),
                    "rivals_forfeits": self.counts.rivals.get(name, 0),
                    **estimate_as_json(self.elo_without.of(name)),
                }
                for name in self.elo.players
            ],
        }


def compare_without_forfeits(view: TournamentView, anchor: str | None = None) -> WithoutForfeits:
    """Return the Elo of a tournament with and without the matches that a forfeit decided.

    Args:
        view: The tournament.
        anchor: Name of the line whose Elo is 0 on both sides; None means the mean, see `rate_elo`.

    Raises:
        TournamentError: There is no such line, or the tournament has no Elo.
    """
    kept = without_forfeits(view.matches)
    rated = rate_view(view, anchor)
    if rated is None:
        raise TournamentError("--without-forfeits: bots of an ad-hoc tournament have no Elo")
    if len(kept) == len(view.matches):
        rated_without = rated
    else:
        rated_without = rate_view(view, anchor, matches=kept) or rated
    return WithoutForfeits(
        counts=count_forfeits(view.spec, view.matches),
        played=len(view.matches),
        kept=len(kept),
        blocks=_num_blocks(view.matches),
        kept_blocks=_num_blocks(kept),
        elo=rated.elo,
        elo_without=rated_without.elo,
        matches=count_matches(view.spec, view.matches),
        matches_without=count_matches(view.spec, kept),
    )


def forfeits_line(view: TournamentView) -> str | None:
    """Return a line that says in how many matches somebody forfeited; None if nobody has."""
    counts = count_forfeits(view.spec, view.matches)
    if not counts.matches or view.spec.format == "adhoc":
        return None
    return (
        f"forfeits in {counts.matches} of {len(view.matches)} matches ({counts.causes_text}):"
        " --without-forfeits shows Elo without them"
    )


def _interval(elo: EloRatings, name: str) -> str:
    text = interval_text(elo.of(name))
    return f"{text}*" if text and elo.is_few else text


def _num_blocks(matches: Sequence[StoredMatch]) -> int:
    return len({match.pairing.block for match in matches})
