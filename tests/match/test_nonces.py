"""Nonces: seats commit themselves, all commitments are shown, then the nonces are opened."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from referee.core.outcome import EndCause, ForfeitCause
from referee.core.rng import match_seed
from referee.core.time_control import SECOND, TimeControl
from referee.match import events as ev
from referee.match.effects import Begin, Effect, Reject, ShowNonces, Write
from referee.match.machine import MatchMachine, MatchPhase
from referee.match.nonces import opening_time_ns, were_committed
from referee.match.records import Committed, Ended, Joined, MatchRecord, Opened, Started
from referee.match.rejection import Rejection
from tests.helpers.toy_games import SIMULTANEOUS
from tests.match.driver import SERVER_SEED, Driver, redone, terms_of

TERMS = terms_of(SIMULTANEOUS, TimeControl(SECOND, join_limit_ns=60 * SECOND), num_seats=3)
NONCES = [bytes([65 + seat]) * 16 for seat in range(3)]
COMMITMENTS = [hashlib.sha256(nonce).digest() for nonce in NONCES]
LIMIT_NS = 60 * SECOND
SHOWN_NS = 55 * SECOND
"""When commitments are shown at the latest: 5 s before the join limit."""


def commit(driver: Driver, seat: int, at_ns: int = 0) -> list[Effect]:
    """A seat joins and commits itself."""
    return driver.handle(ev.SeatJoined(seat, at_ns, b"", "", "", COMMITMENTS[seat]))


def open_nonce(
    driver: Driver, seat: int, at_ns: int = 0, nonce: bytes | None = None
) -> list[Effect]:
    """A seat opens its nonce, or another one."""
    return driver.handle(ev.NonceOpened(seat, NONCES[seat] if nonce is None else nonce, at_ns))


def refused(effects: list[Effect]) -> Rejection:
    """Why the only thing told is a rejection."""
    told = [effect for effect in effects if not isinstance(effect, Write)]
    (reject,) = told
    assert isinstance(reject, Reject)
    return reject.reason


def is_running(driver: Driver) -> bool:
    """Whether the match has begun and is not over."""
    return driver.machine.phase is MatchPhase.RUNNING


def test_commitments_are_shown_before_any_nonce() -> None:
    """With the last join all are shown, once; the last opening begins the match."""
    driver = Driver(TERMS)
    assert commit(driver, 1, 1) == [Write(Joined(1, b"", "", "", COMMITMENTS[1]))]
    commit(driver, 0, 2)
    effects = commit(driver, 2, 3)
    assert effects[1:] == [Write(Committed()), ShowNonces((0, 1, 2))]
    assert open_nonce(driver, 2, 4) == [Write(Opened(2, NONCES[2]))]
    assert open_nonce(driver, 0, 5) == [Write(Opened(0, NONCES[0]))]
    effects = open_nonce(driver, 1, 6)
    assert isinstance(effects[1], Write)
    assert isinstance(effects[1].record, Started)
    assert effects[2] == Begin()
    assert driver.machine.match_seed == match_seed(SERVER_SEED, NONCES)
    assert were_committed(driver.machine.seats)


def test_a_nonce_is_not_opened_before_all_commitments_are_shown() -> None:
    """Too early, it is not taken: whoever reads it could still choose theirs."""
    driver = Driver(TERMS)
    commit(driver, 0)
    assert refused(open_nonce(driver, 0)) is Rejection.BAD_NONCE
    assert driver.machine.seats[0].nonce == b""


@pytest.mark.parametrize("nonce", [b"x" * 16, NONCES[0] + b"\0", NONCES[0][:15]])
def test_another_nonce_than_was_committed_to_is_not_taken(nonce: bytes) -> None:
    """The seat may still open the right one."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat)
    assert refused(open_nonce(driver, 0, nonce=nonce)) is Rejection.BAD_NONCE
    open_nonce(driver, 1)
    open_nonce(driver, 2)
    assert not is_running(driver)
    open_nonce(driver, 0)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, NONCES)


