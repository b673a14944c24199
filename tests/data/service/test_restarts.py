"""What is asked of a server that is stopping, and asked again of the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest

import graphwright as tf
from graphwright.data.service.calls import Methods, Remote
from graphwright.data.service.dispatcher import Dispatcher
from tests.data.service.clusters import service


@pytest.fixture
def dispatcher(tmp_path: Path) -> Iterator[Callable[[], Dispatcher]]:
    """What makes a dispatcher that goes on where the one before it was."""
    made: list[Dispatcher] = []

    def make() -> Dispatcher:
        for earlier in made:
            earlier.close()
        config = service.DispatcherConfig(fault_tolerant_mode=True, work_dir=str(tmp_path))
        made.append(Dispatcher(config))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_part_whose_number_did_not_arrive_is_given_again(dispatcher: Callable[[], Dispatcher]) -> None:
    first = dispatcher()
    id = first.register_dataset(b"", b"", 10, "")
    asked = {"iteration": first.begin(id, 1, "", 0, 0, False)["iteration"], "source": 0, "run": 0}
    assert first.take(**asked, taker="a", turn=1) == first.take(**asked, taker="a", turn=1) == 0
    assert first.take(**asked, taker="b", turn=1) == 1
    assert first.take(**asked, taker="a", turn=2) == 2
    second = dispatcher()
    assert second.take(**asked, taker="a", turn=2) == 2
    assert second.take(**asked, taker="b", turn=1) == 1
    assert second.take(**asked, taker="a", turn=3) == 3
    assert second.take(**{**asked, "run": 1}, taker="a", turn=1) == 0


def test_a_dispatcher_that_was_stopped_changes_nothing(dispatcher: Callable[[], Dispatcher]) -> None:
    first = dispatcher()
    register = first.methods()["register_dataset"]
    dispatcher()
    with pytest.raises(tf.errors.UnavailableError, match="has been stopped"):
        register(pipeline=b"", spec=b"", count=1, id="late")
    with pytest.raises(tf.errors.NotFoundError):
        dispatcher().dataset("late")


def test_a_call_that_a_stopping_server_cancels_may_be_tried_again() -> None:
    """A worker that took it for cancelled ended its task, and the reader waited for another worker."""

    def cancel(_: bytes, context: Any) -> bytes:
        context.abort(grpc.StatusCode.CANCELLED, "CANCELLED")
        return b""

    server = grpc.server(ThreadPoolExecutor(1))
    methods = {"stopping": grpc.unary_unary_rpc_method_handler(cancel)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("graphwright.data.Service", methods),))
    remote = Remote(f"localhost:{server.add_insecure_port('localhost:0')}")
    server.start()
    with pytest.raises(tf.errors.UnavailableError):
        remote.call("stopping")
    remote.close()
    server.stop(None)


def test_a_call_that_its_method_cancels_is_cancelled() -> None:
    def cancelled() -> None:
        raise tf.errors.CancelledError(None, None, "the task has ended")

    methods = Methods({"cancelled": cancelled}, 0)
    remote = Remote(f"localhost:{methods.port}")
    with pytest.raises(tf.errors.CancelledError, match="the task has ended"):
        remote.call("cancelled")
    remote.close()
    methods.stop()
