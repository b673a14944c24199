"""Rows of `tf.function`: arguments, signatures, concrete functions, functional control flow."""

from __future__ import annotations

_CHANGES = (
    ("[]", "lambda v, x: v.append(x)"), ("[]", "lambda v, x: v.append(1)"), ("[1, 2]", "lambda v, x: v.pop()"),
    ("[2.0]", "lambda v, x: v.__setitem__(0, x)"), ("[2.0]", "lambda v, x: v.__setitem__(0, 3.0)"),
    ("[1, 2]", "lambda v, x: v.reverse()"), ("[t(1.0), t(2.0)]", "lambda v, x: v.reverse()"),
    ("[t(1.0)]", "lambda v, x: v.__setitem__(0, v[0] + 1.0)"), ("[t(1.0)]", "lambda v, x: v.clear()"),
    ("[]", "lambda v, x: (v.append(x), v.pop())"), ("[1]", "lambda v, x: list(v).append(x)"),
    ("{}", "lambda v, x: v.update(a=x)"), ("{'a': 1}", "lambda v, x: v.update(a=x)"),
    ("{'a': t(1.0)}", "lambda v, x: v.update(a=x)"), ("{'a': 1}", "lambda v, x: v.pop('a')"),
    ("{'a': [1]}", "lambda v, x: v['a'].append(1)"), ("([1],)", "lambda v, x: v[0].append(1)"),
    ("{'a': 1}", "lambda v, x: dict(v).update(a=x)"), ("[[1], [2]]", "lambda v, x: v[1].clear()"),
    ("{'a': 1}", "lambda v, x: v.get('a')"), ("[3, 1]", "lambda v, x: sorted(v)"), ("[3, 1]", "lambda v, x: v.sort()"),
    ("[1, 3]", "lambda v, x: v.sort()"),
)  # fmt: skip

_ARGUMENTS = (
    "functions.Unhashable()", "[functions.Unhashable()]", "{'a': functions.Unhashable()}", "object()", "None", "...",
    "(1, 2)", "[1, [2]]", "{'b': 1, 'a': 2}", "{'a': 1, 2: 2}", "functions.Point(1, 2)", "frozenset({1})", "int",
    "tf.float32", "tf.TensorShape([1])", "len", "range(3)", "(i for i in range(2))", "1j", "b'a'", "np.arange(3)",
    "np.float32(1)", "np.array('a')", "tf.Variable(1.0)", "[tf.Variable(1.0)]", "tf.ragged.constant([[1]])",
    "tf.sparse.from_dense([1.0])", "tf.data.Dataset.range(3)", "{1}", "bytearray(b'a')", "slice(1, 2)",
    "functions.Pair(1, 2)",
)  # fmt: skip

_SPECS = (
    "tf.TensorSpec([2])", "tf.TensorSpec([None])", "tf.TensorSpec(None)", "t([1.0, 2.0])", "tf.TensorSpec([2]), 3",
    "tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)", "tf.TensorSpec([2]), n=3", "tf.TensorSpec([2]), scale=1.0",
    "tf.TensorSpec([2], tf.float64), 3, 4, 5", "tf.TensorSpec([2]), extra=1", "x=tf.TensorSpec([2])",
    "n=3, x=tf.TensorSpec([2])", "tf.TensorSpec([2]), 3, tf.TensorSpec([1]), scale=t(1.0)", "", "1, 2, x=3",
)  # fmt: skip

_CALLS = (
    "[t(1), t(2)], [t(1), t(3)]", "[t(1)], [t(2.0)]", "[1], [2], [1]", "[1], [1.0], [True]", "[t([1])], [t([1, 2])]",
    "['a'], ['b'], ['a']", "[(1, 2)], [[1, 2]]", "[None], [0]", "[np.arange(2)], [np.arange(3)]",
    "[{'a': 1, 'b': 2}], [{'b': 2, 'a': 1}]", "[tf.Variable(1.0)], [tf.Variable(2.0)]", "[0.0], [-0.0]",
    "[np.nan], [np.nan]", "[t(1)], [np.int32(1)]", "[functions.Point(1, 2)], [(1, 2)]", "[int], [float]",
    "[tf.float32], [tf.float64]", "[1], [1, 2]", "[], []", "[frozenset({1, 2})], [frozenset({2, 1})]",
    "[t([1])], [t([1, 2])], [t([1, 2, 3])], [t([1, 2, 3, 4])]",
    "[t([1])], [t([[1]])], [t([[[1]]])], [t([[1, 2]])]",
)  # fmt: skip

