"""Matrix products and contractions, decompositions, solvers, diagonals."""
