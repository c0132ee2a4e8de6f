"""Somebody who answers a form at random, and whole matches that are played so, in this process."""

from __future__ import annotations

import collections
import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.choices import Ask, Choices, Numbers, Option, Pick, Spots, Walk
from referee.core.config import parse_config
from referee.core.view import Fields, Sight
from referee.games import generic_view, registry
from referee.replay.frames import as_plain, events_of
from referee_arena.seat.forms import choices_of, message_of_answers
from referee_client.messages import message_class

__all__ = ["Played", "Seen", "play", "random_answers"]


class Seen(NamedTuple):
    """A decision as a seat meets it."""

    sight: Sight
    """What it sees."""
    choices: Choices
    """What it may answer."""


class Played(NamedTuple):
    """What came of a match."""

    is_over: bool
    """Whether it has ended by its rules."""
    parts: int
    """Values that were answered in all."""
    refusals: collections.Counter[str]
    """By reason."""
    seen: list[Seen]
    """Every decision."""


def play(game: str, seats: int, config: Mapping[str, object], seed: int, most: int) -> Played:
    """Play a match at random by what its forms offer.

    Args:
        game: Its identifier.
        seats: How many there are.
        config: What differs from the default.
        seed: Of the match and of the answers.
        most: Steps after which it is given up.
    """
    plugin = registry.find(game)
    rules, codec = plugin.game, plugin.codec
    view = generic_view.view_of(plugin)
    given = parse_config(rules.config_class, config)
    told_config = as_plain(codec.config_type, codec.encode_public_config(given))
    players = tuple(f"player {seat}" for seat in range(seats))
    dice = random.Random(seed)
    refusals: collections.Counter[str] = collections.Counter()
    pending: dict[int, list[Fields]] = collections.defaultdict(list)
    before: dict[int, Sight] = {}
    seen: list[Seen] = []
    parts = 0

    def tell(events: Any) -> None:
        for event in events:
            plain = events_of(as_plain(codec.events_type, codec.encode_events([event])))
            for seat in range(seats):
                pending[seat] += plain if event.is_visible_to(seat) else []
            reason = rules.refusal(event)
            refusals.update([reason] if reason else [])

    state, events = rules.start(given, seed=seed, num_seats=seats)
    tell(events)
    kind = message_class(f"/{codec.observation_type.rpartition('.')[0]}.Action")
    for _ in range(most):
        point = rules.decision(state)
        if point is None:
            break
        actions = {}
        observed = rules.observe(state, point.seats)
        encoded = codec.encode_observations(given, observed)
        for seat, data in zip(point.seats, encoded, strict=True):
            fields = as_plain(codec.observation_type, data)
            told = Sight({seat: fields}, pending.pop(seat, []), told_config, players)
            before[seat] = sight = view.followed(before.get(seat), told)
            choices = choices_of(plugin, view, fields, sight)
            answers = random_answers(choices, dice)
            seen.append(Seen(sight, choices))
            parts += sum(map(len, answers.values()))
            message = message_of_answers(kind, choices, answers)
            actions[seat] = codec.decode_action(message.SerializeToString())
        tell(rules.step(state, actions))
    return Played(rules.decision(state) is None, parts, refusals, seen)


def random_answers(choices: Choices, dice: random.Random) -> dict[str, list[Any]]:
    """Return answers to all that is asked, as a page lets one answer: within bounds, stocks and keys."""
    answers: dict[str, list[Any]] = {}
    taken: set[str] = set()
    left = collections.Counter(choices.stocks)

    def free(options: tuple[Option, ...]) -> Iterator[int]:
        for place, option in enumerate(options):
            can_pay = all(left[name] >= cost for name, cost in option.costs.items())
            if can_pay and not taken.intersection(option.keys):
                yield place

    for ask in choices.asks:
        if ask.when and not set(answers.get(ask.when.ask, ())) & set(ask.when.options):
            continue
        if isinstance(ask, Pick):
            picked: list[int] = []
            for _ in range(_how_many(ask, dice)):
                places = list(free(ask.options))
                if not places:
                    break
                picked.append(dice.choice(places))
                option = ask.options[picked[-1]]
                taken.update(option.keys)
                left.subtract(option.costs)
            answers[ask.id] = picked
        elif isinstance(ask, Numbers):
            answers[ask.id] = numbers = []
            rest = min(each for each in (ask.most, left.get(ask.stock), 10**9) if each is not None)
            for number in ask.numbers:
                high = max(number.low, min(number.high, rest))
                numbers.append(dice.randint(number.low, high))
                rest -= numbers[-1]
            if ask.stock:
                left[ask.stock] -= sum(numbers)
        else:
            answers[ask.id] = _others(ask, dice)
    return answers


def _how_many(ask: Pick, dice: random.Random) -> int:
    return dice.randint(ask.least, min(ask.most, 2 * len(ask.options))) if ask.is_list else 1


def _others(ask: Ask, dice: random.Random) -> list[Any]:
    if isinstance(ask, Walk):
        return [dice.randrange(len(ask.steps)) for _ in range(dice.randint(0, ask.most))]
    assert isinstance(ask, Spots)
    cells = range(dice.randint(0, ask.most))
    return [
        [dice.randrange(len(ask.kinds)), dice.randrange(ask.rows), dice.randrange(ask.columns)]
        for _ in cells
    ]
