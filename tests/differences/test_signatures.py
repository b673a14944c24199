"""What public functions, classes and methods take is what TensorFlow's take: names, order, kinds, defaults."""

from __future__ import annotations

import inspect
from fnmatch import fnmatchcase
from functools import cache

import pytest

import graphwright as tf
from tests.golden.signatures import described, public, recorded

ON_PURPOSE: dict[str, str] = {
    "tf.function": "Takes three more, by keyword: `output_signature`, `max_traces` and `python_state`.",
    "tf.saved_model.LoadOptions": "Takes one more, by keyword: `allowed_ops`, what a model may do when loaded.",
    "tf.errors.*Error": "Takes a message alone as well: most errors here belong to no node of a graph.",
    "tf.initializers.*": (
        "TensorFlow's are Keras's, and so are these once Keras stands in; without it they are those of "
        "`tf.zeros_initializer` and its like, which take further keywords, and no `input_axes` and `output_axes`."
    ),
    "tf.Operation": "Operations are made by graphs; the constructor is not for programs, there as here.",
    "tf.RaggedTensor": "The constructor is not for programs, there as here: use the `from_*` methods.",
    "tf.data.Dataset": "Datasets are made by `from_tensors`, `range` and so on, not from a variant tensor.",
    "tf.types.experimental.ConcreteFunction.__call__": "A property: what it gives is the compiled entry itself.",
    "tf.compat.v1.data.*": "Those of `tf.data`: there are no sessions.",
    "tf.compat.v1.GraphKeys.VARIABLES": "A value, as the other names of collections are.",
    "tf.compat.v1.train.Checkpoint*": "That of `tf.train`: a session is not needed.",
    "tf.compat.v1.distribute.*": "Those of `tf.distribute`.",
    "tf.nn.RNNCell*Wrapper*": (
        "Those of `tf.compat.v1.nn.rnn_cell`, with named arguments; TensorFlow's are cells of Keras 2."
    ),
    "tf.raw_ops.*SampleDistortedBoundingBox*": "The same numbers by default; one of them is an integer there.",
    "tf.experimental.dtensor.DVariable.assign*": "Those of `tf.Variable`; `use_locking` has no effect.",
    "tf.types.experimental.FunctionType": "Takes the types of captures and of the result, which its parts need.",
}
"""Names, or patterns of names, whose signature differs, with the reason: for `docs/differences.md`."""


@cache
def differences() -> dict[str, tuple[str, str]]:
    """Public names whose entries differ: TensorFlow's and ours. What one side has no signature for is not compared."""
    theirs = recorded()
    found = {}
    for root, module in (("tf", tf), ("tf.compat.v1", tf.compat.v1)):
        for name, entry in described(module, root).items():
            expected = theirs.get(name) or theirs.get(name.replace("tf.compat.v1.", "tf."))
            if expected is not None and not _agree(entry, expected):
                found[name] = (expected, entry)
    return found


def _agree(ours: str, theirs: str) -> bool:
    if theirs.startswith("annotated "):
        ours, theirs = ours.removeprefix("annotated "), theirs.removeprefix("annotated ")
    if ("(" in ours) != ("(" in theirs):
        ours, theirs = ours.partition("(")[0], theirs.partition("(")[0]
    return ours == theirs


def on_purpose(name: str) -> bool:
    """Whether a name, or the name of `tf` that an older one stands for, is in the table."""
    names = (name, name.replace("tf.compat.v1.", "tf."))
    return any(fnmatchcase(n, pattern) for n in names for pattern in ON_PURPOSE)


def test_signatures_are_tensorflows() -> None:
    wrong = {n: d for n, d in differences().items() if not on_purpose(n)}
    lines = [f"{name}\n    here       {ours}\n    TensorFlow {theirs}" for name, (theirs, ours) in wrong.items()]
    assert not wrong, f"{len(wrong)} signatures differ:\n" + "\n".join(lines)


def test_full_specs_are_tensorflows() -> None:
    """Libraries compare what `inspect.getfullargspec` says, annotations included, with their own functions."""
    theirs = recorded()
    told = []
    for name, kind, value in public(tf):
        if kind == "function" and inspect.isfunction(value) and not name.startswith("tf.raw_ops."):
            spec = inspect.getfullargspec(value)
            parameters = inspect.signature(value).parameters.values()
            named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
            annotated = spec.annotations and not theirs.get(name, "annotated").startswith("annotated")
            if spec.args != named or annotated:
                told.append((name, spec))
    assert told == []


@pytest.mark.parametrize("pattern", ON_PURPOSE)
def test_each_reason_is_needed(pattern: str) -> None:
    assert any(fnmatchcase(name, pattern) for name in differences())


def test_the_record_knows_the_older_names() -> None:
    theirs = recorded()
    assert theirs["tf.compat.v1.reduce_sum"] != theirs["tf.reduce_sum"]
    assert sum(name.startswith("tf.raw_ops.") for name in theirs) > 1000
