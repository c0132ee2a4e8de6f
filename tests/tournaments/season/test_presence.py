"""Presence of remote entries: who comes, who leaves, who may begin matches."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.season.presence import Presence, PresenceEvent, PresenceKind, PresenceTerms, Ready

S = 1_000_000_000
MS = 1_000_000
CAME, LEFT = PresenceKind.CAME, PresenceKind.LEFT


def present(terms: PresenceTerms | None = None, *, at_once: int = 2) -> tuple[Presence, int]:
    """A presence with the entry `ann`, which has just come; and the time."""
    presence = Presence(terms or PresenceTerms())
    presence.connected("ann", 1, at_once=at_once, further=None, now_ns=0)
    turns: list[PresenceEvent] = []
    for second in range(5, 35, 5):
        turns += presence.alive("ann", 1, 20 * MS, second * S)
    assert [(turn.kind, turn.at_ns) for turn in turns] == [(CAME, 30 * S)]
    return presence, 30 * S


def lives(presence: Presence, stream: int, first_s: int, last_s: int) -> list[PresenceEvent]:
    """Signs of life of `ann` every 5 s, both ends included."""
    turns: list[PresenceEvent] = []
    for second in range(first_s, last_s + 1, 5):
        turns += presence.alive("ann", stream, 20 * MS, second * S)
    return turns


def test_an_entry_comes_after_thirty_seconds() -> None:
    """It comes with the first sign of life after 30 s without a break, and not before."""
    presence, now_ns = present()
    assert presence.is_present("ann")
    assert presence.ready() == [Ready("ann", room=2, ping_ns=20 * MS)]
    assert presence.next_change_ns() == now_ns + 10 * S


def test_an_entry_leaves_after_ten_seconds_of_silence() -> None:
    """Ten seconds after the last sign of life it leaves, and not before."""
    presence, now_ns = present()
    assert presence.pass_time(now_ns + 10 * S - 1) == []
    assert presence.pass_time(now_ns + 17 * S) == [PresenceEvent(LEFT, "ann", now_ns + 10 * S)]
    assert presence.ready() == []
    assert presence.next_change_ns() is None


def test_a_short_break_is_none() -> None:
    """An entry whose stream broke and is back before ten seconds have passed has not left."""
    presence, now_ns = present()
    assert presence.disconnected("ann", 1, in_order=False, now_ns=now_ns + 1 * S) == []
    assert presence.ready() == []
    connected = presence.connected("ann", 2, at_once=2, further=None, now_ns=now_ns + 10 * S - 1)
    assert connected == []
    assert presence.is_present("ann")


def test_each_leaving_doubles_the_time() -> None:
    """30 s become a minute, then two, and so on, up to an hour."""
    presence, now_ns = present()
    waited = []
    stream, second = 1, now_ns // S
    for _ in range(9):
        second += 10
        assert [turn.kind for turn in presence.pass_time(second * S)] == [LEFT]
        stream += 1
        presence.connected("ann", stream, at_once=1, further=None, now_ns=second * S)
        began = second
        came: list[PresenceEvent] = []
        while not came:
            second += 5
            came = presence.alive("ann", stream, 20 * MS, second * S)
        assert [turn.kind for turn in came] == [CAME]
        waited.append(second - began)
    assert waited == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_an_hour_of_presence_forgives() -> None:
    """After an hour without a break an entry comes again after 30 s, at its next leaving after a minute."""
    presence, _ = present()
    assert [turn.kind for turn in presence.pass_time(40 * S)] == [LEFT]
    presence.connected("ann", 2, at_once=1, further=None, now_ns=40 * S)
    assert [turn.at_ns for turn in lives(presence, 2, 45, 100 + 3600)] == [100 * S]
    assert [turn.kind for turn in presence.pass_time(3710 * S)] == [LEFT]
    presence.connected("ann", 3, at_once=1, further=None, now_ns=4000 * S)
    # Doubled once from 30 s: two leavings in a row would have made two minutes of it.
    assert [turn.at_ns for turn in lives(presence, 3, 4005, 4100)] == [4060 * S]


def test_leaving_in_order_costs_nothing() -> None:
    """An entry that has said that it takes no more leaves at once, and comes after 30 s again."""
    presence, now_ns = present()
    presence.announced("ann", 1, at_once=0, further=None, now_ns=now_ns)
    assert presence.ready() == []
    left = presence.disconnected("ann", 1, in_order=True, now_ns=now_ns + S)
    assert left == [PresenceEvent(LEFT, "ann", now_ns + S)]
    presence.connected("ann", 2, at_once=1, further=None, now_ns=100 * S)
    assert [turn.at_ns for turn in lives(presence, 2, 105, 135)] == [130 * S]


def test_the_referee_away_is_nobodys_silence() -> None:
    """While the referee can't be reached nobody leaves; once it is back all have ten seconds."""
    presence, now_ns = present()
    assert presence.referee_away(now_ns) == []
    assert presence.pass_time(now_ns + 500 * S) == []
    presence.referee_back(now_ns + 500 * S)
    assert presence.is_present("ann")
    assert presence.ready() == []
    assert presence.pass_time(now_ns + 510 * S - 1) == []
    assert presence.connected("ann", 1, at_once=2, further=None, now_ns=now_ns + 510 * S - 1) == []
    assert presence.is_present("ann")


