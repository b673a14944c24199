"""A small transformer that reads handwritten digits as sequences of their eight rows.

python examples/keras/transformer.py [--epochs 20]
"""

import argparse

import numpy as np
from data import digits
from report import print_results

import graphwright as tf

ROWS, WIDTH, HEADS = 8, 32, 4


class Positions(tf.keras.layers.Layer):
    """Adds a learnt vector to each position of a sequence."""

    def build(self, shape):
        self.table = self.add_weight(shape=shape[1:], initializer="random_normal", name="table")

    def call(self, sequences):
        return sequences + self.table


def block(sequences):
    """Attention between the positions, then a dense layer for each, both with residual connections."""
    layers = tf.keras.layers
    normal = layers.LayerNormalization()(sequences)
    sequences = sequences + layers.MultiHeadAttention(HEADS, WIDTH // HEADS, dropout=0.1)(normal, normal)
    hidden = layers.Dense(2 * WIDTH, "gelu")(layers.LayerNormalization()(sequences))
    return sequences + layers.Dense(WIDTH)(hidden)


def build():
    layers = tf.keras.layers
    images = layers.Input([ROWS, 8])
    sequences = block(block(Positions()(layers.Dense(WIDTH)(images))))
    pooled = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(sequences))
    return tf.keras.Model(images, layers.Dense(10, "softmax")(pooled))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    options = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    train, test = digits(np.random.default_rng(7))
    model = build()
    model.compile(tf.keras.optimizers.Adam(0.003), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*train, batch_size=32, epochs=options.epochs, verbose=2)
    print_results(model, *test)


if __name__ == "__main__":
    main()
