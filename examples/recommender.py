"""Recommend films: learn the tastes of people and the character of films from some ratings.

    python examples/recommender.py                     # 30 epochs
    python examples/recommender.py --epochs 6 --picture recommender.png

The ratings are made up: each person and each film has three hidden traits, and a rating is how well they match, with
noise that nobody can predict. A tenth is held out; a perfect recommender would miss these by the noise.

Method: matrix factorization with biases, Koren, Bell and Volinsky, 2009.
"""

import argparse

import numpy as np

import graphwright as tf

PEOPLE, FILMS, TRAITS, NOISE = 800, 300, 3, 0.35


def made_up_ratings(rng, share=0.12):
    """Some of all ratings: (people [n], films [n], ratings [n])."""
    tastes, characters = rng.normal(size=[PEOPLE, TRAITS]), rng.normal(size=[FILMS, TRAITS])
    kindness, renown = rng.normal(0, 0.4, PEOPLE), rng.normal(0, 0.4, FILMS)
    people, films = np.nonzero(rng.random([PEOPLE, FILMS]) < share)
    order = rng.permutation(len(people))
    people, films = people[order], films[order]
    match = np.sum(tastes[people] * characters[films], axis=1) * 0.6
    ratings = 3 + kindness[people] + renown[films] + match + rng.normal(0, NOISE, len(people))
    return people.astype(np.int32), films.astype(np.int32), ratings.astype(np.float32)


class Recommender(tf.Module):
    """A vector and a bias for each person and each film."""

    def __init__(self, width=8):
        super().__init__()
        self.mean = tf.Variable(3.0)
        self.tables = [
            tf.Variable(tf.random.stateless_normal([count, width], [6, i], stddev=0.3))
            for i, count in enumerate((PEOPLE, FILMS))
        ]
        self.biases = [tf.Variable(tf.zeros([count])) for count in (PEOPLE, FILMS)]

    def __call__(self, people, films):
        tastes, characters = (tf.gather(table, rows) for table, rows in zip(self.tables, (people, films)))
        bias = tf.gather(self.biases[0], people) + tf.gather(self.biases[1], films)
        return self.mean + bias + tf.reduce_sum(tastes * characters, axis=1)

    def size(self):
        """What keeps vectors short that few ratings support."""
        return sum(tf.nn.l2_loss(variable) for variable in (*self.tables, *self.biases))


def make_epoch(model, batches):
    """All batches of an epoch as one call: a loop of the graph, with AdaGrad (Duchi et al., 2011)."""
    variables = model.trainable_variables
    seen = [tf.Variable(tf.fill(v.shape, 0.1)) for v in variables]

    @tf.function
    def epoch(rate):
        total, count = tf.constant(0.0), tf.constant(0.0)
        for people, films, ratings in batches:
            with tf.GradientTape() as tape:
                errors = model(people, films) - ratings
                loss = tf.reduce_mean(errors**2) + 2e-5 * model.size()
            for variable, sums, gradient in zip(variables, seen, tape.gradient(loss, variables)):
                gradient = tf.convert_to_tensor(gradient)
                sums.assign_add(gradient**2)
                variable.assign_sub(rate * gradient / tf.sqrt(sums))
            total += tf.reduce_sum(errors**2)
            count += tf.cast(tf.size(errors), tf.float32)
        return tf.sqrt(total / count)

    return epoch


def root_mean_square(errors):
    return float(np.sqrt(np.mean(np.square(errors))))


def draw(path, history, predicted, ratings, baseline):
    """The error over the epochs, and predictions beside ratings."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for label, values in zip(("known ratings", "held out"), zip(*history)):
        left.plot(np.arange(1, len(values) + 1), values, label=label)
    for value, text in ((baseline, "the mean for everything"), (NOISE, "the noise")):
        left.axhline(value, color="gray", ls=":")
        left.annotate(text, (1, value), va="top", color="gray")
    left.set(title="Error of a rating", xlabel="epoch", ylim=(0, None))
    left.legend()
    right.scatter(ratings, predicted, s=2, alpha=0.4)
    right.plot([-1, 7], [-1, 7], color="gray", lw=0.8)
    right.set(title="Held out", xlabel="rating", ylabel="prediction")
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Recommend films.")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    people, films, ratings = made_up_ratings(np.random.default_rng(6))
    held_out = len(people) // 10
    known = (people[held_out:], films[held_out:], ratings[held_out:])
    batches = tf.data.Dataset.from_tensor_slices(known).shuffle(len(people), seed=6).batch(256)
    model = Recommender()
    epoch, predict = make_epoch(model, batches), tf.function(model)
    history = []
    for number in range(1, arguments.epochs + 1):
        error = float(epoch(tf.constant(0.4)))
        predicted = predict(people[:held_out], films[:held_out]).numpy()
        history.append((error, root_mean_square(predicted - ratings[:held_out])))
        if number % max(1, arguments.epochs // 5) == 0:
            print(f"epoch {number}: error {history[-1][0]:.3f}, held out {history[-1][1]:.3f}")
    baseline = root_mean_square(ratings[:held_out] - ratings[held_out:].mean())
    unseen = np.setdiff1d(np.arange(FILMS, dtype=np.int32), films[people == 0])
    best = unseen[np.argsort(-predict(np.zeros_like(unseen), unseen).numpy())[:5]]
    print(f"person 0 should see the films {best.tolist()}")
    print(f"error {history[-1][1]:.3f} where the mean gives {baseline:.3f} and the noise is {NOISE}")
    if arguments.picture:
        draw(arguments.picture, history, predicted, ratings[:held_out], baseline)


if __name__ == "__main__":
    main()
