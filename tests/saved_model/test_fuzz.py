"""Mutated models are loaded, or refused with the reason: `tests/saved_model/fuzz.py` says what is looked at.

Here few cases run, more where `GRAPHWRIGHT_FUZZ` says how many: CI does. `python -m tests.saved_model.fuzz` goes on as
long as wanted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.saved_model.fuzz import ROOT, run_cases

CASES = int(os.environ.get("GRAPHWRIGHT_FUZZ", "400"))
PART = 200


@pytest.mark.parametrize("first", range(0, CASES, PART))
def test_a_mutated_model_is_loaded_or_told(first: int) -> None:
    found = run_cases(first, min(first + PART, CASES))
    assert found["wrong"] == {}
    assert sum(found["ends"].values()) == found["cases"] and {"read", "DataLossError"} <= set(found["ends"])


HARM = """
import json, os, sys
from pathlib import Path
import numpy as np
import graphwright as tf
from tests.saved_model import fuzz

def memory(): return np.ones(20 << 20)
def a_file(): return open("/etc/hostname", "rb").close()
def a_process(): return os.system("exit")
def an_error(): return {}["nothing"]
def time_(): fuzz.MOST_SECONDS = 0.0

load, cases = tf.saved_model.load, fuzz.Cases(Path(sys.argv[1]))
for harm in (memory, a_file, a_process, an_error, time_):
    tf.saved_model.load = lambda path: (harm(), load(path))[1]
    print(json.dumps([harm.__name__, cases.run(1)["wrong"]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux tells it")
def test_what_is_wrong_is_noticed(tmp_path: object) -> None:
    reported = subprocess.run(
        [sys.executable, "-c", HARM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wrong = dict(map(json.loads, reported.stdout.splitlines()))
    expected = {
        "memory": "needed 1", "a_file": "open /etc/hostname", "a_process": "os.system", "an_error": "KeyError",
        "time_": "took ",
    }  # fmt: skip
    assert {name: text in wrong[name] for name, text in expected.items()} == dict.fromkeys(expected, True), wrong
