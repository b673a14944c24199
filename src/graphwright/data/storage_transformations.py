"""Datasets in files: lists of files, elements that are saved and loaded, snapshots; errors that are ignored."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from graphwright.autograph import do_not_convert
from graphwright.base import errors
from graphwright.base.dtypes import int64, string
from graphwright.base.files import local_path, read_regular, told_as_tensorflow_does
from graphwright.base.services import STRUCTURED_VALUES
from graphwright.base.tracebacks import shortened
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.data import records_storage as records
from graphwright.data.regrouping_transformations import RegroupingTransformations
from graphwright.data.structure import output_attrs
from graphwright.data.tracing import trace, trace_on_elements

D = TypeVar("D", bound="StorageTransformations")

_SPEC_FILE = "dataset_spec.pb"
_SHARDS_AT_A_TIME = 16


class StorageTransformations(RegroupingTransformations):
    """Datasets in files, and of files."""

    @staticmethod
    def list_files(file_pattern: Any, shuffle: bool | None = None, seed: Any = None, name: str | None = None) -> Any:
        """The names of files that match a pattern, or one of several.

        Args:
          file_pattern: a string, a list or a tensor of them, as for `tf.io.gfile.glob`.
          shuffle: whether each iteration has another order, which is the default; else the names are sorted.
          seed: of the order, as for `shuffle`.
          name: of the operation.

        Raises InvalidArgumentError if there is no such file.

        >>> import os, tempfile
        >>> folder = tempfile.mkdtemp()
        >>> for name in ("b.txt", "a.txt"):
        ...     tf.io.write_file(os.path.join(folder, name), "")
        >>> [os.path.basename(x.numpy()) for x in tf.data.Dataset.list_files(folder + "/*", shuffle=False)]
        [b'a.txt', b'b.txt']
        """
        from graphwright.data.dataset import Dataset
        from graphwright.ops.io.files import matching_files

        pattern = convert_to_tensor(file_pattern, string)
        found = matching_files(pattern)
        some = apply("Greater", (apply("Size", (found,)), np.int32(0)))
        apply_effect("Assert", (some, ["No files matched pattern: ", pattern]), {"summarize": 3})
        dataset = Dataset.from_tensor_slices(found, name=name)
        if shuffle is False:
            return dataset
        count = apply("Maximum", (apply("Size", (found,), {"out_type": int64}), np.int64(1)))
        return dataset.shuffle(count, seed=seed, name=name)

    def ignore_errors(self: D, log_warning: bool = False, name: str | None = None) -> D:
        """The elements without those whose production raises an error.

        >>> numbers = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
        >>> inverses = numbers.map(lambda x: tf.debugging.check_numerics(1.0 / x, "inverse"))
        >>> [float(x) for x in inverses.ignore_errors()]
        [1.0, 0.25]
        """
        return self._next(records.IGNORE_ERRORS, (self._variant_tensor,), name=name, log_warning=log_warning)

    def fingerprint(self) -> Any:
        """A uint64 scalar that is the same for datasets with the same stages, settings, functions and data.

        >>> bool(tf.data.Dataset.range(3).fingerprint() == tf.data.Dataset.range(4).fingerprint())
        False
        """
        return apply(records.FINGERPRINT, (self._variant_tensor,))

    @shortened
    def save(
        self,
        path: Any,
        compression: str | None = None,
        shard_func: Callable[..., Any] | None = None,
        checkpoint_args: Any = None,
    ) -> None:
        """Write the elements to files in a folder, from which `load` reads them; TensorFlow's can, too.

        Args:
          path: the folder.
          compression: None, "GZIP" or "ZLIB".
          shard_func: says, as an int64 scalar, to which shard an element goes; by default all go to one.
          checkpoint_args: not used.

        Raises:
          InvalidArgumentError: `shard_func` returns anything else, or the compression is another one.
          UnimplementedError: elements are no tensors.

        >>> import tempfile
        >>> folder = tempfile.mkdtemp()
        >>> tf.data.Dataset.range(3).save(folder)
        >>> [int(x) for x in tf.data.Dataset.load(folder)]
        [0, 1, 2]
        """
        if checkpoint_args is not None:
            raise NotImplementedError("save() writes the elements without checkpoints on the way.")
        function = _sharding(self.element_spec, shard_func, "Dataset.save()")
        attrs = {
            "compression": compression or "",
            "shard_func": function.graph,
            "use_shard_func": shard_func is not None,
        }
        folder = local_path(path)
        apply_effect(records.SAVE, (self._variant_tensor, to_tensor(folder), function.captured), attrs)
        file = os.path.join(folder, _SPEC_FILE)
        values = STRUCTURED_VALUES.get()
        with told_as_tensorflow_does(file), open(file, "wb") as stream:
            stream.write(values.encode(self.element_spec).SerializeToString())

    @staticmethod
    @shortened
    def load(
        path: Any,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Callable[..., Any] | None = None,
        wait: bool = False,
    ) -> Any:
        """The elements that `save` wrote to a folder.

        Args:
          path: the folder.
          element_spec: the spec of the elements, by default the one that was saved with them.
          compression: as for `save`.
          reader_func: turns a dataset of the shards, which are datasets, into the dataset of their elements; by default
            the shards are interleaved.
          wait: not used: the folder must be there.

        Raises:
          NotFoundError: there is no such folder.
          InvalidArgumentError: while iterating, an element does not have the spec.
        """
        from graphwright.data.dataset import Dataset, DatasetSpec

        folder = local_path(path)
        spec = _saved_spec(folder) if element_spec is None else element_spec
        function = _reading(reader_func, DatasetSpec(DatasetSpec(spec)), "Dataset.load()")
        attrs = {"compression": compression or "", "reader_func": function.graph, **output_attrs(spec)}
        return Dataset._of(apply(records.LOAD, (folder, function.captured), attrs), spec, "LoadDataset")

    def snapshot(
        self: D,
        path: Any,
        compression: str | None = "AUTO",
        reader_func: Callable[..., Any] | None = None,
        shard_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> D:
        """The same elements, which the first whole iteration writes to files and later ones read.

        Another process that builds the same dataset reads the same files.

        Args:
          path: a folder; the files of a dataset are in one below it, which is named by the `fingerprint`.
          compression: None, "GZIP" or "ZLIB"; "AUTO" is None.
          reader_func, shard_func: as for `load` and `save`.
          name: of the operation.

        >>> import tempfile
        >>> dataset = tf.data.Dataset.range(3).snapshot(tempfile.mkdtemp())
        >>> [int(x) for x in dataset], [int(x) for x in dataset]
        ([0, 1, 2], [0, 1, 2])
        """
        from graphwright.data.dataset import DatasetSpec

        spec = self.element_spec
        shard = _sharding(spec, shard_func, "Dataset.snapshot()")
        reader = _reading(reader_func, DatasetSpec(DatasetSpec(spec)), "Dataset.snapshot()")
        attrs = {
            "compression": "" if compression in (None, "AUTO") else compression,
            "reader_func": reader.graph,
            "shard_func": shard.graph,
            "Treader_func_args": [t.dtype for t in reader.captured],
            "Tshard_func_args": [t.dtype for t in shard.captured],
        }
        inputs = (self._variant_tensor, to_tensor(local_path(path)), reader.captured, shard.captured)
        return self._next(records.SNAPSHOT, inputs, name=name, **attrs)

    def rejection_resample(
        self,
        class_func: Callable[..., Any],
        target_dist: Any,
        initial_dist: Any = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Pairs of the class and the element, of elements drawn so that classes are distributed as `target_dist` says.

        Args:
          class_func: the class of an element: an int32 scalar.
          target_dist: how often each class shall appear: a vector of floats.
          initial_dist: how often each class appears in this dataset; by default it is counted on the way.
          seed: of the choices.
          name: of the operation.

        >>> ones = tf.data.Dataset.from_tensor_slices([0, 0, 0, 1]).repeat(100)
        >>> drawn = ones.rejection_resample(lambda x: x, target_dist=[0.0, 1.0], initial_dist=[0.75, 0.25], seed=1)
        >>> {int(c) for c, _ in drawn}
        {1}
        """
        from graphwright.data.sampling import resampled

        return resampled(self, class_func, target_dist, initial_dist, seed)


