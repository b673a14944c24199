"""Short programs and what they do: values, printed lines, traces and errors, compared with TensorFlow's."""
