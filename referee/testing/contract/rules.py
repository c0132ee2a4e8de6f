"""Checks of `Game`: what the referee relies on when it runs a match."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from typing import Any

import numpy as np
import pytest

from referee.core.digest import DIGEST_BYTES
from referee.core.errors import ScenarioError
from referee.core.game import AnyPlugin, DecisionPoint
from referee.core.published_tables import tables_json
from referee.core.rng import Stream
from referee.core.time_control import TimeControl
from referee.kit.game import SimpleGame
from referee.testing.play import CAP, decision_of, play_randomly
from referee.testing.samples import (
    acting_seats,
    can_seat,
    config_of,
    has_dice,
    is_notice,
    num_seats_of,
    samples,
    start,
    told,
)

__all__ = [
    "CHECKS",
    "check_info",
    "check_seats_and_teams",
    "check_lockstep",
    "check_other_seeds",
    "check_legal_actions",
    "check_whole_matches",
    "check_default_actions",
    "check_notices",
    "check_decisions",
    "check_outcomes",
    "check_eliminations",
    "check_copies",
    "check_observing_changes_nothing",
    "check_plain_states",
    "check_scripted_dice",
]


def check_info(plugin: AnyPlugin) -> None:
    """Check the game's static facts, rulebook and published tables.

    The facts must be consistent, the rulebook must have more than 200 characters, the tables must
    be JSON.
    """
    info = plugin.game.info
    assert re.fullmatch(r"[a-z][a-z0-9_]*", info.game)
    assert info.title
    assert info.summary
    assert info.version >= 1
    assert 1 <= info.min_seats <= info.default_seats <= info.max_seats
    assert len(plugin.rulebook) > 200, (
        f"the rulebook has {len(plugin.rulebook)} characters, and 200 are few"
    )
    for each in (*plugin.older, plugin):
        assert each.tables is None or json.loads(tables_json(each.tables))


def check_seats_and_teams(plugin: AnyPlugin) -> None:
    """Check that numbers of seats out of bounds are refused, and every seat has a team."""
    info, config = plugin.game.info, config_of(plugin)
    playable = num_seats_of(plugin)
    assert can_seat(plugin, info.default_seats)
    assert (playable[0], playable[-1]) == (info.min_seats, info.max_seats)
    assert not can_seat(plugin, 0)
    for num_seats in playable:
        assert len(plugin.game.teams(config, num_seats)) == num_seats
    assert isinstance(plugin.game.suggested_time_control(config), TimeControl)


def check_lockstep(plugin: AnyPlugin) -> None:
    """Check that two matches with the same seed and actions have the same course.

    Digests, events and decision points must be equal after each step.
    """
    game = plugin.game
    for num_seats in num_seats_of(plugin):
        (one, events), (two, same_events) = (start(plugin, num_seats, seed=7) for _ in range(2))
        stream = Stream(num_seats, 2)
        for step in itertools.count():
            assert game.digest(one) == game.digest(two), (
                f"two matches of one seed with the same actions are not alike after step {step}:"
                f" {_differing(one, two)} differ; a game must remember nothing outside of its state"
            )
            assert len(game.digest(one)) == DIGEST_BYTES
            assert told(plugin, events) == told(plugin, same_events)
            assert game.decision(one) == game.decision(two)
            point = game.decision(one)
            if point is None:
                break
            actions = {seat: game.random_action(one, seat, stream) for seat in point.seats}
            events = list(game.step(one, actions))
            same_events = list(game.step(two, actions))


def _differing(one: object, two: object) -> str:
    """Return the names of the arrays in which two states differ, joined by commas."""
    fields: Any = one
    names = [field.name for field in dataclasses.fields(fields)]
    arrays = [(name, getattr(one, name), getattr(two, name)) for name in names]
    return ", ".join(name for name, here, there in arrays if not np.array_equal(here, there))


def check_other_seeds(plugin: AnyPlugin) -> None:
    """Check that matches with different seeds differ, also with the same actions.

    Seeds at the edges of 64 bits are included. In a game without dice the matches must be equal
    instead, and a game that declares `chance_free` must have no dice.
    """
    game = plugin.game
    digests = set()
    seeds = (0, 1, 2, 2**63 - 1, 2**63, 2**64 - 1)
    for seed in seeds:
        state, _ = start(plugin, game.info.default_seats, seed)
        play_randomly(game, state, Stream(3))
        digests.add(game.digest(state))
    assert len(digests) == (len(seeds) if has_dice(plugin) else 1)
    assert not (game.info.chance_free and has_dice(plugin))


def check_legal_actions(plugin: AnyPlugin) -> None:
    """Check that the rules never refuse any part of a random action, or of an action listed as legal."""
    game = plugin.game
    for num_seats, state in samples(plugin):
        acting = acting_seats(plugin, state)
        for seat in acting:
            random = [game.random_action(state, seat, Stream(num_seats, k)) for k in range(5)]
            for action in (*random, *(game.legal_actions(state, seat) or ())[:50]):
                # The others answer nothing, so that only this action can be refused to the seat.
                actions = {**dict.fromkeys(acting), seat: action}
                events = game.step(game.copy(state), actions)
                notices = [e for e in events if is_notice(e) and e.is_visible_to(seat)]
                codes = ", ".join(str(game.refusal(event) or event.body) for event in notices)
                assert not notices, f"{action!r} of seat {seat} is legal, and refused: {codes}"


def check_whole_matches(plugin: AnyPlugin) -> None:
    """Check that a match of random actions has no refusals and ends within `CAP` steps."""
    for num_seats in num_seats_of(plugin):
        for seed in range(3):
            state, events = start(plugin, num_seats, seed)
            events += play_randomly(plugin.game, state, Stream(seed, 4))
            assert not [event for event in events if is_notice(event)]


def check_default_actions(plugin: AnyPlugin) -> None:
    """Check that a match ends within `CAP` steps if seats never or seldom answer.

    In a game of the kit, default actions must not be refused, either.
    """
    game = plugin.game
    if isinstance(game, SimpleGame):
        for _, state in samples(plugin):
            for seat in acting_seats(plugin, state):
                action = game.default_action(state, seat)
                code = game.refuse(state, seat, action)
                assert code is None, f"the default of seat {seat}, {action!r}, is refused: {code}"
    for num_seats in num_seats_of(plugin):
        for silent_of_six in (6, 3):
            state, _ = start(plugin, num_seats)
            stream = Stream(num_seats, 5)
            for _ in range(CAP):
                point = game.decision(state)
                if point is None:
                    break
                game.step(state, {
                    seat: None if stream.draw(6) <= silent_of_six
                    else game.random_action(state, seat, stream)
                    for seat in point.seats
                })  # fmt: skip
            assert game.decision(state) is None


def check_notices(plugin: AnyPlugin) -> None:
    """Check that an unreadable answer causes a refusal that only its own seat sees."""
    game = plugin.game
    for num_seats in num_seats_of(plugin):
        state, _ = start(plugin, num_seats)
        point = decision_of(game, state)
        events = game.step(state, {seat: game.parse_action(None) for seat in point.seats})
        audiences = {event.audience for event in events if is_notice(event)}
        assert audiences == {(seat,) for seat in point.seats}, (
            f"a refusal is for its own seat alone, and those of {point.seats} went to {audiences}"
        )


def check_decisions(plugin: AnyPlugin) -> None:
    """Check decision points: acting seats exist and are in ascending order, and turns continue only where allowed.

    A turn may continue (`DecisionPoint.continues`) only for a seat that has just acted alone.
    """
    game = plugin.game
    for num_seats in num_seats_of(plugin):
        state, events = start(plugin, num_seats)
        previous: tuple[int, ...] = ()

        def watch(point: DecisionPoint, num_seats: int = num_seats) -> None:
            nonlocal previous
            assert point.phase
            assert point.seats
            assert list(point.seats) == sorted(set(point.seats) & set(range(num_seats))), (
                f"acting(state) must name seats from 0 to {num_seats - 1}, ascending, not {point.seats}"
            )
            assert not point.continues or (point.seats == previous and len(previous) == 1)
            previous = point.seats

        events += play_randomly(game, state, Stream(6), watch=watch)
        for event in events:
            audience = event.audience
            assert audience is None or list(audience) == sorted(set(audience))
            assert audience is None or set(audience) <= set(range(num_seats))


def check_outcomes(plugin: AnyPlugin) -> None:
    """Check the placements at any time of a match: each is 1 + the number of sides ranked above.

    Team-mates must share a placement.
    """
    game = plugin.game
    for num_seats, state in samples(plugin):
        outcome = game.outcome(state)
        assert len(outcome.placements) == len(outcome.scores) == num_seats
        teams = game.teams(config_of(plugin), num_seats)
        sides = dict(
            zip(teams if game.counts_sides else range(num_seats), outcome.placements, strict=True)
        )
        for placement in outcome.placements:
            assert placement == 1 + sum(other < placement for other in sides.values())
        assert len(set(zip(teams, outcome.placements, strict=True))) == len(set(teams))
        assert all(type(score) is int for score in outcome.scores)


def check_eliminations(plugin: AnyPlugin) -> None:
    """Check that an eliminated seat stays out, never acts again, and keeps placement and score.

    Placement and score may still change while a team-mate is in, and in a game that decides them later: there
    `open_exit` must return the same round of the exit each time. If such a game ranks later exits higher, the
    seat's place must stay behind all seats that were in when it went out.
    """
    game = plugin.game
    ranks_exits = game.ranks_exits(config_of(plugin))
    for num_seats in num_seats_of(plugin):
        teams = game.teams(config_of(plugin), num_seats)
        for seed in range(3):
            state, _ = start(plugin, num_seats, seed)
            results: dict[int, tuple[int, int]] = {}
            rounds: dict[int, int] = {}
            places: dict[int, range] = {}
            out: tuple[int, ...] = ()
            stream = Stream(seed, 14)
            for steps in itertools.count():
                before, out = out, tuple(game.eliminated(state))
                at = f"{num_seats} seats, seed {seed}, step {steps}"
                seats_in_order = sorted(set(out) & set(range(num_seats)))
                assert list(out) == seats_in_order, (
                    f"{at}: eliminated must name seats in ascending order, not {list(out)}"
                )
                back = sorted(set(before) - set(out))
                assert not back, f"{at}: seats {back} were eliminated before and are in again"
                asked = sorted(set(out) & set(acting_seats(plugin, state)))
                assert not asked, f"{at}: seats {asked} are eliminated and have to decide"
                outcome = game.outcome(state)
                for seat, final in results.items():
                    now = outcome.placements[seat], outcome.scores[seat]
                    assert now == final, (
                        f"{at}: seat {seat} was eliminated with place {final[0]} and score {final[1]}, and has place"
                        f" {now[0]} and score {now[1]} now: neither may change, so scores must be lower for those who"
                        " went out earlier and higher for those who are still in"
                    )
                teams_in = {teams[seat] for seat in range(num_seats) if seat not in out}
                for seat in out:
                    out_round = game.open_exit(state, seat)
                    if out_round is not None:
                        first = rounds.setdefault(seat, out_round)
                        assert first == out_round, (
                            f"{at}: open_exit of seat {seat} must stay {first}, not {out_round}"
                        )
                        # At its exit: the best place left for it is behind all seats that are still
                        # in.
                        places.setdefault(seat, range(num_seats - len(out) + 1, num_seats + 1))
                        place = outcome.placements[seat]
                        assert not ranks_exits or place in places[seat], (
                            f"{at}: seat {seat} went out for a place of {places[seat]}, not {place}"
                        )
                    # While a team-mate is in, the team's result is open, and so is the seat's.
                    elif teams[seat] not in teams_in:
                        results[seat] = outcome.placements[seat], outcome.scores[seat]
                acting = acting_seats(plugin, state)
                if not acting:
                    break
                game.step(state, {
                    seat: None if stream.draw(6) == 1 else game.random_action(state, seat, stream)
                    for seat in acting
                })  # fmt: skip


def check_copies(plugin: AnyPlugin) -> None:
    """Check that a copied state is equal, plays on equally, and shares no array with its source."""
    game = plugin.game
    for _, state in samples(plugin):
        copied = game.copy(state)
        assert game.digest(copied) == game.digest(state)
        for field in dataclasses.fields(state):
            ours, theirs = getattr(state, field.name), getattr(copied, field.name)
            if isinstance(ours, np.ndarray):
                assert not np.shares_memory(ours, theirs), field.name
        point = game.decision(state)
        if point:
            before, actions = game.digest(state), dict.fromkeys(point.seats)
            events = game.step(copied, actions)
            assert game.digest(state) == before
            assert told(plugin, game.step(state, actions)) == told(plugin, events)
            assert game.digest(state) == game.digest(copied)


def check_observing_changes_nothing(plugin: AnyPlugin) -> None:
    """Check that no method that only asks about a state, such as `observe`, changes it."""
    game, codec = plugin.game, plugin.codec
    config = config_of(plugin)
    for num_seats, state in samples(plugin):
        before, kept = game.digest(state), game.copy(state)
        point = game.decision(state)
        seats = list(range(num_seats))
        game.observe(state, seats)
        assert game.digest(state) == before, (
            f"observing a state changes it: {_differing(kept, state)} differ after see(state, seat)"
        )
        together = codec.encode_observations(config, game.observe(state, seats))
        backwards = codec.encode_observations(config, game.observe(state, seats[::-1]))
        alone = [codec.encode_observations(config, game.observe(state, [s]))[0] for s in seats]
        assert together == backwards[::-1] == alone
        assert game.observe(state, []) == []
        for seat in seats:
            variants = list(game.hidden_variants(state, seat, Stream(8)))
            assert all(game.decision(variant) == point for variant in variants)
        for seat in acting_seats(plugin, state):
            game.random_action(state, seat, Stream(9))
            game.legal_actions(state, seat)
        game.outcome(state)
        game.plain_state(state)
        assert game.digest(state) == before, (
            f"asking a state changes it: {_differing(kept, state)} differ afterwards"
        )
        assert game.decision(state) == point
        assert game.scripted_dice_left(state) == 0


def check_plain_states(plugin: AnyPlugin) -> None:
    """Check that `Game.parse_state` sets the fields that a scenario gives in the state.

    Unknown fields and impossible values must be refused by an error that names the field.
    """
    game = plugin.game
    config = config_of(plugin)
    taken = set()
    for num_seats, state in samples(plugin):
        for name, value in game.plain_state(state).items():
            try:
                made = game.parse_state(config, num_seats, {name: value})
            except ScenarioError as error:
                if name not in str(error):
                    raise
                continue
            taken.add(name)
            assert game.plain_state(made)[name] == value
    assert taken
    for name in [*taken, "no_such_field"]:
        # Fields that were accepted above must still refuse values of the wrong form.
        with pytest.raises(ScenarioError, match=name):
            game.parse_state(config, game.info.default_seats, {name: {"no": "such value"}})


def check_scripted_dice(plugin: AnyPlugin) -> None:
    """Check that rolls use up scripted dice; a game without dice must refuse every script."""
    game = plugin.game
    if not has_dice(plugin):
        state, _ = start(plugin, game.info.default_seats)
        with pytest.raises(ScenarioError, match="no dice"):
            game.script_dice(state, [1, 2])
        return
    rolled = 0
    for seed in range(5):
        state, _ = start(plugin, game.info.default_seats, seed)
        game.script_dice(state, [1] * CAP)
        play_randomly(game, state, Stream(seed, 10))
        assert game.scripted_dice_left(state) <= CAP
        rolled += CAP - game.scripted_dice_left(state)
    assert rolled > 0 or isinstance(
        game, SimpleGame
    )  # a game of the kit may roll only before it begins


CHECKS = (
    check_info,
    check_seats_and_teams,
    check_lockstep,
    check_other_seeds,
    check_legal_actions,
    check_whole_matches,
    check_default_actions,
    check_notices,
    check_decisions,
    check_outcomes,
    check_eliminations,
    check_copies,
    check_observing_changes_nothing,
    check_plain_states,
    check_scripted_dice,
)
"""Checks of this module that take a game's plug-in as their only argument."""
