"""Short programs that save and restore checkpoints, over either library; each gives plain values."""

from __future__ import annotations

import copy
import os
import tempfile
from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np

CHECKS = ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match", "expect_partial")
VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"
Pair = namedtuple("Pair", "first second")


def prefix() -> str:
    """A path in a new folder."""
    return os.path.join(tempfile.mkdtemp(), "saved")


def keys_of(tf: Any, path: str) -> list[Any]:
    """The keys in a checkpoint and the shapes of their values; how an iterator's state is written is each library's."""
    return [
        (key.replace(VALUE, ""), list(shape) if "ITERATOR" not in key else None)
        for key, shape in tf.train.list_variables(path)
    ]


def plain(elements: Any) -> Any:
    """Elements as lists."""
    if isinstance(elements, (tuple, list)):
        return [plain(e) for e in elements]
    return {k: plain(v) for k, v in elements.items()} if isinstance(elements, dict) else np.array(elements).tolist()


# what is saved ------------------------------------------------------------------------------------------------


def things(tf: Any) -> dict[str, Any]:
    """What may be given to a checkpoint."""
    v = tf.Variable

    class Layer(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w, self.n, self.b = v([1.0, 2.0]), 3, v(0.0)

    class Owner(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers, self.by_name, self.pair = [Layer(), Layer()], {"x": Layer(), "y/z.w": v(1)}, (v(1), 2, v("s"))

    shared = v(1.0)
    loop = tf.Module()
    loop.itself, loop.v = loop, v(1.0)
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.string, "")
    table.insert(np.array([1, 2], np.int64), ["a", "b"])
    return {
        "variable": v(1.0), "untrainable": v(1, trainable=False), "empty": v(np.zeros([0, 3])), "text": v(["a", "b"]),
        "bool": v([True]), "half": v([1.0], dtype=tf.float16), "brain": v([1.0], dtype=tf.bfloat16),
        "complex": v([1j]), "int8": v([1], dtype=tf.int8), "uint64": v([1], dtype=tf.uint64),
        "unknown": v([1.0], shape=[None]), "module": Layer(), "owner": Owner(), "list": [v(1), v(2)], "empty list": [],
        "list with numbers": [1, v(2), None, "x"], "nested": [[v(1)], {"a": [v(2)]}, (v(3),)], "dict": {"a": v(1),
        "b": 2},
        "ordered": OrderedDict(b=v(1), a=v(2)), "tuple": (v(1), v(2)), "named": Pair(v(1), v(2)),
        "dict of numbers": {"a": 1},
        "int keys": {1: v(1)}, "int keys of numbers": {1: 1}, "mixed keys": {1: 2, "a": v(1)},
        "odd keys": {"a/b.c": v(1)},
        "shared": [shared, shared], "loop": loop, "generator": tf.random.Generator.from_seed(1), "table": table,
        "iterator": iter(tf.data.Dataset.range(3)), "iterators": {"a": [iter(tf.data.Dataset.range(3))]},
        "dataset": tf.data.Dataset.range(3), "checkpoint": tf.train.Checkpoint(v=v(1)), "number": 1, "none": None,
        "tensor": tf.constant(1), "array": np.array([1]), "string": "a", "function": len, "class": tf.Module,
        "set": {1}, "traced": tf.function(lambda x: x), "static table": tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1
        ),
    }  # fmt: skip


NAMES = [
    "variable", "untrainable", "empty", "text", "bool", "half", "brain", "complex", "int8", "uint64", "unknown",
    "module",
    "owner", "list", "empty list", "list with numbers", "nested", "dict", "ordered", "tuple", "named",
    "dict of numbers", "int keys", "int keys of numbers", "mixed keys", "odd keys", "shared", "loop", "generator",
    "table", "iterator", "iterators", "dataset", "checkpoint", "number", "none", "tensor", "array", "string",
    "function",
    "class", "set", "traced", "static table",
]  # fmt: skip


def keys(tf: Any, name: str) -> Any:
    """The keys of a checkpoint with that thing in it."""
    return keys_of(tf, tf.train.Checkpoint(x=things(tf)[name]).write(prefix()))


def keys_as_root(tf: Any, name: str) -> Any:
    """The keys of a checkpoint of that thing."""
    return keys_of(tf, tf.train.Checkpoint(things(tf)[name]).save(prefix()))


