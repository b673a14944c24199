"""What `import` costs: the whole process `python -c 'import X'`, for each library in its own environment."""

import subprocess
import time
from collections.abc import Callable

from bench.contenders import ROOT
from bench.crew import environment, interpreter
from bench.measure import Effort, Times, take_rounds

NAME, TITLE = "import", "`python -c 'import ...'`, whole process"
COLUMNS = {  # library -> the contender in whose column its time stands
    "graphwright": "graphwright traced",
    "numpy": "NumPy",
    "tensorflow": "tf.function",
    "jax": "jax.jit",
}


def measure_imports(libraries: list[str], effort: Effort) -> Times:
    blocks = {COLUMNS[library]: _import(library) for library in libraries}
    for block in blocks.values():
        block()  # writes the byte code, brings the files into memory
    return take_rounds(blocks, effort)


def _import(library: str) -> Callable[[], float]:
    def block() -> float:
        start = time.perf_counter()
        subprocess.run(
            [str(interpreter(library)), "-c", f"import {library}"],
            cwd=ROOT,
            env=environment(library),
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - start

    return block
