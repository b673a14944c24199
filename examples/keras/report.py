"""What these examples do at their end: export the model, load it without Keras, and see that it computes the same."""

import tempfile

import numpy as np

import graphwright as tf


def exported_and_loaded(model, inputs):
    """Whether the model, exported as a SavedModel and loaded back, gives the same results for the inputs."""
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder, verbose=False)
        loaded = tf.saved_model.load(folder)
        return np.allclose(loaded.serve(inputs), model.predict(inputs, verbose=0), atol=1e-5)


def print_results(model, examples, labels):
    """Print the accuracy on what was held out, and whether the exported model agrees."""
    _, accuracy = model.evaluate(examples, labels, verbose=0)
    print(f"parameters       {model.count_params()}")
    print(f"test accuracy    {accuracy:.1%} of {len(labels)} examples held out")
    print(f"exported model   {'agrees' if exported_and_loaded(model, examples[:16]) else 'DIFFERS'}")
