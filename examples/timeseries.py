"""Forecast a time series: how much power a town will need in the next day.

    python examples/timeseries.py                     # 10 epochs
    python examples/timeseries.py --epochs 3 --picture timeseries.png

The series is made up, an hour a value: days, weeks, seasons, and weather that wanders. From the last two weeks the
model forecasts 24 hours. It is compared with what one would say without a model: tomorrow is as the same day a week
ago.
"""

import argparse

import numpy as np

import graphwright as tf

PAST, AHEAD = 14 * 24, 24


def made_up_demand(hours, rng):
    """Demand `[hours]`, of mean 0 and spread 1."""
    t = np.arange(hours)
    day, week, year = (np.sin(2 * np.pi * t / period) for period in (24, 24 * 7, 24 * 365))
    evening = np.exp(-(((t % 24 - 19) / 2.5) ** 2))
    free = (t // 24 % 7 >= 5) * -1.2
    weather = np.zeros(hours)
    for i, push in enumerate(rng.normal(0, 0.12, hours - 1)):
        weather[i + 1] = 0.98 * weather[i] + push
    demand = 1.5 * day + 1.5 * evening + free + 0.3 * week + 0.8 * year + weather + rng.normal(0, 0.1, hours)
    return ((demand - demand.mean()) / demand.std()).astype(np.float32)


def windows(series, every, batch):
    """Two weeks of the series and the day that follows, from every `every`-th hour on."""
    data = tf.data.Dataset.from_tensor_slices(series).window(PAST + AHEAD, shift=every, drop_remainder=True)
    count = data.cardinality()
    data = data.flat_map(lambda window: window.batch(PAST + AHEAD)).apply(
        tf.data.experimental.assert_cardinality(count)
    )
    return data.map(lambda both: (both[:PAST], both[PAST:])).cache().shuffle(4000, seed=7).batch(batch)


class Forecaster(tf.keras.Model):
    """What changes against a week ago: a GRU reads the days, one after the other."""

    def __init__(self):
        super().__init__()
        self.reader = tf.keras.layers.GRU(48)
        self.change = tf.keras.layers.Dense(AHEAD)

    def call(self, past):
        week_ago = past[:, -7 * 24 : -6 * 24]
        days = tf.reshape(past, [-1, PAST // 24, 24])
        changes = days[:, 7:] - days[:, :-7]
        return week_ago + self.change(self.reader(tf.concat([days[:, 7:], changes], axis=-1)))


def draw(path, past, truth, forecast, week_ago):
    """A week before, the forecast and what came."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(12, 3.6), layout="constrained", sharey=True)
    for axis, row in zip(axes, (0, 1)):
        axis.plot(np.arange(-72, 0), past[row, -72:], color="gray", label="the days before")
        ahead = np.arange(AHEAD)
        axis.plot(ahead, truth[row], color="black", label="what came")
        axis.plot(ahead, forecast[row], color="C0", label="forecast")
        axis.plot(ahead, week_ago[row], color="C1", ls=":", label="as a week ago")
        axis.set(xlabel="hours")
    axes[0].set_title("Demand of power on two days that training never saw")
    axes[0].legend()
    figure.savefig(path, dpi=90)


def main():
    parser = argparse.ArgumentParser(description="Forecast a time series.")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--picture", help="draw the results into this file")
    arguments = parser.parse_args()

    tf.keras.utils.set_random_seed(7)
    series = made_up_demand(3 * 365 * 24, np.random.default_rng(7))
    training, test = windows(series[: 2 * 365 * 24], 7, 64), windows(series[2 * 365 * 24 :], 24, 1000)
    model = Forecaster()
    model.compile(tf.keras.optimizers.Adam(0.003), "mean_absolute_error")
    losses = model.fit(training, epochs=arguments.epochs, shuffle=False, verbose=0).history["loss"]
    for epoch, loss in enumerate(losses):
        print(f"epoch {epoch + 1}: mean error {loss:.3f}")
    past, truth = (part.numpy() for part in next(iter(test)))
    forecast, week_ago = model.predict(past, verbose=0), past[:, -7 * 24 : -6 * 24]
    error, naive = (float(np.mean(np.abs(guess - truth))) for guess in (forecast, week_ago))
    print(f"mean error {error:.3f} on days never seen; the same day a week ago gives {naive:.3f}")
    if arguments.picture:
        draw(arguments.picture, past, truth, forecast, week_ago)


if __name__ == "__main__":
    main()