def keys_in_module(tf: Any, name: str) -> Any:
    """The keys of a checkpoint of a module with that thing as an attribute."""
    module = tf.Module()
    module.x = things(tf)[name]
    return keys_of(tf, tf.train.Checkpoint(module=module).write(prefix()))


def there_and_back(tf: Any, name: str) -> Any:
    """The values of the variables of a thing after another one was restored into it."""
    path = tf.train.Checkpoint(x=things(tf)[name]).write(prefix())
    other = things(tf)[name]
    for v in _variables(tf, other):
        if v.dtype != tf.string:
            v.assign(tf.zeros_like(v))
    tf.train.Checkpoint(x=other).read(path).assert_consumed()
    return [plain(v.numpy()) for v in _variables(tf, other)]


def _variables(tf: Any, value: Any) -> list[Any]:
    if isinstance(value, tf.Variable):
        return [value]
    if isinstance(value, tf.Module):
        return list(value.variables)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [v for item in items for v in _variables(tf, item)]


# lists and dicts that change ----------------------------------------------------------------------------------

LIST_CHANGES = {
    "nothing": lambda m, v: None,
    "append": lambda m, v: m.x.append(v(3.0)),
    "append None": lambda m, v: m.x.append(None),
    "append a number": lambda m, v: m.x.append(3),
    "append an object": lambda m, v: m.x.append(object()),
    "append a list": lambda m, v: m.x.append([v(3.0)]),
    "extend": lambda m, v: m.x.extend([v(3.0), 4]),
    "add in place": lambda m, v: m.x.__iadd__([v(3.0)]),
    "double": lambda m, v: m.x.__imul__(2),
    "replace": lambda m, v: m.x.__setitem__(0, v(9.0)),
    "replace the last": lambda m, v: m.x.__setitem__(-1, v(9.0)),
    "replace by a number": lambda m, v: m.x.__setitem__(0, 9),
    "replace a slice": lambda m, v: m.x.__setitem__(slice(0, 1), [v(8.0)]),
    "delete": lambda m, v: m.x.__delitem__(0),
    "delete the last": lambda m, v: m.x.__delitem__(-1),
    "delete a slice": lambda m, v: m.x.__delitem__(slice(0, 1)),
    "insert": lambda m, v: m.x.insert(0, v(9.0)),
    "pop": lambda m, v: m.x.pop(),
    "pop the first": lambda m, v: m.x.pop(0),
    "remove": lambda m, v: m.x.remove(m.x[0]),
    "clear": lambda m, v: m.x.clear(),
    "reverse": lambda m, v: m.x.reverse(),
    "pop and append": lambda m, v: (m.x.pop(), m.x.append(v(3.0))),
    "append to a copy": lambda m, v: copy.copy(m.x).append(v(3.0)),
    "assign anew": lambda m, v: setattr(m, "x", [v(1.0)]),
    "delete the attribute": lambda m, v: delattr(m, "x"),
    "assign a number": lambda m, v: setattr(m, "x", 3),
}
DICT_CHANGES = {
    "nothing": lambda m, v: None,
    "set": lambda m, v: m.x.__setitem__("a", v(9.0)),
    "set a new one": lambda m, v: m.x.__setitem__("c", v(9.0)),
    "set a number": lambda m, v: m.x.__setitem__("c", 9),
    "set an int key": lambda m, v: m.x.__setitem__(1, v(9.0)),
    "set an int key to a number": lambda m, v: m.x.__setitem__(1, 9),
    "update": lambda m, v: m.x.update(c=v(9.0)),
    "assign anew": lambda m, v: setattr(m, "x", {"q": v(1.0)}),
    "set a list": lambda m, v: m.x.__setitem__("c", [v(9.0)]),
}
STARTS = {
    "variables": lambda v: [v(1.0), v(2.0)],
    "numbers": lambda v: [1, 2],
    "None first": lambda v: [None, v(1.0)],
    "nested": lambda v: [[v(1.0)], v(2.0)],
}
DICT_STARTS = {
    "variables": lambda v: {"a": v(1.0), "b": v(2.0)},
    "numbers": lambda v: {"a": 1, "b": 2},
    "None": lambda v: {"a": None, "b": v(2.0)},
    "lists": lambda v: {"a": [v(1.0)], "b": (v(2.0),)},
}


