"""The command line: what it prints, what it writes, and errors on one line with an exit code."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.install import install_command
from graphwright.cli.main import _parsed, main, parser
from graphwright.interop.script import run_script
from tests.saved_model.test_saved_model import with_unknown_op
from tests.viewer.pages import report_in

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "saved_models"
MODEL = str(GOLDEN / "signatures")


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", MODEL]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line in ("  serving_default", "    <- x: float32 (None, 2)", "    -> output_0: float32 (None, 2)"):
        assert line in lines
    assert "  v: float32 (2,), 8 bytes" in lines
    assert "variables (1, 8 bytes):" in lines
    assert "  all are supported" in lines
    assert any(line.startswith("  plain(float32(None, 2))") for line in lines)


def test_show_names_ops_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(with_unknown_op(tmp_path / "model"))]) == 0
    assert "  LookupTableSeekV9 x2   NOT SUPPORTED" in capsys.readouterr().out


def _files(folder: Path) -> None:
    np.save(folder / "x.npy", np.array([[3, 4]]))
    np.savez(folder / "one.npz", anything=np.array([[3.0, 4.0]]))
    np.savez(folder / "two.npz", x=np.array([[3.0, 4.0]]), y=np.array(1))
    (folder / "x.json").write_text("[[3, 4]]")


@pytest.mark.parametrize("given", ["[[3.0, 4.0]]", "[[3, 4]]", "x.npy", "one.npz", "two.npz", "x.json"])
def test_run(given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _files(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["run", MODEL, "--input", f"x={given}"]) == 0
    assert capsys.readouterr().out == "output_0 = [[3., 8.]]\n"


def test_run_writes_results(tmp_path: Path) -> None:
    arguments = ["run", MODEL, "--signature", "both", "--input", "a=41", "--input", 's="q"', "--output"]
    assert main([*arguments, str(tmp_path / "out.json")]) == 0
    assert json.loads((tmp_path / "out.json").read_text()) == {"a": "q!", "b": 42}
    assert main([*arguments, str(tmp_path / "out.npz")]) == 0
    with np.load(tmp_path / "out.npz", allow_pickle=False) as arrays:
        assert (str(arrays["a"]), int(arrays["b"])) == ("q!", 42)


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", MODEL, "--input", "x=[[1.0, 2.0]]", "--calls", "3"]) == 0
    assert "the median of 3 is" in capsys.readouterr().out


def test_convert(tmp_path: Path) -> None:
    concrete: Any = tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec([2]))
    graph = concrete.graph.as_graph_def()
    first, text, second = (str(tmp_path / name) for name in ("a.pb", "b.pbtxt", "c.pb"))
    Path(first).write_bytes(graph.SerializeToString())
    assert main(["convert", first, text]) == 0
    assert 'op: "AddV2"' in Path(text).read_text()
    assert main(["convert", text, second]) == 0
    assert tf.compat.v1.GraphDef.FromString(Path(second).read_bytes()) == graph
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pb", "b.pbtxt", "c.pb"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "/no/such/model"], "SavedModel file does not exist"),
        (["run", MODEL], r"inputs are missing: x \(float32 \(None, 2\)\)"),
        (["run", MODEL, "--input", "q=1"], "names no input; write NAME=VALUE with one of: x"),
        (["run", MODEL, "--input", "x"], "names no input"),
        (["run", MODEL, "--input", "x=[[1, 2]]", "--input", "x=[[1, 2]]"], "two values for 'x'"),
        (["run", MODEL, "--input", "x=[1"], "nor a literal"),
        (["run", MODEL, "--input", "x=__import__('os')"], "nor a literal"),
        (["run", MODEL, "--input", "x=[1, 2, 3]"], r"must have the shape \(None, 2\)"),
        (["run", MODEL, "--input", 'x="text"'], "'x' must be float32"),
        (["run", MODEL, "--input", "x=missing.npy"], "No such file"),
        (["run", MODEL, "--input", "x=[[1, 2]]", "--output", "out.txt"], "written to .npz and .json"),
        (["run", MODEL, "--signature", "other"], "no signature 'other'; it has: both, serving_default"),
        (["bench", MODEL, "--input", "x=[[1, 2]]", "--calls", "0"], "1 or more"),
        (["view", "/no/such/model"], "no/such/model"),
        (["view", MODEL, "more"], "is a model and takes no arguments, got more"),
        (["view", "--profile", MODEL], "--profile is for programs"),
        (["view", "--output", "/no/such/folder/page.html", MODEL], "No such file"),
        (["convert", __file__, "out.pb"], "no GraphDef"),
        (["convert", "/no/such/file", "out.pb"], "No such file"),
        (["convert", "graph.pb"], "convert needs the name of the file to write"),
        (["convert", MODEL, "out.pb"], "is a folder; say what a model becomes: --to onnx"),
        (["convert", "no/model", "--to", "onnx", "m.onnx"], "no folder of a SavedModel at no/model"),
        (["view", MODEL, "--profile"], "--profile is for programs"),
    ],
)
def test_errors_are_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    reported = capsys.readouterr().err
    assert reported.startswith("graphwright: error: ")
    assert reported.count("\n") == 1
    assert re.search(message, reported)


@pytest.mark.parametrize(
    "arguments",
    [[], ["fly"], ["run"], ["show"], ["show", MODEL, "more"], ["convert", "a", "b", "c"], ["run", "--x", "1"]],
)
def test_wrong_usage_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: graphwright" in capsys.readouterr().err


# What stands for a model, a file, a program and so on in the page of the command line.
MEANT: dict[str, list[str]] = {
    "MODEL": [MODEL],
    "SOURCE": ["graph.pb"],
    "TARGET": ["target.pb"],
    "[TARGET]": ["target.pb"],
    "NAME=VALUE": ["x=[[1.0, 2.0]]"],
    "...": [],
    "N": ["17"],
    "FILE": ["page.html"],
    "ARGUMENTS...": ["--by", "2"],
    "SHELL": ["bash"],
}
PAGE = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8")


def synopses() -> list[str]:
    """The synopses of the page, with and without what is in brackets, and the examples of `--help`."""
    page = re.findall(r"`graphwright ([a-z]+ [A-Z-\[][^`]*)`", PAGE)
    plain = [re.sub(r" \[[^\]]*\]", "", line) for line in page]
    full = [re.sub(r"\[(--[^\]]*)\]", r"\1", line) for line in page]
    examples = re.findall(r"^  graphwright (.*)$", parser().format_help(), re.M)
    return sorted({*plain, *full, *examples})


@pytest.mark.parametrize("line", synopses())
def test_what_is_documented_is_understood(line: str) -> None:
    words = [word for part in shlex.split(line) for word in MEANT.get(part, [part])]
    provided = _parsed(words)
    assert provided.command == words[0]
    for name, meant in (("target", "target.pb"), ("calls", "17"), ("opset", "17"), ("output", "page.html")):
        if meant in words and hasattr(provided, name):
            assert str(getattr(provided, name)) == meant


def test_every_command_is_on_the_page() -> None:
    (commands,) = (action.choices for action in parser()._actions if action.dest == "command")
    assert commands is not None
    assert set(re.findall(r"^## ([a-z]+)$", PAGE, re.M)) == set(commands)
    assert {line.split()[0] for line in synopses()} >= set(commands) - {"doctor"}


@pytest.mark.parametrize(
    "words",
    [
        ["--to", "onnx", "SOURCE"],
        ["SOURCE", "--to", "onnx"],
        ["SOURCE", "--to", "onnx", "TARGET"],
        ["SOURCE", "TARGET", "--to", "onnx"],
        ["--to", "onnx", "SOURCE", "TARGET", "--opset", "18"],
        ["SOURCE", "--opset", "18", "TARGET", "--to", "onnx"],
    ],
    ids=" ".join,
)
def test_the_target_of_convert_stands_anywhere(words: list[str]) -> None:
    provided = _parsed(["convert", *words])
    assert (provided.source, provided.target) == ("SOURCE", "TARGET" if "TARGET" in words else None)


def versions(folder: Path) -> Path:
    for number in (1, 2, 10):
        shutil.copytree(MODEL, folder / "model" / str(number))
    (folder / "model" / "notes").mkdir()
    return folder / "model"


def test_a_folder_of_versions_stands_for_the_newest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = versions(tmp_path)
    page = str(tmp_path / "page.html")
    for words in (["show"], ["run", "--input", "x=[[3, 4]]"], ["bench", "--input", "x=[[3, 4]]", "--calls", "1"]):
        assert main([*words, str(folder)]) == 0
        reported = capsys.readouterr()
        assert reported.err == f"graphwright: {folder} has the versions 1, 2, 10; this is {folder / '10'}\n"
        assert reported.out
    assert main(["view", str(folder), "--output", page]) == 0 and Path(page).is_file()


@pytest.mark.parametrize("words", [["SOURCE", "--to", "onnx"], ["SOURCE", "--to", "onnx", "TARGET"]], ids=len)
def test_convert_to_onnx_as_documented(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(versions(tmp_path))
    code = main(["convert", *({"SOURCE": "10", "TARGET": "other.onnx"}.get(word, word) for word in words)])
    reported = capsys.readouterr()
    if importlib.util.find_spec("onnx") is None:
        assert (code, reported.err.count("\n")) == (1, 1)
        assert install_command("onnx") in reported.err
    else:
        assert code == 0 and Path(reported.out.strip()).is_file()
        assert reported.out.strip() == ("other.onnx" if "TARGET" in words else "10.onnx")


def test_load_names_the_versions_of_a_folder(tmp_path: Path) -> None:
    folder = versions(tmp_path)
    with pytest.raises(OSError, match=r"versions 1, 2, 10 of a model: load one, such as .*10\.$") as refused:
        tf.saved_model.load(str(folder))
    path = re.search(r"such as (.*)\.$", str(refused.value))
    assert path and "serving_default" in tf.saved_model.load(path[1]).signatures
    (tmp_path / "m.keras").write_text("")
    for name, said in (("m.keras", "tf.keras.models.load_model"), ("m.txt", "a SavedModel is a folder")):
        (tmp_path / name).write_text("")
        with pytest.raises(OSError, match=said):
            tf.saved_model.load(str(tmp_path / name))


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "graphwright run model/ --input" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "told"), [(["no.py"], "no file 'no.py'"), (["-m"], "the name of a module")])
def test_programs_that_are_not_there(arguments: list[str], told: str) -> None:
    with pytest.raises(SystemExit, match=told):
        run_script(arguments)


@pytest.mark.parametrize(("end", "code"), [("", 0), ("sys.exit(7)", 7), ("raise ValueError('ended')", 1)])
def test_profile(end: str, code: int, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import sys\nimport tensorflow as tf\nf = tf.function(lambda x: x + 1.0)\n"
        f"print(float(f(tf.constant(float(sys.argv[2])))))\n{end}\n"
    )
    command = [sys.executable, "-m", "graphwright", "profile", "--output", "out", "program.py", "--by", "2"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert done.stdout.startswith("3.0\n") and "ui.perfetto.dev" in done.stdout
    assert ("ended" in done.stderr) == ("ended" in end)
    assert "1 calls" in done.stdout and "made: " in done.stdout and "memory: " in done.stdout
    assert len(list(tmp_path.glob("out/plugins/profile/*/*.trace.json.gz"))) == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"graphwright {metadata.version('graphwright')}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_names_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in ("show", "run", "bench", "convert", "profile", "doctor"):
        assert command in script


def test_completion_without_its_library(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 1
    assert install_command("completion") in capsys.readouterr().err


def test_view_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "model.html"
    assert main(["view", "--output", str(page), MODEL]) == 0
    assert str(page) in capsys.readouterr().out
    report = report_in(page.read_text())
    assert [function["name"] for function in report["functions"]] == ["both", "serving_default"]
    assert all(function["traces"][0]["calls"] == 0 for function in report["functions"])


_PROGRAM = """
import sys
import tensorflow as tf

def run(x):
    inner = tf.function(tf.autograph.experimental.do_not_convert(lambda x: x + 1.0))
    return float(inner(tf.constant(x)))

print(run(float(sys.argv[1])))
"""


@pytest.mark.parametrize(("options", "end", "code"), [([], "", 0), (["--profile"], "sys.exit(3)", 3)])
def test_view_of_a_program(options: list[str], end: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM + end)
    command = [sys.executable, "-m", "graphwright", "view", *options, "program.py", "2"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert done.stdout.startswith("3.0\n")
    report = report_in((tmp_path / "graphwright.html").read_text())
    assert [function["name"] for function in report["functions"]] == ["<lambda>"]
    assert (report["profile"] is not None) == bool(options)


def test_view_of_a_program_without_functions(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("print('ran')")
    command = [sys.executable, "-m", "graphwright", "view", "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and "traced no tf.function" in done.stdout
    assert not (tmp_path / "graphwright.html").exists()
