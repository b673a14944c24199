"""Values that are kept between calls: tensors of a session, sparse tensors, composite tensors."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf

raw = tf.raw_ops
INVALID = tf.errors.InvalidArgumentError


def indices(*rows: Any) -> Any:
    return tf.constant(rows, tf.int64)


def values(found: Any) -> list[Any]:
    return [f.numpy().tolist() for f in found]


def test_tensors_by_a_text() -> None:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        handle = session.run(raw.GetSessionHandle(value=[1.0, 2.0]))
        assert handle.startswith(b"GetSessionHandle;")
        assert session.run(raw.GetSessionTensor(handle=handle, dtype=tf.float32)).tolist() == [1, 2]
        with pytest.raises(INVALID, match="of float32, not int32"):
            session.run(raw.GetSessionTensor(handle=handle, dtype=tf.int32))
        session.run(raw.DeleteSessionTensor(handle=handle))
        with pytest.raises(INVALID, match="is not in the session store"):
            session.run(raw.GetSessionTensor(handle=handle, dtype=tf.float32))
        with pytest.raises(INVALID, match="is not in the session store"):
            session.run(raw.DeleteSessionTensor(handle=handle))


def test_sparse_tensors_by_a_number() -> None:
    handles = [
        raw.AddSparseToTensorsMap(
            sparse_indices=indices([k]), sparse_values=[float(k)], sparse_shape=indices(k + 2), shared_name="a"
        )
        for k in (1, 2)
    ]
    take = {"dtype": tf.float32, "shared_name": "a"}
    found = raw.TakeManySparseFromTensorsMap(sparse_handles=tf.stack(handles), **take)
    assert values(found) == [[[0, 1], [1, 2]], [1.0, 2.0], [2, 4]]
    with pytest.raises(INVALID, match="Unable to find SparseTensor"):
        raw.TakeManySparseFromTensorsMap(sparse_handles=tf.stack(handles), **take)
    whole = {"sparse_indices": indices([0, 1], [2, 0]), "sparse_values": [1.0, 2.0], "sparse_shape": indices(3, 4)}
    many = raw.AddManySparseToTensorsMap(**whole, shared_name="a")
    found = raw.TakeManySparseFromTensorsMap(sparse_handles=many, **take)
    assert many.shape == [3] and values(found) == [[[0, 1], [2, 0]], [1.0, 2.0], [3, 4]]
    with pytest.raises(INVALID, match="do not agree"):
        raw.AddSparseToTensorsMap(sparse_indices=indices([1]), sparse_values=[], sparse_shape=indices(3))
    with pytest.raises(INVALID, match="should be > 1"):
        raw.AddManySparseToTensorsMap(sparse_indices=indices([1]), sparse_values=[1], sparse_shape=indices(3))


def test_components_as_one_value() -> None:
    encoded = raw.CompositeTensorVariantFromComponents(components=[tf.constant([1]), tf.constant(2.0)], metadata="")
    read = raw.CompositeTensorVariantToComponents
    assert values(read(encoded=encoded, metadata="", Tcomponents=[tf.int32, tf.float32])) == [[1], 2.0]
    with pytest.raises(INVALID, match="2 tensor components; expected 1"):
        read(encoded=encoded, metadata="", Tcomponents=[tf.int32])
    with pytest.raises(INVALID, match="component 1 had dtype float32, but expected dtype int32"):
        read(encoded=encoded, metadata="", Tcomponents=[tf.int32, tf.int32])
    with pytest.raises(INVALID, match="not a CompositeTensorVariant"):
        read(encoded=raw.EmptyTensorMap(), metadata="", Tcomponents=[tf.int32])
