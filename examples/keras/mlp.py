"""A multilayer perceptron that reads handwritten digits.

python examples/keras/mlp.py [--epochs 40]
"""

import argparse

import numpy as np
from data import digits
from report import print_results

import graphwright as tf


def build():
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            layers.Input([8, 8]),
            layers.Flatten(),
            layers.Dense(128, "relu"),
            layers.Dropout(0.2),
            layers.Dense(10, "softmax"),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=40)
    options = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    train, test = digits(np.random.default_rng(7))
    model = build()
    model.compile(tf.keras.optimizers.Adam(0.003), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*train, batch_size=32, epochs=options.epochs, verbose=2)
    print_results(model, *test)


if __name__ == "__main__":
    main()
