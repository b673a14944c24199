"""Iterators over datasets in checkpoints: saved anywhere, they go on from there, in this or another pipeline."""

import functools
import itertools
import json

import numpy as np
import pytest

import graphwright as tf
from graphwright.data.pipeline.serialization import structure

D = tf.data.Dataset


def _words():
    return D.from_tensor_slices((["a", "b", "c", "d", "e"], {"x": np.arange(10.0).reshape(5, 2)}))


def _ones(n):
    return tf.ones([n], tf.int64)


PIPELINES = {
    "range": lambda: D.range(7),
    "slices": _words,
    "tensors": lambda: D.from_tensors([1, 2]).repeat(3),
    "take": lambda: D.range(9).take(4).take(3),
    "take of maps": lambda: D.range(9).map(lambda x: x * 2).take(4),
    "skip": lambda: D.range(9).skip(4),
    "skip of maps": lambda: D.range(9).map(lambda x: x * 2).skip(4),
    "shard": lambda: D.range(9).shard(3, 1),
    "repeat": lambda: D.range(3).repeat(3),
    "repeat of maps": lambda: D.range(3).map(lambda x: x + 1).repeat(3),
    "concatenate": lambda: D.range(3).concatenate(D.range(10, 13)),
    "zip": lambda: D.zip((D.range(5), D.range(5, 12).map(lambda x: -x))),
    "zip of rows": lambda: D.zip((D.range(5), _words())).shuffle(3, seed=2),
    "enumerate": lambda: D.range(5, 10).enumerate(),
    "batch": lambda: D.range(10).batch(3),
    "batch of repeated": lambda: D.range(5).repeat(3).batch(4, drop_remainder=True),
    "batch of maps": lambda: D.range(10).map(lambda x: x * 2).batch(3),
    "padded batch": lambda: D.range(1, 8).map(_ones).padded_batch(2),
    "rebatch": lambda: D.range(10).batch(4).rebatch([3, 0, 2]),
    "group by window": lambda: D.range(9).group_by_window(lambda x: x % 3 - 1, lambda k, w: w.map(lambda x: x + k), 2),
    "unbatch": lambda: D.range(10).batch(4).unbatch(),
    "window": lambda: D.range(9).window(3, shift=2, stride=2).flat_map(lambda w: w.batch(3)),
    "window with gaps": lambda: D.range(12).window(2, shift=4).flat_map(lambda w: w),
    "shuffled windows": lambda: D.range(12).window(2).shuffle(3, seed=1).flat_map(lambda w: w.batch(2)),
    "shuffle": lambda: D.range(9).shuffle(4, seed=1),
    "shuffle all": lambda: D.range(9).shuffle(20, seed=1),
    "shuffle of maps": lambda: D.range(9).map(lambda x: x * 2).shuffle(4, seed=1),
    "shuffle of words": lambda: _words().map(lambda w, x: (w, x)).shuffle(3, seed=1),
    "shuffle of ragged sizes": lambda: D.range(1, 8).map(_ones).shuffle(3, seed=1),
    "shuffle, repeat": lambda: D.range(5).shuffle(3, seed=1).repeat(3),
    "shuffle, repeat, batch": lambda: D.range(5).shuffle(5, seed=1).repeat(3).batch(4),
    "shuffle, repeat of maps": lambda: D.range(5).map(lambda x: x * 2).shuffle(3, seed=1).repeat(3).map(lambda x: -x),
    "two shuffles": lambda: D.range(7).shuffle(3, seed=1).shuffle(2, seed=2),
    "same order": lambda: D.range(5).shuffle(3, seed=1, reshuffle_each_iteration=False).repeat(3),
    "random": lambda: D.random(seed=3).take(6),
    "cache": lambda: D.range(5).map(lambda x: x * 2).cache().repeat(2),
    "unique": lambda: D.from_tensor_slices([1, 1, 2, 1, 3, 2, 4]).unique(),
    "filter": lambda: D.range(9).filter(lambda x: x % 2 == 0),
    "take while": lambda: D.range(9).take_while(lambda x: x < 6),
    "scan": lambda: D.range(7).scan(np.int64(0), lambda s, x: (s + x, s + x)),
    "flat map": lambda: D.range(5).flat_map(lambda n: D.range(n).map(lambda x: -x)),
    "interleave": lambda: D.range(5).interleave(lambda n: D.range(n).map(lambda x: x + 10 * n), 3, 2),
    "interleave in parallel": lambda: D.range(5).interleave(D.range, 2, 1, num_parallel_calls=2),
    "choose": lambda: D.choose_from_datasets(
        [D.range(3), D.range(10, 13)], D.from_tensor_slices(np.array([0, 1, 1, 0, 1, 0], np.int64))
    ),
    "sample": lambda: D.sample_from_datasets([D.range(5), D.range(10, 15)], seed=1),
    "prefetch": lambda: D.range(9).map(lambda x: x * 2).prefetch(2),
    "prefetch of prefetch": lambda: D.range(9).prefetch(2).map(lambda x: x * 2).prefetch(3).batch(2),
    "parallel map": lambda: D.range(9).map(lambda x: x * 2, num_parallel_calls=3),
    "automatic map": lambda: D.range(9).map(lambda x: x * 2, num_parallel_calls=tf.data.AUTOTUNE),
    "shuffled datasets": lambda: D.range(6).map(D.range).shuffle(3, seed=1).flat_map(lambda d: d),
    "cached datasets": lambda: D.range(4).map(lambda x: D.range(x).map(lambda y: y + x)).cache().flat_map(lambda d: d),
    "datasets with numbers": lambda: (
        D.zip(D.range(5), D.range(5).map(D.range))
        .enumerate()
        .prefetch(2)
        .flat_map(lambda i, e: e[1].map(lambda y: y + i))
    ),
    "datasets by a scan": lambda: (
        D.range(5).scan(np.int64(0), lambda s, x: (s + x, D.range(s))).shuffle(2, seed=1).flat_map(lambda d: d)
    ),
    "filtered datasets": lambda: (
        D.range(6)
        .map(lambda x: (x, D.range(x)))
        .filter(lambda x, d: x != 3)
        .shuffle(2, seed=1)
        .flat_map(lambda x, d: d)
    ),
    "optionals": lambda: (
        D.range(5)
        .map(tf.experimental.Optional.from_value)
        .shuffle(3, seed=1)
        .map(lambda optional: optional.get_value())
    ),
    "ragged and sparse tensors": lambda: (
        D.range(8)
        .batch(2)
        .map(lambda x: (tf.RaggedTensor.from_row_lengths(x, [2, 0]), tf.sparse.from_dense(x)), 2)
        .shuffle(2, seed=1)
        .map(lambda rows, sparse: (rows.to_tensor(shape=[2, 2]), tf.sparse.to_dense(sparse)))
    ),
    "batches of ragged tensors": lambda: (
        D.range(6)
        .map(lambda x: tf.RaggedTensor.from_row_lengths(tf.range(x), [x, 0]))
        .batch(2)
        .prefetch(2)
        .map(lambda rows: rows.to_tensor(shape=[2, 2, 6]))
    ),
    "cardinality": lambda: D.range(5).filter(lambda x: x >= 0).apply(tf.data.experimental.assert_cardinality(5)),
    "training": lambda: (
        _words().shuffle(5, seed=1).repeat(3).map(lambda w, x: (w, x["x"]), 2).batch(2).prefetch(tf.data.AUTOTUNE)
    ),
}


