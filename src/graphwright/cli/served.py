"""`graphwright serve`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os

from graphwright.base.errors import FailedPreconditionError, InvalidArgumentError
from graphwright.base.install import install_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command; defaults are those of `serving.options.Options`."""
    parser.add_argument("model", nargs="?", help="the folder of a SavedModel, or a folder of numbered versions of one")
    parser.add_argument("--name", help="what requests call the model (default: the name of its folder)")
    parser.add_argument("--config", metavar="FILE", help="a configuration of TensorFlow Serving, for several models")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: %(default)s)")
    parser.add_argument("--rest-port", type=int, default=8501, metavar="N", help="0 is any (default: %(default)s)")
    parser.add_argument("--grpc-port", type=int, default=8500, metavar="N", help="0 is any (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes that run models (default: %(default)s)")
    parser.add_argument(
        "--threads", type=int, default=2, help="requests a worker runs at a time (default: %(default)s)"
    )
    parser.add_argument(
        "--batch", type=int, default=1, metavar="ROWS", help="how many rows of requests run together (default: 1)"
    )
    parser.add_argument(
        "--batch-wait", type=float, default=2.0, metavar="MS", help="how long a request waits for others (default: 2)"
    )
    parser.add_argument(
        "--max-request", type=float, default=64.0, metavar="MB", help="larger requests are refused (default: 64)"
    )
    parser.add_argument(
        "--max-in-flight", type=int, default=1000, metavar="N", help="requests beyond are refused (default: 1000)"
    )
    parser.add_argument(
        "--max-connections",
        type=int,
        default=1000,
        metavar="N",
        help="open at a time by REST and by gRPC each (default: 1000)",
    )
    parser.add_argument(
        "--receive-timeout", type=float, default=30.0, metavar="S", help="for a request to arrive (default: 30)"
    )
    parser.add_argument("--timeout", type=float, default=30.0, metavar="S", help="for a request (default: 30)")
    parser.add_argument("--poll", type=float, default=1.0, metavar="S", help="between looks for versions (default: 1)")


def serve(arguments: argparse.Namespace) -> int:
    """Serve models until SIGTERM or SIGINT."""
    try:
        from graphwright.serving.options import ModelConfig, Options, read_config
        from graphwright.serving.server import Server
    except ModuleNotFoundError as error:
        raise FailedPreconditionError(
            f"Serving needs {error.name}, which is not installed: {install_command('serve')}"
        ) from None
    if (arguments.model is None) == (arguments.config is None):
        raise InvalidArgumentError("name either the folder of a model or a file with --config.")
    if arguments.config is not None:
        models = read_config(arguments.config)
    else:
        folder = os.path.abspath(arguments.model)
        models = [ModelConfig(arguments.name or os.path.basename(folder), folder)]
    options = Options(
        models=models,
        host=arguments.host,
        rest_port=arguments.rest_port,
        grpc_port=arguments.grpc_port,
        workers=arguments.workers,
        threads=arguments.threads,
        max_batch_size=arguments.batch,
        batch_wait=arguments.batch_wait / 1000,
        max_request_bytes=int(arguments.max_request * (1 << 20)),
        max_in_flight=arguments.max_in_flight,
        max_connections=arguments.max_connections,
        receive_timeout=arguments.receive_timeout,
        timeout=arguments.timeout,
        poll=arguments.poll,
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    asyncio.run(Server(options).serve())
    return 0
