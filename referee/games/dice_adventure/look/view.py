"""How Dice Adventure looks: one section a party, its board under the fog of whoever looks.

One seat's eyes show that seat's fog alone. Where several seats of a party are looked through, their
board is what they know together: a cell is in sight if any of them has it in sight, and where their
memories of a cell differ the piece is gone, because pieces that do not move only ever go (DA-6.3).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from referee.core.view import (
    Board,
    Cell,
    Fields,
    GameView,
    Panel,
    Part,
    Section,
    Sight,
    Span,
    Style,
    Table,
)
from referee.games.dice_adventure.tables import (
    DEFAULT_MEMBERS,
    EMPTY,
    NUM_MEMBERS,
    TERRAIN_CODES,
    TOWER,
    UNEXPLORED,
    WALL,
)

__all__ = ["VIEW", "DiceAdventureView"]

_STYLES = (Style.FIRST, Style.SECOND, Style.THIRD)
_NAMES = tuple(member.name for member in DEFAULT_MEMBERS)
_LETTERS = tuple(name[0] for name in _NAMES)
_PIECE_STYLES = {"R": Style.WARN, "T": Style.BAD, "M": Style.BAD}
_LOOKS = {TERRAIN_CODES[WALL]: "███", TERRAIN_CODES[EMPTY]: " · ", UNEXPLORED: "   "}
_Place = tuple[int, int]


class DiceAdventureView(GameView):
    """Boards, members, pings, dice."""

    def sections(self, sight: Sight) -> tuple[Section, ...]:
        """Return one section a party that is looked at."""
        parties: dict[int, list[Fields]] = {}
        for _, observation in sorted(sight.observations.items()):
            parties.setdefault(observation["party"], []).append(observation)
        return tuple(_section(party, seen, sight) for party, seen in parties.items())

    def event_line(
        self,
        event: Fields,
        players: Sequence[str],  # noqa: ARG002
    ) -> tuple[Span, ...]:
        """Return an event with all its dice."""
        (kind,) = event
        body: Fields = event[kind]
        match kind:
            case "encounter":
                return _encounter(body)
            case "level_start":
                again = f", attempt {body['attempt'] + 1}" if body["attempt"] else ""
                size = f"{body['w']} wide, {body['h']} high"
                return (
                    _text(f"level {body['index']} begins{again}: {size}, {body['cap']} rounds"),
                )
            case "level_end":
                told = f"{body['keys']} keys, {body['rounds']} rounds, score {body['score']}"
                return (_outcome(body, f"level {body['level']} "), _text(f": {told}"))
            case "bump":
                return (_text(f"walked against {body['x']},{body['y']} in step {body['step']}"),)
            case "death":
                return (_member(body), Span(" has died", Style.BAD))
            case "respawn":
                return (_member(body), Span(" is back", Style.GOOD))
            case "key":
                return (_member(body), Span(" has its key", Style.GOOD))
            case "wipe":
                return (Span("all three are dead", Style.BAD),)
            case "refusal":
                return (Span(f"refused: {_refusal(body)}", Style.WARN),)
            case "match_end":
                scores = enumerate(body["scores"])
                told = ", ".join(f"party {party} {score}" for party, score in scores)
                return (_text(f"scores: {told}"),)
        return (_text(kind),)


VIEW = DiceAdventureView()
"""The one there needs to be."""


@dataclasses.dataclass(slots=True)
class _Known:
    """What some seats of a party know together of its board."""

    codes: list[list[str]]
    in_sight: list[list[bool]]
    members: dict[_Place, list[int]]
    monsters: dict[_Place, list[str]]
    pings: dict[_Place, str]


def _section(party: int, seen: Sequence[Fields], sight: Sight) -> Section:
    first = seen[0]
    eyes = "all" if len(seen) > 1 else _NAMES[first["character"] - 1]
    parts: list[Part] = [
        _board(seen, eyes),
        _state(first),
        _members(seen, sight),
    ]
    if first["pings"]:
        parts.append(Panel("pings", tuple(_ping(ping) for ping in first["pings"])))
    refused = [(obs, entry) for obs in seen for entry in obs["refused"]]
    if refused:
        lines = tuple(
            (_name(obs["character"]), Span(f": {_refusal(entry)}", Style.WARN))
            for obs, entry in refused
        )
        parts.append(Panel("refused", lines))
    if first["results"]:
        parts.append(_results(first["results"]))
    return Section(f"party {party}", tuple(parts))


def _board(seen: Sequence[Fields], eyes: str) -> Board:
    known = _known(seen)
    rows = tuple(
        tuple(_cell(known, x, y) for x in range(len(row))) for y, row in enumerate(known.codes)
    )
    placed = [obs["me"] for obs in seen if "x" in obs["me"]]
    focus = (0, 0)
    if placed:
        focus = (
            sum(me["y"] for me in placed) // len(placed),
            sum(me["x"] for me in placed) // len(placed),
        )
    return Board(f"board, as seen by {eyes}", rows, focus)


def _known(seen: Sequence[Fields]) -> _Known:
    height, width = len(seen[0]["grid"]), len(seen[0]["seen"][0])
    known = _Known(
        [[UNEXPLORED] * width for _ in range(height)],
        [[False] * width for _ in range(height)],
        {},
        {},
        {},
    )
    for observation in seen:
        _learn(known, observation)
    return known


def _learn(known: _Known, observation: Fields) -> None:
    for y, (line, digits) in enumerate(zip(observation["grid"], observation["seen"], strict=True)):
        for x, digit in enumerate(digits):
            code, before = line[2 * x : 2 * x + 2], known.codes[y][x]
            if digit == "2":
                known.codes[y][x], known.in_sight[y][x] = code, True
            elif digit == "1" and not known.in_sight[y][x]:
                agrees = before in (UNEXPLORED, code)
                known.codes[y][x] = code if agrees else TERRAIN_CODES[EMPTY]
    for member in observation["members"]:
        if "x" in member:
            there = known.members.setdefault((member["x"], member["y"]), [])
            if member["character"] not in there:
                there.append(member["character"])
    cells: dict[_Place, list[str]] = {}
    for monster in observation["monsters"]:
        cells.setdefault((monster["x"], monster["y"]), []).append(monster["code"])
    known.monsters.update(cells)  # who has a cell in sight sees all that is on it
    for ping in observation["pings"]:
        known.pings[ping["x"], ping["y"]] = ping["symbol"]


def _cell(known: _Known, x: int, y: int) -> Cell:
    code, lit = known.codes[y][x], known.in_sight[y][x]
    mark = known.pings.get((x, y), "")
    members, monsters = sorted(known.members.get((x, y), ())), known.monsters.get((x, y))
    if members:
        letters = "".join(_LETTERS[member - 1] for member in members)
        style = _STYLES[members[0] - 1] if len(members) == 1 else Style.STRONG
        return Cell(f"{letters:2}{mark}", style, lit=lit)
    if monsters:
        more = "+" if len(monsters) > 1 else mark
        return Cell(f"{monsters[0]:2}{more}", Style.BAD, lit=lit)
    style = _style(code)
    if code == UNEXPLORED:
        return Cell(f"{code}{mark}", Style.HIDDEN, look=f"  {mark}" if mark else _LOOKS[code])
    look = "" if mark else _LOOKS.get(code, f"{code} ")
    if not lit:
        return Cell(f"{code}{mark or '~'}", Style.FAINT, look=look)
    return Cell(f"{code}{mark}", style, look=look, lit=True)


def _style(code: str) -> Style:
    if code[0] in "KC" and code[1] in "123":
        return _STYLES[int(code[1]) - 1]
    if code == TERRAIN_CODES[TOWER]:
        return Style.STRONG
    return _PIECE_STYLES.get(code[0], Style.TEXT)


def _state(observation: Fields) -> Panel:
    level = observation["level"]
    attempt = f", attempt {level['attempt'] + 1}" if level["attempt"] else ""
    phase = _word(observation["phase"], "PHASE_")
    if observation["window"]:
        phase += f", window {observation['window']}"
    return Panel(
        "party",
        (
            (_text(f"level {level['index']} (0 to {level['count'] - 1}){attempt}"),),
            (_text(f"round {observation['round']} of {level['cap']}, "), Span(phase, Style.STRONG)),
            (_text("score "), Span(str(observation["score"]), Style.STRONG)),
        ),
    )


def _members(seen: Sequence[Fields], sight: Sight) -> Table:
    own = {observation["character"]: observation["me"] for observation in seen}
    places = {
        member["character"]: (member["x"], member["y"])
        for observation in seen
        for member in observation["members"]
        if "x" in member
    }
    rows = []
    for member in seen[0]["members"]:
        number = member["character"]
        seat = NUM_MEMBERS * seen[0]["party"] + number - 1
        me = own.get(number)
        place = places.get(number)
        rows.append(
            (
                _name(number),
                _hearts(member, _full_hearts(sight.config, number)),
                Span("key", Style.GOOD) if member["key"] else Span("-", Style.FAINT),
                Span(str(me["ap"]) if me else "-"),
                Span(f"{place[0]},{place[1]}" if place else _absence(member)),
                Span(_player(sight.players, seat), Style.FAINT),
            )
        )
    return Table("members", ("", "hearts", "key", "AP", "at", "bot"), tuple(rows))


def _absence(member: Fields) -> str:
    if member["alive"]:
        return "?"
    return f"back in {member['respawn']}" if member["respawn"] else "dead"


def _hearts(member: Fields, full: int) -> Span:
    left = member["hearts"]
    lives = f" x{member['lives']}" if member["lives"] else ""
    style = Style.BAD if left <= 1 else Style.TEXT
    return Span("♥" * left + "♡" * max(0, full - left) + lives, style)


def _full_hearts(config: Fields, number: int) -> int:
    member = DEFAULT_MEMBERS[number - 1]
    stats: Mapping[str, Fields] = config.get("stats", {})
    full: int = stats.get(member.name.lower(), {}).get("hearts", member.hearts)
    return full


def _results(results: Sequence[Fields]) -> Table:
    rows = []
    for record in results:
        numbers = (record["keys"], record["rounds"], record["score"])
        rows.append(
            (Span(str(record["level"])), _outcome(record), *(Span(str(n)) for n in numbers))
        )
    return Table("levels", ("level", "outcome", "keys", "rounds", "score"), tuple(rows))


def _outcome(record: Fields, heading: str = "") -> Span:
    outcome = _word(record["outcome"], "OUTCOME_")
    return Span(heading + outcome, Style.GOOD if outcome == "cleared" else Style.BAD)


def _encounter(body: Fields) -> tuple[Span, ...]:
    step = "step" if body["phase"] == "ENGINE_PHASE_ACTION" else "monsters' sub-step"
    kind = _word(body["kind"], "KIND_")
    spans = [_text(f"{step} {body['step']}, {kind} at {body['x']},{body['y']}: ")]
    for index, roll in enumerate(body["members"]):
        spans += [_text(" + " if index else ""), _member(roll), _text(f" {roll['number']}")]
    if len(body["members"]) > 1:
        spans.append(_text(f" = {sum(roll['number'] for roll in body['members'])}"))
    pieces = " + ".join(f"{roll['code']} {roll['number']}" for roll in body["pieces"])
    if len(body["pieces"]) > 1:
        pieces += f" = {sum(roll['number'] for roll in body['pieces'])}"
    spans.append(_text(f" against {pieces}: "))
    spans.append(Span("won", Style.GOOD) if body["success"] else Span("lost", Style.BAD))
    return tuple(spans)


def _ping(ping: Fields) -> tuple[Span, ...]:
    place = f"{ping['x']},{ping['y']}"
    return (_name(ping["by"]), _text(f": {ping['symbol']} at {place} (window {ping['window']})"))


def _refusal(body: Fields) -> str:
    index = f", entry {body['index']}" if "index" in body else ""
    more = f" and {body['more']} more" if body["more"] else ""
    return f"{body['code'].removeprefix('REFUSAL_CODE_')}{index}{more}"


def _member(body: Fields) -> Span:
    return _name(body["character"])


def _name(number: int) -> Span:
    return Span(_NAMES[number - 1], _STYLES[number - 1])


def _player(players: Sequence[str], seat: int) -> str:
    return players[seat] if seat < len(players) else ""


def _word(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).lower().replace("_", " ")


def _text(text: str) -> Span:
    return Span(text)
