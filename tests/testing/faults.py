"""Games with one thing wrong each, by the check that finds it and the sentence that says what to do."""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import Field

from referee.core.config import GameConfig
from referee.core.game import AnyPlugin, Event
from referee.core.rng import Stream
from referee.kit.game import State
from referee.kit.records import Record
from tests.testing import leaks, mines
from tests.testing.tiles import INFO, Bid, Bonus, Config, Seen, Table, Tiles, plugin_of

__all__ = ["FAULTS", "Fault", "Hangs", "NamesATurn", "TakesUnbounded"]


class OrderOfASet(Tiles):
    """Gives the bonus to whoever comes first in a set."""

    def die(self, state: Table, seat: int) -> int:  # noqa: ARG002
        """See the class."""
        names = {f"{name} {state.decisions[0]}" for name in ("red", "green", "blue", "black")}
        return 1 + sorted(names).index(next(iter(names)))


class HashOfAText(Tiles):
    """Takes the die from the hash of a text."""

    def die(self, state: Table, seat: int) -> int:
        """See the class."""
        return hash(f"{state.decisions[0]} {seat}") % 6 + 1


class DiceOfItsOwn(Tiles):
    """Rolls with Python's random numbers."""

    def die(self, state: Table, seat: int) -> int:  # noqa: ARG002
        """See the class."""
        return random.randint(1, 6)


class LooksAtTheClock(Tiles):
    """Takes the die from the time."""

    def die(self, state: Table, seat: int) -> int:  # noqa: ARG002
        """See the class."""
        return time.perf_counter_ns() % 6 + 1


class Remembers(Tiles):
    """Counts its matches."""

    matches = 0

    def deal(self, config: Config, table: State) -> Table:
        """See the class."""
        self.matches += 1
        state = super().deal(config, table)
        state.points[0] = self.matches % 2
        return state


class OneDie(Tiles):
    """Rolls the same die in every bid."""

    def die(self, state: Table, seat: int) -> int:  # noqa: ARG002
        """See the class."""
        return state.roll(6)


