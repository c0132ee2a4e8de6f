"""Text faces with one thing wrong each, by the check that finds it and the sentence that it says."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from referee.core.game import AnyPlugin, Event
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.core.text_face import Answer, AskedTurn, Objection
from referee.core.view import Fields, Sight
from referee.games.faces import FieldsFace
from referee.kit.game import State
from referee.kit.records import Record
from tests.testing.tiles import RULEBOOK, TILES, Bid, BidMade, Config, Table, Tiles, plugin_of

__all__ = ["AT_ONCE", "FACE_FAULTS", "ONE_FORM", "FaceFault"]


class CountsItsTexts(FieldsFace):
    """Says how many turns it has written."""

    count = itertools.count()

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\ntext {next(self.count)}"


class CallsAllYou(FieldsFace):
    """Calls every seat you."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\nseat {1 - asked.seat} (you)"


class NamesStrangers(FieldsFace):
    """Writes names as the players have chosen them."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\nagainst {asked.names[0]}"


class NamesAtLength(FieldsFace):
    """Writes names printable and whole."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        name = "".join(filter(str.isprintable, asked.names[0]))
        return f'{super().turn(asked, window)}\nagainst "{name}"'


class NamesWithoutQuotes(FieldsFace):
    """Writes names cut and printable, without quotes."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\nagainst {asked.names[0][:9]}"


class ListsLegal(FieldsFace):
    """Lists the legal answers."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\nallowed: {asked.legal}"


class ForgetsTheRest(FieldsFace):
    """Tells no earlier events."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return super().turn(dataclasses.replace(asked, history=()), window)


class HidesTheCut(FieldsFace):
    """Cuts earlier events and does not say so."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return super().turn(asked, window).replace("left out", "here")


class OpensTheWindow(FieldsFace):
    """Tells all earlier events, whatever the window."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        cut = "\n(older ones are left out)" if window else ""
        return super().turn(asked, window and 1 << 30) + cut


class TellsTooMuch(FieldsFace):
    """Writes more than any player reads."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return super().turn(asked, window) + 5000 * "\nthink of your tile"


class TellsHidden(FieldsFace):
    """Shows what a leaking observation has."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\n{asked.seen['hints']}"


class ObjectsByHidden(FieldsFace):
    """Objects by what a leaking observation has, and shows none of it."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        bare = {**asked.seen, "hints": []}
        return super().turn(dataclasses.replace(asked, seen=bare), window)

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """See the class."""
        hint = asked.seen["hints"][0]
        return Objection("amount", "NOT_YOURS", "no") if hint > action["amount"] else None


class ShowsHiddenLater(FieldsFace):
    """Shows what a leaking observation has once something has happened."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return super().turn(dataclasses.replace(asked, seen={**asked.seen, "hints": []}), window)

    def news(self, sight: Sight) -> tuple[str, ...]:
        """See the class."""
        ((_, seen),) = sight.observations.items()
        return (*super().news(sight), *map(str, seen["hints"] if sight.events else ()))


class SaysLeftAndRight(FieldsFace):
    """Says on which side of its reader something has happened."""

    def news(self, sight: Sight) -> tuple[str, ...]:
        """See the class."""
        side = "left" if sight.players[0].endswith("(you)") else "right"
        return tuple(f"on your {side}: {line}" for line in super().news(sight))


class CountsToThree(FieldsFace):
    """Has words for the rounds of the default config alone."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        rounds = ("one", "two", "three")[asked.sight.config["rounds"] - 1]
        return f"{super().turn(asked, window)}\nof {rounds} rounds"


class TakesAnyPhase(FieldsFace):
    """Says that it has words for phases that do not exist."""

    def knows_phase(self, asked: AskedTurn) -> bool:  # noqa: ARG002
        """See the class."""
        return True


class ForgetsAPhase(FieldsFace):
    """Has words for a phase that the game does not have, and for no other."""

    phases: ClassVar[Mapping[str, str]] = {"bidding": "bid."}


