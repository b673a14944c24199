"""python -m bench.special_forms [FORM ...]: what each special form of the native compiler gains, on the row it serves.

A special form exists for speed alone: without it, a program gives the same results by a more general way. Each is
measured against the same sources without it (`GRAPHWRIGHT_WITHOUT=FORM`), round by round. One that gains less than 5 %
on its row has no place in the compiler. The gains go to `bench/results/special_forms.json` and to the table in
`docs/performance.md`.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from math import sqrt

from bench import machine, processes
from bench.contenders import CONTENDERS, EARLIER, ENVIRONMENT, ROOT
from bench.crew import Crew
from bench.measure import Effort, Summary, measure
from bench.workloads import WORKLOADS

LEAST_GAIN = 1.05
RESULTS = ROOT / "bench" / "results" / "special_forms.json"
PAGE = ROOT / "docs" / "performance.md"
_BEGIN, _END = "<!-- special forms: python -m bench.special_forms -->\n", "<!-- end of special forms -->"
_LIBRARY = "graphwright"
_PAIRS = 3  # of pairs of processes
_EFFORT = Effort(block_seconds=0.02, rounds=7, fewest_rounds=3, seconds=8)


@dataclass(frozen=True)
class Form:
    """A special form: the module that has it, the row of the benchmark that it serves, and what it is."""

    module: str
    row: str
    what: str
    mode: str


_TABLE = """
row_fusion | fusion.row_fusion | traced layer_norm | reductions and elementwise steps of a row in one loop
epilogue_fusion | fusion.epilogue_fusion | traced bottleneck | bias and activation at the end of a product
accumulate_fusion | fusion.accumulate_fusion | traced rnn_gradient | products added to a sum in place
axpy_fusion | fusion.axpy_fusion | traced mlp | `w - rate * product` at the end of the product
relu_pool_fusion | fusion.relu_pool_fusion | traced cnn | the gradients of a max pool and of the ReLU before it
small_pools | kernels.convolution.small_pools | traced cnn | pools with small windows, written for their sizes
pad_fusion | fusion.pad_fusion | traced inverted_bottleneck | zeros around images seen as a convolution's padding
depthwise_tiles | kernels.convolution.depthwise_tiles | traced inverted_bottleneck | depthwise convolution by tiles
tail_columns | kernels.convolution.tail_columns | traced conv2d | the last few channels of a convolution
indirect_convolution | kernels.convolution.indirect | traced bottleneck_one | by a table of pixels, filters in panels
direct_convolution | kernels.convolution.direct | traced conv2d | convolution without copies of the windows
packed_weights | fusion.packed_weights | traced recurrent_inference | weights packed once per update
small_matmul | kernels.gemm.small | traced attention | constant sizes, few columns or a short inner dimension
tiled_rows | schedule.tile | traced tanh_chain | a loop for each expensive function over a tile in the cache
inplace_assign | fusion.variable_updates | traced adam_update | variables updated in their own memory
parallel_reduce | lower.nests.parallel_reduce | traced layer_norm_gradient | reductions whose reduced axes threads share
loop_batching | fusion.loop_batching | traced lstm_gradient | products of several iterations added as one
prefetched_products | fusion.prefetch_products | traced recurrent_row | products of several iterations computed as one
loop_invariants | fusion.hoist | traced rnn_mixed | variables read, values converted before a loop
list_buffer | lower.steps.list_buffer | traced growing_list | lists of tensors in the program's own memory
list_in_place | lower.steps.lists | traced conditional_list | elements of list objects read and changed without Python
nest_dedup | fusion.duplicates | traced callable_mixed | equal fused steps written once
outline | lower.outline | traced callable_mixed | equal loop nests become one function
opt_level | lower.opt_level | traced callable_mixed | bodies that only call are compiled without optimisation
module_partition | jit.module_partition | traced callable_mixed | a module cut in two for two processors
eager_jit | core.eager_jit | eager conv2d | large eager convolutions compiled
"""
FORMS: dict[str, Form] = {}
for _line in _TABLE.strip().splitlines():
    _name, _module, _row, _what = _line.split(" | ")
    _package = "graphwright" if _module.startswith("core.") else "graphwright.runtime.native"
    FORMS[_name] = Form(f"{_package}.{_module}", _row.split()[1], _what, _row.split()[0])


def gain(name: str) -> Summary:
    """How many times faster the form's row is with it.

    Processes differ from each other more than rounds do, by where their memory and threads lie, and the one that is
    started first from the other. So there are several pairs, and in every other one the roles are exchanged.
    """
    found = []
    for _ in range(_PAIRS):
        ratios = [_ratios(FORMS[name], name, first_without) for first_without in (False, True)]
        found += [sqrt(a / b) for a, b in zip(*ratios, strict=False)]
    return Summary.of(found)


def _ratios(form: Form, name: str, first_without: bool) -> list[float]:
    """The second process's times in those of the first; one of them does without the form."""
    libraries = [_LIBRARY, EARLIER]
    for library, without in zip(libraries, (first_without, not first_without), strict=True):
        # environments of one length: the stack's alignment follows from it
        ENVIRONMENT[library] |= {"GRAPHWRIGHT_WITHOUT": name if without else "-" * len(name)}
    if form.row in processes.ROWS:
        times = processes.measure_processes(form.row, libraries, _EFFORT)
        first, second = (processes.COLUMNS[library] for library in libraries)
    else:
        contenders = [c for c in CONTENDERS if c.library in libraries and c.mode == form.mode]
        with Crew(libraries) as crew:
            times = measure(WORKLOADS[form.row], contenders, crew, _EFFORT)
        first, second = (f"{library} {form.mode}" for library in libraries)
    return [b / a for a, b in zip(times[first], times[second], strict=True)]


