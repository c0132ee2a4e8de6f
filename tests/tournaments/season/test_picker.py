"""The picker: who waits how long, who never meets, and that a pick follows from the log alone."""

from __future__ import annotations

import itertools
import random
import threading
from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.tournaments.season.picking import FIRST_MATCHES, Field
from tournaments.pairings.outlook import Outlook
from tournaments.pairings.picker import LOCAL, REMOTE, Picker

_MORE_SEATS = ((4, 1), (8, 1), (16, 1), (2, 2), (3, 2), (4, 2), (8, 2), (16, 2))


def favourites(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make step 4 always want the same entries: the first ones."""

    def gains(self: Outlook, entry: int, entries: object) -> object:
        del self, entry
        return 1e9 - entries.astype(float)  # type: ignore[attr-defined]

    def wanted(self: Outlook, entries: object, worth: object) -> object:
        del self, worth
        late = entries.astype(float)  # type: ignore[attr-defined]
        return 1e9 - late[:, None] - late[None, :]

    monkeypatch.setattr(Outlook, "gains_of", gains)
    monkeypatch.setattr(Outlook, "wanted", wanted)


@pytest.mark.parametrize(
    ("seats", "seed"),
    [
        (2, 1),
        (3, 1),
        *(pytest.param(seats, seed, marks=pytest.mark.slow) for seats, seed in _MORE_SEATS),
    ],
)
def test_nobody_waits_longer_than_promised(
    seats: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With bursts of newcomers, new versions and withdrawals, and step 4 against everybody."""
    favourites(monkeypatch)
    dice = random.Random(seed)
    field = Field(seats, dice, lag=3)
    for number in range(3 * seats):
        field.join(f"a{number}")
    names = itertools.count()
    for start in range(500):
        if start in (60, 61, 200):  # a burst, also in two parts
            for _ in range(40):
                field.join(f"b{next(names)}")
        if start % 7 == 3:
            field.join(dice.choice(sorted(field.playing)))
        if start % 5 == 4 and len(field.playing) > 2 * seats:
            field.leave(dice.choice(sorted(field.playing)))
        field.start()  # checks each wait
    assert field.worst > 0.5, "somebody had to wait"


ACTS = st.lists(
    st.tuples(st.sampled_from(["join", "again", "leave", "back", "play"]), st.integers(0, 30)),
    min_size=30,
    max_size=120,
)


@pytest.mark.slow
@given(seats=st.sampled_from([2, 3, 4]), acts=ACTS)
def test_waits_whatever_happens(seats: int, acts: list[tuple[str, int]]) -> None:
    """Entries join, come back, leave and send new versions in any order."""
    field = Field(seats, random.Random(0), lag=2)
    for number in range(seats + 2):
        field.join(f"n{number}")
    for act, value in acts:
        names = sorted(field.playing)
        away = sorted(set(field.versions).difference(names))
        if act == "join":
            field.join(f"n{len(field.versions)}")
        elif act == "again":
            field.join(names[value % len(names)])
        elif act == "leave" and len(names) > seats:
            field.leave(names[value % len(names)])
        elif act == "back" and away:
            field.join(away[value % len(away)])
        else:
            for _ in range(1 + value % 5):
                assert field.start() is not None  # checks each wait


def test_authors_never_meet() -> None:
    """Also where most entries are of one author; with too few authors, nobody is picked."""
    field = Field(3, random.Random(4))
    # The bound on waits is for authors with one entry: here it is not checked.
    for number in range(9):
        field.join(f"a{number}", author="ann")
    field.join("b", author="bob")
    assert field.start() is None
    field.join("c", author="cyd")
    for _ in range(6):
        pick = field.picker.pick()
        assert pick is not None
        assert {"b", "c"} <= set(pick.entries)
        field.event += 1
        field.picker.start(field.event, LOCAL, pick.entries, field.event, fresh=pick.entries)


def test_seats_are_balanced() -> None:
    """Nobody has one seat much more often than another."""
    field = Field(4, random.Random(5), lag=2)
    for number in range(10):
        field.join(f"a{number}")
    for _ in range(200):
        field.start()
    counts = Counter((name, seat) for pick in field.picks for seat, name in enumerate(pick.entries))
    for name in field.versions:
        of_name = [counts[name, seat] for seat in range(4)]
        assert max(of_name) - min(of_name) <= 2, f"{name} had the seats {of_name} times"


def test_newcomers_get_half_of_the_seats_of_every_second_start() -> None:
    """Until they are none any more: of two seats they have one in every second match at least."""
    field = Field(2, random.Random(6))
    for number in range(20):
        field.join(f"a{number}")
    while not _have_played(field, FIRST_MATCHES):
        field.start()
    before = len(field.picks)
    for number in range(4):
        field.join(f"new{number}")
    for _ in range(2 * 4 * FIRST_MATCHES):
        field.start()
    since = field.picks[before:]
    of_new = Counter(name for pick in since for name in pick.entries if name.startswith("new"))
    assert all(of_new[f"new{number}"] >= FIRST_MATCHES for number in range(4)), of_new
    # They met settled entries rather than one another, except where somebody had waited long.
    both = sum(all(name.startswith("new") for name in pick.entries) for pick in since)
    assert both <= len(since) // 10


def _have_played(field: Field, least: int) -> bool:
    """Whether every entry has begun that many matches."""
    starts = Counter(name for pick in field.picks for name in pick.entries)
    return all(starts[name] >= least for name in field.versions)


def play(field: Field, starts: int) -> list[tuple[str, ...]]:
    """Let a field play with joins, new versions and withdrawals; return the picks."""
    for number in range(12):
        field.join(f"a{number}")
    for start in range(starts):
        if start % 25 == 10:
            field.join(f"b{start}")
            field.join("a3")
        if start % 40 == 20:
            field.leave(sorted(field.playing)[0])
        field.start()
    return [pick.entries for pick in field.picks]


def test_a_pick_depends_on_the_log_alone() -> None:
    """Not on when fits are computed, nor on earlier picks that were asked for."""
    plain = play(Field(2, random.Random(7), lag=3), 150)

    def at_once(picker: Picker) -> None:
        thread = threading.Thread(target=picker.prepare)
        thread.start()
        thread.join()

    assert play(Field(2, random.Random(7), lag=3, fitting=at_once), 150) == plain

    def curious(picker: Picker) -> None:
        picker.pick()
        picker.strength("a1")

    assert play(Field(2, random.Random(7), lag=3, fitting=curious), 150) == plain


def test_a_log_that_is_read_again_gives_the_same_picks() -> None:
    """A new picker takes in what happened, and picks the rest; fits are named by their events."""
    acts: list[tuple[str, tuple[object, ...], dict[str, object]]] = []
    field = Field(2, random.Random(8), lag=2)
    for name in ("enter", "allow", "start", "end"):

        def noted(*args: object, name: str = name, **named: object) -> None:
            acts.append((name, args, named))
            getattr(Picker, name)(field.picker, *args, **named)

        setattr(field.picker, name, noted)
    play(field, 120)
    again = Picker(2, FIRST_MATCHES)
    for name, args, named in acts:
        getattr(again, name)(*args, **named)
    first, second = field.picker.pick(), again.pick()
    assert first is not None
    assert first == second
    assert first.fitted > 0
    assert field.picker.strength("a2") == again.strength("a2")


def test_equals_meet_once_they_are_known() -> None:
    """Strong entries play strong ones: the mean difference of strengths falls."""
    field = Field(2, random.Random(9))
    for number in range(24):
        field.join(f"a{number}")
        field.strengths[f"a{number}"] *= 2.5
    for _ in range(300):
        field.start()

    def apart(picks: list[tuple[str, ...]]) -> float:
        return sum(abs(field.strengths[a] - field.strengths[b]) for a, b in picks) / len(picks)

    entries = [pick.entries for pick in field.picks]
    assert apart(entries[-150:]) < 0.8 * apart(entries[:50])


def test_the_best_four_meet_again_and_again() -> None:
    """Two of the best that have not met for 6 E / s starts are picked."""
    field = Field(2, random.Random(10))
    for number in range(8):
        field.join(f"a{number}")
    field.strengths = {f"a{number}": -2.0 * number for number in range(8)}
    for _ in range(400):
        field.start()
    met = {
        pair: max(
            (n for n, pick in enumerate(field.picks) if set(pick.entries) == set(pair)), default=0
        )
        for pair in itertools.combinations(["a0", "a1", "a2"], 2)
    }
    assert min(met.values()) > 400 - 3 * (6 * 8 // 2), met


def test_a_remote_match_begins_with_the_remote_that_waited_longest() -> None:
    """Only those that are here; local matches have none of them."""
    picker = Picker(2, FIRST_MATCHES)
    for name in ("a", "b", "c"):
        picker.enter(name, name, prior=None)
    for name in ("x", "y"):
        picker.enter(name, name, prior=None, is_remote=True)
    seen = []
    for number in range(1, 9):
        pick = picker.pick(REMOTE, ready=["x", "y"])
        assert pick is not None
        picker.start(number, REMOTE, pick.entries, number, fresh=pick.entries)
        seen.append({name for name in pick.entries if name in "xy"})
    assert [sorted(each)[0] for each in seen if len(each) == 1][:2] == ["x", "y"]
    assert picker.pick(REMOTE) is None
    alone = picker.pick(REMOTE, ready=["y"])
    assert alone is not None
    assert "y" in alone.entries
    assert "x" not in alone.entries
    local = picker.pick(LOCAL, ready=["x", "y"])
    assert local is not None
    assert not {"x", "y"} & set(local.entries)


def test_a_lost_remote_is_replaced_by_one_of_another_author() -> None:
    """Entries of one author don't meet in a void match that is played again, either."""
    picker = Picker(2, FIRST_MATCHES)
    picker.enter("host", "ann", prior=None)
    for name, author in (("own", "ann"), ("other", "bob"), ("first", "cyd")):
        picker.enter(name, author, prior=None, is_remote=True)
    picker.start(1, REMOTE, ["host", "first"], 1, fresh=["host", "first"])
    pick = picker.pick(REMOTE, ["own", "other"], ["host", None])
    assert pick is not None
    assert pick.entries == ("host", "other")
    assert picker.pick(REMOTE, ["own"], ["host", None]) is None


def test_lost_players_of_a_void_match_are_replaced() -> None:
    """The others keep their seats, and nobody sits there twice."""
    picker = Picker(3, FIRST_MATCHES)
    for name in "abcde":
        picker.enter(name, name, prior=None)
    first = picker.pick()
    assert first is not None
    picker.start(1, LOCAL, first.entries, 1, fresh=first.entries)
    lost = first.entries[1]
    picker.allow(lost, may_play=False)
    kept = [None if name == lost else name for name in first.entries]
    second = picker.pick(kept=kept)
    assert second is not None
    assert (second.entries[0], second.entries[2]) == (first.entries[0], first.entries[2])
    assert second.entries[1] not in first.entries
    for name in set("abcde").difference(second.entries):
        picker.allow(name, may_play=False)
    picker.allow(second.entries[1], may_play=False)
    assert picker.pick(kept=kept) is None
