"""The libraries whose own tests are run on this package: where they are, what they need, and why tests fail.

Their sources are fetched to be run and are no part of this repository.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    """A library's own tests.

    Attributes:
      title: the library's name.
      repository, commit: where its source is, and which state of it was measured.
      requirements: what it needs besides this package, as pip takes it.
      tests: a pattern of its test files.
      goal: the share that must pass of the tests that pass with TensorFlow.
      causes: why tests fail: a part of the error's text, and the reason. The first that fits counts.
    """

    title: str
    repository: str
    commit: str
    requirements: tuple[str, ...]
    tests: str
    goal: float
    causes: tuple[tuple[str, str], ...] = ()


SUITES = {
    "sonnet": Suite(
        "dm-sonnet",
        "https://github.com/google-deepmind/sonnet",
        "26b0518d42088d3cdccec7421a8aa6fbafbe4775",
        ("pytest", "dm-tree", "tabulate", "wrapt", "absl-py", "mock", "scipy", "keras"),
        "sonnet/**/*_test.py",
        0.95,
        (
            ("CudnnRNN", "`tf.raw_ops.CudnnRNN`, which only a GPU runs, is traced as one of the alternatives"),
            ("BlockLSTMV2", "`tf.raw_ops.BlockLSTMV2` is not here yet"),
            ("keras.optimizers.legacy", "Keras 3 has no legacy optimizers"),
            ("'unwrap'", "strategies have no `unwrap`"),
            ("_values'", "variables of a strategy are not split into replicas"),
            ("'values'", "variables of a strategy are not split into replicas"),
            ("ONLY_FIRST_REPLICA", "variables of a strategy are not split into replicas"),
            ("resnet50/checkpoint-1", "a large file of the repository that is fetched apart"),
            ("as_default", "graphs of TensorFlow 1"),
            ("!= 0", "Keras 3 finds no variables in modules that are attributes of a layer, where Keras 2 did"),
            ("TensorVariable", "a model is read outside of the transformed function that created it"),
        ),
    ),
}
