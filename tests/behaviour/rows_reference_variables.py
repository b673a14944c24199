"""The raw ops of reference variables, which graphs of TensorFlow 1 are made of."""

from __future__ import annotations

from textwrap import dedent

from tests.behaviour import rows_training_ops as training
from tests.behaviour.table import listed, product

_HEAD = """
raw, v1 = tf.raw_ops, tf.compat.v1
g = tf.Graph()
"""


def _of_optimizer(name: str, rows: bool, attrs: str) -> str:
    handles, numbers, _ = training._OPS[name]
    lines = []
    for handle in handles.split():
        lines.append(f"{handle} = raw.VariableV2(shape=[2, 3], dtype=tf.float32)")
        lines.append(f"start.append(raw.Assign(ref={handle}, value={training._STARTS.get(handle, training._OTHER)}))")
    given = [f"{h}={h}" for h in handles.split()] + [f"{n}={training._NUMBERS[n]}" for n in numbers.split()]
    if name == "AdagradDA":
        given.append("global_step=tf.constant(3, tf.int64)")
    gradient = "delta" if not rows and "GradientDescent" in name else "grad"
    values = (
        "[[0.2, 0.1, -0.3], [0.5, -0.7, 0.01], [0.1, 0.1, 0.1]]" if rows else "[[0.2, -0.1, 0.0], [-0.5, 0.7, 0.01]]"
    )
    given += [f"{gradient}={values}", *(["indices=[1, 0, 1]"] if rows else []), *([attrs] if attrs else [])]
    lines.append(f"after = raw.{'Sparse' if rows else ''}Apply{name}({', '.join(given)})")
    lines.append("with v1.Session() as s:")
    lines.append("    ready = s.run(start)")
    lines.append("    first = s.run(after)")
    lines.append(f"    slots = s.run([{', '.join(handles.split())}])")
    body = "\n".join(f"    {line}" for line in lines)
    return f"{_HEAD}start = []\nwith g.as_default():\n{body}\nfirst.round(5)\n[x.round(5) for x in slots]\n"


ROWS: dict[str, str] = {}
for _name, (_, _, _attrs) in training._OPS.items():
    if _name in ("KerasMomentum", "AdamWithAmsgrad"):
        continue
    for _rows in (False, True) if _name not in training._DENSE_ONLY else (False,):
        for _attr in [f"{k}={v}" for k, vs in _attrs.items() for v in vs] or [""]:
            _title = f"reference variable: {'Sparse' if _rows else ''}Apply{_name} {_attr}".strip()
            ROWS[_title] = _of_optimizer(_name, _rows, _attr)

