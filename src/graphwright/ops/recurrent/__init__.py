"""Fused recurrent cells and loops over them."""
