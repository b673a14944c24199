"""The data of these examples: small, real, and in the repository."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent.parent / "data"


def digits(rng):
    """1,797 handwritten digits, shuffled: (images [n, 8, 8] in 0..1, labels [n]), a fifth of them for the test."""
    table = rng.permutation(np.loadtxt(FOLDER / "digits.csv.gz", delimiter=",", dtype=np.int32))
    images, labels = (table[:, :-1].reshape(-1, 8, 8) / 16).astype(np.float32), table[:, -1]
    held_out = len(table) // 5
    return (images[held_out:], labels[held_out:]), (images[:held_out], labels[:held_out])


def characters():
    """The beginning of Alice's Adventures in Wonderland as numbers [n], and the characters they stand for."""
    text = (FOLDER / "alice.txt").read_text(encoding="utf-8")
    alphabet = sorted(set(text))
    return np.array([alphabet.index(character) for character in text], np.int32), alphabet
