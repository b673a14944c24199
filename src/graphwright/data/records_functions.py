"""Records of the dataset ops that run functions, and of those that run a dataset to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from graphwright.data import plan_functions as plans
from graphwright.data.background import ParallelMapped
from graphwright.data.cursor import Cursor
from graphwright.data.plan_functions import Body
from graphwright.data.plans import Plan
from graphwright.data.records import ELEMENTS, NOTED, scalar, typed
from graphwright.data.structure import unrelated
from graphwright.ir.record import op
from graphwright.ir.types import Dims

_INPUT = "input_dataset: variant, other_arguments: [Targuments]"
_ARGUMENTS = "Targuments: list(type) >= 0"
_PARALLELISM = "use_inter_op_parallelism: bool = true"


def output_shapes(ctx: Any) -> list[Dims]:
    """Shape rule of ops that give elements: what is not known of one need not be what it is of another."""
    return [unrelated(s) for s in ctx.attrs["output_shapes"]]


MAP = op(
    "MapDataset",
    f"{_INPUT} -> handle: variant",
    f"f: func; {_ARGUMENTS}; {_PARALLELISM}; preserve_cardinality: bool = false; force_synchronous: bool = false; "
    f"{NOTED}",
    shape=scalar,
    kernel=typed(lambda source, others, *, f, **_: plans.Mapped(source, Body(f, others))),
    stateful=False,
)
PARALLEL_MAP = op(
    "ParallelMapDatasetV2",
    f"{_INPUT}, num_parallel_calls: int64 -> handle: variant",
    f'f: func; {_ARGUMENTS}; {_PARALLELISM}; deterministic: string = "default"; preserve_cardinality: bool = false; '
    f"use_unbounded_threadpool: bool = false; {NOTED}",
    shape=scalar,
    kernel=typed(lambda source, others, calls, *, f, **_: ParallelMapped(source, Body(f, others), int(calls))),
    stateful=False,
)
FLAT_MAP = op(
    "FlatMapDataset", f"{_INPUT} -> handle: variant", f"f: func; {_ARGUMENTS}; {NOTED}",
    shape=scalar, stateful=False,
    kernel=typed(lambda source, others, *, f, **_: plans.FlatMapped(source, Body(f, others))),
)  # fmt: skip
INTERLEAVE = op(
    "InterleaveDataset",
    f"{_INPUT}, cycle_length: int64, block_length: int64 -> handle: variant",
    f"f: func; {_ARGUMENTS}; {NOTED}",
    shape=scalar,
    kernel=typed(
        lambda source, others, cycle, block, *, f, **_: plans.Interleaved(
            source, Body(f, others), int(cycle), int(block)
        )
    ),
    stateful=False,
)
FILTER = op(
    "FilterDataset", f"{_INPUT} -> handle: variant", f"predicate: func; {_ARGUMENTS}; {NOTED}",
    shape=scalar, stateful=False,
    kernel=typed(lambda source, others, *, predicate, **_: plans.Filtered(source, Body(predicate, others))),
)  # fmt: skip
TAKE_WHILE = op(
    "TakeWhileDataset", f"{_INPUT} -> handle: variant", f"predicate: func; {_ARGUMENTS}; {NOTED}",
    shape=scalar, stateful=False,
    kernel=typed(lambda source, others, *, predicate, **_: plans.TakenWhile(source, Body(predicate, others))),
)  # fmt: skip
_STATE = "input_dataset: variant, initial_state: [Tstate], other_arguments: [Targuments]"

SCAN = op(
    "ScanDataset",
    f"{_STATE} -> handle: variant",
    f"f: func; Tstate: list(type) >= 1; {_ARGUMENTS}; preserve_cardinality: bool = false; "
    f"use_default_device: bool = true; {NOTED}",
    shape=scalar,
    kernel=typed(lambda source, held, others, *, f, **_: plans.Scanned(source, Body(f, others), held)),
    stateful=False,
)
GENERATOR = op(
    "GeneratorDataset",
    "init_func_other_args: [Tinit_func_args], next_func_other_args: [Tnext_func_args], "
    "finalize_func_other_args: [Tfinalize_func_args] -> handle: variant",
    "init_func: func; next_func: func; finalize_func: func; Tinit_func_args: list(type) >= 0; "
    f"Tnext_func_args: list(type) >= 0; Tfinalize_func_args: list(type) >= 0; {NOTED}",
    shape=scalar,
    kernel=typed(
        lambda begin, following, end, *, init_func, next_func, finalize_func, **_: plans.Generated(
            Body(init_func, begin), Body(next_func, following), Body(finalize_func, end)
        )
    ),
    no_gradient=True,
    stateful=True,
)

# running to the end -----------------------------------------------------------------------------------------

REDUCE = op(
    "ReduceDataset",
    f"{_STATE} -> components: [output_types]",
    f'f: func; Tstate: list(type) >= 1; {_ARGUMENTS}; {ELEMENTS}; {_PARALLELISM}; metadata: string = ""',
    shape=output_shapes,
    kernel=lambda source, held, others, *, f, **_: plans.reduced(source, Body(f, others), held),
    effect="host",
)


def _single_element(source: Plan, **_: Any) -> Sequence[Any]:
    run = source.run(Cursor())
    element = next(run, None)
    if element is None:
        raise errors.InvalidArgumentError("Dataset was empty.")
    if next(run, None) is not None:
        raise errors.InvalidArgumentError("Dataset had more than one element.")
    return element


SINGLE_ELEMENT = op(
    "DatasetToSingleElement", "dataset: variant -> components: [output_types]", NOTED,
    shape=output_shapes, kernel=_single_element, no_gradient=True, effect="host",
)  # fmt: skip
