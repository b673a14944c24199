"""The fused training ops, which graphs of TensorFlow 1 train with."""

from __future__ import annotations

from tests.behaviour.table import product

_NUMBERS = {
    "lr": 0.1, "alpha": 0.2, "momentum": 0.9, "rho": 0.8, "epsilon": 1e-3, "beta1": 0.9, "beta2": 0.99,
    "beta1_power": 0.81, "beta2_power": 0.9801, "l1": 0.05, "l2": 0.01, "l2_shrinkage": 0.02, "lr_power": -0.5,
    "sign_decay": 0.7, "beta": 0.9, "logbase": 1.0,
}  # fmt: skip

# op, handles, numbers, attributes
_OPS = {
    "GradientDescent": ("var", "alpha", {}),
    "Momentum": ("var accum", "lr momentum", {"use_nesterov": (False, True)}),
    "KerasMomentum": ("var accum", "lr momentum", {"use_nesterov": (False, True)}),
    "Adagrad": ("var accum", "lr", {"update_slots": (True, False)}),
    "AdagradV2": ("var accum", "lr epsilon", {"update_slots": (True, False)}),
    "AdagradDA": ("var gradient_accumulator gradient_squared_accumulator", "lr l1 l2", {}),
    "Adam": ("var m v", "beta1_power beta2_power lr beta1 beta2 epsilon", {"use_nesterov": (False, True)}),
    "AdamWithAmsgrad": ("var m v vhat", "beta1_power beta2_power lr beta1 beta2 epsilon", {}),
    "AdaMax": ("var m v", "beta1_power lr beta1 beta2 epsilon", {}),
    "Adadelta": ("var accum accum_update", "lr rho epsilon", {}),
    "RMSProp": ("var ms mom", "lr rho momentum epsilon", {}),
    "CenteredRMSProp": ("var mg ms mom", "lr rho momentum epsilon", {}),
    "Ftrl": ("var accum linear", "lr l1 l2 lr_power", {"multiply_linear_by_lr": (False, True)}),
    "FtrlV2": ("var accum linear", "lr l1 l2 l2_shrinkage lr_power", {"multiply_linear_by_lr": (False, True)}),
    "AddSign": ("var m", "lr alpha sign_decay beta", {}),
    "PowerSign": ("var m", "lr logbase sign_decay beta", {}),
    "ProximalGradientDescent": ("var", "alpha l1 l2", {}),
    "ProximalAdagrad": ("var accum", "lr l1 l2", {}),
}  # fmt: skip
_DENSE_ONLY = ("GradientDescent", "Adam", "AdamWithAmsgrad", "AdaMax", "AddSign", "PowerSign")
_STARTS = {
    "var": "[[1.0, -2.0, 0.03], [0.5, 4.0, 0.0]]", "mg": "[[0.01, 0.02, 0.0], [0.01, 0.0, 0.1]]",
    "v": "[[0.5, 0.2, 0.1], [0.1, 0.3, 0.2]]", "linear": "[[0.1, -0.3, 0.02], [0.0, 0.2, -0.1]]",
}  # fmt: skip
_OTHER = "[[0.6, 0.3, 0.2], [0.4, 0.9, 0.5]]"


def _program(name: str, rows: bool, dtype: str, attrs: str, in_function: bool) -> str:
    handles, numbers, _ = _OPS[name]
    made = "; ".join(f"{h} = tf.Variable({_STARTS.get(h, _OTHER)}, dtype=dt)" for h in handles.split())
    given = [f"{h}={h}.handle" for h in handles.split()]
    given += [f"{n}=tf.constant({_NUMBERS[n]}, dt)" for n in numbers.split()]
    if name == "AdagradDA":
        given.append("global_step=tf.constant(3, tf.int64)")
    gradient = "delta" if not rows and "GradientDescent" in name else "grad"
    values = (
        "[[0.2, 0.1, -0.3], [0.5, -0.7, 0.01], [0.1, 0.1, 0.1]]" if rows else "[[0.2, -0.1, 0.0], [-0.5, 0.7, 0.01]]"
    )
    given.append(f"{gradient}=tf.constant({values}, dt)")
    if rows:
        given.append("indices=[1, 0, 1]")
    if attrs:
        given.append(attrs)
    apply = f"tf.raw_ops.Resource{'Sparse' if rows else ''}Apply{name}({', '.join(given)})"
    step = f"@tf.function\ndef step():\n    {apply}\nstep(); step()\n" if in_function else f"{apply}\n"
    return f"dt = tf.{dtype}\n{made}\n{step}" + "".join(f"{h}.numpy().round(5)\n" for h in handles.split())


ROWS: dict[str, str] = {}
for _name, (_, _, _attrs) in _OPS.items():
    _variants = [f"{k}={v}" for k, vs in _attrs.items() for v in vs] or [""]
    for _variant in _variants:
        for _rows in (False, True) if _name not in _DENSE_ONLY else (False,):
            _title = f"{_name}{' of rows' if _rows else ''} {_variant}".strip()
            ROWS[f"training op {_title}"] = _program(_name, _rows, "float32", _variant, False)
    ROWS[f"training op {_name}, float64, twice in a function"] = _program(_name, False, "float64", _variants[0], True)

ROWS |= product(
    "training op fails: <call>",
    """
    v, a = tf.Variable([1.0, 2.0]), tf.Variable([0.1, 0.1])
    one, g = tf.constant(1.0), tf.constant([0.5, 0.5])
    other, table = tf.Variable([1.0, 2.0, 3.0]), tf.Variable([[1.0], [2.0]])
    <call>
    v.numpy(), a.numpy()
    """,
    call=[
        "tf.raw_ops.ResourceApplyGradientDescent(var=v.handle, alpha=g, delta=g)",
        "tf.raw_ops.ResourceApplyGradientDescent(var=v.handle, alpha=one, delta=[1.0])",
        "tf.raw_ops.ResourceApplyAdagrad(var=v.handle, accum=other.handle, lr=one, grad=g)",
        "tf.raw_ops.ResourceApplyAdagrad(var=v.handle, accum=a.handle, lr=g, grad=g)",
        "tf.raw_ops.ResourceSparseApplyAdagrad(var=v.handle, accum=a.handle, lr=one, grad=[1.0], indices=[2])",
        "tf.raw_ops.ResourceSparseApplyAdagrad(var=v.handle, accum=a.handle, lr=one, grad=[1.0], indices=[[1]])",
        "tf.raw_ops.ResourceSparseApplyAdagrad(var=v.handle, accum=a.handle, lr=one, grad=[1.0, 2.0], indices=[1])",
        "tf.raw_ops.ResourceSparseApplyAdagrad(var=table.handle, accum=a.handle, lr=one, grad=[1.0], indices=[1])",
        "tf.raw_ops.ResourceSparseApplyMomentum(var=v.handle, accum=a.handle, lr=one, grad=tf.zeros([0]), indices=tf.zeros([0], tf.int32), momentum=one)",
    ],
)  # fmt: skip
