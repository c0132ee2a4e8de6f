"""What browsers are shown of Proving Grounds beside the map and fights: heroes, lists, the end, secrets."""

from __future__ import annotations

from referee.core.game import Event
from referee.core.scene import (
    Bar,
    Scene,
    Span,
    Style,
    spans_text,
)
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.tables import (
    Board,
    Cause,
    Code,
    EndCause,
    OrderList,
)
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.proving_grounds.looking import (
    ALL,
    CONFIG,
    NAMES,
    PUBLIC,
    begun,
    is_hidden,
    row_texts,
    rows_of,
    scene_of,
    tokens_at,
)


def test_heroes_are_told_as_well_as_they_are_known() -> None:
    """PG-6.1, PG-6.2: seat 0's own with hit points, others with nothing but where they are, in a room of level 4 more."""
    state = begun()
    own = tokens_at(scene_of(state, Eyes(0)), "r1")
    assert [token.kind.name for token in own.values()] == [
        *("Fighter", "Fighter", "Cleric", "Wizard", "Thief"),
    ]
    assert own["h0.2"].bars == (("hp", Bar(14, 14)), ("mana", Bar(7, 7)))
    assert all(token.owner == 0 for token in own.values())
    (party,) = tokens_at(scene_of(state, Eyes(0)), "r16").values()
    assert (party.id, party.kind.name, party.owner, party.count) == ("p1.16", "party", 1, 5)
    assert (party.bars, party.badges, [*map(is_hidden, party.tip)]) == ((), (), [True])
    # Twice CON (PG-3.2): two Fighters of 16, a Cleric of 14, a Wizard of 10 and a Thief of 12.
    state.levels[0, 16] = 4
    (party,) = tokens_at(scene_of(state, Eyes(0)), "r16").values()
    assert (party.bars, party.badges, len(party.tip)) == ((), ("68 hp",), 5)
    assert spans_text(party.tip[0]).split() == ["Fighter", "16", "hp"]


def test_a_party_is_as_strong_as_its_heroes_together() -> None:
    """All eyes together see one token for each party, with its hit points; the public sees its number of heroes."""
    state = begun()
    state.heroes[0, 4, c.ROOM] = 2
    state.heroes[0, 0, c.HP] = 6
    scene = scene_of(state, ALL)
    assert "h0.4" in tokens_at(scene, "r2")
    party = tokens_at(scene, "r1")["p0.1"]
    assert (party.count, party.bars) == (4, (("hp", Bar(46, 56)),))
    assert spans_text(party.tip[0]).startswith("Fighter 6/16 hp")
    party = tokens_at(scene_of(state, PUBLIC), "r1")["p0.1"]
    assert (party.count, party.bars, party.badges) == (4, (), ())


def test_what_only_a_seat_knows_is_hidden_from_others() -> None:
    """PG-6.5: gems by kind, vault and stash; the total of gems is public."""
    state = begun()
    state.vault[0, 1] = 1
    for eyes, gems, vault in ((Eyes(0), "1 sapphire", "1 sapphire"), (Eyes(1), "?", "?")):
        scene = scene_of(state, eyes)
        seats, stores = rows_of(scene, "seats")["s0"], rows_of(scene, "stores")["s0"]
        assert row_texts(seats)[:5] == ["0 ada", "6", "1", "5", "1"]
        assert row_texts(seats)[-1] == gems
        assert row_texts(stores)[:2] == ["0 ada", vault]
        assert is_hidden(stores.cells[1]) == (vault == "?")
    parties = [part.id for part in scene_of(state, Eyes(1)).parts if part.id.startswith("party")]
    assert parties == ["party1"]
    assert not any(part.id.startswith("party") for part in scene_of(state, PUBLIC).parts)


def test_bids_are_told_to_their_senders() -> None:
    """PG-6.7: seat 1 has bid 3 on MOVE; nobody knows what is bid in this turn on the boards that are open."""
    state = begun()
    bodies = (
        told.Ledger(1, -3, Cause.BID, 5),
        told.Result(1, OrderList.SHUFFLE, Board.MOVE, None, Code.OK),
    )
    own = rows_of(scene_of(state, Eyes(1), *bodies, whose=(1,)), "boards")
    assert row_texts(own["MOVE"])[2] == "1: 3 ?"
    assert row_texts(own["ORDER"])[2] == "?"
    assert (
        row_texts(rows_of(scene_of(state, Eyes(0), *bodies, whose=(1,)), "boards")["MOVE"])[2]
        == "?"
    )
    every = rows_of(scene_of(state, ALL, *bodies, whose=(1,)), "boards")
    assert (row_texts(every["MOVE"])[2], row_texts(every["ORDER"])[2]) == ("1: 3", "-")
    open_boards = [Board(board).name for board in PLUGIN.game.observe(state, [0])[0].open]
    assert open_boards
    for name, row in every.items():
        assert is_hidden(row.cells[3]) == (name in open_boards)
        assert row.style is (Style.STRONG if name in open_boards else Style.TEXT)


def test_the_end_ranks_seats() -> None:
    """Gold with the bonuses and the place of each (PG-7.4)."""
    state = begun(2)
    end = told.End(EndCause.LATE, 31, 5, (
        told.FinalSeat(0, (3, 2), 41, 14, 4, (1,), 0, 2),
        told.FinalSeat(1, (3, 1), 48, 14, 5, (0,), 10, 1),
    ))  # fmt: skip
    scene = scene_of(state, PUBLIC, end)
    rows = rows_of(scene, "seats")
    assert row_texts(rows["s0"])[-2:] == ["3 ruby, 2 sapphire", "2."]
    assert row_texts(rows["s1"])[-2:] == ["3 ruby, 1 sapphire", "1."]
    assert scene.series["gold"] == {0: 41, 1: 48}
    assert scene.series["rooms"] == {0: 14, 1: 14}
    assert scene.series["gems"] == {0: 0, 1: 0}


# Secrets.


def test_who_knows_less_sees_less() -> None:
    """The states of room 7 at level 2 differ in hit points only, which level 3 would show."""
    state = begun()
    state.levels[0, 7] = 2
    hurt = PLUGIN.game.copy(state)
    hurt.creatures[7, 0, 1] -= 3
    assert scene_of(hurt, Eyes(0)) == scene_of(state, Eyes(0))
    state.levels[0, 7] = hurt.levels[0, 7] = 3
    assert scene_of(hurt, Eyes(0)) != scene_of(state, Eyes(0))


def test_without_anything_to_see_there_is_no_part() -> None:
    """The public of a game that tells nothing by itself would have none."""
    looker = Looker(PLUGIN, CONFIG, PUBLIC, players=NAMES[:2], view=VIEW)
    assert VIEW.scene(looker.last_sight()) == Scene("", ())


def test_spans_of_an_event_refer_to_what_they_tell_of() -> None:
    """So that a room and a hero light up where the log tells of them."""
    (line,) = VIEW.event_lines(
        Looker(PLUGIN, CONFIG, PUBLIC, players=NAMES[:4], view=VIEW).sight(
            SeenStep(PLUGIN, CONFIG, begun(), [Event(told.Entered(Ref(0, 2), 1, 3))])
        )
    )
    assert line == (
        Span("hero 0.2", Style.FIRST, "token:h0.2"),
        Span(" enters "),
        Span("room 3", ref="r3"),
        Span(" from "),
        Span("room 1", ref="r1"),
    )
