"""python -m bench.devices [--device NAME] [--large] [--seconds S] [--only ROW ...] [--out FILE]

Each row is measured in turns: so many steps of ours, as many of jax's, with the device waited for at the end of each.
The ratio is taken turn by turn; shown are its median and quartiles. Before that the results of the first steps are
compared.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from bench.devices.libraries import jaxs, ours
from bench.devices.models import MODELS, Model

_CALL = "call of a small function"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.devices", description="Steps on a device, beside jax's.")
    parser.add_argument("--device", default="CPU:1", help="CPU:1 (the default), gpu or GPU:1", type=_full_name)
    parser.add_argument("--large", action="store_true", help="sizes for an accelerator; the default for one")
    parser.add_argument("--seconds", type=float, default=10, help="of measuring a row")
    parser.add_argument("--only", nargs="+", choices=[_CALL, *MODELS], help="some of the rows")
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    return parser.parse_args()


def _full_name(text: str) -> str:
    kind, _, number = text.upper().partition(":")
    return f"{kind}:{number or 0}"


def begin(device: str) -> Any:
    """Start jax; gives its object for the device, or ends the program with the reason why there is none."""
    import graphwright as tf

    kind, _, number = device.partition(":")
    if kind == "CPU":
        processor = tf.config.list_physical_devices("CPU")[0]
        shown = [tf.config.LogicalDeviceConfiguration()] * (int(number) + 1)
        tf.config.set_logical_device_configuration(processor, shown)
    if device not in [found.name.removeprefix("/device:") for found in tf.config.list_logical_devices(kind)]:
        sys.exit(f"skipped: there is no {device} here (jax finds none, or is not installed)")
    with tf.device(device):
        return tf.constant(0.0)._buffer.devices().pop()  # type: ignore[attr-defined]


def compare(name: str, step: Callable[[], Any], other: Callable[[], Any]) -> None:
    """Raise unless the first steps give the same."""
    for at in range(3):
        found, expected = np.asarray(step()), np.asarray(other())
        # products are rounded to TensorFloat-32 on GPUs
        if not np.allclose(found, expected, rtol=2e-3, atol=1e-5) and found.dtype.kind == "f":
            raise SystemExit(f"{name}: step {at} gives {found}, jax {expected}")


def wait(result: Any) -> None:
    buffer = getattr(result, "_buffer", result)
    buffer.block_until_ready()


def turns(steps: list[Callable[[], Any]], seconds: float) -> list[list[float]]:
    """The seconds of a step, turn by turn, for each of some contenders."""
    for step in steps:
        wait([step() for _ in range(20)][-1])
    start = time.perf_counter()
    wait([steps[0]() for _ in range(10)][-1])
    count = max(3, min(1000, round(0.2 / ((time.perf_counter() - start) / 10))))
    found: list[list[float]] = [[] for _ in steps]
    end, turn = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or turn < 5:
        for at in [(turn + i) % len(steps) for i in range(len(steps))]:
            start = time.perf_counter()
            for _ in range(count):
                result = steps[at]()
            wait(result)
            found[at].append((time.perf_counter() - start) / count)
        turn += 1
    return found


def row(name: str, step: Callable[[], Any], other: Callable[[], Any], seconds: float) -> dict[str, Any]:
    compare(name, step, other)
    mine, theirs = turns([step, other], seconds)
    ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
    low, _, high = quantiles(ratios, n=4)
    return {
        "name": name, "ours_us": median(mine) * 1e6, "jax_us": median(theirs) * 1e6, "ratio": median(ratios),
        "low": low, "high": high, "turns": len(ratios),
    }  # fmt: skip


def measure_model(name: str, model: Model, device: str, jax_device: Any, seconds: float) -> dict[str, Any]:
    step, weights = ours(model, device)
    other, _ = jaxs(model, jax_device)
    for _ in range(3):
        step()
    transfers = next(iter(weights.values())).handle._device.transfers
    before = (transfers.to_device, transfers.to_host)
    step()
    moved = (transfers.to_device - before[0], transfers.to_host - before[1])
    for key, variable in weights.items():  # both sides begin with the same weights
        variable.assign(model.weights[key])
    found = row(name, step, other, seconds)
    size = sum(value.nbytes for value in model.weights.values())
    return {**found, "transfers": moved, "weights_bytes": size, "explained": str(step.function.explain())}  # type: ignore[attr-defined]


def measure_call(device: str, jax_device: Any, seconds: float) -> dict[str, Any]:
    import jax

    import graphwright as tf

    value = np.ones((2, 2), np.float32)
    with tf.device(device):
        x, y = tf.constant(value), tf.constant(value)
    a, b = jax.device_put(value, jax_device), jax.device_put(value, jax_device)

    @tf.function
    def add(x: Any, y: Any) -> Any:
        return x + y

    by_hand = jax.jit(lambda x, y: x + y)
    return row(_CALL, lambda: add(x, y), lambda: by_hand(a, b), seconds)


def peak_bytes(jax_device: Any) -> int | None:
    stats = jax_device.memory_stats()
    return None if stats is None else stats["peak_bytes_in_use"]


def line(result: dict[str, Any]) -> str:
    """A row of the table."""
    there, back = result.get("transfers", (0, 0))
    return (
        f"{result['name']:26}  {result['ours_us']:8.1f} us {result['jax_us']:8.1f} us  {result['ratio']:.3f} "
        f"({result['low']:.3f} to {result['high']:.3f})  {there} there, {back} back  "
        f"{result.get('weights_bytes', 0) / 1e6:.1f} MB"
    )


def main() -> None:
    options = arguments()
    jax_device = begin(options.device)
    large = options.large or not options.device.startswith("CPU")
    print(f"{options.device}: {jax_device.device_kind}")
    print(f"{'':26}  {'ours':>10}  {'jax':>10}  ratio (quartiles)     moved a step  weights")
    found = []
    for name in options.only or [_CALL, *MODELS]:
        if name == _CALL:
            result = measure_call(options.device, jax_device, options.seconds)
        else:
            result = measure_model(name, MODELS[name](large), options.device, jax_device, options.seconds)
        result["peak_bytes"] = peak_bytes(jax_device)
        found.append(result)
        print(line(result), flush=True)
    if options.out:
        options.out.write_text(json.dumps({"device": jax_device.device_kind, "rows": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
