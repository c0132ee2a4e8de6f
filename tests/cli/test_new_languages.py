"""`referee new bot` in languages with generated messages: which files there are, and how they write a message."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.games import registry
from tests.cli.command import Ran
from tests.helpers.patience import HANG_S

Referee = Callable[..., Ran]

SHARED = {".gitignore", ".vscode/launch.json", "README.md", "bot.toml", "cup.toml", "fetch.sh"}
FILES = {
    "cpp": {"CMakeLists.txt", "bot.hpp", "main.cpp", "bot_test.cpp", "build.sh"},
    "go": {"go.mod", "main.go", "main_test.go", "build.sh"},
    "java": {
        *("pom.xml", "build.sh"),
        *("src/main/java/MyBot.java", "src/test/java/MyBotTest.java"),
    },
    "rust": {"Cargo.toml", "rustfmt.toml", "src/main.rs", "build.sh"},
    "typescript": {"package.json", "tsconfig.json", "bot.ts", "main.ts", "bot.test.ts"},
}
"""Files by language that only its bots have; `test_bot.py` is in every folder as well."""
SOURCE = {
    "cpp": "bot.hpp",
    "go": "main.go",
    "java": "src/main/java/MyBot.java",
    "rust": "src/main.rs",
    "typescript": "bot.ts",
}
MESSAGES = {
    "cpp": "namespace wire = gamereferee::games::{game}::v1;",
    "go": 'wire "github.com/gamereferee/gamereferee/clients/go/gen/gamereferee/games/{game}/v1"',
    "java": "import gamereferee.games.{game}.v1.{type};",
    "rust": "use referee_client::games::{{{type}, {game}::v1 as wire}};",
    "typescript": 'import * as wire from "gamereferee-client/games/{game}";',
}
"""The line by which a bot's code takes the messages of its game."""


@pytest.mark.parametrize("game", registry.names())
def test_a_folder_is_complete(referee: Referee, tmp_path: Path, game: str) -> None:
    """In every language: all files, the game's own messages, and nothing that a template left open."""
    kind = "".join(word.capitalize() for word in game.split("_"))
    for language, own in FILES.items():
        ran = referee("new", "bot", language, game, "--name", language, "--in", str(tmp_path))
        assert (ran.status, ran.err) == (0, "")
        folder = tmp_path / language
        files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
        assert files == SHARED | {"test_bot.py"} | own
        manifest = tomllib.loads((folder / "bot.toml").read_text())
        assert manifest["build"]
        assert manifest["command"]
        (launch,) = json.loads((folder / ".vscode" / "launch.json").read_text())["configurations"]
        assert "${input:token}" in str(launch["args"])
        source = (folder / SOURCE[language]).read_text()
        assert MESSAGES[language].format(game=game, type=kind) in source
        assert "Observation" in source
        assert "$" not in source
        assert max(map(len, source.splitlines())) <= WIDTHS.get(language, 100)


CONSTANTS = {
    "cpp": '#include "referee_client/constants/{game}.hpp"',
    "go": '"github.com/gamereferee/gamereferee/clients/go/constants/{game}"',
    "java": "import gamereferee.client.constants.{type}Constants;",
    "rust": "use referee_client::constants::{game} as constants;",
    "typescript": 'import * as constants from "gamereferee-client/constants/{game}";',
}
"""The line by which a bot's code takes the constants of its game."""


@pytest.mark.parametrize("language", FILES)
def test_constants_are_imported_where_they_are_used(
    referee: Referee, tmp_path: Path, language: str
) -> None:
    """Compilers complain of an import that is not used, and of a name that is not imported."""
    for game, is_used in (("champions", True), ("diceman", True), ("swordman", False)):
        referee("new", "bot", language, game, "--name", game, "--in", str(tmp_path))
        source = (tmp_path / game / SOURCE[language]).read_text()
        line = CONSTANTS[language].format(game=game, type=game.capitalize())
        assert (line in source) == is_used
        assert ("onstants" in source) == is_used


WIDTHS = {"go": 200, "java": 130}
"""Longest line of a source; 100 if a language is not listed."""

