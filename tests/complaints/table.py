"""What people ask most about in TensorFlow's `tf.function`: a program for each, and the fixes that our message names.

The programs are formatted as ruff formats them, since they are shown in docs/errors.md.
"""

from __future__ import annotations

from typing import NamedTuple


class Fix(NamedTuple):
    """What our message says to do, word for word, and the program after that; what it prints."""

    says: str
    program: str
    prints: str


class Complaint(NamedTuple):
    """A program that provokes it, and how ours is fixed; without fixes ours prints `prints`, and nothing is wrong."""

    number: int
    title: str
    program: str
    fixes: tuple[Fix, ...] = ()
    prints: str = ""
    remark: str = ""


_SCALE = """
@tf.function
def scale(x, n):
    return x * n

total = 0.0
for n in range(6):
    total += float(scale(tf.constant(1.0), {}))
print(total)
"""

_COUNT = """
class Counter:
    def __init__(self):
        self.v = None

    @tf.function
    def count(self, x):
        {}
        return self.v.assign_add(x)

counter = Counter()
print([float(counter.count(tf.constant(1.0))) for _ in range(2)])
"""

_STEP = """
rate = {start}

@tf.function{options}
def step(x{parameter}):
    return x * rate

step(tf.constant(1.0){first})
{change}
print(float(step(tf.constant(1.0){second})))
"""

_SOURCE = """
namespace = {{"tf": tf}}
source = \"\"\"{}
def positive(x):
    {}
\"\"\"
exec(source, namespace)
positive = tf.function(namespace["positive"])
print(float(positive(tf.constant(-2.0))))
"""

_FACTORIAL = """
@tf.function{}
def factorial(n):
    if n <= 1:
        return tf.constant(1)
    return n * factorial(n - 1)

print(int(factorial({})))
"""

_TEXT = """
@tf.function{}
def label(x):
    return {}

print({})
"""

_LOADED = """
import tempfile

class Doubling(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def predict(self, x):
        return x * 2.0

folder = tempfile.mkdtemp()
tf.saved_model.save(Doubling(), folder)
loaded = tf.saved_model.load(folder)
x = tf.constant([1, 2, 3])
print(loaded.predict({}).numpy())
"""

_NOISY = """
import random

@tf.function{}
def noisy(x{}):
    return x + {}

first = noisy(tf.constant(0.0){})
second = noisy(tf.constant(0.0){})
print("the same number" if float(first) == float(second) else "two numbers")
"""

