"""The project's performance goals, as ratios within one run."""

from dataclasses import dataclass

from bench.measure import Summary, Times, ratio


@dataclass(frozen=True)
class Goal:
    """On this workload, `ours` is at least `at_least` times as fast as `other`."""

    workload: str
    ours: str
    other: str
    at_least: float


GOALS = [
    Goal("add", "graphwright traced", "tf.function", 200),
    Goal("add", "graphwright traced", "jax.jit", 8),
    Goal("add", "graphwright eager", "TF eager", 5),
    Goal("power", "graphwright traced", "tf.function", 60),
    Goal("power", "graphwright traced", "jax.jit", 15),
    Goal("while_loop", "graphwright traced", "tf.function", 150),
    Goal("while_loop", "graphwright traced", "jax.jit", 1),
    Goal("scalar_loop", "graphwright traced", "tf.function", 2000),
    Goal("scalar_loop", "graphwright traced", "jax.jit", 1),
    Goal("tanh_chain", "graphwright traced", "tf.function", 3),
    Goal("tanh_chain", "graphwright traced", "jax.jit", 5),
    Goal("mlp", "graphwright traced", "tf.function", 5),
    Goal("mlp", "graphwright traced", "jax.jit", 2.2),
    Goal("conv2d", "graphwright traced", "tf.function", 0.95),
    Goal("conv2d", "graphwright traced", "jax.jit", 5),
    Goal("cnn", "graphwright traced", "tf.function", 1.3),
    Goal("rnn", "graphwright traced", "tf.function", 3),
    *(Goal(f"lstm{part}", "graphwright traced", "tf.function", 3) for part in ("", "_gradient")),
    *(
        Goal(f"{work}{part}", "graphwright traced", peer, 1.5)
        for work in ("softmax", "layer_norm", "attention", "attention_wide")
        for part in ("", "_gradient")
        for peer in ("tf.function", "jax.jit")
    ),
    *(Goal("product", "graphwright traced", peer, 1) for peer in ("tf.function", "jax.jit")),
    *(
        Goal(row, "graphwright traced", "tf.function", 5)
        for row in ("growing_cache", "beam_search", "shrinking_list", "selected_rows")
    ),
    Goal("product_thread", "graphwright traced", "peak", 0.9),
    Goal("digits", "graphwright traced", "graphwright eager", 10),
    Goal("compile_1000", "graphwright traced", "jax.jit", 1),
    *(Goal("first_step", "graphwright traced", peer, 3) for peer in ("tf.function", "jax.jit")),
    *(Goal(f"call_{row}", "graphwright traced", "tf.function", 50) for row in ("method", "keyword")),
    *(Goal(f"call_{row}", "graphwright traced", "tf.function", 50) for row in ("float", "traces", "argument")),
    Goal("call_dict", "graphwright traced", "tf.function", 30),
    Goal("call_array", "graphwright traced", "tf.function", 20),
    Goal("call_capture", "graphwright traced", "tf.function", 50),
    Goal("call_tape", "graphwright traced", "tf.function", 3),
    Goal("call_tape", "graphwright traced", "jax.jit", 1),
    Goal("model_first", "graphwright traced", "tf.function", 5),
    *(Goal(f"model_{row}", "graphwright traced", "tf.function", 10) for row in ("call", "signature")),
    Goal("dataset_eager", "graphwright eager", "TF eager", 5),
    Goal("dataset_staged", "graphwright traced", "tf.function", 3),
    Goal("checkpoint", "graphwright eager", "NumPy", 0.5),  # half the speed of the disk
    *(
        Goal(f"keras_{row}", "graphwright traced", "tf.function", least)
        for row, least in {
            "first_fit": 2,
            "mlp_fit": 2,
            "cnn_fit": 1.2,
            "lstm_fit": 1.5,
            "transformer_fit": 1.2,
            "predict": 5,
        }.items()
    ),
    Goal("import", "graphwright traced", "NumPy", 0.5),  # under twice NumPy's time
]


@dataclass(frozen=True)
class Verdict:
    goal: Goal
    reached: Summary | None  # None where one of the two was not measured

    @property
    def met(self) -> bool | None:
        return None if self.reached is None else self.reached.median >= self.goal.at_least


def judge(measured: dict[str, Times]) -> list[Verdict]:
    """Each goal whose workload was run, against what was measured."""
    return [Verdict(goal, _reached(goal, measured[goal.workload])) for goal in GOALS if goal.workload in measured]


def _reached(goal: Goal, times: Times) -> Summary | None:
    if goal.ours not in times or goal.other not in times:
        return None
    return ratio(times, faster=goal.ours, slower=goal.other)
