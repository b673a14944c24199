"""TensorBoard on logs of all kinds: the logs, its server, and what a tab of its page shows in a browser."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

import graphwright as tf

#: An interpreter that has TensorBoard, Keras and this package.
TENSORBOARD: Final = os.environ.get("GRAPHWRIGHT_TENSORBOARD", "")

#: What each tab of the page must show of `write_logs`, in its text or as pictures.
TABS: Final[Mapping[str, Sequence[str]]] = {
    "scalars": ("train/loss", "accuracy"),
    "images": ("digits", "sample: 3 of 3", "picture of 32"),
    "audio": ("tone", "tag:"),
    "graphs": ("layer_1", "layer_2", "2\u00d74"),
    "distributions": ("train/weights",),
    "histograms": ("train/weights", "14.0"),
    "text": ("note", "in 20 steps"),
    "hparams": ("num_units", "dropout", "32.000", "Number of matching session groups: 2"),
}

# hyperparameters are written by TensorBoard's own interface, which takes this package for TensorFlow
_HYPERPARAMETERS = """
import sys
import graphwright as tf
tf.install_as_tensorflow()
from tensorboard.plugins.hparams import api as hp

units, dropout = hp.HParam("num_units", hp.Discrete([16, 32])), hp.HParam("dropout", hp.RealInterval(0.1, 0.2))
with tf.summary.create_file_writer(sys.argv[1]).as_default():
    hp.hparams_config(hparams=[units, dropout], metrics=[hp.Metric("accuracy", display_name="Accuracy")])
for n, values in enumerate([{units: 16, dropout: 0.1}, {units: 32, dropout: 0.2}]):
    with tf.summary.create_file_writer(f"{sys.argv[1]}/run-{n}").as_default():
        hp.hparams(values)
        tf.summary.scalar("accuracy", 0.5 + 0.1 * n, step=1)
"""

# the text of the page, also inside of its components, and the widths of its pictures
_SHOWN = """
const found = [];
function walk(node) {
  if (node.shadowRoot) walk(node.shadowRoot);
  if (node.tagName === 'IMG' && node.complete) found.push('picture of ' + node.naturalWidth);
  for (const inner of node.childNodes) {
    if (inner.nodeType === 3) found.push(inner.textContent.trim());
    else if (inner.nodeType === 1 && !['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(inner.tagName)) walk(inner);
  }
}
walk(document.body);
return found.filter((text) => text).join('\\n');
"""


def write_logs(folder: Path) -> None:
    """Write summaries of every kind, and the graph of a network of two layers."""
    random = np.random.default_rng(0)
    writer, weights = tf.summary.create_file_writer(folder / "train"), tf.Variable(random.normal(size=(8, 4)))

    @tf.function
    def step(n: Any) -> None:
        with tf.name_scope("train"):
            tf.summary.scalar("loss", tf.reduce_sum(weights**2), step=n)
            tf.summary.histogram("weights", weights, step=n)
        weights.assign(weights * 0.9)

    @tf.function
    def network(x: Any, w1: Any, w2: Any) -> Any:
        with tf.name_scope("layer_1"):
            hidden = tf.nn.relu(x @ w1)
        with tf.name_scope("layer_2"):
            return tf.nn.softmax(hidden @ w2)

    with writer.as_default():
        for n in range(20):
            step(tf.constant(n, tf.int64))
        tf.summary.text("note", "**done** in 20 steps", step=20)
        tf.summary.image("digits", random.random((3, 32, 32, 3)).astype(np.float32), step=20)
        tf.summary.audio("tone", tf.sin(tf.range(8000.0) / 8.0)[None, :, None], 8000, step=20)
        tf.summary.trace_on()
        network(tf.ones([2, 3]), tf.ones([3, 4]), tf.ones([4, 2]))
        tf.summary.trace_export("network", step=0)
        (concrete,) = network._list_all_concrete_functions()
        tf.summary.graph(concrete.graph)
    writer.close()
    subprocess.run([TENSORBOARD, "-c", _HYPERPARAMETERS, str(folder)], check=True)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """TensorBoard on a folder of logs; gives the address of its page."""
    command = [TENSORBOARD, "-m", "tensorboard.main", "--logdir", str(folder), "--port", "0", "--load_fast=false"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert server.stderr is not None
        told = ""
        while (found := re.search(r"http://\S+", told)) is None:
            line = server.stderr.readline()
            assert line, f"TensorBoard has ended: {told}"
            told += line
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.wait()
        if server.stderr is not None:
            server.stderr.close()


def open_tab(driver: Any, address: str, tab: str, seconds: float = 90.0) -> str:
    """Open a tab; what it shows once all that it must show is there, or when the time is over."""
    driver.get("about:blank")
    driver.get(f"{address}/#{tab}")
    deadline, shown = time.monotonic() + seconds, ""
    while time.monotonic() < deadline:
        shown = driver.execute_script(_SHOWN)
        if all(text in shown for text in TABS[tab]):
            break
        time.sleep(0.5)
    return shown


__all__ = ["TABS", "TENSORBOARD", "open_tab", "served", "write_logs"]
