"""Elementwise arithmetic, comparisons, logic and special functions, reductions, cumulative ops, Python's operators.

unary                        one operand: signs, roots, rounding, classes of numbers, bit inversion
binary                       two operands: sum, difference, product, maximum, minimum
binary_special               two operands: atan2, xlogy and related, AddN
division                     quotients, remainders, powers
transcendental               exponentials, logarithms, trigonometric and hyperbolic functions
special                      erf, lgamma, digamma, zeta, Bessel functions
incomplete_gamma             igamma, igammac, betainc and their gradients
complex                      real and imaginary parts, conjugates, magnitudes, angles
comparison                   comparisons and logical ops
bitwise                      bit operations on integers
casts                        Cast, Bitcast, saturating casts
clipping                     clip by value and by norm
reductions                   Sum, Mean, Prod, Max, Min, All, Any, EuclideanNorm
statistics                   reductions composed of others: logsumexp, variance, norms, count_nonzero
cumulative                   Cumsum, Cumprod, cumulative logsumexp
bincount                     Bincount, DenseBincount, Bucketize
polynomials                  polyval, lbeta
operators                    Python's operators on Tensor and Variable
formulas/                    special functions in float64, each written once for the NumPy kernel and the native rule
_unary, _broadcast, _reduce  what the records share: declarations, broadcasting, axes; their gradients
"""
