"""Training that users write themselves: a step for each library, over the same models of Keras.

Each function takes Keras and whether the model is small, and gives a function of no arguments that takes one step and
returns numbers to compare. Which library's way is taken follows from Keras's backend.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Step = Callable[[], Any]


def _rng() -> np.random.Generator:
    return np.random.default_rng(0)


def _trained_by_hand(keras: Any, models: list[Any], losses_of: Callable[..., Any], data: list[Any]) -> Step:
    """One step of each model by its own optimizer: `losses_of(call, *data)` gives the loss of each.

    `call(model, x)` calls a model; all gradients are those before the step.
    """
    optimizers = [keras.optimizers.Adam(1e-3) for _ in models]
    for optimizer, model in zip(optimizers, models, strict=True):
        optimizer.build(model.trainable_variables)
    backend = {"tensorflow": _by_tapes, "torch": _by_backward, "jax": _by_transformation}
    return backend[keras.backend.backend()](keras, models, optimizers, losses_of, data)


def _by_tapes(
    keras: Any, models: list[Any], optimizers: list[Any], losses_of: Callable[..., Any], data: list[Any]
) -> Step:
    import tensorflow as tf

    held = [tf.constant(each) for each in data]

    @tf.function
    def step(*given: Any) -> Any:
        tapes = [tf.GradientTape() for _ in models]
        for tape in tapes:
            tape.__enter__()
        losses = losses_of(lambda model, x: model(x, training=True), *given)
        for tape in reversed(tapes):
            tape.__exit__(None, None, None)
        gradients = [
            tape.gradient(value, model.trainable_variables)
            for tape, value, model in zip(tapes, losses, models, strict=True)
        ]
        for optimizer, found, model in zip(optimizers, gradients, models, strict=True):
            optimizer.apply_gradients(zip(found, model.trainable_variables, strict=True))
        return tf.stack(losses)

    return lambda: step(*held)


def _by_backward(
    keras: Any, models: list[Any], optimizers: list[Any], losses_of: Callable[..., Any], data: list[Any]
) -> Step:
    import torch

    held = [torch.from_numpy(each) for each in data]

    def step() -> Any:
        losses = losses_of(lambda model, x: model(x, training=True), *held)
        gradients = [
            torch.autograd.grad(value, [v.value for v in model.trainable_variables], retain_graph=True)
            for value, model in zip(losses, models, strict=True)
        ]
        with torch.no_grad():
            for optimizer, found, model in zip(optimizers, gradients, models, strict=True):
                optimizer.apply(list(found), model.trainable_variables)
        return torch.stack(losses).detach()

    return step


def _by_transformation(
    keras: Any, models: list[Any], optimizers: list[Any], losses_of: Callable[..., Any], data: list[Any]
) -> Step:
    import jax

    held = [jax.numpy.asarray(each) for each in data]
    others = [[v.value for v in model.non_trainable_variables] for model in models]

    def value_of(weights: Any, at: int, every: Any) -> Any:
        every = [weights if i == at else each for i, each in enumerate(every)]

        def call(model: Any, x: Any) -> Any:
            number = models.index(model)
            return model.stateless_call(every[number], others[number], x, training=True)[0]

        return losses_of(call, *held)[at]

    @jax.jit
    def staged(every: Any, states: Any) -> Any:
        found = [jax.value_and_grad(value_of)(every[at], at, every) for at in range(len(models))]
        steps = [
            optimizer.stateless_apply(state, gradient, weights)
            for optimizer, state, (_, gradient), weights in zip(optimizers, states, found, every, strict=True)
        ]
        return jax.numpy.stack([value for value, _ in found]), [w for w, _ in steps], [s for _, s in steps]

    state = [
        [[v.value for v in model.trainable_variables] for model in models],
        [[v.value for v in optimizer.variables] for optimizer in optimizers],
    ]

    def step() -> Any:
        losses, *state[:] = staged(*state)
        return losses.block_until_ready()

    return step


def adversarial(keras: Any, small: bool, batch: int, prepare: Callable[[Any], None]) -> Step:
    """A deep convolutional generator and a discriminator, each trained by a tape of its own."""
    layers = keras.layers
    side, widths = (8, (8, 4)) if small else (28, (128, 64))
    quarter = side // 4
    noise = layers.Input((100,))
    x = layers.LeakyReLU()(layers.Dense(quarter * quarter * widths[0])(noise))
    x = layers.Reshape((quarter, quarter, widths[0]))(x)
    x = layers.LeakyReLU()(layers.Conv2DTranspose(widths[1], 5, 2, padding="same")(x))
    x = layers.Conv2DTranspose(1, 5, 2, padding="same", activation="tanh")(x)
    generator = keras.Model(noise, x)
    picture = layers.Input((side, side, 1))
    y = layers.LeakyReLU()(layers.Conv2D(widths[1], 5, 2, padding="same")(picture))
    y = layers.LeakyReLU()(layers.Conv2D(widths[0], 5, 2, padding="same")(y))
    discriminator = keras.Model(picture, layers.Dense(1)(layers.Flatten()(y)))
    for model in (generator, discriminator):
        prepare(model)

    def entropy(logits: Any, real: bool) -> Any:
        return keras.ops.mean(keras.ops.softplus(-logits if real else logits))

    def losses_of(call: Callable[..., Any], vectors: Any, pictures: Any) -> list[Any]:
        judged, real = call(discriminator, call(generator, vectors)), call(discriminator, pictures)
        return [entropy(judged, real=True), entropy(real, real=True) + entropy(judged, real=False)]

    data = [_rng().standard_normal((batch, 100), np.float32), _rng().random((batch, side, side, 1), np.float32)]
    return _trained_by_hand(keras, [generator, discriminator], losses_of, data)


def physics(keras: Any, small: bool, batch: int, prepare: Callable[[Any], None]) -> Step:
    """A network that solves Burgers' equation: first and second derivatives by its inputs, and a gradient of those."""
    layers = keras.layers
    units, depth = (8, 2) if small else (64, 4)
    x = place = layers.Input((2,))
    for _ in range(depth):
        x = layers.Dense(units, activation="tanh")(x)
    model = keras.Model(place, layers.Dense(1)(x))
    prepare(model)
    derivatives = {"tensorflow": _derivatives_by_tapes, "torch": _derivatives_by_grad, "jax": _derivatives_by_jvp}
    found = derivatives[keras.backend.backend()]

    def losses_of(call: Callable[..., Any], t: Any, x: Any) -> list[Any]:
        u, u_t, u_x, u_xx = found(lambda t, x: call(model, keras.ops.concatenate([t, x], 1)), t, x)
        return [keras.ops.mean(keras.ops.square(u_t + u * u_x - 0.01 * u_xx))]

    data = [_rng().random((batch, 1), np.float32), 2 * _rng().random((batch, 1), np.float32) - 1]
    return _trained_by_hand(keras, [model], losses_of, data)


