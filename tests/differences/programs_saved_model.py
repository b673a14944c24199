"""Short programs that save and load models, over either library; each gives plain values."""

from __future__ import annotations

import os
import tempfile
from collections import namedtuple
from typing import Any

import numpy as np

Pair = namedtuple("Pair", "first second")


def saved(tf: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:
    """What is loaded after `obj` was saved."""
    folder = tempfile.mkdtemp()
    tf.saved_model.save(obj, folder, *args, **kwargs)
    return tf.saved_model.load(folder)


def plain(value: Any) -> Any:
    """Tensors as lists."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in sorted(value.items())}
    if hasattr(value, "_fields"):
        return {k: plain(getattr(value, k)) for k in value._fields}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return (
        value.to_list() if hasattr(value, "to_list") else np.array(value).tolist() if hasattr(value, "shape") else value
    )


def variable(tf: Any, value: Any, times: int = 1, **options: Any) -> Any:
    """What a loaded variable has of its options."""
    for name in ("synchronization", "aggregation"):
        if name in options:
            kind = {"synchronization": tf.VariableSynchronization, "aggregation": tf.VariableAggregation}[name]
            options[name] = kind[options[name]]
    module = tf.Module()
    module.v = tf.Variable(value, **options)
    for _ in range(times):
        module = saved(tf, module)
    v = module.v
    return (
        v.name, v.dtype, v.shape, v.trainable, v.synchronization.name, v.aggregation.name, v.constraint,
        plain(v.numpy()),
    )  # fmt: skip


# functions ----------------------------------------------------------------------------------------------------


def models(tf: Any) -> dict[str, Any]:
    """Functions of models, with what they are traced for."""
    spec, v = tf.TensorSpec, tf.Variable

    def model(function: Any, *calls: Any, signature: Any = None, **attributes: Any) -> Any:
        made = tf.Module()
        for name, value in attributes.items():
            setattr(made, name, value)
        made.f = tf.function(lambda *args, **kwargs: function(made, *args, **kwargs), input_signature=signature)
        for args, kwargs in calls:
            made.f(*args, **kwargs)
        return made

    def typed(function: Any, signature: Any) -> Any:
        made = tf.Module()
        made.f = tf.function(function, input_signature=signature)
        return made

    def several() -> Any:
        made = tf.Module()
        made.f = tf.function(lambda x, y=2.0, double=False: x * 2 + y if double else x + y)
        made.f(tf.constant(1.0)), made.f(tf.constant(1.0), double=True), made.f(tf.constant([1.0]), tf.constant(1.0))
        return made

    def structured() -> Any:
        made = tf.Module()
        made.f = tf.function(lambda d: {"sum": d["a"] + d["b"][0], "pair": (d["a"], [d["b"][1]]), "none": None})
        made.f({"a": tf.constant(1.0), "b": [tf.constant(2.0), tf.constant(3.0)]})
        return made

    def named_tuple() -> Any:
        made = tf.Module()
        made.f = tf.function(lambda p: Pair(p.second, p.first))
        made.f(Pair(tf.constant(1.0), tf.constant(2)))
        return made

    def counter() -> Any:
        made = tf.Module()
        made.v = v(0.0)
        made.f = tf.function(lambda x: made.v.assign_add(x), input_signature=[spec([])])
        return made

    def loop() -> Any:
        def function(n: Any) -> Any:
            return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (0, 0))[1]

        return typed(function, [spec([], tf.int32)])

    def branch() -> Any:
        return typed(lambda x: tf.cond(x > 0, lambda: x * 2, lambda: -x), [spec([])])

    def ragged() -> Any:
        return typed(lambda x: x * 2, [tf.RaggedTensorSpec([None, None], tf.float32)])

    def untraced() -> Any:
        made = tf.Module()
        made.f = tf.function(lambda x: x)
        return made

    def kwonly() -> Any:
        made = tf.Module()
        made.f = tf.function(lambda x, *, k=1.0: x * k)
        made.f(tf.constant(2.0)), made.f(tf.constant(2.0), k=tf.constant(3.0))
        return made

    def inner() -> Any:
        made, made_in = tf.Module(), tf.Module()
        made_in.g = tf.function(lambda x: x + 1.0, input_signature=[spec([])])
        made.inner, made.f = made_in, tf.function(lambda x: made_in.g(x) * 2.0, input_signature=[spec([])])
        return made

    return {
        "typed": lambda: typed(lambda x: x * 2.0, [spec([None], tf.float32, "x")]), "several": several,
        "structured": structured, "named tuple": named_tuple, "counter": counter, "loop": loop, "branch": branch,
        "ragged": ragged, "untraced": untraced, "kwonly": kwonly, "inner": inner,
        "two": lambda: typed(lambda a, b: {"s": a + b, "d": a - b}, [spec([], name="a"), spec([], name="b")]),
        "text": lambda: typed(lambda s: tf.strings.join([s, "!"]), [spec([], tf.string)]),
        "none": lambda: typed(lambda: tf.constant(3), []), "int": lambda: typed(lambda x: x // 2, [spec([], tf.int32)]),
        "list result": lambda: typed(lambda x: [x, x + 1.0], [spec([])]),
        "constant": lambda: model(lambda m, x: x * m.c, signature=[spec([])], c=tf.constant(3.0)),
        "variable": lambda: model(lambda m, x: x * m.v, signature=[spec([])], v=v(3.0)),
        "any shape": lambda: typed(lambda x: tf.shape(x), [spec(None)]),
        "nothing": tf.Module,
    }  # fmt: skip


CALLS = {
    "typed": [
        "[1.0, 2.0]", "t([1.0, 2.0])", "x=t([1.0])", "t(1.0)", "t([1])", "[1]", "np.ones(2)", "", "t([1.0]), 2", "y=1",
    ],
    "several": [
        "t(2.0)", "t(2.0), double=True", "t(2.0), 2.0, True", "t([2.0]), t(3.0)", "t(2.0), t(3.0)", "t(2.0), 3.0",
        "2.0",
        "t([2.0, 3.0]), t(1.0)", "x=t(2.0)", "t(1)",
    ],
    "structured": [
        "{'a': t(1.0), 'b': [t(2.0), t(3.0)]}", "{'a': t(1.0), 'b': (t(2.0), t(3.0))}", "{'a': t(1.0)}",
        "{'a': 1.0, 'b': [2.0, 3.0]}", "d={'a': t(1.0), 'b': [t(2.0), t(3.0)]}",
    ],
    "named tuple": ["saved_model.Pair(t(5.0), t(6))", "(t(5.0), t(6))"],
    "counter": ["t(2.0)", "2.0", "2"], "loop": ["t(5)", "5", "t(0)"], "branch": ["t(2.0)", "t(-3.0)", "0.0"],
    "ragged": ["tf.ragged.constant([[1.0], [2.0, 3.0]])", "t([[1.0]])"], "untraced": ["t(1.0)"],
    "kwonly": ["t(3.0)", "t(3.0), k=t(4.0)", "t(3.0), k=1.0", "t(3.0), t(4.0)"], "inner": ["t(1.0)"],
    "two": ["t(1.0), t(2.0)", "a=t(1.0), b=t(2.0)", "t(1.0), b=t(2.0)", "t(1.0)", "1, 2"],
    "text": ["t('a')", "'a'", "1"],
    "none": ["", "1"], "int": ["t(7)", "7", "t(-7)", "7.0", "t(7, tf.int64)"], "list result": ["t(1.0)"],
    "constant": ["t(2.0)"], "variable": ["t(2.0)"], "any shape": ["t([[1.0]])", "t(1.0)", "t([[[1.0]]])", "[1.0, 2.0]"],
}  # fmt: skip
MODELS = [*CALLS, "nothing"]


def call(tf: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """What a loaded function gives."""
    loaded = saved(tf, models(tf)[name]())
    return plain(loaded.f(*args, **kwargs))


def signatures(tf: Any, name: str) -> Any:
    """The signatures of a loaded model: their inputs and outputs."""
    return described(saved(tf, models(tf)[name]()))


def described(loaded: Any) -> Any:
    """The names and types of signatures."""
    return {
        name: (
            {k: (s.dtype, s.shape) for k, s in sorted(found.structured_input_signature[1].items())},
            {k: (s.dtype, s.shape) for k, s in sorted(found.structured_outputs.items())},
        )
        for name, found in sorted(loaded.signatures.items())
    }


def through_signature(tf: Any, name: str, key: str, *args: Any, **kwargs: Any) -> Any:
    """What a signature of a loaded model gives."""
    loaded = saved(tf, models(tf)[name]())
    return plain(loaded.signatures[key](*args, **kwargs))


def given_signatures(tf: Any, how: str) -> Any:
    """The signatures that are saved where they are given in this way."""
    spec = tf.TensorSpec
    made = tf.Module()
    made.v = tf.Variable(2.0)
    made.f = tf.function(lambda x: x * made.v, input_signature=[spec([None], tf.float32, "x")])
    made.g = tf.function(
        lambda a, b: {"s": a + b}, input_signature=[spec([], tf.float32, "a"), spec([], tf.float32, "b")]
    )
    made.untyped = tf.function(lambda x: x)
    concrete = made.untyped.get_concrete_function(spec([], tf.int32, "n"))
    other = tf.function(lambda y: {"out": y + 1.0}, input_signature=[spec([None], tf.float32)])
    nested = tf.function(lambda d: d["a"], input_signature=[{"a": spec([])}])
    deep = tf.function(lambda x: {"a": {"b": x}}, input_signature=[spec([])])
    text = tf.function(lambda x: "a", input_signature=[spec([])])
    none = tf.function(lambda x: None, input_signature=[spec([])])
    unhashable = tf.function(lambda x: {1: x}, input_signature=[spec([])])
    forms = {
        "none": None, "function": made.f, "dict": {"serving_default": made.f}, "two": {"f": made.f, "g": made.g},
        "concrete": concrete, "concrete in dict": {"c": concrete}, "another's": other, "untyped": made.untyped,
        "python": lambda x: x, "number": 3, "empty": {}, "list": [made.f], "nested": nested, "deep": deep, "text": text,
        "nothing": none, "int keys": unhashable, "number key": {1: made.f}, "init": {"__saved_model_init_op": made.f},
        "specs": made.untyped.get_concrete_function(x=spec([2], tf.float32, "renamed")),
    }  # fmt: skip
    return described(saved(tf, made, signatures=forms[how]))


FORMS = [
    "none", "function", "dict", "two", "concrete", "concrete in dict", "another's", "untyped", "python", "number",
    "empty",
    "list", "nested", "deep", "text", "nothing", "int keys", "number key", "init", "specs",
]  # fmt: skip


def attributes(tf: Any, what: str) -> Any:
    """What is left of attributes in a loaded model."""
    module, v = tf.Module("name"), tf.Variable
    module.number, module.text, module.tensor, module.array, module.none = 3, "a", tf.constant(1.0), np.ones(2), None
    module.items, module.pair, module.mapping = [v(1.0), 2], (v(1.0), v(2.0)), {"a": v(1.0), "b": 3}
    module.v, module.inner, module.same = v(4.0), tf.Module(), None
    module.same, module.inner.v, module.empty = module.v, module.v, []
    loaded = saved(tf, module)
    if what == "same":
        return loaded.same is loaded.v, loaded.inner.v is loaded.v
    found = getattr(loaded, what)
    return [plain(x.numpy()) for x in (found.values() if isinstance(found, dict) else found)] if what in (
        "items", "pair", "mapping", "empty"
    ) else plain(found.numpy()) if hasattr(found, "numpy") else True  # fmt: skip


ATTRIBUTES = [
    "number", "text", "tensor", "array", "none", "items", "pair", "mapping", "v", "inner", "same", "empty", "name",
    "variables", "trainable_variables", "submodules", "signatures", "missing",
]  # fmt: skip


def special(tf: Any, what: str) -> Any:
    """Tables, files, gradients, models saved again, and what is refused."""
    spec, folder = tf.TensorSpec, tempfile.mkdtemp()
    module, hidden = tf.Module(), tf.Variable(2.0, name="hidden")
    module.v = tf.Variable(3.0)

    def table() -> Any:
        start = tf.lookup.KeyValueTensorInitializer(["a", "b"], np.array([1, 2], np.int64))
        module.t = tf.lookup.StaticHashTable(start, -1)
        module.f = tf.function(lambda x: module.t.lookup(x), input_signature=[spec([None], tf.string)])
        return plain(saved(tf, module).f(["b", "c", "a"]))

    def mutable() -> Any:
        module.t = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        module.t.insert(["a"], np.array([7], np.int64))
        module.f = tf.function(lambda x: module.t.lookup(x), input_signature=[spec([None], tf.string)])
        return plain(saved(tf, module).f(["a", "c"]))

    def asset() -> Any:
        path = os.path.join(folder, "words.txt")
        with open(path, "w") as file:
            file.write("a\nb\n")
        module.file = tf.saved_model.Asset(path)
        module.f = tf.function(lambda: tf.io.read_file(module.file), input_signature=[])
        loaded = saved(tf, module)
        return os.path.basename(plain(loaded.file.asset_path.numpy())), loaded.file.asset_path.numpy() != path.encode()

    def missing_asset() -> Any:
        module.file = tf.saved_model.Asset(os.path.join(folder, "no.txt"))
        return saved(tf, module)

    def gradient() -> Any:
        module.f = tf.function(lambda x: x * x * module.v, input_signature=[spec([])])
        loaded, x = saved(tf, module), tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loaded.f(x)
        return [plain(g) for g in tape.gradient(y, [x, loaded.v])]

    def custom_gradient() -> Any:
        @tf.custom_gradient
        def odd(x: Any) -> Any:
            return x * 2.0, lambda g: g * 100.0

        module.f = tf.function(lambda x: odd(x), input_signature=[spec([])])
        options = tf.saved_model.SaveOptions(experimental_custom_gradients=True)
        loaded, x = saved(tf, module, options=options), tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = loaded.f(x)
        return plain(y), plain(tape.gradient(y, x))

    def again() -> Any:
        module.f = tf.function(lambda x: x * module.v, input_signature=[spec([])])
        loaded = saved(tf, module)
        second = saved(tf, loaded)
        return plain(second.f(2.0))

    def untracked() -> Any:
        module.f = tf.function(lambda x: x * hidden, input_signature=[spec([])])
        return saved(tf, module)

    def in_function() -> Any:
        return tf.function(lambda: tf.saved_model.save(module, folder) or 1)()

    def loaded_in_function() -> Any:
        module.f = tf.function(lambda x: x * module.v, input_signature=[spec([])])
        loaded = saved(tf, module)
        return plain(tf.function(lambda x: loaded.f(x) + loaded.v)(tf.constant(2.0)))

    def contains() -> Any:
        before = tf.saved_model.contains_saved_model(folder)
        tf.saved_model.save(module, folder)
        return before, tf.saved_model.contains_saved_model(folder), tf.saved_model.contains_saved_model(folder + "/x")

    def files() -> Any:
        tf.saved_model.save(module, folder)
        return sorted(set(os.listdir(folder)) - {"fingerprint.pb"}), sorted(
            os.listdir(os.path.join(folder, "variables"))
        )

    def aliases() -> Any:
        module.f = tf.function(lambda x: x * 2.0, input_signature=[spec([])])
        options = tf.saved_model.SaveOptions(function_aliases={"double": module.f})
        return plain(saved(tf, module, options=options).f(2.0))

    def tagged() -> Any:
        tf.saved_model.save(module, folder)
        return plain(tf.saved_model.load(folder, tags=["serve"]).v.numpy())

    def wrong_tags() -> Any:
        tf.saved_model.save(module, folder)
        return tf.saved_model.load(folder, tags=["train"])

    def restored() -> Any:
        tf.saved_model.save(module, folder)
        module.v.assign(0.0)
        tf.train.Checkpoint(module).restore(folder).expect_partial()
        return plain(module.v.numpy())

    def assigned() -> Any:
        module.f = tf.function(lambda x: x * module.v, input_signature=[spec([])])
        loaded = saved(tf, module)
        loaded.v.assign(10.0)
        loaded.extra = tf.Variable(1.0)
        return plain(loaded.f(2.0)), plain(module.f(2.0))

    def class_method() -> Any:
        class Model(tf.Module):
            @tf.function(input_signature=[spec([])])
            def __call__(self, x: Any) -> Any:
                return x + 1.0

            @tf.function(input_signature=[spec([])])
            def other(self, x: Any) -> Any:
                return x + 2.0

        loaded = saved(tf, Model())
        return plain(loaded(1.0)), plain(loaded.other(1.0)), sorted(loaded.signatures)

    return {
        "table": table, "mutable": mutable, "asset": asset, "missing asset": missing_asset, "gradient": gradient,
        "custom gradient": custom_gradient, "again": again, "untracked": untracked, "in function": in_function,
        "loaded in function": loaded_in_function, "contains": contains, "files": files, "aliases": aliases,
        "tagged": tagged, "wrong tags": wrong_tags, "restored": restored, "assigned": assigned,
        "class method": class_method,
        "number": lambda: tf.saved_model.save(3, folder), "function": lambda: tf.saved_model.save(len, folder),
        "traced": lambda: tf.saved_model.save(tf.function(lambda x: x), folder),
        "variable": lambda: plain(saved(tf, tf.Variable(2.0)).numpy()),
        "list": lambda: saved(tf, [tf.Variable(1.0)]), "dict": lambda: saved(tf, {"a": tf.Variable(1.0)}),
        "no folder": lambda: tf.saved_model.load(folder + "/none"), "empty folder": lambda: tf.saved_model.load(folder),
        "bad option": lambda: tf.saved_model.SaveOptions(no_such=1),
        "bad policy": lambda: tf.saved_model.SaveOptions(experimental_variable_policy="x"),
        "load option": lambda: tf.saved_model.LoadOptions(no_such=1),
        "checkpoint": lambda: plain(saved(tf, tf.train.Checkpoint(v=tf.Variable(5.0))).v.numpy()),
    }[what]()  # fmt: skip


SPECIAL = [
    "table", "mutable", "asset", "missing asset", "gradient", "custom gradient", "again", "untracked", "in function",
    "loaded in function", "contains", "files", "aliases", "tagged", "wrong tags", "restored", "assigned",
    "class method",
    "number", "function", "traced", "variable", "list", "dict", "no folder", "empty folder", "bad option", "bad policy",
    "load option", "checkpoint",
]  # fmt: skip
