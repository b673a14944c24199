"""`DTensorDataset`: a dataset whose elements are sharded over a mesh."""

from __future__ import annotations

from typing import Any

from graphwright.base import nest
from graphwright.data.dataset import Dataset
from graphwright.data.iterators import OwnedIterator
from graphwright.distribute.dtensor.layout import check_fits
from graphwright.distribute.dtensor.mesh import Mesh
from graphwright.distribute.dtensor.tensors import relayout


class MeshIterator(OwnedIterator):
    """An iterator over the elements of a `DTensorDataset`."""

    __slots__ = ("_layouts",)

    _layouts: Any

    def get_next(self) -> Any:
        return _laid_out(super().get_next(), self._layouts)

    def __next__(self) -> Any:
        return _laid_out(super().__next__(), self._layouts)


def _laid_out(element: Any, layouts: Any) -> Any:
    return nest.map_structure(relayout, element, layouts)


class DTensorDataset(Dataset):
    """The batches of a dataset, each sharded over a mesh.

    Args:
      dataset: of single elements, or of batches for one replica.
      mesh: the mesh.
      layouts: for each tensor of an element its layout, with the batch dimension.
      global_batch_size: the size of a batch.
      dataset_already_batched: whether the elements of `dataset` are batches for one replica; `batch_dim` says how many
        replicas there are.
      batch_dim: the dimension of the mesh that batches are sharded over; each layout must have it.
      prefetch: how many elements are made ahead; None for none.
      tf_data_service_config: must be None.

    Raises ValueError for layouts of another structure or without the batch dimension, and for batches of another size;
    InvalidArgumentError for sizes that do not divide.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("batch", 1)], devices=["CPU:0"])
    >>> dataset = dtensor.DTensorDataset(
    ...     tf.data.Dataset.range(4), mesh=mesh, layouts=dtensor.Layout(["batch"], mesh), global_batch_size=2
    ... )
    >>> [x.numpy().tolist() for x in dataset]
    [[0, 1], [2, 3]]
    """

    def __init__(
        self, dataset: Dataset, *, mesh: Mesh, layouts: Any, global_batch_size: int,
        dataset_already_batched: bool = False, batch_dim: str | None = None, prefetch: int | None = None,
        tf_data_service_config: Any = None,
    ) -> None:  # fmt: skip
        if tf_data_service_config is not None:
            raise ValueError("There is no service for data: leave `tf_data_service_config` out.")
        nest.assert_same_structure(dataset.element_spec, layouts)
        replicas = 1 if batch_dim is None else mesh.dim_size(batch_dim)
        for layout in nest.flatten(layouts):
            if batch_dim is not None and batch_dim not in layout.sharding_specs:
                raise ValueError(
                    f"batch_dim {batch_dim} was specified but at least one layout did not contain it: {layout}"
                )
        if dataset_already_batched:
            _check_batches(dataset.element_spec, global_batch_size // replicas)
            dataset = dataset if replicas == 1 else dataset.rebatch(global_batch_size, drop_remainder=True)
        else:
            dataset = dataset.batch(global_batch_size, drop_remainder=True)
        for spec, layout in zip(nest.flatten(dataset.element_spec), nest.flatten(layouts), strict=True):
            check_fits(layout, spec.shape)
        if prefetch is not None:
            dataset = dataset.prefetch(prefetch)
        self._variant_tensor, self._spec = dataset._variant_tensor, dataset._spec
        self._kind, self._options, self._type = "DTensorDataset", dataset._options, dataset._type
        self._layouts: Any = layouts

    def __staged_iter__(self) -> OwnedIterator:
        plain = super().__staged_iter__()
        found = MeshIterator(plain._iterator_resource, self._spec, plain._policy)
        found._layouts = self._layouts
        return found


def _check_batches(element_spec: Any, size: int) -> None:
    for spec in nest.flatten(element_spec):
        rows = spec.shape[0] if spec.shape.rank else None
        if rows is None:
            raise ValueError(
                f"Size of batch dimension of element spec {spec} is None. Ensure drop_remainder=True when batching the "
                "dataset."
            )
        if rows != size:
            raise ValueError(
                f"per_replica_batch_size does not matched expected size based on the mesh, got {rows} but expected "
                f"{size}."
            )


__all__ = ["DTensorDataset"]