def _derivatives_by_tapes(u: Callable[..., Any], t: Any, x: Any) -> tuple[Any, ...]:
    import tensorflow as tf

    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch([t, x])
            value = u(t, x)
        u_t, u_x = inner.gradient(value, [t, x])
    return value, u_t, u_x, outer.gradient(u_x, x)


def _derivatives_by_grad(u: Callable[..., Any], t: Any, x: Any) -> tuple[Any, ...]:
    import torch

    t, x = t.detach().requires_grad_(), x.detach().requires_grad_()
    value = u(t, x)
    u_t, u_x = torch.autograd.grad(value.sum(), [t, x], create_graph=True)
    return value, u_t, u_x, torch.autograd.grad(u_x.sum(), x, create_graph=True)[0]


def _derivatives_by_jvp(u: Callable[..., Any], t: Any, x: Any) -> tuple[Any, ...]:
    import jax

    ones = jax.numpy.ones_like(x)
    value, u_t = jax.jvp(lambda t: u(t, x), (t,), (ones,))
    u_x, u_xx = jax.jvp(lambda x: jax.jvp(lambda x: u(t, x), (x,), (ones,))[1], (x,), (ones,))
    return value, u_t, u_x, u_xx


def rollout(keras: Any, small: bool, batch: int, prepare: Callable[[Any], None]) -> Step:
    """Policy optimisation: pendulums simulated in a `while_loop` under the policy, then a clipped step on all of it."""
    import tensorflow as tf

    layers = keras.layers
    steps, units = (5, 8) if small else (128, 64)
    state = layers.Input((2,))
    hidden = layers.Dense(units, activation="tanh")(layers.Dense(units, activation="tanh")(state))
    model = keras.Model(state, layers.Dense(2)(hidden))
    prepare(model)
    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    start = tf.constant(_rng().standard_normal((batch, 2)).astype(np.float32))
    noise = tf.constant(_rng().standard_normal((steps, batch)).astype(np.float32))

    def simulated() -> tuple[Any, ...]:
        """States, actions and rewards of all steps."""

        def step(i: Any, now: Any, states: Any, actions: Any, rewards: Any) -> tuple[Any, ...]:
            action = model(now)[:, 0] + noise[i]
            angle, speed = now[:, 0], now[:, 1]
            speed = speed + 0.05 * (7.5 * tf.sin(angle) + 3.0 * tf.clip_by_value(action, -2.0, 2.0))
            reward = -(tf.square(angle) + 0.1 * tf.square(speed))
            after = tf.stack([angle + 0.05 * speed, speed], 1)
            return i + 1, after, states.write(i, now), actions.write(i, action), rewards.write(i, reward)

        arrays = [tf.TensorArray(tf.float32, steps) for _ in range(3)]
        found = tf.while_loop(lambda i, *_: i < steps, step, (0, start, *arrays))
        return tuple(array.stack() for array in found[2:])

    @tf.function
    def update() -> Any:
        states, actions, rewards = simulated()
        returns = tf.scan(lambda total, reward: 0.99 * total + reward, rewards, reverse=True)
        flat = tf.reshape(states, [-1, 2])
        before = tf.stop_gradient(model(flat))
        advantages = tf.reshape(returns, [-1]) - before[:, 1]
        advantages = (advantages - tf.reduce_mean(advantages)) / (tf.math.reduce_std(advantages) + 1e-6)
        taken = tf.reshape(actions, [-1])
        loss = tf.constant(0.0)
        for _ in range(2):
            with tf.GradientTape() as tape:
                output = model(flat)
                change = tf.exp(0.5 * (tf.square(taken - before[:, 0]) - tf.square(taken - output[:, 0])))
                kept = tf.minimum(change * advantages, tf.clip_by_value(change, 0.8, 1.2) * advantages)
                missed = tf.square(output[:, 1] - tf.reshape(returns, [-1]))
                loss = 0.5 * tf.reduce_mean(missed) - tf.reduce_mean(kept)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return tf.stack([loss, tf.reduce_mean(rewards)])

    return update


def by_a_tape(model: Any, x: Any, y: Any) -> Step:
    """A step of a compiled model as users of TensorFlow write it."""
    import tensorflow as tf

    given, targets = tf.constant(x), tf.constant(y)

    @tf.function
    def step(given: Any, targets: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = model.loss(targets, model(given, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        model.optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    return lambda: step(given, targets)