_CONCRETE = (
    "([tf.TensorSpec([])], {})", "([tf.TensorSpec([]), tf.TensorSpec([])], {})",
    "([tf.TensorSpec([])], {'z': tf.TensorSpec([])})",
    "([tf.TensorSpec([]), 5.0], {})", "([], {'x': tf.TensorSpec([])})",
)  # fmt: skip

_GIVEN = (
    "t(1.0)", "x=t(1.0)", "t(1.0), t(4.0)", "t(1.0), y=t(4.0)", "x=t(1.0), y=t(4.0)", "t(1.0), z=t(4.0)",
    "t(1.0), 2.0", "1.0", "t(1)", "t([1.0])", "", "a=t(1.0)", "t(1.0), y=2.0, z=3.0", "t(1.0), w=1", "np.float32(1)",
    "t(1.0), 5.0", "None", "[1.0, 2.0]",
)  # fmt: skip

_STRUCTURES = (
    "(t([1.0]), t([2.0])), {'a': t(3.0), 'b': t(4.0)}", "[t([1.0]), t([2.0])], {'a': t(3.0), 'b': t(4.0)}",
    "(t([1.0]), t([2.0])), {'a': t(3.0)}", "pair=(t([1.0]), t([2.0])), d={'a': t(3.0), 'b': t(4.0)}",
    "(t([1.0]), t([2.0])), d={'a': t(3.0), 'b': t(4.0)}",
    "(t([1.0, 2.0]), t([2.0])), {'a': t(3.0), 'b': t(4.0)}", "([1.0], [2.0]), {'a': 3.0, 'b': 4.0}",
)  # fmt: skip

_SIGNATURES = ("[tf.TensorSpec([])]", "[tf.TensorSpec([None])]", "[tf.TensorSpec([]), tf.TensorSpec([])]",
               "[tf.TensorSpec(None)]", "()", "[tf.TensorSpec([])] * 3")  # fmt: skip

_ELEMENTS = ("t([1.0, 2.0])", "t([1, 2, 3])", "tf.zeros([0, 2])", "(t([1, 2]), t([3, 4]))", "{'a': t([1, 2])}", "t(1)",
             "[1, 2]", "np.arange(3)", "(t([1, 2]), t([3, 4, 5]))")  # fmt: skip

