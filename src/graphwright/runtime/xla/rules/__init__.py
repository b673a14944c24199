"""How operations are lowered to jax: one module for each family of native rules."""