def _listed(elements):
    return [tf.nest.map_structure(lambda t: np.array(t).tolist(), e) for e in elements]


@functools.cache
def _saved(tmp, name, taken):
    """The path of a checkpoint after some elements, and the elements that were still to come."""
    iterator = iter(PIPELINES[name]())
    for _ in range(taken):
        next(iterator, None)
    path = tf.train.Checkpoint(iterator=iterator).write(f"{tmp}/{hash(name)}-{taken}")
    return path, _listed(iterator)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(tmp_path_factory.mktemp("iterators"))


@pytest.mark.parametrize(
    "places", [pytest.param((), marks=pytest.mark.thorough), (1, 4)], ids=["anywhere", "two places"]
)
@pytest.mark.parametrize("name", PIPELINES)
def test_goes_on_from_anywhere(folder, name, places):
    for taken in places or itertools.count():
        path, left = _saved(folder, name, taken)
        for before in (2,) if places else (0, 2):
            iterator = iter(PIPELINES[name]())  # a pipeline of its own
            for _ in range(before):
                next(iterator, None)
            tf.train.Checkpoint(iterator=iterator).read(path).assert_consumed()
            # saved again before and after the next element
            again = tf.train.Checkpoint(iterator=iterator).write(f"{folder}/again")
            first = _listed(itertools.islice(iterator, 1))
            then = tf.train.Checkpoint(iterator=iterator).write(f"{folder}/then")
            assert first + _listed(iterator) == left
            tf.train.Checkpoint(iterator=iterator).read(again).assert_consumed()
            assert _listed(iterator) == left
            tf.train.Checkpoint(iterator=iterator).read(then).assert_consumed()
            assert first + _listed(iterator) == left
        if not left:
            break