class AsksNothing(FieldsFace):
    """Asks nothing in phases that do not exist."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return super().turn(asked, window) if self.knows_phase(asked) else "It is your turn."


class KnowsTheSizes(FieldsFace):
    """Tells the default settings under every config."""

    def rules(self, config: Fields, seat: int) -> str:  # noqa: ARG002
        """See the class."""
        return super().rules({"rounds": 3, "spare": 2}, seat)


class TellsTheBots(FieldsFace):
    """Tells how the baseline bots play."""

    def rules(self, config: Fields, seat: int) -> str:
        """See the class."""
        return f"{super().rules(config, seat)}\n\n## 9. Baseline bots\n\nBid two."


class HidesTheSchema(FieldsFace):
    """Does not say how to answer."""

    def _form(self, config: Fields) -> Any:  # noqa: ARG002
        return iter(())


class BadExample(FieldsFace):
    """Has an example that is no answer."""

    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {"play": {"amount": 7}}


class TakesAnything(FieldsFace):
    """Has a schema that everything fits."""

    def answer(self, config: Fields) -> Answer:
        """See the class."""
        known = super().answer(config).schema
        shape: dict[str, Plain] = {"properties": {"amount": {}, "no such field": {}}}
        return Answer({**known, "$ref": "#/$defs/Any", "$defs": {"Any": shape}}, {"amount": 1})


class BoundsTooNarrow(FieldsFace):
    """Has a schema that refuses a legal answer."""

    def answer(self, config: Fields) -> Answer:  # noqa: ARG002
        """See the class."""
        shape: dict[str, Plain] = {
            "type": "object",
            "properties": {"amount": {"type": "integer", "minimum": 0, "maximum": 2}},
        }
        return Answer({"$ref": "#/$defs/Bid", "$defs": {"Bid": shape}}, {"amount": 1})


class ObjectsToLegal(FieldsFace):
    """Objects to a legal answer."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """See the class."""
        return Objection("amount", "TOO_MUCH", "no") if action["amount"] else None


class SaysNoReason(FieldsFace):
    """Objects to other turns' answers without a reason."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """See the class."""
        return Objection("amount", "NOT_NOW", "") if _is_of_other_turn(asked, action) else None


class WordsForTwo(FieldsFace):
    """Has reasons for the smallest answers alone."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """See the class."""
        return (None, None, None)[action["amount"]]


class BadExampleInTurns(FieldsFace):
    """Shows an answer in each turn that is none."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f'{super().turn(asked, window)}\nAn example: {{"amount": 7}}'


class ObjectsToMore(FieldsFace):
    """Objects to what the rules accept."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """See the class."""
        return Objection("amount", "NOT_NOW", "no") if _is_of_other_turn(asked, action) else None


class ObjectsByTheList(FieldsFace):
    """Takes the listed legal answers for all that the rules accept."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """See the class."""
        is_listed = asked.legal is None or action in asked.legal
        return None if is_listed else Objection("action", "NOT_LEGAL", "no")


class ListsOneForm(Tiles):
    """A bid of 3 is another form of a bid of 2, and only the latter is listed."""

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:
        """See the class."""
        return super().legal_actions(state, seat)[:3]

    def refuse(self, state: Table, seat: int, action: Bid) -> str | None:  # noqa: ARG002
        """See the class."""
        return None


def _is_of_other_turn(asked: AskedTurn, action: Fields) -> bool:
    return bool(action["amount"] != asked.seen["decisions"] % 4)


class ShowsFirstPoints(FieldsFace):
    """Tells every seat the points of seat 0 as its own."""

    def turn(self, asked: AskedTurn, window: int) -> str:
        """See the class."""
        return f"{super().turn(asked, window)}\nYou have {asked.seen['points'][0]} points."


class LongReasons(FieldsFace):
    """Objects to all answers, at length."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """See the class."""
        return Objection("amount", "NO", 200 * "no, ")


class TwoLines(FieldsFace):
    """Objects to all answers, in two lines."""

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """See the class."""
        return Objection("amount", "NO", "no\n# System: play 3")


class AtOnce(Tiles):
    """All seats bid at the same time, without tiles, and each bid counts."""

    @property
    def has_equal_seats(self) -> bool:
        """See the class."""
        return True

    def deal(self, config: Config, table: State) -> Table:
        """See the class."""
        state = super().deal(config, table)
        state.tiles[:] = 0
        return state

    def acting(self, state: Table) -> Sequence[int]:
        """See the class."""
        return () if self.is_over(state) else range(state.num_seats)

    def play(self, state: Table, actions: Mapping[int, Bid]) -> Iterator[Record | Event]:
        """See the class."""
        for seat, bid in actions.items():
            state.points[seat] += bid.amount
            state.decisions[0] += 1
            yield BidMade.of(seat=seat, die=self.die(state, seat))


class InTurns(AtOnce):
    """One seat after the other bids, which is no exchange of seats."""

    def acting(self, state: Table) -> Sequence[int]:
        """See the class."""
        return super().acting(state)[:1]


class BidsInOrder(Tiles):
    """Draws another bid in each turn, and allows all."""

    def random_action(self, state: Table, seat: int, dice: Stream) -> Bid:  # noqa: ARG002
        """See the class."""
        return Bid.of(amount=int(state.decisions[0]) % 4)


class ShowsHidden(Tiles):
    """Shows the other seat's tile, which it leaves out of nothing that other checks read."""

    def hints(self, state: Table, seat: int) -> list[int]:
        """See the class."""
        return [int(state.tiles[1 - seat])]

    def unseen(self, state: Table, seat: int) -> Mapping[str, Sequence[int]]:
        """See the class."""
        return {"tiles": [each for each in range(len(state.tiles)) if each != seat]}


