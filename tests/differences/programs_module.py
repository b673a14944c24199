"""Short programs over modules, of either library; each gives plain values."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from typing import Any

Pair = namedtuple("Pair", "b a")


def modules(tf: Any) -> dict[str, Any]:
    """Modules of many kinds, by name."""

    def v(name: str, **options: Any) -> Any:
        return tf.Variable(1.0, name=name, **options)

    class Dense(tf.Module):
        def __init__(self, name: str | None = None) -> None:
            super().__init__(name)
            with self.name_scope:
                self.w, self.b = v("w"), v("b", trainable=False)

    class Net(tf.Module):
        def __init__(self, name: str | None = None) -> None:
            super().__init__(name)
            with self.name_scope:
                self.second, self.first, self.z, self.a = Dense("second"), Dense(), v("z"), v("a")

    class Lists(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = [Dense("x"), [Dense("y"), v("inner")], (v("t"), {"k": v("k"), "c": Dense("c")})]
            self.mapping = OrderedDict(z=v("z"), a=v("a"))
            self.pair, self.empty, self.number = Pair(v("pb"), v("pa")), [], 3

    class Shared(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.b = Dense("one")
            self.a, self.v = self.b, self.b.w

    class Loop(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.me, self.inner, self.v = self, Dense(), v("v")
            self.inner.up = self

    class WithoutInit(tf.Module):
        def __init__(self) -> None:
            self.v = v("v")

    class Ignoring(tf.Module):
        _TF_MODULE_IGNORED_PROPERTIES = frozenset({"hidden"}).union(tf.Module._TF_MODULE_IGNORED_PROPERTIES)

        def __init__(self) -> None:
            super().__init__()
            self.hidden, self.seen = v("hidden"), v("seen")

    class Property(tf.Module):
        @property
        def computed(self) -> Any:
            raise ValueError("not ready")

        @property
        def made(self) -> Any:
            return v("made")

    class Ints(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.by_number = {2: v("two"), 1: v("one"), 10: v("ten")}

    class Mixed(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.mixed = {1: v("one"), "a": v("a")}

    class HTTPServerV2(tf.Module):
        pass

    made = {
        "dense": Dense, "named": lambda: Dense("given"), "net": Net, "lists": Lists, "shared": Shared, "loop": Loop,
        "without init": WithoutInit, "ignoring": Ignoring, "property": Property, "ints": Ints, "mixed": Mixed,
        "snake": HTTPServerV2, "plain": tf.Module,
    }  # fmt: skip
    return made


MODULES = [
    "dense", "named", "net", "lists", "shared", "loop", "without init", "ignoring", "property", "ints", "mixed",
    "snake",
    "plain",
]  # fmt: skip
ASKED = ["variables", "trainable_variables", "non_trainable_variables", "submodules", "name", "name_scope"]


def ask(tf: Any, name: str, what: str) -> Any:
    """A property of a module: names of variables and submodules."""
    found = getattr(modules(tf)[name](), what)
    if what == "name_scope":
        return found.name
    return found if isinstance(found, str) else (type(found).__name__, [one.name for one in found])


def flat(tf: Any, name: str, **options: Any) -> Any:
    """What `_flatten` gives for variables, with paths if they are asked for."""
    module = modules(tf)[name]()
    found = module._flatten(predicate=lambda one: isinstance(one, tf.Variable), **options)
    return [(list(map(str, one[0])), one[1].name) if isinstance(one, tuple) else one.name for one in found]


def flat_modules(tf: Any, name: str, **options: Any) -> Any:
    """What `_flatten` gives for modules."""
    found = modules(tf)[name]()._flatten(predicate=lambda one: isinstance(one, tf.Module), **options)
    return [(list(map(str, one[0])), one[1].name) if isinstance(one, tuple) else one.name for one in found]


def named(tf: Any, name: Any) -> Any:
    """The name and scope of a module that was given a name."""
    module = tf.Module(name=name)
    return module.name, module.name_scope.name


def class_name(tf: Any, name: str) -> Any:
    """The name that a module has by its class."""
    return type(name, (tf.Module,), {})().name


def scoped(tf: Any, how: str) -> Any:
    """Names of variables made in scopes."""

    class Counter(tf.Module):
        @tf.Module.with_name_scope
        def start(self, name: str = "count") -> Any:
            """Starts."""
            self.count = tf.Variable(0, name=name)
            return self.count.name

        def plainly(self) -> Any:
            return tf.Variable(0, name="plain").name

        @tf.Module.with_name_scope
        def nested(self) -> Any:
            with tf.name_scope("inner"):
                return tf.Variable(0, name="v").name, Counter("deep").start()

        @tf.Module.with_name_scope
        def failing(self) -> Any:
            raise ValueError("no")

    def outer() -> Any:
        with tf.name_scope("outer"):
            counter = Counter()
            return counter.name, counter.name_scope.name, counter.start(), counter.plainly()

    def later() -> Any:
        counter = Counter()
        with tf.name_scope("outer"):
            return counter.start(), counter.plainly()

    return {
        "method": lambda: Counter().start(),
        "twice": lambda: (Counter().start(), Counter().start()),
        "given": lambda: Counter(name="visits").start("n"),
        "plain": lambda: Counter().plainly(),
        "nested": lambda: Counter().nested(),
        "outer": outer,
        "later": later,
        "failing": lambda: Counter().failing(),
        "doc": lambda: (Counter.start.__doc__, Counter.start.__name__),
        "in function": lambda: tf.function(lambda x: tf.identity(x, name="y"))(1.0),
        "ops": lambda: _op_names(tf, Counter),
    }[how]()


SCOPES = ["method", "twice", "given", "plain", "nested", "outer", "later", "failing", "doc", "in function", "ops"]


def _op_names(tf: Any, kind: Any) -> Any:
    class Adding(kind):
        @tf.Module.with_name_scope
        def __call__(self, x: Any) -> Any:
            return tf.add(x, 1.0, name="sum")

    module = Adding("adder")
    concrete = tf.function(lambda x: module(x), autograph=False).get_concrete_function(tf.TensorSpec([]))
    return [op.name for op in concrete.graph.get_operations() if "sum" in op.name]


def attribute(tf: Any, what: str) -> Any:
    """Assigning attributes that a module has itself, and copies of modules."""
    import copy
    import pickle

    class Settable(tf.Module):
        pass

    module = Settable()
    module.v = tf.Variable(2.0)

    def delete() -> Any:
        del module.v
        return [v.name for v in module.variables]

    def replaced() -> Any:
        module.v = tf.Variable(3.0, name="other")
        return [v.name for v in module.variables]

    def deep() -> Any:
        other = copy.deepcopy(module)
        other.v.assign(5.0)
        return float(module.v), float(other.v), other.name

    def shallow() -> Any:
        other = copy.copy(module)
        other.v.assign(5.0)
        return float(module.v), other.name

    return {
        "set name": lambda: setattr(module, "name", "x"),
        "set variables": lambda: setattr(module, "variables", ()),
        "set submodules": lambda: setattr(module, "submodules", ()),
        "set name_scope": lambda: setattr(module, "name_scope", None),
        "set trainable_variables": lambda: setattr(module, "trainable_variables", ()),
        "set trainable": lambda: setattr(module, "trainable", False),
        "delete": delete, "replace": replaced, "deepcopy": deep, "copy": shallow,
        "missing": lambda: module.missing, "call": lambda: module(1),
        "repr": lambda: repr(module).startswith("<"), "bool": lambda: bool(module), "eq": lambda: module == module,
        "hash": lambda: hash(module) == hash(module), "len": lambda: len(module), "iter": lambda: list(module),
        "pickle": lambda: pickle.dumps(tf.Module()) is not None,
    }[what]()  # fmt: skip


ATTRIBUTES = [
    "set name", "set variables", "set submodules", "set name_scope", "set trainable_variables", "set trainable",
    "delete",
    "replace", "deepcopy", "copy", "missing", "call", "repr", "bool", "eq", "hash", "len", "iter",
]  # fmt: skip
