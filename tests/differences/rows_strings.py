"""Functions of text: empty, several bytes to a character, wrong ranges and patterns, numbers."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_TEXTS = ["'hello'", "['a', '', 'bc']", "[['x y', ' z ']]", "'héllo wörld'", "[]", "['A,b,,C']", "['\\x00\\xff']", "t(['日本', 'ab'])", "1", "[1.5]", "tf.zeros([0], tf.string)"]
_OF_ONE = ["length({x})", "length({x}, unit='UTF8_CHAR')", "lower({x})", "upper({x})", "lower({x}, encoding='utf-8')", "upper({x}, encoding='utf-8')", "strip({x})", "split({x})", "split({x}, ',')", "split({x}, '')", "split({x}, ' ', maxsplit=1)", "bytes_split({x})",
           "substr({x}, 0, 1)", "substr({x}, -1, 1)", "substr({x}, 1, 2, unit='UTF8_CHAR')", "substr({x}, 9, 1)", "regex_replace({x}, '[a-c]', '<\\\\0>')", "regex_replace({x}, 'l+', '', replace_global=False)", "regex_full_match({x}, '[a-z]*')", "regex_full_match({x}, '(')", "to_hash_bucket_fast({x}, 10)",
           "to_hash_bucket_strong({x}, 10, [1, 2])", "to_hash_bucket({x}, 10)", "to_hash_bucket_fast({x}, 0)", "reduce_join({x})", "reduce_join({x}, separator='-')", "reduce_join({x}, axis=0)", "reduce_join({x}, axis=-1, keepdims=True)", "join([{x}, {x}])", "join([{x}, '!'], '-')", "unicode_decode({x}, 'UTF-8')", "unicode_split({x}, 'UTF-8')",
           "unicode_transcode({x}, 'UTF-8', 'UTF-16-BE')", "unicode_decode({x}, 'UTF-8', errors='strict')", "ngrams({x}, 2)", "ngrams({x}, [1, 2], separator='|')", "to_number({x})", "format('{{}}', [{x}])", "unicode_decode_with_offsets({x}, 'UTF-8')"]

ROWS = [
    *(f"tf.strings.{f.format(x=x)}" for f in _OF_ONE for x in _TEXTS),
    *(f"tf.strings.to_number({x}, {d})" for x in ("['1', '-2', '+3']", "['1.5', '1e3', '-0.0']", "['nan', 'inf', '-inf']", "['a']", "['']", "[' 1 ']", "['0x1F']", "['99999999999']", "['1_000']", "['1e400']", "['1.0f']", "['infinity', 'NaN', 'INF']", "['.5', '5.']", "['--1']") for d in ("tf.float32", "tf.float64", "tf.int32", "tf.int64", "tf.bool", "tf.float16")),
    *(f"tf.strings.as_string({x})" for x in ("[1, -2]", "[1.5, -0.0, np.nan, np.inf]", "[True, False]", "[1+2j]", "t([1.5], tf.float16)", "t([1.5], tf.bfloat16)", "t([255], tf.uint8)", "t([0.1], tf.float64)", "['a']", "[]", "[1e20, 1e-20]", "t([2**63], tf.uint64)")),
    *(f"tf.strings.as_string({x}, {a})" for x in ("[1.5, -2.25]", "[3, 40]") for a in ("precision=2", "scientific=True", "shortest=True", "width=8", "width=8, fill='0'", "precision=2, scientific=True", "scientific=True, shortest=True", "fill='xx'", "width=8, fill='-'")),
    *(f"tf.strings.substr({a})" for a in ("['hello', 'world'], [1, 2], [3, 1]", "['hello'], [1, 2], [1, 1]", "'hello', [0, 1], [1, 1]", "'hello', 5, 1", "'hello', 6, 1", "'hello', -6, 1", "'hello', 1, -1", "'hello', 1.5, 1", "'hello', 0, 0", "'日本', 1, 2", "'日本', 1, 1, unit='UTF8_CHAR'", "'日本', 0, 1, unit='X'")),
    *(f"tf.strings.join({a})" for a in ("['a', 'b']", "[['a', 'b'], 'c']", "[['a'], ['b', 'c']]", "[]", "['a']", "[['a', 'b'], ['c', 'd']], separator=', '", "[t([]), t(['a'])]", "[1, 2]")),
    *(f"tf.strings.unicode_encode({a})" for a in ("[104, 105], 'UTF-8'", "[[104], [105]], 'UTF-16-BE'", "[55296], 'UTF-8'", "[55296], 'UTF-8', errors='strict'", "[1114112], 'UTF-8'", "[], 'UTF-8'", "[104], 'ASCII'", "[104], 'UTF-32-BE'")),
    *(f"tf.strings.ngrams({a})" for a in ("['a', 'b', 'c'], 2", "['a', 'b', 'c'], 4", "['a', 'b'], 2, pad_values=('<', '>')", "['a', 'b'], 3, pad_values=('<', '>'), padding_width=1", "['a'], 2, preserve_short_sequences=True", "[['a', 'b'], ['c', 'd']], 2", "['a', 'b'], 0", "['a', 'b'], (1, 2)")),
    *(f"tf.strings.unsorted_segment_join({a})" for a in ("['a', 'b', 'c'], [1, 0, 1], 2", "['a', 'b', 'c'], [1, 0, 1], 2, separator='-'", "['a'], [2], 2", "['a'], [-1], 2", "['a', 'b'], [0], 1", "[], [], 2")),
    *(f"tf.{f}" for f in ("constant('a') + 'b'", "constant(['a', 'b']) + ['c', 'd']", "constant('a') * 2", "constant('a') == 'a'", "constant(['a', 'b']) != 'a'", "constant('a') < 'b'", "reduce_max(['a', 'b'])", "cast('1', tf.int32)", "zeros([2], tf.string)", "concat([['a'], ['b']], 0)", "reverse(['a', 'b'], [0])", "unique(['b', 'a', 'b'])", "where([True, False], ['a', 'b'], 'c')", "gather(['a', 'b'], [1])", "one_hot([0], 2, 'a', 'b')", "fill([2], 'x')", "tile(['a'], [2])", "sort(['b', 'a'])", "argsort(['b', 'a'])")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "Text may hold a NUL; TensorFlow stops at it.": [
        "tf.strings.lower(['\\x00\\xff'], encoding='utf-8')",
        "tf.strings.upper(['\\x00\\xff'], encoding='utf-8')",
    ],
    "An empty list is a tensor of text.": [
        "tf.strings.bytes_split([])",
        "tf.strings.reduce_join([])",
        "tf.strings.reduce_join([], separator='-')",
        "tf.strings.reduce_join([], axis=0)",
        "tf.strings.reduce_join([], axis=-1, keepdims=True)",
        "tf.strings.unicode_decode([], 'UTF-8')",
        "tf.strings.unicode_split([], 'UTF-8')",
        "tf.strings.unicode_decode([], 'UTF-8', errors='strict')",
        "tf.strings.unicode_decode_with_offsets([], 'UTF-8')",
        "tf.strings.unicode_encode([], 'UTF-8')",
    ],
    "A number is no text: the TypeError of the other functions of text.": [
        "tf.strings.bytes_split(1)",
        "tf.strings.bytes_split([1.5])",
        "tf.strings.reduce_join(1)",
        "tf.strings.reduce_join([1.5])",
        "tf.strings.reduce_join(1, separator='-')",
        "tf.strings.reduce_join([1.5], separator='-')",
        "tf.strings.reduce_join(1, axis=0)",
        "tf.strings.reduce_join([1.5], axis=0)",
        "tf.strings.reduce_join(1, axis=-1, keepdims=True)",
        "tf.strings.reduce_join([1.5], axis=-1, keepdims=True)",
        "tf.strings.unicode_decode(1, 'UTF-8')",
        "tf.strings.unicode_decode([1.5], 'UTF-8')",
        "tf.strings.unicode_split(1, 'UTF-8')",
        "tf.strings.unicode_split([1.5], 'UTF-8')",
        "tf.strings.unicode_decode(1, 'UTF-8', errors='strict')",
        "tf.strings.unicode_decode([1.5], 'UTF-8', errors='strict')",
        "tf.strings.unicode_decode_with_offsets(1, 'UTF-8')",
        "tf.strings.unicode_decode_with_offsets([1.5], 'UTF-8')",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
