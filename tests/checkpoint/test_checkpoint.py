"""`tf.train.Checkpoint`: what is saved under which name, what is restored and when, what is said of the rest."""

from __future__ import annotations

import collections
import copy
import gc
import os
import pickle
import re
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.checkpoint import messages
from graphwright.core import deferred_restore
from tests.checkpoint.programs import PROGRAMS, build, same, values_in

each = pytest.mark.parametrize
GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "checkpoints"


def var(value: Any = 0.0, **options: Any) -> tf.Variable:
    return tf.Variable(value, **options)


def module(**attributes: Any) -> tf.Module:
    result = tf.Module()
    for name, value in attributes.items():
        setattr(result, name, value)
    return result


def keys_of(path: str) -> list[str]:
    return [key.removesuffix("/.ATTRIBUTES/VARIABLE_VALUE") for key, _ in tf.train.list_variables(path)[1:]]


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    return str(tmp_path / "saved")


@pytest.fixture(autouse=True)
def nothing_waits_afterwards() -> Any:
    yield
    gc.collect()
    assert deferred_restore.waiting == {}


# against TensorFlow's files -------------------------------------------------------------------------------------


def shown_graph(path: str) -> list[Any]:
    data = tf.train.load_variable(path, "_CHECKPOINTABLE_OBJECT_GRAPH")
    graph = messages.CLASSES["TrackableObjectGraph"].FromString(data)
    return [
        (
            sorted((child.local_name, child.node_id) for child in node.children),
            [(value.name, value.checkpoint_key) for value in node.attributes],
            [(s.original_variable_node_id, s.slot_name, s.slot_variable_node_id) for s in node.slot_variables],
            node.has_checkpoint_values.value,
        )
        for node in graph.nodes
    ]


@each("name", [name for name in PROGRAMS if name != "many"])
def test_a_checkpoint_of_tensorflow(name: str, prefix: str) -> None:
    golden = str(GOLDEN / name / "ckpt-1")
    checkpoint, _ = build(tf, name, False)
    checkpoint.restore(golden).assert_existing_objects_matched().assert_nontrivial_match().assert_consumed()
    assert int(checkpoint.save_counter) == 1
    assert same(values_in(tf, checkpoint.write(prefix)), values_in(tf, golden))
    assert shown_graph(prefix) == shown_graph(golden)


@each("name", [name for name in PROGRAMS if name not in ("many", "slots")])
def test_fresh_values_are_tensorflow_s(name: str, prefix: str) -> None:
    path = build(tf, name, True)[0].save(prefix)
    assert same(values_in(tf, path), values_in(tf, GOLDEN / name / "ckpt-1"))


def test_a_checkpoint_in_several_files() -> None:
    blank = {"a": tf.zeros([4, 3], tf.int16), "b": tf.zeros([40], tf.int32), "s": ["", ""]}
    checkpoint = tf.train.Checkpoint(**{name: var(value) for name, value in blank.items()})
    checkpoint.read(str(GOLDEN / "sharded" / "ckpt")).assert_consumed()
    assert checkpoint.a.numpy()[3].tolist() == [9, 10, 11]
    assert checkpoint.b.numpy().tolist() == list(range(40)) and checkpoint.s.numpy().tolist() == [b"a", b"bb"]


# what is saved --------------------------------------------------------------------------------------------------

Pair = collections.namedtuple("Pair", "p q")


