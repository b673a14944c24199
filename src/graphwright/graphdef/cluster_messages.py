"""The messages that describe the processes of a cluster: TensorFlow's protobuf messages, with its fields."""

from __future__ import annotations

from typing import Final

from graphwright.graphdef.messages import MessageClass, build

TABLES: Final[dict[str, str]] = {
    "JobDef": "name string 1; tasks map<int32,string> 2",
    "ClusterDef": "job JobDef* 1",
    "TaskDeviceFilters": "device_filters string* 1",
    "JobDeviceFilters": "name string 1; tasks map<int32,TaskDeviceFilters> 2",
    "ClusterDeviceFilters": "jobs JobDeviceFilters* 1",
    # `default_session_config` is kept as an unknown field: sessions have no such message here
    "ServerDef": (
        "cluster ClusterDef 1; job_name string 2; replica int32 8; task_index int32 3; protocol string 5; "
        "port int32 6; cluster_device_filters ClusterDeviceFilters 7"
    ),
}

_CLASSES: Final = build("graphwright/cluster.proto", TABLES)

ClusterDef: MessageClass = _CLASSES["ClusterDef"]
JobDef: MessageClass = _CLASSES["JobDef"]
ServerDef: MessageClass = _CLASSES["ServerDef"]

ClusterDef.__doc__ = """The jobs of a cluster.

>>> tf.train.ClusterDef(job=[tf.train.JobDef(name="worker", tasks={0: "localhost:5000"})]).job[0].name
'worker'
"""

JobDef.__doc__ = """A job: its name, and the addresses of its tasks by their numbers.

>>> dict(tf.train.JobDef(name="worker", tasks={0: "localhost:5000"}).tasks)
{0: 'localhost:5000'}
"""

ServerDef.__doc__ = """One process of a cluster: the cluster, and which of its tasks the process is.

>>> tf.train.ServerDef(job_name="worker", task_index=1, protocol="grpc").task_index
1
"""

__all__ = ["ClusterDef", "JobDef", "ServerDef"]
