"""A small convolutional network that reads handwritten digits, with batch normalisation.

python examples/keras/cnn.py [--epochs 15]
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
            layers.Reshape([8, 8, 1]),
            layers.Conv2D(16, 3, padding="same", use_bias=False),
            layers.BatchNormalization(),
            layers.Activation("relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dense(10, "softmax"),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=15)
    options = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    train, test = digits(np.random.default_rng(7))
    model = build()
    model.compile(tf.keras.optimizers.Adam(0.003), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*train, batch_size=32, epochs=options.epochs, verbose=2)
    print_results(model, *test)


if __name__ == "__main__":
    main()
