"""Ops of loaded graphs and hostile files, under an audit hook: what they reach beyond their own folder is printed.

    python -m tests.saved_model.audit FOLDER [--samples N]

runs in a process of its own (a hook stays), with N samples of each op, all by default.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.config import options
from graphwright.base.dtypes import resource, string, variant
from graphwright.base.shape import TensorShape
from graphwright.core.dispatch import apply_any
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.graphdef.foreign_ops import ForeignOps
from graphwright.ir.reach import Reach
from graphwright.ir.record import OpRecord, registered
from graphwright.ops.op_index import FAMILIES
from tests.samples import samples_of
from tests.saved_model.hostile import HOSTILE_FILES, HOSTILE_PROGRAMS, UNSEEN, Bait
from tests.support.audit import Audit
from tests.support.op_samples import flatten, results, tensors

for _module in FAMILIES:
    importlib.import_module(f"graphwright.{_module}")

RECORDS = sorted((r for r in registered() if r.family.startswith("graphwright.")), key=lambda r: r.name)
_PATIENCE = 1.0  # seconds, with ops that may wait for others
Case = tuple[list[Any], dict[str, Any]]


# samples, from a SavedModel -------------------------------------------------------------------------------------


def run_samples(audit: Audit, bait: Bait, count: int | None) -> None:
    """The samples of all ops: from a SavedModel, or where inputs are handles by the records of a loaded graph."""
    model, ops, names = tf.Module(), ForeignOps(folder=bait.model), []
    for record in RECORDS:
        for number, sample in enumerate(samples_of(record)[:count]):
            inputs = tensors(sample.inputs)
            name = f"f{number}_{record.name.replace('>', '_')}"
            if any(t.dtype in (resource, variant) for t in flatten(inputs)):
                _attempt(audit, f"sample {number} of {record.name}", ops.record(record.name, ""), inputs, sample.attrs)
            else:
                setattr(model, name, tf.function(_applied(record, inputs, sample.attrs), input_signature=[]))
                names.append(name)
    tf.saved_model.save(model, bait.model)
    loaded = tf.saved_model.load(bait.model)
    for name in names:
        with audit.armed(name):
            _quietly(getattr(loaded, name))


def _applied(record: OpRecord, inputs: Any, attrs: Any) -> Callable[[], Any]:
    def run() -> Any:
        outputs = results(apply_any(record, inputs, attrs))
        return {str(i): one for i, one in enumerate(outputs)} or tf.constant(0)

    return run


def _quietly(call: Callable[[], Any], patience: float = 30.0) -> str:
    """The error that a call raises; what it reaches is what matters. What waits for something is interrupted."""
    signal.setitimer(signal.ITIMER_REAL, patience)
    try:
        call()
    except Exception as error:
        return str(error) or type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return ""


def _refused(call: Callable[[], Any]) -> bool:
    """Whether a call raises an error, without waiting for anything."""
    return _quietly(call, 10.0) not in ("", _Waiting.__name__)


class _Waiting(Exception):
    """An op waits for another one, perhaps for ever."""


def _interrupt(*_: Any) -> None:
    raise _Waiting


def _attempt(audit: Audit, label: str, record: OpRecord, inputs: Any, attrs: Any) -> str:
    """Run an op and read some elements if it makes a dataset; returns the error."""

    def run() -> None:
        for output in results(apply_any(record, inputs, attrs)):
            if isinstance(output._array, Pipeline):
                for _ in itertools.islice(output._array.run(IteratorState()), 3):
                    pass

    with audit.armed(label):
        return _quietly(run, _PATIENCE)


# every text that an op takes ------------------------------------------------------------------------------------


def run_texts(audit: Audit, bait: Bait) -> dict[str, list[str]]:
    """Ops with paths and addresses for each text that they take, by the records of a loaded graph.

    Returns the ops that declare what they reach and were not refused, and those whose kernels did not run.
    """
    ops, open_, unseen = ForeignOps(folder=bait.model), [], []
    for record in RECORDS:
        places = _places(record)
        if not places:
            continue
        found, reached = ops.record(record.name, ""), [False]
        watched = replace(found, kernel=_watched(found.kernel, reached), native=None, eager_cache={})
        messages = []
        for case in _cases(record, bait):
            for place, text in itertools.product(places, bait.texts):
                if _Waiting.__name__ not in messages:
                    inputs, attrs = _with(record, case, place, text)
                    messages.append(_attempt(audit, f"{record.name} with {place} {text}", watched, inputs, attrs))
        declared = [r for r in record.reaches.values() if isinstance(r, Reach) and r is not Reach.SHARES]
        if declared and not any("of a loaded graph" in m for m in messages):
            open_.append(f"{record.name}: {sorted(set(messages))[:3]}")
        if not reached[0]:
            unseen.append(f"{record.name}: {sorted(set(messages))[:2]}")
    return {"open": open_, "unseen": unseen}


def _watched(kernel: Any, reached: list[bool]) -> Any:
    def run(*inputs: Any, **attrs: Any) -> Any:
        reached[0] = True
        return kernel(*inputs, **attrs)

    return run


def _places(record: OpRecord) -> list[str]:
    attrs = [a.name for a in record.attrs.values() if a.kind in ("string", "list(string)") and not a.allowed]
    return [*attrs, *(a.name for a in record.inputs if a.dtype is string)]


def _with(record: OpRecord, case: Case, place: str, text: str) -> Case:
    inputs, attrs = list(case[0]), dict(case[1])
    for at, arg in enumerate(record.inputs):
        if arg.name == place:
            old = inputs[at]
            inputs[at] = [_like(o, text) for o in old] if isinstance(old, list) else _like(old, text)
            return inputs, attrs
    attrs[place] = [text] if record.attrs[place].kind.startswith("list") else text
    return inputs, attrs


def _like(old: Any, text: str) -> Any:
    array = np.empty(np.shape(old._array), object)
    array.fill(text.encode())
    return tf.constant(array)


def _cases(record: OpRecord, bait: Bait) -> Iterator[Case]:
    """Inputs and attributes for an op: of its first sample, or such as its declaration asks for."""
    for sample in samples_of(record)[:1]:
        yield tensors(sample.inputs), dict(sample.attrs)
        return
    attrs = {a.name: _attribute(a, bait) for a in record.attrs.values() if a.required and a.kind != "type"}
    attrs = {n: v for n, v in attrs.items() if n not in record.inferred_attrs}
    handles = bait.handles if any(a.dtype is resource for a in record.inputs) else [None]
    for handle, dtype in itertools.product(handles, (tf.string, tf.int64, tf.uint8)):
        types = {a.name: dtype for a in record.attrs.values() if a.kind == "type" and a.required}
        yield (
            [_input(arg, handle, dtype, bait) for arg in record.inputs],
            {**attrs, **{n: t for n, t in types.items() if n not in record.inferred_attrs}},
        )


def _attribute(attr: Any, bait: Bait) -> Any:
    kind = attr.kind.removeprefix("list(").removesuffix(")")
    one: Any = {
        "int": max(1, attr.minimum or 1), "float": 1.0, "bool": False, "shape": TensorShape([]), "type": tf.string,
        "string": attr.allowed[0] if attr.allowed else "x", "func": bait.identity,
    }.get(kind)  # fmt: skip
    return [one] if attr.kind.startswith("list") else one


def _input(arg: Any, handle: Any, dtype: Any, bait: Bait) -> Any:
    wanted = arg.dtype or dtype
    if wanted is resource:
        one = handle
    elif wanted is variant:
        one = bait.dataset
    else:
        one = tf.constant("x" if wanted is string else False if wanted is tf.bool else 1, wanted)
    return [one] if arg.is_list else one


# programs and files ---------------------------------------------------------------------------------------------


def run_programs(audit: Audit, bait: Bait) -> list[str]:
    """Hostile programs, from a SavedModel and from GraphDefs; returns those that nothing refused."""
    model, graphs = tf.Module(), {}
    for name, program in HOSTILE_PROGRAMS.items():
        function = tf.function(program, input_signature=[tf.TensorSpec([], tf.string, name="path")], autograph=False)
        setattr(model, name, function)
        graphs[name] = function.get_concrete_function().graph.as_graph_def().SerializeToString()
    tf.saved_model.save(model, bait.model)
    _run_allowed(audit, bait)
    loaded, passed = tf.saved_model.load(bait.model), []
    for name, graph in graphs.items():
        imported = tf.compat.v1.wrap_function(lambda graph=graph: tf.graph_util.import_graph_def(graph, name=""), [])
        last = [op for op in imported.graph.get_operations() if op.outputs][-1]
        pruned = imported.prune("path:0", last.outputs[0].name)
        for text in bait.texts:
            for way, call in (("SavedModel", getattr(loaded, name)), ("GraphDef", pruned)):
                with audit.armed(f"{name} from a {way} with {text}"):
                    if not _refused(lambda call=call, text=text: call(tf.constant(text))):
                        passed.append(f"{name} from a {way} with {text}")
    return passed


def _run_allowed(audit: Audit, bait: Bait) -> None:
    """The same where every op is allowed: the hook must see all of them."""
    allowed = [r.name for r in RECORDS if any(isinstance(reach, Reach) for reach in r.reaches.values())]
    loaded = tf.saved_model.load(bait.model, options=tf.saved_model.LoadOptions(allowed_ops=allowed))
    for name in HOSTILE_PROGRAMS:
        for text in bait.texts[:2] if name not in UNSEEN else ():
            with audit.armed(f"allowed {name}"):
                _quietly(lambda name=name, text=text: getattr(loaded, name)(tf.constant(text)))


def run_files(audit: Audit, bait: Bait) -> list[str]:
    """Hostile files; returns those that nothing refused."""
    passed = []
    for name, make in HOSTILE_FILES.items():
        load = make(bait)
        with audit.armed(name):
            if not _refused(load):
                passed.append(name)
    return passed


def main() -> None:
    """Run all parts and print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--samples", type=int)
    given = parser.parse_args()
    sys.dont_write_bytecode = True  # of what is imported while the hook watches
    bait = Bait(given.folder)
    signal.signal(signal.SIGALRM, _interrupt)
    tf.function(lambda x: x + 1)(tf.zeros([3]))  # loads the compiler
    audit = Audit([bait.model, options.cache_dir] if options.cache_dir else [bait.model])
    found: dict[str, Any] = run_texts(audit, bait)
    found["programs"] = run_programs(audit, bait)
    found["files"] = run_files(audit, bait)
    run_samples(audit, bait, given.samples)
    found["allowed"] = [label for label in audit.found if label.startswith("allowed ")]
    found["reached"] = {label: what for label, what in audit.found.items() if label not in found["allowed"]}
    found["left"], found["visited"] = bait.left(), bait.visited()
    print(json.dumps(found))


if __name__ == "__main__":
    os.environ.setdefault("GRAPHWRIGHT_EXECUTOR", "numpy")
    main()
