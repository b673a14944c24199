"""`tf.experimental.dtensor`: tensors that are sharded over the devices of a mesh."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.dtensor.mesh": "Mesh",
        "distribute.dtensor.layout": "Layout MATCH UNSHARDED",
        "distribute.dtensor.accelerators": (
            "barrier client_id create_distributed_mesh create_mesh device_name full_job_name heartbeat_enabled "
            "initialize_accelerator_system initialize_multi_client=initialize_accelerator_system "
            "initialize_tpu_system=initialize_accelerator_system job_name jobs local_devices num_clients "
            "num_global_devices num_local_devices preferred_device_type shutdown_accelerator_system "
            "shutdown_tpu_system=shutdown_accelerator_system"
        ),
        "distribute.dtensor.tensors": (
            "call_with_layout check_layout copy_to_mesh default_mesh fetch_layout get_default_mesh is_dtensor pack "
            "relayout relayout_like run_on unpack"
        ),
        "distribute.dtensor.variable": "DVariable enable_save_as_bf16",
        "distribute.dtensor.datasets": "DTensorDataset",
        "distribute.dtensor.checkpoints": "DTensorCheckpoint name_based_restore name_based_save sharded_save",
    },
)