def changed_list(tf: Any, start: str, change: str, saved_before: bool = False) -> Any:
    """The keys of a module after its list was changed."""
    return _changed(tf, STARTS[start], LIST_CHANGES[change], saved_before)


def changed_dict(tf: Any, start: str, change: str) -> Any:
    """The keys of a module after its dict was changed."""
    return _changed(tf, DICT_STARTS[start], DICT_CHANGES[change], False)


def _changed(tf: Any, start: Any, change: Any, saved_before: bool) -> Any:
    module = tf.Module()
    module.x = start(tf.Variable)
    checkpoint = tf.train.Checkpoint(m=module)
    if saved_before:
        checkpoint.write(prefix())
    change(module, tf.Variable)
    return keys_of(tf, checkpoint.write(prefix()))


# iterators ----------------------------------------------------------------------------------------------------


def pipelines(tf: Any) -> dict[str, Any]:
    """Datasets whose order both libraries agree on."""
    d = tf.data.Dataset
    numbers = np.array([1, 1, 2, 1, 3, 2, 4])

    def ones(n: Any) -> Any:
        return tf.ones([n], tf.int64)

    def tenfold(x: Any) -> Any:
        return x * 10

    def even(x: Any) -> Any:
        return x % 2 == 0

    def below_six(x: Any) -> Any:
        return x < 6

    def running(s: Any, x: Any) -> Any:
        return s + x, s + x

    def upto(n: Any) -> Any:
        return d.range(n)

    def twice(x: Any) -> Any:
        return d.from_tensors(x).repeat(2)

    def batch_of_3(w: Any) -> Any:
        return w.batch(3)

    return {
        "range": lambda: d.range(7), "range by steps": lambda: d.range(9, 0, -2), "empty": lambda: d.range(0),
        "slices": lambda: d.from_tensor_slices((["a", "b", "c"], np.arange(6.0).reshape(3, 2))),
        "dict": lambda: d.from_tensor_slices({"a": [1, 2, 3], "b": [4, 5, 6]}), "tensors": lambda: d.from_tensors([1,
        2]),
        "take": lambda: d.range(9).take(4), "take all": lambda: d.range(5).take(-1), "skip": lambda: d.range(9).skip(4),
        "shard": lambda: d.range(9).shard(3, 1), "repeat": lambda: d.range(3).repeat(3),
        "repeat of maps": lambda: d.range(3).map(tenfold).repeat(2), "map": lambda: d.range(6).map(tenfold),
        "parallel map": lambda: d.range(6).map(tenfold, num_parallel_calls=2),
        "concatenate": lambda: d.range(3).concatenate(d.range(10, 13)),
        "zip": lambda: d.zip((d.range(5), d.range(5, 12).map(tenfold))), "enumerate": lambda: d.range(5, 9).enumerate(),
        "batch": lambda: d.range(10).batch(3), "batch, dropping": lambda: d.range(10).batch(3, drop_remainder=True),
        "padded batch": lambda: d.range(1, 6).map(ones).padded_batch(2),
        "unbatch": lambda: d.range(8).batch(3).unbatch(),
        "window": lambda: d.range(9).window(3, shift=2, drop_remainder=True).flat_map(batch_of_3),
        "filter": lambda: d.range(9).filter(even), "take while": lambda: d.range(9).take_while(below_six),
        "scan": lambda: d.range(7).scan(np.int64(0), running), "flat map": lambda: d.range(5).flat_map(upto),
        "interleave": lambda: d.range(5).interleave(twice, 2, 1), "blocks": lambda: d.range(5).interleave(twice, 3, 2),
        "cache": lambda: d.range(5).cache(), "cache, repeat": lambda: d.range(3).cache().repeat(2),
        "unique": lambda: d.from_tensor_slices(numbers).unique(), "prefetch": lambda: d.range(6).prefetch(2),
        "choose": lambda: d.choose_from_datasets([d.range(3), d.range(10, 13)], d.range(6).map(lambda x: x % 2)),
        "all of it": lambda: d.range(9).filter(even).map(tenfold).repeat(2).batch(3).prefetch(1),
    }  # fmt: skip


