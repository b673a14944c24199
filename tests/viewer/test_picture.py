"""Static pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import graphwright as tf
from tests.viewer import graphs

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [e.text for e in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_picture_shows_operations_in_open_groups() -> None:
    shown = texts(graphs.collatz().explain().to_svg())
    assert {"n", "loop while", "condition", "body", "branch cond", "FloorDiv", "Mul"} <= set(shown)


def test_large_groups_stay_closed_with_the_number_of_their_operations() -> None:
    f = graphs.long_function(100)
    f.get_concrete_function(tf.TensorSpec([4, 8]))
    shown = texts(f.explain().to_svg(stage="traced"))
    assert "Tanh" not in shown
    assert any(text.isdigit() and int(text) > 15 for text in shown)


def test_names_of_control_characters_are_still_xml() -> None:
    def f(x):
        return x + 1.0

    f.__name__ = "a\x00<b>&\x1b"
    staged = tf.function(f)
    staged(tf.constant(1.0))
    ElementTree.fromstring(staged.explain().to_svg())


def test_errors_name_what_there_is(tmp_path) -> None:
    explained = graphs.collatz().explain()
    with pytest.raises(IndexError, match="There is no trace 3: steps has 3 traces"):
        explained.to_svg(trace=3)
    with pytest.raises(ValueError, match="stage='final' is not known; use one of 'optimized', 'traced'"):
        explained.to_svg(stage="final")
    explained.to_svg(tmp_path / "a.svg", trace=0)
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
