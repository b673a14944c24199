"""The libraries whose own tests are run on this package: where they are, what they need, and why tests fail.

Their sources are fetched to be run and are no part of this repository.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Suite:
    """A library's own tests.

    Attributes:
      title: the library's name.
      repository, commit: where its source is, and which state of it was measured.
      requirements: what it needs besides this package, as pip takes it.
      tests: patterns of its test files.
      goal: the share that must pass of the tests that pass with TensorFlow.
      causes: why tests fail: a part of the error's text, and the reason. The first that fits counts.
      excluded: parts of the paths of test files that are left out.
      options: further arguments of pytest.
      environment: variables of the process that runs the tests.
      selection: which tests these are, where it is not all of them.
    """

    title: str
    repository: str
    commit: str
    requirements: tuple[str, ...]
    tests: tuple[str, ...]
    goal: float
    causes: tuple[tuple[str, str], ...] = ()
    excluded: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    selection: str = "all"

    def files(self, source: Path) -> list[str]:
        """The test files below `source`, in order."""
        found = {str(path.relative_to(source)) for pattern in self.tests for path in source.glob(pattern)}
        return sorted(file for file in found if not any(part in file for part in self.excluded))


_KERAS_HUB_FAMILIES = ("bert", "gemma", "gpt2", "llama", "mistral", "resnet", "t5", "vit")

_PROBABILITY = (
    "bijectors/ascending bijectors/categorical_to_discrete bijectors/cumsum bijectors/discrete_cosine_transform "
    "bijectors/exp bijectors/expm1 bijectors/frechet_cdf bijectors/generalized_pareto bijectors/gumbel_cdf "
    "bijectors/kumaraswamy_cdf bijectors/pad bijectors/permute bijectors/power bijectors/reciprocal bijectors/reshape "
    "bijectors/scale bijectors/shift bijectors/sigmoid bijectors/softplus bijectors/square bijectors/transpose "
    "distributions/bates distributions/bernoulli distributions/beta distributions/categorical distributions/cauchy "
    "distributions/chi2 distributions/deterministic distributions/dirichlet distributions/exponential "
    "distributions/finite_discrete distributions/gamma distributions/geometric distributions/gumbel "
    "distributions/half_normal distributions/laplace distributions/logistic distributions/lognormal "
    "distributions/normal distributions/pareto distributions/poisson distributions/uniform distributions/zipf "
    "math/diag_jacobian math/gradient math/gram_schmidt math/interpolation math/linalg math/numeric math/root_search "
    "math/scan_associative math/sparse mcmc/diagnostic mcmc/internal/util mcmc/langevin mcmc/metropolis_hastings "
    "mcmc/sample bijectors/identity bijectors/softsign bijectors/tanh sts/components/local_level sts/internal/util "
    "sts/regularization"
)
"""63 files of its distributions, bijectors, mcmc, math and sts."""

SUITES = {
    "einops": Suite(
        "einops",
        "https://github.com/arogozhnikov/einops",
        "8e911db71f2e693a0c434b041180388c685ed06f",
        ("pytest", "keras"),
        ("einops/tests/test_*.py",),
        0.97,
        environment=(("EINOPS_TEST_BACKENDS", "numpy,tensorflow"),),
        selection="of its backends NumPy's and TensorFlow's",
    ),
    "keras_hub": Suite(
        "keras-hub",
        "https://github.com/keras-team/keras-hub",
        "e68fccb7055e7ae4d15766d61ab4eca715d15692",
        ("pytest", "keras==3.15.1", "dm-tree", "regex", "rich", "kagglehub", "tokenizers", "sentencepiece<0.2.2"),
        tuple(f"keras_hub/src/models/{family}/*_test.py" for family in _KERAS_HUB_FAMILIES),
        0.97,
        environment=(("KERAS_BACKEND", "tensorflow"),),
        selection=f"the models {', '.join(_KERAS_HUB_FAMILIES)}, without tensorflow-text",
    ),
    "tensornetwork": Suite(
        "tensornetwork",
        "https://github.com/google/TensorNetwork",
        "e12580f1749493dbe05f474d2fecdec4eaba73c5",
        ("pytest", "jax", "torch", "graphviz", "opt_einsum", "h5py", "scipy"),
        ("tensornetwork/**/*_test.py",),
        0.97,
        excluded=(
            *(f"backends/{other}/" for other in ("jax", "numpy", "pytorch", "symmetric")),
            # these import `jax.config`, a module that jax no longer has
            *("base_mps_test.py", "infinite_mps_test.py", "node_linalg_test.py", "linalg/tests/initialization_test.py"),
        ),
        options=("-k", "tensorflow"),
        selection="of its backends TensorFlow's",
    ),
    "tensorly": Suite(
        "tensorly",
        "https://github.com/tensorly/tensorly",
        "acc439e9f9662c2b10ccdb53e5e88a0a40090525",
        ("pytest", "scipy"),
        ("tensorly/**/tests/test_*.py",),
        0.97,
        environment=(("TENSORLY_BACKEND", "tensorflow"),),
        selection="all files but two, which have no tests without the package sparse",
    ),
    "sonnet": Suite(
        "dm-sonnet",
        "https://github.com/google-deepmind/sonnet",
        "26b0518d42088d3cdccec7421a8aa6fbafbe4775",
        ("pytest", "dm-tree", "tabulate", "wrapt", "absl-py", "mock", "scipy", "keras"),
        ("sonnet/**/*_test.py",),
        0.95,
        (
            ("keras.optimizers.legacy", "Keras 3 has no legacy optimizers"),
            ("'unwrap'", "strategies have no `unwrap`"),
            ("_values'", "variables of a strategy are not split into replicas"),
            ("'values'", "variables of a strategy are not split into replicas"),
            ("ONLY_FIRST_REPLICA", "variables of a strategy are not split into replicas"),
            ("test_keras_layer_inside_sonnet_module", "Keras 3's layers are no modules that others find"),
            ("test_layer_adapter_custom_method", "Keras 3 finds no variables of modules, where Keras 2 did"),
            ("test_layer_with_model", "Keras 3's shapes are tuples"),
            ("resnet50/checkpoint-1", "a large file of the repository that is fetched apart"),
            ("as_default", "graphs of TensorFlow 1"),
            ("!= 0", "Keras 3 finds no variables in modules that are attributes of a layer, where Keras 2 did"),
            ("CudnnRNN", "`tf.raw_ops.CudnnRNN` was not there when this file was run last; it can be traced now"),
            ("Element counts", "a tape has other objects for the variables that a called function takes as arguments"),
            ("test_requests_variables_before_they_exist", "the error spells the call of the module's class out"),
            ("TensorVariable", "a model is read outside of the transformed function that created it"),
        ),
    ),
    "gpflow": Suite(
        "GPflow",
        "https://github.com/GPflow/GPflow",
        "81fe1fb86a77d3d49d30ab4f8e739e25bbd71f56",
        (
            *("pytest", "keras", "tensorflow-probability==0.25.0", "check_shapes", "deprecated", "multipledispatch"),
            *("lark", "matplotlib", "setuptools<80"),
        ),
        ("tests/gpflow/**/test_*.py",),
        0.95,
        causes=(
            ("NaturalGradient", "an optimizer calls the initializer of Keras 2, whose first argument is a name"),
            ("'minimize'", "optimizers of Keras 3 have no `minimize`"),
            ("Layer.__init__()", "layers of Keras 3 take no positional arguments"),
            ("[Polynomial]", "the last digits of the least eigenvalue, of numbers that depend on the tests before"),
            ("__original_wrapped__", "functions have no `__original_wrapped__`"),
            ("test_print_summary_output_string", "the class of variables is `Variable`, not `ResourceVariable`"),
        ),
        selection="all",
    ),
    "probability": Suite(
        "TensorFlow Probability",
        "https://github.com/tensorflow/probability",
        "9709569d9c1159dc54154044f679edc4a15bd26b",
        ("pytest", "keras", "absl-py", "dm-tree", "cloudpickle", "decorator", "gast", "hypothesis", "scipy"),
        tuple(f"tensorflow_probability/python/{path}_test.py" for path in _PROBABILITY.split()),
        0.85,
        causes=(
            ("KerasTensor cannot be used", "Keras 3 refuses its symbolic tensors where Keras 2 made layers of ops"),
            ("_python_function'", "`functools.wraps` finds no `_python_function` among the attributes of a function"),
            ("at_root_graph", "a folded constant and compiled code differ in the last bit of an exponential"),
        ),
        selection="of distributions, bijectors, mcmc, math and sts",
    ),
    "datasets": Suite(
        "tensorflow-datasets",
        "https://github.com/tensorflow/datasets",
        "v4.9.10",
        ("pytest", "dill", "mock", "pandas", "tensorflow-datasets==4.9.10", "keras==3.15.1"),
        ("tensorflow_datasets/core/*_test.py", "tensorflow_datasets/core/features/*_test.py"),
        0.9,
        excluded=("beam", "lazy_imports"),
        selection="measured so far of its core and its features",
    ),
    "hub": Suite(
        "tensorflow-hub",
        "https://github.com/tensorflow/hub",
        "26c94f67716f457efaa70c63b4d1b561a08be9f1",
        ("pytest", "keras==3.15.1", "tensorflow-hub==0.16.1", "tf-keras==2.21.0"),
        ("tensorflow_hub/*_test.py",),
        0.9,
        causes=(
            ("experimental_autocast", "`hub.KerasLayer` is a layer of Keras 2, which is not here"),
            ("Only input tensors may be passed", "`hub.KerasLayer` is a layer of Keras 2, which is not here"),
            ("KerasLayer.call()", "`hub.KerasLayer` is a layer of Keras 2, which is not here"),
            ("compute_output_shape", "`hub.KerasLayer` is a layer of Keras 2, which is not here"),
            ("testNotFoundGCSBucket", "there is no file system of Google Cloud Storage"),
            ("feature_column", "there are no feature columns"),
            ("keras_layer_test", "`hub.KerasLayer` is a layer of Keras 2, which is not here"),
            ("fingerprint.pb", "models are saved without a file of fingerprints"),
        ),
        selection="measured so far",
    ),
    "tf2onnx": Suite(
        "tf2onnx",
        "https://github.com/onnx/tensorflow-onnx",
        "6537fcb2ee9868f7446a278dc1473915cdec5d45",
        (
            "pytest",
            "keras==3.15.1",
            "onnx==1.23.2",
            "onnxruntime==1.32.0",
            "parameterized",
            "pyyaml",
            "requests",
            "graphviz",
        ),
        ("tests/test_*.py",),
        0.9,
        # these need TensorFlow Lite, TensorFlow.js or models from the network
        excluded=("tflite", "tfjs", "pretrained", "cudnn", "test_profile", "test_example"),
        options=("-o", "addopts="),
        environment=(
            *(("TF2ONNX_SKIP_TFLITE_TESTS", "TRUE"), ("TF2ONNX_SKIP_TFJS_TESTS", "TRUE")),
            ("KERAS_BACKEND", "tensorflow"),
        ),
        selection="measured so far, without TensorFlow Lite and TensorFlow.js",
    ),
    "tf_slim": Suite(
        "tf-slim",
        "https://github.com/google-research/tf-slim",
        "1287b1ef9a5b7e5f63ea09ed4995ee5d1bee2a09",
        ("pytest", "tf-slim==1.1.0"),
        tuple(f"tf_slim/{part}/*_test.py" for part in ("layers", "losses", "ops", "training")),
        0.9,
        causes=(
            ("Devices ", "variables have no device: there is one"),
            ("ResourceVariable", "every variable is one of handles, and an instance of `tf.Variable`"),
            ("replica_device_setter", "variables are not placed on parameter servers"),
            ("transpose_1", "pools with channels first are done without transposing"),
            ("renorm", "batch normalization has no `adjustment`"),
            ("float32_ref", "there are no dtypes of references"),
            ("testCreateOpFused", "the fused normalization of layers is made of single operations"),
            ("metric_learning_test.py: ", "the file takes longer than ten minutes"),
            ("LayerNormTest::testOutputBigInputFloat32", "the last digits of a mean over many values"),
        ),
        selection="of its layers, losses, ops and training",
    ),
}
