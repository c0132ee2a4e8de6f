"""The input form for a setting of Swordman (SW-4.2): points, and the locations of sword and shield."""

from __future__ import annotations

from referee.core.choices import Choices, Number, Numbers, Option, Pick
from referee.core.view import Fields

__all__ = ["choices"]

_PLACES = ("high", "middle", "low")
"""Names of the locations in a match with three; in others they are shown by number."""


def choices(config: Fields) -> Choices:
    """Return the input form in which a person makes a setting.

    Args:
        config: The Config message of the match.
    """
    power, locations = config["power"], config["locations"]
    names = ["sword", "shield", *(["priority"] if config["priority"] else [])]
    shares = [power // 2, power - power // 2, 0]
    numbers = tuple(
        Number(name, name, 0, power, share) for name, share in zip(names, shares, strict=False)
    )
    points = Numbers("points", f"Points, at most {power} together", numbers, most=power)
    places = [
        Pick(
            id=f"{name}_at",
            title=f"Where the {name} is",
            options=tuple(Option(_place(at, locations), at) for at in range(locations)),
            into=(f"{name}_at",),
            start=(locations // 2,),
        )
        for name in ("sword", "shield")
    ]
    return Choices("Set sword and shield for this round.", (points, *places))


def _place(location: int, count: int) -> str:
    return _PLACES[location] if count == len(_PLACES) else f"location {location}"
