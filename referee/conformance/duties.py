"""The duties of a bot from `clients/CONTRACT.md` as short texts for reports, and the flags that a bot must have."""

from __future__ import annotations

__all__ = ["DUTIES", "FLAGS"]

DUTIES = {
    1: "one stream carries all seats, whenever their tokens come",
    2: "each seat has its own nonce and each join its own number",
    3: "answers to joins are matched by number",
    4: "a ping is answered before any bot is asked",
    5: "a silent stream is asked for a pong, then taken for dead",
    6: "once all is over the bot closes its side and waits up to 2 s",
    7: "joins are read first, then starts, rejections, misses, ends, and turns last",
    8: "each turn is answered once, with others that are ready",
    9: "no turn is decided twice",
    10: "an answer that is known to be late is not sent",
    11: "what is unknown is passed over; a game message that can't be read is an error",
    12: "messages may have up to 64 MiB",
    13: "delays between attempts grow from 0.1 s to 5 s, until the patience is out",
    14: "some statuses are tried again, all others are errors at once",
    15: "only seats whose match goes on are joined again",
    16: "a draining referee plays its matches to the end",
    17: "a seat that is lost does not stop the others",
    18: "a seat of another game is resigned",
    19: "a failure of the bot's own code costs a turn, not the match",
    20: "rejections and missed deadlines are logged",
    21: "an unfair reveal is logged",
    22: "flags and variables, standard error and output",
    23: "exit status",
    24: "what a bot says goes out once, for the turn at which it speaks",
    25: "a rejection of a chat message is reported as one",
    26: "a seat that is out early is over, and the others play on",
    27: "turns in short are answered by the handle of their stream",
    28: "an answer that can't be right, or is too large, is not sent",
    29: "a refused answer is given again or given up at once",
    30: "a turn that is over is not asked, and what it brought comes with the next",
    31: "a token that comes twice is taken once",
    32: "bots that wait do not hold each other up",
    33: "loopback addresses and Unix sockets are never proxied",
    34: "a seat is played at the worker that has its match, and at home where that can't be",
    35: "turns in columns are answered by lane, row and turn of their stream",
}
"""Short text of each duty of a bot, by the duty's number in `clients/CONTRACT.md`."""

FLAGS = {
    "--address": "REFEREE_ADDRESS",
    "--token": "REFEREE_TOKENS",
    "--ca": "REFEREE_CA",
    "--name": "REFEREE_NAME",
    "--patience": "REFEREE_PATIENCE",
    "--threads": "REFEREE_THREADS",
    "--strict": "REFEREE_STRICT",
    "--plain-turns": "REFEREE_PLAIN_TURNS",
    "--stay": "REFEREE_STAY",
    "--log-level": "REFEREE_LOG_LEVEL",
}
"""Command-line flags that every bot must have, each with the environment variable of the same
meaning.
"""
