# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.experimental.dtensor`: tensors that are sharded over the devices of a mesh."""

from graphwright.distribute.dtensor.accelerators import barrier as barrier
from graphwright.distribute.dtensor.accelerators import client_id as client_id
from graphwright.distribute.dtensor.accelerators import create_distributed_mesh as create_distributed_mesh
from graphwright.distribute.dtensor.accelerators import create_mesh as create_mesh
from graphwright.distribute.dtensor.accelerators import device_name as device_name
from graphwright.distribute.dtensor.accelerators import full_job_name as full_job_name
from graphwright.distribute.dtensor.accelerators import heartbeat_enabled as heartbeat_enabled
from graphwright.distribute.dtensor.accelerators import initialize_accelerator_system as initialize_accelerator_system
from graphwright.distribute.dtensor.accelerators import initialize_accelerator_system as initialize_multi_client
from graphwright.distribute.dtensor.accelerators import initialize_accelerator_system as initialize_tpu_system
from graphwright.distribute.dtensor.accelerators import job_name as job_name
from graphwright.distribute.dtensor.accelerators import jobs as jobs
from graphwright.distribute.dtensor.accelerators import local_devices as local_devices
from graphwright.distribute.dtensor.accelerators import num_clients as num_clients
from graphwright.distribute.dtensor.accelerators import num_global_devices as num_global_devices
from graphwright.distribute.dtensor.accelerators import num_local_devices as num_local_devices
from graphwright.distribute.dtensor.accelerators import preferred_device_type as preferred_device_type
from graphwright.distribute.dtensor.accelerators import shutdown_accelerator_system as shutdown_accelerator_system
from graphwright.distribute.dtensor.accelerators import shutdown_accelerator_system as shutdown_tpu_system
from graphwright.distribute.dtensor.checkpoints import DTensorCheckpoint as DTensorCheckpoint
from graphwright.distribute.dtensor.checkpoints import name_based_restore as name_based_restore
from graphwright.distribute.dtensor.checkpoints import name_based_save as name_based_save
from graphwright.distribute.dtensor.checkpoints import sharded_save as sharded_save
from graphwright.distribute.dtensor.datasets import DTensorDataset as DTensorDataset
from graphwright.distribute.dtensor.layout import Layout as Layout
from graphwright.distribute.dtensor.layout import MATCH as MATCH
from graphwright.distribute.dtensor.layout import UNSHARDED as UNSHARDED
from graphwright.distribute.dtensor.mesh import Mesh as Mesh
from graphwright.distribute.dtensor.tensors import call_with_layout as call_with_layout
from graphwright.distribute.dtensor.tensors import check_layout as check_layout
from graphwright.distribute.dtensor.tensors import copy_to_mesh as copy_to_mesh
from graphwright.distribute.dtensor.tensors import default_mesh as default_mesh
from graphwright.distribute.dtensor.tensors import fetch_layout as fetch_layout
from graphwright.distribute.dtensor.tensors import get_default_mesh as get_default_mesh
from graphwright.distribute.dtensor.tensors import is_dtensor as is_dtensor
from graphwright.distribute.dtensor.tensors import pack as pack
from graphwright.distribute.dtensor.tensors import relayout as relayout
from graphwright.distribute.dtensor.tensors import relayout_like as relayout_like
from graphwright.distribute.dtensor.tensors import run_on as run_on
from graphwright.distribute.dtensor.tensors import unpack as unpack
from graphwright.distribute.dtensor.variable import DVariable as DVariable
from graphwright.distribute.dtensor.variable import enable_save_as_bf16 as enable_save_as_bf16

__all__ = [
    "DTensorCheckpoint",
    "DTensorDataset",
    "DVariable",
    "Layout",
    "MATCH",
    "Mesh",
    "UNSHARDED",
    "barrier",
    "call_with_layout",
    "check_layout",
    "client_id",
    "copy_to_mesh",
    "create_distributed_mesh",
    "create_mesh",
    "default_mesh",
    "device_name",
    "enable_save_as_bf16",
    "fetch_layout",
    "full_job_name",
    "get_default_mesh",
    "heartbeat_enabled",
    "initialize_accelerator_system",
    "initialize_multi_client",
    "initialize_tpu_system",
    "is_dtensor",
    "job_name",
    "jobs",
    "local_devices",
    "name_based_restore",
    "name_based_save",
    "num_clients",
    "num_global_devices",
    "num_local_devices",
    "pack",
    "preferred_device_type",
    "relayout",
    "relayout_like",
    "run_on",
    "sharded_save",
    "shutdown_accelerator_system",
    "shutdown_tpu_system",
    "unpack",
]
