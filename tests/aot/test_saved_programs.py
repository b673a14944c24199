"""Which programs of saved models become libraries, and that they give the results of this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.aot.program import LibraryProgram
from graphwright.aot.targets import target_of
from graphwright.functions.calls.concrete_function import ConcreteFunction
from tests.aot.libraries import build, needs_compiler, own_level, same_bits

pytestmark = needs_compiler

MODELS = Path(__file__).parents[1] / "golden" / "data" / "saved_models"

#: Programs that cannot be libraries, with what stands against it.
REFUSED = {
    "signatures both": "the argument 's', a string",
    "strings serving_default": "the argument 'x', a string",
    "strings f": "the argument 'x', a string",
    "tables f": "the argument 'x', a string",
    "tables g": "a Table",
    "variable_shapes serving_default": "a library needs its shape",
    "variable_shapes push": "a library needs its shape",
}


def programs(model: Any) -> Iterator[tuple[str, ConcreteFunction]]:
    """The signatures and functions of a model, each trace of it."""
    yield from model.signatures.items()
    for name in sorted(vars(model)):
        found = getattr(model, name)
        traces = [found] if isinstance(found, ConcreteFunction) else getattr(found, "concrete_functions", ())
        for trace in traces:
            yield name, trace


@pytest.mark.parametrize("folder", sorted(path.name for path in MODELS.iterdir()))
def test_programs_are_written_or_refused_by_name(folder: str) -> None:
    found = list(programs(tf.saved_model.load(MODELS / folder)))
    assert found
    for name, trace in found:
        refused = REFUSED.get(f"{folder} {name}")
        if refused is None:
            assert LibraryProgram(trace, target_of(None, [own_level()])).results
        else:
            with pytest.raises(tf.errors.UnimplementedError, match=refused):
                LibraryProgram(trace, target_of(None, [own_level()]))


def test_a_recurrent_network_for_any_batch(tmp_path: Path) -> None:
    run = tf.saved_model.load(MODELS / "rnn_cell").signatures["serving_default"]
    model = build(run, tmp_path, name="cell").Model()
    for steps, batch in ((5, 2), (1, 7), (40, 1)):
        xs = np.random.default_rng(batch).standard_normal((steps, batch, 1)).astype(np.float32)
        same_bits(model(xs), run(xs=tf.constant(xs)))


def test_a_list_without_elements_is_an_error(tmp_path: Path) -> None:
    run = tf.saved_model.load(MODELS / "rnn_cell").signatures["serving_default"]
    built = build(run, tmp_path, name="cell")
    model = built.Model()
    with pytest.raises(built.Error, match="empty list"):
        model(np.zeros([0, 2, 1], np.float32))
    assert model(np.zeros([1, 2, 1], np.float32))
