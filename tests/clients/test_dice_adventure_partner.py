"""The partner of Dice Adventure: its code of pings, and how it helps (DA-9.3)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee_bots.dice_adventure.knowledge import TOWER, Knowledge
from referee_bots.dice_adventure.view import Ping, View
from tests.clients.dice_adventure_views import DWARF, GIANT, HUMAN, bot, plan, view

# The shared code (DA-9.3).


def knowledge(member: int, *views: View, symbols: str = "ABCD") -> Knowledge:
    """What a member knows after these views."""
    known = Knowledge(member, symbols)
    for seen in views:
        known.update(seen)
    return known


def test_what_is_told() -> None:
    """Shrines of others by map number, then the tower; never one's own."""
    seen = view("@@K1K2K3**", DWARF)
    known = knowledge(DWARF, seen)
    told = []
    pings: list[Ping] = []
    while (ping := known.news(seen)) is not None:
        told.append((ping.symbol, ping.at))
        pings.append(ping)
        known.update(view("@@K1K2K3**", DWARF, pings=pings))
    assert told == [("B", (2, 0)), ("C", (3, 0)), ("D", (4, 0))]


def test_what_need_not_be_told() -> None:
    """What somebody has told, to whom has its key, or what there is no symbol for."""
    text = "@@K1K2K3**"
    ping = Ping(HUMAN, "B", (2, 0))
    seen = view(text, DWARF, pings=[ping])
    assert knowledge(DWARF, seen).news(seen) == Ping(DWARF, "C", (3, 0))
    seen = view(text, DWARF, keys=[GIANT, HUMAN])
    assert knowledge(DWARF, seen).news(seen) == Ping(DWARF, "D", (4, 0))
    assert knowledge(DWARF, seen, symbols="ABC").news(seen) is None
    assert knowledge(DWARF, seen, symbols="").call((1, 1)) is None


def test_what_is_heard() -> None:
    """A, B, C, D are cells of shrines and tower; a member's own letter is a call; the rest is noise."""
    pings = [
        Ping(GIANT, "A", (2, 0)),
        Ping(GIANT, "D", (3, 0)),
        Ping(GIANT, "Z", (4, 0)),
        Ping(HUMAN, "C", (1, 0)),
    ]
    known = knowledge(DWARF, view("@@????????", DWARF, pings=pings))
    assert known.targets == {DWARF: (2, 0), TOWER: (3, 0)}
    assert known.calls == {HUMAN: (1, 0)}


def test_own_eyes_count_more() -> None:
    """A shrine that is seen elsewhere than it was told."""
    known = knowledge(
        DWARF,
        view("@@??????", DWARF, pings=[Ping(GIANT, "A", (2, 0))]),
        view("@@....K1", DWARF, pings=[Ping(GIANT, "A", (2, 0))]),
    )
    assert known.targets == {DWARF: (3, 0)}


@pytest.mark.parametrize(
    ("text", "keys", "still"),
    [
        ("@@R1??", (), True),
        ("@@????", (), True),
        ("@@..??", (), False),
        ("@@R1??", (DWARF,), False),
    ],
    ids=["seen", "not seen", "broken", "passed"],
)
def test_calls_end(text: str, keys: Sequence[int], still: bool) -> None:
    """With the rock, or with the key of who called."""
    call = [Ping(DWARF, "A", (1, 0))]
    known = knowledge(GIANT, view("@@????", GIANT, pings=call), view(text, GIANT, keys=keys))
    assert known.calls == ({DWARF: (1, 0)} if still else {})


# Partner (DA-9.3).


def test_partner_tells_once_a_round() -> None:
    """One ping in each round, none without action points, and nothing twice."""
    partner = bot("partner")
    text = "@@..K2K3"
    assert partner.pings(view(text, ap=0)) == []
    (first,) = partner.pings(view(text))
    assert first == Ping(DWARF, "B", (2, 0))
    assert partner.pings(view(text, pings=[first])) == []
    (second,) = partner.pings(view(text, round_=2))
    assert second == Ping(DWARF, "C", (3, 0))
    assert partner.pings(view(text, round_=3, pings=[Ping(GIANT, "C", (3, 0))])) == []
    assert partner.pings(view(text, level=1)) != []


def test_partner_walks_to_what_it_was_told() -> None:
    """(a): its own shrine, though it never saw it."""
    seen = view("??..@@..??", HUMAN, pings=[Ping(DWARF, "C", (0, 0))], ap=4)
    assert plan("partner", seen) == "LL"


BESIDE_ROCK = "..@@R1K{}..\n..########"

