"""The formats by their names in the tournament file: scheduler, number of seats and table of each."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from tournaments.pairings import (
    AdHoc,
    BalancedGroups,
    Contest,
    FixedSchedule,
    Gauntlet,
    Knockout,
    Ladder,
    Pairing,
    RoundRobin,
    Scheduler,
    Seeds,
    Swiss,
    Team,
    ladder_ratings,
)
from tournaments.pairings.dice import Dice, DicePolicy
from tournaments.pairings.growth import Growth, grown_groups, grown_schedule
from tournaments.pairings.schedule import Schedule, written_schedule
from tournaments.pairings.seat_designs import block_rows
from tournaments.pairings.swiss import default_rounds
from tournaments.pairings.waves import BLOCK_POINTS
from tournaments.ratings import PlackettLuce, RatingSystem
from tournaments.spec.config import TournamentSpec
from tournaments.store.records import StoredMatch
from tournaments.tables.party_standings import (
    PartyStanding,
    adhoc_table,
    contest_table,
    team_table,
)
from tournaments.tables.standings import PlayedMatch, Standing, compute_standings
from tournaments.tables.swiss import block_round, swiss_byes
from tournaments.tables.tie_breaks import by_place, by_rating, by_share, by_swiss

__all__ = [
    "PARTY_VALUES",
    "entered_after",
    "entrants",
    "is_over",
    "known_pairings",
    "make_scheduler",
    "make_standings",
    "num_left",
    "num_seats",
    "stages_of",
]

PARTY_VALUES = {"team": "score", "contest": "points", "adhoc": "rating"}
"""Name of the value by which each format of parties (teams of bots) ranks, by the format."""

_BY_WAVES = ("swiss", "knockout", "ladder")
_ADHOC_PAIRS = 12
_ADHOC_SEATS = 3


def make_scheduler(spec: TournamentSpec, schedule: Schedule | None = None) -> Scheduler:
    """Return the scheduler (it yields pairings and takes results) of the format that a file names.

    Args:
        spec: The tournament.
        schedule: The tournament's schedule; None means dice from the seed in the file, or from seed
            0 without one.
    """
    if spec.season is not None:  # a season has no schedule: its log says what was picked
        return FixedSchedule(())
    schedule = schedule or written_schedule(spec.seed or 0)
    # Formats that play in waves plan from results, and grow without a schedule of stages.
    if schedule.growth and spec.format not in _BY_WAVES:
        return FixedSchedule(_grown(spec, schedule))
    players = [bot.name for bot in spec.bots]
    match spec.format:
        case "round_robin":
            return RoundRobin(players, cycles=spec.cycles, seeds=schedule.seeds)
        case "gauntlet":
            field = [player for player in players if player not in spec.challengers]
            return Gauntlet(spec.challengers, field, cycles=spec.cycles, seeds=schedule.seeds)
        case "swiss":
            rounds = spec.rounds or default_rounds(len(players))
            seeds = _swiss_seeds(schedule, len(players)) if schedule.growth else schedule.seeds
            return Swiss(players, rounds=rounds, seeds=seeds, rule=schedule.pairing_rule)
        case "knockout":
            return Knockout(players, lives=spec.lives, best_of=spec.best_of, seeds=schedule.seeds)
        case "ladder":
            return _ladder(spec, schedule)
        case "groups":
            assert spec.seats is not None
            return BalancedGroups(
                players,
                seats=spec.seats,
                cycles=spec.cycles,
                seeds=schedule.seeds,
                one_seating=spec.seatings == "one",
                ring=schedule.ring,
            )
        case "team":
            return Team(list(spec.party_entries.values()), cycles=spec.cycles, seeds=schedule.seeds)
        case "contest":
            assert spec.parties is not None
            entries = list(spec.party_entries.values())
            return Contest(entries, parties=spec.parties, cycles=spec.cycles, seeds=schedule.seeds)
        case "adhoc":
            pairs = spec.pairs or _ADHOC_PAIRS
            return AdHoc(
                players,
                pairs=pairs,
                cycles=spec.cycles,
                seeds=schedule.seeds,
                draw=schedule.seed,
            )


def _grown(spec: TournamentSpec, schedule: Schedule) -> Iterator[Pairing]:
    """Yield the pairings of a tournament to whose file bots or cycles were added after its beginning.

    Its format has no waves, that is, no pairings that depend on results.
    """
    stages = stages_of(spec, schedule)
    # Seeds are given later, by the numbers that pairings get in the whole schedule.
    alone = dataclasses.replace(schedule, dice=Dice(DicePolicy.OWN, schedule.dice.why), growth=())
    if spec.format != "groups":
        whole = (make_scheduler(stage, alone).due() for stage in stages)
        return grown_schedule(list(whole), schedule.match_seed)

    def make(players: Sequence[str], cycles: int) -> Sequence[Pairing]:
        bots = spec.bots[: len(players)]
        stage = spec.model_copy(update={"bots": bots, "cycles": cycles})
        return make_scheduler(stage, alone).due()

    def seatings(group: tuple[str, ...], step: int) -> list[tuple[str, ...]]:
        rows = block_rows(len(group), step, ring=schedule.ring)
        return [tuple(group[member] for member in row) for row in rows]

    assert spec.seats is not None
    of_stages = [([bot.name for bot in stage.bots], stage.cycles) for stage in stages]
    is_single = spec.seatings == "one"
    return grown_groups(
        of_stages,
        make,
        schedule.match_seed,
        size=spec.seats,
        seatings=None if is_single else seatings,
    )


def stages_of(spec: TournamentSpec, schedule: Schedule) -> list[TournamentSpec]:
    """Return the tournament as it was before each extension of its file, and last as it is now."""
    return [*(_as_before(spec, step) for step in schedule.growth), spec]


def entered_after(spec: TournamentSpec, schedule: Schedule) -> list[int]:
    """Return for each bot the number of the last pairing that was known when the bot was added.

    It is 0 for bots that were there from the beginning.
    """
    entered = [0] * len(spec.bots)
    for step in schedule.growth:
        entered[step.bots :] = [step.after] * (len(spec.bots) - step.bots)
    return entered


def _as_before(spec: TournamentSpec, step: Growth) -> TournamentSpec:
    bots = spec.bots[: step.bots]
    names = {bot.name for bot in bots}
    challengers = tuple(name for name in spec.challengers if name in names)
    update = {
        "bots": bots,
        "challengers": challengers,
        "cycles": step.cycles,
        "rounds": step.rounds,
    }
    return spec.model_copy(update=update)


def _swiss_seeds(schedule: Schedule, num_players: int) -> Seeds:
    """Return the function from blocks to seeds for a Swiss tournament whose number of rounds was raised later.

    A block is the two matches of a meeting. All blocks of a round use the secret of the same
    extension of the file.
    """
    of_round = num_players // 2 * 2
    return lambda block: schedule.match_seed((block_round(block) - 1) * of_round + 1, block)


def _ladder(spec: TournamentSpec, schedule: Schedule) -> Scheduler:
    assert spec.rounds is not None
    players = [bot.name for bot in spec.bots]
    one_seating = spec.seatings == "one"
    return Ladder(
        players,
        rounds=spec.rounds,
        seeds=schedule.seeds,
        seats=num_seats(spec),
        one_seating=one_seating,
        ring=schedule.ring,
        entered=entered_after(spec, schedule),
    )


def num_seats(spec: TournamentSpec) -> int:
    """Return the number of seats of a match, the same for every match of a tournament."""
    if spec.format == "adhoc":
        return _ADHOC_SEATS
    if spec.party_seats is not None:
        return spec.party_seats * (spec.parties or 1)
    return spec.seats or 2


def make_standings(
    spec: TournamentSpec, matches: Sequence[StoredMatch], system: RatingSystem | None = None
) -> list[Standing] | list[PartyStanding]:
    """Return the table of the format, best first.

    Args:
        spec: The tournament.
        matches: All matches with a result, in schedule order.
        system: Rating system; None means the model of Plackett and Luce.
    """
    players = [bot.name for bot in spec.bots]
    match spec.format:
        case "team":
            return team_table(spec.party_entries, matches)
        case "contest":
            return contest_table(spec.party_entries, matches)
        case "adhoc":
            return adhoc_table(players, matches)
    # Each version of a bot has a line, in formats in which there can be several.
    played = [PlayedMatch(match.labels, match.end) for match in matches]
    lines = compute_standings(entrants(players, matches), played, system or PlackettLuce())
    if spec.format == "gauntlet":
        return by_share(lines)
    if spec.format == "ladder":
        # Versions are rated one by one, as the table has a line for each; only seasons have several.
        placed = (
            (dataclasses.replace(match.pairing, players=match.labels), match.end.placements or ())
            for match in matches
        )
        return by_rating(lines, ladder_ratings(entrants(players, matches), placed))
    if spec.format == "knockout":
        # No match says which bots are out; the scheduler finds it again from the results.
        scheduler = make_scheduler(spec)
        is_over(scheduler, matches)
        assert isinstance(scheduler, Knockout)
        return by_place(lines, scheduler.places())
    if spec.format == "swiss":
        byes = swiss_byes(players, (match.pairing for match in matches))
        return by_swiss(lines, played, {name: BLOCK_POINTS * count for name, count in byes.items()})
    return lines


def entrants(players: Sequence[str], matches: Sequence[StoredMatch]) -> list[str]:
    """Return the names of a table's lines: all bot versions with a result, and bots without any.

    Args:
        players: Names of the bots, in order of entry.
        matches: All matches with a result.
    """
    seen: dict[str, set[tuple[int, str]]] = {}
    for match in matches:
        for player, label in zip(match.pairing.players, match.labels, strict=True):
            seen.setdefault(player, set()).add((len(label), label))
    return [label for player in players for _, label in sorted(seen.get(player, {(0, player)}))]


def known_pairings(
    spec: TournamentSpec, matches: Sequence[StoredMatch], schedule: Schedule | None = None
) -> list[Pairing]:
    """Return all pairings that follow from the results so far, played and next ones, in schedule order.

    Stopping rules are ignored: they may end the tournament before all of these are played.

    Args:
        spec: The tournament.
        matches: All matches with a result.
        schedule: The tournament's schedule; None means dice from the seed in the file, or from seed
            0 without one.
    """
    if spec.season is not None:
        return [match.pairing for match in matches]
    scheduler = make_scheduler(spec, schedule)
    ends = {match.pairing: match.end for match in matches}
    known: list[Pairing] = []
    while due := scheduler.due():
        known += due
        for pairing in due:
            if pairing in ends:
                scheduler.record(pairing, ends[pairing].placements)
    return known


def num_left(spec: TournamentSpec, schedule: Schedule, matches: Sequence[StoredMatch]) -> int:
    """Return how many matches are left to play; 0 if that depends on results.

    Args:
        spec: The tournament.
        schedule: Its schedule.
        matches: All matches with a result.
    """
    total = make_scheduler(spec, schedule).total
    return 0 if total is None else max(0, total - len(matches))


def is_over(scheduler: Scheduler, matches: Sequence[StoredMatch]) -> bool:
    """Return whether no pairing of a schedule is left without a result.

    This function passes all results to the scheduler, which must not have got any before.

    Pairings are identified by their numbers here, whatever seeds the scheduler gives them.
    """
    ends = {match.pairing.number: match.end for match in matches}
    while due := scheduler.due():
        if not all(pairing.number in ends for pairing in due):
            return False
        for pairing in due:
            scheduler.record(pairing, ends[pairing.number].placements)
    return True