@each(
    "make, keys",
    [
        (lambda: {"b": var(), "a": var()}, ["a", "b"]),
        (lambda: {"m": module(x=var(), n=1, s="s", t=tf.constant(1.0), f=len)}, ["m/x"]),
        (lambda: {"m": module(_hidden=var())}, ["m/_hidden"]),
        (lambda: {"m": module(l=[1, var(), None, [var()]])}, ["m/l/1", "m/l/3/0"]),
        (lambda: {"m": Pair(var(), [var()])}, ["m/p", "m/q/0"]),
        (lambda: {"m": module(d={"a.b/c": var()})}, ["m/d/a..b.Sc"]),
        (lambda: {"m": module(d={1: 2, "k": var()})}, ["m/d/k"]),
        (lambda: {"m": module(d=collections.OrderedDict(k=var()))}, ["m/d/k"]),
        (lambda: {"m": module(d=collections.defaultdict(list, k=var()), s={1, 2})}, []),
        (lambda: {"g": tf.random.Generator.from_seed(1)}, ["g/_state_var"]),
        (lambda: {"c": tf.train.Checkpoint(x=var())}, ["c/x"]),
        (lambda: {"root": module(x=var()), "y": var()}, ["x", "y"]),
    ],
    ids=range(12),
)  # fmt: skip
def test_names(make: Any, keys: list[str], prefix: str) -> None:
    assert keys_of(tf.train.Checkpoint(**make()).write(prefix)) == keys


def test_a_shared_variable_is_saved_once_under_its_shortest_name(prefix: str) -> None:
    v = var()
    inner = module(deep=module(v=v), v=v)
    assert keys_of(tf.train.Checkpoint(m=inner, z=inner.deep).write(prefix)) == ["m/v"]


@each("value", [3, "x", None, tf.constant(1.0), len, np.ones(3), (1, 2), tf.Variable, {1, 2}], ids=repr)
def test_what_holds_no_state(value: Any) -> None:
    with pytest.raises(ValueError, match="`Checkpoint` was expecting a to be a trackable object"):
        tf.train.Checkpoint(a=value)


@each("root", [3, [1], {"a": 1}, ()], ids=["number", "list", "dict", "tuple"])
def test_what_is_no_root(root: Any) -> None:
    with pytest.raises(ValueError, match="`Checkpoint` was expecting root to be"):
        tf.train.Checkpoint(root)


def test_a_root_with_values_of_its_own(prefix: str) -> None:
    v = tf.Variable([1.0, 2.0])
    path = tf.train.Checkpoint(v).write(prefix)
    v.assign([0.0, 0.0])
    tf.train.Checkpoint(v).read(path).assert_consumed()
    assert v.numpy().tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="incompatible tensor with shape"):
        tf.train.Checkpoint(tf.Variable(0.0)).read(path)


def test_a_name_that_the_root_has() -> None:
    with pytest.raises(ValueError, match=r"keyword argument x if root\.x already exists"):
        tf.train.Checkpoint(module(x=var()), x=var())


@each("key", [1, (1, 2), None])
def test_a_dict_whose_keys_are_no_names(key: Any, prefix: str) -> None:
    with pytest.raises(ValueError, match="contains a non-string key"):
        tf.train.Checkpoint(d={key: var()}).write(prefix)


def test_attributes_set_later_are_saved(prefix: str) -> None:
    checkpoint = tf.train.Checkpoint(a=var())
    checkpoint.b, checkpoint.n = var(), 3
    assert keys_of(checkpoint.write(prefix)) == ["a", "b"]
    with pytest.raises(AttributeError):
        _ = checkpoint.nope


def test_save_counts_and_notes_the_latest(tmp_path: Path) -> None:
    checkpoint = tf.train.Checkpoint(v=var())
    paths = [checkpoint.save(tmp_path / "sub" / "c") for _ in range(2)]
    assert paths == [str(tmp_path / "sub" / f"c-{i}") for i in (1, 2)]
    assert int(checkpoint.save_counter) == 2
    reported = (tmp_path / "sub" / "checkpoint").read_text()
    assert reported == 'model_checkpoint_path: "c-2"\nall_model_checkpoint_paths: "c-2"\n'
    assert tf.train.latest_checkpoint(str(tmp_path / "sub")) == paths[1]
    assert keys_of(paths[1]) == ["save_counter", "v"]


def test_a_failed_save_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    checkpoint = tf.train.Checkpoint(v=var())
    with pytest.raises(tf.errors.FailedPreconditionError, match="is not a directory"):
        checkpoint.save(tmp_path / "file" / "c")
    assert int(checkpoint.save_counter) == 0


