"""Random programs run here and by TensorFlow, in an environment of its own: `make compare SEEDS=0:20000`."""
