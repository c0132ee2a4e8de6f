"""Takes the HTML of a report apart, and complains about what no browser should be shown."""

from __future__ import annotations

import dataclasses
from html.parser import HTMLParser

__all__ = ["Element", "parse_page"]

_VOID = {"meta", "link", "br", "hr", "img", "input"}


@dataclasses.dataclass
class Element:
    """An element with what is in it."""

    tag: str
    """Its name."""
    attributes: dict[str, str | None]
    """Its attributes."""
    parts: list[Element | str] = dataclasses.field(default_factory=list)
    """Elements and texts in it, in order."""

    @property
    def text(self) -> str:
        """All text in it, with single spaces."""
        pieces = (part if isinstance(part, str) else f" {part.text} " for part in self.parts)
        return " ".join("".join(pieces).split())

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """All elements of this name within it, with these attributes (`class_` for `class`)."""
        wanted = {name.rstrip("_"): value for name, value in attributes.items()}
        found: list[Element] = []
        for part in self.parts:
            if isinstance(part, Element):
                if part.tag == tag and wanted.items() <= part.attributes.items():
                    found.append(part)
                found += part.all(tag, **attributes)
        return found

    def section(self, heading: str) -> list[Element]:
        """Elements between the heading of this id and the next one."""
        body = self.all("body")[0]
        elements = [part for part in body.parts if isinstance(part, Element)]
        starts = [index for index, element in enumerate(elements) if element.tag == "h2"]
        start = next(i for i in starts if elements[i].attributes.get("id") == heading)
        end = next((i for i in starts if i > start), len(elements))
        return elements[start + 1 : end]

    def rows(self, heading: str) -> list[list[str]]:
        """Texts of the cells of the first table of a section, without its head."""
        table = next(e for element in self.section(heading) for e in element.all("table"))
        body = table.all("tbody")[0]
        return [
            [cell.text for cell in row.parts if isinstance(cell, Element)]
            for row in body.parts
            if isinstance(row, Element)
        ]

    def headings(self) -> list[str | None]:
        """Ids of all sections."""
        return [element.attributes.get("id") for element in self.all("h2")]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of <{tag}> comes twice"
        element = Element(tag, dict(attrs))
        self._open[-1].parts.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].parts.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].tag == tag, f"</{tag}> at {self.getpos()} ends <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].parts.append(data)


def parse_page(text: str) -> Element:
    """The tree of a page.

    Raises:
        AssertionError: Elements are not closed in the order in which they were opened.
    """
    assert text.startswith("<!DOCTYPE html>\n")
    parser = _Parser()
    parser.feed(text)
    parser.close()
    assert len(parser._open) == 1, f"<{parser._open[-1].tag}> is not closed"
    return parser.root
