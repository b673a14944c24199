"""Datasets that workers in this process produce: sharding policies, jobs, arguments and errors."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.install import install_command
from tests.data.service.clusters import Cluster, Policy, free_ports, listed, service

TEN = tf.data.Dataset.range(10)
FIVE = tf.constant(5, tf.int64)


@pytest.fixture(scope="module")
def one() -> Iterator[Cluster]:
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def two() -> Iterator[Cluster]:
    with Cluster(2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def fixed() -> Iterator[Cluster]:
    ports = free_ports(2)
    with Cluster(0, worker_addresses=[f"localhost:{port}" for port in ports]) as cluster:
        cluster.workers = [cluster.worker(port) for port in ports]
        yield cluster


def distributed(cluster: Cluster, dataset: Any, policy: Any = Policy.OFF, **arguments: Any) -> Any:
    return dataset.apply(service.distribute(policy, cluster.target, **arguments))


@pytest.mark.parametrize("policy", [Policy.OFF, Policy.DYNAMIC, "parallel_epochs", "distributed_epoch"])
def test_one_worker_keeps_the_order(one: Cluster, policy: Any) -> None:
    dataset = distributed(one, TEN.map(lambda x: x * 2), policy)
    assert listed(dataset) == list(range(0, 20, 2))
    assert dataset.element_spec == tf.TensorSpec([], tf.int64)
    assert repr(dataset).startswith("<_DataServiceDatasetV2 element_spec=")


def test_off_gives_all_elements_of_each_worker(two: Cluster) -> None:
    assert sorted(listed(distributed(two, TEN))) == sorted([*range(10), *range(10)])


ONCE = {
    "range": (TEN, list(range(10))),
    "rows": (tf.data.Dataset.from_tensor_slices([3, 1, 2]), [1, 2, 3]),
    "one element": (tf.data.Dataset.from_tensors(7), [7]),
    "filtered": (TEN.filter(lambda x: x % 2 == 0), [0, 2, 4, 6, 8]),
    "shuffled": (TEN.shuffle(4), list(range(10))),
    "repeated": (tf.data.Dataset.range(3).repeat(2), [0, 0, 1, 1, 2, 2]),
    "enumerated": (TEN.enumerate().map(lambda i, x: i * 10 + x), list(range(0, 110, 11))),
    "flat_map": (tf.data.Dataset.range(3).flat_map(lambda n: tf.data.Dataset.range(n)), [0, 0, 1]),
    "counter": (tf.data.Dataset.counter().take(3), None),
}


@pytest.mark.parametrize("name", ONCE)
def test_dynamic_gives_each_element_once(two: Cluster, name: str) -> None:
    dataset, expected = ONCE[name]
    found = sorted(listed(distributed(two, dataset, Policy.DYNAMIC)))
    assert found == expected or (expected is None and len(found) <= 6)


def test_dynamic_divides_files(two: Cluster, tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.txt").write_text(f"{i}a\n{i}b\n")
    names = [str(tmp_path / f"{i}.txt") for i in range(3)]
    expected = [b"0a", b"0b", b"1a", b"1b", b"2a", b"2b"]
    lines = tf.data.TextLineDataset(names)
    assert sorted(distributed(two, lines, Policy.DYNAMIC).as_numpy_iterator()) == expected
    opened = tf.data.Dataset.from_tensor_slices(names).interleave(tf.data.TextLineDataset)
    assert sorted(distributed(two, opened, Policy.DYNAMIC).as_numpy_iterator()) == expected


@pytest.mark.parametrize("policy", [Policy.DATA, Policy.FILE_OR_DATA, Policy.DYNAMIC])
@pytest.mark.parametrize("target", ["AUTO", "ANY", "LOCAL"])
def test_fixed_parts(fixed: Cluster, policy: Any, target: str) -> None:
    assert sorted(listed(distributed(fixed, TEN, policy, target_workers=target))) == list(range(10))


def test_hints(fixed: Cluster) -> None:
    hint = tf.data.experimental.SHARD_HINT
    assert sorted(listed(distributed(fixed, TEN.shard(hint, hint), Policy.HINT))) == list(range(10))
    assert sorted(listed(distributed(fixed, TEN, Policy.HINT))) == sorted([*range(10), *range(10)])
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"Failed to get element from worker .*shard"):
        listed(distributed(fixed, TEN.shard(hint, hint)))


def test_files(fixed: Cluster, tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.txt").write_text(f"{i}\n")
    lines = tf.data.TextLineDataset([str(tmp_path / f"{i}.txt") for i in range(3)])
    assert sorted(distributed(fixed, lines, Policy.FILE).as_numpy_iterator()) == [b"0", b"1", b"2"]
    with pytest.raises(tf.errors.NotFoundError, match="unshardable source dataset"):
        listed(distributed(fixed, TEN, Policy.FILE))


def test_fixed_parts_need_a_list_of_workers(one: Cluster) -> None:
    with pytest.raises(tf.errors.NotFoundError, match=r"worker_addresses"):
        listed(distributed(one, TEN, Policy.DATA))


def test_a_worker_that_is_not_in_the_list(fixed: Cluster) -> None:
    with pytest.raises(RuntimeError, match=r"Failed to assign an index for worker localhost:\d+"):
        fixed.worker()


@pytest.mark.parametrize("pattern", ["localhost", "localhost:%port%"])
def test_addresses_of_any_port(pattern: str) -> None:
    with Cluster(1, worker_addresses=[pattern]) as cluster:
        assert listed(distributed(cluster, TEN.take(3), Policy.DATA)) == [0, 1, 2]


# jobs ---------------------------------------------------------------------------------------------------------


def test_a_job_is_shared_by_its_name(one: Cluster) -> None:
    first, second = (iter(distributed(one, tf.data.Dataset.range(100), job_name="shared")) for _ in range(2))
    found = [int(next(first)), int(next(second)), *(int(x) for x in first), *(int(x) for x in second)]
    assert sorted(found) == list(range(100))


def test_each_iteration_is_one_of_the_job(one: Cluster) -> None:
    dataset = distributed(one, TEN, job_name="again")
    assert listed(dataset) == listed(dataset) == list(range(10))
    assert listed(distributed(one, TEN, job_name="again")) == []
    assert listed(distributed(one, TEN, job_name="repeated").repeat(2)) == [*range(10), *range(10)]


def test_a_job_is_read_in_one_way(one: Cluster) -> None:
    listed(distributed(one, TEN, job_name="fixed"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="existing job with different parameters"):
        listed(distributed(one, TEN, Policy.DYNAMIC, job_name="fixed"))


def test_programs_that_read_in_step(two: Cluster) -> None:
    endless = tf.data.Dataset.range(4).repeat()
    readers = [iter(distributed(two, endless, job_name="step", consumer_index=i, num_consumers=2)) for i in range(2)]
    found: list[list[int]] = [[], []]

    def read(i: int) -> None:
        found[i] += [int(next(readers[i])) for _ in range(8)]

    threads = [threading.Thread(target=read, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[0, 0, 2, 2, 0, 0, 2, 2], [1, 1, 3, 3, 1, 1, 3, 3]]


def test_reading_in_step_takes_an_infinite_dataset(one: Cluster) -> None:
    with pytest.raises(tf.errors.FailedPreconditionError, match="infinite cardinality"):
        listed(distributed(one, TEN, job_name="finite", consumer_index=0, num_consumers=1))
    late = distributed(one, TEN.repeat(), job_name="wrong index", consumer_index=5, num_consumers=1)
    with pytest.raises(tf.errors.FailedPreconditionError, match="Consumer 5 asked"):
        next(iter(late))


def test_programs_that_read_everything_each(one: Cluster) -> None:
    def reader(name: str) -> Any:
        cache = service.CrossTrainerCache(name)
        return distributed(one, TEN.repeat(), job_name="cached", cross_trainer_cache=cache).take(12)

    assert listed(reader("a")) == listed(reader("b")) == [*range(10), 0, 1]


@pytest.mark.parametrize(
    ("dataset", "arguments", "message"),
    [
        (TEN.repeat(), {}, "requires named jobs"),
        (TEN, {"job_name": "c1"}, "requires the input dataset to be infinite"),
        (TEN.repeat(), {"job_name": "c2", "policy": Policy.DYNAMIC}, "requires the processing mode OFF"),
    ],
)
def test_caches_are_for_infinite_jobs(one: Cluster, dataset: Any, arguments: Any, message: str) -> None:
    cache = service.CrossTrainerCache("trainer")
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        listed(distributed(one, dataset, cross_trainer_cache=cache, **arguments))


# what is read -------------------------------------------------------------------------------------------------

ELEMENTS = {
    "structure": lambda: tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ([1.0, 2.0], ["x", "y"])}),
    "bfloat16": lambda: tf.data.Dataset.from_tensor_slices(tf.constant([1.0, 2.0], tf.bfloat16)),
    "ragged": lambda: tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3]])),
    "captured": lambda: TEN.map(lambda x: x + FIVE),
    "control flow": lambda: TEN.map(lambda x: tf.cond(x > 3, lambda: x, lambda: tf.reduce_sum(tf.range(x)))),
    "batches": lambda: TEN.shuffle(10, seed=3).batch(3).prefetch(1),
    "cached": lambda: TEN.cache().take(4),
    "random": lambda: tf.data.Dataset.random(seed=7).take(3),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements(one: Cluster, name: str) -> None:
    dataset = ELEMENTS[name]()
    got, expected = list(distributed(one, dataset)), list(dataset)
    assert len(got) == len(expected)
    for g, e in zip(got, expected, strict=True):
        tf.nest.map_structure(lambda a, b: _check_equal(a, b), g, e)


def _check_equal(a: Any, b: Any) -> None:
    if isinstance(a, tf.RaggedTensor):
        assert a.to_list() == b.to_list()
    else:
        assert a.dtype == b.dtype and np.array_equal(a.numpy(), b.numpy())


def test_sparse_elements(one: Cluster) -> None:
    sparse = tf.sparse.from_dense([[1, 0], [0, 2]])
    found = [tf.sparse.to_dense(x).numpy().tolist() for x in distributed(one, tf.data.Dataset.from_tensors(sparse))]
    assert found == [[[1, 0], [0, 2]]]


def test_state_of_this_process(one: Cluster) -> None:
    v = tf.Variable(3, dtype=tf.int64)
    assert listed(distributed(one, TEN.map(lambda x: x + v))) == list(range(3, 13))
    numbers = tf.data.Dataset.from_generator(lambda: iter(range(3)), output_signature=tf.TensorSpec([], tf.int32))
    assert listed(distributed(one, numbers)) == [0, 1, 2]


def test_in_a_function(one: Cluster) -> None:
    @tf.function
    def total() -> Any:
        return distributed(one, TEN).reduce(tf.constant(0, tf.int64), lambda a, b: a + b)

    assert int(total()) == 45


def test_cardinality(one: Cluster) -> None:
    unknown, infinite = tf.data.UNKNOWN_CARDINALITY, tf.data.INFINITE_CARDINALITY
    assert distributed(one, TEN).cardinality() == unknown
    assert distributed(one, TEN.repeat()).cardinality() == infinite


def test_few_elements_of_many(one: Cluster) -> None:
    assert listed(distributed(one, TEN.repeat(), max_outstanding_requests=2).take(3)) == [0, 1, 2]


def test_errors_of_functions(one: Cluster) -> None:
    inverse = TEN.map(lambda x: tf.debugging.check_numerics(1 / tf.cast(x, tf.float32), "inverse"))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Failed to get element from worker .* inverse"):
        listed(distributed(one, inverse))


def test_the_position_cannot_be_saved(one: Cluster, tmp_path: Path) -> None:
    iterator = iter(distributed(one, TEN))
    next(iterator)
    with pytest.raises(tf.errors.UnimplementedError, match="position in a dataset"):
        tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "ckpt"))


# ids ----------------------------------------------------------------------------------------------------------


def test_datasets_by_id(one: Cluster) -> None:
    first, second = (service.register_dataset(one.target, TEN) for _ in range(2))
    assert first.dtype == tf.string and first.numpy() != second.numpy()
    assert service.register_dataset(one.target, TEN, dataset_id="ten").numpy() == b"ten"
    assert service.register_dataset(one.target, TEN.take(1), dataset_id="ten").numpy() == b"ten"
    assert listed(service.from_dataset_id(Policy.OFF, one.target, "ten")) == list(range(10))
    assert listed(service.from_dataset_id(Policy.OFF, one.target, first, TEN.element_spec)) == list(range(10))


def test_errors_of_ids(one: Cluster) -> None:
    service.register_dataset(one.target, TEN, dataset_id="taken")
    with pytest.raises(tf.errors.InvalidArgumentError, match="with different element_spec"):
        service.register_dataset(one.target, tf.data.Dataset.from_tensors("a"), dataset_id="taken")
    with pytest.raises(tf.errors.NotFoundError, match="Dataset id unknown not found"):
        service.from_dataset_id(Policy.OFF, one.target, "unknown", TEN.element_spec)
    with pytest.raises(ValueError, match="Failed to fetch element spec for dataset id unknown"):
        service.from_dataset_id(Policy.OFF, one.target, "unknown")


# arguments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["{address}", "grpc://{address}", ("grpc", "{address}")])
def test_addresses(one: Cluster, address: Any) -> None:
    given = address.format(address=one.address) if isinstance(address, str) else ("grpc", one.address)
    assert listed(TEN.apply(service.distribute(Policy.OFF, given))) == list(range(10))


WRONG = [
    ({"processing_mode": "bad"}, "Got 'bad'"),
    ({"processing_mode": 1}, "Got 1"),
    ({"service": ""}, "`service` must not be empty"),
    ({"service": 5}, "`service` must be a string"),
    ({"service": "a://b://c"}, "multiple '://'"),
    ({"job_name": ""}, "`job_name` must not be empty"),
    ({"job_name": 5}, "`job_name` must be a string"),
    ({"num_consumers": 1}, "`job_name` must be set"),
    ({"num_consumers": 1, "job_name": "a"}, "`consumer_index` must be set"),
    ({"compression": "zip"}, "Invalid `compression` argument: zip"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        service.distribute(**{"processing_mode": Policy.OFF, "service": "localhost:1", **arguments})


def test_wrong_targets(one: Cluster) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unrecognized target workers: NEAR"):
        distributed(one, TEN, target_workers="NEAR")
    with pytest.raises(ValueError, match="`data_transfer_protocol` must be"):
        distributed(one, TEN, data_transfer_protocol="carrier pigeon")


def test_settings() -> None:
    assert service.WorkerConfig("localhost:1").protocol == service.DispatcherConfig().protocol == "grpc"
    with pytest.raises(tf.errors.NotFoundError, match="protocol 'http'"):
        service.DispatcherConfig(protocol="http")
    with pytest.raises(ValueError, match="Must specify a `dispatcher_address`"):
        service.WorkerServer(service.WorkerConfig(None))
    with pytest.raises(ValueError, match="without configuring a work dir"):
        service.DispatchServer(service.DispatcherConfig(fault_tolerant_mode=True))
    with pytest.raises(ValueError, match="non-empty trainer ID"):
        service.CrossTrainerCache("")


def test_servers_start_and_stop() -> None:
    dispatcher = service.DispatchServer(start=False)
    dispatcher.start()
    dispatcher.start()
    worker = service.WorkerServer(service.WorkerConfig(dispatcher.target.split("://")[1]), start=False)
    worker.start()
    assert dispatcher._num_workers() == 1
    worker.stop()
    assert dispatcher._num_workers() == 0
    dispatcher.stop()
    dispatcher.join()
    worker.join()


def test_a_port_that_is_taken(one: Cluster) -> None:
    port = int(one.address.split(":")[1])
    with pytest.raises(tf.errors.UnavailableError, match=f"Port {port} cannot be listened at"):
        service.DispatchServer(service.DispatcherConfig(port=port))


def test_without_grpc() -> None:
    program = (
        "import sys; sys.modules['grpc'] = None; import graphwright as tf\n"
        "try: tf.data.experimental.service.DispatchServer()\n"
        "except ImportError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    assert install_command("serve") in found