ROWS |= product(
    "reference variable of <dtype>: <call>",
    _HEAD
    + dedent("""
    with g.as_default():
        v = raw.VariableV2(shape=[3, 2], dtype=tf.<dtype>)
        start = raw.Assign(ref=v, value=tf.constant([[1, 2], [3, 4], [5, 6]], tf.<dtype>))
        after = raw.<call>
        with v1.Session() as s:
            ready = s.run(start)
            values = s.run(after), s.run(v)
    values
    """),
    dtype=["float32", "int32"],
    call=[
        *(f"Scatter{k}(ref=v, indices=[2, 0, 2], updates=tf.constant([[7, 2], [3, 2], [1, 2]], v.dtype.base_dtype))"
          for k in ("Add", "Div", "Max", "Min", "Mul", "Sub", "Update")),
        *(f"ScatterNd{k}(ref=v, indices=[[2, 0], [0, 1], [2, 0]], updates=tf.constant([7, 2, 3], v.dtype.base_dtype))"
          for k in ("Add", "Max", "Min", "Sub", "Update")),
        "ScatterAdd(ref=v, indices=1, updates=tf.constant(7, v.dtype.base_dtype))",
        "StridedSliceAssign(ref=v, begin=[1, 0], end=[3, 1], strides=[1, 1], value=tf.constant([[8], [9]], v.dtype.base_dtype))",
        "AssignAdd(ref=v, value=tf.ones([3, 2], v.dtype.base_dtype))",
        "AssignSub(ref=v, value=tf.ones([3, 2], v.dtype.base_dtype), use_locking=True)",
        "RefIdentity(input=v)",
        "IsVariableInitialized(ref=v)",
        "Assign(ref=raw.RefIdentity(input=v), value=v * 2)",
    ],
)  # fmt: skip
ROWS |= product(
    "reference variable refuses: <call>",
    _HEAD
    + dedent("""
    with g.as_default():
        v = raw.VariableV2(shape=[2], dtype=tf.float32)
        start = raw.Assign(ref=v, value=[1.0, 2.0])
        after = raw.<call>
        with v1.Session() as s:
            ready = s.run(start)
            values = s.run(after)
    """),
    call=[
        "AssignAdd(ref=v, value=[1.0])",
        "ScatterAdd(ref=v, indices=[5], updates=[1.0])",
        "ScatterNdUpdate(ref=v, indices=[[5]], updates=[1.0])",
        "Assign(ref=tf.constant([1.0]), value=[1.0])",
        "ApplyAdagrad(var=v, accum=tf.constant([1.0, 1.0]), lr=0.1, grad=[1.0, 1.0])",
        "ApplyGradientDescent(var=v, alpha=[0.1], delta=[1.0, 1.0])",
        "CountUpTo(ref=tf.constant(1), limit=3)",
    ],
)
ROWS |= listed(
    f"""
    # == a reference variable is read where it is used
    {_HEAD.strip().replace(chr(10), chr(10) + "    ")}
    with g.as_default():
        v = raw.Variable(shape=[], dtype=tf.float32)
        before = raw.IsVariableInitialized(ref=v)
        with tf.control_dependencies([raw.Assign(ref=v, value=3.0)]):
            read = v + 1.0
            with tf.control_dependencies([raw.AssignAdd(ref=v, value=1.0)]):
                again = v + 1.0
        with v1.Session() as s:
            values = s.run(before), s.run(read), s.run(again), s.run(v)
    values

    # == a reference variable without a value
    {_HEAD.strip().replace(chr(10), chr(10) + "    ")}
    with g.as_default():
        v = raw.VariableV2(shape=[], dtype=tf.float32)
        w = v + 1.0
    v1.Session(graph=g).run(w)

    # == sessions do not share a reference variable
    {_HEAD.strip().replace(chr(10), chr(10) + "    ")}
    with g.as_default():
        v = raw.VariableV2(shape=[], dtype=tf.float32)
        start, more = raw.Assign(ref=v, value=3.0), raw.AssignAdd(ref=v, value=1.0)
    s, t = v1.Session(graph=g), v1.Session(graph=g)
    s.run(start), s.run(more), t.run(start), s.run(more), t.run(v)

    # == a reference variable counts
    {_HEAD.strip().replace(chr(10), chr(10) + "    ")}
    with g.as_default():
        v = raw.VariableV2(shape=[], dtype=tf.int64)
        start = raw.Assign(ref=v, value=tf.constant(1, tf.int64))
        count = raw.CountUpTo(ref=v, limit=3)
    s = v1.Session(graph=g)
    s.run(start), s.run(count), s.run(count)
    s.run(count)

    # == a temporary variable
    {_HEAD.strip().replace(chr(10), chr(10) + "    ")}
    with g.as_default():
        v = raw.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="t")
        start = raw.Assign(ref=v, value=[1.0, 2.0])
        more = raw.AssignAdd(ref=start, value=[1.0, 2.0])
        last = raw.DestroyTemporaryVariable(ref=more, var_name="t")
    v1.Session(graph=g).run(last)

    # == reference variables are not for eager execution: VariableV2
    tf.raw_ops.VariableV2(shape=[2], dtype=tf.float32)

    # == reference variables are not for eager execution: Assign
    tf.raw_ops.AssignAdd(ref=tf.constant([1.0]), value=[2.0])
    """
)