def _sharding(spec: Any, function: Callable[..., Any] | None, method: str) -> Any:
    def first(*_: Any) -> Any:
        return np.int64(0)

    return trace_on_elements(do_not_convert(first) if function is None else function, spec, method)


def _reading(function: Callable[..., Any] | None, spec: Any, method: str) -> Any:
    def interleaved(shards: Any) -> Any:
        return shards.interleave(lambda shard: shard, _SHARDS_AT_A_TIME)

    def finish(result: Any) -> Any:
        if not isinstance(result, RegroupingTransformations):
            raise TypeError(f"`reader_func` must return a `Dataset` object. Got {type(result)}.")
        return result

    return trace(do_not_convert(interleaved) if function is None else function, [spec], method, finish)


def _saved_spec(folder: str) -> Any:
    path = os.path.join(folder, _SPEC_FILE)
    if not os.path.exists(path):
        raise errors.NotFoundError(None, None, f"tf.data snapshot element_spec file not found: {path}.")
    values = STRUCTURED_VALUES.get()
    with told_as_tensorflow_does(path):
        data = read_regular(path)
    try:
        return values.decode(values.StructuredValue.FromString(data))
    except errors.OpError:
        raise
    except Exception as error:  # protobuf's
        raise errors.DataLossError(f"{path} is damaged: {error}") from None


__all__ = ["StorageTransformations"]
