"""Models and calls on a device, beside the same written by hand for jax: `python -m bench.devices [--device GPU:0]`."""
