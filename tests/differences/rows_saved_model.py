"""SavedModels: variables, functions, signatures and what else is saved and loaded, and what is refused."""

from __future__ import annotations

from itertools import product

from tests.differences import programs_saved_model as programs

_SYNCHRONIZATIONS = ("AUTO", "NONE", "ON_WRITE", "ON_READ")
_AGGREGATIONS = ("NONE", "SUM", "MEAN", "ONLY_FIRST_REPLICA")
_VALUES = [
    "1.0", "1, dtype=tf.int8", "[1, 2], dtype=tf.uint64", "['a', 'b']", "[True]", "[1j]", "[1.0], dtype=tf.bfloat16",
    "[1.0], dtype=tf.float16", "np.zeros([0, 2])", "[1.0], shape=[None]", "[1.0], shape=tf.TensorShape(None)",
    "1.0, trainable=False", "1.0, name='given'", "1.0, name='a/b'", "1.0, constraint=tf.abs", "[np.nan, np.inf]",
]  # fmt: skip

ROWS: list[str] = [
    *(f"saved_model.variable(tf, {value})"
      for value in _VALUES),
    *(
        f"saved_model.variable(tf, 1.0, synchronization={s!r}, aggregation={a!r})"
        for s, a in product(_SYNCHRONIZATIONS, _AGGREGATIONS)
    ),
    "saved_model.variable(tf, 1.0, 2, synchronization='ON_READ', aggregation='SUM')",
    "saved_model.variable(tf, 1.0, 2, trainable=True, synchronization='ON_READ')",
    *(f"saved_model.call(tf, {name!r}, {args})" for name, calls in programs.CALLS.items() for args in calls),
    *(f"saved_model.signatures(tf, {name!r})" for name in programs.MODELS),
    *(
        f"saved_model.through_signature(tf, {name!r}, 'serving_default', {args})"
        for name, args in (
            ("typed", "t([1.0])"), ("typed", "x=t([1.0])"), ("typed", "y=t([1.0])"), ("typed", "[1.0]"), ("typed", ""),
            ("typed", "t([1])"), ("typed", "x=t(1.0)"), ("two", "a=t(1.0), b=t(2.0)"), ("two", "t(1.0), t(2.0)"),
            ("two", "a=t(1.0)"), ("two", "b=t(1.0), a=t(2.0)"), ("counter", "x=t(1.0)"), ("loop", "n=t(4)"),
            ("branch", "x=t(-1.0)"), ("text", "s=t('a')"), ("int", "x=t(9)"), ("list result", "x=t(1.0)"), ("none", ""),
            ("inner", "x=t(1.0)"), ("ragged", "x=tf.ragged.constant([[1.0]])"),
        )
    ),
    "saved_model.through_signature(tf, 'typed', 'no_such', t([1.0]))",
    *(f"saved_model.given_signatures(tf, {how!r})" for how in programs.FORMS),
    *(f"saved_model.attributes(tf, {what!r})" for what in programs.ATTRIBUTES),
    *(f"saved_model.special(tf, {what!r})" for what in programs.SPECIAL),
    "tf.saved_model.contains_saved_model('/no/such/folder')",
    "tf.saved_model.contains_saved_model('')",
    "tf.saved_model.SaveOptions().function_aliases",
    "tf.saved_model.SaveOptions().experimental_custom_gradients",
    "tf.saved_model.SaveOptions().experimental_io_device",
    "tf.saved_model.SaveOptions().save_debug_info",
    "tf.saved_model.SaveOptions().namespace_whitelist",
    "tf.saved_model.LoadOptions().allow_partial_checkpoint",
    "tf.saved_model.LoadOptions().experimental_io_device",
    "tf.saved_model.LoadOptions().experimental_skip_checkpoint",
]  # fmt: skip

_LENIENT = "A signature takes what its one trace takes: lists become tensors, and arguments may come by position."

ON_PURPOSE: dict[str, str] = {
    "saved_model.through_signature(tf, 'typed', 'serving_default', [1.0])": _LENIENT,
    "saved_model.through_signature(tf, 'two', 'serving_default', t(1.0), t(2.0))": _LENIENT,
    "saved_model.through_signature(tf, 'typed', 'serving_default', x=t(1.0))": (
        "Arguments are held against the shapes that a signature declares; TensorFlow runs it with any."
    ),
    "saved_model.given_signatures(tf, 'number key')": "The name of a signature that is no string is a TypeError.",
    "saved_model.special(tf, 'missing asset')": "A file that belongs to a model and is not there is an error.",
    "saved_model.special(tf, 'traced')": "What is no object to save is a ValueError, functions among it.",
}
