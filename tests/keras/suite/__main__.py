"""Keras's own tests on this package: `make keras-test`.

Without arguments the files of `DAILY` are run, with `--all` those of `FILES`, else the files that are named
(`layers.core.dense_test`). What is known to fail stands with its cause in `known_failures.txt` and is expected to; any
other failure ends the run with 1.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent

DAILY: list[str] = """
    layers.core.dense_test layers.convolutional.conv_test layers.normalization.batch_normalization_test
    layers.regularization.dropout_test layers.core.embedding_test layers.rnn.lstm_test
    layers.attention.multi_head_attention_test layers.layer_test models.functional_test models.sequential_test
    losses.losses_test metrics.metric_test metrics.accuracy_metrics_test optimizers.adam_test optimizers.sgd_test
    optimizers.optimizer_test trainers.trainer_test
""".split()  # noqa: SIM905 (a name a word reads better)
"""What is run on every change."""

REST: list[str] = """
    activations.activations_test backend.common.backend_utils_test backend.common.compute_output_spec_test
    backend.common.dtypes_test backend.common.global_state_test backend.common.keras_tensor_test
    backend.common.masking_test backend.common.remat_test backend.common.stateless_scope_test
    backend.common.symbolic_scope_test backend.common.thread_safe_test backend.tensorflow.distribute_test
    backend.tensorflow.optimizer_distribute_test backend.tests.compute_output_spec_test
    backend.tests.device_scope_test callbacks.backup_and_restore_test callbacks.callback_test
    callbacks.csv_logger_test callbacks.early_stopping_test callbacks.lambda_callback_test
    callbacks.learning_rate_scheduler_test callbacks.model_checkpoint_test callbacks.monitor_callback_test
    callbacks.orbax_checkpoint_test callbacks.reduce_lr_on_plateau_test callbacks.remote_monitor_test
    callbacks.swap_ema_weights_test callbacks.terminate_on_nan_test constraints.constraints_test
    datasets.npz_utils_test distillation.distillation_loss_test distillation.distiller_test
    distribution.distribution_lib_test dtype_policies.dtype_policy_map_test dtype_policies.dtype_policy_test
    export.litert_test export.openvino_test export.tfsm_layer_test initializers.constant_initializers_test
    initializers.initializer_test layers.activations.activation_test layers.activations.elu_test
    layers.activations.leaky_relu_test layers.activations.prelu_test layers.activations.relu_test
    layers.activations.softmax_test layers.attention.additive_attention_test layers.attention.attention_test
    layers.attention.grouped_query_attention_test layers.convolutional.conv_transpose_test
    layers.convolutional.depthwise_conv_test layers.convolutional.separable_conv_test
    layers.core.einsum_dense_test layers.core.identity_test layers.core.input_layer_test
    layers.core.lambda_layer_test layers.core.masking_test layers.core.reversible_embedding_test
    layers.core.wrapper_test layers.merging.merging_test layers.normalization.group_normalization_test
    layers.normalization.rms_normalization_test layers.normalization.spectral_normalization_test
    layers.normalization.unit_normalization_test layers.pooling.adaptive_pooling1d_test
    layers.pooling.adaptive_pooling2d_test layers.pooling.adaptive_pooling3d_test
    layers.pooling.average_pooling_test layers.pooling.global_average_pooling_test
    layers.pooling.global_max_pooling_test layers.preprocessing.category_encoding_test
    layers.preprocessing.feature_space_test layers.preprocessing.hashed_crossing_test
    layers.preprocessing.hashing_test layers.preprocessing.image_preprocessing.aug_mix_test
    layers.preprocessing.image_preprocessing.auto_contrast_test
    layers.preprocessing.image_preprocessing.base_image_preprocessing_layer_test
    layers.preprocessing.image_preprocessing.bounding_boxes.converters_test
    layers.preprocessing.image_preprocessing.bounding_boxes.iou_test
    layers.preprocessing.image_preprocessing.bounding_boxes.validation_test
    layers.preprocessing.image_preprocessing.center_crop_test
    layers.preprocessing.image_preprocessing.clahe_test layers.preprocessing.image_preprocessing.cut_mix_test
    layers.preprocessing.image_preprocessing.equalization_test
    layers.preprocessing.image_preprocessing.max_num_bounding_box_test
    layers.preprocessing.image_preprocessing.mix_up_test
    layers.preprocessing.image_preprocessing.rand_augment_test
    layers.preprocessing.image_preprocessing.random_brightness_test
    layers.preprocessing.image_preprocessing.random_color_degeneration_test
    layers.preprocessing.image_preprocessing.random_color_jitter_test
    layers.preprocessing.image_preprocessing.random_contrast_test
    layers.preprocessing.image_preprocessing.random_crop_test
    layers.preprocessing.image_preprocessing.random_elastic_transform_test
    layers.preprocessing.image_preprocessing.random_erasing_test
    layers.preprocessing.image_preprocessing.random_flip_test
    layers.preprocessing.image_preprocessing.random_gaussian_blur_test
    layers.preprocessing.image_preprocessing.random_grayscale_test
    layers.preprocessing.image_preprocessing.random_hue_test
    layers.preprocessing.image_preprocessing.random_invert_test
    layers.preprocessing.image_preprocessing.random_perspective_test
    layers.preprocessing.image_preprocessing.random_posterization_test
    layers.preprocessing.image_preprocessing.random_rotation_test
    layers.preprocessing.image_preprocessing.random_saturation_test
    layers.preprocessing.image_preprocessing.random_sharpness_test
    layers.preprocessing.image_preprocessing.random_shear_test
    layers.preprocessing.image_preprocessing.random_translation_test
    layers.preprocessing.image_preprocessing.random_zoom_test
    layers.preprocessing.image_preprocessing.solarization_test layers.preprocessing.index_lookup_test
    layers.preprocessing.integer_lookup_test layers.preprocessing.mel_spectrogram_test
    layers.preprocessing.normalization_test layers.preprocessing.pipeline_test
    layers.preprocessing.stft_spectrogram_test layers.regularization.activity_regularization_test
    layers.regularization.alpha_dropout_test layers.regularization.gaussian_dropout_test
    layers.regularization.gaussian_noise_test layers.regularization.spatial_dropout_test
    layers.reshaping.cropping1d_test layers.reshaping.cropping2d_test layers.reshaping.cropping3d_test
    layers.reshaping.flatten_test layers.reshaping.permute_test layers.reshaping.repeat_vector_test
    layers.reshaping.reshape_test layers.reshaping.up_sampling1d_test layers.reshaping.up_sampling2d_test
    layers.reshaping.up_sampling3d_test layers.reshaping.zero_padding1d_test
    layers.reshaping.zero_padding2d_test layers.reshaping.zero_padding3d_test layers.rnn.bidirectional_test
    layers.rnn.conv_lstm1d_test layers.rnn.conv_lstm2d_test layers.rnn.conv_lstm3d_test
    layers.rnn.conv_lstm_test layers.rnn.dropout_rnn_cell_test layers.rnn.simple_rnn_test
    layers.rnn.stacked_rnn_cells_test layers.rnn.time_distributed_test legacy.saving.json_utils_test
    legacy.saving.legacy_h5_format_test losses.loss_test metrics.confusion_metrics_test
    metrics.correlation_metrics_test metrics.f_score_metrics_test metrics.hinge_metrics_test
    metrics.iou_metrics_test metrics.probabilistic_metrics_test metrics.reduction_metrics_test
    metrics.regression_metrics_test models.cloning_test models.variable_mapping_test ops.einops_test
    ops.function_test ops.image_test ops.node_test ops.operation_test ops.operation_utils_test ops.ops_test
    ops.symbolic_arguments_test optimizers.adadelta_test optimizers.adafactor_test optimizers.adagrad_test
    optimizers.adamax_test optimizers.adamw_test optimizers.ftrl_test optimizers.lamb_test optimizers.lion_test
    optimizers.loss_scale_optimizer_test optimizers.multi_optimizer_test optimizers.muon_test
    optimizers.nadam_test optimizers.optimizer_sparse_test optimizers.rmsprop_test
    optimizers.schedule_free_adamw_test optimizers.schedules.learning_rate_schedule_test
    quantizers.awq_config_test quantizers.awq_test quantizers.gptq_config_test quantizers.gptq_core_test
    quantizers.gptq_test quantizers.quantization_config_test quantizers.quantizers_test quantizers.utils_test
    regularizers.regularizers_test saving.file_editor_test saving.object_registration_test
    saving.saving_api_test saving.serialization_lib_test testing.test_utils_test trainers.compile_utils_test
    trainers.data_adapters.data_adapter_utils_test trainers.epoch_iterator_test utils.audio_dataset_utils_test
    utils.backend_utils_test utils.code_stats_test utils.dtype_utils_test utils.file_utils_test
    utils.image_dataset_utils_test utils.image_utils_test utils.io_utils_test utils.jax_layer_test
    utils.naming_test utils.numerical_utils_test utils.progbar_test utils.python_utils_test utils.rng_utils_test
    utils.sequence_utils_test utils.summary_utils_test utils.text_dataset_utils_test
    utils.timeseries_dataset_utils_test utils.tracking_test