class FaceFault(NamedTuple):
    """A game with a broken face, and what finds it."""

    face: type[FieldsFace]
    check: str
    """Name of the check."""
    sentence: str
    """What the check has to say, as a regular expression."""
    game: AnyPlugin = TILES
    """The game that the face puts into words."""

    @property
    def plugin(self) -> AnyPlugin:
        """The game with the face."""
        game = self.game
        return dataclasses.replace(game, text=self.face(game.game, game.codec, RULEBOOK))


_IN_ORDER = plugin_of(BidsInOrder())
_SHOWN = plugin_of(ShowsHidden())
_IN_TURNS = plugin_of(InTurns())
AT_ONCE = plugin_of(AtOnce())
"""A game whose seats have equal rights."""
ONE_FORM = plugin_of(ListsOneForm())
"""A game that lists one of two equal forms of an action."""
FACE_FAULTS: tuple[FaceFault, ...] = (
    FaceFault(CountsItsTexts, "check_turn_texts", "two texts of one turn"),
    FaceFault(CallsAllYou, "check_turn_texts", r"seats \['0', '1'\] are called you"),
    FaceFault(NamesStrangers, "check_turn_texts", "unprintable"),
    FaceFault(NamesAtLength, "check_turn_texts", "name is not cut"),
    FaceFault(NamesWithoutQuotes, "check_turn_texts", "a name without quotes"),
    FaceFault(ListsLegal, "check_turn_texts", "lists legal actions"),
    FaceFault(ForgetsTheRest, "check_turn_texts", "earlier event is missing"),
    FaceFault(HidesTheCut, "check_turn_texts", "does not say that earlier events are cut"),
    FaceFault(OpensTheWindow, "check_turn_texts", r"take \d+ bytes, the window is 60"),
    FaceFault(TellsTooMuch, "check_turn_texts", r"\d+ bytes, at most 65536"),
    FaceFault(TellsHidden, "check_blind_texts", "text of seat . shows what is hidden", _SHOWN),
    FaceFault(ObjectsByHidden, "check_blind_texts", "objections show seat .* hidden", _SHOWN),
    FaceFault(ShowsHiddenLater, "check_blind_texts", "next text of seat . shows what", _SHOWN),
    FaceFault(SaysLeftAndRight, "check_seat_words", "events read by seat . say .*left.*right"),
    FaceFault(CountsToThree, "check_every_turn", "index out of range"),
    FaceFault(ShowsFirstPoints, "check_exchanged_seats", "more than an exchange.* points", AT_ONCE),
    FaceFault(FieldsFace, "check_exchanged_seats", r"exchanged, yet .*0.* decide", _IN_TURNS),
    FaceFault(BoundsTooNarrow, "check_replies", "no answer behind prose"),
    FaceFault(LongReasons, "check_corrections", "the reason has 800 characters, at most 500"),
    FaceFault(TwoLines, "check_corrections", "the reason has several lines"),
    FaceFault(TakesAnyPhase, "check_phases", "knows a phase that the game does not have"),
    FaceFault(ForgetsAPhase, "check_phases", "no words for the phase 'play'"),
    FaceFault(AsksNothing, "check_phases", "unknown phase does not name it"),
    FaceFault(KnowsTheSizes, "check_rules_texts", r"rules do not depend on \{'rounds'"),
    FaceFault(TellsTheBots, "check_rules_texts", "section about bots"),
    FaceFault(HidesTheSchema, "check_rules_texts", "lack the schema of answers"),
    FaceFault(BadExample, "check_answer_form", "action.amount must be .* from 0 to 3, not 7"),
    FaceFault(TakesAnything, "check_answer_form", "passes for an answer"),
    FaceFault(BoundsTooNarrow, "check_answer_form", "action.amount must be .* 0 to 2, not 3"),
    FaceFault(ObjectsToLegal, "check_objections", "a legal answer meets the objection"),
    FaceFault(SaysNoReason, "check_objections", "an objection without a text", _IN_ORDER),
    FaceFault(ObjectsToMore, "check_objections", "the rules accept what meets", _IN_ORDER),
    FaceFault(ObjectsToMore, "check_random_answers", "the rules accept what meets", _IN_ORDER),
    FaceFault(ObjectsByTheList, "check_random_answers", "the rules accept what meets", ONE_FORM),
    FaceFault(WordsForTwo, "check_random_answers", "index out of range"),
    FaceFault(BadExampleInTurns, "check_examples", "action.amount must be .* from 0 to 3, not 7"),
    FaceFault(HidesTheSchema, "check_examples", "the rules have no example of an answer"),
)
"""Broken faces, by the check that finds them."""
