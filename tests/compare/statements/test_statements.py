"""Random programs of statements: they repeat, and a recorded slice gives here what TensorFlow gave."""

from __future__ import annotations

import json
import platform
import subprocess
import sys

import pytest

from tests.compare.statements.draw import draw
from tests.compare.statements.judge import differences, floor_of, unlike
from tests.compare.statements.known import reason
from tests.compare.statements.minimise import smaller_texts
from tests.compare.statements.program import Given, Program, of_json
from tests.compare.statements.record import RECORDED
from tests.compare.statements.run import ROOT, Process

_DIGEST = """
import hashlib
from tests.compare.statements.draw import draw
print(hashlib.sha256("".join(draw(seed).text for seed in range(40)).encode()).hexdigest())
"""


def test_a_seed_gives_the_same_program_in_every_process() -> None:
    command = [sys.executable, "-c", _DIGEST]
    digests = {
        subprocess.run(command, cwd=ROOT, env={"PYTHONHASHSEED": k}, capture_output=True, text=True, check=True).stdout
        for k in "12"
    }
    assert len(digests) == 1


def test_programs_are_texts_of_statements() -> None:
    for seed in range(200):
        program = draw(seed)
        compile(program.text, "program", "exec")
        assert of_json(json.loads(json.dumps(program.as_json()))) == program


def test_programs_have_all_that_they_should() -> None:
    text = "\n".join(draw(seed).text for seed in range(400))
    parts = [".assign(", ".append(", "for ", "while ", "elif ", "GradientTape", "TensorArray", "break", "RaggedTensor"]
    assert [part for part in parts if part not in text] == []
    drawn = [given for seed in range(400) for given in (*draw(seed).arguments, *draw(seed).variables)]
    assert {"complex128", "float16", "bfloat16", "int8", "uint64", "string", "bool"} <= {given.dtype for given in drawn}
    assert {0, 8} <= {len(given.dims) for given in drawn}


@pytest.mark.parametrize("edit", ["a\n", "for i in range(2):", "return (a,)"])
def test_smaller_programs(edit: str) -> None:
    text = (
        "def make():\n  def program(a):\n    b = tf.abs(a + 1)\n    for i in range(2):\n      a = a * 2\n"
        "    return (a, b)\n  return program\n"
    )
    texts = list(smaller_texts(text))
    assert any(edit in t for t in texts)
    assert all(len(t) < 2 * len(text) for t in texts)


def test_what_disagrees_is_named() -> None:
    def numbers(*data: float) -> object:
        return {"tensor": {"dtype": "float32", "shape": [len(data)], "data": list(data)}}

    assert unlike(numbers(1.0, 2.0), numbers(1.0, 2.0)) == ""
    assert unlike(numbers(1.0, 2.1), numbers(1.0, 2.0)) == "numbers float32"
    assert unlike(numbers(1.0), numbers(1.0, 2.0)) == "shape [1] [2]"


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="it sets a register of this processor")
def test_subnormal_numbers_can_be_zeros() -> None:
    pytest.importorskip("llvmlite")
    text = "def make():\n  def program(a):\n    return a * 1e-30 * 1e-12 * 1e30 * 1e12\n  return program\n"
    given = Given("a", "float32", ("n",))
    program = Program(0, text, (given,), (), (3, 3, 9), ("eager", "traced", "open"), tape=False)
    process = Process(sys.executable, "graphwright")
    try:
        plain, flushed = process.answer(program), process.answer(program.flushed())
        again = process.answer(program)
    finally:
        process.close()
    assert plain == again
    for mode in program.modes:
        for a, b in zip(plain[mode]["calls"], flushed[mode]["calls"], strict=True):
            assert any(a["value"]["tensor"]["data"])
            assert not any(b["value"]["tensor"]["data"])


def test_the_recorded_slice_agrees_with_tensorflow() -> None:
    process = Process(sys.executable, "graphwright")
    found = []
    try:
        for entry in json.loads(RECORDED.read_text()):
            program, theirs = of_json(entry["program"]), entry["answer"]
            ours = process.answer(program)
            for mode, text in differences(ours, theirs, floor_of(program)).items():
                if not reason(text, mode, program.text, ours, theirs):
                    found.append(f"{mode}: {text}\n{json.dumps(ours.get(mode, ours))[:500]}\n{program.text}")
    finally:
        process.close()
    assert not found, f"{len(found)} differ:\n" + "\n".join(found)