class Own:
    """Takes part in the protocol, with two values and a child."""

    def __init__(self, number: float) -> None:
        self.number, self.child = number, var(number)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {"child": self.child, "ignored": 3}

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {"number": tf.constant(self.number), "twice/": {"": np.float64(2 * self.number)}}

    def _restore_from_tensors(self, values: dict[str, Any]) -> None:
        self.number = float(values["number"])
        assert values["twice/"].dtype == tf.float64


def test_objects_that_take_part_by_the_protocol(prefix: str) -> None:
    path = tf.train.Checkpoint(own=Own(3.0)).write(prefix)
    assert [k for k, _ in tf.train.list_variables(path)][1:] == [
        "own/.ATTRIBUTES/number", "own/.ATTRIBUTES/twice.S", "own/child/.ATTRIBUTES/VARIABLE_VALUE"
    ]  # fmt: skip
    own = Own(0.0)
    tf.train.Checkpoint(own=own).read(path).assert_consumed()
    assert (own.number, float(own.child)) == (3.0, 3.0)


def test_older_objects_list_what_belongs_to_them(prefix: str) -> None:
    Dependency = collections.namedtuple("Dependency", "name ref")

    class Older:
        def __init__(self) -> None:
            self._checkpoint_dependencies = [Dependency("v", var(4.0))]

    assert keys_of(tf.train.Checkpoint(o=Older()).write(prefix)) == ["o/v"]


# what is restored -----------------------------------------------------------------------------------------------


def test_the_counter_is_restored_by_restore_alone(prefix: str) -> None:
    path = tf.train.Checkpoint(v=var(1.0)).save(prefix)
    for restored, count in ((tf.train.Checkpoint(v=var()), 1), (tf.train.Checkpoint(), 1)):
        restored.restore(path).expect_partial()
        assert int(restored.save_counter) == count
    checkpoint = tf.train.Checkpoint(v=var())
    checkpoint.read(path).expect_partial()
    assert keys_of(checkpoint.write(prefix + "2")) == ["v"]


def test_values_come_when_their_variables_do(prefix: str) -> None:
    path = tf.train.Checkpoint(m=module(x=var(1.0), inner=module(y=var(2.0))), z=var(3.0)).write(prefix)
    m = module()
    checkpoint = tf.train.Checkpoint(m=m)
    status = checkpoint.read(path)
    m.x = None
    m.x = var()
    assert float(m.x) == 1.0
    with pytest.raises(AssertionError, match=re.escape("Unresolved object in checkpoint (root).z")):
        status.assert_consumed()
    inner = module()
    inner.y = var()
    m.inner = inner
    checkpoint.z = var()
    assert (float(inner.y), float(checkpoint.z)) == (2.0, 3.0)
    status.assert_consumed()
    m.x = var(9.0)
    assert float(m.x) == 9.0, "once is enough"


def test_values_come_to_a_root(prefix: str) -> None:
    path = tf.train.Checkpoint(module(x=var(1.0), l=[var(2.0)])).save(prefix)
    root = tf.Module()
    status = tf.train.Checkpoint(root).restore(path)
    root.x, root.l = var(), []
    root.l.append(var())
    assert (float(root.x), float(root.l[0])) == (1.0, 2.0)
    status.assert_consumed()


def test_values_come_to_items_when_they_do(prefix: str) -> None:
    saved = module(l=[var(1.0), var(2.0), [var(3.0)]], d={"a": var(4.0), "b": {"c": var(5.0)}})
    path = tf.train.Checkpoint(m=saved).write(prefix)
    there: list[Any] = []
    m = module(l=there)
    status = tf.train.Checkpoint(m=m).read(path)
    m.l.append(var())
    m.l += [var(), []]
    m.l[2].extend(iter([var()]))
    m.d = {}
    m.d["a"] = var()
    m.d.update(b={})
    m.d["b"].setdefault("c", var())
    assert [float(v) for v in (m.l[0], m.l[1], m.l[2][0], m.d["a"], m.d["b"]["c"])] == [1.0, 2.0, 3.0, 4.0, 5.0]
    status.assert_consumed()
    assert isinstance(m.l, list) and there[0] is m.l[0] and len(m.variables) == 5
    assert type(copy.deepcopy(m.l)) is list and type(pickle.loads(pickle.dumps(m.d))) is dict


