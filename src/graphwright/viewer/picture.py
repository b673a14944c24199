"""Static pictures of graphs, as SVG: what the page draws, for documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from xml.sax import saxutils

from graphwright.functions.explain.explain import Trace
from graphwright.passes import optimize
from graphwright.viewer.items import Item
from graphwright.viewer.lines import Lines
from graphwright.viewer.native_code import native_regions
from graphwright.viewer.place import GROUP, HEAD, ITEM, Box, Place, placed
from graphwright.viewer.stages import stage as stage_of

_STAGES: Final = ("optimized", "traced")
_CHARACTER: Final = 6.6  # width of a letter of 12 pixels, on average
_MOST: Final = 230.0
_STYLE: Final = """
text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #20242b; dominant-baseline: central }
.box { fill: #f3f4f5; stroke: #c2c8cf } .open { fill: #7882910f; stroke: #cfd4da } .closed { fill: #e9ecef }
.edge { fill: none; stroke: #a9b1bb } .arrow { fill: #a9b1bb } .count { fill: #68707c }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb } .box { fill: #262b31; stroke: #4a525c } .open { fill: #a0afc80f; stroke: #3b424b }
  .closed { fill: #2c323a } .edge { stroke: #5d6672 } .arrow { fill: #5d6672 } .count { fill: #98a1ad }
  .tinted { filter: brightness(0.45) saturate(1.3) }
}
"""


def explained_picture(trace: Trace, stage: str, most: int) -> str:
    """The picture of a trace's graph at a stage; groups are open until `most` items are in it."""
    if stage not in _STAGES:
        raise ValueError(f"stage={stage!r} is not known; use one of {', '.join(map(repr, _STAGES))}.")
    graph = trace.concrete.graph
    optimized = optimize(graph)
    shown = stage_of(stage, optimized if stage == "optimized" else graph, Lines(), native_regions(optimized))
    return _Picture(shown, most).text()


class _Picture:
    def __init__(self, stage: dict[str, Any], most: int) -> None:
        self.items: list[Item] = stage["items"]
        self.layers = stage["layers"]
        self.children: dict[int, list[int]] = {}
        for number, item in enumerate(self.items):
            self.children.setdefault(item["parent"], []).append(number)
        self.open = self._opened(most)
        self.places: dict[int, Place] = {}
        self.boxes: list[str] = []

    def _opened(self, most: int) -> set[int]:
        """The groups that are open: the outer ones first, as long as there is room for what they contain."""
        opened, shown, pending = {0}, len(self.children.get(0, ())), list(self.children.get(0, ()))
        for number in pending:
            inside = self.children.get(number, ())
            if inside and shown + len(inside) <= most:
                opened.add(number)
                shown += len(inside)
                pending += inside
        return opened

    def text(self) -> str:
        place = self._place(0)
        width, height = round(place.w), round(place.h)
        parts = "".join(self._group(0, 0.0, 0.0))
        title = escape(str(self.items[0]["name"]))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img"><title>{title}</title><style>{_STYLE}</style>{parts}</svg>\n'
        )

    def _place(self, number: int) -> Place:
        if number not in self.places:
            self.places[number] = placed(self.layers[number], self._size, HEAD if number else 0.0)
        return self.places[number]

    def _size(self, number: int) -> tuple[float, float]:
        if number in self.open and number in self.layers:
            place = self._place(number)
            return max(place.w, _width(self._title(number)) + 20), place.h
        extra = 52.0 if number in self.children else 22.0
        return min(_MOST, max(46.0, _width(self._label(number)) + extra)), GROUP if number in self.children else ITEM

    def _label(self, number: int) -> str:
        item = self.items[number]
        named = item["kind"] in ("scope", "range", "body", "graph") or item.get("type") == "Placeholder"
        return str(item.get("label", item["name"]) if named else item["type"])

    def _title(self, number: int) -> str:
        item = self.items[number]
        return f"{item['kind']} {item['name']}" if "type" in item else str(item["name"])

    def _group(self, number: int, left: float, top: float) -> Iterator[str]:
        place = self._place(number)
        for points in place.edges:
            yield _edge([(left + x, top + y) for x, y in points])
        for child, box in place.boxes.items():
            if child >= 0:
                yield from self._item(child, box, left + box.x, top + box.y)

    def _item(self, number: int, box: Box, x: float, y: float) -> Iterator[str]:
        item = self.items[number]
        tip = f"<title>{escape(_tip(item))}</title>"
        if number in self.open and number in self.layers:
            title = _text(x + 12, y + 15, self._title(number))
            yield f'<g>{tip}<rect class="open" {_rectangle(x, y, box)} rx="9"/>{title}</g>'
            yield from self._group(number, x + (box.w - self._place(number).w) / 2, y)
            return
        is_group = number in self.children
        radius = 14 if item["kind"] == "input" else 8 if is_group else 5
        kind = "box closed" if is_group else "box"
        region = item.get("region")
        tint = ""
        if region is not None and not is_group:
            kind, tint = "box tinted", f' style="fill: hsl({(region * 137.508 + 205) % 360:.0f} 62% 88%)"'
        label = _fitted(self._label(number), box.w - (44 if is_group else 12))
        yield f'<g>{tip}<rect class="{kind}"{tint} {_rectangle(x, y, box)} rx="{radius}"/>'
        if is_group:
            count = str(self._count(number))
            yield _text(x + 10, y + box.h / 2, label) + _text(x + box.w - 9, y + box.h / 2, count, "end", "count")
        else:
            yield _text(x + box.w / 2, y + box.h / 2, label, "middle")
        yield "</g>"

    def _count(self, number: int) -> int:
        """The operations in a group."""
        inside = self.children.get(number, ())
        return ("type" in self.items[number]) + sum(map(self._count, inside))


def escape(text: str) -> str:
    """Text for XML, which has no place for control characters."""
    return saxutils.escape("".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text))


def _tip(item: Item) -> str:
    return "\n".join(filter(None, [item.get("type"), item.get("full", item["name"]), *item.get("outputs", ())]))


def _width(text: str) -> float:
    return _CHARACTER * len(text)


def _fitted(text: str, room: float) -> str:
    letters = max(1, int(room / _CHARACTER))
    return text if len(text) <= letters else f"{text[: letters - 1]}\N{HORIZONTAL ELLIPSIS}"


def _rectangle(x: float, y: float, box: Box) -> str:
    return f'x="{x:.1f}" y="{y:.1f}" width="{box.w:.1f}" height="{box.h:.1f}"'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f" class={saxutils.quoteattr(kind)}" if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(text)}</text>'


def _edge(points: list[tuple[float, float]]) -> str:
    (x, y), *others = points
    path = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in others:
        bend = (to_y - y) / 2
        path += f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {to_y - bend:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    back = -6 if y >= points[0][1] else 6
    arrow = f"M{x:.1f} {y:.1f}l-3.2 {back}h6.4z"
    return f'<path class="edge" d="{path}"/><path class="arrow" d="{arrow}"/>'
