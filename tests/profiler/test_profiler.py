"""Profiles: the file that is written has every call, and nothing is left behind."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.functions.explain import usage

P = tf.profiler.experimental


def _events(folder: Path) -> list[dict[str, Any]]:
    (file,) = folder.glob("plugins/profile/*/*.trace.json.gz")
    content = json.loads(gzip.decompress(file.read_bytes()))
    assert content["otherData"]["peak memory in bytes"] > 1 << 20
    return [event for event in content["traceEvents"] if event["ph"] == "X"]


def test_every_call_is_there(tmp_path: Path) -> None:
    old, new = tf.function(lambda x: x + 1.0), tf.function(lambda x: x * 2.0)
    x = tf.ones([3])
    for _ in range(500):
        old(x)
    with P.Profile(tmp_path):
        for step in range(7):
            with P.Trace("step", step_num=step) as part:
                old(x)
                new(x)
                part.set_metadata(note="done")
        thread = threading.Thread(target=new, args=(x,))
        thread.start()
        thread.join()
    before = [f.explain().traces[0].calls for f in (old, new)]
    assert before == [507, 8]
    old(x), new(x)
    assert [f.explain().traces[0].calls for f in (old, new)] == [508, 9]
    events = _events(tmp_path)
    kinds = [event["cat"] for event in events]
    counts = {kind: kinds.count(kind) for kind in ("call", "part", "trace", "compile")}
    # both are compiled with timers, the new one is traced before
    assert counts == {"call": 15, "part": 7, "trace": 1, "compile": 2}
    parts = [event for event in events if event["cat"] == "part"]
    assert [event["args"] for event in parts] == [{"step_num": step, "note": "done"} for step in range(7)]
    for part in parts[1:]:
        inside = [e for e in events if e["cat"] == "call" and part["ts"] <= e["ts"] <= part["ts"] + part["dur"]]
        assert len(inside) == 2 and sum(e["dur"] for e in inside) <= part["dur"]
    for event in events:
        if event["cat"] == "region":
            assert event["name"].startswith(event["args"]["kind"])
    assert len({event["tid"] for event in events}) == 2
    assert usage._observer is None


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.UnavailableError, match="No profiler is running"):
        P.stop()
    P.start(tmp_path, options=P.ProfilerOptions(host_tracer_level=3))
    with pytest.raises(tf.errors.AlreadyExistsError, match="Another profiler"):
        P.start(tmp_path)
    P.stop(save=False)
    assert not list(tmp_path.iterdir())
    with pytest.raises(tf.errors.UnimplementedError, match="delay_ms"):
        P.start(tmp_path, {"delay_ms": 5})
