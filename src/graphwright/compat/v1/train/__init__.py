"""`tf.compat.v1.train`: optimizers, savers, global steps and checkpoints."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "train": (
            "BytesList Example Feature FeatureList FeatureLists Features FloatList Int64List SequenceExample "
            "Checkpoint CheckpointManager CheckpointOptions checkpoints_iterator experimental get_checkpoint_state "
            "latest_checkpoint list_variables load_checkpoint load_variable"
        ),
        "sessions.file_writer": "summary_iterator",
        "sessions.meta_graph": "export_meta_graph",
        "compat._messages": "SaverDef",
        "compat.v1.train.queue_runner": "queue_runner=",
        "sessions.training.checkpoints": (
            "NewCheckpointReader=new_checkpoint_reader generate_checkpoint_state_proto get_checkpoint_mtimes "
            "init_from_checkpoint remove_checkpoint"
        ),
        "sessions.training.input": (
            "batch batch_join input_producer limit_epochs match_filenames_once maybe_batch maybe_batch_join "
            "maybe_shuffle_batch maybe_shuffle_batch_join range_input_producer shuffle_batch shuffle_batch_join "
            "slice_input_producer string_input_producer"
        ),
        "sessions.training.queue_runner": "QueueRunner add_queue_runner start_queue_runners",
        "sessions.training.summary_hooks": "GlobalStepWaiterHook SummarySaverHook basic_train_loop",
        "sessions.training.coordinator": "Coordinator LooperThread",
        "sessions.training.hooks": (
            "CheckpointSaverHook CheckpointSaverListener FeedFnHook FinalOpsHook LoggingTensorHook "
            "NanLossDuringTrainingError NanTensorHook SecondOrStepTimer SessionRunArgs SessionRunContext "
            "SessionRunHook SessionRunValues StepCounterHook StopAtStepHook"
        ),
        "sessions.training.monitored_session": (
            "ChiefSessionCreator MonitoredSession MonitoredTrainingSession Scaffold SessionCreator "
            "SingularMonitoredSession"
        ),
        "sessions.training.global_step": (
            "assert_global_step create_global_step get_global_step get_or_create_global_step global_step"
        ),
        "sessions.training.import_meta_graph": "import_meta_graph",
        "sessions.training.learning_rate": (
            "cosine_decay cosine_decay_restarts exponential_decay inverse_time_decay linear_cosine_decay "
            "natural_exp_decay piecewise_constant piecewise_constant_decay=piecewise_constant polynomial_decay"
        ),
        "sessions.training.moving_averages": "ExponentialMovingAverage",
        "sessions.training.optimizer": "Optimizer",
        "sessions.training.optimizers": (
            "AdadeltaOptimizer AdagradOptimizer AdamOptimizer FtrlOptimizer GradientDescentOptimizer "
            "MomentumOptimizer ProximalAdagradOptimizer ProximalGradientDescentOptimizer RMSPropOptimizer"
        ),
        "sessions.training.saver": "Saver checkpoint_exists update_checkpoint_state",
    },
)
