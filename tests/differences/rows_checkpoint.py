"""Checkpoints: what is saved, under which keys, what is restored, and what is refused."""

from __future__ import annotations

from itertools import product

from tests.differences import programs_checkpoint as programs

ROWS: list[str] = [
    *(f"checkpoint.keys(tf, {name!r})" for name in programs.NAMES),
    *(f"checkpoint.keys_as_root(tf, {name!r})" for name in programs.NAMES),
    *(f"checkpoint.keys_in_module(tf, {name!r})" for name in programs.NAMES),
    *(f"checkpoint.there_and_back(tf, {name!r})" for name in programs.NAMES[:29]),
    *(f"checkpoint.changed_list(tf, {s!r}, {c!r})" for s, c in product(programs.STARTS, programs.LIST_CHANGES)),
    *(f"checkpoint.changed_list(tf, 'variables', {c!r}, True)" for c in programs.LIST_CHANGES),
    *(f"checkpoint.changed_dict(tf, {s!r}, {c!r})" for s, c in product(programs.DICT_STARTS, programs.DICT_CHANGES)),
    *(f"checkpoint.rest(tf, {p!r}, {n})" for p, n in product(programs.PIPELINES, (0, 1, 2, 5, 30))),
    *(f"checkpoint.rest(tf, {p!r}, 2, 3)" for p in programs.PIPELINES),
    *(
        f"checkpoint.exchanged(tf, {p!r}, {q!r})"
        for p, q in product(("map", "batch", "zip"), ("range", "filter", "unbatch"))
    ),
    *(f"checkpoint.save_stateful(tf, {name!r})" for name in programs.STATEFUL),
    *(
        f"checkpoint.save_stateful(tf, {name!r}, {policy!r})"
        for name, policy in product(("reads a variable", "draws", "is a generator"), ("WARN", "IGNORE", "FAIL"))
    ),
    *(
        f"checkpoint.status(tf, {saved!r}, {present!r}, {method!r})"
        for saved, present, method in product(
            ("", "a", "ab"), ("", "a", "ab", "bc", "c"),
            programs.CHECKS,
        )
    ),
    *(
        f"checkpoint.restore_none(tf, {method!r})"
        for method in programs.CHECKS
    ),
    *(
        f"checkpoint.restore_into(tf, {saved}, {present})"
        for saved, present in product(
            ("1.0", "[1.0, 2.0]", "[[1.0]]", "1", "True", "'a'"),
            ("0.0", "[0.0, 0.0]", "[[0.0]]", "[0.0], shape=[None]", "[0.0], shape=tf.TensorShape(None)", "0", "'b'"),
        )
    ),
    *(f"checkpoint.restore_from(tf, {path!r}, {method!r})"
      for path, method in product(("/no/such/path", "", "relative"), ("restore", "read"))),
    *(f"checkpoint.deferred(tf, {build!r})" for build in programs.BUILDS),
    *(f"checkpoint.numbered(tf, {times})" for times in (0, 1, 3, 7)),
    "checkpoint.counter_after_restore(tf, 'save')",
    "checkpoint.counter_after_restore(tf, 'write')",
    *(f"checkpoint.managed(tf, 4, max_to_keep={keep})" for keep in ("-1", "0", "1", "2", "3", "None")),
    *(f"checkpoint.managed(tf, 3, max_to_keep=2, checkpoint_name={name!r})" for name in ("ckpt", "x", "a-b")),
    "checkpoint.managed(tf, 3, [5, 6, 7], max_to_keep=2)",
    "checkpoint.managed(tf, 3, [5, 5, 5], max_to_keep=2)",
    "checkpoint.managed(tf, 5, max_to_keep=3, step_counter='step', checkpoint_interval=2)",
    "checkpoint.managed(tf, 5, max_to_keep=3, step_counter='step')",
    "checkpoint.managed(tf, 5, max_to_keep=3, checkpoint_interval=2)",
    "checkpoint.managed(tf, 3, max_to_keep=1, keep_checkpoint_every_n_hours=1.0)",
    "checkpoint.managed(tf, 3, max_to_keep=1, keep_checkpoint_every_n_hours=0.0)",
    *(f"checkpoint.managed_again(tf, {keep})" for keep in (1, 2, 3)),
    "checkpoint.managed_again(tf, 3, 0)",
    "checkpoint.initialized(tf)",
    *(f"checkpoint.reader(tf, {ask!r})" for ask in programs.READS),
    *(f"checkpoint.iterated(tf, {times})" for times in (0, 1, 2)),
    *(
        f"checkpoint.written_in_function(tf, {method!r}, {as_tensor})"
        for method, as_tensor in product(("write", "save"), (True, False))
    ),
    *(f"checkpoint.view(tf, {name!r})" for name in ("variable", "module", "owner", "nested", "dict", "loop", "shared")),
    "checkpoint.conflicting(tf, True)",
    "checkpoint.conflicting(tf, False)",
    "tf.train.Checkpoint(1)",
    "tf.train.Checkpoint('a')",
    "tf.train.Checkpoint([])",
    "tf.train.Checkpoint({})",
    "tf.train.Checkpoint(v=1)",
    "tf.train.Checkpoint(v=None)",
    "tf.train.CheckpointOptions(no_such=1)",
    "tf.train.CheckpointOptions().enable_async",
    "tf.train.CheckpointOptions().experimental_io_device",
    "tf.train.CheckpointOptions().experimental_skip_slot_variables",
    "tf.train.CheckpointOptions(enable_async=True).enable_async",
    "tf.train.CheckpointManager(tf.train.Checkpoint(), None, 1)",
    "tf.train.CheckpointManager(1, '/tmp', 1)",
    "tf.train.latest_checkpoint('/no/such/folder')",
    "tf.train.load_checkpoint('/no/such/folder')",
    "tf.train.load_checkpoint('')",
    "tf.train.Checkpoint().write(1)",
    "int(tf.train.Checkpoint().save_counter)",
    "tf.train.Checkpoint().save_counter.dtype",
    "tf.train.Checkpoint().save_counter.trainable",
    "tf.train.Checkpoint().save_counter.name",
]  # fmt: skip

_LAST = "An attribute that was assigned anew holds nothing else; TensorFlow goes on saving what it held before."
_PLAIN = (
    "Lists stay plain: only what can be seen afterwards is refused, a saved item that was replaced, moved or removed."
)
_EMPTY_KEY = (
    "The key of a root's own values is the same for every shape; TensorFlow writes another one for no elements."
)

ON_PURPOSE: dict[str, str] = {
    **{
        f"checkpoint.changed_list(tf, {start!r}, 'assign a number')": _LAST
        for start in programs.STARTS
        if start != "numbers"
    },
    "checkpoint.changed_list(tf, 'variables', 'assign a number', True)": _LAST,
    "checkpoint.changed_list(tf, 'numbers', 'replace the last')": "It has its place's name, which TensorFlow calls -1.",
    "checkpoint.keys_as_root(tf, 'text')": "A root may be any variable; TensorFlow refuses one of strings.",
    "checkpoint.changed_list(tf, 'numbers', 'insert')": _PLAIN,
    "checkpoint.changed_list(tf, 'None first', 'replace a slice')": _PLAIN,
    "checkpoint.keys_as_root(tf, 'empty')": _EMPTY_KEY,
}
