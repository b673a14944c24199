# Every target sets up what it needs, in environments inside this folder; it needs only Python (3.10 to 3.14) and make.
#
#   make demo                 train a classifier of handwritten digits (examples/digits.py); EXAMPLE=pictures: of JPEG files
#   make test                 run the tests
#   make test-xla             run the tests of the xla executor, with jax, in an environment of its own
#   make test-aarch64         run native tests on AArch64, under an emulator (a slice; ARGS=tests/runtime/native/lower: others)
#   make test-python3.14      run tests with Python 3.14, from Debian's packages
#   make lint                 ruff, mypy, import-linter and the schema of the workflows
#   make runtime              compile the C sources of the runtime again, after a change of them
#   make bench [PEERS=1]      measure against NumPy and the last release (and TensorFlow and jax; ARGS="--against CHECKOUT": an earlier state)
#   make bench SUITE=models    measure whole models by Keras (PEERS=1: against TensorFlow, ONNX Runtime, jax and torch)
#   make bench SUITE=xla       measure steps of models on a device of jax, beside the same by hand for jax (DEVICE=gpu: on a GPU)
#   make bench SUITE=ops       measure eager operations, on 2x2 and on a million elements (PEERS=1: against TensorFlow)
#   make bench SUITE=onnx      measure ONNX models of open sizes, written by torch and tf2onnx (PEERS=1: against ONNX Runtime)
#   make bench SUITE=families  measure families of ops at three sizes, with known and open ones (PEERS=1: against TensorFlow)
#   make bench SUITE=deploy    measure compiled libraries, called from C (PEERS=1: against ONNX Runtime and LiteRT)
#   make golden               record again, from TensorFlow, the values that tests compare with
#   make compare SEEDS=0:500  run random programs here and by TensorFlow, and print where the answers differ
#   make compare STATEMENTS=0:300  the same with programs of statements (XLA=1: by the xla executor)
#   make keras-test           run Keras's own tests on this package, in an environment of its own (ARGS=--all: every file)
#   make onnx-test            the tests of ONNX, with ONNX Runtime, in an environment of its own
#   make library-tests        run the core of other libraries' own tests on this package, in an environment of its own
#   make interop              exchange models and checkpoints with a real TensorFlow, summaries with TensorBoard, in environments of their own
#   make viewer               test the page of a function in a headless Chromium, which is installed where apt and root are
#   make pictures             make the pictures of docs/pictures with it
#   make docs                 build the site of the documentation into build/site, and test it in a headless Chromium
#                             (ARGS=--no-notebooks: without the outputs of tutorials)
#   make deploy               compile libraries for other machines and the examples of deployment, and run them
#   make release              check, build and tag a release (ARGS=--dry-run: build and check this commit)
#   make clean                remove all that was set up and built
#
# PYTHON=python3.12 chooses another interpreter; it is looked at when .venv is made, so `make clean` comes first.
# Further arguments: make test ARGS="-k gather", make demo ARGS="--epochs 5", make bench ARGS="--quick".

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-xla test-aarch64 test-python3.14 lint runtime bench golden compare interop keras-test onnx-test library-tests viewer pictures docs deploy release clean

ifndef PYTHON
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do \
	$$python -c 'import sys; sys.exit(not (3, 10) <= sys.version_info)' 2>/dev/null && echo $$python && break; done)
endif
ARGS ?=
SUITE ?=
DEVICE ?=
EXAMPLE ?= digits
MODEL_PEERS := -tensorflow -jax -torch
DEPLOY_PEERS := -tensorflow -litert
SEEDS ?= 0:500
STATEMENTS ?=
XLA ?=
# The interpreter that has jax: XLA_PYTHON=/path/to/python for one with jax for a GPU.
ifndef XLA_PYTHON
XLA_PYTHON := .venv-xla/bin/python
XLA_READY := .venv-xla/ready.stamp
endif
# The interpreters of the peers; name them where they stand ready: make bench PEERS=1 TENSORFLOW=/path/to/python JAX=...
ifndef TENSORFLOW
TENSORFLOW := .venv-tensorflow/bin/python
TENSORFLOW_READY := .venv-tensorflow/ready.stamp
endif
ifndef JAX
JAX := .venv-jax/bin/python
JAX_READY := .venv-jax/ready.stamp
endif
ifndef KERAS
KERAS := .venv-bench-keras/bin/python
KERAS_READY := .venv-bench-keras/ready.stamp
endif

