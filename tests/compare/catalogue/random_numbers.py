"""Random numbers that a seed gives: stateless ones, generators, streams after `set_seed`."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_CALLS = [
    *each("tf.random.stateless_NAME({shape}, {seed}, dtype={dtype}, alg={alg})", "normal uniform truncated_normal") * 2,
    "tf.random.stateless_uniform({shape}, {seed}, {low}, {high}, {integer}, alg={alg})",
    "tf.random.stateless_uniform({shape}, {seed}, None, None, {whole}, alg={alg})",
    "tf.random.stateless_uniform({shape}, {seed}, {low}, {high}, {dtype}, alg={alg})",
    "tf.random.stateless_normal({shape}, {seed}, {low}, {high}, {dtype}, alg={alg})",
    "tf.random.stateless_binomial([4], {seed}, {counts}, {chances}, {integer})",
    "tf.random.stateless_gamma([5], {seed}, {alpha}, dtype={wide})",
    "tf.random.stateless_poisson([5], {seed}, {alpha}, {wide})",
    "tf.random.stateless_categorical({noise:2,4}, {n}, {seed}, {integer})",
    "tf.random.stateless_parameterized_truncated_normal([5], {seed}, {low} / 2, 1.0, -1.0, {high} / 2)",
    "tf.random.split({seed}, {n}, alg={alg})",
    "tf.random.fold_in({seed}, {n}, alg={alg})",
    "tf.random.experimental.index_shuffle(tf.range(7), {seed}, 6)",
    "tf.random.experimental.stateless_shuffle({noise:{n},2}, {seed}, alg={alg})",
    *each("{generator}.NAME({shape}, dtype={dtype})", "normal uniform truncated_normal"),
    "{generator}.uniform({shape}, {low}, {high}, {integer})",
    "{generator}.uniform_full_int({shape}, {whole})",
    "{generator}.binomial([4], {counts}, {chances}, {integer})",
    "{generator}.make_seeds({n})",
    "[g.normal([2]) for g in {generator}.split({n})]",
    "(lambda g: [g.normal([2]), g.uniform([3]), g.state])({generator})",
    "(lambda g: [g.skip(9), g.normal([2])][1])({generator})",
    "(lambda g: [g.reset_from_seed(3), g.normal([2])][1])({generator})",
    *each("tf.random.NAME({shape}, dtype={dtype}, seed={n})", "normal uniform truncated_normal"),
    "tf.random.uniform({shape}, {low}, {high}, {integer}, seed={n})",
    "tf.random.gamma({shape}, {alpha}, dtype={wide}, seed={n})",
    "tf.random.poisson({shape}, {alpha}, {wide}, seed={n})",
    "tf.random.categorical({noise:2,4}, {n}, {integer}, seed={n})",
    "tf.random.shuffle({noise:7}, seed={n})",
    "tf.random.shuffle({noise:5,2}, seed={n})",
    "tf.random.log_uniform_candidate_sampler({ints:1,2;0,9,tf.int64}, 2, 5, {flag}, 20, seed={n})",
    "tf.random.uniform_candidate_sampler({ints:1,2;0,9,tf.int64}, 2, 5, {flag}, 20, seed={n})",
    "tf.nn.experimental.stateless_dropout({noise:3,4}, 0.4, {seed})",
    "tf.nn.experimental.general_dropout({noise:3,4}, 0.4, lambda shape, dtype: tf.random.stateless_uniform(shape, {seed}, dtype=dtype))",
    *each("tf.random_NAME_initializer(seed={n})({matrix}, {dtype})", "normal uniform"),
]  # fmt: skip
_PARTS = {
    "shape": ["[5]", "[]", "[2, 3]", "[0]", "[3, 1, 2]", "[17]"],
    "matrix": ["[3, 4]", "[2, 2]", "[5, 1]"],
    "alg": ["'philox'", "'threefry'", "'auto_select'", "tf.random.Algorithm.PHILOX"],
    "generator": [
        "tf.random.Generator.from_seed({n}, alg='philox')",
        "tf.random.Generator.from_seed({n}, alg='threefry')",
        "tf.random.Generator.from_state([1, 2, {n}], alg='philox')",
        "tf.random.Generator.from_key_counter({n}, [1, 2], alg='philox')",
    ],
    "low": ["-3", "0", "1", "-1"],
    "high": ["5", "2", "40"],
    "n": ["3", "1", "7", "5", "20", "0"],
    "integer": ["tf.int32", "tf.int64"],
    "whole": ["tf.int32", "tf.int64", "tf.uint32", "tf.uint64"],
    "wide": ["tf.float32", "tf.float64", "tf.float16"],
    "counts": ["[3.0, 40.0, 300.0, 0.0]", "10.0"],
    "chances": ["[0.2, 0.5, 0.97, 0.5]", "0.3"],
    "alpha": ["[0.1, 5.0, 9.99, 10.0, 300.0]", "2.5", "0.7"],
}

FAMILY = Family(
    _CALLS,
    ["float32"] * 4 + ["float64"] * 2 + ["float16", "bfloat16"],
    _PARTS,
    ["value"] * 4 + ["traced"] * 2,
)