COMPLAINTS = (
    Complaint(
        1,
        "The warning about retracing never says which argument changed",
        _SCALE.format("float(n)"),
        (Fix("pass tf.constant(4.0) for one trace", _SCALE.format("tf.constant(float(n))"), "15.0"),),
    ),
    Complaint(
        2,
        "Memory grows: traces are kept for ever, and models are not freed",
        """
import weakref

class Model:
    def __init__(self):
        self.w = tf.Variable(3.0)

    @tf.function
    def __call__(self, x):
        return x * self.w

model = Model()
model(tf.constant(1.0))
alive = weakref.ref(model)
del model
print("freed" if alive() is None else "still there")
""",
        prints="freed",
        remark="Traces beyond `max_traces` (1,000) are dropped, those of arguments that are gone with these.",
    ),
    Complaint(
        3,
        "A changed global or attribute has no effect",
        _STEP.format(start="1.0", options="", parameter="", first="", change="rate = 2.0", second=""),
        (
            Fix(
                'tf.function(python_state="retrace")',
                _STEP.format(
                    start="1.0", options='(python_state="retrace")', parameter="", first="", change="rate = 2.0",
                    second="",
                ),
                "2.0",
            ),
            Fix(
                "Pass the value as an argument",
                _STEP.format(
                    start="None", options="", parameter=", rate", first=", tf.constant(1.0)", change="",
                    second=", tf.constant(2.0)",
                ),
                "2.0",
            ),
            Fix(
                "keep it in a tf.Variable",
                _STEP.format(
                    start="tf.Variable(1.0)", options="", parameter="", first="", change="rate.assign(2.0)", second="",
                ),
                "2.0",
            ),
        ),
    ),
    Complaint(
        4,
        "AutoGraph could not transform a function: no source",
        _SOURCE.format("", "if x > 0.0:\n        return x\n    return -x"),
        (
            Fix(
                "Define it in a file",
                """
@tf.function
def positive(x):
    if x > 0.0:
        return x
    return -x


print(float(positive(tf.constant(-2.0))))
""",
                "2.0",
            ),
            Fix(
                "use tf.cond and tf.while_loop in it",
                _SOURCE.format(
                    "@tf.autograph.experimental.do_not_convert",
                    "return tf.cond(x > 0.0, lambda: x, lambda: -x)",
                ),
                "2.0",
            ),
        ),
        remark="A lambda, a cell of a notebook and a wrapped function are found by the positions of their code.",
    ),
    Complaint(
        5,
        "A list that a loop over a tensor appends to",
        """
@tf.function
def squares(n):
    found = []
    for i in tf.range(n):
        found.append(i * i)
    return found[-1]


print(int(squares(tf.constant(3))))
""",
        prints="4",
    ),
    Complaint(
        5,
        "A tensor that leaves its function by the side",
        """
leaked = []


@tf.function
def double(x):
    leaked.append(x * 2.0)


double(tf.constant(1.0))
print(float(leaked[0] + 1.0))
""",
        (
            Fix(
                "Return it from where it is made",
                """
@tf.function
def double(x):
    return x * 2.0


print(float(double(tf.constant(1.0)) + 1.0))
""",
                "3.0",
            ),
            Fix(
                "keep its value in a tf.Variable",
                """
leaked = tf.Variable(0.0)


@tf.function
def double(x):
    leaked.assign(x * 2.0)


double(tf.constant(1.0))
print(float(leaked + 1.0))
""",
                "3.0",
            ),
        ),
    ),
    Complaint(
        6,
        "tf.function tried to create variables on a call that is not the first",
        _COUNT.format("self.v = tf.Variable(1.0)"),
        (
            Fix(
                "`if self.v is None: self.v = tf.Variable(...)`",
                _COUNT.format("if self.v is None:\n            self.v = tf.Variable(1.0)"),
                "[2.0, 3.0]",
            ),
        ),
    ),
    Complaint(
        7,
        "A name that one branch defines",
        """
@tf.function
def f(x):
    if x > 0.0:
        y = x * 2.0
    return y


print(float(f(tf.constant(1.0))))
""",
        (
            Fix(
                "must also be initialized in the else branch",
                """
@tf.function
def f(x):
    if x > 0.0:
        y = x * 2.0
    else:
        y = x
    return y


print(float(f(tf.constant(1.0))))
""",
                "2.0",
            ),
        ),
    ),
    Complaint(
        8,
        "A branch that is not taken fails while it is traced",
        """
@tf.function
def f(x, wide):
    if wide:
        x = tf.reshape(x, [2, 3])
    return tf.reduce_sum(x)


print(float(f(tf.ones([4]), tf.constant(False))))
""",
        prints="4.0",
    ),
    Complaint(
        9,
        "Shapes that change in a loop have to be declared",
        """
@tf.function
def grow(n):
    x = tf.zeros([1])
    for _ in tf.range(n):
        x = tf.concat([x, [1.0]], 0)
    return x


print(grow(tf.constant(3)).numpy())
""",
        prints="[0. 1. 1. 1.]",
    ),
    Complaint(
        10,
        "`raise` under a condition on a tensor raises for every input",
        """
@tf.function
def root(x):
    if x < 0.0:
        raise ValueError("x must not be negative")
    return tf.sqrt(x)


print(float(root(tf.constant(4.0))))
""",
        prints="2.0",
    ),
    Complaint(
        11,
        "A loop is unrolled without a word, and the first call takes minutes",
        """
@tf.function
def count(x):
    for _ in range(1500):
        x = x + 1.0
    return x


print(float(count(tf.constant(0.0))))
""",
        (
            Fix(
                "Loop over a tensor, such as tf.range(1500)",
                """
@tf.function
def count(x):
    for _ in tf.range(1500):
        x = x + 1.0
    return x


print(float(count(tf.constant(0.0))))
""",
                "1500.0",
            ),
        ),
    ),
    Complaint(
        12,
        "Errors point at generated files and internal assertions",
        """
import traceback


@tf.function
def f(x):
    for _ in tf.range(2):
        x = x + tf.constant([1.0, 2.0, 3.0])
    return x


try:
    f(tf.constant([1.0, 2.0]))
except Exception as error:
    frames = traceback.extract_tb(error.__traceback__)
    named = [frame.lineno for frame in frames if frame.filename == __file__]
    strange = [frame for frame in frames if "autograph_generated" in frame.filename or "__autograph" in frame.filename]
    said = [line for line in str(error).splitlines() if "x = x + tf.constant" in line]
    print(f"the message shows the line: {bool(said)}, generated files in the traceback: {bool(strange)}")
""",
        prints="the message shows the line: True, generated files in the traceback: False",
    ),
    Complaint(
        13,
        "jit_compile=True refuses an operation without a way out",
        _TEXT.format("(jit_compile=True)", "tf.strings.as_string(x)", "label(tf.constant(1)).numpy()"),
        (
            Fix(
                "drop jit_compile",
                _TEXT.format("", "tf.strings.as_string(x)", "label(tf.constant(1)).numpy()"),
                "b'1'",
            ),
            Fix(
                "Take them out of the function",
                _TEXT.format("(jit_compile=True)", "x * 1", "tf.strings.as_string(label(tf.constant(1))).numpy()"),
                "b'1'",
            ),
        ),
    ),
    Complaint(
        14,
        "Recursion",
        _FACTORIAL.format("", "tf.constant(5)"),
        (
            Fix(
                "@tf.function(output_signature=tf.TensorSpec(shape, dtype))",
                _FACTORIAL.format("(output_signature=tf.TensorSpec([], tf.int32))", "tf.constant(5)"),
                "120",
            ),
            Fix("let Python values end the recursion", _FACTORIAL.format("", "5"), "120"),
        ),
    ),
    Complaint(
        15,
        "Breakpoints and coverage do not see converted code",
        """
import sys

seen = []


@tf.function
def f(x):
    if x > 0.0:
        y = x * 2.0
    else:
        y = x
    return y


def watch(frame, event, argument):
    if frame.f_code.co_filename == __file__ and frame.f_code.co_name == "f" and event == "line":
        seen.append(frame.f_lineno)
    return watch


sys.settrace(watch)
f(tf.constant(1.0))
sys.settrace(None)
print(f"lines of f that were seen: {len(set(seen))}")
""",
        prints="lines of f that were seen: 5",
    ),
    Complaint(
        16,
        "A loaded SavedModel refuses a call",
        _LOADED.format("x"),
        (Fix("Pass tf.cast(x, tf.float32)", _LOADED.format("tf.cast(x, tf.float32)"), "[2. 4. 6.]"),),
    ),
    Complaint(
        17,
        "Python's random numbers are drawn once, silently",
        _NOISY.format("", "", "random.random()", "", ""),
        (
            Fix(
                "Use tf.random.uniform",
                _NOISY.format("", "", "tf.random.uniform([])", "", ""),
                "two numbers",
            ),
            Fix(
                "pass the value as an argument",
                _NOISY.format("", ", r", "r", ", tf.constant(random.random())", ", tf.constant(random.random())"),
                "two numbers",
            ),
            Fix(
                'python_state="ignore" silences this warning',
                _NOISY.format('(python_state="ignore")', "", "random.random()", "", ""),
                "the same number",
            ),
        ),
    ),
    Complaint(
        18,
        "The overhead of a call",
        """
import sys


@tf.function
def add(a, b):
    return a + b


a, entered = tf.constant(1.0), []
for _ in range(5):
    add(a, a)
sys.setprofile(lambda frame, event, argument: entered.append(event) if event == "call" else None)
add(a, a)
sys.setprofile(None)
print(f"Python functions entered by a call: {len(entered)}")
""",
        prints="Python functions entered by a call: 0",
    ),
    Complaint(
        19,
        "The time that an import takes",
        """
import subprocess
import sys

code = f"import sys; before = set(sys.modules); import {tf.__name__}; print(len(set(sys.modules) - before))"
modules = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
print("modules that an import loads:", "less than 500" if modules < 500 else "more than 500")
""",
        prints="modules that an import loads: less than 500",
    ),
    Complaint(
        20,
        "A function cannot be copied or pickled",
        """
import copy
import pickle


@tf.function
def add_one(x):
    return x + 1.0


add_one(tf.constant(1.0))
copied, loaded = copy.deepcopy(add_one), pickle.loads(pickle.dumps(add_one))
print(float(copied(tf.constant(1.0))), float(loaded(tf.constant(1.0))))
""",
        prints="2.0 2.0",
    ),
    Complaint(
        21,
        "A method of an object that nobody keeps loses `self`",
        """
class Scaling:
    def __init__(self):
        self.factor = 3.0

    @tf.function
    def scale(self, x):
        return x * self.factor


scale = Scaling().scale
print(float(scale(tf.constant(2.0))))
""",
        prints="6.0",
    ),
    Complaint(
        22,
        "Chained comparisons and comprehensions over tensors are left as they are",
        """
@tf.function
def doubled(x):
    return tf.stack([v * 2.0 for v in x if 0.0 < v < 3.0])


print(doubled(tf.constant([1.0, 2.0, 3.0])).numpy())
""",
        prints="[2. 4.]",
    ),
    Complaint(
        23,
        "Type hints as signatures",
        """
@tf.function(experimental_follow_type_hints=True)
def scale(x: tf.Tensor, n: tf.Tensor):
    return x * n


for n in range(3):
    scale(tf.constant(1), n)
print(f"traces: {scale.experimental_get_tracing_count()}")
""",
        prints="traces: 1",
    ),
    Complaint(
        24,
        "Wheels for a new Python come late",
        """
from importlib.metadata import distributions

names = (tf.__name__, f"{tf.__name__}_cpu")
wheels = [d.read_text("WHEEL") or "" for d in distributions() if d.metadata["Name"] in names]
print("pure Python" if "Tag: py3-none-any" in "".join(wheels) else "one for each Python")
""",
        prints="pure Python",
        remark="What is compiled is compiled where it runs, by LLVM. On an interpreter whose objects are laid out in a "
        "way that is not known native code is entered by `ctypes`, or NumPy runs the graph: `graphwright doctor` says "
        "which. The free-threaded build is not tested.",
    ),
)  # fmt: skip
