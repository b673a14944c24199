"""Linear algebra, transforms, images of open sizes: they compute what they do with known sizes, or raise the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array, floats
from tests.support.open_programs import Inputs, check

pytest.importorskip("llvmlite")


Case = tuple[Callable[..., Any], list[Inputs], list[Inputs]]


def positive(*shape: int, dtype: Any = np.float32) -> Array:
    """Positive definite matrices."""
    x = floats(*shape).astype(dtype)
    return np.asarray(x @ np.swapaxes(x, -1, -2) + 2 * np.eye(shape[-1]), dtype)


def gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """The gradients of a sum of squares."""

    def found(*inputs: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            loss = tf.reduce_sum(tf.square(function(*inputs)))
        return tape.gradient(loss, inputs)

    return found


def lower(m: Any, b: Any) -> Any:
    return tf.linalg.triangular_solve(m, b)


def upper_adjoint(m: Any, b: Any) -> Any:
    return tf.linalg.triangular_solve(m, b, lower=False, adjoint=True)


NO_SQUARE = [(floats(2, 3),), (floats(1, 3),), (floats(3, 1),)]
MISFITS = [(positive(3, 3), floats(2, 4)), (floats(2, 3), floats(3, 4)), (positive(3, 3), floats(1, 4))]
LINEAR_ALGEBRA: dict[str, Case] = {
    "cholesky": (tf.linalg.cholesky, [(positive(3, 3),), (positive(70, 70),), (floats(0, 0),)], NO_SQUARE),
    "cholesky of double": (tf.linalg.cholesky, [(positive(2, 3, 3, dtype=np.float64),)], []),
    "cholesky of stacks": (
        lambda x: tf.linalg.cholesky(x),
        [(positive(2, 3, 3),), (positive(1, 1, 1),), (floats(0, 3, 3),), (floats(2, 0, 0),), (positive(30, 50, 50),)],
        [(floats(2, 2, 3),)],
    ),
    "gradient of cholesky": (gradient(tf.linalg.cholesky), [(positive(2, 3, 3),), (positive(1, 1, 1),)], []),
    "inverse": (
        lambda x: (tf.linalg.inv(x), tf.linalg.inv(x, adjoint=True)),
        [(positive(3, 3),), (positive(1, 1),), (floats(0, 0),)], [*NO_SQUARE, (np.zeros((2, 2), np.float32),)],
    ),
    "gradient of inverse": (gradient(tf.linalg.inv), [(positive(2, 3, 3),), (floats(0, 3, 3),)], []),
    "solve": (
        tf.linalg.solve,
        [(positive(3, 3), floats(3, 4)), (positive(1, 1), floats(1, 1)), (positive(3, 3), floats(3, 0)),
         (floats(0, 0), floats(0, 2))],
        MISFITS,
    ),
    "solve of stacks": (
        lambda m, b: tf.linalg.solve(m, b, adjoint=True),
        [(positive(2, 3, 3), floats(2, 3, 4)), (floats(0, 3, 3), floats(0, 3, 2))],
        [(positive(1, 3, 3), floats(2, 3, 4)), (positive(2, 3, 3), floats(1, 3, 4)),
         (floats(2, 3, 2), floats(2, 3, 4))],
    ),
    "gradient of solve": (gradient(tf.linalg.solve), [(positive(2, 3, 3), floats(2, 3, 4))], []),
    "triangular solve": (
        lower,
        [(positive(3, 3), floats(3, 4)), (positive(65, 65), floats(65, 2)), (floats(0, 0), floats(0, 2))], MISFITS,
    ),
    "triangular solve of stacks": (
        upper_adjoint,
        [(positive(2, 5, 3, 3), floats(2, 5, 3, 4)), (positive(1, 5, 3, 3), floats(2, 5, 3, 4)),
         (positive(2, 5, 3, 3), floats(2, 1, 3, 4)), (positive(2, 1, 3, 3), floats(1, 5, 3, 4)),
         (positive(1, 1, 3, 3), floats(0, 5, 3, 4)), (positive(1, 1, 1, 1), floats(1, 1, 1, 1))],
        [(positive(2, 1, 3, 3), floats(3, 1, 3, 4)), (positive(0, 1, 3, 3), floats(2, 1, 3, 4)),
         (positive(2, 1, 3, 3), floats(2, 1, 2, 4))],
    ),
    "triangular solve of fewer matrices": (
        lower, [(positive(3, 3), floats(2, 3, 4)), (positive(1, 1), floats(3, 1, 2))],
        [(positive(3, 3), floats(2, 1, 4))],
    ),
    "gradient of triangular solve": (
        gradient(lower), [(positive(3, 3), floats(3, 4)), (positive(1, 1), floats(1, 1))], [],
    ),
    "gradient of triangular solve of stacks": (
        gradient(upper_adjoint),
        [(positive(2, 5, 3, 3), floats(2, 5, 3, 4)), (positive(2, 1, 3, 3), floats(1, 5, 3, 4)),
         (positive(1, 1, 1, 1), floats(2, 1, 1, 1))], [],
    ),
    "diagonals": (
        lambda x: (tf.linalg.diag_part(x), tf.linalg.diag(x)),
        [(floats(2, 3, 4),), (floats(2, 4, 3),), (floats(1, 1, 1),), (floats(2, 0, 3),), (floats(0, 2, 2),)], [],
    ),
}  # fmt: skip


def complex_(*shape: int, dtype: Any = np.complex64) -> Array:
    """Complex numbers."""
    return np.asarray(floats(*shape) + 1j * floats(*shape)[..., ::-1], dtype)


def lengths(*numbers: int) -> Array:
    return np.array(numbers, np.int32)


TRANSFORMS: dict[str, Case] = {
    "real": (
        tf.signal.rfft, [(floats(3, 8),), (floats(3, 7),), (floats(1, 4),), (floats(0, 5),)], [],
    ),
    "real of a known length": (
        lambda x: tf.raw_ops.RFFT(input=x, fft_length=[4]), [(floats(3, 8),), (floats(3, 0),), (floats(0, 4),)],
        [(floats(3, 3),)],
    ),
    "real of any length": (
        lambda x, n: tf.raw_ops.RFFT(input=x, fft_length=[n[0]]),
        [(floats(3, 8), lengths(6)), (floats(3, 8), lengths(0)), (floats(3, 0), lengths(5)), (floats(2, 1), lengths(1)),
         (floats(2, 300), lengths(299))],
        [(floats(3, 8), lengths(9)), (floats(3, 8), lengths(-1)), (floats(3, 0), lengths(-2))],
    ),
    "back": (
        lambda x, n: (tf.signal.irfft(x), tf.raw_ops.IRFFT(input=x, fft_length=[n[0]])),
        [(complex_(3, 8), lengths(6)), (complex_(3, 8), lengths(15)), (complex_(3, 8), lengths(0))],
        [(complex_(3, 8), lengths(16)), (complex_(3, 8), lengths(-1))],
    ),
    "back of nothing": (
        lambda x, n: tf.raw_ops.IRFFT(input=x, fft_length=[n[0]], Treal=tf.float64),
        [(complex_(3, 8, dtype=np.complex128), lengths(5)), (complex_(3, 0, dtype=np.complex128), lengths(4))], [],
    ),
    "images": (
        lambda x, n: (tf.signal.rfft2d(x), tf.raw_ops.RFFT2D(input=x, fft_length=[n[0], n[1]])),
        [(floats(2, 5, 8), lengths(4, 6)), (floats(2, 5, 7), lengths(0, 6)), (floats(1, 1, 1), lengths(1, 1))],
        [(floats(2, 5, 8), lengths(6, 6)), (floats(2, 5, 8), lengths(5, 9)), (floats(2, 5, 8), lengths(-5, -8))],
    ),
    "images back": (
        lambda x, n: tf.raw_ops.IRFFT2D(input=x, fft_length=[n[0], n[1]]),
        [(complex_(2, 5, 8), lengths(4, 6)), (complex_(2, 0, 8), lengths(4, 6)), (complex_(2, 5, 0), lengths(4, 6))],
        [(complex_(2, 5, 8), lengths(6, 6)), (complex_(2, 5, 3), lengths(5, 6))],
    ),
    "volumes": (
        lambda x: (tf.signal.rfft3d(x), tf.signal.irfft3d(tf.signal.rfft3d(x))),
        [(floats(2, 3, 5, 8),), (floats(1, 2, 1, 4),)], [],
    ),
    "complex": (
        lambda x: (tf.signal.fft(x), tf.signal.ifft2d(x), tf.signal.fft3d(x)),
        [(complex_(2, 3, 5),), (complex_(1, 1, 1),), (complex_(2, 0, 5),), (complex_(0, 3, 5),)], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINEAR_ALGEBRA)
def test_linear_algebra(name: str) -> None:
    check(*LINEAR_ALGEBRA[name])


def einsum(equation: str) -> Callable[..., Any]:
    return lambda x, y: tf.einsum(equation, x, y)


def whole(*shape: int) -> Array:
    """Small whole numbers, whose sums are the same in every order."""
    return np.rint(4 * floats(*shape))


EINSUMS: dict[str, tuple[list[Inputs], list[Inputs]]] = {
    "ij,jk->ik": ([(floats(3, 4), floats(4, 5)), (floats(1, 1), floats(1, 1)), (floats(3, 0), floats(0, 5)),
                   (floats(0, 4), floats(4, 5))], [(floats(3, 4), floats(3, 5)), (floats(3, 4), floats(1, 5))]),
    "ij,jk->ki": ([(floats(3, 4), floats(4, 5))], []),
    "i,i->": ([(floats(3), floats(3)), (floats(0), floats(0))], [(floats(3), floats(1))]),
    "i,j->ij": ([(floats(3), floats(4)), (floats(0), floats(4))], []),
    "bij,bjk->bik": ([(floats(2, 3, 4), floats(2, 4, 5)), (floats(90, 33, 40), floats(90, 40, 50)),
                      (floats(3, 300, 200), floats(3, 200, 250)), (floats(0, 3, 4), floats(0, 4, 5))],
                     [(floats(2, 3, 4), floats(1, 4, 5))]),
    "bqhd,bkhd->bhqk": ([(floats(2, 3, 4, 5), floats(2, 6, 4, 5)), (floats(2, 0, 4, 5), floats(2, 6, 4, 5))],
                        [(floats(2, 3, 4, 5), floats(2, 6, 4, 6))]),
    "abc,cde->abde": ([(floats(2, 3, 4), floats(4, 5, 6)), (floats(2, 0, 4), floats(4, 5, 6))], []),
    "abc,bc->a": ([(whole(2, 3, 4), whole(3, 4)), (whole(2, 0, 4), whole(0, 4))], [(whole(2, 3, 4), whole(4, 3))]),
}  # fmt: skip


@pytest.mark.parametrize("equation", EINSUMS)
def test_einsum(equation: str) -> None:
    check(einsum(equation), *EINSUMS[equation])


@pytest.mark.parametrize("function", [tf.linalg.cholesky, lambda x: x @ x])
def test_stacks_are_shared(function: Callable[..., Any]) -> None:
    """Threads share stacks of matrices of open sizes."""
    program = tf.function(function, input_signature=[tf.TensorSpec([None, None, None])])
    text = program.experimental_get_compiler_ir(positive(2, 3, 3))(stage="llvm")
    assert "call void @gw_split(ptr @gw_chunk" in text


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms(name: str) -> None:
    check(*TRANSFORMS[name])


def resized(name: str, **flags: bool) -> Callable[..., Any]:
    """An op that resizes images, to sizes that the run tells."""
    return lambda images, size: getattr(tf.raw_ops, name)(images=images, size=[size[0], size[1]], **flags)


SIZES = [((2, 5, 7, 3), (9, 4)), ((1, 5, 7, 1), (5, 7)), ((1, 1, 1, 2), (3, 1)), ((2, 37, 23, 9), (61, 50)),
         ((1, 40, 33, 4), (7, 5)), ((0, 3, 3, 1), (2, 2)), ((1, 2, 3, 1), (1, 1))]  # fmt: skip
NO_SIZES = [((2, 5, 7, 3), (0, 4)), ((2, 5, 7, 3), (4, -4)), ((2, 0, 7, 3), (4, 4)), ((2, 5, 7, 0), (4, 4))]
FLAGS: dict[str, dict[str, bool]] = {
    "corners": {}, "aligned corners": {"align_corners": True}, "centers": {"half_pixel_centers": True},
}  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "uint8", "float16", "int64"])
@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("name", ["ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor"])
def test_resizing(name: str, flags: str, dtype: str) -> None:
    taken, refused = (
        [((floats(*shape) * 50 + 100).astype(dtype), lengths(*size)) for shape, size in pairs]
        for pairs in (SIZES, NO_SIZES)
    )
    check(resized(name, **FLAGS[flags]), taken, refused)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("flags", ["corners", "aligned corners"])
def test_resizing_by_area(flags: str, dtype: str) -> None:
    taken, refused = (
        [((floats(*shape) * 50 + 100).astype(dtype), lengths(*size)) for shape, size in pairs]
        for pairs in (SIZES, NO_SIZES)
    )
    check(resized("ResizeArea", **FLAGS[flags]), taken, refused)


GRADIENTS = [((2, 5, 7, 3), (9, 4)), ((1, 5, 7, 1), (5, 7)), ((2, 1, 1, 2), (3, 1)), ((1, 1, 3, 1), (1, 8)),
             ((2, 37, 23, 9), (61, 150)), ((1, 40, 33, 4), (7, 5)), ((0, 3, 3, 1), (2, 2)), ((1, 3, 4, 0), (6, 3)),
             ((1, 2, 300, 1), (2, 7)), ((1, 2, 7, 1), (1, 300))]  # fmt: skip


@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("name", ["ResizeBilinearGrad", "ResizeBicubicGrad"])
def test_gradients_of_resizing(name: str, flags: str) -> None:
    taken = [(floats(image[0], *size, image[3]), floats(*image)) for image, size in GRADIENTS]
    check(lambda grads, image: getattr(tf.raw_ops, name)(grads=grads, original_image=image, **FLAGS[flags]), taken, [])


@pytest.mark.parametrize("dtype", ["float32", "uint8", "float64"])
@pytest.mark.parametrize("flags", FLAGS)
def test_gradients_of_nearest_pixels(flags: str, dtype: str) -> None:
    sizes = [((2, 9, 4, 3), (5, 7)), ((2, 6, 8, 3), (5, 7)), ((1, 1, 1, 2), (3, 1)), ((2, 37, 23, 9), (61, 50))]
    taken, refused = (
        [(np.rint(floats(*shape) * 9 + 50).astype(dtype), lengths(*size)) for shape, size in pairs]
        for pairs in (sizes, NO_SIZES)
    )

    def gradient_of(grads: Any, size: Any) -> Any:
        return tf.raw_ops.ResizeNearestNeighborGrad(grads=grads, size=[size[0], size[1]], **FLAGS[flags])

    check(gradient_of, taken, refused)
