"""Circulant matrices, and block circulant ones of two and three levels: products by Fourier transforms."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphwright.base.dtypes import as_dtype, complex64
from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.operator import LinearOperator, tensor_argument
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import reshape
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.control.assertions import assert_less, assert_positive
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.linalg.matrices import matrix_transpose
from graphwright.ops.math.casts import cast
from graphwright.ops.math.complex import conj, imag, real
from graphwright.ops.math.reductions import reduce_max, reduce_min, reduce_prod, reduce_sum
from graphwright.ops.math.transcendental import log
from graphwright.ops.math.unary import abs as absolute
from graphwright.ops.signal.fft import fft, fft2d, fft3d, ifft, ifft2d, ifft3d


class _BlockCirculant(LinearOperator):
    """What circulant operators of all depths share; the spectrum holds the eigenvalues."""

    _depth: ClassVar[int]
    _forward: ClassVar[Any]
    _backward: ClassVar[Any]

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        name = name or type(self).__name__
        parameters = {
            "spectrum": spectrum, "input_output_dtype": input_output_dtype, "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint, "is_positive_definite": is_positive_definite, "is_square": is_square,
            "name": name,
        }  # fmt: skip
        self._spectrum = tensor_argument(spectrum, "spectrum")
        rank = self._spectrum.shape.rank
        if rank is not None and rank < self._depth:
            raise ValueError(f"Argument spectrum must have at least {self._depth} dimensions.  Found: {rank}")
        if is_square is False:
            raise ValueError("A [[nested] block] circulant operator is always square.")
        if not self._spectrum.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
            is_self_adjoint = True
        dtype = as_dtype(input_output_dtype)
        super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters)

    @property
    def spectrum(self) -> Any:
        """The eigenvalues, in the order of Fourier's transform."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """How many levels of blocks there are: 1 for circulant matrices."""
        return self._depth

    @property
    def block_shape(self) -> TensorShape:
        """The last dimensions of the spectrum, one for each level."""
        return TensorShape(self._spectrum.shape[-self._depth :])

    def block_shape_tensor(self) -> Tensor:
        """The last dimensions of the spectrum as a tensor."""
        return shape_of(self._spectrum)[-self._depth :]

    def _shape(self) -> TensorShape:
        dims = self._spectrum.shape
        if dims.rank is None:
            return TensorShape(None)
        size = dims[-self._depth :].num_elements()
        return TensorShape(dims[: -self._depth]).concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        dims = shape_of(self._spectrum)
        size = reduce_prod(dims[-self._depth :], keepdims=True)
        return concat([dims[: -self._depth], size, size], 0)

    def _wide(self) -> Tensor:
        """The spectrum as complex numbers."""
        found = convert_to_tensor(self._spectrum)
        return found if found.dtype.is_complex else cast(found, "complex128" if found.dtype.size == 8 else complex64)

    # --- products and solutions ---

    def _filtered(self, x: Tensor, factors: Tensor) -> Tensor:
        """The product of the spectrum and the transform of each column, transformed back."""
        wide = cast(matrix_transpose(x), factors.dtype)
        outer = shape_of(wide)[:-1]
        blocks = reshape(wide, concat([outer, self.block_shape_tensor()], 0))
        turned = type(self)._forward(blocks) * _with_columns(factors, self._depth)
        back = type(self)._backward(turned)
        joined = reshape(back, concat([shape_of(back)[: -self._depth], [-1]], 0))
        result = matrix_transpose(joined)
        return cast(real(result), self.dtype) if not self.dtype.is_complex else cast(result, self.dtype)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        spectrum = self._wide()
        return self._filtered(x, conj(spectrum) if adjoint else spectrum)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = dense_adjoint(rhs) if adjoint_arg else rhs
        spectrum = self._wide()
        return self._filtered(rhs, 1 / (conj(spectrum) if adjoint else spectrum))

    def convolution_kernel(self, name: str = "convolution_kernel") -> Tensor:
        """The first column of the matrices, in blocks: what products convolve with."""
        with self._scope(name):
            return cast(type(self)._backward(self._wide()), self.dtype)

    # --- numbers ---

    def _axes(self) -> list[int]:
        return list(range(-self._depth, 0))

    def _trace(self) -> Tensor:
        return cast(reduce_sum(convert_to_tensor(self._spectrum), axis=self._axes()), self.dtype)

    def _diag_part(self) -> Tensor:
        size = self.domain_dimension_tensor()
        mean = self.trace() / cast(size, self.dtype)
        ones = concat([shape_of(mean), reshape(size, [1])], 0)
        from graphwright.ops.array.broadcasting import broadcast_to

        return broadcast_to(mean[..., None], ones)

    def _determinant(self) -> Tensor:
        return cast(reduce_prod(convert_to_tensor(self._spectrum), axis=self._axes()), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return cast(reduce_sum(log(absolute(convert_to_tensor(self._spectrum))), axis=self._axes()), self.dtype)

    def _eigvals(self) -> Tensor:
        spectrum = convert_to_tensor(self._spectrum)
        return reshape(spectrum, concat([shape_of(spectrum)[: -self._depth], [-1]], 0))

    def _cond(self) -> Tensor:
        sizes = absolute(convert_to_tensor(self._spectrum))
        return reduce_max(sizes, axis=self._axes()) / reduce_min(sizes, axis=self._axes())

    # --- other operators ---

    def _of_spectrum(self, spectrum: Tensor, **hints: Any) -> LinearOperator:
        return type(self)(spectrum, self.dtype, is_square=True, **hints)

    def _linop_adjoint(self) -> LinearOperator:
        return self._of_spectrum(
            conj(convert_to_tensor(self._spectrum)),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_inverse(self) -> LinearOperator:
        return self._of_spectrum(
            1 / convert_to_tensor(self._spectrum),
            is_non_singular=True,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    # --- assertions ---

    def _assert_non_singular(self) -> Any:
        smallest = reduce_min(absolute(convert_to_tensor(self._spectrum)))
        return assert_less(
            np.zeros((), smallest.dtype.numpy), smallest, message="Singular operator:  Spectrum contained zero values."
        )

    def _assert_positive_definite(self) -> Any:
        spectrum = convert_to_tensor(self._spectrum)
        return assert_positive(
            real(spectrum), message="Not positive definite:  Real part of spectrum was not all positive."
        )

    def _assert_self_adjoint(self) -> Any:
        spectrum = convert_to_tensor(self._spectrum)
        largest = reduce_max(absolute(imag(spectrum)))
        limit = convert_to_tensor(1000 * np.finfo(largest.dtype.numpy).eps, largest.dtype)
        return assert_less(largest, limit, message="Not self-adjoint:  The spectrum contained non-zero imaginary part.")

    def assert_hermitian_spectrum(self, name: str = "assert_hermitian_spectrum") -> Any:
        """An operation that fails unless the matrices are real, up to rounding."""
        with self._scope(name):
            kernel = type(self)._backward(self._wide())
            largest = reduce_max(absolute(imag(kernel)))
            size = 5 * reduce_max(absolute(kernel)) * np.finfo(largest.dtype.numpy).eps
            tiny = convert_to_tensor(np.finfo(largest.dtype.numpy).tiny, largest.dtype)
            return assert_less(largest, size + tiny, message="Spectrum was not Hermitian")


def _with_columns(factors: Tensor, depth: int) -> Tensor:
    """The spectrum with an axis for the columns of what it is applied to."""
    dims = shape_of(factors)
    return reshape(factors, concat([dims[:-depth], [1], dims[-depth:]], 0))


class LinearOperatorCirculant(_BlockCirculant):
    """Circulant matrices: each row is the one above, moved by one to the right.

    Args:
      spectrum: a tensor `[B1, ..., Bb, N]`: the eigenvalues, which are the transform of the first column.
      input_output_dtype: the dtype of the matrices and of what they are applied to.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint; True for a real spectrum.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> operator = tf.linalg.LinearOperatorCirculant([6.0, 4.0, 2.0, 4.0], input_output_dtype=tf.float32)
    >>> operator.to_dense().numpy()[0].tolist()
    [4.0, 1.0, 0.0, 1.0]
    """

    _depth = 1
    _forward = staticmethod(fft)
    _backward = staticmethod(ifft)

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, input_output_dtype, *hints, name)


class LinearOperatorCirculant2D(_BlockCirculant):
    """Block circulant matrices with circulant blocks, as convolutions of images have.

    Arguments are those of `tf.linalg.LinearOperatorCirculant`; the spectrum has two dimensions.

    >>> tf.linalg.LinearOperatorCirculant2D([[6.0, 4.0], [2.0, 1.0]]).shape
    TensorShape([4, 4])
    """

    _depth = 2
    _forward = staticmethod(fft2d)
    _backward = staticmethod(ifft2d)

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant2D",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, input_output_dtype, *hints, name)


class LinearOperatorCirculant3D(_BlockCirculant):
    """Block circulant matrices of three levels, as convolutions of volumes have.

    Arguments are those of `tf.linalg.LinearOperatorCirculant`; the spectrum has three dimensions.

    >>> tf.linalg.LinearOperatorCirculant3D(tf.ones([2, 2, 2])).shape
    TensorShape([8, 8])
    """

    _depth = 3
    _forward = staticmethod(fft3d)
    _backward = staticmethod(ifft3d)

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str = "LinearOperatorCirculant3D",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, input_output_dtype, *hints, name)