class OneDieARound(Tiles):
    """Rolls the same die for all seats of a round."""

    def die(self, state: Table, seat: int) -> int:  # noqa: ARG002
        """See the class."""
        return state.roll(6, 1, int(state.decisions[0]) // state.num_seats)


class DeniesChance(Tiles):
    """Says that it has no dice, and rolls them."""

    info = dataclasses.replace(INFO, chance_free=True)


class NeverEnds(Tiles):
    """Plays for ever."""

    def is_over(self, state: Table) -> bool:  # noqa: ARG002
        """See the class."""
        return False


class Hangs(Tiles):
    """Never comes back from a step."""

    def die(self, state: Table, seat: int) -> int:
        """See the class."""
        while state.roll(6, seat):
            pass
        return 1


class EndlessForOne(Tiles):
    """Plays for ever if there is one round."""

    def is_over(self, state: Table) -> bool:
        """See the class."""
        return state.config.rounds > 1 and super().is_over(state)


class NeedsTwoSpares(Tiles):
    """Fails with one spare tile."""

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """See the class."""
        return [int(state.tiles[state.num_seats + 1] * 0)]


class LeaksForMany(Tiles):
    """Shows a tile where there are four spare ones."""

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """See the class."""
        return [int(state.tiles[-1])] if state.config.spare == 4 else []


class MisspellsAField(Tiles):
    """Writes one field's name wrongly."""

    def see(self, state: Table, seat: int) -> Seen:
        """See the class."""
        return Seen.of(
            tile=int(state.tiles[seat]), points=[], decisions=int(state.decisions[0]), hint=[]
        )


class LeavesAFieldOut(Tiles):
    """Leaves a field out that has no default."""

    def see(self, state: Table, seat: int) -> Seen:
        """See the class."""
        return Seen.of(tile=int(state.tiles[seat]), points=[], decisions=0)


class CountsTooFar(Tiles):
    """Shows more than the field's bound."""

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """See the class."""
        return [101]


class ShowsNumPy(Tiles):
    """Puts a number of NumPy's into a record."""

    def hints(self, state: Table, seat: int) -> list[int]:  # noqa: ARG002
        """See the class."""
        return [state.decisions[0]]


class HalvesPoints(Tiles):
    """Counts half points."""

    def scores(self, state: Table) -> Sequence[Any]:
        """See the class."""
        return [points / 2 for points in super().scores(state)]


class GoesRound(Tiles):
    """Says that it makes no difference who sits where, and lets seat 0 begin."""

    info = dataclasses.replace(INFO, ring=True)


class RefusesItsOwn(Tiles):
    """Refuses a bid that it lists."""

    def refuse(self, state: Table, seat: int, action: Bid) -> str | None:  # noqa: ARG002
        """See the class."""
        return "TOO_MUCH" if action.amount == 3 else None


class DefaultsBadly(Tiles):
    """Plays for silent seats what it would refuse."""

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:
        """See the class."""
        return super().legal_actions(state, seat)[:3]

    def default_action(self, state: Table, seat: int) -> Bid:  # noqa: ARG002
        """See the class."""
        return Bid.of(amount=3)


class NumbersTwice(Tiles):
    """Gives one action two numbers."""

    def numbered_actions(self, config: Config) -> Sequence[Bid]:  # noqa: ARG002
        """See the class."""
        return [Bid.of(amount=amount) for amount in (0, 1, 2, 3, 1)]


class NumbersChange(Tiles):
    """Numbers its actions in another order each time."""

    def __init__(self) -> None:
        self.asked = 0

    def numbered_actions(self, config: Config) -> Sequence[Bid]:  # noqa: ARG002
        """See the class."""
        self.asked += 1
        return [Bid.of(amount=(amount + self.asked) % 4) for amount in range(4)]


class NumbersLess(Tiles):
    """Numbers fewer actions under another config than are legal."""

    def numbered_actions(self, config: Config) -> Sequence[Bid]:
        """See the class."""
        return [Bid.of(amount=amount) for amount in range(3 if config.rounds == 1 else 4)]


class ListsTwice(Tiles):
    """Lists a legal action twice."""

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:
        """See the class."""
        legal = super().legal_actions(state, seat)
        return [*legal, legal[0]]


class ListsMore(Tiles):
    """Lists more than it says."""

    most_legal = 3

    def numbered_actions(self, config: Config) -> None:
        """See the class."""


class ListsNowAndThen(Tiles):
    """Lists what is legal in some turns."""

    def legal_actions(self, state: Table, seat: int) -> Any:
        """See the class."""
        return None if seat else super().legal_actions(state, seat)

    def default_action(self, state: Table, seat: int) -> Bid:  # noqa: ARG002
        """See the class."""
        return Bid.of(amount=0)

    def random_action(self, state: Table, seat: int, dice: Stream) -> Bid:  # noqa: ARG002
        """See the class."""
        return Bid.of(amount=0)


class DrawsBadly(Tiles):
    """Draws bids that it refuses."""

    def legal_actions(self, state: Table, seat: int) -> Sequence[Bid]:
        """See the class."""
        return super().legal_actions(state, seat)[:1]

    def random_action(self, state: Table, seat: int, dice: Stream) -> Bid:  # noqa: ARG002
        """See the class."""
        return Bid.of(amount=dice.draw(4) - 1)


class CountsLooks(Tiles):
    """Changes the state when it is looked at."""

    def see(self, state: Table, seat: int) -> Seen:
        """See the class."""
        state.points[seat] = (state.points[seat] + 1) % 50
        return super().see(state, seat)


class AsksNobody(Tiles):
    """Asks a seat that is not there."""

    def acting(self, state: Table) -> Sequence[int]:
        """See the class."""
        return () if self.is_over(state) else (state.num_seats,)

    def play(self, state: Table, actions: Mapping[int, Bid]) -> Iterator[Record | Event]:
        """See the class."""
        yield from super().play(state, {0: next(iter(actions.values()))})


class AsksBackwards(Tiles):
    """Asks seats in descending order."""

    def acting(self, state: Table) -> Sequence[int]:
        """See the class."""
        return () if self.is_over(state) else (1, 0)

    def play(self, state: Table, actions: Mapping[int, Bid]) -> Iterator[Record | Event]:
        """See the class."""
        yield from super().play(state, {0: actions[0]})


@dataclasses.dataclass(kw_only=True)
class RealTable(Table):
    """A match that counts in real numbers."""

    odds: npt.NDArray[np.float64] = dataclasses.field(default_factory=lambda: np.zeros(1))
    """float64[1]; what no digest takes."""


class CountsInReals(Tiles):
    """Keeps real numbers in its state."""

    def deal(self, config: Config, table: State) -> Table:
        """See the class."""
        return RealTable(**vars(super().deal(config, table)))


class Unbounded(GameConfig):
    """Has a parameter without an upper bound."""

    rounds: Annotated[int, Field(ge=1)] = 3
    """Bids of each seat."""
    spare: Annotated[int, Field(ge=1, le=4)] = 2
    """Tiles that nobody has."""


class TakesUnbounded(Tiles):
    """Uses `Unbounded`."""

    config_class: ClassVar[Any] = Unbounded


class TellsWhatIsNotListed(Tiles):
    """Tells a kind of event that it does not list."""

    events: ClassVar[Any] = (Bonus,)


class TurnBid(Record):
    """A decision with a name that bots can't write."""

    turn: Annotated[int, Field(ge=0, le=3)]
    """The amount."""


class NamesATurn(Tiles):
    """Has a field that the bridge reserves."""

    actions: ClassVar[Any] = (TurnBid,)


class Fault(NamedTuple):
    """A broken game, and what finds it."""

    plugin: AnyPlugin
    check: str
    """Name of the check; `hidden` for the comparison of hidden variants."""
    sentence: str
    """What it has to say, as a regular expression."""


# Named, so that another process finds them.
ORDER_OF_A_SET = plugin_of(OrderOfASet())
HASH_OF_A_TEXT = plugin_of(HashOfAText())
DICE_OF_ITS_OWN = plugin_of(DiceOfItsOwn())
LOOKS_AT_THE_CLOCK = plugin_of(LooksAtTheClock())

_TWO_MATCHES = "one seed gives two matches: .*(set|time|random numbers)"
_APART = r"seat \d can distinguish .* by "

FAULTS: tuple[Fault, ...] = (
    Fault(ORDER_OF_A_SET, "check_other_processes", _TWO_MATCHES),
    Fault(HASH_OF_A_TEXT, "check_other_processes", _TWO_MATCHES),
    Fault(DICE_OF_ITS_OWN, "check_other_processes", _TWO_MATCHES),
    Fault(LOOKS_AT_THE_CLOCK, "check_other_processes", _TWO_MATCHES),
    Fault(plugin_of(Remembers()), "check_lockstep", "two matches of one seed .* points"),
    Fault(plugin_of(OneDie()), "check_named_dice", r"state.roll\(6\) was rolled in step 0 and again"),
    Fault(plugin_of(OneDieARound()), "check_named_dice", r"state.roll\(6, 1, 0\) was rolled in step 0"),
    Fault(plugin_of(DeniesChance()), "check_lockstep", "chance_free=True has no dice"),
    Fault(plugin_of(leaks.ShowsATile()), "hidden", f"{_APART}observation before the step: hints is "),
    Fault(plugin_of(leaks.ShowsByLength()), "hidden", f"{_APART}observation before the step: hints has "),
    Fault(plugin_of(leaks.ShowsByPlace()), "hidden", f"{_APART}observation before the step: hints is "),
    Fault(plugin_of(leaks.ShowsASum()), "check_what_is_seen", f"{_APART}its observation: hints is .*tiles"),
    Fault(plugin_of(leaks.CountsZeros()), "check_what_is_seen", f"{_APART}its observation: hints has "),
    Fault(plugin_of(leaks.ForgetsUnseen()), "check_what_is_unseen", r"tiles\[\d\] differs .*name it in unseen"),
    Fault(plugin_of(leaks.ForgetsTheStock()), "check_what_is_unseen", r"tiles\[[23]\] differs .*name it in"),
    Fault(plugin_of(leaks.AllowsByTiles()), "hidden", f"{_APART}legal actions before the step: "),
    Fault(plugin_of(leaks.TellsAll()), "hidden", f"{_APART}events of the step: "),
    Fault(plugin_of(leaks.TellsRefusals()), "check_notices", "a refusal .* its own seat alone"),
    Fault(plugin_of(leaks.ShowsThePublic()), "check_public_observations", "a secret kept from seat 1"),
    Fault(plugin_of(leaks.NamesAPhase()), "hidden", f"{_APART}question before the step"),
    Fault(plugin_of(leaks.AsksByTiles()), "hidden", f"{_APART}question before the step"),
    Fault(plugin_of(NeverEnds()), "check_lockstep", "goes on after 20,000 steps .* acting"),
    Fault(plugin_of(NeverEnds()), "check_whole_matches", "goes on after 20,000 steps .* acting"),
    Fault(plugin_of(EndlessForOne()), "check_other_configs", r"config \{'rounds': 1\}.* goes on after"),
    Fault(plugin_of(NeedsTwoSpares()), "check_other_configs", r"config \{'spare': 1\}.*IndexError"),
    Fault(plugin_of(LeaksForMany()), "check_other_configs", rf"config \{{'spare': 4\}}.*{_APART}"),
    Fault(plugin_of(MisspellsAField()), "check_messages", "Seen has no field hint, but tile, "),
    Fault(plugin_of(LeavesAFieldOut()), "check_declared_records", "Seen.hints is missing"),
    Fault(plugin_of(CountsTooFar()), "check_declared_records", "Seen.hints must be from 0 to 100, not 101"),
    Fault(plugin_of(ShowsNumPy()), "check_declared_records", r"Seen.hints must be .* NumPy"),
    Fault(plugin_of(HalvesPoints()), "check_outcomes", r"scores\[\d\] must be a whole number, not [\d.]+:"),
    Fault(plugin_of(GoesRound()), "check_ring", "ring=True .* seat 0 was the first .* leave ring out"),
    Fault(plugin_of(RefusesItsOwn()), "check_legal_actions", "Bid.amount=3.* is legal, and refused: TOO_MUCH"),
    Fault(plugin_of(DefaultsBadly()), "check_default_actions", "default .*amount=3.* refused: ILLEGAL"),
    Fault(plugin_of(DrawsBadly()), "check_legal_actions", "is legal, and refused: ILLEGAL"),
    Fault(plugin_of(NumbersTwice()), "check_numbered_actions", "one action twice, as 1 and as 4"),
    Fault(plugin_of(NumbersChange()), "check_numbered_actions", "must give the same list each time"),
    Fault(
        plugin_of(NumbersLess()),
        "check_other_configs",
        "'rounds': 1.*legal_actions of seat 0 has .*amount=3.* not among numbered_actions",
    ),
    Fault(plugin_of(ListsTwice()), "check_numbered_actions", "amount=0.* twice, at 0 and at 4"),
    Fault(plugin_of(ListsMore()), "check_numbered_actions", "at most 3, the game's most_legal, not 4"),
    Fault(plugin_of(ListsNowAndThen()), "check_legal_lists", "a list for seat 0 .*None for seat 1"),
    Fault(plugin_of(CountsLooks()), "check_observing_changes_nothing", "changes .*points"),
    Fault(plugin_of(AsksNobody()), "check_decisions", r"acting\(state\) .*\(2,\)"),
    Fault(plugin_of(AsksBackwards()), "check_decisions", r"acting\(state\) .*\(1, 0\)"),
    Fault(plugin_of(CountsInReals()), "check_lockstep", "odds"),
    Fault(plugin_of(TellsWhatIsNotListed()), "check_events_join", "BidMade.* is no event of .*: list its class"),
    Fault(plugin_of(mines.CountsMines()), "hidden", f"{_APART}observation before the step: left is "),
    Fault(plugin_of(mines.RedrawsTooMuch()), "hidden", f"{_APART}(observation|events) "),
    Fault(plugin_of(Tiles(), "Too short."), "check_info", "rulebook"),
)  # fmt: skip
"""All that the contract finds."""
