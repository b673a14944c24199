"""A process that imports Keras, fits a model for one step and prints the loss.

python -m bench.first_fit LIBRARY [--import-only]
"""

import os
import sys


def main(library: str, *options: str) -> None:
    os.environ["KERAS_BACKEND"] = "tensorflow"
    if library == "keras":
        import graphwright

        graphwright.install_as_tensorflow()
    import keras
    import numpy as np

    if options:
        return
    layers = keras.layers
    keras.utils.set_random_seed(1)
    model = keras.Sequential([layers.Input([64]), layers.Dense(128, "relu"), layers.Dense(10, "softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    rng = np.random.default_rng(0)
    images, labels = rng.random((32, 64), np.float32), rng.integers(0, 10, 32)
    print(model.fit(images, labels, verbose=0).history["loss"][0])


if __name__ == "__main__":
    main(*sys.argv[1:])
