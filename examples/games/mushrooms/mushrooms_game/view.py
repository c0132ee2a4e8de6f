"""The view of Mushrooms for people: what all seats that a viewer may look through see together."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Field, Grid, Kind, Line, Scene, Span, Style, Token, place
from referee.core.view import PLAYER_STYLES, Fields, GameView, Sight

__all__ = ["VIEW"]

_LEGEND = {
    ".": Kind("ground", "."),
    "m": Kind("mushroom", "m", Style.GOOD),
    "?": Kind("fog", "?", Style.HIDDEN),
}
_GLYPHS = {-1: "?", 0: ".", 1: "m"}


class _View(GameView):
    kit = "1.0"

    def scene(self, sight: Sight) -> Scene:
        """Return the scene of the forest as far as the viewer's seats see it.

        The public sees only fog.
        """
        size = sight.config["size"]
        seen = list(sight.observations.values())
        known = [max((one["forest"][cell] for one in seen), default=-1) for cell in range(size**2)]
        rows = [
            "".join(_GLYPHS[cell] for cell in known[at : at + size])
            for at in range(0, size**2, size)
        ]
        spots = {spot["seat"]: spot for one in seen for spot in one["spots"]}
        seats = tuple(
            Token(f"seat{seat}", place(spot["row"], spot["column"]), _kind(seat), owner=seat)
            for seat, spot in sorted(spots.items())
        )
        found = {one["seat"]: one["found"] for one in seen}
        finds = ", ".join(f"{sight.players[seat]} {found[seat]}" for seat in sorted(found))
        title = f"{seen[0]['turns_left']} turns left; found: {finds}" if seen else "in the fog"
        return Scene(title, (Field("forest", "forest", Grid(tuple(rows), _LEGEND), seats),))

    def event_line(self, event: Fields, players: Sequence[str]) -> Line:
        """Return the event that a mushroom was found, in words, with its cell."""
        ((kind, fields),) = event.items()
        if kind == "notice":
            return (Span(f"refused: {fields['code']}"),)
        at = place(fields["row"], fields["column"])
        return (Span(f"a mushroom is found at {at}", Style.GOOD, at),)


def _kind(seat: int) -> Kind:
    return Kind(f"seat {seat}", str(seat), PLAYER_STYLES[seat])


VIEW = _View()
