"""Modules as one classic script: those that are imported first, and nothing that is not understood."""

from __future__ import annotations

import gzip
import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from referee.core.icons import ICONS
from referee_arena.site.assets import inline, script, styles
from referee_arena.site.bundle import bundle
from referee_arena.site.errors import BundleError

if TYPE_CHECKING:
    from playwright.sync_api import Page

MODULES = {
    "app.js": 'import { log, twice } from "./lib/two.js";\nimport { one } from "./one.js";\nlog(twice(one));\n',
    "one.js": "/** export nothing */\nconst hidden = 20;\nexport const one = hidden + 1;\n",
    "lib/two.js": (
        'import { one } from "../one.js";\n'
        "// import is only a word here\n"
        "const hidden = 2;\n"
        "export function twice(value) {\n  return hidden * value;\n}\n"
        "export class Unused {}\n"
        "export async function later() {}\n"
        "export function log(value) {\n  document.title = `${value} ${one}`;\n}\n"
    ),
}


def test_order() -> None:
    """A module stands behind all it imports, and once, however often it is imported."""
    text = bundle(MODULES, "app.js")
    heads = ("const{one}=(", "const{twice,Unused,later,log}=(", "log(twice(one));")
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
    assert text.count("const hidden=20;") == 1
    assert "export class" not in text
    assert "import {" not in text


def test_the_same_bytes() -> None:
    """The order in which sources are given does not matter."""
    assert bundle(dict(reversed(MODULES.items())), "app.js") == bundle(MODULES, "app.js")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import one from "./one.js";', "app.js:1: not understood: import one"),
        ('import * as all from "./one.js";', "app.js:1: not understood"),
        ('import { one as two } from "./one.js";', "app.js:1: not understood"),
        ('import "./one.js";', "app.js:1: not understood"),
        ('import {\n  one,\n} from "./one.js";', "app.js:1: not understood: import {"),
        ("const a = 1;\nexport { a };", "app.js:2: not understood: export { a };"),
        ("export default 1;", "app.js:1: not understood"),
        ("export let a = 1;", "app.js:1: not understood"),
        ('const a = await import("./one.js");', "app.js:1: not understood"),
        ("const here = import.meta.url;", "app.js:1: not understood"),
        ("const a = `one\n  two`;", "app.js:1: a text of several lines: const a = `one"),
        ("const a = `b`; // `c`", "app.js:1: a comment with a template"),
        ('import { one } from "./none.js";', "app.js needs none.js, which is not there"),
        ('import { one } from "../one.js";', "app.js: ../one.js leads out of the folder"),
        ('import { one } from "./app.js";', "in a circle: app.js -> app.js"),
    ],
)
def test_what_is_not_understood(text: str, said: str) -> None:
    """It is an error that names file and line, not a guess."""
    with pytest.raises(BundleError) as caught:
        bundle({**MODULES, "app.js": text}, "app.js")
    assert said in str(caught.value)


def test_two_exports_of_one_name() -> None:
    """Names that modules export are those of the whole script, so that two of them can't be the same."""
    app = 'import { one } from "./one.js";\nimport { two } from "./two.js";\nlog(one, two);\n'
    two = "export const two = 2;\nexport const one = 1;\n"
    with pytest.raises(BundleError, match=r"one\.js and two\.js both export one"):
        bundle({**MODULES, "app.js": app, "two.js": two}, "app.js")


def test_types_in_comments() -> None:
    """Comments may import types: checkers read them, browsers don't."""
    told = 'const a = 1; /** @type {import("./one.js").One} */\nexport const b = a;\n'
    assert "return{b};" in bundle({"app.js": told}, "app.js")


def test_what_means_nothing() -> None:
    """Comments and blanks are left out; those within texts, templates and patterns stay."""
    told = (
        "/**\n * Return it.\n * @returns {number}\n */\nexport function it() {\n"
        "  /** @type {number} */\n  let a = 1; // b = 2;\n  a -= - -1;\n  return a / c; /** c */\n}\n"
        "say('a = \\' // b', \"it's = b\", / = \"/);\n"
        "say(`a = ${ b } c`, `${a.map(({ b }) => `${b} ${c}`)}`);\n"
    )
    assert bundle({"app.js": told}, "app.js") == (
        '"use strict";(()=>{const{it}=(()=>{function it(){let a=1;a-=- -1;return a/c;}\n'
        "say('a = \\' // b',\"it's = b\",/ = \"/);"
        "say(`a = ${ b } c`, `${a.map(({ b }) => `${b} ${c}`)}`);return{it};})();})();\n"
    )


def test_the_arenas_own_modules() -> None:
    """All are understood, and may stand within a page."""
    assert inline(script())


@pytest.mark.parametrize(
    ("entry", "sheets"),
    [
        ("app.js", ["arena.css", "pages.css"]),
        ("match_app.js", ["arena.css", "player.css"]),
        ("file_app.js", ["arena.css", "player.css"]),
        ("seat_app.js", ["arena.css", "player.css", "seat.css"]),
        ("site.js", ["arena.css", "pages.css"]),
    ],
)
def test_the_first_load_is_small(entry: str, sheets: list[str]) -> None:
    """Script and styles of a page are at most 60 kB, gzipped one by one."""
    loaded = [script(entry), *(text for name, text in styles().items() if name in sheets)]
    assert len(loaded) == 1 + len(sheets)
    assert sum(len(gzip.compress(text.encode(), 6, mtime=0)) for text in loaded) <= 60_000


@pytest.mark.parametrize("text", ["a </script > b", "</STYLE>", "<!-- a"])
def test_what_a_page_would_take_for_its_own(text: str) -> None:
    """It stands in no page."""
    with pytest.raises(BundleError):
        inline(text)


@pytest.mark.slow
def test_it_runs(page: Page) -> None:
    """Each module has names of its own, and gets those that it imports: 2 * (20 + 1), and 21."""
    page.set_content(f"<script>{bundle(MODULES, 'app.js')}</script>")
    assert page.title() == "42 21"
    assert json.loads(page.evaluate("JSON.stringify(typeof hidden)")) == "undefined"


def test_signs_have_their_pictures() -> None:
    """The page can draw each sign that a kind of thing may name, and no other."""
    text = (files("referee_arena") / "static/draw/icons.js").read_text(encoding="utf-8")
    drawn = re.findall(r'^  (\w+): \["M', text, re.MULTILINE)
    assert sorted(drawn) == sorted(ICONS)
