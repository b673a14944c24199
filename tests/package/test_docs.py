"""What the docstrings and the README show is what happens."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import inspect
import io
import linecache
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from docs.site import native_files
from graphwright import _stubs
from graphwright._public import TABLES, entries

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = sorted(m.name for m in pkgutil.walk_packages(tf.__path__, "graphwright.") if not m.name.endswith("__main__"))

WITHOUT_EXAMPLE: dict[str, str] = {
    "graphwright.numpy_api.behavior.experimental_enable_numpy_behavior": "it changes the process; docs/numpy.md tells",
    **dict.fromkeys(
        ("graphwright.text.tokenizers.hub.HubModuleSplitter", "graphwright.text.tokenizers.hub.HubModuleTokenizer"),
        "it is an error that says so",
    ),
    **dict.fromkeys(
        (
            "graphwright.text.tokenizers.fast_sentencepiece.FastSentencepieceTokenizer",
            "graphwright.text.tokenizers.sentencepiece.SentencepieceTokenizer",
        ),
        "it takes a model that was learned; tests/text has one",
    ),
    "graphwright.interop.tensorflow_shim.install_as_tensorflow": "it changes the process; tests/keras runs its own",
}
"""Public functions and classes that show no example, by their full private names, and why."""


# docstrings -------------------------------------------------------------------------------------------------


def examples_of(module: str) -> list[doctest.DocTest]:
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module), extraglobs={"tf": tf})
    return [test for test in found if test.examples]


@pytest.mark.parametrize("module", ["graphwright", *MODULES])
def test_the_examples_of_a_module(module: str) -> None:
    if module.startswith(("graphwright.runtime.xla.", "graphwright.distribute.dtensor.")):
        pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for test in examples_of(module):
        runner.run(test, out=report.write)
    assert not runner.failures, report.getvalue()


def test_the_examples_are_found() -> None:
    modules = ("graphwright.ops.math.binary", "graphwright.functions.function")
    assert sum(len(examples_of(module)) for module in modules) > 5


def exported() -> Iterator[tuple[str, Any]]:
    """Every public function and class once, by the name it is exported under first."""
    seen: set[int] = set()
    for module in _stubs.public_modules():
        for name in entries(TABLES[module]):
            if module == "graphwright" and name in ("keras", "losses", "metrics", "optimizers"):
                continue  # of a package of its own, which need not be installed
            value = getattr(importlib.import_module(module), name)
            if getattr(value, "__module__", "") == "graphwright.compat._adapters":
                continue  # older parameters of functions that show how they are used
            if getattr(value, "__module__", "") == "numpy":
                continue  # its own classes
            if callable(value) and not inspect.ismodule(value) and id(value) not in seen:
                seen.add(id(value))
                yield f"{module}.{name}", value


EXPORTED = dict(exported())


def own_docstring(value: Any) -> str:
    """A class's own docstring: one that it inherits says nothing about it."""
    text = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    return text or ""


@pytest.mark.parametrize("name", EXPORTED)
def test_a_public_name_is_described_and_shown(name: str) -> None:
    value = EXPORTED[name]
    text = own_docstring(value)
    assert text, f"{name} ({value.__module__}) has no docstring"
    assert text.split("\n\n")[0].rstrip()[-1] in ".:", "a docstring begins with a sentence"
    assert (">>>" in text) != (f"{value.__module__}.{value.__qualname__}" in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("name", [n for n, v in EXPORTED.items() if inspect.isclass(v)])
def test_the_members_of_a_public_class_are_described(name: str) -> None:
    silent = [member for member, value in vars(EXPORTED[name]).items() if is_silent(EXPORTED[name], member, value)]
    assert silent == []


def is_silent(cls: type, member: str, value: Any) -> bool:
    is_method = inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod))
    if member.startswith("_") or not is_method:
        return False
    described: Callable[[Any], Any] = inspect.getdoc
    return not any(described(getattr(base, member, None)) for base in cls.__mro__)


# the pages --------------------------------------------------------------------------------------------------