ROWS = [
    *[f"functions.changed(tf, {value}, {change})" for value, change in _CHANGES],
    *[f"functions.changed(tf, {value}, {change}, False)" for value, change in _CHANGES],
    *[f"functions.changed_{how}(tf, {value}, {change})" for how in ("concrete", "keyword")
      for value, change in _CHANGES],
    "functions.changed_default(tf)",
    "functions.changed_within(tf)",
    *[f"functions.passed(tf, {value})" for value in _ARGUMENTS],
    *[f"functions.described(tf, {specs})".replace(", )", ")") for specs in _SPECS],
    *[f"functions.traces(tf, {calls}{options})" for calls in _CALLS for options in ("", ", reduce_retracing=True")],
    *[f"functions.called(tf, {specs}, {given})".replace(", )", ")") for specs in _CONCRETE
      for given in _GIVEN if given not in ("t([1.0])", "None", "[1.0, 2.0]")],
    *[f"functions.called_structure(tf, {given})" for given in _STRUCTURES],
    *[f"functions.signed(tf, {signature}, {given})".replace(", )", ")") for signature in _SIGNATURES
      for given in _GIVEN],
    *[f"functions.static_through_call(tf, lambda x: {make}, lambda x, s: {use})" for make in (
        "tf.stack([2, 3])", "tf.constant([2, 3])", "tf.shape(tf.zeros([2, 3]))", "tf.stack([2, tf.size(x) // 2])",
        "tf.concat([[2], [3]], 0)") for use in ("tf.reshape(x, s)", "tf.fill(s, 1.0)", "tf.zeros(s)",
        "tf.broadcast_to(1.0, s)", "tf.random.uniform(s)", "tf.range(s[0])", "tf.ones(s[0])")],
    *[f"functions.own_gradient(tf, lambda {backward})" for backward in (
        "d: (d, d * 2.0)", "d: d", "d: [d, None]", "d: (None, None)", "d: (d, d, d)", "d, e: (d, e)",
        "*d: (d[0], d[0])", "d, variables=None: (d, d)",
    )],
    *[f"functions.created(tf, {initial}, {kept})" for initial in ("lambda x: 1.0", "lambda x: tf.zeros([2])",
        "lambda x: x", "lambda x: lambda: 2.0") for kept in (True, False)],
    *[f"{how}(lambda v: tf.map_fn({f}, v), {elements})" for f in ("lambda x: x", "lambda x: (x, x)") for elements in
      _ELEMENTS for how in ("(lambda f, v: f(v))", "traced")],
    *[f"{how}(lambda v: tf.{fold}(lambda a, x: a + x, v{start}), {elements})" for fold in ("foldl", "foldr", "scan")
      for start in ("", ", initializer=t(1.0)") for elements in _ELEMENTS[:3]
      for how in ("(lambda f, v: f(v))", "traced")],
    *[f"{how}(lambda v: tf.vectorized_map(lambda x: x * 2, v), {elements})" for elements in _ELEMENTS[:5]
      for how in ("(lambda f, v: f(v))", "traced")],
    *[f"{how}(lambda p: tf.cond(p, {branches}), {p})" for p in ("t(True)", "t(False)")
      for branches in ("lambda: 1, lambda: 2", "lambda: t(1), lambda: t(2.0)", "lambda: (1, 2), lambda: (3, 4)",
                       "lambda: (1, 2), lambda: [3, 4]", "lambda: None, lambda: None", "lambda: 1, lambda: None",
                       "lambda: t([1]), lambda: t([1, 2])", "1, 2", "lambda: 1")
      for how in ("(lambda f, v: f(v))", "traced")],
    *[f"{how}(lambda i: tf.switch_case(i, {branches}), {i})" for i in ("t(1)", "1", "t(-1)", "t(7)", "t(1.0)")
      for branches in ("[lambda: 1, lambda: 2]", "{0: lambda: 1, 1: lambda: 2}", "[lambda: 1, lambda: 2], lambda: 3",
                       "[(0, lambda: 1), (1, lambda: 2)]")
      for how in ("(lambda f, v: f(v))", "traced")],
    *[f"traced(lambda p, q: tf.case([(p, lambda: 1), (q, lambda: 2)]{more}), {pq})" for pq in (
        "t(True), t(False)", "t(False), t(True)", "t(True), t(True)", "t(False), t(False)") for more in (
        "", ", default=lambda: 3", ", default=lambda: 3, exclusive=True")],
    *[f"{how}(lambda n: tf.while_loop(lambda i{rest}: i < n, lambda i{rest}: {body}, {start}{more}), t(3))"
      for rest, body, start in (("", "[i + 1]", "[0]"), ("", "(i + 1,)", "(0,)"),
        (", x", "(i + 1, x * 2.0)", "(0, 1.0)"), (", x", "(i + 1,)", "(0, 1.0)"))
      for more in ("", ", maximum_iterations=2") for how in ("(lambda f, v: f(v))", "traced")],
    *[f"traced(lambda n: tf.while_loop(lambda i{rest}: i < n, lambda i{rest}: {body}, {start}{more}), t(3))"
      for rest, body, start in (("", "i + 1", "[0]"), (", x", "[i + 1, x * 2.0]", "(0, 1.0)"), ("", "i + 1.0", "[0]"))
      for more in ("", ", maximum_iterations=2")],
]  # fmt: skip

_OWN_PROGRAM = "Python values that differ in type or bits are other programs: 1, 1.0 and True, 0.0 and -0.0."
_NUMBERS = "A concrete function takes what converts to its tensors, and the Python values it was traced for again."
_STRUCTURE = "An argument of this kind is taken by value; TensorFlow refuses it for it has no hash."

ON_PURPOSE: dict[str, str] = {
    **{f"functions.passed(tf, {value})": _STRUCTURE for value in (
        "{1}", "bytearray(b'a')", "slice(1, 2)", "functions.Pair(1, 2)")},
    **{f"functions.traces(tf, {calls}{options})": _OWN_PROGRAM for calls in ("[1], [1.0], [True]", "[0.0], [-0.0]")
       for options in ("", ", reduce_retracing=True")},
    **{f"functions.called(tf, {specs}, {given})": _NUMBERS
       for specs, givens in {
           "([tf.TensorSpec([])], {})": ("t(1.0), 2.0", "1.0", "np.float32(1)"),
           "([tf.TensorSpec([]), tf.TensorSpec([])], {})": ("t(1.0), 2.0", "t(1.0), 5.0"),
           "([tf.TensorSpec([])], {'z': tf.TensorSpec([])})": ("t(1.0), 2.0", "t(1.0), 5.0"),
           "([tf.TensorSpec([]), 5.0], {})": ("1.0", "np.float32(1)", "t(1.0), 5.0"),
           "([], {'x': tf.TensorSpec([])})": ("t(1.0), 2.0", "1.0", "np.float32(1)"),
       }.items() for given in givens},
    "functions.traces(tf, [1], [1, 2], reduce_retracing=True)":
        "Calls with another number of arguments have traces of their own; TensorFlow fails with IndexError.",
}  # fmt: skip
