"""An LSTM that learns which character comes next in Alice's Adventures in Wonderland.

python examples/keras/lstm.py [--epochs 8]
"""

import argparse

import numpy as np
from data import characters
from report import print_results

import graphwright as tf

LENGTH, STEP = 32, 2


def windows(text):
    """Substrings [n, LENGTH] of a text, one every STEP characters, and for each position the character that follows."""
    starts = range(0, len(text) - LENGTH, STEP)
    return np.stack([text[i : i + LENGTH] for i in starts]), np.stack([text[i + 1 : i + 1 + LENGTH] for i in starts])


def build(alphabet):
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            layers.Input([LENGTH], dtype="int32"),
            layers.Embedding(len(alphabet), 32),
            layers.LSTM(96, return_sequences=True),
            layers.Dense(len(alphabet), "softmax"),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=8)
    options = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    text, alphabet = characters()
    held_out = len(text) // 10
    train, test = windows(text[:-held_out]), windows(text[-held_out:])
    model = build(alphabet)
    model.compile(tf.keras.optimizers.Adam(0.005), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*train, batch_size=32, epochs=options.epochs, verbose=2)
    print_results(model, *test)
    blanks = np.mean(test[1] == alphabet.index(" "))
    print(f"always a blank   {blanks:.1%}")


if __name__ == "__main__":
    main()
