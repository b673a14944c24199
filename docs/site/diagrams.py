"""`python -m docs.site.diagrams`: the pictures of docs/explanations/pictures.md: a call, a graph, its loops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

import graphwright as tf
from docs.site.sources import ROOT
from graphwright.passes import optimize
from graphwright.viewer.native_code import native_regions

FOLDER: Final = ROOT / "docs" / "pictures" / "explanations"
_LINE: Final = 18
_LETTER: Final = 7.3
_LONGEST: Final = 72  # letters of a line
_MOST: Final = 16  # lines of a block, before the others are only counted
_STYLE: Final = """<style>
text { font: 12px ui-monospace, monospace; fill: #20242b; dominant-baseline: central } .title { font-weight: bold }
rect { fill: #5b7fb614; stroke: #9fb0c8; rx: 5px } .arrow { stroke: #68707c; fill: none; marker-end: url(#end) }
.fast rect { fill: #2e9e5b26; stroke: #2e9e5b } marker path { fill: #68707c } .note { fill: #68707c }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb } rect { fill: #a0b8e014; stroke: #56657c } .arrow { stroke: #98a1ad }
  .note { fill: #98a1ad } marker path { fill: #98a1ad }
}
</style>
<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path d="M0 0 L8 4 L0 8 z"/></marker>"""


@tf.function
def layer(x, w, b):
    """What the pictures show."""
    return tf.reduce_sum(tf.tanh(x * w + b), axis=1)


@dataclass
class Block:
    """A loop, or another part of the loop IR with braces around it, and what is in it."""

    title: str
    items: list[str | Block] = field(default_factory=list)


def parsed(code: str) -> Block:
    """The nesting of a text in the loop IR."""
    outer = Block("region")
    around = [outer]
    for line in code.splitlines():
        text = line.strip()
        if text.endswith("{"):
            block = Block(text[:-1].strip())
            around[-1].items.append(block)
            around.append(block)
        elif text.startswith("}"):
            around[-1].title += f" {text[1:].strip()}".rstrip()
            around.pop()
        elif text:
            around[-1].items.append(text)
    return outer


def shortened(text: str) -> str:
    """A line without long lists of numbers, and not longer than fits."""
    text = re.sub(r"<(?:i\d+ \d+, ){3,}[^>]*>", "<...>", text)
    text = re.sub(r"0x0{16}", "0", text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def loops(code: str) -> str:
    """The loop IR of a region as boxes in boxes, as SVG."""
    lines: list[str] = []
    width = (_LONGEST + 12) * _LETTER
    height = _draw(parsed(code), 4, 4, width - 8, lines)
    return _svg(width, height + 8, lines)


def _draw(block: Block, x: float, y: float, width: float, into: list[str]) -> float:
    """Draw a block; returns its height."""
    place = len(into)
    into.append(_text(x + 8, y + 13, shortened(block.title), "title"))
    at = y + 26
    shown = 0
    for item in block.items:
        if isinstance(item, Block):
            at += _draw(item, x + 10, at, width - 20, into) + 6
        elif (shown := shown + 1) <= _MOST:
            into.append(_text(x + 12, at + 6, shortened(item)))
            at += _LINE
    if shown > _MOST:
        into.append(_text(x + 12, at + 6, f"... {shown - _MOST} more", "note"))
        at += _LINE
    into.insert(place, f'<rect x="{x}" y="{y}" width="{width:.0f}" height="{at - y:.0f}"/>')
    return at - y


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(text)}</text>'


def _svg(width: float, height: float, lines: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
    return "\n".join([head, _STYLE, *lines, "</svg>\n"])


# The way of a call: what is done, where, and whether every call does it.
_FAST: Final = (
    ("f(x, y)", "the slot __call__ contains machine code"),
    ("compare the types of the arguments", "entry.c: with the latest entry, then by a hash"),
    ("run the program of the entry", "one builtin: fused loops, products, branches"),
    ("wrap and pack the results", "tensors, in the structure of the function's results"),
)
_SLOW: Final = (
    ("bind and describe the arguments", "functions/tracing/trace_types.py"),
    ("look for a trace that fits", "functions/cache/trace_index.py"),
    ("convert and run the Python function", "autograph, functions/tracing: a graph"),
    ("simplify a copy of the graph", "passes: inline, fold, CSE, DCE, loop-invariant motion"),
    ("plan and lower", "runtime/native/fusion, lower, schedule: the loop IR"),
    ("compile, or load from the disk", "runtime/native/llvm, jit: machine code"),
    ("add an entry for such calls", "functions/calls/call_table.py"),
)


def call() -> str:
    """The way of a call as SVG: what every call does, and what the first of a kind does besides."""
    width, step, lines = 400, 62, []
    lines += [_text(10, 14, "every call", "title"), _text(470, 14, "the first call of a kind", "title")]
    lines += ['<g class="fast">', *_column(_FAST, 10, width, step, 2), "</g>", *_column(_SLOW, 470, width, step, 1)]
    top = 30 + 2 * step
    lines.append(f'<path class="arrow" d="M410 {top - 30} H440 V50 H468"/>')
    lines.append(_text(414, top - 42, "none"))
    bottom = 30 + (len(_SLOW) - 1) * step + 20
    lines.append(f'<path class="arrow" d="M470 {bottom} H440 V{30 + 4 * step + 20} H412"/>')
    return _svg(880, 30 + len(_SLOW) * step, lines)


def _column(boxes: tuple[tuple[str, str], ...], x: int, width: int, step: int, gap_after: int) -> Iterator[str]:
    """Boxes below each other with arrows; the column of every call leaves room where it waits for the other."""
    for number, (what, where) in enumerate(boxes):
        row = number + (x == 10 and number >= gap_after) * 2
        y = 30 + row * step
        yield f'<rect x="{x}" y="{y}" width="{width}" height="44"/>'
        yield _text(x + 10, y + 14, what, "title")
        yield _text(x + 10, y + 31, where, "note")
        if number + 1 < len(boxes):
            following = 30 + (number + 1 + (x == 10 and number + 1 >= gap_after) * 2) * step
            yield f'<path class="arrow" d="M{x + 60} {y + 44} V{following - 2}"/>'


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    concrete = layer.get_concrete_function(tf.TensorSpec([64, 100]), tf.TensorSpec([100]), tf.TensorSpec([100]))
    layer(tf.zeros([64, 100]), tf.zeros([100]), tf.zeros([100]))
    (FOLDER / "graph.svg").write_text(layer.explain().to_svg(trace=0), encoding="utf-8")
    (region,) = native_regions(optimize(concrete.graph))
    (FOLDER / "loops.svg").write_text(loops(region.code.partition("\n\n")[0]), encoding="utf-8")
    (FOLDER / "call.svg").write_text(call(), encoding="utf-8")


if __name__ == "__main__":
    main()
