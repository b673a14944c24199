"""Rows of programs that AutoGraph rewrites: jumps, loop variables, options of loops, what is refused."""

from __future__ import annotations

_LEAVING = (
    "return_in_with_in_ifs", "return_in_ifs_in_with", "return_in_with_in_with", "return_in_with_deep",
    "return_in_loop_in_with", "return_in_finally", "return_in_finally_behind_if", "return_in_finally_over_return",
    "return_in_finally_over_error", "return_in_try", "return_in_try_except",
    "break_in_finally", "continue_in_loop", "break_in_loop", "break_in_while_true",
    "else_of_loop", "return_in_one_branch", "return_of_two_dtypes", "return_of_two_structures",
    "return_of_two_shapes", "return_of_none", "early_return_python",
)  # fmt: skip

_VARIABLES = (
    "variable_behind_unknown_range", "variable_behind_range_before", "variable_changed_in_loop",
    "other_variable_behind_range", "variable_behind_break",
)  # fmt: skip

_OPTIONS = (
    "option_none", "option_positional", "option_second_statement", "option_in_if", "option_outside",
    "option_python_loop", "option_dataset", "option_dataset_maximum", "option_nested", "option_structure",
    "option_break",
)  # fmt: skip

_REFUSED = (
    "undefined_in_else", "undefined_in_else_unread", "other_dtype_in_else", "other_shape_in_else", "none_in_else",
    "none_before_loop", "string_in_else", "list_in_else", "dtype_change_in_loop", "shape_change_in_loop",
    "rank_change_in_loop", "structure_change_in_loop", "weak_dtype_in_loop", "condition_of_float",
    "condition_of_vector", "condition_of_while_float", "raise_statement", "generator", "coroutine", "leak",
    "leak_into_function", "leak_out_of_cond", "leak_out_of_loop",
)  # fmt: skip

_SHAPES = (
    "tf.TensorShape([None])", "tf.TensorShape(None)", "tf.TensorShape([2])", "tf.TensorShape([1])",
    "tf.TensorShape([None, None])", "tf.TensorShape([])", "[None]", "None", "tf.TensorSpec([None])", "(None,)",
)  # fmt: skip

_INVARIANTS = (
    "[(x, tf.TensorShape([None]))]", "((x, tf.TensorShape([None])),)", "[]", "None", "()",
    "[('x', tf.TensorShape([None]))]", "[(tf.constant(1.0), tf.TensorShape([None]))]",
    "[(x, tf.TensorShape([None])), (x, tf.TensorShape([None]))]",
)  # fmt: skip

_STARTS = (
    "0", "1.5", "True", "t(0)", "t(1.5)", "t([1.0, 2.0])", "t(1, tf.int64)", "t(2, tf.uint8)", "t(1j)", "t(True)",
    "t(1.5, tf.float16)", "t(1.5, tf.bfloat16)", "t('a')", "tf.zeros([0])", "tf.zeros([2, 2])",
)  # fmt: skip

_STEPS = ("lambda v, i: v", "lambda v, i: v + v", "lambda v, i: tf.cast(i, tf.float32)", "lambda v, i: i")

_STRUCTURES = {
    "(0, 1.0)": "lambda v, i: (v[0] + i, v[1] * 2.0)",
    "(0, (1.0, [2]))": "lambda v, i: (v[0] + i, (v[1][0] * 2.0, [v[1][1][0] + 1]))",
    "{'a': 0, 'b': 1.0}": "lambda v, i: {'a': v['a'] + i, 'b': v['b'] * 2.0}",
    "{'b': 0, 'a': 1.0}": "lambda v, i: {'a': v['a'] * 2.0, 'b': v['b'] + i}",
    "[0, 1]": "lambda v, i: [v[1], v[0]]",
    "autograph.Point(0, 1.0)": "lambda v, i: autograph.Point(v.x + i, v.y * 2.0)",
    "autograph.Point(0, 1)": "lambda v, i: (v[0], v[1])",
    "(0, 1)": "lambda v, i: [v[0], v[1]]",
    "(0,)": "lambda v, i: (v[0], v[0])",
    "{'a': 0}": "lambda v, i: {'b': v['a']}",
    "(0, None)": "lambda v, i: (v[0] + i, None)",
    "(0, 'a')": "lambda v, i: (v[0] + i, v[1])",
    "(tf.zeros([1]), tf.ragged.constant([[1.0], [2.0, 3.0]]))": "lambda v, i: (v[0] + 1.0, v[1] * 2.0)",
    "tf.ragged.constant([[1], [2, 3]])": "lambda v, i: v + i",
    "tf.sparse.from_dense([[0.0, 1.0]])": "lambda v, i: v * 2.0",
    "tf.IndexedSlices(t([1.0]), t([0]), t([3]))":
        "lambda v, i: tf.IndexedSlices(v.values * 2.0, v.indices, v.dense_shape)",
}  # fmt: skip

