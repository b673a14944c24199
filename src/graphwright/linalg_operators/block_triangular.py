"""Block lower triangular matrices of operators."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.blocks import _stacked
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import expand_dims, squeeze
from graphwright.ops.array.split import split
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint


def _check(operators: Any) -> list[list[LinearOperator]]:
    if not isinstance(operators, (list, tuple)) or not operators:
        raise ValueError(f"Argument `operators` must be a list of >=1 operators. Received: {operators}.")
    rows = [list(row) for row in operators]
    for i, row in enumerate(rows):
        if len(row) != i + 1:
            raise ValueError(f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: {len(row)} blocks.")
        if row[-1].is_square is False:
            raise ValueError(
                "Matrices on the diagonal (the final elements of each row-partition in the `operators` list) must be "
                f"square. Expected argument `operators[{i}][-1].is_square` to be True. Received: False."
            )
    dtypes = {operator.dtype for row in rows for operator in row}
    if len(dtypes) > 1:
        raise TypeError(f"Expected all operators to have the same dtype. Found: {sorted(d.name for d in dtypes)}")
    for i, row in enumerate(rows):
        for j, operator in enumerate(row):
            sizes = operator.range_dimension, rows[i][i].range_dimension
            widths = operator.domain_dimension, rows[j][j].domain_dimension
            for found, wanted in (sizes, widths):
                if found is not None and wanted is not None and found != wanted:
                    raise ValueError(
                        f"Argument `operators[{i}][{j}]` must be of shape "
                        f"[{rows[i][i].range_dimension}, {rows[j][j].domain_dimension}], got {operator.shape}"
                    )
    return rows


class LinearOperatorBlockLowerTriangular(LinearOperator):
    """A matrix of operators whose blocks above the diagonal are zero.

    `matmul`, `matvec`, `solve` and `solvevec` also take a list of one tensor for each row of blocks, and then return
    such a list.

    Args:
      operators: a list of rows: the first of one operator, the second of two, and so on; the last of each is square.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`; whether all operators on the diagonal are.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> full = tf.linalg.LinearOperatorFullMatrix
    >>> rows = [[full([[2.0]])], [full([[1.0]]), full([[4.0]])]]
    >>> tf.linalg.LinearOperatorBlockLowerTriangular(rows).to_dense().numpy().tolist()
    [[2.0, 0.0], [1.0, 4.0]]
    """

    def __init__(
        self,
        operators: Sequence[Sequence[LinearOperator]],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        hints = {
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        parameters = {"operators": operators, **hints, "name": name}
        self._operators = _check(operators)
        known = [row[-1].is_non_singular for row in self._operators]
        told = all(known) if all(known) else False if any(k is False for k in known) else None
        if is_non_singular is not None and told is not None and is_non_singular != told:
            raise ValueError(
                "A blockwise lower-triangular operator is non-singular iff all of its diagonal blocks are: "
                f"is_non_singular is {is_non_singular}."
            )
        if is_square is False:
            raise ValueError("A block lower triangular operator of square blocks is always square.")
        hints.update(is_non_singular=told if is_non_singular is None else is_non_singular, is_square=True)
        super().__init__(self._operators[0][0].dtype, name=name, parameters=parameters, **hints)

    @property
    def operators(self) -> list[list[LinearOperator]]:
        """The rows of operators."""
        return self._operators

    def _diagonal(self) -> list[LinearOperator]:
        return [row[-1] for row in self._operators]

    def _shape(self) -> TensorShape:
        batch = TensorShape([])
        for row in self._operators:
            for operator in row:
                batch = broadcast_static_shape(batch, operator.batch_shape)
        sizes = [operator.range_dimension for operator in self._diagonal()]
        size = None if None in sizes else sum(s or 0 for s in sizes)
        return batch.concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        batch = self._operators[0][0].batch_shape_tensor()
        for row in self._operators:
            for operator in row:
                batch = broadcast_dynamic_shape(batch, operator.batch_shape_tensor())
        sizes = [operator.range_dimension_tensor() for operator in self._diagonal()]
        size = sum(sizes[1:], start=sizes[0])
        return concat([batch, [size, size]], 0)

    def _block_sizes(self) -> list[Any]:
        static = [operator.range_dimension for operator in self._diagonal()]
        return static if None not in static else [o.range_dimension_tensor() for o in self._diagonal()]

    # --- products and solutions ---

    def _multiplied(self, blocks: list[Any], adjoint: bool) -> list[Tensor]:
        count = len(self._operators)
        if adjoint:  # column i of blocks, each of which is taken adjoint
            terms = [
                [self._operators[j][i].matmul(blocks[j], adjoint=True) for j in range(i, count)] for i in range(count)
            ]
        else:
            terms = [[o.matmul(b) for o, b in zip(row, blocks, strict=False)] for row in self._operators]
        return [sum(parts[1:], start=parts[0]) for parts in terms]

    def _solved(self, blocks: list[Any], adjoint: bool) -> list[Tensor]:
        count = len(self._operators)
        found: dict[int, Tensor] = {}
        for i in reversed(range(count)) if adjoint else range(count):
            rest = blocks[i]
            for j, x in found.items():
                other = self._operators[j][i] if adjoint else self._operators[i][j]
                rest = rest - other.matmul(x, adjoint=adjoint)
            found[i] = self._operators[i][i].solve(rest, adjoint=adjoint)
        return [found[i] for i in range(count)]

    def _blocks(self, x: Any, minimum_rank: int) -> list[Tensor] | None:
        """The blocks of an argument; None if it is a single tensor."""
        if not isinstance(x, (list, tuple)) or len(x) != len(self._operators):
            return None
        blocks: list[Tensor] = [convert_to_tensor(part, dtype_hint=self.dtype) for part in x]
        return blocks if all(b.shape.rank is None or b.shape.rank >= minimum_rank for b in blocks) else None

    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the products."""
        blocks = None if isinstance(x, LinearOperator) else self._blocks(x, 2)
        if blocks is None:
            return super().matmul(x, adjoint, adjoint_arg, name)
        return self._multiplied([dense_adjoint(b) for b in blocks] if adjoint_arg else blocks, adjoint)

    def matvec(self, x: Any, adjoint: bool = False, name: str = "matvec") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the products."""
        blocks = self._blocks(x, 1)
        if blocks is None:
            return super().matvec(x, adjoint, name)
        return [squeeze(b, -1) for b in self._multiplied([expand_dims(b, -1) for b in blocks], adjoint)]

    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the solutions."""
        blocks = None if isinstance(rhs, LinearOperator) else self._blocks(rhs, 2)
        if blocks is None:
            return super().solve(rhs, adjoint, adjoint_arg, name)
        self._check_solvable()
        return self._solved([dense_adjoint(b) for b in blocks] if adjoint_arg else blocks, adjoint)

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str = "solve") -> Any:
        """As for `LinearOperator`; for a list of blocks the list of the solutions."""
        blocks = self._blocks(rhs, 1)
        if blocks is None:
            return super().solvevec(rhs, adjoint, name)
        self._check_solvable()
        return [squeeze(b, -1) for b in self._solved([expand_dims(b, -1) for b in blocks], adjoint)]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        return _stacked(self._multiplied(split(x, self._block_sizes(), axis=-2), adjoint), 2)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = dense_adjoint(rhs) if adjoint_arg else rhs
        return _stacked(self._solved(split(rhs, self._block_sizes(), axis=-2), adjoint), 2)

    # --- numbers ---

    def _determinant(self) -> Tensor:
        factors = [operator.determinant() for operator in self._diagonal()]
        return math.prod(factors[1:], start=factors[0])

    def _log_abs_determinant(self) -> Tensor:
        terms = [operator.log_abs_determinant() for operator in self._diagonal()]
        return sum(terms[1:], start=terms[0])

    def _diag_part(self) -> Tensor:
        return _stacked([operator.diag_part() for operator in self._diagonal()], 1)

    def _trace(self) -> Tensor:
        traces = [operator.trace() for operator in self._diagonal()]
        return sum(traces[1:], start=traces[0])

    def _eigvals(self) -> Tensor:
        return _stacked([operator.eigvals() for operator in self._diagonal()], 1)

    # --- other operators ---

    def _linop_inverse(self) -> LinearOperator:
        """Block by block: below the diagonal, minus the inverse of its row's last block times what is left of it."""
        inverse: list[list[LinearOperator]] = []
        for i, row in enumerate(self._operators):
            last = row[-1].inverse()
            found: list[LinearOperator] = []
            for j in range(i):
                terms = [row[k].matmul(inverse[k][j]).to_dense() for k in range(j, i)]
                total = sum(terms[1:], start=terms[0])
                found.append(_full(-last.matmul(total)))
            inverse.append([*found, last])
        return LinearOperatorBlockLowerTriangular(inverse, is_non_singular=True, is_square=True)


def _full(matrix: Tensor) -> LinearOperator:
    from graphwright.linalg_operators.matrices import LinearOperatorFullMatrix

    return LinearOperatorFullMatrix(matrix)


__all__ = ["LinearOperatorBlockLowerTriangular"]
