"""Conformance scenarios that the check of a season's entries may play.

The names are those of `referee conformance --list`, of which this module knows no more. Scenarios
about flags, signals, TCP and TLS are left out: programs of a season get none of these. So are a few
whose result depends on how busy the machine is.
"""

from __future__ import annotations

__all__ = ["BY_DEFAULT", "LONGEST_NS", "SCENARIOS"]

BY_DEFAULT = ("tokens-on-stdin", "break-in-turn", "missed-deadline", "void")
"""Scenarios of what every season brings: seats on standard input, a referee that is started again, a
late answer, and a match that is stopped.
"""
LONGEST_NS = 10_000_000_000
"""Longest time of a decision for which the check plays those of `BY_DEFAULT`, in nanoseconds."""
SCENARIOS = frozenset(
    [
        "all-in-one-message",
        "answer-arrived",
        "answer-lost",
        "answer-refused",
        "answer-refused-twice",
        "bad-token",
        "batch",
        "break-at-goodbye",
        "break-before-joined",
        "break-before-start",
        "break-in-turn",
        "changed-nonce",
        "delays-begin-anew",
        "drain",
        "drained",
        "empty-messages",
        "end-while-thinking",
        "end-with-turn",
        "fair-reveal",
        "forfeited",
        "joined-in-reverse",
        "large-observation",
        "many-seats",
        "match-ended-in-break",
        "missed-deadline",
        "no-clock",
        "nonces-committed",
        "one-seat",
        "only-token-refused",
        "out-early",
        "out-early-alone",
        "out-early-of-two",
        "out-round",
        "pings-alone",
        "referee-restarted",
        "rejections",
        "rejoined-by-another-process",
        "reveal-withheld",
        "said-in-turns",
        "says-rejected",
        "slow-referee",
        "small-turns",
        "small-turns-over-break",
        "stale-refusal",
        "stdin-ends-last",
        "taken-over",
        "taken-over-alone",
        "talk-over-break",
        "token-twice",
        "token-twice-on-stdin",
        "tokens-on-stdin",
        "turn-again",
        "turn-missed-in-break",
        "turn-overtaken",
        "unfair-reveal",
        "unknown-config-type",
        "unknown-enum-values",
        "unknown-event",
        "unknown-events-type",
        "unknown-fields",
        "unknown-observation-type",
        "unreadable-observation",
        "void",
        "void-before-start",
    ]
)
"""Names of all scenarios that a season's file may ask for."""