def test_seedless_orders_are_those_of_the_saved_iterator(tmp_path):
    first = iter(D.range(6).shuffle(3).repeat(3))
    for _ in range(8):
        next(first)
    path = tf.train.Checkpoint(it=first).write(tmp_path / "saved")
    second = iter(D.range(6).shuffle(3).repeat(3))
    tf.train.Checkpoint(it=second).read(path).assert_consumed()
    assert _listed(second) == _listed(first)


def test_with_variables_and_managers(tmp_path):
    class Training(tf.Module):
        def __init__(self):
            super().__init__()
            self.total = tf.Variable(np.int64(0))
            self.iterator = iter(D.range(10).shuffle(4, seed=3))

        def step(self):
            self.total.assign_add(next(self.iterator))

    training = Training()
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(training), tmp_path, 3)
    for _ in range(4):
        training.step()
    manager.save()
    for _ in range(6):
        training.step()
    assert int(training.total) == 45
    other = Training()
    assert tf.train.CheckpointManager(tf.train.Checkpoint(other), tmp_path, 3).restore_or_initialize()
    assert int(other.total) < 45
    for _ in range(6):
        other.step()
    assert int(other.total) == 45


def test_an_iterator_that_comes_later(tmp_path):
    iterator = iter(D.range(5))
    next(iterator)
    path = tf.train.Checkpoint(it=iterator).write(tmp_path / "saved")
    checkpoint = tf.train.Checkpoint()
    checkpoint.read(path)
    checkpoint.it = iter(D.range(5))
    assert int(next(checkpoint.it)) == 1


def test_iterators_used_by_functions(tmp_path):
    iterator = iter(D.range(8))
    checkpoint = tf.train.Checkpoint(it=iterator)

    @tf.function
    def some(iterator, n):
        total = tf.constant(0, tf.int64)
        for _ in tf.range(n):
            total += next(iterator)
        return total

    assert int(some(iterator, tf.constant(3))) == 3
    path = checkpoint.write(tmp_path / "saved")
    assert int(some(iterator, tf.constant(2))) == 7
    checkpoint.read(path)
    assert int(some(iterator, tf.constant(2))) == 7


def test_data_of_another_length(tmp_path):
    def saved_over(dataset, taken):
        iterator = iter(dataset)
        for _ in range(taken):
            next(iterator)
        return tf.train.Checkpoint(it=iterator).write(tmp_path / "saved")

    def restored(dataset, path):
        iterator = iter(dataset)
        tf.train.Checkpoint(it=iterator).read(path)
        return _listed(iterator)

    path = saved_over(D.from_tensor_slices([0, 1, 2, 3]), 2)
    assert restored(D.from_tensor_slices([5, 6, 7, 8, 9]), path) == [7, 8, 9]
    assert restored(D.from_tensor_slices([5]), path) == []
    path = saved_over(D.from_tensor_slices([0, 1, 2, 3, 4]).batch(2), 1)
    assert restored(D.from_tensor_slices([5, 6, 7]).batch(2), path) == [[7]]