def table(gains: dict[str, list[float]]) -> str:
    """The forms with their rows and gains, as Markdown."""
    lines = ["| form | module | row of the benchmark | gain (quartiles) |", "|---|---|---|---|"]
    for name, form in FORMS.items():
        low, median, high = gains[name]
        row = f"`{form.row}`" + ", eager" * (form.mode == "eager")
        module = form.module.removeprefix("graphwright.").removeprefix("runtime.native.").replace(".", "/") + ".py"
        lines.append(f"| {form.what} | `{module}` | {row} | {median:.2f} ({low:.2f} to {high:.2f}) |")
    return "\n".join(lines) + "\n"


def write_page(gains: dict[str, list[float]]) -> None:
    """Put the table in its place in the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(_BEGIN)
    PAGE.write_text(before + _BEGIN + table(gains) + rest[rest.index(_END) :], encoding="utf-8")


def recorded() -> dict[str, list[float]]:
    """The gains of the last run of all forms: low quartile, median, high quartile."""
    gains: dict[str, list[float]] = json.loads(RESULTS.read_text(encoding="utf-8"))["gains"]
    return gains


def record(gains: dict[str, list[float]]) -> None:
    """Store what has been measured beside what was before, and write the page once every form has a gain."""
    known = (recorded() if RESULTS.exists() else {}) | gains
    document = {"machine": machine.describe(), "gains": {name: known[name] for name in FORMS if name in known}}
    RESULTS.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if known.keys() >= FORMS.keys():
        write_page(known)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.special_forms", description=__doc__)
    parser.add_argument("forms", nargs="*", metavar="FORM", choices=[*FORMS, []], help=f"some of: {', '.join(FORMS)}")
    names = parser.parse_args().forms or list(FORMS)
    gains = {}
    for name in names:
        found = gain(name)
        gains[name] = [round(found.low, 3), round(found.median, 3), round(found.high, 3)]
        print(f"{name:20} {FORMS[name].row:20} {found.median:.2f} ({found.low:.2f} to {found.high:.2f})", flush=True)
    record(gains)
    if min(median for _, median, _ in gains.values()) < LEAST_GAIN:
        sys.exit(f"some gain less than {LEAST_GAIN - 1:.0%}")


if __name__ == "__main__":
    main()
