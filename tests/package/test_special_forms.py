"""Special forms name the row of the benchmark that they serve and what they gain there; without them results agree."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench import special_forms
from bench.processes import ROWS
from bench.special_forms import FORMS, LEAST_GAIN
from bench.workloads import WORKLOADS

_ROOT = Path(__file__).parents[2]
_USED = re.compile(r'\buses\("(\w+)"\)')
_PATTERNS = {f"{name}_fusion" for name in ("row", "pad", "epilogue", "accumulate", "axpy", "relu_pool")}


def test_every_switch_is_in_the_table() -> None:
    sources = (_ROOT / "src" / "graphwright").rglob("*.py")
    switched = {name for file in sources for name in _USED.findall(file.read_text(encoding="utf-8"))}
    assert switched | _PATTERNS == set(FORMS)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_serves_a_row(name: str) -> None:
    form = FORMS[name]
    assert form.row in WORKLOADS or form.row in ROWS
    module = importlib.import_module(form.module)
    assert inspect.getdoc(module)


def test_each_gains_what_it_has_to() -> None:
    gains = special_forms.recorded()
    assert list(gains) == list(FORMS)
    assert {name: median for name, (_, median, _) in gains.items() if median < LEAST_GAIN} == {}


def test_the_page_has_the_recorded_gains() -> None:
    assert special_forms.table(special_forms.recorded()) in special_forms.PAGE.read_text(encoding="utf-8")


_PROGRAM = """
import numpy as np
import graphwright as tf

rng = np.random.default_rng(0)
x = tf.constant(rng.standard_normal((40, 24, 24, 3)).astype(np.float32))
filters = tf.Variable(rng.standard_normal((3, 3, 3, 18)).astype(np.float32) / 5)
w = tf.Variable(rng.standard_normal((18, 70)).astype(np.float32) / 4)

@tf.function(autograph=True)
def step(x):
    with tf.GradientTape() as tape:
        hidden = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, filters, 1, "SAME")), 2, 2, "VALID")
        rows = tf.reshape(hidden, [40, -1, 18])
        state = tf.zeros([40, 70])
        items = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[40, 70])
        for t in tf.range(6):
            state = tf.tanh(rows[:, t] @ w + state)
            items = items.write(t, tf.nn.softmax(state))
        loss = tf.reduce_sum(items.stack() ** 2) + tf.reduce_mean(tf.exp(tf.tanh(hidden)))
    for variable, gradient in zip([filters, w], tape.gradient(loss, [filters, w])):
        variable.assign_sub(0.05 * gradient)
    return loss

print(*[float(step(x)) for _ in range(3)], float(tf.reduce_sum(w * w)))
"""


def _results(without: str, folder: Path) -> list[float]:
    environment = os.environ | {"GRAPHWRIGHT_WITHOUT": without, "GRAPHWRIGHT_CACHE": "0"}
    file = folder / "program.py"  # AutoGraph reads its source
    file.write_text(_PROGRAM, encoding="utf-8")
    ran = subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return [float(number) for number in ran.stdout.split()]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    return _results("", tmp_path_factory.mktemp("usual"))


@pytest.mark.thorough
@pytest.mark.parametrize("without", [*FORMS, ",".join(FORMS)])
def test_a_program_gives_the_same_without_a_form(without: str, usual: list[float], tmp_path: Path) -> None:
    np.testing.assert_allclose(_results(without, tmp_path), usual, rtol=1e-4)
