"""The programs of the tests of SavedModels, and Keras's examples, as libraries: they give the bits of the process."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.aot.program import argument_names
from graphwright.saved_model.single_function import concrete_function
from tests.aot.libraries import build, needs_compiler
from tests.saved_model.programs import PROGRAMS, make

pytestmark = [pytest.mark.deploy, needs_compiler, pytest.mark.timeout(600)]

_NO_CODE = "no native code"
WITHOUT_LIBRARY = {
    "a file by itself": _NO_CODE,
    "changing tables": "a constant tf.lookup.StaticHashTable",
    "signatures": _NO_CODE,
    "strings": "a library needs its shape",
    "variable shapes": "a library needs its shape",
    "vocabulary": "AsString",
}
"""Programs some function of which is no library, and what the error names."""


def _bits(value: Any) -> Any:
    array = np.asarray(value)
    return array.view(np.uint16) if array.dtype.name == "bfloat16" else array


def _same(found: dict[str, Any], expected: list[Any], what: str) -> None:
    assert len(found) == len(expected), what
    for one, other in zip(found.values(), expected, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype), what
        np.testing.assert_array_equal(one, other, what)


def _shapes(concrete: Any, given: Any) -> dict[str, Any]:
    """The shapes of what is given for arguments of an unknown rank."""
    tensors = [v for v in tf.nest.flatten(given) if tf.is_tensor(v)]
    placeholders = zip(argument_names(concrete), concrete.inputs, tensors, strict=False)
    return {name: tensor.shape for name, v, tensor in placeholders if v.shape.rank is None}


@pytest.mark.parametrize("name", PROGRAMS)
def test_saved_programs(name: str, tmp_path: Path) -> None:
    names = make(tf, name)
    refused: list[str] = []
    seen: set[Any] = set()
    for number, (function_name, arguments, keywords) in enumerate(names["calls"]):
        function = getattr(names["model"], function_name)
        if not hasattr(function, "get_concrete_function"):
            continue
        concrete = function.get_concrete_function(*arguments, **keywords)
        shapes, model = _shapes(concrete, (arguments, keywords)), None
        if (
            what := (id(concrete), str(shapes))
        ) not in seen:  # a further call may find other variables than the library
            seen.add(what)
            try:
                model = build(concrete, tmp_path / str(number), name="program", input_shapes=shapes).Model()
            except tf.errors.UnimplementedError as error:
                refused.append(str(error))
        returned = function(*arguments, **keywords)
        if model is not None:
            given = [_bits(v) for v in tf.nest.flatten((arguments, keywords)) if tf.is_tensor(v)]
            _same(model(*given), [_bits(v) for v in tf.nest.flatten(returned) if v is not None], function_name)
    assert bool(refused) <= (name in WITHOUT_LIBRARY), refused
    assert all(WITHOUT_LIBRARY[name] in text for text in refused), refused


EXAMPLES = Path(__file__).parents[2] / "examples" / "keras"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="no Keras: make deploy")
@pytest.mark.parametrize("name", ["mlp", "cnn", "lstm", "transformer"])
def test_examples_of_keras(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for other in ("data", "report"):
        monkeypatch.delitem(sys.modules, other, raising=False)
    spec = importlib.util.spec_from_file_location(f"keras_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tf.keras.utils.set_random_seed(3)
    model = module.build("abcdefgh") if name == "lstm" else module.build()
    rng = np.random.default_rng(1)
    shape = [size or 5 for size in model.inputs[0].shape]
    whole = model.inputs[0].dtype.startswith("int")
    x = rng.integers(0, 8, shape).astype(np.int32) if whole else rng.random(shape, np.float32)
    concrete = concrete_function(model, None)
    library = build(concrete, tmp_path, name="model").Model()
    for rows in (x, x[:1]):
        _same(library(rows), [_bits(v) for v in tf.nest.flatten(concrete(tf.constant(rows)))], name)
