"""Neural networks: activations, convolution, pooling, normalisation, softmax, losses, initialisers."""
