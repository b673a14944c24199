"""What is checked on the pages that were built: links lead somewhere, and nothing is loaded from other machines."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_LOADED: Final = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
_HARMLESS_LINKS: Final = frozenset({"canonical", "search", "next", "prev", "index", "author"})


class _Page(HTMLParser):
    """The anchors, the links and what is loaded, of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in _LOADED and values.get(_LOADED[tag]) and values.get("rel") not in _HARMLESS_LINKS:
            self.loaded.append(values[_LOADED[tag]])


def count(folder: Path) -> int:
    """How many pages there are."""
    return len(pages_of(folder))


def pages_of(folder: Path) -> list[Path]:
    """The pages of a version, without what the theme keeps beside them."""
    return [path for path in sorted(folder.rglob("*.html")) if "_static" not in path.parts]


def problems(folder: Path) -> list[str]:
    """A line for each link that leads nowhere and each file that comes from another machine."""
    pages = {path.resolve(): _Page(path) for path in [*pages_of(folder), *folder.parent.glob("*.html")]}
    return [f"{path.name}: {problem}" for path, page in pages.items() for problem in _problems(path, page, pages)]


def _problems(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for address in page.loaded:
        if urlsplit(address).netloc:
            yield f"loads {address}"
        elif not (path.parent / unquote(urlsplit(address).path)).exists():
            yield f"{address} is missing"
    for address in page.links:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.exists():
            yield f"the link {address} leads nowhere"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"the page of the link {address} has no such place"
