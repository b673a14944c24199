"""Seeded random numbers: streams of ops, of generators and of seeds alone; candidates, permutations, bad arguments."""

from __future__ import annotations

_GENERATOR = "tf.random.Generator.from_seed(7, alg='philox')"
_FLOATS = ["tf.float16", "tf.bfloat16", "tf.float32", "tf.float64"]
_WIDE = ["tf.float16", "tf.float32", "tf.float64"]
_SHAPES = ["[]", "[0]", "[5]", "[2, 3]", "[3, 0, 2]"]
_SEEDS = ["[1, 2]", "[-5, 2**40]", "tf.constant([3, 4])", "np.array([2**62, -1])"]
_COUNTS = "[3.0, 40.0, 30000.0, 0.0, -1.0, 7.0]"
_CHANCES = "[0.2, 0.5, 0.97, 0.5, 0.5, 1.0]"
_RATES = "[0.1, 5.0, 9.99, 10.0, 300.0, 0.0, -1.0]"
_SHAPE_PARAMETERS = "[0.01, 0.3, 1.0, 1.5, 300.0, 0.0]"
_LOGITS = [
    "[[0.0, 1.0, -1.0, 2.5]]", "[[1.0, 1.0], [0.0, 9.0], [-3.0, 3.0]]", "[[-np.inf, 0.0, np.inf, 0.0]]",
    "[[np.nan, 0.0, 0.0]]", "[[-np.inf, -np.inf]]", "[[1000.0, -1000.0, 999.0]]", "np.zeros([0, 3], np.float32)",
    "np.zeros([2, 0], np.float32)", "np.arange(40.0).reshape(2, 20)", "np.arange(6).reshape(2, 3).astype(np.float16)",
    "[1.0, 2.0]",
]  # fmt: skip


def _twice(call: str) -> str:
    return f"[{call} for _ in range(2)]"


_SHUFFLED = [
    "[1]", "[1, 2]", "np.arange(9)", "np.arange(100)", "np.arange(12).reshape(6, 2)",
    "np.arange(24.0).reshape(4, 3, 2)",
    "['a', 'b', 'c', 'd', 'e']", "[True, False, True, True]", "3", "np.zeros([0, 2])", "np.arange(7).astype(np.int8)",
]  # fmt: skip

