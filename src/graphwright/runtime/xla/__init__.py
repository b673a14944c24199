"""The `xla` executor: graphs are lowered to jax, which compiles them by XLA for its devices."""
