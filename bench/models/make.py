"""Makes `keras_mlp` again, with Keras: python -m bench.models.make, in an environment that has it.

The weights are a pattern, so that they take little room when compressed.
"""

import gzip
import shutil
import tempfile
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "keras_mlp"


def main() -> None:
    import keras

    layers = keras.layers
    model = keras.Sequential(
        [layers.Input((784,)), layers.Dense(128, activation="relu"), layers.Dense(10, activation="softmax")]
    )
    model.set_weights([_pattern(weights.shape) for weights in model.get_weights()])
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder)
        shutil.rmtree(FOLDER, ignore_errors=True)
        for path in Path(folder).rglob("*"):
            target = FOLDER / f"{path.relative_to(folder)}.gz"
            if path.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def _pattern(shape: tuple[int, ...]) -> np.ndarray:
    return (np.arange(np.prod(shape)).reshape(shape) % 251 - 125) / np.float32(1000)


if __name__ == "__main__":
    main()
