"""Translate numbers in words into digits: an encoder and a decoder with attention.

    python examples/translation.py                     # 300 steps
    python examples/translation.py --steps 150 --picture translation.png

"four thousand and twelve" becomes "4012". The decoder writes one digit after the other; at each it looks back at the
words by attention, which the picture shows. Tested on numbers that training never saw.
"""

import argparse

import numpy as np

import graphwright as tf

ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ONES += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = ["", "and", "hundred", "thousand", *ONES[1:], *TENS[2:]]
LONGEST, DIGITS = 9, 5  # words of a number; digits with the end
START = END = 10


def in_words(n):
    """The words of a number from 1 to 9999."""
    thousands, hundreds, rest = n // 1000, n // 100 % 10, n % 100
    words = [ONES[thousands], "thousand"] if thousands else []
    words += [ONES[hundreds], "hundred"] if hundreds else []
    words += ["and"] if words and rest else []
    if rest >= 20:
        words += [TENS[rest // 10]] + ([ONES[rest % 10]] if rest % 10 else [])
    elif rest:
        words.append(ONES[rest])
    return words


def encoded(numbers):
    """Numbers as words `[n, LONGEST]` and as digits with the end `[n, DIGITS]`."""
    words, digits = np.zeros([len(numbers), LONGEST], np.int32), np.full([len(numbers), DIGITS], END, np.int32)
    for row, n in enumerate(numbers):
        text = in_words(n)
        words[row, : len(text)] = [WORDS.index(word) for word in text]
        digits[row, : len(str(n))] = [int(digit) for digit in str(n)]
    return words, digits


class Translator(tf.keras.Model):
    """A GRU reads the words; another writes digits, and asks the first for what matters."""

    def __init__(self, units=48):
        super().__init__()
        self.words = tf.keras.layers.Embedding(len(WORDS), units)
        self.reader = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(units // 2, return_sequences=True))
        self.digits = tf.keras.layers.Embedding(11, units)
        self.writer = tf.keras.layers.GRUCell(units)
        self.query, self.key = tf.keras.layers.Dense(units), tf.keras.layers.Dense(units)
        self.relevance, self.scores = tf.keras.layers.Dense(1), tf.keras.layers.Dense(11)

    def call(self, words, digits=None):
        """Scores `[n, DIGITS, 11]` and weights `[n, DIGITS, LONGEST]`; without `digits` it reads its own."""
        notes = self.reader(self.words(words))
        keys, there = self.key(notes), tf.cast(words != 0, tf.float32)
        state = tf.zeros([tf.shape(words)[0], self.writer.units])
        last = tf.fill([tf.shape(words)[0]], START)
        scores, weights = [], []
        for position in range(DIGITS):
            energy = self.relevance(tf.tanh(self.query(state)[:, None] + keys))[..., 0]
            weight = tf.nn.softmax(energy - 1e9 * (1 - there))
            seen = tf.reduce_sum(weight[..., None] * notes, axis=1)
            output, (state,) = self.writer(tf.concat([self.digits(last), seen], -1), [state])
            scores.append(self.scores(output))
            weights.append(weight)
            last = tf.argmax(scores[-1], -1, tf.int32) if digits is None else digits[:, position]
        return tf.stack(scores, 1), tf.stack(weights, 1)


def draw(path, words, weights, numbers):
    """Which words each digit was read from."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(numbers), figsize=(12, 4.5), layout="constrained")
    for axis, row, weight, n in zip(axes, words, weights, numbers):
        text = [WORDS[word] for word in row if word]
        axis.imshow(weight[: len(str(n)), : len(text)].T, cmap="Blues", vmin=0, vmax=1)
        axis.set_yticks(range(len(text)), text)
        axis.set_xticks(range(len(str(n))), str(n))
    figure.suptitle("Where the translator looks, for each digit")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Translate numbers in words into digits.")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.keras.utils.set_random_seed(2)
    numbers = np.random.default_rng(2).permutation(np.arange(1, 10_000))
    words, digits = encoded(numbers)
    training = (
        tf.data.Dataset.from_tensor_slices((words[1000:], digits[1000:])).shuffle(9000, seed=2).repeat().batch(64)
    )
    model, optimizer = Translator(), tf.keras.optimizers.Adam(0.005)

    @tf.function
    def step(words, digits):
        with tf.GradientTape() as tape:
            scores, _ = model(words, digits)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(digits, scores))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    for number, batch in enumerate(training.take(arguments.steps)):
        loss = step(*batch)
        if (number + 1) % max(1, arguments.steps // 6) == 0:
            print(f"step {number + 1}: loss {loss:.3f}")
    scores, weights = tf.function(model)(words[:1000])
    answers = np.argmax(scores, -1)
    right = np.all(answers == digits[:1000], axis=1)
    for text, answer in list(zip(words, answers))[:3]:
        print(f"  {' '.join(WORDS[w] for w in text if w)}: {''.join(str(d) for d in answer if d != END)}")
    print(f"{np.mean(right):.1%} of the numbers held out are translated without a mistake")
    if arguments.picture:
        draw(arguments.picture, words[:3], weights.numpy()[:3], numbers[:3])


if __name__ == "__main__":
    main()
