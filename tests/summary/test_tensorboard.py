"""TensorBoard reads what is written: its own reader of event files, in an environment of its own.

`make interop` sets that up; by hand: GRAPHWRIGHT_TENSORBOARD=/path/to/python pytest -m interop tests/summary.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import graphwright as tf

TENSORBOARD = os.environ.get("GRAPHWRIGHT_TENSORBOARD", "")

pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(not TENSORBOARD, reason="GRAPHWRIGHT_TENSORBOARD names no interpreter (make interop does)"),
]

_READ = """
import json, sys
from tensorboard.backend.event_processing.data_provider import MultiplexerDataProvider
from tensorboard.backend.event_processing.plugin_event_multiplexer import EventMultiplexer
from tensorboard.context import RequestContext
from tensorboard.util import tensor_util
runs = EventMultiplexer(size_guidance={"tensors": 0}).AddRunsFromDirectory(sys.argv[1]).Reload()
found = {}
accumulator = runs.GetAccumulator(".")
for tag in accumulator.Tags()["tensors"]:
    about = accumulator.SummaryMetadata(tag)
    values = [(e.step, repr(tensor_util.make_ndarray(e.tensor_proto).tolist())) for e in accumulator.Tensors(tag)]
    found[tag] = [about.plugin_data.plugin_name, about.data_class, values]
found["graph"] = sorted(node.op for node in accumulator.Graph().node)
provider = MultiplexerDataProvider(runs, sys.argv[1])
scalars = provider.list_scalars(RequestContext(), experiment_id="x", plugin_name="scalars")
found["scalars"] = [tag for run in scalars.values() for tag in run]
from tensorboard.plugins.graph import graphs_plugin
from tensorboard.plugins import base_plugin
plugin = graphs_plugin.GraphsPlugin(base_plugin.TBContext(data_provider=provider, multiplexer=runs, logdir=sys.argv[1]))
found["profile"] = plugin.graph_impl(RequestContext(), ".", "traced", False, experiment="x")[0].count("op:")
print(json.dumps(found))
"""


def test_tensorboard_reads_all_kinds(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)

    @tf.function
    def f(x: tf.Tensor) -> tf.Tensor:
        tf.summary.histogram("numbers", x, buckets=2)
        return x * 2.0

    with writer.as_default(step=3):
        tf.summary.scalar("loss", 0.5, description="how wrong")
        tf.summary.text("note", ["begun", "done"])
        tf.summary.image("picture", tf.ones([1, 2, 3, 3]))
        tf.summary.audio("tone", tf.zeros([1, 4, 1]), 8000)
        tf.summary.trace_on()
        f(tf.constant([1.0, 2.0, 4.0]))
        tf.summary.trace_export("traced")
        tf.summary.graph(tf.function(lambda x: x + 1.0).get_concrete_function(tf.TensorSpec([])).graph)
    writer.close()
    done = subprocess.run(
        [TENSORBOARD, "-c", _READ, str(tmp_path)], capture_output=True, text=True, env=dict(os.environ, PYTHONPATH="")
    )
    assert not done.returncode, done.stderr
    found = json.loads(done.stdout)
    assert found["scalars"] == ["loss"] and found["loss"] == ["scalars", 1, [[3, "0.5"]]]
    assert found["note"] == ["text", 2, [[3, "[b'begun', b'done']"]]]
    assert found["numbers"] == ["histograms", 2, [[3, "[[1.0, 2.5, 2.0], [2.5, 4.0, 1.0]]"]]]
    assert found["picture"][:2] == ["images", 3] and found["picture"][2][0][1].startswith("[b'3', b'2', b'\\x89PNG")
    assert found["tone"][:2] == ["audio", 3] and found["tone"][2][0][1].startswith("[b'RIFF")
    assert found["graph"] == ["AddV2", "Const", "Identity", "Placeholder"]
    assert found["profile"] > 0