PIPELINES = [
    "range", "range by steps", "empty", "slices", "dict", "tensors", "take", "take all", "skip", "shard", "repeat",
    "repeat of maps", "map", "parallel map", "concatenate", "zip", "enumerate", "batch", "batch, dropping",
    "padded batch", "unbatch", "window", "filter", "take while", "scan", "flat map", "interleave", "blocks", "cache",
    "cache, repeat", "unique", "prefetch", "choose", "all of it",
]  # fmt: skip


def rest(tf: Any, name: str, taken: int, before: int = 0) -> Any:
    """What an iterator gives after it was restored to where another one was after some elements."""
    saved, other = iter(pipelines(tf)[name]()), iter(pipelines(tf)[name]())
    for _ in range(taken):
        next(saved, None)
    for _ in range(before):
        next(other, None)
    path = tf.train.Checkpoint(it=saved).write(prefix())
    tf.train.Checkpoint(it=other).read(path).assert_consumed()
    return [plain(element) for element in other]


def exchanged(tf: Any, first: str, second: str) -> Any:
    """What an iterator over one dataset gives after it was restored to where one over another dataset was."""
    saved, other = iter(pipelines(tf)[first]()), iter(pipelines(tf)[second]())
    next(saved, None)
    path = tf.train.Checkpoint(it=saved).write(prefix())
    tf.train.Checkpoint(it=other).read(path)
    return [plain(element) for element in other]


def stateful_functions(tf: Any) -> dict[str, Any]:
    """Datasets whose functions see or change more than elements."""
    d = tf.data.Dataset
    v, generator = tf.Variable(1, dtype=tf.int64), tf.random.Generator.from_seed(1)

    def yielding() -> Any:
        yield from range(5)

    def checked(x: Any) -> Any:
        tf.debugging.assert_less(x, np.int64(9))
        return x

    def total(x: Any) -> Any:
        return d.range(x).reduce(np.int64(0), lambda a, b: a + b)

    return {
        "reads a variable": lambda: d.range(5).map(lambda x: x + v),
        "writes a variable": lambda: d.range(5).map(lambda x: v.assign_add(x)),
        "draws": lambda: d.range(5).map(lambda x: tf.random.uniform([])),
        "draws ints": lambda: d.range(5).map(lambda x: tf.random.uniform([], 0, 5, tf.int32)),
        "draws from a generator": lambda: d.range(5).map(lambda x: generator.uniform([])),
        "draws without state": lambda: d.range(5).map(lambda x: tf.random.stateless_uniform([], [1, 2])),
        "filters at random": lambda: d.range(5).filter(lambda x: tf.random.uniform([]) < 2.0),
        "calls Python": lambda: d.range(5).map(lambda x: tf.py_function(lambda y: y, [x], tf.int64)),
        "calls NumPy": lambda: d.range(5).map(lambda x: tf.numpy_function(lambda y: y, [x], tf.int64)),
        "is a generator": lambda: d.from_generator(yielding, output_signature=tf.TensorSpec([], tf.int32)),
        "zips a generator": lambda: d.zip(
            (d.range(3), d.from_generator(yielding, output_signature=tf.TensorSpec([], tf.int32)))
        ),
        "checks": lambda: d.range(5).map(checked),
        "reduces": lambda: d.range(5).map(total),
        "shuffles inside": lambda: d.range(5).flat_map(lambda x: d.range(3).shuffle(2, seed=1)),
        "caches inside": lambda: d.range(5).flat_map(lambda x: d.range(3).cache()),
    }


STATEFUL = [
    "reads a variable", "writes a variable", "draws", "draws ints", "draws from a generator", "draws without state",
    "filters at random", "calls Python", "calls NumPy", "is a generator", "zips a generator", "checks", "reduces",
    "shuffles inside", "caches inside",
]  # fmt: skip


def save_stateful(tf: Any, name: str, policy: str | None = None) -> Any:
    """Whether an iterator over such a dataset is saved."""
    dataset = stateful_functions(tf)[name]()
    if policy is not None:
        options = tf.data.Options()
        options.experimental_external_state_policy = getattr(tf.data.experimental.ExternalStatePolicy, policy)
        dataset = dataset.with_options(options)
    iterator = iter(dataset)
    next(iterator, None)
    return os.path.basename(tf.train.Checkpoint(it=iterator).write(prefix()))


# restoring ----------------------------------------------------------------------------------------------------


