"""The rows of the table by topic, and the names that their expressions can use."""

from __future__ import annotations

import importlib
import json
import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.differences.describe import describe, failure
from tests.differences.programs import helpers

HERE = Path(__file__).parent
DATA = HERE / "data"


def topics() -> list[str]:
    """The names of all topics."""
    return sorted(path.stem.removeprefix("rows_") for path in HERE.glob("rows_*.py"))


def _module(topic: str) -> Any:
    return importlib.import_module(f"tests.differences.rows_{topic}")


def rows(topic: str) -> list[str]:
    """The expressions of a topic, each once, in order."""
    return list(dict.fromkeys(_module(topic).ROWS))


def on_purpose(topic: str) -> dict[str, str]:
    """The expressions where we differ on purpose, with the reason for each."""
    return dict(getattr(_module(topic), "ON_PURPOSE", {}))


@lru_cache(2)  # parts of one topic follow each other
def recorded(topic: str) -> dict[str, Any]:
    """TensorFlow's answers by expression."""
    path = DATA / f"{topic}.json"
    return json.loads(path.read_text()) if path.exists() else {}


@cache
def _program_modules() -> dict[str, Any]:
    stems = [path.stem for path in HERE.glob("programs_*.py")]
    return {stem.removeprefix("programs_"): importlib.import_module(f"tests.differences.{stem}") for stem in stems}


def namespace(tf: Any) -> dict[str, Any]:
    """What expressions see: `tf`, `np`, `text`, the helpers, and each `programs_<name>.py` as `<name>`."""
    return {"tf": tf, "np": np, "text": _text(tf), **helpers(tf), **_program_modules()}


def _text(tf: Any) -> Any:
    """`tf.text`, or TensorFlow Text, a package of its own; None where it is not installed."""
    if hasattr(tf, "text"):
        return tf.text
    try:
        return importlib.import_module("tensorflow_text")
    except ModuleNotFoundError:
        return None


def answer(expression: str, names: dict[str, Any]) -> dict[str, Any]:
    """What an expression gives, described, or how it fails. Each starts from the same global seed."""
    tf = names["tf"]
    tf.random.set_seed(20240229)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return describe(eval(expression, dict(names)), tf)
        except Exception as error:
            return failure(error)
