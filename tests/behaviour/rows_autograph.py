"""Programs that AutoGraph rewrites: branches, loops and jumps over tensors and over Python values."""

from __future__ import annotations

from tests.behaviour.table import product

ROWS: dict[str, str] = {}

# the same program, for conditions of tensors and of Python values
_BRANCHES = {
    "if": "if c:\n    x = x + 1",
    "if else": "if c:\n    x = x + 1\nelse:\n    x = x * 3",
    "elif": "if c:\n    x = x + 1\nelif x > 1:\n    x = x * 3\nelse:\n    x = -x",
    "nested if": "if c:\n    if x > 1:\n        x = x * 5\n    else:\n        x = x * 7\nelse:\n    x = x - 1",
    "return in if": "if c:\n    return x * 10",
    "return in else": "if c:\n    x = x + 1\nelse:\n    return x * 10",
    "return in both": "if c:\n    return x + 100\nelse:\n    return x - 100",
    "pass": "if c:\n    pass\nelse:\n    x = x * 2",
    "new variable in both": "if c:\n    y = x\nelse:\n    y = -x\nx = y * 2",
    "two variables": "y = x\nif c:\n    x, y = y + 1, x + 2\nx = x * 10 + y",
    "ternary": "x = x + 1 if c else x - 1",
    "nested ternary": "x = x + 1 if c else (x * 9 if x > 1 else x - 1)",
    "not": "x = x + 1 if not c else x - 1",
    "and": "if c and x > 1:\n    x = x * 4",
    "or": "if c or x > 1:\n    x = x * 4",
    "and or not": "if not c or (c and x > 1):\n    x = x * 4",
    "augmented assignment": "if c:\n    x += 5\nelse:\n    x *= 2",
    "list element": "l = [x, x]\nif c:\n    l[0] = x * 3\nx = l[0] + l[1]",
    "dict element": "d = {'k': x}\nif c:\n    d['k'] = x * 3\nx = d['k']",
    "while in if": "if c:\n    while x < 10:\n        x = x * 2 + 1",
    "for in else": "if c:\n    x = x - 1\nelse:\n    for i in tf.range(3):\n        x = x + i",
    "call in if": "g = lambda v: v * 6\nif c:\n    x = g(x)",
    "walrus": "if c and (y := x + 1) > 2:\n    x = x * 2",
    "chained comparison": "if 0 < x < 2:\n    x = x + 40",
    "is None": "if x is None:\n    x = 0\nelif c:\n    x = x + 8",
    "in a list": "if x in [1, 2]:\n    x = x + 9",
    "assert": "assert x > 0, 'positive'\nx = x + 1",
    "del": "y = x\nif c:\n    z = y\n    x = z + 3\n    del z",
    "tuple": "t = (x, x + 1)\nif c:\n    t = (t[1], t[0])\nx = t[0] * 10 + t[1]",
    "nested tuple": "t = (x, (x, [x]))\nif c:\n    t = (x, (x + 1, [x + 2]))\nx = t[1][0] * 10 + t[1][1][0]",
    "attribute": "class O:\n    pass\no = O()\no.v = x\nif c:\n    o.v = x + 20\nx = o.v",
}  # fmt: skip
ROWS |= product(
    "branch: <body>, of <how>",
    """
    def f(c, x):
        <body>
        return x
    g = tf.function(f)
    [[g(<how>) for x in (1, 2)] for c in (True, False)]
    """,
    body=_BRANCHES,
    how={
        "tensors": "tf.constant(c), tf.constant(x)",
        "Python values": "c, x",
        "a Python condition": "c, tf.constant(x)",
    },
)

# loops: bodies for each kind of loop
_LOOPS = {
    "while": "while x < n:\n    <body>\n    x = x + 1",
    "for over tf.range": "for i in tf.range(n):\n    <body>\n    x = x + i",
    "for over range": "for i in range(n):\n    <body>\n    x = x + i",
    "for over a tensor": "for i in tf.stack([n, 1, n + 2]):\n    <body>\n    x = x + i",
    "for over a dataset": "for i in tf.data.Dataset.range(3):\n    i = int(i) + n\n    <body>\n    x = x + i",
    "for over a list": "for i in [n, 2, 3]:\n    <body>\n    x = x + i",
    "while of a constant": "while tf.constant(True):\n    if x > 20:\n        break\n    <body>\n    x = x + 2",
}
_BODIES = {
    "nothing": "y = y + 0",
    "a sum": "y = y + x",
    "break": "if x > 3:\n    break\ny = y + 1",
    "continue": "if x % 2 == 0:\n    x = x + 3\n    continue\ny = y + 1",
    "break and continue": "if x > 9:\n    break\nif x % 2 == 1:\n    x = x + 4\n    continue\ny = y + 10",
    "return": "if x > 4:\n    return x, y * 100",
    "a branch": "if x > 2:\n    y = y + 1\nelse:\n    y = y - 1",
    "a nested for": "for j in tf.range(2):\n    y = y + j * x",
    "a nested while": "while y < x:\n    y = y + 1",
    "a nested break": "for j in tf.range(5):\n    if j > 2:\n        break\n    y = y + j",
    "a swap": "x, y = y + 1, x",
    "a local variable": "z = x * 2\ny = y + z",
    "two conditions": "if x > 1 and y < 10:\n    y = y + 3",
    "a ternary": "y = y + (1 if x > 2 else 2)",
    "a tuple": "t = (x, y)\ny = t[0] + t[1]",
}  # fmt: skip
ROWS |= product(
    "<loop> with <body>",
    """
    @tf.function
    def f(n, x):
        y = 0
        <loop>
        return x, y
    f(tf.constant(4), tf.constant(1))
    f(tf.constant(0), tf.constant(2))
    """,
    loop=_LOOPS,
    body=_BODIES,
)

_AS_PYTHON = "A loop in Python is staged once its `break` depends on a tensor."
_RETURN = "A `return` in a staged loop works without a value behind the loop."

ON_PURPOSE = {
    **{t: "Ternaries within ternaries are staged." for t in ROWS if t.startswith("branch: nested ternary, of tens")},
    "branch: nested ternary, of a Python condition": "Ternaries within ternaries are staged.",
    **{
        f"branch: {name}, of {how}": f"{what} of tensors {verb} staged."
        for name, what, verb in (("walrus", "`and` with an assignment expression", "is"),
                                 ("in a list", "`in` with a list", "is"), ("assert", "`assert`", "is"))
        for how in ("tensors", "a Python condition")
    },
    **{t: _RETURN for t in ROWS if t.endswith(" with return")},
    "for over a list with break": _AS_PYTHON,
    "for over a list with break and continue": _AS_PYTHON,
}  # fmt: skip
