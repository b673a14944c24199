"""Block diagonal matrices of operators."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.composed import check_operators
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.array.split import split


class LinearOperatorBlockDiag(LinearOperator):
    """A matrix with operators on its diagonal, and zeros elsewhere.

    `matmul`, `matvec`, `solve` and `solvevec` also take a list of one tensor for each operator, and then return such a
    list.

    Args:
      operators: operators of one dtype.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`; by default True if all operators are.
      is_self_adjoint: a hint; by default True if all operators are.
      is_positive_definite: a hint; by default True if all operators are.
      is_square: a hint.
      name: the name, by default the names of the operators joined by `_ds_`.

    >>> diag = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> full = tf.linalg.LinearOperatorFullMatrix([[3.0, 4.0], [5.0, 6.0]])
    >>> tf.linalg.LinearOperatorBlockDiag([diag, full]).to_dense().numpy()
    array([[1., 0., 0., 0.],
           [0., 2., 0., 0.],
           [0., 0., 3., 4.],
           [0., 0., 5., 6.]], dtype=float32)
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        hints = {
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        parameters = {"operators": operators, **hints, "name": name}
        self._operators = check_operators(operators)
        for hint in ("is_non_singular", "is_self_adjoint", "is_positive_definite"):
            if hints[hint] is None and all(getattr(operator, hint) for operator in self._operators):
                hints[hint] = True
        super().__init__(
            self._operators[0].dtype, name=name or "_ds_".join(operator.name for operator in self._operators),
            parameters=parameters, **hints,
        )  # fmt: skip

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators."""
        return self._operators

    def _shape(self) -> TensorShape:
        batch = self._operators[0].batch_shape
        for operator in self._operators[1:]:
            batch = broadcast_static_shape(batch, operator.batch_shape)
        rows = [operator.range_dimension for operator in self._operators]
        columns = [operator.domain_dimension for operator in self._operators]
        return batch.concatenate(
            [None if None in sizes else sum(size or 0 for size in sizes) for sizes in (rows, columns)]
        )

    def _shape_tensor(self) -> Tensor:
        shape = self._operators[0].shape_tensor()
        for operator in self._operators[1:]:
            other = operator.shape_tensor()
            shape = concat([broadcast_dynamic_shape(shape[:-2], other[:-2]), shape[-2:] + other[-2:]], 0)
        return shape

    def _block_sizes(self, rows: bool) -> list[Any]:
        """The number of rows, or columns, of each operator: numbers if they are known, else tensors."""
        operators = self._operators
        static = [operator.range_dimension if rows else operator.domain_dimension for operator in operators]
        if None not in static:
            return static
        return [o.range_dimension_tensor() if rows else o.domain_dimension_tensor() for o in operators]

    # --- products and solutions ---

    def _blocks(self, x: Any, minimum_rank: int) -> list[Tensor] | None:
        """The blocks of an argument; None if it is a single tensor."""
        if not isinstance(x, (list, tuple)) or len(x) != len(self._operators):
            return None
        if any(isinstance(part, LinearOperator) for part in x):
            return None
        blocks: list[Tensor] = [convert_to_tensor(part, dtype_hint=self.dtype) for part in x]
        return blocks if all(b.shape.rank is None or b.shape.rank >= minimum_rank for b in blocks) else None

    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the products."""
        blocks = self._blocks(x, 2)
        if blocks is None:
            return super().matmul(x, adjoint, adjoint_arg, name)
        return [o.matmul(b, adjoint, adjoint_arg) for o, b in zip(self._operators, blocks, strict=True)]

    def matvec(self, x: Any, adjoint: bool = False, name: str = "matvec") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the products."""
        blocks = self._blocks(x, 1)
        if blocks is None:
            return super().matvec(x, adjoint, name)
        return [o.matvec(b, adjoint) for o, b in zip(self._operators, blocks, strict=True)]

    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the solutions."""
        blocks = self._blocks(rhs, 2)
        if blocks is None:
            return super().solve(rhs, adjoint, adjoint_arg, name)
        self._check_solvable()
        return [o.solve(b, adjoint, adjoint_arg) for o, b in zip(self._operators, blocks, strict=True)]

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str = "solve") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the solutions."""
        blocks = self._blocks(rhs, 1)
        if blocks is None:
            return super().solvevec(rhs, adjoint, name)
        self._check_solvable()
        return [o.solvevec(b, adjoint) for o, b in zip(self._operators, blocks, strict=True)]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        blocks = split(x, self._block_sizes(rows=adjoint), axis=-1 if adjoint_arg else -2)
        return _stacked([o.matmul(b, adjoint, adjoint_arg) for o, b in zip(self._operators, blocks, strict=True)], 2)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        blocks = split(rhs, self._block_sizes(rows=not adjoint), axis=-1 if adjoint_arg else -2)
        return _stacked([o.solve(b, adjoint, adjoint_arg) for o, b in zip(self._operators, blocks, strict=True)], 2)

    # --- numbers ---

    def _all_square(self) -> bool:
        return all(operator.is_square for operator in self._operators)

    def _determinant(self) -> Tensor:
        if not self._all_square():
            return super()._determinant()
        factors = [operator.determinant() for operator in self._operators]
        return math.prod(factors[1:], start=factors[0])

    def _log_abs_determinant(self) -> Tensor:
        if not self._all_square():
            return super()._log_abs_determinant()
        terms = [operator.log_abs_determinant() for operator in self._operators]
        return sum(terms[1:], start=terms[0])

    def _diag_part(self) -> Tensor:
        if not self._all_square():
            return super()._diag_part()
        return _stacked([operator.diag_part() for operator in self._operators], 1)

    def _trace(self) -> Tensor:
        if not self._all_square():
            return super()._trace()
        traces = [operator.trace() for operator in self._operators]
        return sum(traces[1:], start=traces[0])

    def _eigvals(self) -> Tensor:
        if not all(operator.is_self_adjoint for operator in self._operators):
            return super()._eigvals()
        return _stacked([operator.eigvals() for operator in self._operators], 1)

    # --- other operators ---

    def _of_each(self, change: Callable[[LinearOperator], LinearOperator]) -> LinearOperator:
        return LinearOperatorBlockDiag(
            [change(operator) for operator in self._operators],
            self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True,
        )  # fmt: skip

    def _linop_adjoint(self) -> LinearOperator:
        return self._of_each(LinearOperator.adjoint)

    def _linop_inverse(self) -> LinearOperator:
        return self._of_each(LinearOperator.inverse)

    def _linop_cholesky(self) -> LinearOperator:
        if not all(operator.is_positive_definite and operator.is_self_adjoint for operator in self._operators):
            return super()._linop_cholesky()
        return LinearOperatorBlockDiag([operator.cholesky() for operator in self._operators], is_non_singular=True)


def _stacked(blocks: Sequence[Tensor], inner: int) -> Tensor:
    """Blocks one after the other along the first of their `inner` last dimensions, with one batch shape."""
    ranks = {block.shape.rank for block in blocks}
    if ranks != {inner}:
        batch = shape_of(blocks[0])[:-inner]
        for block in blocks[1:]:
            batch = broadcast_dynamic_shape(batch, shape_of(block)[:-inner])
        blocks = [broadcast_to(block, concat([batch, shape_of(block)[-inner:]], 0)) for block in blocks]
    return concat(blocks, -inner)


__all__ = ["LinearOperatorBlockDiag"]
