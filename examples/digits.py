"""Learn to read handwritten digits, with the whole training step under `tf.function`.

    python examples/digits.py                     # 30 epochs, picture in build/digits.png
    python examples/digits.py --epochs 5 --out digits.png

The classifier has 64 inputs (8x8 pixels), 128 hidden units and 10 outputs. It is trained with Adam, which is
written here in plain tensor code: a decorated function may use ordinary Python: objects, loops and all.
"""

import argparse
import statistics
import time
from pathlib import Path

import numpy as np
from display import ProgressBar, draw_results

import graphwright as tf

DATA = Path(__file__).parent / "data" / "digits.csv.gz"
BATCH = 32


class Classifier:
    """Two dense layers with a ReLU between them."""

    def __init__(self, inputs, hidden, outputs):
        self.hidden_weights = tf.Variable(tf.random.normal([inputs, hidden], stddev=(2 / inputs) ** 0.5))
        self.hidden_bias = tf.Variable(tf.zeros([hidden]))
        self.output_weights = tf.Variable(tf.random.normal([hidden, outputs], stddev=(1 / hidden) ** 0.5))
        self.output_bias = tf.Variable(tf.zeros([outputs]))
        self.variables = [self.hidden_weights, self.hidden_bias, self.output_weights, self.output_bias]

    def __call__(self, images):
        hidden = tf.nn.relu(images @ self.hidden_weights + self.hidden_bias)
        return hidden @ self.output_weights + self.output_bias


class Adam:
    """The optimiser of Kingma and Ba (2015): a weight moves by the running mean and size of its gradient."""

    def __init__(self, variables, learning_rate=0.002, beta_1=0.9, beta_2=0.999, epsilon=1e-7):
        self.variables = variables
        self.learning_rate, self.beta_1, self.beta_2, self.epsilon = learning_rate, beta_1, beta_2, epsilon
        self.means = [tf.Variable(tf.zeros_like(variable)) for variable in variables]
        self.squares = [tf.Variable(tf.zeros_like(variable)) for variable in variables]
        self.steps = tf.Variable(0.0)

    def apply(self, gradients):
        self.steps.assign_add(1.0)
        rate = self.learning_rate * tf.sqrt(1 - self.beta_2**self.steps) / (1 - self.beta_1**self.steps)
        for variable, mean, square, gradient in zip(self.variables, self.means, self.squares, gradients):
            mean.assign(self.beta_1 * mean + (1 - self.beta_1) * gradient)
            square.assign(self.beta_2 * square + (1 - self.beta_2) * gradient**2)
            variable.assign_sub(rate * mean / (tf.sqrt(square) + self.epsilon))


def make_step(model, optimizer):
    """The training step: loss of a batch, its gradients, and the update of every weight, in one graph."""

    @tf.function
    def step(images, labels):
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=model(images))
            loss = tf.reduce_mean(losses)
        optimizer.apply(tape.gradient(loss, model.variables))
        return loss

    return step


def load_digits(rng):
    """The digits in random order as (images in 0..1, labels), a fifth of them reserved for the test."""
    table = rng.permutation(np.loadtxt(DATA, delimiter=",", dtype=np.int32))
    images, labels = (table[:, :-1] / 16).astype(np.float32), table[:, -1]
    held_out = len(table) // 5
    return (images[held_out:], labels[held_out:]), (images[:held_out], labels[:held_out])


def train(step, images, labels, epochs, rng):
    """Run the step over shuffled batches; return the loss of each step."""
    losses = []
    steps_per_epoch = len(images) // BATCH  # whole batches only: one shape, so one trace
    with ProgressBar("training", epochs) as bar:
        for _ in range(epochs):
            order = rng.permutation(len(images))
            for rows in np.split(order[: steps_per_epoch * BATCH], steps_per_epoch):
                losses.append(float(step(tf.constant(images[rows]), tf.constant(labels[rows]))))
            bar.advance(f"loss {np.mean(losses[-steps_per_epoch:]):.4f}")
    return losses


def seconds_per_call(function, arguments, calls):
    start = time.perf_counter()
    for _ in range(calls):
        function(*arguments)
    return (time.perf_counter() - start) / calls


def time_step(step, images, labels, repetitions=15):
    """Median seconds per step (run eagerly, traced), from short blocks in turn."""
    batch = tf.constant(images[:BATCH]), tf.constant(labels[:BATCH])
    eager, traced = [], []
    for _ in range(repetitions):
        eager.append(seconds_per_call(step.python_function, batch, calls=4))
        traced.append(seconds_per_call(step, batch, calls=40))
    return statistics.median(eager), statistics.median(traced)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--out", type=Path, default=Path("build/digits.png"), help="where the picture goes")
    options = parser.parse_args()
    if options.epochs < 1:
        parser.error("--epochs must be at least 1")

    tf.random.set_seed(7)
    rng = np.random.default_rng(7)
    (images, labels), (test_images, test_labels) = load_digits(rng)
    model = Classifier(64, 128, 10)
    step = make_step(model, Adam(model.variables))

    start = time.perf_counter()
    losses = train(step, images, labels, options.epochs, rng)
    duration = time.perf_counter() - start
    predicted = tf.argmax(model(tf.constant(test_images)), axis=1).numpy()
    accuracy = np.mean(predicted == test_labels)
    eager, traced = time_step(step, images, labels)

    print(f"trained          {len(losses)} steps of {BATCH} digits in {duration:.1f} s")
    print(f"test accuracy    {accuracy:.1%} of {len(test_labels)} digits held out")
    print(f"traces of step   {step.experimental_get_tracing_count()}")
    gain = f"{eager / traced:.1f} times faster"
    print(f"time per step    {eager * 1e6:.0f} us eager, {traced * 1e6:.0f} us traced: {gain}")
    try:
        draw_results(options.out, losses, test_images, test_labels, predicted)
        print(f"picture          {options.out}")
    except ModuleNotFoundError:
        print("picture          none: it needs Pillow (pip install pillow)")


if __name__ == "__main__":
    main()