def test_a_list_changed_by_another_name_is_told(prefix: str) -> None:
    path = tf.train.Checkpoint(m=module(l=[var(1.0), var(2.0)], d={"k": var()})).write(prefix)
    there, table = [var()], dict[str, Any]()
    m = module(l=there, d=table)
    checkpoint = tf.train.Checkpoint(m=m)
    status = checkpoint.read(path).expect_partial()
    there.append(var())
    with pytest.raises(ValueError, match=r"A list that was assigned .* was changed by another name"):
        status.assert_consumed()
    with pytest.raises(ValueError, match="changed by another name"):
        m.l.append(var())
    table["k"] = var()
    with pytest.raises(ValueError, match="A dict that was assigned"):
        m.d["z"] = 1


def test_a_list_where_a_dict_was_saved(prefix: str) -> None:
    names = ["x", "-1", "1" * 5000, "²", "0", "3"]
    path = tf.train.Checkpoint(m=module(l={name: var(float(i)) for i, name in enumerate(names, 1)})).write(prefix)
    m = module()
    tf.train.Checkpoint(m=m).read(path).expect_partial()
    m.l = []
    for _ in range(4):
        m.l.append(var())
    assert [float(v) for v in m.l] == [5.0, 0.0, 0.0, 6.0]


def test_variables_made_by_the_first_call_of_a_function(prefix: str) -> None:
    class Lazy(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w: Any = None

        @tf.function
        def __call__(self, x: Any) -> Any:
            if self.w is None:
                self.w = tf.Variable(tf.zeros([2]))
            return x * self.w

    saved = Lazy()
    saved(tf.ones([2]))
    saved.w.assign([3.0, 4.0])
    path = tf.train.Checkpoint(saved).write(prefix)
    lazy = Lazy()
    status = tf.train.Checkpoint(lazy).read(path)
    assert lazy(tf.ones([2])).numpy().tolist() == [3.0, 4.0]
    status.assert_consumed()


def test_of_two_restored_the_later_has_the_last_word(tmp_path: Path) -> None:
    paths = [tf.train.Checkpoint(m=module(x=var(i), y=var(i))).write(tmp_path / str(i)) for i in (1.0, 2.0)]
    m = module(y=var())
    for path in paths:
        tf.train.Checkpoint(m=m).read(path).expect_partial()
    m.x = var()
    assert (float(m.x), float(m.y)) == (2.0, 2.0)


def test_one_variable_for_two_and_two_for_one(tmp_path: Path) -> None:
    two = tf.train.Checkpoint(a=var(1.0), b=var(2.0)).write(tmp_path / "two")
    v = var()
    tf.train.Checkpoint(a=v, b=v).read(two).assert_consumed()
    assert float(v) == 1.0
    one = tf.train.Checkpoint(a=v, b=v).write(tmp_path / "one")
    a, b = var(), var()
    status = tf.train.Checkpoint(a=a, b=b).read(one)
    assert (float(a), float(b)) == (1.0, 0.0)
    with pytest.raises(AssertionError, match="Found 1 Python objects that were not bound"):
        status.assert_existing_objects_matched()


def test_a_variable_of_unknown_shape(prefix: str) -> None:
    path = tf.train.Checkpoint(v=var([1.0, 2.0, 3.0])).write(prefix)
    v = var([0.0], shape=[None])
    tf.train.Checkpoint(v=v).read(path).assert_consumed()
    assert v.numpy().tolist() == [1.0, 2.0, 3.0]


def test_what_was_read_before_keeps_its_value(prefix: str) -> None:
    v = var([1.0, 2.0])
    path = tf.train.Checkpoint(v=v).write(prefix)
    before = v.assign([5.0, 6.0]).read_value()
    tf.train.Checkpoint(v=v).read(path)
    assert before.numpy().tolist() == [5.0, 6.0] and v.numpy().tolist() == [1.0, 2.0]


class Optimizer(tf.Module):
    """Keeps a variable for each variable, made when it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._made = tuple[Any, ...]()

    def get_slot_names(self) -> list[str]:
        return ["m"]

    def get_slot(self, variable: Any, name: str) -> Any:
        return next((slot for one, slot in self.__dict__["slots"] if one is variable), None)

    def add_slot(self, variable: Any, name: str) -> Any:
        slot = tf.Variable(tf.zeros_like(variable))
        self.__dict__["slots"].append((variable, slot))
        return slot

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {}


def with_slots(w: tf.Variable) -> tuple[Any, Optimizer]:
    optimizer = Optimizer()
    optimizer.__dict__["slots"] = []
    return tf.train.Checkpoint(w=w, optimizer=optimizer), optimizer


def test_what_optimizers_keep_for_each_variable(prefix: str) -> None:
    w = var([1.0, 2.0])
    checkpoint, optimizer = with_slots(w)
    optimizer.add_slot(w, "m").assign([3.0, 4.0])
    path = checkpoint.write(prefix)
    assert keys_of(path) == ["w", "w/.OPTIMIZER_SLOT/optimizer/m"]
    w = var([0.0, 0.0])
    checkpoint, optimizer = with_slots(w)
    checkpoint.read(path).assert_consumed()
    assert optimizer.get_slot(w, "m").numpy().tolist() == [3.0, 4.0]
    checkpoint, optimizer = with_slots(w)
    options = tf.train.CheckpointOptions(experimental_skip_slot_variables=True)
    checkpoint.read(path, options).assert_consumed()
    assert optimizer.get_slot(w, "m") is None


def test_a_saved_model_s_variables(tmp_path: Path) -> None:
    tf.train.Checkpoint(v=var(2.0)).write(tmp_path / "variables" / "variables")
    v = var()
    tf.train.Checkpoint(v=v).restore(tmp_path).expect_partial()
    assert float(v) == 2.0


# what does not fit ----------------------------------------------------------------------------------------------


@each(
    "saved, there, error, message",
    [
        ([1.0, 2.0], 0.0, ValueError, r"incompatible tensor with shape \(2,\) when .* shape \(\) and name b:0"),
        (1, 0.0, tf.errors.InvalidArgumentError, "tensor_name = b/.ATTRIBUTES/VARIABLE_VALUE; expected dtype float32"),
        ("text", 0.0, tf.errors.InvalidArgumentError, "original dtype string"),
    ],
    ids=range(3),
)
def test_a_misfit_changes_nothing(saved: Any, there: Any, error: Any, message: str, prefix: str) -> None:
    path = tf.train.Checkpoint(a=var(5.0), b=var(saved)).write(prefix)
    a = var()
    with pytest.raises(error, match=message):
        tf.train.Checkpoint(a=a, b=var(there, name="b")).read(path)
    assert float(a) == 0.0


def test_damage_changes_nothing(prefix: str) -> None:
    path = tf.train.Checkpoint(a=var(5.0), z=var([1.0] * 50)).write(prefix)
    file = Path(f"{path}.data-00000-of-00001")
    file.write_bytes(file.read_bytes()[:100] + b"x" + file.read_bytes()[101:])
    checkpoint = tf.train.Checkpoint(a=var(), z=var([0.0] * 50))
    with pytest.raises(tf.errors.DataLossError, match=r"z/\.ATTRIBUTES/VARIABLE_VALUE'.* checksum does not match"):
        checkpoint.read(path)
    assert float(checkpoint.a) == 0.0


def test_no_checkpoint(prefix: str) -> None:
    checkpoint = tf.train.Checkpoint(v=var())
    with pytest.raises(tf.errors.NotFoundError, match=r"(?s)Failed to find any matching files for .*double-check that"):
        checkpoint.restore(prefix)
    with pytest.raises(tf.errors.NotFoundError, match=r"^Unsuccessful TensorSliceReader constructor"):
        checkpoint.read(prefix)
    with pytest.raises(TypeError):
        checkpoint.restore(3)
    with pytest.raises(TypeError, match=r"options must be a tf\.train\.CheckpointOptions"):
        checkpoint.write(prefix, 3)  # type: ignore[arg-type]


def test_nothing_to_restore() -> None:
    status = tf.train.Checkpoint(v=var()).restore(None)
    assert status.expect_partial() is status
    for check in (status.assert_consumed, status.assert_existing_objects_matched, status.assert_nontrivial_match):
        with pytest.raises(AssertionError, match="No checkpoint specified"):
            check()


def test_not_inside_a_function(prefix: str) -> None:
    checkpoint = tf.train.Checkpoint(v=var())

    @tf.function
    def save() -> None:
        checkpoint.save(prefix)

    with pytest.raises(NotImplementedError, match=r"not available inside a tf\.function"):
        save()


def test_what_the_status_says(prefix: str, caplog: pytest.LogCaptureFixture) -> None:
    path = tf.train.Checkpoint(a=var(1.0), m=module(x=var(2.0))).write(prefix)
    status = tf.train.Checkpoint(a=var()).read(path)
    assert status.assert_existing_objects_matched() is status.assert_nontrivial_match() is status
    with pytest.raises(
        AssertionError, match=r'Unresolved object in checkpoint \(root\)\.m\.x: attributes {\n  name: "'
    ):
        status.assert_consumed()
    del status
    gc.collect()
    assert "(root).m.x has a value in it that no object got" in caplog.text
    caplog.clear()
    other = tf.train.Checkpoint(z=var(7.0)).read(path).expect_partial()
    with pytest.raises(AssertionError, match=r"Showing 1 of 1 unmatched objects: .*numpy=7\.0"):
        other.assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="Nothing except the root object matched"):
        other.assert_nontrivial_match()
    with pytest.raises(AssertionError, match="Nothing to load"):
        tf.train.Checkpoint().read(path).expect_partial().assert_nontrivial_match()
    del other
    gc.collect()
    assert caplog.text == ""


def test_a_restored_checkpoint_keeps_nothing_alive(prefix: str) -> None:
    path = tf.train.Checkpoint(m=module(x=var(), y=var())).write(prefix)
    m = module(x=var())
    tf.train.Checkpoint(m=m).read(path).expect_partial()
    assert deferred_restore.waiting
    gone = [weakref.ref(m), weakref.ref(m.x)]
    del m
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


# options --------------------------------------------------------------------------------------------------------


def test_writing_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    v = var(1.0)
    checkpoint = tf.train.Checkpoint(v=v)
    reported: list[Any] = []
    go = threading.Event()
    options = tf.train.CheckpointOptions(
        enable_async=True,
        experimental_write_callbacks=[
            lambda: go.wait(60),
            lambda path: reported.append(path),
            lambda: reported.append(threading.current_thread()),
        ],
    )
    path = checkpoint.save(tmp_path / "c", options)
    v.assign(2.0)
    go.set()
    checkpoint.sync()
    assert reported[0] == path and reported[1] is not threading.current_thread()
    assert float(tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE")) == 1.0
    (tmp_path / "file").touch()
    checkpoint.write(tmp_path / "file" / "c", options)
    with pytest.raises(tf.errors.FailedPreconditionError):
        checkpoint.sync()
    checkpoint.sync()


def test_files_of_a_largest_size(tmp_path: Path) -> None:
    options = tf.train.CheckpointOptions(experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(50))
    saved = {f"v{i}": var([float(i)] * 10) for i in range(3)}
    path = tf.train.Checkpoint(**saved).write(tmp_path / "c", options)
    assert len([name for name in os.listdir(tmp_path) if ".data-" in name]) == 4
    checkpoint = tf.train.Checkpoint(**{name: var([0.0] * 10) for name in saved})
    checkpoint.read(path).assert_consumed()
    assert checkpoint.v2.numpy().tolist() == [2.0] * 10


@each("bad", [lambda: tf.train.CheckpointOptions(experimental_write_callbacks=[3])])  # type: ignore[list-item]
def test_options_that_are_none(bad: Any) -> None:
    with pytest.raises(TypeError, match="must be functions"):
        bad()
    with pytest.raises(ValueError, match="must be over 0"):
        tf.train.experimental.MaxShardSizePolicy(0)


# by key ---------------------------------------------------------------------------------------------------------


def test_the_reader(prefix: str) -> None:
    path = tf.train.Checkpoint(a=var(1.0), s=var("text"), t=var(["x"]), m=var([[1, 2]])).write(prefix)
    reader = tf.train.load_checkpoint(path)
    key = "{}/.ATTRIBUTES/VARIABLE_VALUE".format
    assert reader.get_variable_to_shape_map()[key("m")] == [1, 2]
    assert reader.get_variable_to_dtype_map()[key("s")] is tf.string
    assert reader.has_tensor(key("a")) and not reader.has_tensor("a")
    assert type(reader.get_tensor(key("a"))) is np.float32 and reader.get_tensor(key("s")) == b"text"
    assert b"m/.ATTRIBUTES/VARIABLE_VALUE (DT_INT32) [1,2]\n" in reader.debug_string()
    assert tf.train.load_variable(path, key("a") + ":0") == 1.0
    with pytest.raises(tf.errors.NotFoundError, match="Key nn not found in checkpoint"):
        reader.get_tensor("nn")


def test_the_reader_of_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Couldn't find 'checkpoint' file or checkpoints in given directory"):
        tf.train.load_checkpoint(tmp_path)
    tf.train.Checkpoint(v=var(3.0)).save(tmp_path / "c")
    assert tf.train.load_variable(tmp_path, "v/.ATTRIBUTES/VARIABLE_VALUE") == 3.0
    with pytest.raises(tf.errors.NotFoundError):
        tf.train.list_variables(tmp_path / "nope")


LISTS = {
    "replaced": lambda items: items.__setitem__(0, tf.Variable(9.0)),
    "replaced by a number": lambda items: items.__setitem__(0, 9),
    "deleted": lambda items: items.__delitem__(0),
    "taken": lambda items: items.pop(),
    "moved": lambda items: items.reverse(),
    "inserted before": lambda items: items.insert(0, tf.Variable(9.0)),
    "cleared": lambda items: items.clear(),
}


class TestListsAreAppendOnly:
    @pytest.mark.parametrize("change", LISTS)
    @pytest.mark.parametrize("nested", [False, True])
    def test_changed(self, change, nested, tmp_path):
        module = tf.Module()
        items = [tf.Variable(1.0), tf.Variable(2.0)]
        module.items = {"inner": (items,)} if nested else items
        LISTS[change](items)
        for save in (tf.train.Checkpoint(module).write, lambda path: tf.saved_model.save(module, path)):
            with pytest.raises(ValueError, match="append-only"):
                save(str(tmp_path / "saved"))
        module.items = list(items)
        tf.train.Checkpoint(module).write(tmp_path / "saved")

    def test_allowed(self, tmp_path):
        checkpoint = tf.train.Checkpoint(items=[1, tf.Variable(1.0)])
        checkpoint.items[0] = 2
        checkpoint.items.append(tf.Variable(3.0))
        checkpoint.write(tmp_path / "saved")
        checkpoint.items += [tf.Variable(4.0)]
        path = checkpoint.write(tmp_path / "saved")
        assert len(tf.train.list_variables(path)) == 4
        checkpoint.items.pop()  # seen although it came after the list was assigned
        with pytest.raises(ValueError, match="append-only"):
            checkpoint.write(tmp_path / "saved")


class TestInFunctions:
    def test_write(self, tmp_path):
        v = tf.Variable(1.0)
        checkpoint, path = tf.train.Checkpoint(v=v), str(tmp_path / "saved")

        @tf.function
        def step(path):
            v.assign_add(1.0)
            written = checkpoint.write(path)
            v.assign_add(10.0)
            return written

        for expected in (2.0, 13.0):
            assert step(path).numpy() == path.encode()
            assert tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE") == expected
        assert float(v) == 23.0

    @pytest.mark.parametrize("method", ["save", "restore", "read"])
    def test_refused(self, method, tmp_path):
        checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
        path = checkpoint.save(tmp_path / "saved")
        with pytest.raises(NotImplementedError, match=f"Checkpoint.{method} is not available"):
            tf.function(lambda p: getattr(checkpoint, method)(p))(tf.constant(path))
