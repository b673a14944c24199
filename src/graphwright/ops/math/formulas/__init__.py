"""Special functions as formulas, each written once for the NumPy kernel and for the native rule."""
