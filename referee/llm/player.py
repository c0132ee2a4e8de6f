"""The bot of a seat that a language model plays: it puts turns into words, and asks until it has an action."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Callable, Mapping
from typing import Any

from referee import __version__
from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.games.rethink import (
    Act,
    Again,
    Ask,
    Category,
    Finish,
    Policy,
    Reply,
    Skip,
    Verdict,
)
from referee.llm.asking import Asking
from referee.llm.endpoint import Endpoint
from referee.llm.prompts import digest_of
from referee.llm.text_bot import TextBot
from referee.llm.trace import TraceWriter
from referee.llm.usage import Tokens
from referee_client import Match, Outcome, Turn
from referee_client.bot import SKIP

__all__ = ["Budget", "ModelPlayer"]

log = logging.getLogger("referee.llm")


@dataclasses.dataclass(slots=True)
class Budget:
    """What one match may still use; None for no bound."""

    requests: int | None = None
    """Requests to the endpoint."""
    tokens: int | None = None
    """Tokens of prompts and replies together, as far as the provider counts them."""

    def is_used_up(self) -> bool:
        """Return whether no further request may be sent."""
        return any(left is not None and left <= 0 for left in (self.requests, self.tokens))

    def take(self, usage: Mapping[str, Any] | None) -> None:
        """Take a request off, and the tokens that a provider has counted for it."""
        if self.requests is not None:
            self.requests -= 1
        if self.tokens is not None:
            counted = Tokens.of(usage)
            self.tokens -= (counted.prompt or 0) + (counted.completion or 0)


class ModelPlayer(TextBot):
    """Bot of one seat of any installed game.

    Args:
        endpoint: Connection to the model, which seats may share.
        policy: How the model is asked.
        budget: What the match may use; None for no bound.
        traces: Opens the trace of a seat, from the id of the match and the seat; None to write none.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        policy: Policy,
        budget: Budget | None = None,
        traces: Callable[[str, int], TraceWriter] | None = None,
    ) -> None:
        super().__init__(policy)
        self._endpoint, self._traces = endpoint, traces
        self._budget = budget or Budget()
        self._trace: TraceWriter | None = None
        self._is_over = False
        self._open = 0
        """Turns that are thought about: one that is over may end behind the beginning of the next."""

    def on_start(self, match: Match) -> None:
        """Find the game's text face, and begin the trace."""
        super().on_start(match)
        if self._traces is not None and self._trace is None:
            self._trace = self._traces(match.match_id, match.seat)
            self._write("header", self._header(match))

    def _header(self, match: Match) -> dict[str, Plain]:
        settings = self._endpoint.settings
        return {
            "match": match.match_id,
            "seat": match.seat,
            "game": match.game,
            "game_version": match.game_version,
            "face": self.terms.face.digest(self.terms.config, match.seat),
            "policy": self.policy.plain(),
            "version": __version__,
            "model": settings.model,
            "base_url": settings.base_url,
            "parameters": dict(settings.parameters),
        }

    async def act(self, observation: Any, turn: Turn) -> Any:
        """Ask the model until it has an action, or the turn is given up."""
        # There is no type annotation of the observation, since this bot plays all games.
        asked = self.asked(observation, turn)
        self._open += 1
        try:
            verdict = await self._decide(asked)
        except asyncio.CancelledError:
            self._write("turn", {"turn": turn.number, "category": Category.LATE})
            raise
        finally:
            self._open -= 1
            if self._is_over and not self._open:
                self._close_trace()
        if isinstance(verdict, Skip):
            log.warning("turn %d is given up: %s", turn.number, verdict.text)
            self._write("turn", {"turn": turn.number, "category": verdict.category})
            return SKIP
        self._write("turn", {"turn": turn.number, "action": dict(verdict.action)})
        return self.message(verdict.action)

    async def _decide(self, turn: AskedTurn) -> Act | Skip:
        """Ask until there is an action, or none is to be had."""
        asking = Asking(self.terms, turn)
        while True:
            if self._budget.is_used_up():
                return Skip(Category.BUDGET, "the budget of the match is used up")
            prompt, attempt = asking.prompt, asking.attempt
            loop = asyncio.get_running_loop()
            begun_s = loop.time()
            line = {"turn": turn.number, "attempt": attempt, "prompt": digest_of(prompt)}
            try:
                reply = await self._endpoint.ask(prompt, asking.max_tokens)
            except asyncio.CancelledError:
                self._write("request", {**line, "category": Category.LATE})
                raise
            taken_ms = int(1000 * (loop.time() - begun_s))
            self._budget.take(reply.usage)
            verdict = asking.take(reply)
            self._write("request", {**line, **_replied(reply, verdict), "ms": taken_ms})
            match verdict:
                case Again():
                    log.warning("turn %d, no reply: %s", turn.number, reply.problem)
                    await asyncio.sleep(verdict.wait_s)
                case Ask():
                    log.info("turn %d is asked again: %s", turn.number, verdict.category)
                case _:
                    return verdict

    def on_end(self, match: Match, outcome: Outcome) -> None:
        """Write the seat's result, and close the trace."""
        if self._trace is None:
            return
        own = next((each for each in outcome.seats if each.seat == match.seat), None)
        result: dict[str, Plain] = {"cause": outcome.cause}
        if own is not None:
            result |= {"placement": own.placement, "score": own.score, "forfeit": own.forfeit}
        self._write("end", result)
        self._is_over = not outcome.goes_on
        # A turn that the end has cut off writes its lines yet.
        if self._is_over and not self._open:
            self._close_trace()

    def _close_trace(self) -> None:
        if self._trace is not None:
            self._trace.close()
            self._trace = None

    def _write(self, kind: str, values: Mapping[str, Any]) -> None:
        if self._trace is not None:
            self._trace.write(kind, values)


def _replied(reply: Reply, verdict: Verdict) -> dict[str, Any]:
    """Return what a trace keeps of a reply: all that the verdict depends on, and what was counted."""
    line: dict[str, Any] = {
        "reply": reply.text,
        "finish": reply.finish,
        "usage": reply.usage,
        "category": "" if isinstance(verdict, Act) else verdict.category,
    }
    if reply.finish is Finish.FAILED:
        line |= {"problem": reply.problem, "lasting": reply.is_lasting, "wait_s": reply.wait_s}
    if reply.reasoning:
        line["reasoning"] = reply.reasoning
    return line