def test_time_without_the_referee_proves_nothing() -> None:
    """An entry that has been there for 20 s needs 10 s more after the referee was away for a minute."""
    presence = Presence(PresenceTerms())
    presence.connected("ann", 1, at_once=1, further=None, now_ns=0)
    lives(presence, 1, 5, 20)
    presence.referee_away(20 * S)
    presence.referee_back(80 * S)
    presence.connected("ann", 1, at_once=1, further=None, now_ns=81 * S)
    assert [turn.at_ns for turn in lives(presence, 1, 85, 95)] == [90 * S]


def test_an_earlier_stream_says_nothing() -> None:
    """What an earlier stream still brings changes nothing of the entry."""
    presence, now_ns = present()
    presence.connected("ann", 2, at_once=2, further=None, now_ns=now_ns)
    presence.announced("ann", 1, at_once=0, further=None, now_ns=now_ns)
    assert presence.disconnected("ann", 1, in_order=True, now_ns=now_ns) == []
    assert presence.alive("ann", 1, 900 * MS, now_ns) == []
    assert presence.ping_ns("ann") is None
    lives(presence, 2, 30, 40)
    assert presence.ready() == [Ready("ann", room=2, ping_ns=20 * MS)]


def test_room_is_the_least_of_what_is_said() -> None:
    """The season's bound, the entry's own, what it still takes, and what is open already."""
    presence, now_ns = present(PresenceTerms(at_once=3), at_once=10)
    assert [ready.room for ready in presence.ready()] == [3]
    presence.began("ann", now_ns)
    assert [ready.room for ready in presence.ready()] == [2]
    presence.announced("ann", 1, at_once=10, further=1, now_ns=now_ns)
    assert [ready.room for ready in presence.ready()] == [1]
    presence.began("ann", now_ns)
    assert presence.ready() == []
    presence.announced("ann", 1, at_once=10, further=None, now_ns=now_ns)
    presence.ended("ann")
    assert [ready.room for ready in presence.ready()] == [2]


def test_a_day_has_so_many_matches() -> None:
    """No more than `per_day` begin within 24 hours, however soon each of them ends."""
    presence, _ = present(PresenceTerms(per_day=2))
    for second in (40, 100):
        presence.began("ann", second * S)
        presence.ended("ann")
    lives(presence, 1, 35, 24 * 3600 + 35)
    assert presence.ready() == []
    lives(presence, 1, 24 * 3600 + 40, 24 * 3600 + 40)
    assert [ready.room for ready in presence.ready()] == [1]


def test_the_slow_are_not_picked() -> None:
    """The median of the last pings counts: one slow ping is none, many are too many."""
    presence, _ = present(PresenceTerms(longest_ping_ns=150 * MS))
    presence.alive("ann", 1, 2000 * MS, 31 * S)
    assert len(presence.ready()) == 1
    for second in range(32, 45):
        presence.alive("ann", 1, 151 * MS, second * S)
    assert presence.ping_ns("ann") == 151 * MS
    assert presence.ready() == []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["connect", "alive", "alive", "alive", "break", "pass"]),
        st.integers(min_value=0, max_value=12),
    ),
    max_size=60,
)


@given(steps=STEPS)
def test_whatever_happens(steps: list[tuple[str, int]]) -> None:
    """Coming and leaving take turns, each at its time; counted here from the signs of life alone."""
    presence = Presence(PresenceTerms())
    now_s, stream, is_open = 0, 0, False
    signs: list[int] = []
    turns: list[PresenceEvent] = []
    for step, seconds in steps:
        now_s += seconds
        if step == "connect":
            stream, is_open = stream + 1, True
            turns += presence.connected("ann", stream, at_once=1, further=None, now_ns=now_s * S)
            signs.append(now_s)
        elif step == "alive":
            turns += presence.alive("ann", stream, 20 * MS, now_s * S)
            signs += [now_s] if is_open else []
        elif step == "break":
            turns += presence.disconnected("ann", stream, in_order=False, now_ns=now_s * S)
            is_open = False
        else:
            turns += presence.pass_time(now_s * S)
        assert all(ready.room == 1 for ready in presence.ready())
        assert not presence.ready() or (is_open and presence.is_present("ann"))
    assert [(turn.kind, turn.at_ns // S) for turn in turns] == _by_hand(signs, now_s)


def _by_hand(signs: list[int], end_s: int) -> list[tuple[PresenceKind, int]]:
    """Comings and leavings of an entry with signs of life at these seconds, up to a time."""
    expected: list[tuple[PresenceKind, int]] = []
    proving, began, came, last = 30, 0, False, None
    for sign in [*signs, None]:
        until = end_s if sign is None else sign
        if last is not None and until - last >= 10:
            if came:
                expected.append((LEFT, last + 10))
                proving = min(2 * proving, 3600)
            came, last = False, None
        if sign is None:
            break
        if last is None:
            began = sign
        last = sign
        if not came and sign - began >= proving:
            came = True
            expected.append((CAME, sign))
    return expected