class TestRefused:
    def _write(self, dataset, tmp_path):
        iterator = iter(dataset)
        next(iterator)
        return tf.train.Checkpoint(it=iterator).write(tmp_path / "saved")

    def test_another_pipeline(self, tmp_path):
        path = self._write(D.range(5).batch(2), tmp_path)
        for other in (D.range(5), D.range(5).batch(2).map(lambda x: x), D.range(5).map(lambda x: x).batch(2)):
            with pytest.raises(tf.errors.NotFoundError, match="dataset definition has not changed"):
                tf.train.Checkpoint(it=iter(other)).read(path)

    def test_a_generator(self, tmp_path):
        dataset = D.from_generator(lambda: iter(range(5)), output_signature=tf.TensorSpec([], tf.int32))
        with pytest.raises(tf.errors.FailedPreconditionError, match="PyFunc is stateful"):
            self._write(dataset, tmp_path)
        options = tf.data.Options()
        options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.IGNORE
        with pytest.raises(tf.errors.UnimplementedError, match="GeneratorDataset does not support checkpointing"):
            self._write(dataset.with_options(options), tmp_path)

    def test_state_from_outside(self, tmp_path):
        v = tf.Variable(1, dtype=tf.int64)
        dataset = D.range(5).map(lambda x: x + v)
        with pytest.raises(tf.errors.FailedPreconditionError, match="ReadVariableOp is stateful"):
            self._write(dataset.batch(2), tmp_path)
        options = tf.data.Options()
        options.experimental_external_state_policy = tf.data.experimental.ExternalStatePolicy.WARN
        path = self._write(dataset.with_options(options), tmp_path)
        iterator = iter(dataset)
        tf.train.Checkpoint(it=iterator).read(path)
        assert _listed(iterator) == [2, 3, 4, 5]

    @pytest.mark.parametrize(
        "dataset", [lambda: D.range(9).map(lambda x: x * 2).shuffle(3, seed=1), lambda: D.range(9).shuffle(3).repeat(2)]
    )
    def test_damaged_states(self, dataset):
        iterator = iter(dataset())
        next(iterator)
        state = iterator._serialize_to_tensors()["_STATE"].numpy()
        random = np.random.default_rng(1)
        for _ in range(300):
            parts = [bytearray(part) for part in state]
            for _ in range(random.integers(1, 4)):
                part = parts[random.integers(len(parts))]
                if part:
                    part[random.integers(len(part))] = random.integers(256)
            other = iter(dataset())
            try:
                other._restore_from_tensors({"_STATE": tf.constant([bytes(part) for part in parts])})
                list(itertools.islice(other, 30))
            except tf.errors.OpError:
                pass


def test_the_names_in_saved_states_are_part_of_the_format():
    dataset = PIPELINES["training"]()
    assert structure(dataset._variant_tensor._array) == (
        "Prefetched(Batched(ParallelMapped(Repeated(Shuffled(Slices())))))"
    )


def test_what_a_function_has_not_made_cannot_be_saved(tmp_path):
    inner = D.range(3).map(lambda x: D.range(x).map(D.range))
    iterator = iter(inner.flat_map(lambda d: d).prefetch(2))
    next(iterator)
    with pytest.raises(tf.errors.UnimplementedError, match="which no function of the dataset has made"):
        tf.train.Checkpoint(iterator=iterator).write(tmp_path / "saved")


@pytest.mark.parametrize(
    ("before", "after"), [(b'"by":0', b'"by":7'), (b'"result":0', b'"result":9'), (b'"item":0', b'"item":5')]
)
def test_a_damaged_origin_of_a_dataset(before, after):
    iterator = iter(D.range(5).map(D.range).shuffle(3, seed=1))
    next(iterator)
    saved = iterator._resource.save(True)
    assert before in saved[0]
    saved[0] = saved[0].replace(before, after)
    with pytest.raises(tf.errors.DataLossError):
        iterator._resource.restore(saved)


def _inputs_for_results(tree):
    """A saved state in which what functions made is replaced by what they made it of."""
    if isinstance(tree, list):
        return [_inputs_for_results(one) for one in tree]
    if not isinstance(tree, dict):
        return tree
    if tree.get("of") == "made":
        return tree["inputs"]["columns"][0][0]
    return {name: _inputs_for_results(one) for name, one in tree.items()}


def test_a_dataset_of_another_stage_is_no_element():
    def make():
        numbers = D.range(5).map(D.range).map(lambda d: d.map(lambda x: tf.cast(x, tf.float32)))
        return iter(numbers.shuffle(3, seed=1))

    iterator = make()
    next(iterator)
    saved = iterator._resource.save(True)
    saved[0] = json.dumps(_inputs_for_results(json.loads(saved[0]))).encode()
    other = make()
    with pytest.raises(tf.errors.DataLossError):
        other._resource.restore(saved)
        next(other)
