"""Which module declares which op. Generated: run `python -m graphwright.ops.op_index`."""

from __future__ import annotations

from typing import Final

FAMILIES: Final[dict[str, str]] = {
    "checkpoint.records": ("MergeV2Checkpoints Restore RestoreSlice RestoreV2 SaveV2 ShardedFilename ShardedFilespec"),
    "control.branches": "If StatelessIf",
    "control.calls": "PartitionedCall StatefulPartitionedCall",
    "control.cases": "Case StatelessCase",
    "control.critical_section": "ConsumeMutexLock MutexLock MutexV2",
    "control.host_calls": "EagerPyFunc PyFunc PyFuncStateless",
    "control.loops": "StatelessWhile While",
    "data.records": (
        "AnonymousMemoryCache AnonymousSeedGenerator AssertCardinalityDataset BatchDatasetV2 CacheDatasetV2 "
        "ComputeBatchSize ConcatenateDataset DatasetCardinality DirectedInterleaveDataset OptionsDataset "
        "PaddedBatchDatasetV2 PrefetchDataset RandomDatasetV2 RangeDataset RebatchDatasetV2 RepeatDataset "
        "ShardDataset ShuffleDatasetV3 SkipDataset TakeDataset TensorDataset TensorSliceDataset "
        "UnbatchDataset UniqueDataset WindowDataset ZipDataset"
    ),
    "data.records_files": (
        "FixedLengthRecordDataset FixedLengthRecordDatasetV2 TFRecordDataset TFRecordDatasetV2 TextLineDataset"
    ),
    "data.records_functions": (
        "DatasetToSingleElement FilterDataset FlatMapDataset GeneratorDataset GroupByWindowDataset "
        "InterleaveDataset MapDataset ParallelMapDatasetV2 ReduceDataset ScanDataset TakeWhileDataset"
    ),
    "data.records_handles": (
        "AnonymousIterator AnonymousIteratorV2 AnonymousMultiDeviceIterator AnonymousMultiDeviceIteratorV3 "
        "AnonymousRandomSeedGenerator CompressElement DeleteIterator DeleteMemoryCache "
        "DeleteMultiDeviceIterator DeleteRandomSeedGenerator DeleteSeedGenerator DeserializeIterator "
        "DummyIterationCounter DummyMemoryCache DummySeedGenerator ExperimentalIteratorGetDevice "
        "InitializeTableFromDataset Iterator IteratorFromStringHandle IteratorFromStringHandleV2 "
        "IteratorGetDevice IteratorGetNextSync IteratorToStringHandle MapDefun MultiDeviceIterator "
        "MultiDeviceIteratorFromStringHandle MultiDeviceIteratorGetNextFromShard MultiDeviceIteratorInit "
        "MultiDeviceIteratorToStringHandle OneShotIterator SerializeIterator UncompressElement"
    ),
    "data.records_iterators": (
        "AnonymousIteratorV3 IteratorGetNext IteratorGetNextAsOptional IteratorV2 MakeIterator "
        "OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone"
    ),
    "data.records_older": (
        "BatchDataset BytesProducedStatsDataset CacheDataset ExperimentalBytesProducedStatsDataset "
        "ExperimentalDatasetCardinality ExperimentalDirectedInterleaveDataset "
        "ExperimentalLatencyStatsDataset ExperimentalMapDataset ExperimentalMaxIntraOpParallelismDataset "
        "ExperimentalNonSerializableDataset ExperimentalPrivateThreadPoolDataset ExperimentalScanDataset "
        "ExperimentalTakeWhileDataset ExperimentalUnbatchDataset ExperimentalUniqueDataset FinalizeDataset "
        "LatencyStatsDataset MaxIntraOpParallelismDataset ModelDataset NonSerializableDataset "
        "OptimizeDataset OptimizeDatasetV2 PrivateThreadPoolDataset ShuffleAndRepeatDataset ShuffleDataset"
    ),
    "data.records_raw_ops": (
        "AutoShardDataset ChooseFastestDataset DenseToSparseBatchDataset ExperimentalAutoShardDataset "
        "ExperimentalChooseFastestDataset ExperimentalDenseToSparseBatchDataset "
        "ExperimentalGroupByReducerDataset ExperimentalGroupByWindowDataset ExperimentalMapAndBatchDataset "
        "ExperimentalMatchingFilesDataset ExperimentalParallelInterleaveDataset "
        "ExperimentalParseExampleDataset ExperimentalRandomDataset ExperimentalRebatchDataset "
        "ExperimentalSleepDataset ExperimentalSlidingWindowDataset ExperimentalThreadPoolDataset "
        "ExperimentalThreadPoolHandle GetElementAtIndex GroupByReducerDataset "
        "LegacyParallelInterleaveDatasetV2 ListDataset MapAndBatchDataset MatchingFilesDataset "
        "PaddedBatchDataset ParallelBatchDataset ParallelFilterDataset ParallelInterleaveDataset "
        "ParallelInterleaveDatasetV2 ParallelInterleaveDatasetV3 ParallelInterleaveDatasetV4 "
        "ParallelMapDataset ParseExampleDataset ParseExampleDatasetV2 RandomDataset RebatchDataset "
        "RewriteDataset SamplingDataset ShuffleAndRepeatDatasetV2 ShuffleDatasetV2 SleepDataset "
        "SlidingWindowDataset SparseTensorSliceDataset ThreadPoolDataset ThreadPoolHandle "
        "UnwrapDatasetVariant WrapDatasetVariant"
    ),
    "data.records_storage": (
        "CSVDataset CSVDatasetV2 DatasetFingerprint DatasetToTFRecord ExperimentalCSVDataset "
        "ExperimentalDatasetToTFRecord ExperimentalIgnoreErrorsDataset ExperimentalSqlDataset "
        "IgnoreErrorsDataset LoadDataset SaveDataset SaveDatasetV2 SnapshotDatasetV2 SqlDataset"
    ),
    "data.service.records": "DataServiceDatasetV4 RegisterDatasetV2",
    "distribute.dtensor.records": "Relayout RelayoutLike",
    "distribute.replicated.call": "_TPUReplicate",
    "distribute.replicated.collectives": "CollectiveGather CollectiveReduce XlaReplicaId",
    "functions.calls.call_by_sizes": "_CallBySizes",
    "lookup.records": (
        "AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable "
        "AnonymousMutableHashTableOfTensors HashTableV2 InitializeTableFromTextFileV2 InitializeTableV2 "
        "LookupTableExportV2 LookupTableFindV2 LookupTableImportV2 LookupTableInsertV2 LookupTableRemoveV2 "
        "LookupTableSizeV2 MutableDenseHashTableV2 MutableHashTableOfTensorsV2 MutableHashTableV2"
    ),
    "ops.array.broadcasting": "BroadcastArgs BroadcastGradientArgs BroadcastTo EnsureShape",
    "ops.array.concat": "Concat ConcatOffset ConcatV2 Pack",
    "ops.array.constants": "Const Fill OnesLike Placeholder PlaceholderWithDefault ZerosLike",
    "ops.array.older_forms": (
        "AccumulateNV2 BatchCholesky BatchCholeskyGrad BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D "
        "BatchIFFT3D BatchMatMul BatchMatrixBandPart BatchMatrixDeterminant BatchMatrixDiag "
        "BatchMatrixDiagPart BatchMatrixInverse BatchMatrixSetDiag BatchMatrixSolve BatchMatrixSolveLs "
        "BatchMatrixTriangularSolve BatchSelfAdjointEigV2 BatchSvd BatchToSpace CholeskyGrad Copy CopyHost "
        "DataFormatDimMap DataFormatVecPermute DeepCopy Empty HistogramFixedWidth InTopK InplaceAdd "
        "InplaceSub InplaceUpdate MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagV2 MatrixSetDiag "
        "MatrixSetDiagV2 NthElement ParallelConcat ParallelDynamicStitch SegmentMaxV2 SegmentMinV2 "
        "SegmentProdV2 SegmentSumV2 SpaceToBatch TileGrad ToBool TopK"
    ),
    "ops.array.pad": "MirrorPad MirrorPadGrad Pad PadV2",
    "ops.array.ranges": "LinSpace OneHot Range",
    "ops.array.rearrange": (
        "ConjugateTranspose GuaranteeConst Identity IdentityN InvertPermutation PreventGradient Reverse "
        "ReverseV2 Roll Snapshot StopGradient Transpose"
    ),
    "ops.array.select": "ListDiff Select SelectV2 Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 Where",
    "ops.array.sets": "DenseToDenseSetOperation DenseToSparseSetOperation SetSize SparseToSparseSetOperation",
    "ops.array.shapes": "ExpandDims Rank Reshape Shape ShapeN Size Squeeze",
    "ops.array.space_to_batch": "BatchToSpaceND DepthToSpace SpaceToBatchND SpaceToDepth",
    "ops.array.split": "Split SplitV Unpack",
    "ops.array.tile": "Tile",
    "ops.audio.spectrogram": "AudioSpectrogram",
    "ops.audio.wav": "DecodeWav EncodeWav",
    "ops.control.assertions": "Assert",
    "ops.control.debugging": (
        "DebugGradientIdentity DebugIdentity DebugIdentityV2 DebugIdentityV3 DebugNanCount "
        "DebugNumericSummary DebugNumericSummaryV2"
    ),
    "ops.control.devices": "DeviceIndex DisableCopyOnRead FakeParam SyncDevice",
    "ops.control.group": "ControlTrigger NoOp",
    "ops.control.host": "CheckNumerics CheckNumericsV2 Timestamp",
    "ops.image._best_boxes": "_BestBoxes",
    "ops.image.adjust": "AdjustContrastv2 AdjustHue AdjustSaturation",
    "ops.image.boxes": "DrawBoundingBoxes DrawBoundingBoxesV2",
    "ops.image.codecs.records": (
        "DecodeAndCropJpeg DecodeBmp DecodeGif DecodeImage DecodeJpeg DecodePng DecodeWebP EncodeJpeg "
        "EncodeJpegVariableQuality EncodePng ExtractJpegShape"
    ),
    "ops.image.colors": "HSVToRGB RGBToHSV",
    "ops.image.combined_suppression": "CombinedNonMaxSuppression",
    "ops.image.crops": "CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage",
    "ops.image.distorted_boxes": "SampleDistortedBoundingBoxV2 StatelessSampleDistortedBoundingBox",
    "ops.image.glimpses": "ExtractGlimpse ExtractGlimpseV2",
    "ops.image.patches": "ExtractImagePatches ExtractVolumePatches",
    "ops.image.projective": "ImageProjectiveTransformV2 ImageProjectiveTransformV3",
    "ops.image.resize": (
        "ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor "
        "ResizeNearestNeighborGrad ScaleAndTranslate ScaleAndTranslateGrad _SumOfNearest"
    ),
    "ops.image.suppression": (
        "NonMaxSuppression NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5 "
        "NonMaxSuppressionWithOverlaps"
    ),
    "ops.index.approximate_top_k": "ApproxTopK",
    "ops.index.arg_max": "ArgMax ArgMin",
    "ops.index.dynamic_stitch": "DynamicPartition DynamicStitch ReverseSequence",
    "ops.index.gather": "Gather GatherNd GatherV2",
    "ops.index.neighbors": "KMC2ChainInitialization NearestNeighbors",
    "ops.index.scatter": (
        "ScatterNd TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub TensorScatterUpdate "
        "UnsortedSegmentSum"
    ),
    "ops.index.segments": (
        "SegmentMax SegmentMean SegmentMin SegmentProd SegmentSum UnsortedSegmentMax UnsortedSegmentMin "
        "UnsortedSegmentProd"
    ),
    "ops.index.slicing": "Slice StridedSlice StridedSliceGrad",
    "ops.index.sort": "InTopKV2 LowerBound TopKV2 UpperBound",
    "ops.index.sparse_segments": (
        "SparseSegmentMean SparseSegmentMeanGrad SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments "
        "SparseSegmentSqrtN SparseSegmentSqrtNGrad SparseSegmentSqrtNGradV2 "
        "SparseSegmentSqrtNWithNumSegments SparseSegmentSum SparseSegmentSumGrad SparseSegmentSumGradV2 "
        "SparseSegmentSumWithNumSegments"
    ),
    "ops.index.unravel": "UnravelIndex",
    "ops.index.updates": "ScatterNdNonAliasingAdd TensorStridedSliceUpdate",
    "ops.io.csv": "DecodeCSV",
    "ops.io.decoding": ("DecodeBase64 DecodeCompressed DecodeJSONExample DecodePaddedRaw DecodeRaw EncodeBase64"),
    "ops.io.files": "MatchingFiles ReadFile WriteFile",
    "ops.io.older_printing": "Print",
    "ops.io.parsing.records": "ParseExample ParseExampleV2 ParseSingleExample",
    "ops.io.parsing.sequence_records": ("ParseSequenceExample ParseSequenceExampleV2 ParseSingleSequenceExample"),
    "ops.io.printing": "PrintV2 StringFormat",
    "ops.io.protos": "DecodeProtoV2 EncodeProto",
    "ops.io.tensor_bytes": "ParseTensor SerializeTensor",
    "ops.linalg.decompositions": "Cholesky Lu Qr Svd",
    "ops.linalg.diagonals": ("Cross Diag DiagPart MatrixBandPart MatrixDiagPartV3 MatrixDiagV3 MatrixSetDiagV3"),
    "ops.linalg.eigen": "Eig SelfAdjointEigV2",
    "ops.linalg.einsum": "Einsum",
    "ops.linalg.matmul": "BatchMatMulV2 BatchMatMulV3 MatMul",
    "ops.linalg.roots": "MatrixLogarithm MatrixSquareRoot",
    "ops.linalg.solve": (
        "LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve MatrixSolveLs MatrixTriangularSolve"
    ),
    "ops.linalg.tridiagonal": "BandedTriangularSolve TridiagonalMatMul TridiagonalSolve",
    "ops.math.binary": "Add AddV2 Maximum Minimum Mul MulNoNan SquaredDifference Sub",
    "ops.math.binary_special": "AddN Atan2 NextAfter Xdivy Xlog1py Xlogy",
    "ops.math.bincount": "Bincount Bucketize DenseBincount",
    "ops.math.bitwise": "BitwiseAnd BitwiseOr BitwiseXor LeftShift PopulationCount RightShift",
    "ops.math.casts": "Bitcast Cast",
    "ops.math.clipping": "ClipByValue",
    "ops.math.comparison": (
        "ApproximateEqual Equal Greater GreaterEqual Less LessEqual LogicalAnd LogicalNot LogicalOr NotEqual"
    ),
    "ops.math.complex": "Angle Complex ComplexAbs Conj Imag Real",
    "ops.math.cumulative": "Cumprod Cumsum CumulativeLogsumexp",
    "ops.math.division": "Div DivNoNan FloorDiv FloorMod Mod Pow RealDiv TruncateDiv TruncateMod",
    "ops.math.incomplete_gamma": "Betainc Igamma IgammaGradA Igammac",
    "ops.math.more_special": (
        "BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1 Dawsn Expint FresnelCos "
        "FresnelSin Spence"
    ),
    "ops.math.reductions": "All Any EuclideanNorm Max Mean Min Prod Sum",
    "ops.math.special": ("BesselI0 BesselI0e BesselI1 BesselI1e Digamma Erf Erfc Erfinv Lgamma Ndtri Polygamma Zeta"),
    "ops.math.transcendental": (
        "Acos Acosh Asin Asinh Atan Atanh Cos Cosh Exp Expm1 Log Log1p Sigmoid SigmoidGrad Sin Sinh Tan Tanh TanhGrad"
    ),
    "ops.math.unary": (
        "Abs Ceil Floor Inv InvGrad Invert IsFinite IsInf IsNan Neg Reciprocal ReciprocalGrad Rint Round "
        "Rsqrt RsqrtGrad Sign Sqrt SqrtGrad Square"
    ),
    "ops.nn.activations": (
        "Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Selu SeluGrad Softplus "
        "SoftplusGrad Softsign SoftsignGrad"
    ),
    "ops.nn.batch_norm": "FusedBatchNormGradV3 FusedBatchNormV3",
    "ops.nn.batch_norm_older": "FusedBatchNorm FusedBatchNormV2",
    "ops.nn.candidate_sampling": (
        "AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler "
        "LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler UniformCandidateSampler"
    ),
    "ops.nn.convolution": (
        "Conv2D Conv2DBackpropFilter Conv2DBackpropInput Conv3D Conv3DBackpropFilterV2 Conv3DBackpropInputV2 "
        "DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput"
    ),
    "ops.nn.ctc": "CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss",
    "ops.nn.fake_quantization": (
        "FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars "
        "FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel "
        "FakeQuantWithMinMaxVarsPerChannelGradient"
    ),
    "ops.nn.isotonic": "IsotonicRegression",
    "ops.nn.layers": "BiasAdd BiasAddGrad BiasAddV1 L2Loss",
    "ops.nn.morphology": "Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput",
    "ops.nn.older_forms": (
        "BatchNormWithGlobalNormalization BatchNormWithGlobalNormalizationGrad Conv2DBackpropFilterV2 "
        "Conv2DBackpropInputV2 Conv3DBackpropFilter Conv3DBackpropInput FusedBatchNormGrad "
        "FusedBatchNormGradV2 MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolV2 QuantizeAndDequantize SparseMatMul"
    ),
    "ops.nn.pooling": (
        "AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad "
        "MaxPoolGrad MaxPoolGradGrad MaxPoolGradWithArgmax MaxPoolWithArgmax"
    ),
    "ops.nn.quantization": (
        "Dequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4 "
        "QuantizeAndDequantizeV4Grad QuantizeV2 QuantizedConcat"
    ),
    "ops.nn.response_normalization": "LRN LRNGrad",
    "ops.nn.sampled_losses": "ComputeAccidentalHits",
    "ops.nn.softmax": "LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits",
    "ops.nn.windows.fractional": ("FractionalAvgPool FractionalAvgPoolGrad FractionalMaxPool FractionalMaxPoolGrad"),
    "ops.nn.windows.fused": "Conv FusedPadConv2D FusedResizeAndPadConv2D",
    "ops.quantized.arithmetic": (
        "QuantizedAdd QuantizedAvgPool QuantizedBiasAdd QuantizedMaxPool QuantizedMul QuantizedRelu "
        "QuantizedRelu6 QuantizedReluX QuantizedReshape"
    ),
    "ops.quantized.products": "QuantizedConv2D QuantizedMatMul",
    "ops.quantized.ranges": (
        "QuantizeDownAndShrinkRange RequantizationRange RequantizationRangePerChannel Requantize RequantizePerChannel"
    ),
    "ops.quantized.uniform": (
        "UniformDequantize UniformQuantize UniformQuantizedAdd UniformQuantizedClipByValue "
        "UniformQuantizedDot UniformRequantize"
    ),
    "ops.ragged._padded_rows": "_PadRows",
    "ops.ragged.crosses": "RaggedCross SparseCross SparseCrossHashed SparseCrossV2",
    "ops.ragged.gather": "RaggedGather",
    "ops.ragged.records": "RaggedBincount RaggedTensorToSparse RaggedTensorToTensor",
    "ops.ragged.rows": "RaggedFillEmptyRows RaggedFillEmptyRowsGrad RaggedRange",
    "ops.ragged.variants": "RaggedTensorFromVariant RaggedTensorToVariant RaggedTensorToVariantGradient",
    "ops.random.distributions": (
        "RandomGamma RandomGammaGrad RandomPoisson RandomPoissonV2 StatelessParameterizedTruncatedNormal "
        "StatelessRandomPoisson"
    ),
    "ops.random.older_forms": (
        "StatelessRandomGammaV2 StatelessRandomGetKeyCounterAlg StatelessRandomNormal StatelessRandomUniform "
        "StatelessRandomUniformFullInt StatelessRandomUniformInt StatelessTruncatedNormal"
    ),
    "ops.random.sampling": (
        "Multinomial RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal"
    ),
    "ops.random.sobol": "SobolSample",
    "ops.random.stateless": (
        "StatelessMultinomial StatelessRandomGetAlg StatelessRandomGetKeyCounter StatelessRandomNormalV2 "
        "StatelessRandomUniformFullIntV2 StatelessRandomUniformIntV2 StatelessRandomUniformV2 "
        "StatelessTruncatedNormalV2"
    ),
    "ops.random.stateless_distributions": "StatelessRandomBinomial StatelessRandomGammaV3",
    "ops.random.stateless_shuffle": "RandomIndexShuffle StatelessShuffle",
    "ops.random.variable_state": (
        "NonDeterministicInts RngReadAndSkip RngSkip StatefulRandomBinomial StatefulStandardNormalV2 "
        "StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt"
    ),
    "ops.recurrent.blocks": "BlockLSTM BlockLSTMGrad BlockLSTMGradV2 BlockLSTMV2",
    "ops.recurrent.cells": "GRUBlockCell GRUBlockCellGrad LSTMBlockCell LSTMBlockCellGrad",
    "ops.recurrent.cudnn": (
        "CudnnRNN CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNCanonicalToParams "
        "CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize CudnnRNNParamsToCanonical "
        "CudnnRNNParamsToCanonicalV2 CudnnRNNV2 CudnnRNNV3"
    ),
    "ops.signal.fft": "FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D",
    "ops.sparse.construct": "SparseToDense",
    "ops.sparse.counts": ("DenseCountSparseOutput RaggedCountSparseOutput SparseBincount SparseCountSparseOutput"),
    "ops.sparse.csr": (
        "CSRSparseMatrixComponents CSRSparseMatrixToDense CSRSparseMatrixToSparseTensor "
        "DenseToCSRSparseMatrix SparseMatrixAdd SparseMatrixMul SparseMatrixNNZ SparseMatrixSoftmax "
        "SparseMatrixSoftmaxGrad SparseMatrixTranspose SparseMatrixZeros SparseTensorToCSRSparseMatrix"
    ),
    "ops.sparse.csr_products": "SparseMatrixMatMul SparseMatrixSparseCholesky SparseMatrixSparseMatMul",
    "ops.sparse.layout": (
        "SparseConcat SparseFillEmptyRows SparseFillEmptyRowsGrad SparseReorder SparseReshape SparseSlice "
        "SparseSliceGrad SparseSoftmax SparseSplit"
    ),
    "ops.sparse.records": (
        "SparseAdd SparseAddGrad SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseReduceMax "
        "SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse SparseSparseMaximum SparseSparseMinimum "
        "SparseTensorDenseAdd SparseTensorDenseMatMul"
    ),
    "ops.sparse.variants": "DeserializeManySparse DeserializeSparse SerializeManySparse SerializeSparse",
    "ops.state.counting": "ResourceCountUpTo",
    "ops.state.list_concat": "TensorListConcatV2 TensorListSplit",
    "ops.state.list_gather": "TensorListGather TensorListScatterIntoExistingList TensorListScatterV2",
    "ops.state.older_lists": ("TensorListConcat TensorListConcatLists TensorListPushBackBatch TensorListScatter"),
    "ops.state.tensor_list": (
        "EmptyTensorList TensorListElementShape TensorListFromTensor TensorListGetItem TensorListLength "
        "TensorListPopBack TensorListPushBack TensorListReserve TensorListResize TensorListSetItem "
        "TensorListStack"
    ),
    "ops.state.training": (
        "ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad ResourceApplyAdagradDA "
        "ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyAdamWithAmsgrad ResourceApplyAddSign "
        "ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2 ResourceApplyGradientDescent "
        "ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyPowerSign "
        "ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent ResourceApplyRMSProp "
        "ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad ResourceSparseApplyAdagradDA "
        "ResourceSparseApplyAdagradV2 ResourceSparseApplyCenteredRMSProp ResourceSparseApplyFtrl "
        "ResourceSparseApplyFtrlV2 ResourceSparseApplyKerasMomentum ResourceSparseApplyMomentum "
        "ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent "
        "ResourceSparseApplyRMSProp"
    ),
    "ops.state.variable_slices": (
        "ResourceGatherNd ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin "
        "ResourceScatterNdSub ResourceScatterNdUpdate ResourceStridedSliceAssign"
    ),
    "ops.state.variables": (
        "AssignAddVariableOp AssignSubVariableOp AssignVariableOp DestroyResourceOp ReadVariableOp "
        "ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin "
        "ResourceScatterMul ResourceScatterSub ResourceScatterUpdate VarHandleOp VarIsInitializedOp "
        "VariableShape"
    ),
    "ops.text.edit_distance": "EditDistance",
    "ops.text.hashing": "Fingerprint StringToHashBucket StringToHashBucketFast StringToHashBucketStrong",
    "ops.text.join": "AsString StringJoin StringLength",
    "ops.text.reduce_join": "ReduceJoin UnsortedSegmentJoin",
    "ops.text.regex": "RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace",
    "ops.text.split": "StringNGrams StringSplit StringSplitV2",
    "ops.text.transform": "StringLower StringStrip StringToNumber StringUpper Substr",
    "ops.text.unicode": "UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeTranscode",
    "ops.text.unicode_script": "UnicodeScript",
    "queues.accumulators": (
        "ResourceAccumulatorApplyGradient ResourceAccumulatorNumAccumulated ResourceAccumulatorSetGlobalStep "
        "ResourceAccumulatorTakeGradient ResourceConditionalAccumulator SparseAccumulatorApplyGradient "
        "SparseAccumulatorTakeGradient SparseConditionalAccumulator"
    ),
    "queues.barriers": (
        "Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany"
    ),
    "queues.kept_values": (
        "AddManySparseToTensorsMap AddSparseToTensorsMap CompositeTensorVariantFromComponents "
        "CompositeTensorVariantToComponents DeleteSessionTensor GetSessionHandle GetSessionTensor "
        "TakeManySparseFromTensorsMap"
    ),
    "queues.reader_records": (
        "FixedLengthRecordReaderV2 IdentityReaderV2 ReaderNumRecordsProducedV2 ReaderNumWorkUnitsCompletedV2 "
        "ReaderReadUpToV2 ReaderReadV2 ReaderResetV2 ReaderRestoreStateV2 ReaderSerializeStateV2 "
        "TFRecordReaderV2 TextLineReaderV2 WholeFileReaderV2"
    ),
    "queues.records": (
        "FIFOQueueV2 PaddingFIFOQueueV2 PriorityQueueV2 QueueCloseV2 QueueDequeueManyV2 QueueDequeueUpToV2 "
        "QueueDequeueV2 QueueEnqueueManyV2 QueueEnqueueV2 QueueIsClosedV2 QueueSizeV2 RandomShuffleQueueV2"
    ),
    "queues.stages": (
        "MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey OrderedMapClear "
        "OrderedMapIncompleteSize OrderedMapPeek OrderedMapSize OrderedMapStage OrderedMapUnstage "
        "OrderedMapUnstageNoKey Stage StageClear StagePeek StageSize Unstage"
    ),
    "queues.tensor_arrays": (
        "StackCloseV2 StackPopV2 StackPushV2 StackV2 TensorArrayCloseV3 TensorArrayConcatV3 "
        "TensorArrayGatherV3 TensorArrayGradV3 TensorArrayGradWithShape TensorArrayReadV3 "
        "TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3"
    ),
    "queues.tensor_maps": (
        "EmptyTensorMap TensorMapErase TensorMapHasKey TensorMapInsert TensorMapLookup TensorMapSize TensorMapStackKeys"
    ),
    "summary.records": ("AudioSummaryV2 HistogramSummary ImageSummary MergeSummary ScalarSummary TensorSummaryV2"),
    "summary.writer_records": (
        "CloseSummaryWriter CreateSummaryFileWriter FlushSummaryWriter ImportEvent SummaryWriter "
        "TensorSummary WriteAudioSummary WriteGraphSummary WriteHistogramSummary WriteImageSummary "
        "WriteRawProtoSummary WriteScalarSummary WriteSummary"
    ),
    "text.normalization": "CaseFoldUTF8 FindSourceOffsets NormalizeUTF8 NormalizeUTF8WithOffsetsMap",
    "text.sequences": "ConstrainedSequence",
    "text.similarity": "RougeL",
    "text.spanning_tree": "MaxSpanningTree",
    "text.tokenizers.bert_words": "FastBertNormalize",
    "text.tokenizers.bytes": "TFText>ByteSplitByOffsets TFText>ByteSplitWithOffsets",
    "text.tokenizers.fast_sentencepiece": ("TFText>FastSentencepieceDetokenize TFText>FastSentencepieceTokenize"),
    "text.tokenizers.fast_wordpiece": "FastWordpieceTokenizeWithOffsets TFText>FastWordpieceDetokenize",
    "text.tokenizers.patterns": "RegexSplitWithOffsets",
    "text.tokenizers.sentencepiece": (
        "SentencepieceDetokenizeOp SentencepieceIdToStringOp SentencepieceOp SentencepieceStringToIdOp "
        "SentencepieceTokenizeOp SentencepieceTokenizeWithOffsetsOp SentencepieceVocabSizeOp"
    ),
    "text.tokenizers.unicode": (
        "TFText>WhitespaceTokenizeWithOffsetsV2 UnicodeScriptTokenizeWithOffsets WhitespaceTokenizeWithOffsets"
    ),
    "text.tokenizers.wordpiece": "WordpieceTokenizeWithOffsets",
    "text.trimmers": "TFText>RoundRobinGenerateMasks TFText>RoundRobinTrim",
    "text.windows": "TFText>NgramsStringJoin",
}
"""Module (below `graphwright`) to the names of the ops it declares."""
