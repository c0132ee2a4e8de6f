"""The pair test over all that the arena's server answers: what a seat must not know changes no byte of it."""

from __future__ import annotations

import pytest

from referee.core.rng import Stream
from referee.games import registry
from referee.testing.samples import has_dice
from tests.arena.arena import Arena
from tests.server.running import Referee
from tests.server.served_pairs import Pair, Table, World, as_it_is, num_variants, variant

PAIRS = {
    "diceman": (2, 0, 3),
    "swordman": (2, 1, 4),
    "dice_adventure": (3, 1, 9),
    "champions": (4, 2, 8),
    "dungeon_keeper": (2, 0, 9),
    "proving_grounds": (3, 1, 6),
}
"""By game: seats, the seat that must not know, and steps before the one in which something is otherwise."""
_SCRIPT = [1, 2] * 2000
"""Dice of the step that is compared."""


async def _answers(
    referee: Referee, arena: Arena, drawn: list[str], pair: Pair, world: World, seat: int
) -> dict[str, str]:
    """Play a match, and return by path all that the page of a seat and that of the public are answered.

    The pictures of its previews are there as PNG and, from `drawn`, as SVG.
    """
    table = Table(referee, pair)
    await table.open()
    browser = arena.new_browser()
    token = {"token": table.tokens[seat]}
    own = {"sec-fetch-site": "same-origin"}
    assert (await browser.post("/api/tokens", json=token, headers=own)).status_code == 200
    eyes = (f"seat-{seat}", "public")
    names = {table.match_id: "MATCH"}
    for each in eyes:
        index = await browser.get(f"/api/matches/{table.match_id}/{each}/index")
        names[index.json()["history"]] = "HISTORY"
    dice = Stream(pair.seed, 2)
    for _ in range(pair.steps):
        await table.step(table.answers(dice))
    answers = table.answers(dice)
    world(table, answers)
    if has_dice(pair.plugin):
        pair.plugin.game.script_dice(table.state, _SCRIPT)
    await table.step(answers)
    assert not table.is_over
    told = {}
    for each in eyes:
        base = f"/api/matches/{table.match_id}/{each}"
        lines = []
        async with browser.stream("GET", f"{base}/stream?from=0") as response:
            async for line in response.aiter_lines():
                lines.append(line)
                if not line and f"id: {pair.steps + 1}" in lines:
                    break
        # What is left of the time is by this machine's clock: `served_pairs` compares what it follows from.
        events = "\n".join(lines).split("\n\n")
        told[f"{each}/stream"] = "\n\n".join(e for e in events if "\nevent: clock\n" not in e)
        for path in ("index", "latest", "chunks/0"):
            told[f"{each}/{path}"] = (await browser.get(f"{base}/{path}")).text
    told["page"] = (await browser.get(f"/match/{table.match_id}")).text
    for each in eyes:
        asked = f"?step={pair.steps + 1}&eyes={each}"
        told[f"{each}/page"] = (await browser.get(f"/match/{table.match_id}{asked}")).text
        drawn.clear()
        picture = await browser.get(f"/preview/match/{table.match_id}.png{asked}")
        assert picture.headers["content-type"] == "image/png"
        told[f"{each}/picture"] = picture.content.hex()
        (told[f"{each}/drawn"],) = drawn
    await browser.aclose()
    await table.close()
    for name, stands in names.items():
        told = {path: text.replace(name, stands) for path, text in told.items()}
    return told


def _pair(game: str) -> Pair:
    seats, viewer, steps = PAIRS[game]
    return Pair(registry.find(game), seats, viewer=viewer, steps=steps)


@pytest.mark.parametrize("game", PAIRS)
async def test_what_a_seat_must_not_know_changes_no_byte(
    referee: Referee, arena: Arena, drawn: list[str], game: str
) -> None:
    """Frames, ids, counts and sizes of index, stream, chunks, page and picture are the same."""
    pair = _pair(game)
    as_it_was = await _answers(referee, arena, drawn, pair, as_it_is, pair.viewer)
    assert all(as_it_was.values())
    for number in range(num_variants(pair)):
        told = await _answers(referee, arena, drawn, pair, variant(number), pair.viewer)
        assert told == as_it_was


async def test_who_may_know_is_answered_otherwise(
    referee: Referee, arena: Arena, drawn: list[str]
) -> None:
    """The same comparison, of a seat whose secret it is, finds it, also in what is drawn."""
    pair = _pair("proving_grounds")
    owner = 0
    as_it_was = await _answers(referee, arena, drawn, pair, as_it_is, owner)
    for number in range(num_variants(pair)):
        told = await _answers(referee, arena, drawn, pair, variant(number), owner)
        found = {path for path, text in told.items() if text != as_it_was[path]}
        if found:
            break
    whole = ("stream", "latest", "chunks/0", "drawn", "picture")
    assert found >= {f"seat-{owner}/{path}" for path in whole}
    assert not any(path.startswith("public/") for path in found)