_CHOICES = (
    "1", "2.5", "True", "t(1)", "t(2)", "t(2.5)", "t(1, tf.int64)", "t([1.0, 2.0])", "t('a')", "(1, 2)", "[1, 2]",
    "(t(1), t(2.0))", "{'a': 1}", "{'b': 1}", "None", "'text'", "tf.ragged.constant([[1], [2, 3]])",
    "tf.sparse.from_dense([[0.0, 1.0]])", "autograph.Point(1, 2)", "np.float32(1.0)", "np.arange(3)",
)  # fmt: skip

_ITEMS = (
    "t([1.0, 2.0])", "t([1, 2, 3])", "tf.zeros([0])", "[1.0, 2.0]", "(t(1.0), t(2))", "range(3)", "{'a': 1}.values()",
    "tf.range(4)", "tf.range(4, 0, -1)", "tf.range(0.0, 1.0, 0.25)", "tf.range(5, 5)", "3",
    "tf.data.Dataset.range(3)", "tf.data.Dataset.range(0)", "np.arange(3)", "tf.ones([3])",
    "tf.ragged.constant([1, 2])", "iter([1, 2])", "'ab'", "None", "tf.TensorArray(tf.float32, 0)",
)  # fmt: skip

_TRUTHS = (
    ("t(True)", "t(False)"), ("t(True)", "t(True)"), ("t(False)", "t(False)"), ("t(True)", "False"),
    ("False", "t(True)"), ("True", "False"),
)  # fmt: skip

ROWS = [
    *[f"autograph.{name}(tf)" for name in (*_LEAVING, *_VARIABLES, *_OPTIONS, *_REFUSED)],
    *[f"autograph.variable_behind_range(tf, {limits})" for limits in (
        "0", "1", "5", "3, 3", "3, 7", "7, 3", "7, 3, -1", "3, 7, 2", "3, 7, -1", "0, 0, 5", "-4",
    )],
    *[f"autograph.variable_behind_{what}(tf, {n})" for what in ("tensor", "dataset", "python") for n in (0, 1, 2)],
    *[f"autograph.variables_behind_enumerate(tf, {n})" for n in (0, 2)],
    *[f"autograph.option_{how}(tf, {shape})" for how in ("pair", "pair_while") for shape in _SHAPES],
    *[f"autograph.option_shape_invariants(tf, lambda x: {what})" for what in _INVARIANTS],
    *[f"autograph.option_parallel(tf, {value})" for value in ("None", "1", "2", "10", "t(2)")],
    *[f"autograph.option_swap(tf, {value})" for value in ("None", "True", "False", "0", "1")],
    *[f"autograph.option_{how}(tf, {value})" for how in ("maximum", "maximum_while") for value in (
        "None", "0", "1", "2", "10", "-1", "t(2)", "'a'", "2.5", "t([1])",
    )],
    *[f"autograph.carried(tf, {start}, {step})" for start in _STARTS for step in _STEPS],
    *[f"autograph.carried(tf, {start}, lambda v, i: v + v, 0)" for start in _STARTS],
    *[f"autograph.{how}(tf, {start}, {step})" for how in ("carried", "carried_while")
      for start, step in _STRUCTURES.items()],
    *[f"autograph.carried(tf, {start}, {step}, 0)" for start, step in _STRUCTURES.items()],
    *[f"autograph.{how}(tf, {value}, {value}, {at})" for how in ("chosen", "chosen_expression") for value in _CHOICES
      for at in ("1.0", "-1.0")],
    *[f"autograph.{how}(tf, {first}, {second})" for how in ("chosen", "chosen_expression") for first, second in (
        ("1", "2"), ("1", "2.0"), ("t(1)", "2"), ("t(1)", "t(2.0)"), ("(1, 2)", "(3, 4)"), ("(1, 2)", "[1, 2]"),
        ("1", "None"), ("None", "1"), ("'a'", "'b'"), ("t('a')", "'b'"),
        ("{'a': 1}", "{'a': 2}"), ("{'a': 1}", "{'b': 2}"), ("t([1.0])", "t([1.0, 2.0])"), ("t(1.0)", "t([1.0])"),
        ("True", "1"), ("t(True)", "1"), ("1.0", "True"), ("np.float64(1.0)", "1.0"), ("t(1, tf.int64)", "2"),
        ("tf.ragged.constant([[1]])", "tf.ragged.constant([[1, 2], []])"),
        ("tf.ragged.constant([[1]])", "t([[1]])"), ("autograph.Point(1, 2)", "autograph.Point(3, 4)"),
        ("autograph.Point(1, 2)", "(3, 4)"), ("tf.sparse.from_dense([1.0])", "tf.sparse.from_dense([0.0])"),
        ("np.arange(2)", "t([4, 5], tf.int64)"), ("lambda: 1", "lambda: 2"), ("tf.float32", "tf.float32"),
    )],
    *[f"autograph.iterated(tf, {items})" for items in _ITEMS],
    *[f"autograph.logical(tf, {a}, {b})" for a, b in _TRUTHS],
    *[f"autograph.compared(tf, {a})" for a in ("t(1), t(2), t(3)", "t(3), t(2), t(1)", "1, t(2), 3", "1, 2, 3",
                                               "t(1.0), t(2), t(3)")],
    *[f"autograph.assert_statement(tf, {value})" for value in (1.0, -1.0)],
]  # fmt: skip