def test_a_nonce_is_opened_once() -> None:
    """Another one is rejected then, and any of a seat that sent it in plain."""
    driver = Driver(TERMS)
    commit(driver, 0)
    commit(driver, 1)
    driver.join(2, nonce=NONCES[2])
    open_nonce(driver, 0)
    assert refused(open_nonce(driver, 0, nonce=NONCES[1])) is Rejection.BAD_NONCE
    assert refused(open_nonce(driver, 2)) is Rejection.BAD_NONCE


def test_a_nonce_told_again_changes_nothing() -> None:
    """After a rejoin, a seat's stream can't know what the one before it has told, nor can a new process."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat)
    open_nonce(driver, 0)
    driver.leave(0, 1)
    assert commit(driver, 0, 2) == [ShowNonces((0,))]
    assert open_nonce(driver, 0, 3) == []
    assert open_nonce(driver, 0, 3, nonce=b"") == []
    open_nonce(driver, 1, 4, nonce=b"")
    assert open_nonce(driver, 1, 5, nonce=b"") == []
    assert refused(open_nonce(driver, 1, 5)) is Rejection.BAD_NONCE
    open_nonce(driver, 2, 6)
    assert is_running(driver)
    assert open_nonce(driver, 0, 7) == []
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], b"", NONCES[2]])


def test_who_does_not_open_in_time_plays_with_an_empty_nonce() -> None:
    """The match begins at the join limit, not later, with the others' nonces."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat, 10)
    open_nonce(driver, 0, 11)
    open_nonce(driver, 2, 12)
    assert driver.machine.next_deadline_ns == LIMIT_NS
    assert driver.handle(ev.TimePassed(LIMIT_NS - 1)) == []
    driver.handle(ev.TimePassed(LIMIT_NS))
    assert is_running(driver)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], b"", NONCES[2]])
    assert driver.machine.seats[1].nonce_commitment == COMMITMENTS[1]
    assert refused(open_nonce(driver, 1, LIMIT_NS)) is Rejection.BAD_NONCE


def test_a_seat_whose_bot_is_away_is_waited_for_briefly() -> None:
    """10 s from its leaving, as for a cut cable; while another one may open, and once it is back, to the limit."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat, 10)
    open_nonce(driver, 0, 11)
    driver.handle(ev.SeatLeft(1, 20 * SECOND))
    assert driver.machine.next_deadline_ns == LIMIT_NS
    open_nonce(driver, 2, 21 * SECOND)
    assert driver.machine.next_deadline_ns == 30 * SECOND
    assert driver.handle(ev.TimePassed(30 * SECOND - 1)) == []
    assert ShowNonces((1,)) in commit(driver, 1, 30 * SECOND - 1)
    assert driver.machine.next_deadline_ns == LIMIT_NS
    driver.handle(ev.SeatLeft(1, 31 * SECOND))
    driver.handle(ev.TimePassed(41 * SECOND))
    assert is_running(driver)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], b"", NONCES[2]])


def test_a_house_bot_that_died_is_waited_for() -> None:
    """The referee itself brings it back, so that nothing is bounded but by the join limit."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat, 10)
        driver.handle(ev.SeatLeft(seat, 20, is_house=True))
    assert driver.machine.next_deadline_ns == LIMIT_NS


