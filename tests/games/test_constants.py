"""Names that SDKs of all languages have for plain integers in messages."""

from __future__ import annotations

import enum
import importlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf.descriptor import FieldDescriptor, FileDescriptor

from referee.games import registry

ROOT = Path(__file__).parents[2]
PLACES = {
    "go": "clients/go/constants/champions/champions.go",
    "typescript": "clients/typescript/src/constants/champions.ts",
    "rust": "clients/rust/src/constants/champions.rs",
    "java": "clients/java/sdk/src/main/java/gamereferee/client/constants/ChampionsConstants.java",
    "cpp": "clients/cpp/referee_client/constants/champions.hpp",
    "python": "proto/python/gamereferee/games/champions/v1/tables.py",
}
"""Files with the names of Champions."""
PATTERNS = {
    "go": ("{kind}{camel} +=", "{kind}: "),
    "typescript": ("  {name}:", "export const {kind} = {{"),
    "rust": ("    pub const {name}: i32 =", "pub mod {snake} {{"),
    "java": ("    public static final int {name} =", "public static final class {kind} {{"),
    "cpp": ("constexpr int k{camel} =", "namespace {snake} {{"),
    "python": ("    {name} =", "class {kind}\\("),
}
"""How a language writes a name in front of its number, and the beginning of its enum."""
# From the rulebook: CH-3.1, CH-3.3, CH-3.6, CH-4.1, CH-4.5, CH-4.8.
NUMBERS = [
    ("Phase", "phase", {"MOVE": 0, "LOOT": 1, "EQUIP": 2, "BATTLE": 3, "OVER": 4}),
    (
        "Category",
        "category",
        {"PHYSICAL": 0, "MAGICAL": 1, "DEFENSIVE": 2, "SUPPORT": 3, "ANY": 4},
    ),
    ("Slot", "slot", {"FIRST_WEAPON": 0, "SECOND_WEAPON": 1, "ARMOUR": 2}),
    ("EquipKind", "equip_kind", {"PUT": 0, "TAKE_OFF": 1}),
    ("ChampionType", "champion_type", {"GLADIATOR": 0, "ROGUE": 1, "HEALER": 2, "MAGE": 3}),
    ("BattleAction", "battle_action", {"ATTACK": 0, "HEAL": 1, "GUARD": 3, "EVADE": 4}),
    ("ItemKind", "item_kind", {"RUSTY_DAGGER": 0, "PHOENIX_SCEPTRE": 15, "PHANTOM_MANTLE": 35}),
]


@pytest.mark.parametrize("language", PLACES)
@pytest.mark.parametrize(
    ("kind", "snake", "numbers"), NUMBERS, ids=[kind for kind, _, _ in NUMBERS]
)
def test_the_rulebooks_numbers(
    language: str, kind: str, snake: str, numbers: dict[str, int]
) -> None:
    """Every language has a name for each number, below the name of its enum."""
    if (language, kind) == ("python", "ItemKind"):
        tables = importlib.import_module("gamereferee.games.champions.v1.tables")
        assert {name: tables.ItemKind[name].value for name in numbers} == numbers
        return
    text = (ROOT / PLACES[language]).read_text(encoding="utf-8")
    member, begin = PATTERNS[language]
    words = {"kind": kind, "snake": snake}
    (found,) = re.finditer(begin.format(**words), text)
    below = text[found.end() :]
    for name, number in numbers.items():
        camel = name.title().replace("_", "")
        first = re.search(member.format(name=name, camel=camel, **words) + r" *(\d+)", below)
        assert first is not None, name
        assert int(first[1]) == number


def _tool() -> ModuleType:
    """The program that writes the constants."""
    path = ROOT / "tools" / "constants.py"
    spec = importlib.util.spec_from_file_location("tool_constants", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


def test_files_are_up_to_date() -> None:
    """Each is what the games' tables say, and there is no other."""
    texts: dict[Path, str] = _tool().constants()
    assert len(texts) == 5 * 5 + 1  # five games in five languages, and the list of Rust's modules
    stale = [str(path) for path, text in texts.items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run `make proto`"
    folders = {path.parent for path in texts if path.parent.name != "src"}
    assert {path for folder in folders for path in folder.iterdir()} == {
        path for path in texts if path.parent in folders
    }


def _named(part: str) -> list[tuple[str, str, type[enum.IntEnum]]]:
    """Game, field and enum of all fields, or of all lists, that have names for numbers."""
    found = []
    for game in registry.names():
        tables = registry.find(game).tables
        if tables is not None:
            found += [(game, field, kind) for field, kind in getattr(tables, part).items()]
    return found


FIELDS, LISTS = _named("fields"), _named("lists")


def _field(game: str, name: str) -> FieldDescriptor:
    """A field of a game's messages, by the names of message and field."""
    module = importlib.import_module(f"gamereferee.games.{game}.v1.{game}_pb2")
    file: FileDescriptor = module.DESCRIPTOR
    message, _, field = name.partition(".")
    return file.message_types_by_name[message].fields_by_name[field]


def _published(game: str) -> tuple[type[enum.Enum], ...]:
    tables = registry.find(game).tables
    return () if tables is None else tables.enums


def test_champions_diceman_and_others_have_names() -> None:
    """Games whose messages have no enum for what they count."""
    games = {game for game, _, _ in (*FIELDS, *LISTS)}
    assert games == {"champions", "dice_adventure", "diceman", "dungeon_keeper", "proving_grounds"}


@pytest.mark.parametrize(("game", "field", "kind"), FIELDS)
def test_a_field_has_the_range_of_its_names(
    game: str, field: str, kind: type[enum.IntEnum]
) -> None:
    """It is an integer, and the range in its comment is that of the published enum's numbers."""
    assert _field(game, field).cpp_type == FieldDescriptor.CPPTYPE_INT32
    assert kind in _published(game)
    message, _, name = field.partition(".")
    text = (ROOT / "proto/gamereferee/games" / game / "v1" / f"{game}.proto").read_text()
    (body,) = re.findall(rf"^message {message} {{(.*?)^}}", text, re.DOTALL | re.MULTILINE)
    comment = re.split(rf" {name} = \d", body)[0].rsplit(";", 1)[-1]
    words = " ".join(comment.replace("//", " ").split())
    low, high = re.findall(r"From (\d+)(?: to (\d+))?", words)[-1]
    numbers = [member.value for member in kind]
    last = 3 if field == "Refusal.phase" else max(numbers)  # nothing is refused after the end
    assert int(low) == min(numbers)
    assert high in ("", str(last))  # the rules refuse what is higher, where there is no bound


@pytest.mark.parametrize(("game", "field", "kind"), LISTS)
def test_a_list_goes_by_names(game: str, field: str, kind: type[enum.IntEnum]) -> None:
    """It has entries for the numbers of a published enum, which count from 0."""
    assert _field(game, field).is_repeated
    assert kind in _published(game)
    assert [member.value for member in kind] == list(range(len(kind)))
