"""Records of the dataset ops that run functions, and of those that consume a whole dataset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline import functions as pipelines
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.parallel import ParallelMap
from graphwright.data.pipeline.regrouping import GroupByWindow
from graphwright.data.records import DESCRIBED, ELEMENTS, scalar, typed
from graphwright.data.structure import unrelated
from graphwright.ir.record import op
from graphwright.ir.types import Dims

_INPUT = "input_dataset: variant, other_arguments: [Targuments]"
_ARGUMENTS = "Targuments: list(type) >= 0"
_PARALLELISM = "use_inter_op_parallelism: bool = true"


def output_shapes(ctx: Any) -> list[Dims]:
    """Shape rule of ops that return elements: their unknown sizes are independent."""
    return [unrelated(s) for s in ctx.attrs["output_shapes"]]


def _transformation(name: str, pipeline: Callable[..., Pipeline], attrs: str = "", inputs: str = "") -> Any:
    """The record of an op that builds a dataset from another one, a function `f` and numbers."""

    def build(source: Pipeline, captured: Any, *numbers: Any, f: Any, **_: Any) -> Pipeline:
        return pipeline(source, CapturedFunction(f, captured), *map(int, numbers))

    declared = f"f: func; {_ARGUMENTS}; {attrs}{DESCRIBED}"
    return op(name, f"{_INPUT}{inputs} -> handle: variant", declared, shape=scalar, kernel=typed(build), stateful=False)


def _selection(name: str, pipeline: Callable[..., Pipeline]) -> Any:
    """The record of an op that selects elements of a dataset by a predicate."""

    def build(source: Pipeline, captured: Any, *, predicate: Any, **_: Any) -> Pipeline:
        return pipeline(source, CapturedFunction(predicate, captured))

    declared = f"predicate: func; {_ARGUMENTS}; {DESCRIBED}"
    return op(name, f"{_INPUT} -> handle: variant", declared, shape=scalar, kernel=typed(build), stateful=False)


MAP = _transformation(
    "MapDataset",
    pipelines.Map,
    f"{_PARALLELISM}; preserve_cardinality: bool = false; force_synchronous: bool = false; ",
)
PARALLEL_MAP = _transformation(
    "ParallelMapDatasetV2",
    ParallelMap,
    f'{_PARALLELISM}; deterministic: string = "default"; preserve_cardinality: bool = false; '
    "use_unbounded_threadpool: bool = false; ",
    ", num_parallel_calls: int64",
)
FLAT_MAP = _transformation("FlatMapDataset", pipelines.FlatMap)
INTERLEAVE = _transformation(
    "InterleaveDataset", pipelines.Interleave, inputs=", cycle_length: int64, block_length: int64"
)
FILTER = _selection("FilterDataset", pipelines.Filter)
TAKE_WHILE = _selection("TakeWhileDataset", pipelines.TakeWhile)

_STATE = "input_dataset: variant, initial_state: [Tstate], other_arguments: [Targuments]"

SCAN = op(
    "ScanDataset",
    f"{_STATE} -> handle: variant",
    f"f: func; Tstate: list(type) >= 1; {_ARGUMENTS}; preserve_cardinality: bool = false; "
    f"use_default_device: bool = true; {DESCRIBED}",
    shape=scalar,
    kernel=typed(
        lambda source, initial, captured, *, f, **_: pipelines.ScanPipeline(
            source, CapturedFunction(f, captured), initial
        )
    ),
    stateful=False,
)
GENERATOR = op(
    "GeneratorDataset",
    "init_func_other_args: [Tinit_func_args], next_func_other_args: [Tnext_func_args], "
    "finalize_func_other_args: [Tfinalize_func_args] -> handle: variant",
    "init_func: func; next_func: func; finalize_func: func; Tinit_func_args: list(type) >= 0; "
    f"Tnext_func_args: list(type) >= 0; Tfinalize_func_args: list(type) >= 0; {DESCRIBED}",
    shape=scalar,
    kernel=typed(
        lambda begin, following, end, *, init_func, next_func, finalize_func, **_: pipelines.GeneratorPipeline(
            CapturedFunction(init_func, begin),
            CapturedFunction(next_func, following),
            CapturedFunction(finalize_func, end),
        )
    ),
    no_gradient=True,
    stateful=True,
)

GROUP_BY_WINDOW = op(
    "GroupByWindowDataset",
    "input_dataset: variant, key_func_other_arguments: [Tkey_func_other_arguments], "
    "reduce_func_other_arguments: [Treduce_func_other_arguments], "
    "window_size_func_other_arguments: [Twindow_size_func_other_arguments] -> handle: variant",
    "key_func: func; reduce_func: func; window_size_func: func; Tkey_func_other_arguments: list(type) >= 0; "
    "Treduce_func_other_arguments: list(type) >= 0; Twindow_size_func_other_arguments: list(type) >= 0; "
    f"{DESCRIBED}",
    shape=scalar,
    kernel=typed(
        lambda source, key, reduce, size, *, key_func, reduce_func, window_size_func, **_: GroupByWindow(
            source,
            CapturedFunction(key_func, key),
            CapturedFunction(reduce_func, reduce),
            CapturedFunction(window_size_func, size),
        )
    ),
    stateful=False,
)

# consuming a dataset -----------------------------------------------------------------------------------------

REDUCE = op(
    "ReduceDataset",
    f"{_STATE} -> components: [output_types]",
    f'f: func; Tstate: list(type) >= 1; {_ARGUMENTS}; {ELEMENTS}; {_PARALLELISM}; metadata: string = ""',
    shape=output_shapes,
    kernel=lambda source, initial, captured, *, f, **_: pipelines.reduced(
        source, CapturedFunction(f, captured), initial
    ),
    effect="host",
)


def _single_element(source: Pipeline, **_: Any) -> Sequence[Any]:
    run = source.run(IteratorState())
    element = next(run, None)
    if element is None:
        raise errors.InvalidArgumentError("Dataset was empty.")
    if next(run, None) is not None:
        raise errors.InvalidArgumentError("Dataset had more than one element.")
    return element


SINGLE_ELEMENT = op(
    "DatasetToSingleElement", "dataset: variant -> components: [output_types]", DESCRIBED,
    shape=output_shapes, kernel=_single_element, no_gradient=True, effect="host",
)  # fmt: skip
