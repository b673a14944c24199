"""Records what TensorFlow does with the programs of the table: run with the Python of an environment that has it."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from tests.complaints.run import outcome
from tests.complaints.table import COMPLAINTS

RECORDED = Path(__file__).parent / "tensorflow.json"
_MOST = 900  # characters of a message


def main() -> None:
    """Run all programs and write the file."""
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf  # type: ignore[import-untyped]

    found = {}
    for complaint in COMPLAINTS:
        with tempfile.TemporaryDirectory() as folder:
            text = outcome(complaint.program, tf, Path(folder))
        found[complaint.title] = text if len(text) <= _MOST else text[:_MOST].rstrip() + " ..."
        print(complaint.number, complaint.title, flush=True)
    content = {"version": tf.__version__, "outcomes": found}
    RECORDED.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