LINES = {
    ("champions", "go"): [
        'case "MOVE":',
        "return &wire.Action{Body: &wire.Action_Move{Move: &wire.Move{Dr: 1, Dc: 1}}}",
    ],
    ("champions", "rust"): [
        '"MOVE" => {',
        "wire::Action { body: Some(wire::action::Body::Move(wire::Move { dr: 1, dc: 1 })) }",
    ],
    ("champions", "cpp"): [
        'if (phase == "MOVE") {',
        "auto* move = action.mutable_move();",
        "move->set_dr(1);",
    ],
    ("champions", "java"): [
        'case "MOVE" ->',
        "Champions.Action.newBuilder()",
        ".setMove(Champions.Move.newBuilder().setDr(1).setDc(1)).build();",
    ],
    ("champions", "typescript"): [
        'case "MOVE":',
        'return create(wire.ActionSchema, { body: { case: "move", value: { dr: 1, dc: 1 } } });',
    ],
    # Numbers that have names.
    ("diceman", "go"): ["return &wire.Action{Dice: []int32{diceman.DieMagic, diceman.DieSword}}"],
    ("diceman", "rust"): [
        "wire::Action { dice: vec![constants::die::MAGIC, constants::die::SWORD], ..Default::default() }"
    ],
    ("diceman", "cpp"): [
        "action.add_dice(constants::die::kMagic);",
        "action.add_dice(constants::die::kSword);",
    ],
    ("diceman", "java"): [".addDice(DicemanConstants.Die.MAGIC)"],
    ("diceman", "typescript"): [
        "return create(wire.ActionSchema, { dice: [constants.Die.MAGIC, constants.Die.SWORD] });"
    ],
    # Fields that can be absent, and one of them with the value 0.
    ("swordman", "go"): [
        "return &wire.Action{Sword: 6, Shield: 4, SwordAt: proto.Int32(1), ShieldAt: proto.Int32(0)}"
    ],
    ("swordman", "rust"): ["sword_at: Some(1),", "shield_at: Some(0),", "..Default::default()"],
    ("swordman", "cpp"): ["action.set_sword_at(1);", "action.set_shield_at(0);"],
    # Enums in a list.
    ("proving_grounds", "go"): [
        "{HeroClass: wire.HeroClass_HERO_CLASS_CLERIC, Items: []wire.Item{wire.Item_ITEM_MACE}},"
    ],
    ("proving_grounds", "rust"): [
        "hero_class: wire::HeroClass::Cleric.into(),",
        "items: vec![wire::Item::Mace.into()],",
    ],
    ("proving_grounds", "cpp"): [
        "heroes_3->set_hero_class(wire::HERO_CLASS_CLERIC);",
        "heroes_3->add_items(wire::ITEM_MACE);",
    ],
    ("proving_grounds", "typescript"): [
        "{ heroClass: wire.HeroClass.CLERIC, items: [wire.Item.MACE] },"
    ],
    ("proving_grounds", "java"): [
        ".setHeroClass(ProvingGrounds.HeroClass.HERO_CLASS_CLERIC)",
        ".addAllItems(List.of(ProvingGrounds.Item.ITEM_MACE)))).build();",
    ],
}
"""Neighbouring lines of a bot's source, without indentation, by game and language; written by hand."""


@pytest.mark.parametrize("game", sorted({game for game, _ in LINES}))
def test_messages_are_written_as_the_language_does(
    referee: Referee, tmp_path: Path, game: str
) -> None:
    """Oneofs, fields that can be absent, lists and enums have the names that each generator gives them."""
    for language in (language for of, language in LINES if of == game):
        referee("new", "bot", language, game, "--name", language, "--in", str(tmp_path))
        source = (tmp_path / language / SOURCE[language]).read_text()
        text = "\n".join(line.strip() for line in source.splitlines())
        assert "\n".join(LINES[game, language]) in text


@pytest.mark.parametrize("program", ["sh", "perl", "c"])
def test_a_bot_of_lines_answers_by_phase(referee: Referee, tmp_path: Path, program: str) -> None:
    """The phase of the turn counts, not that of something that was said; others have the last answer."""
    words = ["new", "bot", "stdio", "champions", "--program", program, "--in", str(tmp_path)]
    assert referee(*words).status == 0
    folder = tmp_path / "my-bot"
    command = {"sh": ["sh", "bot.sh"], "perl": ["perl", "bot.pl"], "c": ["./bot"]}[program]
    if shutil.which({"c": "cc"}.get(program, program)) is None:
        pytest.skip(f"missing: {program}")
    if program == "c":
        build = tomllib.loads((folder / "bot.toml").read_text())["build"]
        subprocess.run(build.split(), cwd=folder, check=True, timeout=HANG_S)
    lines = [
        '{"phase":"LOOT","said":[{"phase":"MOVE"}]}',
        '{"phase":"MOVE"}',
        '{"phase":"BATTLE"}',
        '{"phase":"LOO"}',
    ]
    ran = subprocess.run(
        command, cwd=folder, input="\n".join(lines) + "\n",
        capture_output=True, text=True, check=True, timeout=HANG_S,
    )  # fmt: skip
    assert [list(json.loads(line)) for line in ran.stdout.splitlines()] == [
        ["loot"],
        ["move"],
        ["battle"],
        ["battle"],
    ]


def test_a_program_that_there_is_not(referee: Referee, tmp_path: Path) -> None:
    """Those that there are, are named, and nothing is made."""
    words = ["new", "bot", "stdio", "diceman", "--program", "awk", "--in", str(tmp_path)]
    ran = referee(*words)
    assert (ran.status, ran.err) == (
        2,
        "referee: --program must be one of sh, perl, c, not 'awk'\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_game_whose_messages_are_in_no_library(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of somebody else has messages in Python and by lines of JSON alone."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    ran = referee("new", "bot", "go", "diceman", "--in", str(tmp_path))
    bound = "python or stdio for diceman, whose messages are in no library of another language"
    assert (ran.status, ran.err) == (2, f"referee: language must be {bound}, not 'go'\n")
    assert list(tmp_path.iterdir()) == []