def test_a_seat_that_will_not_open_is_not_waited_for() -> None:
    """It says so by an empty nonce: another process drew the one it had committed itself to."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat)
    open_nonce(driver, 0)
    open_nonce(driver, 1)
    open_nonce(driver, 2, nonce=b"")
    assert is_running(driver)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], NONCES[1], b""])


def test_clients_of_before_play_among_those_that_commit() -> None:
    """A nonce sent at once is as good as shown; the match waits for the openings of the others."""
    driver = Driver(TERMS)
    driver.join(0, nonce=NONCES[0])
    commit(driver, 1)
    assert ShowNonces((0, 1, 2)) in driver.join(2)
    open_nonce(driver, 1)
    assert is_running(driver)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], NONCES[1], b""])
    assert not were_committed(driver.machine.seats)


def test_without_commitments_a_match_begins_as_ever() -> None:
    """With the last join, and nothing is shown."""
    driver = Driver(TERMS)
    for seat in range(3):
        driver.join(seat, nonce=NONCES[seat])
    assert is_running(driver)
    assert not any(isinstance(effect, ShowNonces) for effect in driver.effects)
    assert Write(Committed()) not in driver.effects


def test_commitments_are_shown_when_the_join_limit_is_near() -> None:
    """So that those who are there can open in time; who comes later adds no nonce."""
    driver = Driver(TERMS)
    commit(driver, 0, 10)
    assert driver.machine.next_deadline_ns == SHOWN_NS
    effects = driver.handle(ev.TimePassed(SHOWN_NS))
    assert effects == [Write(Committed()), ShowNonces((0,))]
    assert driver.machine.next_deadline_ns == LIMIT_NS
    effects = driver.handle(ev.SeatJoined(1, SHOWN_NS + 1, b"", "late", "", COMMITMENTS[1]))
    assert effects == [Write(Joined(1, b"", "late", "")), ShowNonces((1,))]
    assert driver.join(2, SHOWN_NS + 2, nonce=NONCES[2]) == [Write(Joined(2, b"", "bot 2", "test"))]
    open_nonce(driver, 0, SHOWN_NS + 3)
    assert is_running(driver)
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], b"", b""])


def test_absent_seats_do_not_keep_the_others_beyond_the_join_limit() -> None:
    """At the limit who is absent forfeits, and the match begins with what was opened."""
    driver = Driver(TERMS)
    commit(driver, 0)
    commit(driver, 1)
    driver.handle(ev.TimePassed(SHOWN_NS))
    open_nonce(driver, 0, SHOWN_NS)
    driver.handle(ev.TimePassed(LIMIT_NS))
    assert is_running(driver)
    assert driver.machine.seats[2].forfeit is ForfeitCause.ABSENT
    assert driver.machine.match_seed == match_seed(SERVER_SEED, [NONCES[0], b"", b""])
    assert were_committed(driver.machine.seats)


def test_a_seat_that_resigns_is_not_waited_for() -> None:
    """Its nonce stays empty."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat)
    open_nonce(driver, 0)
    open_nonce(driver, 1)
    driver.handle(ev.SeatResigned(2, 1))
    assert is_running(driver)


def test_a_seat_that_comes_back_is_shown_the_commitments_again() -> None:
    """So that it can open its nonce; after the start it is told from which nonces it came."""
    driver = Driver(TERMS)
    for seat in range(3):
        commit(driver, seat)
    driver.leave(0, 1)
    assert commit(driver, 0, 2) == [ShowNonces((0,))]
    for seat in range(3):
        open_nonce(driver, seat, 3)
    driver.leave(0, 4)
    assert commit(driver, 0, 5)[0] == Begin((0,))


@pytest.mark.parametrize("cut", range(9))
def test_a_match_that_is_taken_up_again_knows_its_nonces(cut: int) -> None:
    """Wherever the journal broke off: the same nonces open, and the same seed comes of them."""
    whole = Driver(TERMS)
    for seat in range(3):
        commit(whole, seat)
    for seat in range(3):
        open_nonce(whole, seat)
    assert len(whole.records) == 8
    machine = MatchMachine(TERMS, created_ns=0)
    for record in whole.records[:cut]:
        machine.redo(record)
    machine.handle(ev.MatchResumed(SECOND))
    for seat in range(3):
        machine.handle(ev.SeatJoined(seat, SECOND, b"", "", "", COMMITMENTS[seat]))
    for seat in range(3):
        machine.handle(ev.NonceOpened(seat, NONCES[seat], SECOND))
    assert machine.phase is MatchPhase.RUNNING
    assert machine.match_seed == match_seed(SERVER_SEED, NONCES)