# Debian's Chromium and its driver, installed where that can be done; without them the tests of the page skip, and say why.
CHROMIUM := command -v chromedriver >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	{ apt-get update -qq; apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-dejavu-core >/dev/null; }; } || true

# What runs libraries for other processors; without it those tests skip, and say why.
EMULATORS := command -v qemu-aarch64-static >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	{ apt-get update -qq; apt-get install -y -qq --no-install-recommends qemu-user-static libc6-arm64-cross libc6-riscv64-cross \
	nodejs cmake >/dev/null; }; } || true

PIP := -m pip --disable-pip-version-check install --quiet

help:
	@sed -n 's/^#   make/make/p' Makefile

demo: .venv/demo.stamp
	@.venv/bin/python examples/$(EXAMPLE).py $(ARGS)

test: .venv/test.stamp
	@.venv/bin/python -m pytest -n 2 $(ARGS)

# A part of the samples; ARGS... and XLA_SAMPLES=all for all of them.
test-xla: .venv-xla/ready.stamp
	@.venv-xla/bin/python -m pytest -n 2 tests/runtime/xla tests/interop/test_jax.py tests/distribute $(ARGS)

# Tests of what differs between processors: code generation, vectors, products, threads, the entry, the disk cache.
AARCH64_SLICE := tests/runtime/native/jit tests/runtime/native/runtime/test_threads.py
test-aarch64: .venv-aarch64/ready.stamp
	@.venv-aarch64/bin/python -m pytest -n 2 --timeout=1500 $(or $(ARGS),$(AARCH64_SLICE))

PYTHON_SLICE := tests/functions tests/extension_types tests/cli tests/core/test_buffers.py
test-python3.14: .venv-python3.14/ready.stamp
	@.venv-python3.14/bin/python -m pytest -n 2 $(or $(ARGS),$(PYTHON_SLICE))

lint: .venv/lint.stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

runtime: .venv/runtime.stamp
	@.venv/bin/python -m graphwright.runtime.native.runtime.build_c

ifneq ($(DEVICE),)
SUITE := xla
endif
ifeq ($(SUITE),xla)
bench: $(XLA_READY)
	@$(XLA_PYTHON) -m bench.devices $(if $(DEVICE),--device $(DEVICE)) $(ARGS)
else ifeq ($(SUITE),models)
bench: .venv/base.stamp $(KERAS_READY) $(if $(PEERS),$(MODEL_PEERS:%=.venv-models%/ready.stamp))
	@BENCH_GRAPHWRIGHT_PYTHON=$(KERAS) .venv/bin/python -m bench.model_suite \
	$(if $(PEERS),,--contenders graphwright) $(ARGS)
else ifeq ($(SUITE),onnx)
bench: .venv/base.stamp .venv-onnx/ready.stamp .venv-models-torch/ready.stamp
	@.venv/bin/python -m bench.open_models $(if $(PEERS),--peers) $(ARGS)
else ifeq ($(SUITE),deploy)
bench: .venv/base.stamp $(KERAS_READY) $(if $(PEERS),$(DEPLOY_PEERS:%=.venv-models%/ready.stamp))
	@BENCH_PROCESS_PYTHON=$(KERAS) .venv/bin/python -m bench.deploy $(if $(PEERS),--peers) $(ARGS)
else ifeq ($(SUITE),ops)
bench: .venv/base.stamp $(if $(PEERS),$(TENSORFLOW_READY))
	@BENCH_TENSORFLOW_PYTHON=$(TENSORFLOW) .venv/bin/python -m bench.eager_ops $(if $(PEERS),--peers) $(ARGS)
else ifeq ($(SUITE),families)
bench: .venv/base.stamp $(if $(PEERS),$(TENSORFLOW_READY))
	@BENCH_TENSORFLOW_PYTHON=$(TENSORFLOW) .venv/bin/python -m bench.families $(if $(PEERS),--peers) $(ARGS)
