"""Learn to tell shapes apart from JPEG files: the way from a folder of pictures to a trained classifier.

    python examples/pictures.py                     # draws 600 pictures into build/pictures, 8 epochs
    python examples/pictures.py --epochs 2 --count 120

Each picture has a circle, a square or a triangle of any colour, size and place before a noisy background. The pipeline
reads files, decodes them, cuts out and flips parts at random, changes colours, and collects batches, all compiled.
"""

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np
from display import draw_found
from PIL import Image, ImageDraw

import graphwright as tf

KINDS = ("circle", "square", "triangle")
SIZE = 48
BATCH = 32


def draw_pictures(folder, count):
    """Write `count` JPEG files of 64 by 64 pixels, named by their shape."""
    rng = np.random.default_rng(7)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        background = rng.integers(0, 90, 3) + rng.integers(0, 40, (64, 64, 3))
        picture = Image.fromarray(background.astype(np.uint8))
        radius, (x, y) = rng.integers(14, 22), rng.integers(26, 38, 2)
        color = tuple(int(c) for c in rng.integers(130, 256, 3))
        box = [x - radius, y - radius, x + radius, y + radius]
        draw = ImageDraw.Draw(picture)
        if kind == "circle":
            draw.ellipse(box, color)
        elif kind == "square":
            draw.rectangle(box, color)
        else:
            draw.polygon([(x, y - radius), (x + radius, y + radius), (x - radius, y + radius)], color)
        picture.save(folder / f"{kind}-{number:04}.jpg", quality=85)


def load(path):
    """A picture with numbers from 0 to 1, and the number of its shape."""
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    matches = [tf.strings.regex_full_match(path, f".*/{kind}-[^/]*") for kind in KINDS]
    label = tf.argmax(tf.stack(matches), output_type=tf.int32)
    return tf.image.convert_image_dtype(image, tf.float32), label


def augment(image, label, seed):
    """The picture cut, flipped and coloured at random, by a seed of its own."""
    corner = tf.random.stateless_uniform([2], seed, 0.0, 0.15)
    extent = tf.random.stateless_uniform([], seed + 1, 0.8, 1.0)
    box = tf.concat([corner, tf.minimum(corner + extent, 1.0)], 0)
    image = tf.image.crop_and_resize(image[tf.newaxis], box[tf.newaxis], [0], [SIZE, SIZE])[0]
    image = tf.image.stateless_random_flip_left_right(image, seed + 2)
    image = tf.image.stateless_random_brightness(image, 0.2, seed + 3)
    return tf.clip_by_value(tf.image.stateless_random_saturation(image, 0.6, 1.4, seed + 4), 0.0, 1.0), label


def batches(folder, training):
    """Batches of the pictures in a folder: nine in ten for training, the others for testing."""
    files = tf.data.Dataset.list_files(f"{folder}/*.jpg", shuffle=False).enumerate()
    chosen = files.filter(lambda i, path: (i % 10 != 0) if training else (i % 10 == 0))
    if not training:
        loaded = chosen.map(lambda i, path: load(path))
        return loaded.map(lambda image, label: (tf.image.resize(image, [SIZE, SIZE]), label)).batch(BATCH)
    seeds = tf.data.Dataset.random(seed=1, rerandomize_each_iteration=True).batch(2)
    mixed = tf.data.Dataset.zip(chosen.shuffle(1000), seeds)
    return mixed.map(lambda file, seed: augment(*load(file[1]), seed), -1).batch(BATCH).prefetch(2)


class Network(tf.Module):
    """Three convolutions and a dense layer."""

    def __init__(self):
        super().__init__()
        widths = (3, 16, 32, 48)
        cells = (SIZE // 8) ** 2  # each convolution halves both sides
        self.kernels = [
            tf.Variable(tf.random.stateless_normal([3, 3, a, b], [i, 0], stddev=(2 / (9 * a)) ** 0.5))
            for i, (a, b) in enumerate(pairwise(widths))
        ]
        self.biases = [tf.Variable(tf.zeros([b])) for b in widths[1:]]
        self.weights = tf.Variable(tf.random.stateless_normal([cells * widths[-1], len(KINDS)], [9, 0], stddev=0.02))

    def __call__(self, images):
        x = images - 0.3
        for kernel, bias in zip(self.kernels, self.biases):
            x = tf.nn.relu(tf.nn.conv2d(x, kernel, 2, "SAME") + bias)
        return tf.reshape(x, [len(x), self.weights.shape[0]]) @ self.weights


def make_step(network, rate=0.02, momentum=0.9):
    """A step of gradient descent with momentum, in one graph."""
    speeds = [tf.Variable(tf.zeros_like(v)) for v in network.trainable_variables]

    @tf.function
    def step(images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, network(images)))
        gradients = tape.gradient(loss, network.trainable_variables)
        for variable, speed, gradient in zip(network.trainable_variables, speeds, gradients):
            speed.assign(momentum * speed - rate * gradient)
            variable.assign_add(speed)
        return loss

    return step


def accuracy(network, dataset):
    """The share of pictures whose shape is recognized."""
    right = total = 0
    for images, labels in dataset:
        found = tf.argmax(network(images), 1, output_type=tf.int32)
        right += int(tf.reduce_sum(tf.cast(found == labels, tf.int32)))
        total += len(labels)
    return right / total


def main():
    parser = argparse.ArgumentParser(description="Learn to tell shapes apart from JPEG files.")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--count", type=int, default=600, help="how many pictures to draw")
    parser.add_argument("--folder", type=Path, default=Path("build/pictures"))
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if len(old := list(arguments.folder.glob("*.jpg"))) != arguments.count:
        for path in old:
            path.unlink()
        draw_pictures(arguments.folder, arguments.count)
    network = Network()
    step, training = make_step(network), batches(arguments.folder, training=True)
    for epoch in range(arguments.epochs):
        losses = [float(step(images, labels)) for images, labels in training]
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}")
    test = batches(arguments.folder, training=False)
    print(f"{accuracy(network, test):.0%} of the test pictures are recognized")
    if arguments.picture:
        images, labels = (part.numpy() for part in next(iter(test)))
        draw_found(arguments.picture, images, labels, np.argmax(network(images), 1), KINDS)


if __name__ == "__main__":
    main()