_LOOSENED = (
    "A loop that changes the shape of a variable is traced again with a looser shape: no shape_invariants are needed. "
    "TensorFlow refuses it."
)
_SHAPE_LIKE = "shape_invariants may be anything that tf.TensorShape takes, a TensorSpec or None; TensorFlow wants a "
_SHAPE_LIKE += "tf.TensorShape."
_PYTHON = "The answer is plain Python's. TensorFlow "
_NONE = "None is a value like others as long as both branches, or all rounds, leave it None; TensorFlow refuses it."
_DATASET = "A loop over a dataset that has had a round leaves its variable behind, as in Python; TensorFlow refuses to "
_DATASET += "read it."
_FIRST = "set_loop_options needs no arguments and may stand anywhere in a loop, where it does nothing; TensorFlow "
_FIRST += "then leaves the function unconverted."

ON_PURPOSE: dict[str, str] = {
    "autograph.return_in_with_in_ifs(tf)": "All ways through the function return, which is seen through a `with`.",
    "autograph.return_in_loop_in_with(tf)": "A `return` in a `with` in a loop is one like others.",
    "autograph.return_in_finally_over_error(tf)": _PYTHON + "lets the dropped exception out.",
    "autograph.return_in_try_except(tf)": _PYTHON + "runs the `return` of the handler, too.",
    "autograph.break_in_while_true(tf)": "A loop that starts in Python is staged once its end depends on a tensor.",
    "autograph.else_of_loop(tf)": "`else` of loops is supported.",
    "autograph.option_none(tf)": _FIRST,
    "autograph.option_second_statement(tf)": _FIRST,
    "autograph.option_in_if(tf)": _FIRST,
    "autograph.option_dataset_maximum(tf)": "maximum_iterations bounds loops over datasets as it does all others.",
    "autograph.shape_change_in_loop(tf)": _LOOSENED,
    "autograph.rank_change_in_loop(tf)": _LOOSENED,
    "autograph.leak_out_of_loop(tf)": "Appending to a list in a staged loop stages the list.",
    **{f"autograph.variable_behind_dataset(tf, {n})": _DATASET for n in range(3)},
    **{f"autograph.variables_behind_enumerate(tf, {n})": "enumerate of a tensor is staged." for n in (0, 2)},
    **{f"autograph.option_{how}(tf, {shape})": _SHAPE_LIKE for how in ("pair", "pair_while")
       for shape in ("[None]", "None", "tf.TensorSpec([None])", "(None,)")},
    **{f"autograph.option_shape_invariants(tf, lambda x: {what})": _LOOSENED for what in (
        "[]", "None", "()", "[('x', tf.TensorShape([None]))]", "[(tf.constant(1.0), tf.TensorShape([None]))]")},
    "autograph.option_parallel(tf, None)": "None is the default.",
    **{f"autograph.carried(tf, {start}, lambda v, i: tf.cast(i, tf.float32))": _LOOSENED
       for start in ("t([1.0, 2.0])", "tf.zeros([0])", "tf.zeros([2, 2])")},
    **{f"autograph.{how}(tf, (0, None), lambda v, i: (v[0] + i, None){more})": _NONE
       for how, more in (("carried", ""), ("carried_while", ""), ("carried", ", 0"))},
    **{f"autograph.{how}(tf, tf.sparse.from_dense([[0.0, 1.0]]), lambda v, i: v * 2.0{more})":
       "A sparse tensor may change in a loop as it may in Python; TensorFlow wants shape_invariants for it."
       for how, more in (("carried", ""), ("carried_while", ""), ("carried", ", 0"))},
    **{f"autograph.{how}(tf, None, None, {at})": _NONE for how in ("chosen", "chosen_expression")
       for at in ("1.0", "-1.0")},
    "autograph.iterated(tf, tf.TensorArray(tf.float32, 0))": "A TensorArray can be iterated over.",
    **{f"autograph.assert_statement(tf, {value})": "`assert` on a tensor is staged as tf.debugging.Assert, as the "
       "guide to AutoGraph documents." for value in (1.0, -1.0)},
}  # fmt: skip
