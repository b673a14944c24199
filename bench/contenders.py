"""The contenders: each is a library and a mode in which it runs programs."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Contender:
    name: str
    library: str
    mode: str  # "eager", "traced" (a graph), "xla" (a graph compiled by XLA), or "peak" (the processor's own)


CONTENDERS = [
    Contender("graphwright eager", "graphwright", "eager"),
    Contender("graphwright traced", "graphwright", "traced"),
    Contender("NumPy", "numpy", "eager"),
    Contender("TF eager", "tensorflow", "eager"),
    Contender("tf.function", "tensorflow", "traced"),
    Contender("TF jit_compile", "tensorflow", "xla"),
    Contender("jax.jit", "jax", "xla"),
    Contender("peak", "graphwright", "peak"),
]
KERAS_CONTENDERS = [
    Contender("graphwright traced", "keras", "traced"),
    Contender("tf.function", "tensorflow", "traced"),
]
HOME_LIBRARIES = ["graphwright", "numpy"]
PEER_LIBRARIES = ["tensorflow", "jax", "keras"]  # the last is Graphwright again, in an environment that has Keras
FOLDERS = {"tensorflow": ".venv-tensorflow", "jax": ".venv-jax", "keras": ".venv-bench-keras"}

# Settings that keep a peer quiet and on the CPU, and otherwise as installed. Graphwright's disk cache is off, since
# loading what an earlier run left there would be measured as compilation.
ENVIRONMENT = {
    "graphwright": {"GRAPHWRIGHT_CACHE": "0"},
    "keras": {"GRAPHWRIGHT_CACHE": "0"},
    "tensorflow": {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"},
    "jax": {"JAX_PLATFORMS": "cpu"},
}


def peer_python(library: str) -> Path:
    """The interpreter of a peer's environment, where `make bench` sets it up.

    The variables BENCH_TENSORFLOW_PYTHON, BENCH_JAX_PYTHON and BENCH_KERAS_PYTHON name another.
    """
    chosen = os.environ.get(f"BENCH_{library.upper()}_PYTHON")
    return ROOT / (chosen or f"{FOLDERS[library]}/bin/python")
