"""The table of ops as the generator sees it: which ops there are of each kind, their dtypes, attributes, samples."""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, from_numpy
from graphwright.base.shape import TensorShape
from graphwright.ir.lowering import Elementwise, Reduce
from graphwright.ir.record import OpRecord, registered
from graphwright.ir.signature import MISSING, ArgDef
from graphwright.ops.op_index import FAMILIES
from tests.graphs.tolerance import named
from tests.graphs.values import COMPLEX, DTYPES, FLOATS, numpy_dtype
from tests.samples import Sample, samples_of

INEXACT = (*FLOATS, *COMPLEX)

_UNSUITED = named(
    """
    Bincount DenseBincount TensorListFromTensor EmptyTensorList TensorListReserve Timestamp NoOp
    StatelessRandomGetAlg StatelessRandomGetKeyCounter AsString StringFormat Snapshot LowerBound UpperBound
    """
)
"""Their results depend on the machine, or are nothing that an op could take, or what they search must be in order."""


NOT_DRAWN = named(
    """
    AccumulateNV2 AdjustContrastv2 AdjustHue AdjustSaturation ApproxTopK BandedTriangularSolve BatchCholesky
    BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D BatchIFFT3D BatchMatMul BatchMatrixBandPart
    BatchMatrixDeterminant BatchMatrixDiag BatchMatrixDiagPart BatchMatrixInverse BatchMatrixSetDiag
    BatchMatrixSolve BatchMatrixTriangularSolve BatchSvd BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e
    BesselY0 BesselY1 ComputeAccidentalHits Copy CopyHost DataFormatDimMap DataFormatVecPermute Dawsn DeepCopy
    Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput Empty Expint ExtractVolumePatches
    FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVarsGradient
    FakeQuantWithMinMaxVarsPerChannelGradient FresnelCos FresnelSin GuaranteeConst HistogramFixedWidth InTopK
    InplaceAdd InplaceSub InplaceUpdate IsotonicRegression LRN LRNGrad MatrixDiag MatrixDiagPart MatrixDiagPartV2
    MatrixDiagV2 MatrixLogarithm MatrixSetDiag MatrixSetDiagV2 MatrixSquareRoot NonMaxSuppression
    NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5 NonMaxSuppressionWithOverlaps
    NthElement ParallelConcat ParallelDynamicStitch QuantizeAndDequantizeV2 QuantizeAndDequantizeV3
    QuantizeAndDequantizeV4 QuantizeAndDequantizeV4Grad QuantizeV2 RaggedBincount RaggedFillEmptyRows
    RaggedFillEmptyRowsGrad RaggedRange RaggedTensorToSparse RaggedTensorToTensor SegmentMaxV2 SegmentMinV2
    SegmentProdV2 SegmentSumV2 SparseAdd SparseAddGrad SparseConcat SparseDenseCwiseAdd SparseDenseCwiseDiv
    SparseDenseCwiseMul SparseFillEmptyRows SparseFillEmptyRowsGrad SparseReduceMax SparseReduceMaxSparse
    SparseReduceSum SparseReduceSumSparse SparseReorder SparseReshape SparseSegmentMean SparseSegmentMeanGrad
    SparseSegmentMeanWithNumSegments SparseSegmentSqrtN SparseSegmentSqrtNGrad SparseSegmentSqrtNWithNumSegments
    SparseSegmentSum SparseSegmentSumGrad SparseSegmentSumWithNumSegments SparseSlice SparseSliceGrad SparseSoftmax
    SparseSparseMaximum SparseSparseMinimum SparseSplit SparseTensorDenseAdd SparseTensorDenseMatMul Spence
    StatelessRandomGetKeyCounterAlg StatelessRandomNormal StatelessRandomUniform StatelessRandomUniformFullInt
    StatelessRandomUniformInt StatelessTruncatedNormal TileGrad ToBool TopK TridiagonalMatMul TridiagonalSolve
    UnravelIndex
    """
)
"""What their roundings may come to is not in the table of tolerances yet. Their samples run on every executor."""