FORGERIES: dict[str, tuple[list[MatchRecord], str]] = {
    "nonce and commitment": (
        [Joined(0, NONCES[0], "", "", COMMITMENTS[0])],
        "seat 0 joins with a nonce and a commitment at once",
    ),
    "commitment after all were shown": (
        [Committed(), Joined(0, b"", "", "", COMMITMENTS[0])],
        "seat 0 adds a nonce after the commitments were shown",
    ),
    "nonce after all were shown": (
        [Committed(), Joined(0, NONCES[0], "", "")],
        "seat 0 adds a nonce after the commitments were shown",
    ),
    "shown twice": ([Committed(), Committed()], "the nonce commitments are shown twice"),
    "opened before all were shown": (
        [Joined(0, b"", "", "", COMMITMENTS[0]), Opened(0, NONCES[0])],
        "seat 0 can't open its nonce: nonces are opened when all commitments have been shown",
    ),
    "opened another": (
        [Joined(0, b"", "", "", COMMITMENTS[0]), Committed(), Opened(0, NONCES[1])],
        "seat 0 can't open its nonce: this is not the nonce that the seat has committed itself to",
    ),
    "opened nothing": (
        [Joined(0, b"", "", "", COMMITMENTS[0]), Committed(), Opened(0, b"")],
        "seat 0 can't open its nonce: the nonce is empty",
    ),
    "opened without a commitment": (
        [Joined(0, b"", "", ""), Committed(), Opened(0, NONCES[0])],
        "seat 0 can't open its nonce: this seat has not committed itself to a nonce",
    ),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_records_that_do_not_follow_are_noticed(case: str) -> None:
    """A replay in which nonces were chosen late doesn't redo."""
    records, text = FORGERIES[case]
    machine = MatchMachine(TERMS, created_ns=0)
    for record in records[:-1]:
        machine.redo(record)
    with pytest.raises(ValueError, match=text):
        machine.redo(records[-1])


def test_the_end_tells_commitments_where_there_were_any() -> None:
    """Those of all seats; without any, none at all, as in records of before."""
    driver = Driver(TERMS)
    commit(driver, 1)
    driver.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 1))
    end = driver.records[-1]
    assert isinstance(end, Ended)
    assert end.nonce_commitments == (b"", COMMITMENTS[1], b"")
    assert redone(TERMS, driver.records).outcome is not None
    plain = Driver(TERMS)
    plain.join(0, nonce=NONCES[0])
    plain.handle(ev.MatchAborted(EndCause.OPERATOR, "enough", 1))
    end = plain.records[-1]
    assert isinstance(end, Ended)
    assert end.nonce_commitments == ()


@pytest.mark.parametrize(("limit_s", "expected_s"), [(60, 5), (20, 5), (8, 2), (1, 0.25)])
def test_the_time_to_open_is_a_quarter_of_the_join_limit_at_most(
    limit_s: int, expected_s: float
) -> None:
    """And five seconds where there is much time."""
    assert opening_time_ns(limit_s * SECOND) == expected_s * SECOND


def test_friends_who_do_not_open_choose_among_two_seeds_each() -> None:
    """Two friends of whoever runs the referee have four seeds, and all can see who did not open."""
    seeds = set()
    for opened in itertools.product((True, False), repeat=2):
        driver = Driver(TERMS)
        for seat in range(3):
            commit(driver, seat)
        open_nonce(driver, 0)
        for seat, is_open in enumerate(opened, 1):
            if is_open:
                open_nonce(driver, seat)
        driver.handle(ev.TimePassed(LIMIT_NS))
        assert is_running(driver)
        assert driver.machine.match_seed is not None
        seeds.add(driver.machine.match_seed)
        seats = driver.machine.seats
        assert [bool(seat.nonce) for seat in seats] == [True, *opened]
        assert were_committed(seats)
    assert len(seeds) == 4
