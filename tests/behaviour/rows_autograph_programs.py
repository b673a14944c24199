"""Programs that AutoGraph rewrites: variables that change or are of one branch, what loops iterate over, builtins."""

from __future__ import annotations

from tests.behaviour.table import product

ROWS: dict[str, str] = {}

# variables that a branch or a loop changes: what TensorFlow takes and what it refuses
_CHANGES = {
    "the same dtype": ("tf.constant(1)", "y + 1"), "another dtype": ("tf.constant(1)", "tf.constant(1.5)"),
    "another shape": ("tf.zeros([2])", "tf.zeros([3])"), "another rank": ("tf.zeros([2])", "tf.zeros([2, 2])"),
    "a Python int": ("1", "y + 1"), "a Python float": ("1.0", "y * 2"), "an int to a float": ("1", "2.5"),
    "a bool to an int": ("True", "1"), "None to a tensor": ("None", "tf.constant(1)"),
    "a tensor to None": ("tf.constant(1)", "None"), "a string": ("'a'", "'b'"), "a tuple": ("(1, 2.0)",
    "(y[0] + 1, y[1])"),
    "a longer tuple": ("(1, 2)", "(1, 2, 3)"), "a list": ("[1, 2]", "[y[1], y[0]]"), "a longer list": ("[1]",
    "[1, 2]"),
    "a dict": ("{'k': 1}", "{'k': y['k'] + 1}"), "other keys": ("{'k': 1}", "{'m': 1}"),
    "a list to a tuple": ("[1, 2]", "(1, 2)"), "a tensor to a Python int": ("tf.constant(1)", "5"),
    "a variable": ("tf.Variable(1.0)", "tf.constant(3.0)") , "a function": ("len", "max"), "an object": ("object",
    "int"),
    "a ragged tensor": ("tf.ragged.constant([[1], [2, 3]])", "y + 1"),
    "a sparse tensor": ("tf.sparse.from_dense([[1.0, 0.0]])", "y * 2.0"),
    "an array": ("np.array([1, 2])", "y + 1"), "a string tensor": ("tf.constant('a')", "y + 'b'"),
    "a complex number": ("1j", "y * 2"), "float16": ("tf.constant(1, tf.float16)", "y + 1"),
}  # fmt: skip
for _kind, (_first, _then) in _CHANGES.items():
    _made = f"v = {_first}\n" if "Variable" in _first else ""
    _first = "v" if _made else _first
    ROWS |= product(
        f"<statement> changes a variable: {_kind}",
        f"""
        @tf.function
        def f(c, n):
            y = {_first}
            <statement>
                y = {_then}
            return y
        f(tf.constant(True), tf.constant(2))
        f(tf.constant(False), tf.constant(0))
        """
        if not _made
        else f"""
        {_made.strip()}
        @tf.function
        def f(c, n):
            y = {_first}
            <statement>
                y = {_then}
            return y
        f(tf.constant(True), tf.constant(2))
        f(tf.constant(False), tf.constant(0))
        """,
        statement={"if": "if c:", "for": "for i in tf.range(n):", "while": "while n > 0:\n    n = n - 1"},
    )

# variables that only one way defines
ROWS |= product(
    "<where> is read <read>",
    """
    @tf.function
    def f(c, n):
        <where>
        <read>
    f(tf.constant(True), tf.constant(2))
    f(tf.constant(False), tf.constant(0))
    """,
    where={
        "a variable of one branch": "if c:\n    y = n",
        "a variable of the other branch": "if c:\n    pass\nelse:\n    y = n",
        "a variable of a for loop": "for i in tf.range(n):\n    y = i",
        "the loop variable of a for loop": "for y in tf.range(n):\n    pass",
        "a variable of a while loop": "while n > 0:\n    y = n\n    n = n - 1",
        "a variable of a branch in a loop": "for i in tf.range(n):\n    if i > 0:\n        y = i",
    },
    read={
        "at once": "return y",
        "never": "return n",
        "in a sum": "return y + 1",
        "in a branch": "if c:\n    n = y\nreturn n",
    },
)