def status(tf: Any, saved: str, present: str, method: str) -> Any:
    """What a check says after names (letters) were saved and others are present; lower case means variables."""
    path = tf.train.Checkpoint(**{name: tf.Variable(1.0) for name in saved}).write(prefix())
    made = tf.train.Checkpoint(**{name: tf.Variable(0.0) for name in present})
    found = made.read(path)
    result = getattr(found, method)()
    return result is found, [float(getattr(made, name)) for name in present]


def restore_none(tf: Any, method: str) -> Any:
    """What a check says where nothing was restored."""
    return getattr(tf.train.Checkpoint(v=tf.Variable(1.0)).restore(None), method)() is not None


def restore_into(tf: Any, saved: Any, present: Any, **options: Any) -> Any:
    """The value of a variable after another one's was restored into it."""
    path = tf.train.Checkpoint(v=tf.Variable(saved)).write(prefix())
    v = tf.Variable(present, **options)
    tf.train.Checkpoint(v=v).read(path).assert_consumed()
    return v.read_value()


def restore_from(tf: Any, path: str, method: str) -> Any:
    """What happens for a path where there is nothing."""
    return getattr(tf.train.Checkpoint(v=tf.Variable(1.0)), method)(path)


def deferred(tf: Any, build: str) -> Any:
    """The values of variables that are made after the checkpoint was restored."""
    v = tf.Variable

    class Net(tf.Module):
        pass

    def of(module: Any, start: float) -> Any:
        if build == "attribute":
            module.v = v(start)
        elif build == "list":
            module.l = [v(start)]
            module.l.append(v(start + 1))
        elif build == "list later":
            module.l = []
            module.l.append(v(start))
        elif build == "dict":
            module.d = {}
            module.d["k"] = v(start)
        elif build == "module":
            module.m = Net()
            module.m.v = v(start)
        elif build == "nested":
            module.l = [{}]
            module.l[0]["k"] = v(start)
        elif build == "tuple":
            module.t = (v(start), v(start + 1))
        return list(module.variables)

    source = Net()
    of(source, 5.0)
    path = tf.train.Checkpoint(net=source).write(prefix())
    target = Net()
    checkpoint = tf.train.Checkpoint(net=target)
    found = checkpoint.read(path)
    values = [float(x) for x in of(target, 0.0)]
    found.assert_consumed()
    return values


BUILDS = ["attribute", "list", "list later", "dict", "module", "nested", "tuple"]

# numbered checkpoints and managers ----------------------------------------------------------------------------


def numbered(tf: Any, times: int) -> Any:
    """What `save` writes."""
    path = prefix()
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    names = [os.path.basename(checkpoint.save(path)) for _ in range(times)]
    latest = tf.train.latest_checkpoint(os.path.dirname(path))
    return (
        names,
        int(checkpoint.save_counter),
        latest and os.path.basename(latest),
        sorted(os.listdir(os.path.dirname(path))),
    )


def counter_after_restore(tf: Any, wrote: str) -> Any:
    """The counter of a checkpoint that was restored."""
    first = tf.train.Checkpoint(v=tf.Variable(1.0))
    path = prefix()
    written = first.save(path) if wrote == "save" else first.write(path)
    second = tf.train.Checkpoint(v=tf.Variable(0.0))
    second.restore(written) if wrote == "save" else second.read(written)
    return int(second.save_counter), float(second.v), os.path.basename(second.save(path))


def managed(tf: Any, times: int, numbers: Any = None, **options: Any) -> Any:
    """What a manager keeps."""
    folder = tempfile.mkdtemp()
    step = tf.Variable(0, dtype=tf.int64)
    options = {k: step if v == "step" else v for k, v in options.items()}
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(step=step), folder, **options)
    saved = []
    for i in range(times):
        step.assign_add(1)
        path = manager.save(checkpoint_number=None if numbers is None else numbers[i])
        saved.append(path and os.path.basename(path))
    latest = manager.latest_checkpoint
    return (
        saved, [os.path.basename(p) for p in manager.checkpoints], latest and os.path.basename(latest),
        sorted(os.listdir(folder)), manager.directory == folder, manager.checkpoint_interval,
    )  # fmt: skip