else
bench: .venv/base.stamp $(if $(PEERS),$(TENSORFLOW_READY) $(JAX_READY) $(KERAS_READY))
	@BENCH_TENSORFLOW_PYTHON=$(TENSORFLOW) BENCH_JAX_PYTHON=$(JAX) BENCH_KERAS_PYTHON=$(KERAS) \
	.venv/bin/python -m bench $(if $(PEERS),--peers) $(ARGS)
endif

golden: $(TENSORFLOW_READY)
	@$(TENSORFLOW) -m tests.golden.record $(ARGS)
	@$(TENSORFLOW) -m tests.differences.record
	@$(TENSORFLOW) -m tests.behaviour.record
	@$(TENSORFLOW) -m tests.complaints.record
	@$(TENSORFLOW) -m tests.checkpoint.programs golden tests/golden/data/checkpoints
	@$(TENSORFLOW) -m tests.distribute.dtensor_program
	@$(TENSORFLOW) -m tests.compare.statements.record

ifneq ($(STATEMENTS),)
compare: .venv/test.stamp $(TENSORFLOW_READY) $(if $(XLA),$(XLA_READY))
	@.venv/bin/python -m tests.compare.statements.run --tensorflow $(TENSORFLOW) --seeds $(STATEMENTS) \
	$(if $(XLA),--executor xla --python $(XLA_PYTHON)) $(ARGS)
else
compare: .venv/test.stamp $(TENSORFLOW_READY)
	@.venv/bin/python -m tests.compare.run --tensorflow $(TENSORFLOW) --seeds $(SEEDS) $(ARGS)
endif

interop: .venv/test.stamp .venv/viewer.stamp $(TENSORFLOW_READY) .venv-tensorboard/ready.stamp
	@$(CHROMIUM)
	@GRAPHWRIGHT_TENSORFLOW=$(TENSORFLOW) GRAPHWRIGHT_TENSORBOARD=.venv-tensorboard/bin/python .venv/bin/python -m pytest -m interop \
		tests/aot tests/checkpoint tests/compare tests/saved_model tests/serving tests/sessions tests/summary $(ARGS)

viewer: .venv/test.stamp .venv/viewer.stamp
	@$(CHROMIUM)
	@.venv/bin/python -m pytest tests/viewer $(ARGS)

pictures: .venv/test.stamp .venv/viewer.stamp .venv-tensorboard/ready.stamp
	@$(CHROMIUM)
	@.venv/bin/python -m tests.viewer.pictures
	@GRAPHWRIGHT_TENSORBOARD=.venv-tensorboard/bin/python .venv/bin/python -m tests.summary.pictures
	@GRAPHWRIGHT_CPU_FEATURES=avx2 .venv/bin/python -m docs.site.diagrams

keras-test: .venv-keras/ready.stamp
	@.venv-keras/bin/python -m tests.keras.suite $(ARGS)

onnx-test: .venv-onnx/ready.stamp
	@.venv-onnx/bin/python -m pytest -n 2 tests/onnx $(ARGS)

docs: .venv-docs/ready.stamp
	@$(CHROMIUM)
	@.venv-docs/bin/python -m docs.site $(ARGS)
	@.venv-docs/bin/python -m pytest tests/site tests/examples

deploy: .venv-deploy/ready.stamp
	@$(CHROMIUM)
	@$(EMULATORS)
	@.venv-deploy/bin/python -m pytest -n auto -m deploy tests/aot $(ARGS)

library-tests: .venv-libraries/ready.stamp
	@.venv-libraries/bin/python -m tests.libraries.core

release: .venv-release/ready.stamp
	@.venv-release/bin/python -m release $(ARGS)