""".split()  # noqa: SIM905
"""The files that are run with `--all` only, because all take half an hour."""

FILES = [
    *DAILY,
    *"""
    backend.common.name_scope_test backend.common.variables_test backend.tensorflow.name_scope_test
    backend.tensorflow.saved_model_test export.saved_model_test initializers.random_initializers_test
    layers.normalization.layer_normalization_test layers.pooling.max_pooling_test layers.rnn.gru_test
    layers.rnn.rnn_test models.model_test ops.core_test ops.linalg_test ops.math_test ops.nn_test ops.numpy_test
    random.random_test random.seed_generator_test saving.saving_lib_test tree.tree_test
    """.split(),  # noqa: SIM905
    *REST,
]
"""Every file that can run: the others import torch, grain, onnxruntime or scikit-learn, or load pretrained models."""


def run(file: str, options: list[str]) -> tuple[int, str]:
    """Run one file; the exit code and the last line that pytest prints."""
    pytest = [sys.executable, "-m", "pytest", "-c", "pytest.ini", "-p", "standing_in", "-p", "no:cacheprovider"]
    command = [*pytest, *options, "--pyargs", f"keras.src.{file}"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-20_000:], done.stderr[-2_000:], sep="\n")
    lines = done.stdout.strip().splitlines()
    return done.returncode, re.sub(r"[= ]*(.*?)[= ]*$", r"\1", lines[-1]) if lines else "printed nothing"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="modules below keras.src")
    parser.add_argument("--all", action="store_true", help="every file that counts")
    parser.add_argument("-k", help="only the tests that pytest's expression selects")
    provided = parser.parse_args()
    options = ["-q", "-W", "ignore", "--tb=short", *(["-k", provided.k] if provided.k else [])]
    failed = 0
    for file in provided.files or (FILES if provided.all else DAILY):
        start = time.monotonic()
        code, reported = run(file, options)
        failed |= code != 0
        print(f"{'FAILED' if code else 'ok    '} {file:55} {reported} ({time.monotonic() - start:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
