"""Scenarios about the bot as a process: flags, environment variables, signals, exit statuses."""

from __future__ import annotations

import re
import signal

from referee.conformance.duties import FLAGS
from referee.conformance.ledger import MOST_NAME
from referee.conformance.opening import ended_on_stdin, seated
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.verdict import Broken

NAME = "Kit's own bot"
"""Bot name with spaces and a quote, to check that the bot passes it on unchanged."""
DEFAULTS = ("60", "64", "info")
"""Default values of `--patience`, `--threads` and `--log-level`, which the bot's help should state."""
GOODBYE_S = 2.0
"""Time that a bot waits for the referee to end the stream after its last match, in seconds."""


@scenario("flags", 22)
async def _flags(stage: ScenarioStage) -> None:
    """Address, token and name are given as flags, which take precedence over environment variables."""
    match = stage.match()
    (token,) = match.tokens.values()
    arguments = ["--address", stage.address, f"--token={token}", "--name", NAME, "--patience=30"]
    if stage.is_secure:
        arguments += ["--ca", str(stage.setting.certificates.roots)]
    wrong = {
        # Wrong values: a bot that prefers variables to flags fails at once.
        "REFEREE_ADDRESS": "127.0.0.1:9",
        "REFEREE_TOKENS": "a-token-of-nobody",
        "REFEREE_NAME": "another name",
        "REFEREE_PATIENCE": "1",
        "REFEREE_CA": None,
    }
    await stage.start(match, env=wrong, arguments=arguments)
    stream = await stage.stream(22, "a stream at the address of the flag")
    (join,) = await stream.joins(token, duty=22)
    if join.bot_name != NAME:
        raise Broken(22, f"the name {NAME!r} of the flag", repr(join.bot_name))
    await stream.seat(match)
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("help", 22, 23)
async def _help(stage: ScenarioStage) -> None:
    """With --help the bot prints all flags and their variables on standard output: exit status 0."""
    stage.asked_for_help = True
    # Without any variable: help must not need a token or an address.
    nothing = dict.fromkeys(FLAGS.values())
    await stage.start(stage.match(), env=nothing, arguments=["--help"])
    await stage.exit(0, duty=22)
    assert stage.process is not None
    words = set(re.findall(r"[\w-]+", stage.process.stdout_start.decode(errors="replace")))
    for flag, variable in FLAGS.items():
        for word in (flag, variable):
            if word not in words:
                raise Broken(22, f"{word} in the help on standard output", "none")
    silent = [default for default in DEFAULTS if default not in words]
    text = f"its help does not say what holds without a flag: {', '.join(silent)}"
    stage.advise(22, text, unless=not silent)
    if stage.streams:
        raise Broken(22, "help and nothing else", "a stream")


@scenario("tokens-by-flag", 1, 22)
async def _tokens_by_flag(stage: ScenarioStage) -> None:
    """Several tokens are given by repeating a flag."""
    matches = stage.matches(3)
    arguments = []
    for match in matches:
        arguments += ["--token", *match.tokens.values()]
    await stage.start(*matches, env={"REFEREE_TOKENS": None}, arguments=arguments)
    stream = await stage.stream(22, "a stream with the tokens of the flags")
    await stream.seat(*matches, duty=22)
    await stream.play(*matches, turns=1)
    await stage.finish(stream, *matches)


@scenario("name", 22)
async def _name(stage: ScenarioStage) -> None:
    """The bot's name is given by its variable; without it the bot sends some name."""
    match = stage.match()
    await stage.start(match, env={"REFEREE_NAME": NAME})
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    if join.bot_name != NAME:
        raise Broken(22, f"the name {NAME!r} of REFEREE_NAME", repr(join.bot_name))
    await stream.seat(match)
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("long-name", 22)
async def _long_name(stage: ScenarioStage) -> None:
    """A name of 150 characters is shortened or refused, but not sent in full."""
    match = stage.match()
    await stage.start(match, env={"REFEREE_NAME": "n" * (MOST_NAME + 50)})
    await stage.until(lambda: stage.streams > 0 or stage.has_ended, stage.timeout_s)
    if stage.streams == 0:
        await stage.exit(2, duty=22)
        return
    stream = await stage.stream(22)
    await stream.seat(match, duty=22)
    await stream.play(match, turns=1)
    await stage.finish(stream, match)