HOLDS = {
    # Chances alone at R1: Dwarf 0, Giant 3/8, Human 1/6; joint: 11/16, 7/12, 19/24.
    "alone it tries": (BESIDE_ROCK, GIANT, {}, "RR"),
    "a mate is near: it waits": (BESIDE_ROCK, GIANT, {HUMAN: (0, 0)}, ""),
    "a mate 4 cells away is not near": (
        "....@@R1K{}\n....######\n....######",
        GIANT,
        {HUMAN: (1, 2)},
        "RR",
    ),
    "a mate beside it: both enter": (BESIDE_ROCK, GIANT, {HUMAN: (1, 0)}, "RR"),
    "the Dwarf alone waits": (BESIDE_ROCK, DWARF, {}, ""),
    "the Dwarf with a mate": (BESIDE_ROCK, DWARF, {HUMAN: (1, 0)}, "RR"),
    "from afar it steps beside": (
        "@@....R1K{}\n..########",
        HUMAN,
        {DWARF: (0, 1), GIANT: (2, 0)},
        "RR",
    ),
    # R3 (12): nobody alone; Giant and Human 1/8, Dwarf and Human never.
    "a rock for two, alone": ("..@@R3K{}\n..########", GIANT, {}, ""),
    "a rock for two, with one who can": ("..@@R3K{}\n..########", GIANT, {HUMAN: (1, 0)}, "RR"),
    "a rock for two, with one who can't": ("..@@R3K{}\n..########", DWARF, {HUMAN: (1, 0)}, ""),
    # M3 alone: Dwarf and Giant 7/16, Human 9/16; M2 alone: all above 1/2.
    "a monster that is too strong": ("..@@M3K{}\n..######", DWARF, {HUMAN: (0, 1)}, ""),
    "one that is not": ("..@@M3K{}\n..######", HUMAN, {DWARF: (0, 1)}, "RR"),
    "nor is this one": ("..@@M2K{}\n..######", DWARF, {HUMAN: (0, 1)}, "RR"),
    "too strong, but nobody near": ("..@@M3K{}\n..######", DWARF, {}, "RR"),
}


@pytest.mark.parametrize("case", HOLDS)
def test_partner_waits_for_help(case: str) -> None:
    """(b), one clause each; the way beyond the piece is to its own shrine."""
    text, member, mates, expected = HOLDS[case]
    assert plan("partner", view(text.format(member + 1), member, mates=mates, ap=3)) == expected


def test_partner_loses_patience() -> None:
    """(b): after two rounds of waiting it goes alone."""
    partner = bot("partner")
    seen = [
        view(BESIDE_ROCK.format(2), GIANT, mates={HUMAN: (0, 0)}, round_=r) for r in range(1, 5)
    ]
    assert ["".join(partner.plan(s)) for s in seen] == ["", "", "RR", ""]


def test_the_dwarf_goes_around() -> None:
    """(b): and calls before that; the rock is a wall to it for a while, and then it calls again."""
    partner = bot("partner")
    rounds = []
    for r in range(1, 11):
        seen = view("??..@@R1K1\n??..######", DWARF, round_=r)
        rounds.append(([ping.at for ping in partner.pings(seen)], "".join(partner.plan(seen))))
    rock = [(3, 0)]
    assert rounds[0] == (rock, "")
    assert rounds[1] == ([], "")
    assert [where for _, where in rounds[2:9]] == ["LL"] * 7
    assert rounds[9] == (rock, "")


CALLS = {
    "before it waits at the tower": (GIANT, (GIANT,), DWARF, "R1", "LL"),
    "before it explores": (HUMAN, (), DWARF, "R1", "LL"),
    "to a rock it has not seen": (HUMAN, (), DWARF, "??", "LL"),
    "to a rock for two": (HUMAN, (), GIANT, "R3", "LL"),
    "not to one that they can't break": (HUMAN, (), DWARF, "R3", "RR"),
}


@pytest.mark.parametrize("case", CALLS)
def test_partner_comes_when_called(case: str) -> None:
    """To the rock that a member without a key called for, if the two can break it."""
    member, keys, caller, code, expected = CALLS[case]
    call = Ping(caller, "ABC"[caller], (0, 0))
    seen = view(f"{code}....@@..**??", member, keys=keys, pings=[call], ap=2)
    assert plan("partner", seen) == expected


def test_partner_runs_short_errands() -> None:
    """While it seeks its own shrine: 8 steps, and none if it knows where that is."""
    call = [Ping(DWARF, "A", (0, 0))]
    for steps, expected in ((8, "L"), (9, "R")):
        text = "R1" + ".." * (steps - 1) + "@@" + "??"
        assert plan("partner", view(text, HUMAN, pings=call, ap=1)) == expected
    assert plan("partner", view(text, HUMAN, keys=[HUMAN], pings=call, ap=1)) == "L"
    assert plan("partner", view("R1..@@..K2", GIANT, pings=call, ap=1)) == "R"


def test_partner_goes_on_looking() -> None:
    """With its key and the tower known: as long as a shrine that is wanted is not."""
    text = "**..@@..??"
    assert plan("partner", view(text, keys=[DWARF])) == "RR"
    assert plan("partner", view(text, keys=[DWARF, GIANT, HUMAN])) == "LL"
    told = [Ping(GIANT, "C", (4, 0))]
    assert plan("partner", view(text, keys=[DWARF, GIANT], pings=told)) == "LL"
