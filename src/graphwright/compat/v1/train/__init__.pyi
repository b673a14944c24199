# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.train`: optimizers, savers, global steps and checkpoints."""

from graphwright.compat._messages import SaverDef as SaverDef
from graphwright.compat.v1.train import queue_runner as queue_runner
from graphwright.sessions.file_writer import summary_iterator as summary_iterator
from graphwright.sessions.meta_graph import export_meta_graph as export_meta_graph
from graphwright.sessions.training.checkpoints import generate_checkpoint_state_proto as generate_checkpoint_state_proto
from graphwright.sessions.training.checkpoints import get_checkpoint_mtimes as get_checkpoint_mtimes
from graphwright.sessions.training.checkpoints import init_from_checkpoint as init_from_checkpoint
from graphwright.sessions.training.checkpoints import new_checkpoint_reader as NewCheckpointReader
from graphwright.sessions.training.checkpoints import remove_checkpoint as remove_checkpoint
from graphwright.sessions.training.coordinator import Coordinator as Coordinator
from graphwright.sessions.training.coordinator import LooperThread as LooperThread
from graphwright.sessions.training.global_step import assert_global_step as assert_global_step
from graphwright.sessions.training.global_step import create_global_step as create_global_step
from graphwright.sessions.training.global_step import get_global_step as get_global_step
from graphwright.sessions.training.global_step import get_or_create_global_step as get_or_create_global_step
from graphwright.sessions.training.global_step import global_step as global_step
from graphwright.sessions.training.hooks import CheckpointSaverHook as CheckpointSaverHook
from graphwright.sessions.training.hooks import CheckpointSaverListener as CheckpointSaverListener
from graphwright.sessions.training.hooks import FeedFnHook as FeedFnHook
from graphwright.sessions.training.hooks import FinalOpsHook as FinalOpsHook
from graphwright.sessions.training.hooks import LoggingTensorHook as LoggingTensorHook
from graphwright.sessions.training.hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from graphwright.sessions.training.hooks import NanTensorHook as NanTensorHook
from graphwright.sessions.training.hooks import SecondOrStepTimer as SecondOrStepTimer
from graphwright.sessions.training.hooks import SessionRunArgs as SessionRunArgs
from graphwright.sessions.training.hooks import SessionRunContext as SessionRunContext
from graphwright.sessions.training.hooks import SessionRunHook as SessionRunHook
from graphwright.sessions.training.hooks import SessionRunValues as SessionRunValues
from graphwright.sessions.training.hooks import StepCounterHook as StepCounterHook
from graphwright.sessions.training.hooks import StopAtStepHook as StopAtStepHook
from graphwright.sessions.training.import_meta_graph import import_meta_graph as import_meta_graph
from graphwright.sessions.training.input import batch as batch
from graphwright.sessions.training.input import batch_join as batch_join
from graphwright.sessions.training.input import input_producer as input_producer
from graphwright.sessions.training.input import limit_epochs as limit_epochs
from graphwright.sessions.training.input import match_filenames_once as match_filenames_once
from graphwright.sessions.training.input import maybe_batch as maybe_batch
from graphwright.sessions.training.input import maybe_batch_join as maybe_batch_join
from graphwright.sessions.training.input import maybe_shuffle_batch as maybe_shuffle_batch
from graphwright.sessions.training.input import maybe_shuffle_batch_join as maybe_shuffle_batch_join
from graphwright.sessions.training.input import range_input_producer as range_input_producer
from graphwright.sessions.training.input import shuffle_batch as shuffle_batch
from graphwright.sessions.training.input import shuffle_batch_join as shuffle_batch_join
from graphwright.sessions.training.input import slice_input_producer as slice_input_producer
from graphwright.sessions.training.input import string_input_producer as string_input_producer
from graphwright.sessions.training.learning_rate import cosine_decay as cosine_decay
from graphwright.sessions.training.learning_rate import cosine_decay_restarts as cosine_decay_restarts
from graphwright.sessions.training.learning_rate import exponential_decay as exponential_decay
from graphwright.sessions.training.learning_rate import inverse_time_decay as inverse_time_decay
from graphwright.sessions.training.learning_rate import linear_cosine_decay as linear_cosine_decay
from graphwright.sessions.training.learning_rate import natural_exp_decay as natural_exp_decay
from graphwright.sessions.training.learning_rate import piecewise_constant as piecewise_constant
from graphwright.sessions.training.learning_rate import piecewise_constant as piecewise_constant_decay
from graphwright.sessions.training.learning_rate import polynomial_decay as polynomial_decay
from graphwright.sessions.training.monitored_session import ChiefSessionCreator as ChiefSessionCreator
from graphwright.sessions.training.monitored_session import MonitoredSession as MonitoredSession
from graphwright.sessions.training.monitored_session import MonitoredTrainingSession as MonitoredTrainingSession
from graphwright.sessions.training.monitored_session import Scaffold as Scaffold
from graphwright.sessions.training.monitored_session import SessionCreator as SessionCreator
from graphwright.sessions.training.monitored_session import SingularMonitoredSession as SingularMonitoredSession
from graphwright.sessions.training.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from graphwright.sessions.training.optimizer import Optimizer as Optimizer
from graphwright.sessions.training.optimizers import AdadeltaOptimizer as AdadeltaOptimizer
from graphwright.sessions.training.optimizers import AdagradOptimizer as AdagradOptimizer
from graphwright.sessions.training.optimizers import AdamOptimizer as AdamOptimizer
from graphwright.sessions.training.optimizers import FtrlOptimizer as FtrlOptimizer
from graphwright.sessions.training.optimizers import GradientDescentOptimizer as GradientDescentOptimizer
from graphwright.sessions.training.optimizers import MomentumOptimizer as MomentumOptimizer
from graphwright.sessions.training.optimizers import ProximalAdagradOptimizer as ProximalAdagradOptimizer
from graphwright.sessions.training.optimizers import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from graphwright.sessions.training.optimizers import RMSPropOptimizer as RMSPropOptimizer
from graphwright.sessions.training.queue_runner import QueueRunner as QueueRunner
from graphwright.sessions.training.queue_runner import add_queue_runner as add_queue_runner
from graphwright.sessions.training.queue_runner import start_queue_runners as start_queue_runners
from graphwright.sessions.training.saver import Saver as Saver
from graphwright.sessions.training.saver import checkpoint_exists as checkpoint_exists
from graphwright.sessions.training.saver import update_checkpoint_state as update_checkpoint_state
from graphwright.sessions.training.summary_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from graphwright.sessions.training.summary_hooks import SummarySaverHook as SummarySaverHook
from graphwright.sessions.training.summary_hooks import basic_train_loop as basic_train_loop
from graphwright.train import BytesList as BytesList
from graphwright.train import Checkpoint as Checkpoint
from graphwright.train import CheckpointManager as CheckpointManager
from graphwright.train import CheckpointOptions as CheckpointOptions
from graphwright.train import Example as Example
from graphwright.train import Feature as Feature
from graphwright.train import FeatureList as FeatureList
from graphwright.train import FeatureLists as FeatureLists
from graphwright.train import Features as Features
from graphwright.train import FloatList as FloatList
from graphwright.train import Int64List as Int64List
from graphwright.train import SequenceExample as SequenceExample
from graphwright.train import checkpoints_iterator as checkpoints_iterator
from graphwright.train import experimental as experimental
from graphwright.train import get_checkpoint_state as get_checkpoint_state
from graphwright.train import latest_checkpoint as latest_checkpoint
from graphwright.train import list_variables as list_variables
from graphwright.train import load_checkpoint as load_checkpoint
from graphwright.train import load_variable as load_variable

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "BytesList",
    "Checkpoint",
    "CheckpointManager",
    "CheckpointOptions",
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "ChiefSessionCreator",
    "Coordinator",
    "Example",
    "ExponentialMovingAverage",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FeedFnHook",
    "FinalOpsHook",
    "FloatList",
    "FtrlOptimizer",
    "GlobalStepWaiterHook",
    "GradientDescentOptimizer",
    "Int64List",
    "LoggingTensorHook",
    "LooperThread",
    "MomentumOptimizer",
    "MonitoredSession",
    "MonitoredTrainingSession",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "NewCheckpointReader",
    "Optimizer",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "QueueRunner",
    "RMSPropOptimizer",
    "Saver",
    "SaverDef",
    "Scaffold",
    "SecondOrStepTimer",
    "SequenceExample",
    "SessionCreator",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
    "SingularMonitoredSession",
    "StepCounterHook",
    "StopAtStepHook",
    "SummarySaverHook",
    "add_queue_runner",
    "assert_global_step",
    "basic_train_loop",
    "batch",
    "batch_join",
    "checkpoint_exists",
    "checkpoints_iterator",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "experimental",
    "exponential_decay",
    "export_meta_graph",
    "generate_checkpoint_state_proto",
    "get_checkpoint_mtimes",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "import_meta_graph",
    "init_from_checkpoint",
    "input_producer",
    "inverse_time_decay",
    "latest_checkpoint",
    "limit_epochs",
    "linear_cosine_decay",
    "list_variables",
    "load_checkpoint",
    "load_variable",
    "match_filenames_once",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "natural_exp_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
    "queue_runner",
    "range_input_producer",
    "remove_checkpoint",
    "shuffle_batch",
    "shuffle_batch_join",
    "slice_input_producer",
    "start_queue_runners",
    "string_input_producer",
    "summary_iterator",
    "update_checkpoint_state",
]