clean:
	rm -rf .venv .venv-aarch64 .venv-python3.14 .venv-release .venv-tensorflow .venv-tensorboard .venv-jax .venv-keras .venv-bench-keras .venv-libraries .venv-onnx .venv-docs $(MODEL_PEERS:%=.venv-models%) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	rm -rf .venv-xla
	find src tests bench examples -name __pycache__ -prune -exec rm -rf {} + ; rm -rf src/*.egg-info

# An environment, and what each target adds to it: the package itself in place, with one group of its extras.
.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.10 or newer is needed, and none was found; name one: make PYTHON=..." >&2; exit 1; }
	@echo "setting up .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "python -m venv failed: on Debian, install python3-venv" >&2; exit 1; }

.venv/base.stamp: pyproject.toml | .venv/bin/python
	@echo "installing graphwright and what it needs (once; NumPy and LLVM are about 80 MB to fetch)"
	@.venv/bin/python $(PIP) --editable .
	@touch $@

.venv/demo.stamp .venv/test.stamp .venv/lint.stamp .venv/runtime.stamp .venv/viewer.stamp: .venv/%.stamp: .venv/base.stamp
	@echo "installing what 'make $*' needs"
	@.venv/bin/python $(PIP) --editable '.[$*]'
	@touch $@

.venv-aarch64/ready.stamp .venv-python3.14/ready.stamp: .venv-%/ready.stamp: tests/platforms/debian_python.py .venv/test.stamp
	@echo "setting up $(@D) from Debian's packages and PyPI's wheels"
	@$(EMULATORS)
	@rm -rf $(@D)
	@.venv/bin/python -m tests.platforms.debian_python $* $(@D)
	@touch $@

.venv-keras/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with Keras and what its tests need"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[keras-test]'
	@touch $@

.venv-onnx/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with onnx, ONNX Runtime and Keras"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[onnx-test]'
	@touch $@

.venv-docs/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with Sphinx and Keras"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[docs]'
	@touch $@

.venv-deploy/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with a compiler for all targets and Keras"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[deploy-test]'
	@touch $@

.venv-xla/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with jax"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[xla,test,keras]'
	@touch $@

# GPflow and TensorFlow Probability ask for TensorFlow: they are installed without it, and what else they need with the extra.
.venv-libraries/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with dm-sonnet, einops, GPflow and what their tests need"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[library-tests]'
	@$(@D)/bin/python $(PIP) --no-deps gpflow==2.11.2 tensorflow-probability==0.25.0 tf-keras==2.21.0
	@touch $@

# Keras and nothing else: it imports jax and pandas where they are.
.venv-bench-keras/ready.stamp: pyproject.toml
	@echo "setting up $(@D) with Keras"
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) --editable '.[keras]'
	@touch $@

# What whole models are measured against, with the same Keras; ONNX Runtime runs what TensorFlow's models are converted to.
.venv-release/ready.stamp: PACKAGES := build twine cyclonedx-bom
.venv-models-tensorflow/ready.stamp: PACKAGES := tensorflow-cpu keras onnxruntime tf2onnx
.venv-models-litert/ready.stamp: PACKAGES := ai-edge-litert
.venv-models-jax/ready.stamp: PACKAGES := jax keras
.venv-models-torch/ready.stamp: PACKAGES := torch==2.13.0 keras onnx
# TensorFlow leaves its summaries of scalars, pictures and so on to TensorBoard.
.venv-tensorflow/ready.stamp: PACKAGES := tensorflow-cpu tensorboard grpcio
.venv-tensorflow/ready.stamp: ALONE := tensorflow-text tensorflow-serving-api  # they ask for the larger build of TensorFlow
.venv-jax/ready.stamp: PACKAGES := jax
# TensorBoard's own interface for hyperparameters takes this package for TensorFlow, and asks for Keras.
.venv-tensorboard/ready.stamp: PACKAGES := tensorboard --editable '.[keras]'
.venv-tensorflow/ready.stamp .venv-jax/ready.stamp .venv-tensorboard/ready.stamp .venv-release/ready.stamp $(MODEL_PEERS:%=.venv-models%/ready.stamp) .venv-models-litert/ready.stamp:
	@echo "setting up $(@D) with $(PACKAGES)"
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python $(PIP) $(PACKAGES)
	@$(if $(ALONE),$(@D)/bin/python $(PIP) --no-deps $(ALONE))
	@touch $@
