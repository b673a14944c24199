"""TensorFlow's raw ops that are not here, by the reason: read when a name of `tf.raw_ops` is not found.

A line names ops, or patterns of them. A test compares the table with the record of TensorFlow's ops; the page
docs/raw_ops.md is written from both by `python -m tests.golden.raw_ops_page`, and leaves out what is here by now.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

MISSING_OPS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "For TPUs, as TensorFlow's runtime drives them",
        "`tf.distribute.TPUStrategy` compiles functions for TPUs through jax, with layers in the place of embeddings",
        "*TPU* CrossReplicaSum AllToAll CollectivePermute Infeed* Outfeed* Prelinearize* SendTPU* WorkerHeartbeat "
        "GlobalIterId StoreMinibatchStatisticsInFdo *SparseCore* ConvertToCooTensor GetMinibatch* XlaSparse* "
        "XlaSplitND XlaConcatND ReadVariableXlaSplitND AssignVariableXlaConcatND",
    ),
    (
        "For GPUs by CUDA's libraries",
        "communicate by `tf.distribute`; memory is the process's own",
        "Nccl* CheckPinned",
    ),
    (
        "Communication between processes",
        "`tf.distribute` communicates between replicas and processes: `ReplicaContext.all_reduce`, `all_gather`",
        "Collective* Send Recv RemoteCall",
    ),
    (
        "Older forms of the tf.data service",
        "`DataServiceDatasetV4` and `RegisterDatasetV2`, which `tf.data.experimental.service` applies; `Dataset.save`",
        "DataServiceDataset DataServiceDatasetV2 DataServiceDatasetV3 RegisterDataset DistributedSave",
    ),
    (
        "Control flow of TensorFlow 1",
        "graphs that hold them are loaded, and become conditionals and loops; write `tf.cond` and `tf.while_loop`",
        "Switch Merge Enter Exit NextIteration LoopCond RefSwitch RefMerge RefEnter RefExit RefNextIteration RefSelect",
    ),
    (
        "Removed by TensorFlow itself",
        "the later version, such as `TensorArrayV3`, `AudioSummaryV2`, `Placeholder`; TensorFlow refuses these, too",
        "TensorArray TensorArray*V2 TensorArrayClose TensorArrayConcat TensorArrayGather TensorArrayGrad "
        "TensorArrayPack TensorArrayRead TensorArrayScatter TensorArraySize TensorArraySplit TensorArrayUnpack "
        "TensorArrayWrite AudioSummary PlaceholderV2",
    ),
    (
        "Without an implementation in TensorFlow",
        "nothing: TensorFlow declares them, and cannot run them on a CPU",
        "FilterByLastComponentDataset ExperimentalSetStatsAggregatorDataset ExperimentalStatsAggregator*",
    ),
    (
        "Inside of TensorFlow's runtime of datasets",
        "call the methods of `tf.data.Dataset`, which need none of them",
        "AssertNextDataset AssertPrevDataset ExperimentalAssertNextDataset ChooseFastestBranchDataset DatasetFromGraph "
        "DatasetToGraph* GetOptions GlobalShuffleDataset IndexFlatMapDataset IteratorGetModelProto "
        "ListSnapshotChunksDataset SetStatsAggregatorDataset SnapshotChunkDataset SnapshotDataset "
        "SnapshotDatasetReader SnapshotNestedDatasetReader StatsAggregator* WeightedFlatMapDataset WindowOp",
    ),
    (
        "Files of formats that are not read here",
        "read them with their own library, and pass on what is in them: `tf.data.Dataset.from_generator`, "
        "`tf.py_function`",
        "LMDBDataset ExperimentalLMDBDataset LMDBReader DecodeJxl RecordInput ImmutableConst "
        "CreateSummaryDbWriter FileSystemSetConfiguration",
    ),
    (
        "Checkpoints of the first format",
        "`tf.raw_ops.SaveV2` writes checkpoints, `tf.train.load_checkpoint` reads them",
        "Save SaveSlices GenerateVocabRemapping LoadAndRemapMatrix",
    ),
    (
        "Boosted trees and linear models of `tf.estimator`",
        "TensorFlow has removed `tf.estimator`: use a library of trees, or a model of Keras",
        "BoostedTrees* IsBoostedTrees* Sdca*",
    ),
    (
        "Batches of the requests of a server",
        "`graphwright serve` batches requests (docs/serving.md)",
        "Batch BatchFunction Unbatch UnbatchGrad",
    ),
    (
        "Of the runtime itself",
        "raise an error to end a program; `GetSessionHandle` keeps a tensor by a text; `tf.gradients` has gradients",
        "Abort Fact GetSessionHandleV2 SymbolicGradient For",
    ),
    (
        "Quantized arithmetic that oneDNN fuses, or that TensorFlow computes in fixed point with approximations",
        "`QuantizedConv2D`, `QuantizedMatMul`, `QuantizedBiasAdd` and `Requantize` one after the other, or dequantize, "
        "compute, and quantize",
        "Quantize* Quantized* Uniform*",
    ),
    (
        "Orders of sparse matrices for elimination",
        "pass a permutation of your own to `SparseMatrixSparseCholesky`",
        "SparseMatrixOrderingAMD",
    ),
    (
        "Tables on references that delete no keys",
        "`MutableDenseHashTableV2`, with a `deleted_key`",
        "MutableDenseHashTable",
    ),
    (
        "Compositions of other ops",
        "compose it of functions of `tf.math`, `tf.nn`, `tf.image`, `tf.linalg` and `tf.signal`",
        "AdjustContrast Mfcc BatchSelfAdjointEig SelfAdjointEig CTCLossV2 *FFTND GenerateBoundingBoxProposals Kmeans* "
        "MatrixExponential MaxPoolGradGradWithArgmax ParameterizedTruncatedNormal RandomCrop "
        "SampleDistortedBoundingBox StatefulStandardNormal",
    ),
)
"""Groups of ops: what they are for, what to use instead, and their names or patterns, separated by blanks."""


def group_of(name: str) -> tuple[str, str, str] | None:
    """The first group that has a name; None where there is none."""
    return next((g for g in MISSING_OPS if any(fnmatchcase(name, pattern) for pattern in g[2].split())), None)


def reason(name: str) -> str | None:
    """What an op is for, and what to use instead; None where the table does not have it."""
    found = group_of(name)
    return None if found is None else f"{found[1]} ({found[0]})"


__all__ = ["MISSING_OPS", "group_of", "reason"]
