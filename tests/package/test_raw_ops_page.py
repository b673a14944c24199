"""Every raw op of TensorFlow's is here, or has a reason why it is not, which its error and the page say."""

from __future__ import annotations

import pytest

import graphwright as tf
from graphwright._missing_ops import MISSING_OPS, group_of, reason
from tests.golden.raw_ops_page import PAGE, missing_ops, page, tensorflow_ops


def test_each_op_is_here_or_has_a_reason() -> None:
    assert [name for name in missing_ops() if reason(name) is None] == [], "add them to src/graphwright/_missing_ops.py"
    assert len(tensorflow_ops()) - len(missing_ops()) >= 1100


def test_the_table_names_ops_of_tensorflow_once() -> None:
    listed = [name for _, _, names in MISSING_OPS for name in names.split() if not set(name) & set("*?[")]
    assert sorted(set(listed) - set(tensorflow_ops())) == [], "no raw ops of TensorFlow's"
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("name", ["Abort", "ConfigureTPUEmbedding", "TensorArrayWriteV2"])
def test_the_error_says_the_reason(name: str) -> None:
    with pytest.raises(AttributeError) as reported:
        getattr(tf.raw_ops, name)
    group = group_of(name)
    assert group is not None and group[0] in str(reported.value) and group[1] in str(reported.value)
    assert f"tf.raw_ops.{name} of TensorFlow is not here" in str(reported.value)


def test_the_page_lists_them() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert [name for name in missing_ops() if f"`{name}`" not in written] == []
    assert "`Abort`" in written and page(missing_ops(), len(tensorflow_ops())).startswith("# Raw ops")
