"""Reads the digits of digits.bin that were not learnt: with NumPy and the library, without Graphwright.

python classify.py, in the folder that build.py has written
"""

from pathlib import Path

import numpy as np
from digits import Model

HERE = Path(__file__).resolve().parent

data = np.fromfile(HERE / "digits.bin", np.int32)
learnt, count = (int(n) for n in data[:2])
rest = data[2 + learnt * 65 :]
pixels, labels = rest[: count * 64].view(np.float32).reshape(count, 64), rest[count * 64 :]
found = Model()(pixels)["digit"]
print(f"accuracy {np.mean(found == labels):.3f}")