@cache
def records() -> tuple[OpRecord, ...]:
    """Pure ops on numbers, by name."""
    for module in FAMILIES:
        importlib.import_module(f"graphwright.{module}")
    found = [r for r in registered() if r.effect == "none" and not r.runs_code and r.kernel and r.outputs]
    return tuple(sorted((r for r in found if r.name not in _UNSUITED | NOT_DRAWN), key=lambda r: r.name))


@cache
def elementwise() -> tuple[OpRecord, ...]:
    """Ops whose native rule says what one element is."""
    return tuple(r for r in records() if isinstance(r.native, Elementwise))


@cache
def reductions() -> tuple[OpRecord, ...]:
    """Ops over axes that their second input names, native or not."""
    return tuple(r for r in records() if isinstance(r.native, Reduce) or r.name in ("EuclideanNorm",))


@cache
def _sampled() -> tuple[tuple[OpRecord, tuple[Sample, ...]], ...]:
    found = []
    for record in records():
        fitting = tuple(s for s in samples_of(record) if s.exact and _is_plain(s))
        if fitting and not isinstance(record.native, (Elementwise, Reduce)):
            found.append((record, fitting))
    return tuple(found)


def _is_plain(sample: Sample) -> bool:
    """Whether the inputs are numbers that stand in the sample."""
    if callable(sample.inputs):
        return False
    arrays = [np.asarray(v) for x in sample.inputs for v in (x if isinstance(x, list) else [x])]
    return all(a.dtype.kind in "biufcV" and a.size <= 200 and _name(a) in DTYPES for a in arrays)


def _name(array: Any) -> str:
    try:
        return from_numpy(array.dtype).name
    except TypeError:
        return ""


def sample(chooser: random.Random) -> tuple[OpRecord, Sample]:
    """An op, one with a native rule rather than another, and one of its samples."""
    table = _sampled()
    ((record, samples),) = chooser.choices(table, [3 if r.native else 1 for r, _ in table])
    return record, chooser.choice(samples)


def allowed(record: OpRecord, arg: ArgDef) -> list[str]:
    """The dtypes that an input may have."""
    choices = record.attrs[arg.type_attr or ""].allowed
    names = DTYPES if choices is None else [t.name for t in choices]
    return [n for n in names if n in DTYPES]


def attributes(record: OpRecord, chooser: random.Random) -> dict[str, str]:
    """Random values for what the inputs do not settle."""
    chosen: dict[str, str] = {}
    for name in record.kernel_attrs:
        attr = record.attrs[name]
        if attr.kind == "type":
            names = DTYPES if attr.allowed is None else [t.name for t in attr.allowed if t.name in DTYPES]
            chosen[name] = repr(chooser.choice(list(names)))
        elif attr.kind == "bool":
            chosen[name] = str(chooser.random() < 0.5)
        elif attr.kind == "float" and attr.default is not MISSING:
            chosen[name] = repr(chooser.choice([attr.default, 0.0, 0.5, 1e-3]))
        elif attr.kind == "list(float)":
            chosen[name] = repr(sorted(chooser.choice([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0]) for _ in range(3)))
        elif attr.default is MISSING:
            raise NotImplementedError(f"attribute {name} of {record.name}")
    return chosen


def attribute_text(value: Any) -> str:
    """An attribute's value as Python text."""
    if isinstance(value, DType):
        return repr(value.name)
    if isinstance(value, np.ndarray):
        return literal(value)[2]
    if isinstance(value, TensorShape):
        return str(value.as_list()) if value.rank is not None else "None"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(attribute_text, value))}]"
    return repr(value)


def literal(value: Any, dtype: str | None = None) -> tuple[str, tuple[int, ...], str]:
    """The dtype, the shape and the text of an array that is written out, in another dtype if one is given."""
    array = np.asarray(value)
    if dtype is not None:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array = array.astype(numpy_dtype(dtype))
    name = _name(array)
    wide: Mapping[str, Any] = {"bfloat16": np.float32, "float16": np.float32}
    elements = array.astype(wide[name]) if name in wide else array
    text = ", ".join(_number(v) for v in elements.reshape(-1).tolist())
    return name, array.shape, f"array({name!r}, {array.shape}, [{text}])"


def _number(value: Any) -> str:
    if isinstance(value, complex):
        return f"complex({value.real!r}, {value.imag!r})"
    return repr(value)
