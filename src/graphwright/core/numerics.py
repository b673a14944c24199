"""The search for infinities and NaNs: which op makes the first one, of what, and on which line of the user's."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import from_numpy
from graphwright.base.shape import TensorShape
from graphwright.core import context
from graphwright.core.context import add_slow_path_reason, state
from graphwright.core.tensor import EagerTensor, eager
from graphwright.core.tensor_format import tensor_str
from graphwright.ir.graph import Operation
from graphwright.ir.location import Location, user_location
from graphwright.ir.record import OpRecord, registered

_PASS_ON: Final = {
    "BatchToSpaceND", "BroadcastTo", "CheckNumerics", "ClipByValue", "Concat", "ConcatV2", "Const", "DynamicStitch",
    "EnsureShape", "ExpandDims", "Fill", "Gather", "GatherNd", "GatherV2", "Identity", "IdentityN",
    "MatrixDiagPartV3", "MatrixDiagV3", "Max", "Maximum", "Min", "Minimum", "MirrorPad", "OneHot", "Pack", "Pad",
    "PadV2", "ParallelDynamicStitch", "Placeholder", "PreventGradient", "Reshape", "ResourceGather",
    "ReverseSequence", "ReverseV2", "Roll", "ScatterNd", "Select", "SelectV2", "Slice", "SpaceToBatchND", "Split",
    "SplitV", "Squeeze", "StopGradient", "StridedSlice", "StridedSliceGrad", "TensorListConcatV2",
    "TensorListElementShape", "TensorListGather", "TensorListGetItem", "TensorListPopBack", "TensorListStack",
    "TensorScatterUpdate", "Tile", "TopKV2", "Transpose", "Unique", "Unpack", "VariableShape", "ZerosLike",
}  # fmt: skip
"""Ops whose results are numbers they were given: they make no infinity and no NaN."""


@dataclass(frozen=True)
class Check:
    """How a thread searches: the limits of the lines that an error shows, and what ends it with the thread."""

    stack_height_limit: int
    path_length_limit: int
    end: weakref.finalize[Any, Any]


def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """Let this thread fail at the first op that makes an infinity or a NaN, eagerly and in functions.

    Functions are searched whether they were traced before or after; they run op by op meanwhile, which takes longer.
    Ops that only move or choose numbers (reshaping, gathering, `tf.where`, ...) are not blamed for what they were
    given. Calling it again changes the limits only.

    Args:
      stack_height_limit: how many lines of the user's code to show for an op of a function; 0 shows none.
      path_length_limit: paths of files longer than this are shown from their end only.

    Raises:
      InvalidArgumentError: not here, but from the op: with its name, the output, its dtype and shape, how many of its
        elements are -Inf, +Inf and NaN, the op's inputs, and the line of code.

    >>> tf.debugging.enable_check_numerics()
    >>> tf.math.log(tf.constant([0.0, 1.0, -1.0]))
    Traceback (most recent call last):
    graphwright.base.errors.InvalidArgumentError:...
    !!! Detected Infinity or NaN in output 0 of eagerly-executing op "Log" (# of outputs: 1) !!!
      dtype: <dtype: 'float32'>
      shape: (3,)
      # of -Inf elements: 1
      # of +NaN elements: 1
    ...
    >>> tf.debugging.disable_check_numerics()
    """
    limits = int(stack_height_limit), int(path_length_limit)
    if state.numerics is not None:
        state.numerics = Check(*limits, state.numerics.end)
        return
    _count(1)
    end = weakref.finalize(threading.current_thread(), _count, -1)
    end.atexit = False
    state.numerics = Check(*limits, end)


def disable_check_numerics() -> None:
    """End what `tf.debugging.enable_check_numerics` began in this thread.

    >>> tf.debugging.enable_check_numerics()
    >>> tf.debugging.disable_check_numerics()
    >>> float(tf.math.log(tf.constant(0.0)))
    -inf
    """
    if state.numerics is not None:
        state.numerics.end()
        state.numerics = None


_counting = threading.RLock()  # reentrant: a collection may end a thread while another is counted


def _count(threads: int) -> None:
    """Compiled entries are passed by, and what eager ops keep prepared is made again, as long as a thread searches."""
    # of all threads, for the end of one is counted by whichever drops the last reference to it
    add_slow_path_reason(threads, of_all=True)
    with _counting:
        context.searching_threads += threads
    for record in list(registered()):
        record.eager_cache.clear()


def checked(record: OpRecord, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of an eager op, searching its results in threads that ask for it."""
    if passes_on(record):
        return kernel

    def run_checked(*arrays: Any) -> Any:
        result = kernel(*arrays)
        if state.numerics is not None:
            flat = [a for part in arrays for a in (part if isinstance(part, list) else (part,))]
            search(result if isinstance(result, (list, tuple)) else (result,), record.name, flat, None)
        return result

    return run_checked


def passes_on(record: OpRecord) -> bool:
    """Whether the op makes no numbers of its own; what graphs it runs make is found in them."""
    return record.name in _PASS_ON or record.calls_functions


def search(results: Sequence[Any], name: str, inputs: Sequence[Any], op: Operation | None) -> None:
    """Raise InvalidArgumentError where a floating result is not finite; `op` is the operation of a graph, if any."""
    for i, result in enumerate(results):
        if isinstance(result, (np.ndarray, np.generic)) and _is_floating(result) and not np.isfinite(result).all():
            raise errors.InvalidArgumentError(_report(np.asarray(result), i, len(results), name, inputs, op))


def _is_floating(array: Any) -> bool:
    kind = array.dtype.kind
    # bfloat16 and related types have the kind that NumPy gives foreign types
    return kind == "f" or (kind == "V" and from_numpy(array.dtype).is_floating)


def _report(
    result: np.ndarray[Any, Any], index: int, count: int, name: str, inputs: Sequence[Any], op: Operation | None
) -> str:
    kinds = [
        ("-Inf", int((result == -np.inf).sum())),
        ("+Inf", int((result == np.inf).sum())),
        ("+NaN", int(np.isnan(result).sum())),
    ]
    where = "eagerly-executing op" if op is None else "graph op"
    lines = [
        f'\n\n!!! Detected Infinity or NaN in output {index} of {where} "{name}" (# of outputs: {count}) !!!',
        f"  dtype: <dtype: '{from_numpy(result.dtype).name}'>",
        f"  shape: {TensorShape(result.shape)}",
        *[f"  # of {kind} elements: {number}" for kind, number in kinds if number],
        "",
        *_described_inputs(inputs, op),
    ]
    if op is not None:
        lines.append(f'  Graph name: "{(op.origin or op).graph.name}"')
    lines += _described_place(user_location() if op is None else (op.origin or op).location)
    found = [kind.removeprefix("+") if kind == "+NaN" else kind for kind, number in kinds if number]
    listed = found[0] if len(found) == 1 else ", ".join(found[:-1]) + f" and {found[-1]}"
    return "\n".join([*lines, f" : Tensor had {listed} values"])


def _described_inputs(inputs: Sequence[Any], op: Operation | None) -> list[str]:
    if not inputs:
        return []
    names = [f"{v.name} = " for v in op.inputs] if op is not None else [""] * len(inputs)
    shown = [n + _text(a).replace("\n", "\n    ") for n, a in zip(names, inputs, strict=True)]
    if len(shown) == 1:
        return [f"  Input tensor: {shown[0]}", ""]
    return [f"  Input tensors ({len(shown)}):", *[f"         {i}: {s}" for i, s in enumerate(shown)], ""]


def _text(array: Any) -> str:
    if not isinstance(array, (np.ndarray, np.generic)):
        return f"<{getattr(array, 'name', type(array).__name__)}>"
    tensor: EagerTensor = eager(np.asarray(array))
    return tensor_str(tensor)


def _described_place(location: Location | None) -> list[str]:
    limits = state.numerics
    if location is None or limits is None or limits.stack_height_limit < 1:
        return []
    path, text = location.filename, str(location)
    if len(path) > limits.path_length_limit:
        text = text.replace(path, "..." + path[-limits.path_length_limit :], 1)
    return ["  The op was made here:", "    " + text.replace("\n", "\n  "), ""]


__all__ = ["Check", "checked", "disable_check_numerics", "enable_check_numerics", "passes_on", "search"]
