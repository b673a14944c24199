"""Matrix products and contractions, decompositions, solvers, diagonals.

matmul            MatMul, BatchMatMulV2 and V3, products built on them
einsum            Einsum
tensordot         tensordot
decompositions    Cholesky, QR, LU, SVD
eigen             eigenvalues and eigenvectors
solve             determinants, inverses, linear equations
matrix_functions  rank, pseudo-inverse, least squares, solutions from factors
matrices          matrix transpose, adjoint, trace, normalize
diagonals         MatrixDiag*, MatrixSetDiag*, BandPart
_diagonal_rules   the native rules of diagonals
_einsum_steps     an einsum of two operands as one (batched) matrix product
_matrices         what the records share: shapes of matrices, kernels for one dtype, triangles
"""