PAGES = sorted(page.name for page in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page(page: str) -> None:
    path = ROOT / "docs" / page
    text = re.sub(r"^```.*$", "", path.read_text(encoding="utf-8"), flags=re.M)
    if sys.version_info < (3, 11):  # where `ast` writes a tuple of one so
        text = text.replace(" n, = vars_", " (n,) = vars_")
    test = doctest.DocTestParser().get_doctest(text, {"tf": tf}, page, str(path), 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=report.write)
    assert not runner.failures, report.getvalue()


def in_navigation() -> set[str]:
    """The pages that the tables of contents name, relative to docs."""
    found = {"index"}
    for page in (ROOT / "docs").rglob("*.md"):
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
            for entry in re.findall(r"^(?:.* <)?([\w./-]+)>?$", tree, re.M):
                target = (ROOT / "docs") / entry.lstrip("/") if entry.startswith("/") else page.parent / entry
                found.add(target.resolve().relative_to((ROOT / "docs").resolve()).as_posix())
    return found


def test_every_page_is_in_the_navigation() -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages - in_navigation() == set(), "name them in docs/howto, docs/explanations or docs/reference"


def test_the_files_of_the_native_compiler_are_listed() -> None:
    assert native_files.PAGE.read_text(encoding="utf-8") == native_files.page(), "run python -m docs.site.native_files"


def test_the_native_compilers_page_names_files_that_exist() -> None:
    package = ROOT / "src/graphwright"
    named = set(re.findall(r"`([\w/*]+\.py)`", (ROOT / "docs/native.md").read_text(encoding="utf-8")))
    folders = (package / "runtime/native", package, ROOT)
    assert [name for name in sorted(named) if not any(list(folder.glob(name)) for folder in folders)] == []


# what prose names -------------------------------------------------------------------------------------------

PACKAGE = ROOT / "src/graphwright"
PROSE = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
SOURCES = [path for folder in ("src", "tests", "bench", "examples") for path in (ROOT / folder).rglob("*.py")]
FILE_NAMES = {path.name for path in [*SOURCES, *PROSE, *PACKAGE.rglob("*.[chi]*"), ROOT / "pyproject.toml"]}
NO_FILES = {"script.py", "train.py"}  # users' programs, in examples
DATA = (".pb", ".proto")
FILE_SUFFIXES = {"py", "md", "c"}

PATH = re.compile(r"(?<![\w/.*<>$-])((?:[\w*]+/)*[\w*]+\.(?:py|pyi|md|c|h|toml))(?![\w(/-])")
PACKAGES = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.py")} - {"."}
TOP = "|".join(sorted(name for name in PACKAGES if "/" not in name))
DOTTED = re.compile(rf"`+((?:graphwright\.)?(?:{TOP})(?:[./][a-z_]\w*)+)(?:\.[A-Z]\w*)*`+")


def prose_of(path: Path) -> str:
    """A page without its programs; of a source file what stands in backquotes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return "\n".join(f"`{quoted}`" for quoted in re.findall(r"`([\w/.*]+)`", text))


def is_path(name: str, page: Path) -> bool:
    if "/" not in name:
        return name in FILE_NAMES or name in NO_FILES or "*" in name
    inside = [folder for folder in page.parents if folder.is_relative_to(ROOT)]
    native = PACKAGE / "runtime/native"
    folders = [ROOT, ROOT / "docs", PACKAGE.parent, PACKAGE, native, native / "runtime/c", *inside]
    return any(next(folder.glob(name), None) for folder in folders)


def is_module(name: str) -> bool:
    """Whether a dotted name is a package, a module, or a name that a module mentions."""
    folder, parts = PACKAGE, re.split("[./]", name.removeprefix("graphwright."))
    while parts and (folder / parts[0]).is_dir():
        folder /= parts.pop(0)
    if not parts:
        return True
    module = folder / f"{parts[0]}.py"
    inside = parts[1:] if module.is_file() else parts
    module = module if module.is_file() else folder / "__init__.py"
    return not inside or re.search(rf"\b{inside[0]}\b", module.read_text(encoding="utf-8")) is not None


def test_paths_and_modules_that_prose_names_exist() -> None:
    missing = []
    for page in [*PROSE, *PACKAGE.rglob("*.py")]:
        text = prose_of(page)
        names = [name for name in PATH.findall(text) if not is_path(name, page)]
        dotted = [name for name in DOTTED.findall(text) if not PATH.fullmatch(name) and not name.endswith(DATA)]
        names += [name for name in dotted if not is_path(name, page) and not is_module(name)]
        missing += [f"{page.relative_to(ROOT)}: {name}" for name in names]
    assert missing == [], missing


def defines(file: Path, name: str) -> bool:
    """Whether a file in C or Python (with LLVM IR in it) defines a function, class or constant, or `Class.method`."""
    text = file.read_text(encoding="utf-8")
    *classes, last = name.split(".")
    python = rf"^ *(?:class|(?:async )?def) {last}\b|^{last}\b[^=\n]*=(?!=)|^define [^@\n]*@{last}\("
    python += rf"|^ +self\.{last}\b[^=\n]*=(?!=)" if classes else ""
    pattern = python if file.suffix == ".py" else rf"^\w[\w *]*\b{last}\("
    owners = all(re.search(rf"^class {owner}\b", text, re.M) for owner in classes)
    return owners and re.search(pattern, text, re.M) is not None


def test_the_table_of_places_names_definitions() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|\n]+ \| `([^`]+)` \| `([^`]+)` \|$", page, re.M)
    assert len(rows) > 40
    assert [(file, name) for file, name in rows if not defines(PACKAGE / file, name)] == []


def test_names_of_the_native_compiler_s_page_are_defined() -> None:
    names = set(re.findall(r"`([A-Za-z]\w+)\.(\w+)[`.]", (ROOT / "docs/native.md").read_text(encoding="utf-8")))
    modules: dict[str, list[Path]] = {}
    for path in PACKAGE.rglob("*.py"):
        modules.setdefault(path.stem, []).append(path)
    undefined = []
    for owner, name in names - {("op", "attrs")}:
        if owner == "tf":
            continue
        if owner[0].isupper():
            found = any(defines(path, f"{owner}.{name}") for paths in modules.values() for path in paths)
        else:
            found = name in FILE_SUFFIXES or any(defines(path, name) for path in modules.get(owner, []))
        undefined += [] if found else [f"{owner}.{name}"]
    assert undefined == []


def test_each_package_is_described() -> None:
    text = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("architecture.md", "glossary.md"))
    native = "runtime/native/"
    described = set(re.findall(r"`([\w/]+)`", text))
    assert sorted(name for name in PACKAGES if not {name, name.removeprefix(native)} & described) == []


def test_the_glossary_is_in_order_and_names_the_field() -> None:
    entries = re.split(r"^\*\*(?=[^*]+\.\*\*)", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), flags=re.M)[1:]
    terms = [entry.partition(".**")[0] for entry in entries]
    assert len(terms) > 40 and terms == sorted(set(terms), key=str.lower)
    assert [term for term, entry in zip(terms, entries, strict=True) if "*Field:*" not in entry] == []


# the README -------------------------------------------------------------------------------------------------


def blocks() -> list[tuple[str, str]]:
    """The README's fenced blocks: the language (empty: printed text) and the text."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)


def test_the_readme_shows_what_its_programs_print() -> None:
    namespace: dict[str, Any] = {}
    reported = blocks()
    assert [language for language, _ in reported].count("python") >= 2
    for i, (language, text) in enumerate(reported):
        if language != "python":
            continue
        printed = run(text, f"<README block {i}>", namespace)
        shown = reported[i + 1][1] if i + 1 < len(reported) and not reported[i + 1][0] else ""
        assert rounded(printed) == rounded(shown)


def test_the_readme_s_train_function_trains() -> None:
    namespace: dict[str, Any] = {"tf": tf}
    (source,) = [text for language, text in blocks() if language == "python" and "def train" in text]
    run(source, "<README train>", namespace)
    x = tf.random.normal([16, 3], seed=1)
    y = x @ [[1.0], [2.0], [3.0]]
    losses = [float(namespace["train"](x, y)) for _ in range(20)]
    assert losses[-1] < losses[0] / 2


def rounded(text: str) -> str:
    """The text with its blank space folded and its numbers at four figures: the last ones depend on the machine."""
    return " ".join(re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.4g}", text).split())


def run(source: str, filename: str, namespace: dict[str, Any]) -> str:
    """What a program prints; its lines can be looked up, as those of a file."""
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, filename, "exec"), namespace)
    return printed.getvalue()
