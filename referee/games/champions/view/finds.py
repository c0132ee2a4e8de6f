"""Items that the viewer's seats find in a step of Champions, as a headline and as sentences."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.champions.tables import KINDS, TIER_NAMES, Tier
from referee.games.champions.view.gear import finds_of
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.words import (
    MOST_NAMES,
    as_line,
    counted,
    fitting,
    sentence,
    together,
    word_of,
)

__all__ = ["loot_headline", "loot_sentences"]

_MANY_SEATS = 3
"""Number of the viewer's seats up to which sentences name all found items; with more seats,
legendary ones alone."""
_FEW_ITEMS = 3
"""Number of found items up to which all are named, whatever the number of seats."""
_MOST_FINDERS = 5
"""Highest number of finding seats that get a separate sentence; further ones share one."""


def loot_headline(
    by_kind: Mapping[str, Sequence[Fields]], sight: ChampionsSight, names: Sequence[Span]
) -> Line:
    """Return a headline with the best item found, else the number of items found.

    Without a known find it says that nothing is found, or, to a viewer that can't know, that seats
    search.

    Args:
        by_kind: Fields of the step's events that the viewer gets, by kind of event.
        sight: What the viewer sees.
        names: Name of each seat.
    """
    finds = finds_of(by_kind["loot_found"], sight)
    best = [
        (seat, kind)
        for seat, kinds in finds.items()
        for kind in kinds
        if KINDS[kind].tier is Tier.LEGENDARY
    ]
    count = sum(map(len, finds.values()))
    if not finds:
        if by_kind["loot_nothing"]:
            return as_line("nothing is found")
        return as_line("the seats search their tiles for loot")
    if len(best) == 1:
        ((seat, kind),) = best
        found = as_line(names[seat], f" finds {_item(kind)}")
        return fitting(found, as_line(f"{_item(kind)} is found"))
    if best:
        return as_line(f"{word_of(len(best))} legendary items are found")
    if len(finds) == 1:
        seat = next(iter(finds))
        found = as_line(names[seat], f" finds {counted(count, 'item')}")
        return fitting(found, as_line(f"{counted(count, 'item')} found"))
    return as_line(f"{counted(count, 'item')} are found")


def loot_sentences(
    by_kind: Mapping[str, Sequence[Fields]], sight: ChampionsSight, names: Sequence[Span]
) -> list[Sentence]:
    """Return sentences on the items that the viewer's seats have found, and on seats that found none.

    With many seats and items, only legendary items are named, followed by totals by tier.

    Args:
        by_kind: Fields of the step's events that the viewer gets, by kind of event.
        sight: What the viewer sees.
        names: Name of each seat.
    """
    finds = finds_of(by_kind["loot_found"], sight)
    if not finds and not by_kind["loot_nothing"]:
        return []
    is_few = len(sight.observations) <= _MANY_SEATS or sum(map(len, finds.values())) <= _FEW_ITEMS
    named = {
        seat: [kind for kind in kinds if is_few or KINDS[kind].tier is Tier.LEGENDARY]
        for seat, kinds in finds.items()
    }
    finders = sorted((seat for seat in named if named[seat]), key=lambda seat: -len(named[seat]))
    sentences = [
        sentence(names[seat], f" finds {_items(named[seat])}") for seat in finders[:_MOST_FINDERS]
    ]
    if further := finders[_MOST_FINDERS:]:
        count = sum(len(named[seat]) for seat in further)
        others = together([names[seat] for seat in further])
        who = others if len(further) <= MOST_NAMES else as_line(counted(len(further), "more seat"))
        what = "a legendary item" if count == 1 else f"{word_of(count)} legendary items"
        sentences.append(sentence(who, f" find{'s' * (len(further) == 1)} {what}"))
    if not is_few and finds:
        sentences.append(_tiers(finds))
    # Seats that are out search no more; their observations still come with all eyes.
    public = sight.public or {"seats": ()}
    empty = [
        names[seat]
        for seat in sorted(sight.observations)
        if seat not in finds and public["seats"][seat]["alive"]
    ]
    if empty:
        is_few_empty = len(empty) <= MOST_NAMES
        who = together(empty) if is_few_empty else as_line(counted(len(empty), "seat"))
        verb = "finds" if len(empty) == 1 else "find"
        sentences.append(sentence(who, f" {verb} nothing"))
    return sentences


def _tiers(finds: Mapping[int, Sequence[int]]) -> Sentence:
    """Return a sentence with the number of items found by all the viewer's seats, by tier of quality.

    `finds` has the kinds of the items by seat; there are at least two items.
    """
    tiers = collections.Counter(KINDS[kind].tier for kinds in finds.values() for kind in kinds)
    parts = [f"{word_of(tiers[tier])} {TIER_NAMES[tier]}" for tier in sorted(tiers, reverse=True)]
    if len(parts) == 1:
        return sentence(f"the seats find {parts[0]} items")
    return sentence(f"the seats find {counted(tiers.total(), 'item')}: ", together(parts))


def _items(kinds: Sequence[int]) -> str:
    """Return items as an enumeration in which equal items are counted: `two Longbows and an Iron Plate`."""
    counts = collections.Counter(kinds)
    told = together([_item(kind, counts[kind]) for kind in counts])
    return "".join(span.text for span in told)


def _item(kind: int, count: int = 1) -> str:
    name = KINDS[kind].name
    is_plural = name.endswith("s")
    if count > 1:
        return f"{word_of(count)} {name}{'s' * (not is_plural)}"
    if is_plural:
        return name
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
