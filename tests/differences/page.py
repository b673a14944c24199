"""Writes `docs/differences.md` from the rows where we differ from TensorFlow on purpose.

python -m tests.differences.page
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import graphwright as tf
from tests.behaviour import table as behaviour
from tests.differences.table import answer, namespace, on_purpose, recorded, topics
from tests.differences.test_signatures import ON_PURPOSE

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"

_HEAD = """# Differences from TensorFlow

Answers here are TensorFlow 2.21's, held by a table of expressions with its recorded answers (`tests/differences`).
These are the rows where they differ on purpose, each with its reason. The page is written by
`python -m tests.differences.page`; where staged code differs from plain Python, see [footguns](footguns.md).

What no expression can show:

- An error of an eager call shows the public function that refused beside your frames (TensorFlow shows one frame of
  its own, too). Python adds a frame for each function that an error leaves; to hide these, each public function would
  have to be wrapped, at the cost of every call. `tf.function`s show your frames alone.
- `memoryview(tensor)` needs Python 3.12, the first to let classes written in Python offer their memory.
- Products of complex numbers are NumPy's in eager calls of fewer than 262,144 elements, and NumPy may fuse a
  multiplication with an addition: where the two products of a part cancel or overflow, the part can differ from that
  in compiled code, which fuses none, as TensorFlow does not. `z * tf.math.conj(z)` may have an imaginary part of a
  rounding error, `(3e38+3e38j) * 20` a NaN or an infinity.
- Sums and products of many numbers are formed in an order of their own in eager calls, in compiled code and in
  TensorFlow. Where a partial result overflows or cancels, one can be infinite or NaN and the other a number; of a
  product of infinite complex numbers, the parts that are NaN depend on the order.
- Subnormal numbers (below 1.2e-38 in float32) are numbers here; TensorFlow's threads take them for zeros. What they are
  divided by or multiplied with an infinity can differ.
- Ctrl-C ends compiled work and eager products and convolutions within a fraction of a second; an eager sort,
  decomposition or solution of equations is one call of NumPy and ends first.
"""


_OPEN_SIZES = {
    "convolutions whose filter or channels have open sizes, and their gradients": "These sizes choose between kernels "
    "that add up in different orders. If only the batch and the sizes of images are open, nothing differs.",
    "one row times a transposed matrix": "If there is known to be one row, its products are summed along the matrix's "
    "rows in vectors.",
    "sums and means over all axes but the last, if the size of the last is open": "Rows are added to a row of sums, "
    "which threads may share, only if it is known how many sums there are.",
    "gradients of operands that may have been broadcast": "The gradient is one sum over the axes that turn out to be "
    "broadcast, in another order; where none is, -0.0 becomes 0.0.",
    "operations that call NumPy where sizes are open": "NumPy's kernels add up in their own order. `explain()` lists "
    "these operations.",
}
"""What programs for open sizes compute with other last bits than those for known sizes, and why."""


def short(described: dict[str, Any]) -> str:
    """A described value for the page."""
    if "error" in described:
        return str(described["error"][0])
    kind, content = next(iter(described.items()))
    if isinstance(content, dict) and "data" in content:
        data = content["data"]
        values = ", ".join(_number(v) for v in data[:4]) + (", ..." if len(data) > 4 else "")
        return f"{content['dtype']} {content['shape']}: {values}"
    if kind == "python":
        return str(content[1])
    return f"{kind}: {content}"[:80]


def page() -> str:
    """The text of the page."""
    names = namespace(tf)
    parts = [_HEAD]
    for topic in topics():
        reasons = on_purpose(topic)
        if not reasons:
            continue
        theirs = recorded(topic)
        title = topic.replace("_", " ").capitalize()
        parts.append(f"\n## {title}\n\n| expression | TensorFlow | here | reason |\n|---|---|---|---|")
        for expression, reason in reasons.items():
            cells = (f"`{expression}`", short(theirs[expression]), short(answer(expression, names)), reason)
            parts.append(_row(cells))
    parts.append(_behaviour())
    parts.append(_signatures())
    parts.append(_open_sizes())
    return "\n".join(parts).rstrip() + "\n"


def _behaviour() -> str:
    """The programs that behave differently, with the reasons."""
    head = "Programs of `tests/behaviour`, whose values, printed lines, traces and errors are TensorFlow's otherwise."
    parts = ["\n## Behaviour\n", head, "\n| topic | program | reason |\n|---|---|---|"]
    for topic in behaviour.topics():
        for title, reason in behaviour.on_purpose(topic).items():
            cells = (topic.replace("_", " "), f"`{title}`", reason)
            parts.append(_row(cells))
    return "\n".join(parts)


def _number(value: Any) -> str:
    """Without the last digits of doubles, in which processors may differ."""
    return f"{value:.12g}" if isinstance(value, float) and len(str(value)) > 16 else str(value)


def _row(cells: Iterable[str]) -> str:
    """A row of a table: one line of printable characters."""
    plain = (cell.replace("|", "\\|").replace("\n", " ").replace("\0", "\\0") for cell in cells)
    return "| " + " | ".join(plain) + " |"


def _signatures() -> str:
    """The names whose parameters differ, with the reasons."""
    rows = [f"| `{name}` | {reason} |" for name, reason in ON_PURPOSE.items()]
    head = "Parameters of all other public names are TensorFlow's: their names, order, kinds and defaults."
    return "\n".join(("\n## Signatures\n", head, "\n| name | reason |\n|---|---|", *rows))


def _open_sizes() -> str:
    """What differs between programs for open and for known sizes."""
    rows = [f"| {what} | {reason} |" for what, reason in _OPEN_SIZES.items()]
    head = (
        "A trace with open sizes may have programs for [sizes that return](tracing.md#open-sizes). Both give the same\n"
        "bits, for all samples of ops and their gradients (`python -m tests.support.open_agreement`), but the last\n"
        "bits of these may differ:"
    )
    return "\n".join(("\n## Open sizes\n", head, "\n| what | reason |\n|---|---|", *rows))


if __name__ == "__main__":
    PAGE.write_text(page())
