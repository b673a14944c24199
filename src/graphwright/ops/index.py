"""Which module declares which op, so that a family is loaded when one of its ops is first looked up.

The table is generated from the records themselves; run `python -m graphwright.ops.index` after adding an op.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

# --- generated: do not edit by hand ---
FAMILIES: Final[dict[str, str]] = {
    "control.branches": (
        "If StatelessIf"
    ),
    "control.calls": (
        "PartitionedCall StatefulPartitionedCall"
    ),
    "control.cases": (
        "Case StatelessCase"
    ),
    "control.host_calls": (
        "EagerPyFunc PyFunc PyFuncStateless"
    ),
    "control.loops": (
        "StatelessWhile While"
    ),
    "data.records": (
        "AnonymousMemoryCache AnonymousSeedGenerator AssertCardinalityDataset BatchDatasetV2 "
        "CacheDatasetV2 ConcatenateDataset DatasetCardinality DirectedInterleaveDataset OptionsDataset "
        "PaddedBatchDatasetV2 PrefetchDataset RandomDatasetV2 RangeDataset RepeatDataset ShardDataset "
        "ShuffleDatasetV3 SkipDataset TakeDataset TensorDataset TensorSliceDataset UnbatchDataset "
        "UniqueDataset WindowDataset ZipDataset"
    ),
    "data.records_functions": (
        "DatasetToSingleElement FilterDataset FlatMapDataset GeneratorDataset InterleaveDataset "
        "MapDataset ParallelMapDatasetV2 ReduceDataset ScanDataset TakeWhileDataset"
    ),
    "data.records_iterators": (
        "AnonymousIteratorV3 IteratorGetNext IteratorGetNextAsOptional MakeIterator OptionalFromValue "
        "OptionalGetValue OptionalHasValue OptionalNone"
    ),
    "lookup.records": (
        "AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable "
        "AnonymousMutableHashTableOfTensors HashTableV2 InitializeTableFromTextFileV2 InitializeTableV2 "
        "LookupTableExportV2 LookupTableFindV2 LookupTableImportV2 LookupTableInsertV2 "
        "LookupTableRemoveV2 LookupTableSizeV2 MutableDenseHashTableV2 MutableHashTableOfTensorsV2 "
        "MutableHashTableV2"
    ),
    "ops.activations": (
        "Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Selu SeluGrad Softplus "
        "SoftplusGrad Softsign SoftsignGrad"
    ),
    "ops.assertions": (
        "Assert"
    ),
    "ops.batch_norm": (
        "FusedBatchNormGradV3 FusedBatchNormV3"
    ),
    "ops.binary": (
        "Add AddV2 Maximum Minimum Mul MulNoNan SquaredDifference Sub"
    ),
    "ops.bitwise": (
        "BitwiseAnd BitwiseOr BitwiseXor LeftShift PopulationCount RightShift"
    ),
    "ops.blocks": (
        "BatchToSpaceND DepthToSpace SpaceToBatchND SpaceToDepth"
    ),
    "ops.broadcasts": (
        "BroadcastArgs BroadcastGradientArgs BroadcastTo EnsureShape"
    ),
    "ops.candidates": (
        "AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler "
        "LogUniformCandidateSampler UniformCandidateSampler"
    ),
    "ops.casts": (
        "Bitcast Cast"
    ),
    "ops.clipping": (
        "ClipByValue"
    ),
    "ops.comparison": (
        "ApproximateEqual Equal Greater GreaterEqual Less LessEqual LogicalAnd LogicalNot LogicalOr "
        "NotEqual"
    ),
    "ops.complex": (
        "Angle Complex ComplexAbs Conj Imag Real"
    ),
    "ops.constants": (
        "Const Fill OnesLike Placeholder PlaceholderWithDefault ZerosLike"
    ),
    "ops.convolution": (
        "Conv2D Conv2DBackpropFilter Conv2DBackpropInput Conv3D Conv3DBackpropFilterV2 "
        "Conv3DBackpropInputV2 DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter "
        "DepthwiseConv2dNativeBackpropInput"
    ),
    "ops.counting": (
        "Bincount Bucketize DenseBincount"
    ),
    "ops.ctc": (
        "CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss"
    ),
    "ops.decompositions": (
        "Cholesky Lu Qr Svd"
    ),
    "ops.diagonals": (
        "Cross Diag DiagPart MatrixBandPart MatrixDiagPartV3 MatrixDiagV3 MatrixSetDiagV3"
    ),
    "ops.division": (
        "Div DivNoNan FloorDiv FloorMod Mod Pow RealDiv TruncateDiv TruncateMod"
    ),
    "ops.eigen": (
        "Eig SelfAdjointEigV2"
    ),
    "ops.einsum": (
        "Einsum"
    ),
    "ops.files": (
        "MatchingFiles ReadFile WriteFile"
    ),
    "ops.fourier": (
        "FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D"
    ),
    "ops.functions": (
        "Acos Acosh Asin Asinh Atan Atanh Cos Cosh Exp Expm1 Log Log1p Sigmoid SigmoidGrad Sin Sinh Tan "
        "Tanh TanhGrad"
    ),
    "ops.gather": (
        "Gather GatherNd GatherV2"
    ),
    "ops.grouping": (
        "NoOp"
    ),
    "ops.hashing": (
        "StringToHashBucket StringToHashBucketFast StringToHashBucketStrong"
    ),
    "ops.host": (
        "CheckNumerics Timestamp"
    ),
    "ops.incomplete": (
        "Betainc Igamma IgammaGradA Igammac"
    ),
    "ops.joins": (
        "Concat ConcatOffset ConcatV2 Pack"
    ),
    "ops.linalg": (
        "BatchMatMulV2 BatchMatMulV3 MatMul"
    ),
    "ops.list_joins": (
        "TensorListConcatV2 TensorListSplit"
    ),
    "ops.list_rows": (
        "TensorListGather TensorListScatterIntoExistingList TensorListScatterV2"
    ),
    "ops.lists": (
        "EmptyTensorList TensorListElementShape TensorListFromTensor TensorListGetItem TensorListLength "
        "TensorListPopBack TensorListPushBack TensorListReserve TensorListResize TensorListSetItem "
        "TensorListStack"
    ),
    "ops.moves": (
        "ConjugateTranspose Identity IdentityN InvertPermutation PreventGradient Reverse ReverseV2 Roll "
        "Snapshot StopGradient Transpose"
    ),
    "ops.nn": (
        "BiasAdd BiasAddGrad BiasAddV1 L2Loss"
    ),
    "ops.pads": (
        "MirrorPad MirrorPadGrad Pad PadV2"
    ),
    "ops.pairs": (
        "AddN Atan2 NextAfter Xdivy Xlog1py Xlogy"
    ),
    "ops.patches": (
        "ExtractImagePatches"
    ),
    "ops.pooling": (
        "AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad "
        "MaxPoolGrad MaxPoolGradGrad MaxPoolGradWithArgmax MaxPoolWithArgmax"
    ),
    "ops.printing": (
        "PrintV2 StringFormat"
    ),
    "ops.ragged_variants": (
        "RaggedTensorFromVariant RaggedTensorToVariant"
    ),
    "ops.random": (
        "Multinomial RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal"
    ),
    "ops.random_gamma": (
        "RandomGamma RandomGammaGrad RandomPoissonV2 StatelessParameterizedTruncatedNormal "
        "StatelessRandomPoisson"
    ),
    "ops.random_shapes": (
        "StatelessRandomBinomial StatelessRandomGammaV3"
    ),
    "ops.random_shuffles": (
        "RandomIndexShuffle StatelessShuffle"
    ),
    "ops.random_stateful": (
        "NonDeterministicInts RngReadAndSkip RngSkip StatefulRandomBinomial StatefulStandardNormalV2 "
        "StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt"
    ),
    "ops.random_stateless": (
        "StatelessMultinomial StatelessRandomGetAlg StatelessRandomGetKeyCounter "
        "StatelessRandomNormalV2 StatelessRandomUniformFullIntV2 StatelessRandomUniformIntV2 "
        "StatelessRandomUniformV2 StatelessTruncatedNormalV2"
    ),
    "ops.ranges": (
        "LinSpace OneHot Range"
    ),
    "ops.reductions": (
        "All Any EuclideanNorm Max Mean Min Prod Sum"
    ),
    "ops.resize": (
        "ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad "
        "ResizeNearestNeighbor ResizeNearestNeighborGrad ScaleAndTranslate ScaleAndTranslateGrad"
    ),
    "ops.scans": (
        "Cumprod Cumsum CumulativeLogsumexp"
    ),
    "ops.scatter": (
        "ScatterNd TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub "
        "TensorScatterUpdate UnsortedSegmentSum"
    ),
    "ops.segments": (
        "SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum UnsortedSegmentMax UnsortedSegmentMin "
        "UnsortedSegmentProd"
    ),
    "ops.selections": (
        "ArgMax ArgMin"
    ),
    "ops.selects": (
        "Select SelectV2 Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 Where"
    ),
    "ops.sets": (
        "DenseToDenseSetOperation DenseToSparseSetOperation SparseToSparseSetOperation"
    ),
    "ops.shapes": (
        "ExpandDims Rank Reshape Shape ShapeN Size Squeeze"
    ),
    "ops.slicing": (
        "Slice StridedSlice StridedSliceGrad"
    ),
    "ops.softmax": (
        "LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits"
    ),
    "ops.solving": (
        "LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve MatrixSolveLs "
        "MatrixTriangularSolve"
    ),
    "ops.sorting": (
        "InTopKV2 LowerBound TopKV2 UpperBound"
    ),
    "ops.sparse_parts": (
        "SparseToDense"
    ),
    "ops.sparse_variants": (
        "DeserializeSparse SerializeManySparse SerializeSparse"
    ),
    "ops.special": (
        "BesselI0 BesselI0e BesselI1 BesselI1e Digamma Erf Erfc Erfinv Lgamma Ndtri Polygamma Zeta"
    ),
    "ops.splits": (
        "Split SplitV Unpack"
    ),
    "ops.state": (
        "AssignAddVariableOp AssignSubVariableOp AssignVariableOp DestroyResourceOp ReadVariableOp "
        "ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin "
        "ResourceScatterMul ResourceScatterSub ResourceScatterUpdate VarHandleOp VarIsInitializedOp "
        "VariableShape"
    ),
    "ops.state_parts": (
        "ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin ResourceScatterNdSub "
        "ResourceScatterNdUpdate ResourceStridedSliceAssign"
    ),
    "ops.stitching": (
        "DynamicPartition DynamicStitch ReverseSequence"
    ),
    "ops.text": (
        "AsString StringJoin StringLength"
    ),
    "ops.text_changes": (
        "StringLower StringStrip StringToNumber StringUpper Substr"
    ),
    "ops.text_joins": (
        "ReduceJoin UnsortedSegmentJoin"
    ),
    "ops.text_patterns": (
        "RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace"
    ),
    "ops.text_splits": (
        "StringNGrams StringSplit StringSplitV2"
    ),
    "ops.tiles": (
        "Tile"
    ),
    "ops.unary": (
        "Abs Ceil Floor Inv InvGrad Invert IsFinite IsInf IsNan Neg Reciprocal ReciprocalGrad Rint "
        "Round Rsqrt RsqrtGrad Sign Sqrt SqrtGrad Square"
    ),
    "ops.unicode": (
        "UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeTranscode"
    ),
}
"""Module (below `graphwright`) to the names of the ops it declares."""
# --- end of the generated part ---

_module_of: dict[str, str] = {name: module for module, names in FAMILIES.items() for name in names.split()}

# packages in which modules may declare ops
_PACKAGES: Final = ("ops", "control", "data", "lookup")
_START, _END = "# --- generated: do not edit by hand ---\n", "# --- end of the generated part ---\n"


def load_family(name: str) -> bool:
    """Import the module that declares an op; False when no module does."""
    module = _module_of.get(name)
    if module is None:
        return False
    importlib.import_module(f"graphwright.{module}")
    return True


def generate() -> dict[str, str]:
    """The table as the records themselves give it: every module that may declare ops is imported.

    A module that cannot be imported raises; see `main` for what is done then.
    """
    for module in _candidates():
        importlib.import_module(module)
    return _as_declared()


def _candidates() -> Iterator[str]:
    root = "graphwright"  # not from __name__: this may run as __main__
    for package_name in _PACKAGES:
        try:
            package: ModuleType = importlib.import_module(f"{root}.{package_name}")
        except ModuleNotFoundError:
            continue
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            parts = found.name.split(".")
            if "samples" not in parts and not parts[-1].startswith("_") and found.name != f"{root}.ops.index":
                yield found.name


def _as_declared() -> dict[str, str]:
    from graphwright.ir.record import registered

    names: dict[str, list[str]] = {}
    for record in registered():
        if record.family.startswith("graphwright."):
            names.setdefault(record.family.partition(".")[2], []).append(record.name)
    return {module: " ".join(sorted(names[module])) for module in sorted(names)}


def render(table: dict[str, str]) -> str:
    """The generated part of this file for a table."""
    lines = ["FAMILIES: Final[dict[str, str]] = {"]
    for module, names in table.items():
        lines.append(f'    "{module}": (')
        row = ""
        words = names.split()
        for i, word in enumerate(words):
            piece = word + (" " if i + 1 < len(words) else "")
            if len(row) + len(piece) > 95:
                lines.append(f'        "{row}"')
                row = ""
            row += piece
        lines += [f'        "{row}"', "    ),"]
    lines += ["}", '"""Module (below `graphwright`) to the names of the ops it declares."""', ""]
    return "\n".join(lines)


def main() -> None:
    """Rewrite the generated part of this file. Modules that do not import keep their old lines and are told."""
    broken: dict[str, str] = {}
    for module in _candidates():
        try:
            importlib.import_module(module)
        except Exception as error:  # any error of a module being worked on
            broken[module.partition(".")[2]] = f"{type(error).__name__}: {error}"
    table = _as_declared()
    for module, reason in broken.items():
        print(f"{module} does not import ({reason}); its old lines are kept", file=sys.stderr)
        if module in FAMILIES:
            table[module] = FAMILIES[module]
    path = Path(__file__)
    text = path.read_text(encoding="utf-8")
    new = re.sub(
        re.escape(_START) + ".*?" + re.escape(_END),
        lambda _: _START + render(dict(sorted(table.items()))) + _END,
        text,
        count=1,
        flags=re.S,
    )
    path.write_text(new, encoding="utf-8")
    print(f"{sum(len(n.split()) for n in table.values())} ops in {len(table)} modules")


if __name__ == "__main__":
    main()
