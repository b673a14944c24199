"""`tf.data.experimental.service`: datasets whose elements other processes produce.

A dispatcher knows the datasets, the workers and which worker does what; workers produce elements; the program that
iterates reads them from the workers. All speak gRPC, which needs the extra `serve`.
The servers run what they are sent, so they belong in a network of their own.

>>> service = tf.data.experimental.service
>>> dispatcher = service.DispatchServer()
>>> address = dispatcher.target.split("://")[1]
>>> workers = [service.WorkerServer(service.WorkerConfig(dispatcher_address=address)) for _ in range(2)]
>>> squares = tf.data.Dataset.range(5).map(lambda x: x * x)
>>> squares = squares.apply(service.distribute(service.ShardingPolicy.DYNAMIC, dispatcher.target))
>>> sorted(int(x) for x in squares)
[0, 1, 4, 9, 16]
"""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.service.settings": "CrossTrainerCache DispatcherConfig ShardingPolicy WorkerConfig",
        "data.service.dispatch_server": "DispatchServer",
        "data.service.worker_server": "WorkerServer",
        "data.service.functions": "distribute from_dataset_id register_dataset",
    },
)