def managed_again(tf: Any, keep: Any, saves: int = 2) -> Any:
    """What a second manager finds in the folder of a first."""
    folder = tempfile.mkdtemp()
    first = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), folder, max_to_keep=3)
    for _ in range(saves):
        first.save()
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0))
    second = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=keep)
    before = [os.path.basename(p) for p in second.checkpoints]
    restored = second.restore_or_initialize()
    second.save()
    kept = [os.path.basename(p) for p in second.checkpoints]
    return before, restored and os.path.basename(restored), float(checkpoint.v), kept


def initialized(tf: Any, **options: Any) -> Any:
    """What `restore_or_initialize` does in an empty folder."""
    called: list[int] = []
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(v=tf.Variable(1.0)), tempfile.mkdtemp(), 1, init_fn=lambda: called.append(1), **options
    )
    return manager.restore_or_initialize(), called


# reading by key -----------------------------------------------------------------------------------------------


def reader(tf: Any, ask: str) -> Any:
    """What a reader of a checkpoint says."""
    variables = {"v": tf.Variable([1.0, 2.0]), "n": tf.Variable(3, dtype=tf.int8), "s": tf.Variable("x")}
    path = tf.train.Checkpoint(**variables).write(prefix())
    made = tf.train.load_checkpoint(path)
    return {
        "shapes": lambda: {k: list(v) for k, v in sorted(made.get_variable_to_shape_map().items())},
        "dtypes": lambda: {k: tf.as_dtype(v).name for k, v in sorted(made.get_variable_to_dtype_map().items())},
        "has": lambda: made.has_tensor("v" + VALUE),
        "has not": lambda: made.has_tensor("v"),
        "get": lambda: made.get_tensor("v" + VALUE),
        "get text": lambda: made.get_tensor("s" + VALUE),
        "get int8": lambda: made.get_tensor("n" + VALUE),
        "get nothing": lambda: made.get_tensor("q"),
        "load": lambda: tf.train.load_variable(path, "v" + VALUE),
        "load nothing": lambda: tf.train.load_variable(path, "q"),
        "load from nowhere": lambda: tf.train.load_variable(path + "x", "v" + VALUE),
        "list nothing": lambda: tf.train.list_variables(path + "x"),
        "load a folder": lambda: tf.train.load_variable(os.path.dirname(path), "v" + VALUE),
        "latest": lambda: tf.train.latest_checkpoint(os.path.dirname(path)),
        "latest nowhere": lambda: tf.train.latest_checkpoint(path + "x"),
        "latest by name": lambda: tf.train.latest_checkpoint(os.path.dirname(path), "other"),
    }[ask]()


READS = [
    "shapes", "dtypes", "has", "has not", "get", "get text", "get int8", "get nothing", "load", "load nothing",
    "load from nowhere", "list nothing", "load a folder", "latest", "latest nowhere", "latest by name",
]  # fmt: skip


def iterated(tf: Any, times: int) -> Any:
    """The checkpoints that `checkpoints_iterator` gives."""
    path = prefix()
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    for _ in range(times):
        checkpoint.save(path)
    found = tf.train.checkpoints_iterator(os.path.dirname(path), timeout=0.1)
    return [os.path.basename(p) for p in found]


def written_in_function(tf: Any, method: str, as_tensor: bool) -> Any:
    """What a checkpoint has that is written in a function."""
    v = tf.Variable(1.0)
    checkpoint, path = tf.train.Checkpoint(v=v), prefix()

    def step(where: Any) -> Any:
        v.assign_add(1.0)
        written = getattr(checkpoint, method)(where)
        v.assign_add(10.0)
        return written

    given = tf.constant(path) if as_tensor else path
    written = [tf.function(step, autograph=False)(given).numpy() == path.encode() for _ in range(2)]
    return written, tf.train.load_variable(path, "v" + VALUE), v.read_value()


def view(tf: Any, name: str) -> Any:
    """The names of what belongs to a thing, and how many objects that are in all."""
    made = tf.train.Checkpoint(x=things(tf)[name])
    return sorted(tf.train.TrackableView.children(made)), len(tf.train.TrackableView(made).descendants())


def conflicting(tf: Any, same: bool) -> Any:
    """A checkpoint whose root has an attribute of the name that is given."""
    root = tf.Module()
    root.v = tf.Variable(1.0)
    return keys_of(tf, tf.train.Checkpoint(root, v=root.v if same else tf.Variable(2.0)).write(prefix()))