@scenario("no-address", 22, 23)
async def _no_address(stage: ScenarioStage) -> None:
    """No address is given: exit status 2, and a reason on standard error."""
    await stage.start(stage.match(), env={"REFEREE_ADDRESS": None})
    await _expect_usage(stage)


@scenario("no-token", 22, 23)
async def _no_token(stage: ScenarioStage) -> None:
    """No token is given: exit status 2, and a reason on standard error."""
    await stage.start(stage.match(), env={"REFEREE_TOKENS": None})
    await _expect_usage(stage)


@scenario("unknown-flag", 22, 23)
async def _unknown_flag(stage: ScenarioStage) -> None:
    """An unknown flag is given: exit status 2, and a reason on standard error."""
    await stage.start(stage.match(), arguments=["--no-flag-of-any-bot"])
    await _expect_usage(stage)


@scenario("flag-without-value", 22, 23)
async def _flag_without_value(stage: ScenarioStage) -> None:
    """A flag is given without its value: exit status 2, and a reason on standard error."""
    await stage.start(stage.match(), arguments=["--address"])
    await _expect_usage(stage)


@scenario("bad-address", 22, 23)
async def _bad_address(stage: ScenarioStage) -> None:
    """The address is neither a path nor host and port: an error that names the address."""
    await stage.start(stage.match(), env={"REFEREE_ADDRESS": "nowhere"})
    await stage.exit((1, 2), duty=23)
    stage.said_on_stderr("nowhere", 22, "an error that names the address 'nowhere'")


async def _signalled(stage: ScenarioStage, number: signal.Signals) -> None:
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    stage.signal(number)
    await stage.exit(128 + number)


@scenario("sigterm", 23)
async def _sigterm(stage: ScenarioStage) -> None:
    """The bot gets SIGTERM during a match: exit status 143, and no seat is resigned."""
    await _signalled(stage, signal.SIGTERM)


@scenario("sigint", 23)
async def _sigint(stage: ScenarioStage) -> None:
    """The bot gets SIGINT during a match: exit status 130, and no seat is resigned."""
    await _signalled(stage, signal.SIGINT)


@scenario("sigterm-in-break", 23)
async def _sigterm_in_break(stage: ScenarioStage) -> None:
    """The bot gets SIGTERM while it waits to reconnect: exit status 143 at once."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stage.stop_server()
    await stage.pause(1.0)
    stage.signal(signal.SIGTERM)
    await stage.exit(128 + signal.SIGTERM)


@scenario("sigterm-at-stdin", 22, 23)
async def _sigterm_at_stdin(stage: ScenarioStage) -> None:
    """The bot gets SIGTERM while standard input is open and no match is left: exit status 143."""
    stream = await ended_on_stdin(stage)
    await stream.say(stream.ping())
    await stream.pongs()
    stage.signal(signal.SIGTERM)
    await stage.exit(128 + signal.SIGTERM)


@scenario("goodbye-unanswered", 6, 23)
async def _goodbye_unanswered(stage: ScenarioStage) -> None:
    """The referee never ends the stream after the last match: the bot leaves after 2 s with status 0."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(*stream.ends(match))
    await stream.until_closed()
    began_ns = stage.now_ns()
    await stage.exit(0, duty=6, within_s=GOODBYE_S + stage.timeout_s / 2)
    took_s = (stage.now_ns() - began_ns) / 1e9
    waited = took_s > 0.5 * GOODBYE_S
    stage.advise(6, f"it leaves {took_s:.1f} s after closing its side, unheard", unless=waited)


@scenario("goodbye-late", 6, 23)
async def _goodbye_late(stage: ScenarioStage) -> None:
    """The referee ends the stream a second after the bot has closed its side: exit status 0."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.play(match, turns=1)
    await stream.say(*stream.ends(match))
    await stream.until_closed()
    await stage.pause(1.0)
    stream.end()
    await stage.exit(0, duty=6)


async def _expect_usage(stage: ScenarioStage) -> None:
    await stage.exit(2, duty=23)
    if not stage.stderr.strip():
        raise Broken(22, "a reason on standard error", "nothing")
