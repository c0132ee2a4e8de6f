"""Texts of the templates of a new bot that depend on its language."""

from __future__ import annotations

import enum
import importlib.util
import json
import string
from collections.abc import Iterator, Mapping

from google.protobuf import json_format
from google.protobuf.message import Message

from referee import __version__
from referee.cli.starters.cpp_code import CppCode
from referee.cli.starters.go_code import GoCode
from referee.cli.starters.java_code import JavaCode
from referee.cli.starters.languages import LANGUAGES, PROGRAMS, Language
from referee.cli.starters.literals import SourceCode
from referee.cli.starters.rust_code import RustCode
from referee.cli.starters.typescript_code import TypeScriptCode
from referee.core.errors import FieldError

__all__ = ["texts_of"]

_CODE: dict[str, type[SourceCode]] = {
    "cpp": CppCode,
    "go": GoCode,
    "java": JavaCode,
    "rust": RustCode,
    "typescript": TypeScriptCode,
}
"""How languages with `has_stubs` write messages."""


_SEAT = """\
```sh
referee play $game --bot connect$others --no-clock
```

prints the address and the token of a seat that waits for your bot; no deadline passes.
In $editor, start the configuration `$name`, and enter address and token when it asks for them.
"""
_LINES = """\
```sh
referee play $game --bot "python -P -m referee_client.bridge --game $game -- sh -c 'tee lines.jsonl | ./bot'"$others --no-clock
```

keeps in `lines.jsonl` what the bot reads.
Build it with `cc -g -o bot bot.c`.
In $editor, start the configuration `$name`, and enter the name of the file when it asks for it.
"""
"""What the README says about debuggers: of a bot that is started by hand, and of one that reads lines."""


def texts_of(
    language: str,
    program: str,
    game: str,
    name: str,
    others: str,
    answers: Mapping[str, Message],
    numbers: Mapping[str, type[enum.IntEnum]],
) -> dict[str, str]:
    """Return values for the placeholders of a language's templates.

    Args:
        language: A key of `LANGUAGES`.
        program: A key of `PROGRAMS`, which counts if the language is stdio.
        game: Name of the game.
        name: Name of the bot.
        others: Words of a command line that seat house bots for all other seats.
        answers: The bot's first answers by phase, at least one.
        numbers: Enums of the game's integers, by `Message.field`.

    Raises:
        FieldError: The language has no stubs of this game's messages.
    """
    chosen = PROGRAMS[program] if language == "stdio" else LANGUAGES[language]
    texts = {
        "language": chosen.title,
        "source": chosen.source,
        "command": string.Template(chosen.command).substitute(game=game),
        "build": f"build = {json.dumps(chosen.build)}\n" if chosen.build else "",
        "libraries": _libraries(chosen),
        "steps": _steps(chosen),
        "debugging": string.Template(_LINES if chosen.title == "C" else _SEAT).substitute(
            game=game, name=name, others=others, editor=_editor(chosen)
        ),
        "guide": chosen.guide,
        "module": name.lower().replace("-", "_"),
        "version": __version__,
        "lines": "\n".join(_lines(program, answers)),
        "last_phase": list(answers)[-1],
        "phase": "phase" if len(answers) > 1 else "_phase",
        "phases": ", ".join(json.dumps(phase) for phase in answers),
    }
    if not chosen.has_stubs:
        return texts
    if importlib.util.find_spec(f"gamereferee.games.{game}") is None:
        bound = f"python or stdio for {game}, whose messages are in no library of another language"
        raise FieldError("language", bound, language)
    kind = "".join(word.capitalize() for word in game.split("_"))
    # In Java, the messages are nested in a class; elsewhere the bot's code names their package so.
    code = _CODE[language](kind if language == "java" else "wire", game, numbers)
    constants, constants_name = code.constants(answers)
    return texts | {
        "package": code.package,
        "type": kind,
        "answers": code.answers(answers),
        "imports": code.imports(answers),
        "constants": constants,
        "constants_name": constants_name,
    }


def _lines(program: str, answers: Mapping[str, Message]) -> Iterator[str]:
    """Yield a line of code for each phase, with its answer as a line of JSON."""
    last = list(answers)[-1]
    for phase, message in answers.items():
        answer = json_format.MessageToJson(message, indent=None)
        if program == "c":
            yield f"    {{{json.dumps(phase)}, {json.dumps(answer)}}},"
        elif program == "perl":
            yield f"    '{phase}' => '{answer}',"
        else:
            pattern, remark = ("*", f" # {phase}") if phase == last else (phase, "")
            yield f"        {pattern}) echo '{answer}' ;;{remark}"


def _steps(language: Language) -> str:
    """Return lines of a shell that have to be carried out before the first match, each with a line break."""
    lines = []
    if language.has_stubs:
        lines.append(("sh fetch.sh", "once, with a network: see below"))
    if language.build:
        lines.append((language.build, "from then on without one"))
    if language.test:
        lines.append((language.test, "the tests of its own code"))
    return "".join(f"{command:<27} # {meaning}\n" for command, meaning in lines)


def _editor(language: Language) -> str:
    """Return the editor that the debugger's settings are for."""
    with_ = f" with the extension {language.extension}" if language.extension else ""
    return f"Visual Studio Code{with_}"


def _libraries(language: Language) -> str:
    """Return a section of the README about what a bot with stubs is built from; empty for other bots."""
    if not language.has_stubs:
        return ""
    return f"""
## Libraries

You need {language.tools}, and once a network: `fetch.sh` puts all libraries into this folder, and you hand them in with it.
The library of the game referee is not in a public index yet.
Until it is, get it from a checkout of the project: `make release` there puts it into `dist/release`, and `sh fetch.sh PATH/dist/release` takes it from there; everything else comes from the public index.
"""
