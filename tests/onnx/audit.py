"""ONNX models under an audit hook: `python -m tests.onnx.audit FOLDER EVERY` runs one in EVERY of ONNX's own tests.

What they reach beyond their folder is printed. It runs in a process of its own, since a hook stays.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import warnings
from typing import Any

import onnx

import graphwright as tf
from tests.onnx import node_tests
from tests.onnx.test_load import with_external
from tests.support.audit import Audit

HOSTILE = ("../secret", "secret", "link", "link/secret", "pipe", "/etc/hostname", "./../secret", "//etc/hostname")
"""Where external data is said to be; `link` leads out of the folder, `pipe` is one."""


def main(folder: str, every: int) -> None:
    """Run hostile models and a part of ONNX's own."""
    model = os.path.join(folder, "model")
    os.makedirs(os.path.join(folder, "outside"))
    os.makedirs(model)
    for path in (os.path.join(folder, "secret"), os.path.join(folder, "outside", "secret")):
        with open(path, "wb") as file:
            file.write(bytes(24))
    os.symlink(os.path.join(folder, "outside"), os.path.join(model, "link"))
    os.mkfifo(os.path.join(model, "pipe"))
    for number, location in enumerate(HOSTILE):
        onnx.save(with_external(location), os.path.join(model, f"{number}.onnx"))
    os.mkfifo(os.path.join(model, "all.onnx"))
    cases = node_tests.cases()[::every]
    with contextlib.suppress(Exception):
        node_tests.results_of(cases[0].model, cases[0].data_sets[0][0])  # loads what is needed
    sys.dont_write_bytecode = True
    audit, passed = Audit([model]), []
    for name in [*(f"{n}.onnx" for n in range(len(HOSTILE))), "all.onnx"]:
        with audit.armed(name):
            try:
                tf.onnx.load(os.path.join(model, name))
                passed.append(name)
            except (tf.errors.OpError, OSError):
                pass
    for case in cases:
        with audit.armed(case.name), warnings.catch_warnings(), contextlib.suppress(Exception):
            warnings.simplefilter("ignore")
            node_tests.results_of(case.model, case.data_sets[0][0])
    result: dict[str, Any] = {"passed": passed, "reached": audit.found, "cases": len(cases)}
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