ROWS = [
    # streams of ops
    *(_twice(f"tf.random.shuffle({v}, seed={s})") for v in _SHUFFLED for s in ("4", "None")),
    *(_twice(f"tf.random.categorical({v}, {n}, seed=2)") for v in _LOGITS for n in (0, 1, 7, 50)),
    *(f"tf.random.categorical({v}, 9, dtype={d}, seed=2)" for v in _LOGITS[:3] for d in ("tf.int32", "tf.int64")),
    "tf.random.categorical([[0.0, 1.0]], -1)",
    *(_twice(f"tf.random.gamma({s}, {_SHAPE_PARAMETERS}, dtype={d}, seed=3)") for s in _SHAPES for d in _WIDE),
    *(f"tf.random.gamma({s}, [[0.5], [2.0]], beta=[1.0, 3.0], seed=3)" for s in _SHAPES),
    *(f"tf.random.gamma([4], {a}, seed=3)" for a in ("-1.0", "np.nan", "np.inf", "1e-30", "1e30", "np.zeros([0])")),
    *(
        _twice(f"tf.random.poisson({s}, {_RATES}, dtype={d}, seed=3)")
        for s in _SHAPES
        for d in (*_WIDE, "tf.int32", "tf.int64")
    ),
    *(f"tf.random.poisson([4], {a}, seed=3)" for a in ("np.inf", "1e-30", "1e6", "np.zeros([0])", "[[1.0], [20.0]]")),
    *(_twice(f"tf.random.uniform({s}, dtype={d}, seed=3)") for s in _SHAPES for d in _FLOATS),
    *(_twice(f"tf.random.uniform({s}, -3, 5, dtype={d}, seed=3)") for s in _SHAPES for d in ("tf.int32", "tf.int64")),
    *(_twice(f"tf.random.normal({s}, dtype={d}, seed=3)") for s in _SHAPES for d in _FLOATS),
    *(_twice(f"tf.random.truncated_normal({s}, dtype={d}, seed=3)") for s in _SHAPES for d in _FLOATS),
    "tf.random.uniform([2], 5, 5, dtype=tf.int32)", "tf.random.uniform([2], dtype=tf.int32)",
    "tf.random.uniform([2], dtype=tf.uint8)", "tf.random.uniform([-1])", "tf.random.normal([-1])",
    "tf.random.uniform([2], 5, 4, dtype=tf.int32)", "tf.random.uniform([3], 4.0, 2.0, seed=1)",
    "tf.random.gamma([-1], 1.0)", "tf.random.poisson([-1], 1.0)", "tf.random.poisson(3, 1.0)",
    "tf.random.gamma(3, 1.0)",
    "tf.random.normal([3], mean=[1.0, 2.0, 3.0], stddev=[[1.0], [2.0]], seed=5)",
    "tf.random.normal([2, 3], mean=2, stddev=3, seed=5)",
    # seeds of ops and of the process
    *(
        f"[{', '.join(calls)}]"
        for calls in (
            ("tf.random.uniform([2])", "tf.random.uniform([2])"),
            ("tf.random.uniform([2], seed=1)", "tf.random.uniform([2], seed=1)"),
            ("tf.random.uniform([2], seed=0)", "tf.random.uniform([2])"),
            ("tf.random.set_seed(0)", "tf.random.uniform([2], seed=0)"),
            ("tf.random.set_seed(0)", "tf.random.uniform([2])", "tf.random.normal([2])"),
            ("tf.random.set_seed(2**31)", "tf.random.uniform([2], seed=2**33)"),
            ("tf.random.set_seed(-3)", "tf.random.uniform([2], seed=-4)"),
            ("tf.random.uniform([2], seed=1)", "tf.random.set_seed(1)", "tf.random.uniform([2], seed=1)"),
        )
    ),
    *(
        f"[f() for f in [tf.function(lambda: {body})] for _ in range(2)]"
        for body in (
            "tf.random.uniform([2])", "tf.random.uniform([2], seed=1)",
            "(tf.random.uniform([2]), tf.random.normal([2]), tf.random.uniform([2]))",
            "(tf.random.uniform([2], seed=1), tf.random.uniform([2], seed=1))",
            "tf.random.shuffle(tf.range(9))", "tf.random.categorical([[0.0, 1.0, 2.0]], 9)",
            "tf.random.gamma([3], 2.0)", "tf.random.poisson([3], [2.0, 20.0])",
            "tf.random.truncated_normal([4])",
        )
    ),
    # numbers by a seed alone
    *(f"tf.random.stateless_uniform({s}, {k}, dtype={d})" for s in _SHAPES for k in _SEEDS for d in _FLOATS),
    *(f"tf.random.stateless_normal({s}, {k}, dtype={d})" for s in _SHAPES[2:4] for k in _SEEDS for d in _FLOATS),
    *(f"tf.random.stateless_truncated_normal([7], {k}, dtype={d})" for k in _SEEDS for d in _FLOATS),
    *(
        f"tf.random.stateless_uniform([5], {k}, minval={low}, maxval={high}, dtype=tf.{d})"
        for k in _SEEDS[:2]
        for low, high in (("None", "None"), ("0", "10"), ("3", "4"))
        for d in ("int32", "int64", "uint32", "uint64")
    ),
    *(
        f"tf.random.stateless_uniform([5], [1, 2], minval={low}, maxval={high}, dtype=tf.{d})"
        for low, high, d in (
            ("-2**31", "2**31 - 1", "int32"), ("-2**63", "2**63 - 1", "int64"), ("0", "2**32 - 1", "uint32"),
            ("5", "5", "int32"), ("6", "5", "int64"), ("None", "5", "int32"), ("0", "None", "int32"),
        )
    ),
    *(f"tf.random.stateless_categorical({v}, {n}, {k})" for v in _LOGITS for n in (0, 3, 30) for k in _SEEDS[:2]),
    *(f"tf.random.stateless_gamma([3, 6], {k}, {_SHAPE_PARAMETERS}, dtype={d})" for k in _SEEDS for d in _WIDE),
    "tf.random.stateless_gamma([3], [1, 2], [1.0, 2.0])", "tf.random.stateless_gamma([0, 2], [1, 2], [1.0, 2.0])",
    *(
        f"tf.random.stateless_poisson([3, 7], {k}, {_RATES}, dtype={d})"
        for k in _SEEDS
        for d in (*_WIDE, "tf.int32", "tf.int64")
    ),
    "tf.random.stateless_poisson([3], [1, 2], [1.0, 2.0])", "tf.random.stateless_poisson([2], [1, 2], 5)",
    *(
        f"tf.random.stateless_binomial([3, 6], {k}, {_COUNTS}, {_CHANCES}, output_dtype={d})"
        for k in _SEEDS
        for d in (*_WIDE, "tf.int32", "tf.int64")
    ),
    *(
        f"tf.random.stateless_binomial([2], [1, 2], {n}, {p}, output_dtype={d})"
        for n in ("0.0", "-1.0", "1.5", "3.7")
        for p in ("0.0", "-0.1", "1.0", "1.1")
        for d in ("tf.float32", "tf.int32")
    ),
    "tf.random.stateless_binomial([2], [1, 2], np.nan, 1.0, output_dtype=tf.float32)",
    "tf.random.stateless_binomial([2], [1, 2], np.nan, 0.0, output_dtype=tf.float32)",
    "tf.random.stateless_binomial([2], [1, 2], 3.0, np.nan, output_dtype=tf.float32)",
    "tf.random.stateless_binomial([2], [1, 2], np.nan, np.nan, output_dtype=tf.float64)",
    "tf.random.stateless_binomial([2], [1, 2], [1.0, 2.0, 3.0], 0.5)",
    *(f"tf.random.experimental.stateless_shuffle({v}, {k})" for v in _SHUFFLED for k in _SEEDS[:2]),
    *(f"tf.random.split({k}, {n})" for k in _SEEDS for n in (1, 2, 5)),
    *(f"tf.random.fold_in({k}, {n})" for k in _SEEDS for n in (0, 1, -7, 12345)),
    *(
        f"tf.random.stateless_uniform([3], {k}, alg={a})"
        for k in _SEEDS[:1]
        for a in ("'philox'", "'auto_select'", "1", "3", "None", "tf.random.Algorithm.PHILOX", "'other'", "7")
    ),
    *(
        f"tf.random.{f}([3], {k})"
        for f in ("stateless_uniform", "stateless_normal", "stateless_truncated_normal")
        for k in ("[1]", "[1, 2, 3]", "3", "[1.0, 2.0]", "[[1, 2]]")
    ),
    # generators
    *(f"[[g.{f}, g.{f}, g.state.read_value()] for g in [{_GENERATOR}]]" for f in (
        "normal([3])", "normal([2, 2], dtype=tf.float64)", "truncated_normal([3])", "uniform([3])",
        "uniform([3], dtype=tf.float64)", "uniform([3], 1, 9, dtype=tf.int32)", "uniform([3], 1, 9, dtype=tf.int64)",
        "uniform_full_int([3])", "uniform_full_int([3], dtype=tf.int32)", "uniform_full_int([3], dtype=tf.uint32)",
        "binomial([3], 10.0, 0.3)", "binomial([3, 2], [10.0, 1000.0], 0.25)", "binomial([5], 1000, 0.25)",
        f"binomial([2, 6], {_COUNTS}, {_CHANCES}, dtype=tf.float32)", "binomial([0], 10.0, 0.3)",
        "make_seeds(2)", "make_seeds(0)", "skip(3)", "binomial([2], [1.0, 2.0, 3.0], 0.3)",
    )),
    f"[g.normal([2]) for g in {_GENERATOR}.split(3)]",
    f"[({_GENERATOR}).key, ({_GENERATOR}).state.read_value(), ({_GENERATOR}).algorithm]",
    *(
        f"tf.random.Generator.from_seed({s}, alg='philox').state.read_value()"
        for s in ("0", "1", "-1", "2**63 - 1", "[1, 2, 3]")
    ),
    *(f"tf.random.create_rng_state({s}, 'philox')" for s in ("0", "5", "-3", "[1, 2]", "[1, 2, 3]")),
    "tf.random.Generator.from_key_counter(5, [1, 2], 'philox').normal([3])",
    "tf.random.Generator.from_state([1, 2, 3], 'philox').uniform([3])",
    "tf.random.Generator.from_state([1, 2], 'philox')",
    "[g.reset_from_seed(3) or g.state.read_value() for g in [tf.random.Generator.from_seed(1, alg='philox')]]",
    f"[g.reset_from_key_counter(3, [4, 5]) or g.state.read_value() for g in [{_GENERATOR}]]",
    *(
        f"[[tf.raw_ops.RngReadAndSkip(resource=v.handle, alg={a}, delta=tf.constant({d}, tf.uint64)), v.read_value()] "
        "for v in [tf.Variable([1, 2, 3], dtype=tf.int64)]]"
        for a in (1, 3)
        for d in (0, 1, 5, 2**40)
    ),
    # candidates
    *(
        f"tf.random.{f}([[1, 2], [0, 3]], 2, 4, {u}, {n}, seed=3)"
        for f in ("uniform_candidate_sampler", "log_uniform_candidate_sampler", "learned_unigram_candidate_sampler")
        for u in (True, False)
        for n in (4, 10, 1000, 3)
    ),
    *(f"tf.random.all_candidate_sampler([[1, 2]], 2, 4, {u}, seed=3)" for u in (True, False)),
]  # fmt: skip

_OWN = [
    "tf.random.stateless_parameterized_truncated_normal([5], [1, 2], minvals=-1.0, maxvals=3.0)",
    "[tf.random.experimental.index_shuffle(i, [1, 2], 19) for i in range(20)]",
    "tf.random.fixed_unigram_candidate_sampler([[1]], 1, 20, False, 3, unigrams=[1.0, 2.0, 3.0], seed=3)",
]
ROWS += _OWN

ON_PURPOSE: dict[str, str] = dict.fromkeys(
    _OWN,
    "The numbers repeat with the seed and have the same distribution; how TensorFlow draws them is not documented.",
)
