"""Train a small language model on the pages of this project's documentation, and have it write.

    python examples/language_model.py                     # 600 steps
    python examples/language_model.py --steps 200 --picture language_model.png

A transformer predicts the next character from the 64 before it. Its quality is the bits that a character of unseen
text costs it, beside the bits that the frequencies of characters alone give.

Method: Vaswani et al., "Attention is all you need", 2017; rotary positions, Su et al., 2021.
"""

import argparse
from pathlib import Path

import numpy as np

import graphwright as tf

PAGES = ("tracing", "autograph", "state-and-effects", "frozen-state", "debugging", "data", "saved_models", "seeing")
SPAN, WIDTH, HEADS, LAYERS = 64, 64, 4, 2


def text_of_pages():
    """The prose of some pages, without their programs."""
    folder = Path(__file__).parents[1] / "docs"
    text = "".join(part for page in PAGES for part in (folder / f"{page}.md").read_text("utf-8").split("```")[::2])
    return "".join(c for c in text if c.isascii() and (c.isprintable() or c == "\n"))


def rotated(x):
    """Pairs of numbers turned by an angle that grows with the position, so that products know distances."""
    half = x.shape[-1] // 2
    angle = tf.range(float(SPAN))[:, None] * 100.0 ** -(tf.range(float(half)) / half)
    a, b = x[..., :half], x[..., half:]
    return tf.concat([a * tf.cos(angle) - b * tf.sin(angle), a * tf.sin(angle) + b * tf.cos(angle)], -1)


class Block(tf.keras.layers.Layer):
    """Attention to what came before, then a dense layer for each position."""

    def __init__(self):
        super().__init__()
        layers = tf.keras.layers
        self.norms = [layers.LayerNormalization() for _ in range(2)]
        self.heads, self.joined = layers.Dense(3 * WIDTH, use_bias=False), layers.Dense(WIDTH)
        self.hidden, self.out = layers.Dense(4 * WIDTH, "gelu"), layers.Dense(WIDTH)

    def attention(self, x):
        parts = tf.reshape(self.heads(x), [-1, SPAN, 3, HEADS, WIDTH // HEADS])
        query, key, value = tf.unstack(tf.transpose(parts, [2, 0, 3, 1, 4]))
        scores = tf.matmul(rotated(query), rotated(key), transpose_b=True) * (WIDTH // HEADS) ** -0.5
        before = tf.linalg.band_part(tf.ones([SPAN, SPAN], tf.bool), -1, 0)
        weights = tf.nn.softmax(tf.where(before, scores, -1e9))
        return self.joined(tf.reshape(tf.transpose(weights @ value, [0, 2, 1, 3]), [-1, SPAN, WIDTH]))

    def call(self, x):
        x = x + self.attention(self.norms[0](x))
        return x + self.out(self.hidden(self.norms[1](x)))


def make_functions(model, optimizer):
    """A training step, the bits of a character, and a writer."""

    def bits(windows):
        logits = model(windows[:, :-1])
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(windows[:, 1:], logits)) / np.log(2.0)

    @tf.function
    def step(windows):
        with tf.GradientTape() as tape:
            loss = bits(windows)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    @tf.function
    def write(start, count, temperature):
        """`count` characters after the `SPAN` of `start`: the whole loop is compiled."""
        text, last = start, start
        for _ in tf.range(count):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(text, tf.TensorShape([None]))])
            logits = model(last[None])[:, -1] / temperature
            following = tf.random.categorical(logits, 1, tf.int32)[0]
            last, text = tf.concat([last[1:], following], 0), tf.concat([text, following], 0)
        return text[SPAN:]

    return step, tf.function(bits), write


def draw(path, history, frequencies):
    """The bits of a character of unseen text."""
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(7, 3.6), layout="constrained")
    axis.plot(*zip(*history), marker="o")
    axis.axhline(frequencies, color="gray", ls=":")
    axis.annotate("frequencies of characters alone", (history[0][0], frequencies), va="top", color="gray")
    axis.set(title="Bits for a character of unseen text", xlabel="step", ylim=(0, None))
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Train a small language model.")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.keras.utils.set_random_seed(8)
    text = text_of_pages()
    alphabet = sorted(set(text))
    numbers = np.array([alphabet.index(c) for c in text], np.int32)
    windows = np.lib.stride_tricks.sliding_window_view(numbers, SPAN + 1)
    held_out = len(text) * 9 // 10
    training, unseen = windows[: held_out - SPAN], windows[held_out::SPAN]
    shares = np.bincount(numbers) / len(numbers)
    frequencies = -float(np.sum(shares * np.log2(shares)))
    embedding = tf.keras.layers.Embedding(len(alphabet), WIDTH)
    end = [tf.keras.layers.LayerNormalization(), tf.keras.layers.Dense(len(alphabet))]
    model = tf.keras.Sequential([embedding, *(Block() for _ in range(LAYERS)), *end])
    step, bits, write = make_functions(model, tf.keras.optimizers.Adam(0.003))
    rng, history = np.random.default_rng(8), []
    for number in range(1, arguments.steps + 1):
        step(tf.constant(training[rng.integers(0, len(training), 16)]))
        if number % max(1, arguments.steps // 5) == 0:
            history.append((number, float(bits(tf.constant(unseen)))))
            print(f"step {number}: {history[-1][1]:.2f} bits for a character")
    written = write(tf.constant(unseen[0][:SPAN]), tf.constant(200), tf.constant(0.7))
    print("".join(alphabet[c] for c in written.numpy()))
    print(f"{history[-1][1]:.2f} bits for a character of unseen text; frequencies alone give {frequencies:.2f}")
    if arguments.picture:
        draw(arguments.picture, history, frequencies)


if __name__ == "__main__":
    main()