# loops over all kinds of things
ROWS |= product(
    "for over <what>",
    """
    @tf.function
    def f():
        s = 0
        count = 0
        for i in <what>:
            s = s + tf.cast(i, tf.int32)
            count += 1
        return s, count
    f()
    """,
    what=["tf.range(4)", "tf.range(1, 9, 3)", "tf.range(9, 1, -3)", "tf.range(3, 3)", "tf.constant([5, 6])",
          "tf.zeros([0])", "tf.constant([1.7, 2.7])", "[1, 2]", "(tf.constant(1), 2)", "range(3)",
          "range(tf.constant(3))",
          "range(1, tf.constant(6), 2)", "np.arange(4)", "{1: 2, 3: 4}", "{1: 2, 3: 4}.values()",
          "tf.data.Dataset.range(4)", "tf.data.Dataset.from_tensor_slices([3, 4])", "iter([1, 2])", "reversed([1, 2])",
          "(j * 2 for j in [1, 2])", "tf.constant(3)", "3", "'12'", "tf.ragged.constant([1, 2])",
          "tf.constant([[1], [2]])[:, 0]", "set([1])", "[]", "tf.TensorArray(tf.int32, 2).unstack([7, 8]).stack()",
          "map(lambda v: v + 1, [1, 2])", "filter(lambda v: v > 1, [1, 2])", "zip([1, 2])[0:1]",
          "tf.unstack(tf.range(3))",
          "iter(tf.data.Dataset.range(3))", "tf.shape(tf.zeros([2, 5]))", "tf.TensorShape([2, 3])"],
)  # fmt: skip
ROWS |= product(
    "for of several variables over <what>",
    """
    @tf.function
    def f(x):
        s = 0
        for <names> in <what>:
            s = s + a * b
        return s
    f(tf.constant([3, 4, 5]))
    """,
    names={"": "a, b"},
    what=["enumerate(x)", "enumerate(x, 10)", "enumerate([x[0], x[1]])", "zip(x, x)", "zip([1, 2], [3, 4])",
          "zip(x, [1, 2, 3])", "zip(tf.data.Dataset.range(2), tf.data.Dataset.range(1, 3))", "tf.stack([x, x], 1)",
          "tf.stack([x, x, x], 1)", "[(1, 2), (x[0], 4)]", "enumerate(tf.data.Dataset.from_tensor_slices([1, 2]))",
          "{1: 2}.items()", "tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4]))",
          "enumerate(range(3))", "enumerate(tf.range(3))", "zip(range(2), range(2, 4))", "[[x[0], x[1]]]"],
)  # fmt: skip

# builtins of tensors
ROWS |= product(
    "<call> of tensors",
    """
    @tf.function
    def f(x, y):
        return <call>
    f(tf.constant([1, 0, 3]), tf.constant(2))
    """,
    call=["len(x)", "abs(-x)", "int(y)", "float(y)", "max(x)", "min(x)", "max(y, 3)", "min(y, y + 1)", "sum(x)",
          "any(x > 1)",
          "all(x >= 0)", "sorted(x)", "round(y)", "bool(y)", "pow(x, 2)", "divmod(x, y)", "range(y)", "list(x)",
          "tuple(x)",
          "print(x)", "isinstance(x, tf.Tensor)", "len([x, y])", "sum([y, y, 1])", "max([1, 2])", "x == y", "x != y",
          "x is y", "not y", "not (y > 1)", "y and x", "y > 1 and y < 3", "y > 5 or y < 3", "y > 1 and True",
          "True and y > 1", "False and y", "1 or y", "None or y", "x if y > 1 else -x", "1 < y < 3", "y in [1, 2]",
          "[v + 1 for v in x]", "[v for v in [y, y + 1]]", "{k: y for k in 'ab'}", "[v for v in [1, 2] if v > 1]",
          "any([False, True])", "all([])", "str(y)", "f'{y}'", "x[y]", "x[:y]", "x[-1]", "x[y - 2:y]", "hash(y)",
          "callable(x)", "type(x).__name__", "id(y) == id(y)", "[*x]", "iter(x)", "next(iter([y]))",
          "map(lambda a: a, [y])",
          "list(map(lambda a: a + 1, [y, y]))", "list(filter(lambda a: True, [y]))", "list(zip([y], [x]))",
          "list(enumerate([y]))", "dict(a=y)", "getattr(y, 'dtype')", "hasattr(y, 'numpy')", "y.dtype == tf.int32",
          "x.shape[0]", "(lambda a: a * 2)(y)", "y // 2", "y / 2", "y % 2", "-y", "+y", "~y", "x @ x", "y ** 2",
          "2 ** y",
          "y << 1", "y & 3", "round(y / 3)", "complex(y)", "chr(y)", "slice(y)", "any(x)", "all(x)", "any([y > 1])"],
)  # fmt: skip

_SHAPES = "A loop that changes the shape of a variable is traced again with a looser shape, without shape_invariants."
_STAGED = "This form of loop over tensors is staged, too."
_BUILTIN = "The builtin is staged for a tensor, or iterates over it where its length is known."

ON_PURPOSE = {
    **{
        f"{loop} changes a variable: {kind}": _SHAPES
        for loop in ("for", "while")
        for kind in ("another shape", "another rank", "a sparse tensor")
    },
    **{
        f"for of several variables over {what}": _STAGED
        for what in ("enumerate(x)", "enumerate(x, 10)", "zip(x, x)", "zip(x, [1, 2, 3])", "tf.stack([x, x], 1)",
                     "tf.stack([x, x, x], 1)", "enumerate(tf.range(3))")
    },
    **{
        f"{call} of tensors": _BUILTIN
        for call in ("max(x)", "min(x)", "max(y, 3)", "min(y, y + 1)", "sum(x)", "any(x > 1)", "all(x >= 0)",
                     "round(y)",
                     "bool(y)", "list(x)", "tuple(x)", "y in [1, 2]", "[v + 1 for v in x]", "[*x]", "iter(x)",
                     "round(y / 3)", "any(x)", "all(x)", "any([y > 1])")
    },
    "y << 1 of tensors": "`<<` and `>>` shift tensors of integers.",
}  # fmt: skip
