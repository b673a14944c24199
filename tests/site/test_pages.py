"""What the site is made of: names, docstrings, links and the pages in its navigation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.site import check, docstrings, migration, names, sources, versions

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_a_docstring_becomes_markdown() -> None:
    def scaled(x, by):
        """The product of *two* `x[i]`.

        Args:
          x: a tensor `[n]`.
          by: what to multiply
            by.

        Raises:
          ValueError: never.

        >>> 1 + 1
        2
        """

    assert docstrings.markdown(scaled).splitlines() == [
        r"The product of \*two\* `x[i]`.",
        "",
        "**Args**",
        "",
        "- `x`: a tensor `[n]`.",
        "- `by`: what to multiply",
        "  by.",
        "",
        "**Raises**",
        "",
        "- `ValueError`: never.",
        "",
        "",
        "```pycon",
        ">>> 1 + 1",
        "2",
        "```",
    ]
    assert docstrings.first_sentence(scaled) == r"The product of \*two\* `x[i]`."


@pytest.mark.parametrize(
    ("name", "described"),
    [
        ("tf.add", "tf.math.add"),
        ("tf.constant", "tf.constant"),
        ("tf.autodiff.GradientTape", "tf.GradientTape"),
        ("tf.compat.v1.reduce_any", "tf.compat.v1.reduce_any"),
        ("tf.autograph.to_code", "tf.autograph.to_code"),
    ],
)
def test_a_name_is_described_where_users_look(name, described) -> None:
    (found,) = [one for one in names.public() if name in one.names]
    assert found.name == described
    assert found.value is names.imported(name) is names.imported(described)


def test_links_lead_to_where_pages_are_on_the_site() -> None:
    places = {DOCS / "keras.md": "keras.md"} | sources.elsewhere()
    text = "[a](../CONTRIBUTING.md#style) [`b`](../examples/keras) [c](tracing.md) [d](https://e.f)\n"
    shown = sources.adapted(text, DOCS / "keras.md", places)
    assert shown == "[a](project/contributing.md#style) `b` [c](tracing.md) [d](https://e.f)\n"
    fenced = "```\n[a](../CONTRIBUTING.md)\n```"
    assert sources.adapted(fenced, DOCS / "keras.md", places) == fenced


def test_releases_come_before_branches() -> None:
    assert versions.ordered(["main", "0.9.1", "0.10.0"]) == ["0.10.0", "0.9.1", "main"]


def test_dead_links_and_files_of_other_machines_are_reported(tmp_path) -> None:
    (tmp_path / "main").mkdir()
    page = '<script src="https://cdn.example/x.js"></script><a href="none.html">a</a><a href="#no">b</a><p id="yes">'
    (tmp_path / "main/index.html").write_text(page + '<a href="#yes">c</a><img src="gone.png">')
    assert check.problems(tmp_path / "main") == [
        "index.html: loads https://cdn.example/x.js",
        "index.html: gone.png is missing",
        "index.html: the link none.html leads nowhere",
        "index.html: the page of the link #no has no such place",
    ]


def test_the_pages_for_who_comes_from_tensorflow_have_all_rows() -> None:
    assert "| `tf` | `feature_column` | use the preprocessing layers of Keras" in migration.names_page()
    counts = [int(n) for n in re.findall(r"\| (\d+) \|$", migration.differences_page(), re.M)]
    rows = re.findall(r"^\| `", (DOCS / "differences.md").read_text(encoding="utf-8"), re.M)
    assert sum(counts) == len(rows) > 500
