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

    @property
    def current_name(self) -> str:
        """The contender that this one is an earlier state of, or its own name."""
        return self.name.replace("earlier", "graphwright")


CONTENDERS = [
    Contender("graphwright eager", "graphwright", "eager"),
    Contender("graphwright traced", "graphwright", "traced"),
    Contender("earlier eager", "earlier", "eager"),
    Contender("earlier traced", "earlier", "traced"),
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
EARLIER = "earlier"  # Graphwright from another checkout, which `--against` names
PEER_LIBRARIES = ["tensorflow", "jax", "keras"]  # the last is Graphwright again, in an environment that has Keras
FOLDERS = {"tensorflow": ".venv-tensorflow", "jax": ".venv-jax", "keras": ".venv-bench-keras"}

# Settings that keep a peer quiet and on the CPU, and otherwise as installed. Graphwright's disk cache is off, since
# loading what an earlier run left there would be measured as compilation.
ENVIRONMENT = {
    "graphwright": {"GRAPHWRIGHT_CACHE": "0"},
    "earlier": {"GRAPHWRIGHT_CACHE": "0"},
    "keras": {"GRAPHWRIGHT_CACHE": "0"},
    "tensorflow": {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"},
    "jax": {"JAX_PLATFORMS": "cpu"},
}


def use_earlier(checkout: Path) -> None:
    """Let the library `earlier` be the Graphwright of another checkout."""
    sources = checkout.resolve() / "src"
    if not (sources / "graphwright").is_dir():
        raise FileNotFoundError(f"{checkout} is no checkout of Graphwright: it has no src/graphwright")
    ENVIRONMENT[EARLIER]["PYTHONPATH"] = str(sources)


def module_of(library: str) -> str:
    """The name under which a library of the benchmark is imported."""
    return "graphwright" if library in ("keras", EARLIER) else library


def peer_python(library: str) -> Path:
    """The interpreter of a peer's environment, where `make bench` sets it up.

    The variables BENCH_TENSORFLOW_PYTHON, BENCH_JAX_PYTHON and BENCH_KERAS_PYTHON name another.
    """
    chosen = os.environ.get(f"BENCH_{library.upper()}_PYTHON")
    return ROOT / (chosen or f"{FOLDERS[library]}/bin/python")
