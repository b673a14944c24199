"""A process that builds the program of a workload in one library, runs it once and prints the result.

python -m bench.first_result FILE LIBRARY MODE, where FILE is that of the workload: the others are not imported.
"""

import runpy
import sys
from pathlib import Path


def main(file: str, library: str, mode: str) -> None:
    program = runpy.run_path(str(Path(__file__).parent / "workloads" / f"{file}.py"))["WORKLOAD"].program(library, mode)
    print(float(eval(program.statement, program.names)))


if __name__ == "__main__":
    main(*sys.argv[1:])
