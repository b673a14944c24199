"""Which processes train in step, and which of them this one is: what a cluster resolver says, checked."""

from __future__ import annotations

from typing import Any

from graphwright.base.frozen import frozen

_JOBS = ("chief", "worker")


@frozen
class Membership:
    """The addresses of the processes, the chief first, and the number of this one."""

    addresses: tuple[str, ...]
    index: int


def membership_of(resolver: Any) -> Membership | None:
    """What a resolver says; None for a process alone.

    Raises:
      ValueError: the spec and the task do not fit.
    """
    spec = resolver.cluster_spec()
    if not spec:
        return None
    addresses = [
        (job, i, spec.task_address(job, i)) for job in _JOBS if job in spec.jobs for i in spec.task_indices(job)
    ]
    kind, number = resolver.task_type, resolver.task_id
    if kind is None or number is None:
        raise ValueError(f"The cluster {spec.as_dict()} does not say which task this process is: `task` in TF_CONFIG.")
    if kind not in spec.jobs:
        raise ValueError(f"Unrecognized task_type: {kind!r}, valid task types are: {', '.join(spec.jobs)}")
    if kind not in _JOBS:
        raise ValueError(
            f"A task of type {kind!r} does not train in step with the others: MultiWorkerMirroredStrategy is for "
            "'chief' and 'worker'."
        )
    if "chief" in spec.jobs and spec.num_tasks("chief") > 1:
        raise ValueError(f"There must be at most one 'chief' job: {spec.as_dict()}")
    if number not in spec.task_indices(kind):
        raise ValueError(f"`task_id` {number} exceeds the maximum id of {kind}: {max(spec.task_indices(kind))}")
    check_addresses([address for _, _, address in addresses])
    index = next(i for i, (job, task, _) in enumerate(addresses) if (job, task) == (kind, number))
    found = Membership(tuple(address for _, _, address in addresses), index)
    return found if len(found.addresses) > 1 else None


def check_addresses(addresses: list[str]) -> None:
    """Raise ValueError for addresses that are not of the form host:port, or for one that is there twice."""
    for address in addresses:
        host, colon, port = address.rpartition(":")
        if not colon or not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise ValueError(f"The address {address!r} of the cluster is not of the form 'host:port'.")
    if len(set(addresses)) < len(addresses):
        raise ValueError(f"Two tasks of the cluster have the same address: {', '.join(addresses)}")
