"""What holds of a season's log after any kills, with any number of matches at once."""

from __future__ import annotations

from collections import Counter

from tests.tournaments.season.world import World, events_of
from tournaments.season.reading import season_of

__all__ = ["check_invariants"]


def check_invariants(world: World) -> None:
    """What holds after any kills, with any number of matches at once.

    Every pick follows from the log before it; every match that the referee made is in the log, once,
    with the versions that began it and the referee's own end; authors got one answer each.
    """
    events = events_of(world.data)
    state = season_of(events, checks_picks=True)
    bodies = [event.body for event in events]
    ended = Counter(body["id"] for body in bodies if body["type"] in ("ended", "void"))
    assert ended == Counter(made.match_id for made in world.made.values())
    assert not state.open
    ends = {made.match_id: made.end for made in world.made.values()}
    for match in state.matches:
        if match.end is not None:
            assert match.end == ends[match.match_id]
    started = Counter(
        (body["match"], body["attempt"]) for body in bodies if body["type"] == "started"
    )
    assert set(started.values()) == {1}
    asked = Counter(body["request"] for body in bodies if body.get("request") is not None)
    twice = {request for request, count in asked.items() if count > 1}
    received = {body["request"] for body in bodies if body["type"] == "received"}
    assert twice <= received, "what was asked for was done once"
    assert all(asked[request] == 2 for request in received), "received, and admitted or refused"
    assert not [path for path in (world.data / "inbox").iterdir() if path.name[0] != "."]
