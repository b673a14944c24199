"""A process that loads a model in one library, calls it once and prints a number of the result.

python -m bench.load_model LIBRARY FOLDER
"""

import sys
from importlib import import_module

from bench.contenders import module_of


def main(library: str, folder: str) -> None:
    tf = import_module(module_of(library))
    model = tf.saved_model.load(folder)
    print(float(model.serve(tf.ones([32, 784]))[0, 0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
