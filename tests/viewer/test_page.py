"""The page as text: what it tells, that it is whole, that no name becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import graphwright as tf
from tests.viewer import graphs
from tests.viewer.pages import names, report_in, stage_in

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&"


@pytest.fixture(scope="module")
def digits():
    return graphs.digits_step().explain().to_html()


@pytest.fixture(scope="module")
def collatz():
    return report_in(graphs.collatz().explain().to_html())


def test_the_page_of_the_digits_step_is_small(digits) -> None:
    assert len(digits) < 400_000


def test_the_page_fetches_nothing(digits) -> None:
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"|url\(|@import|https?://(?!www\.w3\.org/2000/svg)', digits) == []
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', digits)
    assert policy and policy[1].startswith("default-src 'none'; script-src 'sha256-")


class Elements(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)


def test_names_cannot_become_markup() -> None:
    def f(x):
        return tf.tanh(x, name="ordinary")

    f.__name__ = f.__qualname__ = HOSTILE
    staged = tf.function(f)
    staged(tf.constant(1.0))
    page = staged.explain().to_html()
    assert Elements(page).found.count("script") == 2
    assert "img" not in Elements(page).found
    assert report_in(page)["title"] == HOSTILE
    picture = staged.explain().to_svg()
    assert "<script" not in picture and "<img" not in picture
    assert "img" not in Elements(staged.explain()._repr_html_()).found


def test_stages_before_and_after_the_passes(collatz) -> None:
    traced, optimized = stage_in(collatz, "traced"), stage_in(collatz, "optimized")
    assert optimized["operations"] < traced["operations"]
    assert "while" in names(traced, "loop") and "while" in names(optimized, "loop")
    titles = [stage["title"] for stage in collatz["functions"][0]["traces"][0]["stages"]]
    assert titles[0] == "traced" and titles[-1] == "optimized" and "1. after dce" in titles


def test_operations_know_their_line_and_its_source(collatz) -> None:
    division = next(item for item in stage_in(collatz, "optimized")["items"] if item.get("type") == "FloorDiv")
    file, line, function = collatz["lines"]["rows"][division["line"]]
    assert file.endswith("graphs.py") and function == "steps"
    assert "n // 2" in collatz["lines"]["sources"][file][str(line)]


def test_traces_say_why_they_were_made(collatz) -> None:
    first, second, third = collatz["functions"][0]["traces"]
    assert first["reason"] == "the first call" and first["differences"] == []
    (difference,) = second["differences"]
    assert (difference["argument"], difference["old"], difference["new"]) == ("most", "1000", "2000")
    assert "tf.constant(2000)" in difference["advice"]
    assert [d["kind"] for d in third["differences"]] == ["dtype"]
    assert all(trace["calls"] == 1 and trace["trace_seconds"] > 0 for trace in (first, second, third))


def test_passes_name_each_change() -> None:
    @tf.function
    def wasteful(x):
        return tf.tanh(x) + tf.tanh(x) * (tf.constant(2.0) + tf.constant(3.0))

    wasteful(tf.ones([3]))
    (trace,) = report_in(wasteful.explain().to_html())["functions"][0]["traces"]
    changes = [(run["pass"], c["type"], c["what"]) for run in trace["passes"] for c in run["changes"]]
    assert ("cse", "Tanh", "merged") in changes
    assert ("fold", "AddV2", "folded") in changes
    assert ("dce", "Const", "removed") in changes


def test_a_page_without_traces() -> None:
    report = report_in(tf.function(lambda x: x).explain().to_html())
    assert report["functions"][0]["traces"] == []


def test_to_html_writes_the_file_or_nothing(tmp_path) -> None:
    explained = graphs.collatz().explain()
    assert explained.to_html(tmp_path / "f.html") is None
    assert (tmp_path / "f.html").read_text().startswith("<!doctype html>")
    with pytest.raises(OSError):
        explained.to_html(tmp_path / "nowhere" / "f.html")
    assert [path.name for path in tmp_path.iterdir()] == ["f.html"]


def test_the_page_of_a_notebook_is_in_a_frame_of_its_own() -> None:
    shown = graphs.collatz().explain()._repr_html_()
    assert shown.startswith("<table>")
    assert '<iframe sandbox="allow-scripts"' in shown and "<script" not in shown


def test_a_notebook_does_not_wait_for_the_page_of_a_large_function() -> None:
    f = graphs.long_function(150)
    f.get_concrete_function(tf.TensorSpec([4, 8]))
    assert "<iframe" not in f.explain()._repr_html_()


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"events": {}}, r"profile\['events'\] must be a list of dicts, got dict"),
        ({"regions": [1]}, r"profile\['regions'\] must be a list of dicts"),
        ({"regions": [{"seconds": "long"}]}, "'seconds' must be a number, got 'long'"),
    ],
)
def test_a_profile_of_another_form_is_refused(profile, message) -> None:
    f = tf.function(lambda x: x + 1.0)
    f(tf.constant(1.0))
    with pytest.raises(ValueError, match=message):
        f.explain().to_html(profile=profile)


def test_a_recorded_profile_is_shown(tmp_path) -> None:
    f = tf.function(lambda x: tf.reduce_sum(tf.tanh(x) @ x))
    x = tf.ones([300, 300])
    with tf.profiler.experimental.Profile(str(tmp_path)):
        f(x)
    profile = report_in(f.explain().to_html(profile=tmp_path))["profile"]
    assert {"call", "trace"} <= {event.get("cat") for event in profile["events"]}
    if f.explain().traces[0].executor == "native":
        (product,) = [region for region in profile["regions"] if "MatMul" in region["ops"] or "matmul" in region["ops"]]
        assert product["trace"] == f.explain().traces[0].name
        assert product["calls"] == 1 and product["seconds"] > 0
        assert product["flops"] == pytest.approx(2 * 300**3, rel=0.1)
        assert product["line"][0] == __file__
        assert profile["peak"]["flops"] > 1e8
    with pytest.raises(FileNotFoundError, match="There is no profile under"):
        f.explain().to_html(profile=tmp_path / "empty")
