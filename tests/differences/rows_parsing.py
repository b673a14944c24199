"""Messages of features, CSV lines, bytes and serialized tensors: what they parse to, and what is refused."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_E = "parsing.example(tf, {})".format
_S = "parsing.sequence(tf, {})".format
_A = _E("x=[1.0, 2.0], y=[3], s=['p', 'q']")
_B = _E("x=[5.0, 6.0], y=[7, 8, 9]")
_C = _E("z=[1]")
_F, _V, _Q, _R, _SP = (
    "tf.io.FixedLenFeature",
    "tf.io.VarLenFeature",
    "tf.io.FixedLenSequenceFeature",
    "tf.io.RaggedFeature",
    "tf.io.SparseFeature",
)
_ONE = {
    "x": [
        f"{_F}([2], tf.float32)",
        f"{_F}([2], tf.float32, [9.0, 8.0])",
        f"{_F}([1, 2], tf.float32, [[9.0, 8.0]])",
        f"{_F}([2], tf.float32, 9.0)",
        f"{_F}([2], tf.float32, [9.0, 8.0, 7.0])",
        f"{_F}([2], tf.int64)",
        f"{_F}([2], tf.int32)",
        f"{_V}(tf.float32)",
        f"{_V}(tf.string)",
        f"{_R}(tf.float32)",
        f"{_R}(tf.float32, row_splits_dtype=tf.int64)",
        f"{_Q}([2], tf.float32, True)",
        f"{_Q}([2], tf.float32, True, 3.0)",
        f"{_Q}([3], tf.float32, True)",
        f"{_Q}([2], tf.float32)",
    ],
    "y": [
        f"{_F}([], tf.int64, 4)",
        f"{_F}([1], tf.int64)",
        f"{_F}([None], tf.int64)",
        f"{_F}([None, 2], tf.int64)",
        f"{_F}(None, tf.int64)",
        f"{_F}([1], None)",
        f"{_V}(tf.int64)",
        f"{_V}(None)",
        f"{_V}(tf.int32)",
        f"{_R}(tf.int64)",
        f"{_Q}([], tf.int64, True)",
        f"{_Q}([], tf.int64, True, -1)",
        "3",
    ],
    "s": [
        f"{_F}([2], tf.string)",
        f"{_F}([2], tf.string, ['a', 'b'])",
        f"{_V}(tf.string)",
        f"{_R}(tf.string)",
        f"{_Q}([], tf.string, True, 'none')",
    ],
}
_BATCHES = [f"[{_A}]", f"[{_A}, {_B}, {_C}]", "tf.constant([], tf.string)"]
_SPARSE = [_E("i=[4, 1], j=[0, 2], v=[0.5, 0.25]"), _E("i=[9], j=[1], v=[1.0]")]
_DIVIDED = [
    _E(
        "v=[1.0, 2.0, 3.0, 4.0, 5.0], sp=[0, 2, 5], ln=[2, 3], st=[0, 2], lim=[2, 5], ids=[0, 0, 1, 1, 1], sp2=[0, 1, 2]"
    ),
    _E("v=[7.0], sp=[0, 1], ln=[1], st=[0], lim=[1], ids=[0], sp2=[0, 1]"),
]
_GAPS = [
    _E("v=[1.0, 2.0], ln=[0, 2, 0], ids=[1, 1], st=[0, 0, 2], lim=[0, 2, 2], sp=[0, 0, 2, 2]"),
    _E("z=[1]"),
    _E("v=[3.0, 4.0, 5.0], ln=[1, 2], ids=[0, 1, 1], st=[0, 1], lim=[1, 3], sp=[0, 1, 3]"),
]
_PARTS = [
    f"{_R}.RowSplits('sp')",
    f"{_R}.RowLengths('ln')",
    f"{_R}.RowStarts('st')",
    f"{_R}.RowLimits('lim')",
    f"{_R}.ValueRowIds('ids')",
]
_S1 = _S("{'c': [1, 2], 'd': [0.5]}, t=[['a'], ['b', 'c']], f=[[1.0, 2.0], [3.0, 4.0]]")
_S2 = _S("{'c': [3]}, t=[['z']], f=[[5.0, 6.0]]")
_S3 = _S("{}")
_CONTEXT = [
    f"{{'c': {_V}(tf.int64)}}",
    f"{{'c': {_R}(tf.int64), 'd': {_F}([], tf.float32, 2.0)}}",
    f"{{'d': {_F}([], tf.float32)}}",
    "None",
]
_LISTS = [
    f"{{'t': {_V}(tf.string), 'f': {_Q}([2], tf.float32, True)}}",
    f"{{'t': {_R}(tf.string), 'f': {_R}(tf.float32)}}",
    f"{{'f': {_Q}([2], tf.float32)}}",
    f"{{'f': {_Q}([2], tf.string, True)}}",
    f"{{'f': {_Q}([3], tf.float32, True)}}",
    "None",
]
_CSV = [
    "['1,2.5,a', '3,4.5,\"b,\"\"c\"\"\"'], [1, 1.0, '']",
    "[',,', ' 1 ,2, x'], [[7], [8.0], ['d']]",
    "['1,'], [[0], tf.constant([], tf.int32)]",
    "['1'], [[0], [0]]",
    "['1,2,3'], [[0], [0]]",
    "['1,x'], [[0], [0]]",
    "['1.x'], [[0.0]]",
    "['12345678901'], [tf.constant([0], tf.int64)]",
    "['12345678901'], [[0]]",
    "['0.1'], [tf.constant([0.0], tf.float64)]",
    "['NA,1'], [[5], [6]], na_value='NA'",
    "['1,2,3', '4,5,6'], [[0], [0]], select_cols=[0, 2]",
    "['1,2,3'], [[0], [0]], select_cols=[2, 0]",
    "['1,2,3'], [[0]], select_cols=[0, 2]",
    "['1,2,3'], [[0], [0]], select_cols=[0, 7]",
    "['1,2,3'], [[0]], select_cols=[-1]",
    "['1|2'], [[0], [0]], field_delim='|'",
    "['1||2'], [[0], [0]], field_delim='||'",
    "['\"1\",2'], [['x'], [0]], use_quote_delim=False",
    "['a\"b,2'], [['x'], [0]]",
    "['\"ab,2'], [['x'], [0]]",
    "['\"ab\"c,2'], [['x'], [0]]",
    "['\"a\\nb\",2'], [['x'], [0]]",
    "['a\\nb,2'], [['x'], [0]]",
    "['1,2\\r\\n'], [[0], [0]]",
    "'1,2', [[0], [0]]",
    "[['1,2'], ['3,4']], [[0], [0]]",
    "[''], [[3]]",
    "['\"\",1'], [['d'], [0]]",
    "[' a b , 3 '], [['d'], [0]]",
    "['1'], [[1, 2]]",
    "['1'], [tf.constant(5)]",
    "['1'], [tf.constant([[5]])]",
    "['1'], [tf.constant([5], tf.uint8)]",
    "tf.constant([], tf.string), [[1], ['x']]",
    "['inf,-nan,1e400,0x10'], [[0.0]] * 4",
    "['+1,-0,007'], [[0]] * 3",
    "['+1.,.5,1e5,1E-3'], [[0.0]] * 4",
    '[\'"1","2.5"\'], [[0], [0.0]]',
    "['1\\t2'], [[0], [0]], field_delim='\\t'",
    "['1,\"'], [[0], ['d']]",
    "['\"a\"\"b\"'], [['d']]",
    "['\"a\" ,1'], [['d'], [0]]",
]
_DTYPES = [
    "uint8",
    "int8",
    "int16",
    "uint16",
    "int32",
    "int64",
    "float32",
    "float64",
    "float16",
    "bfloat16",
    "complex64",
    "complex128",
    "bool",
    "uint32",
]
_JSON = [
    "{'features': {'feature': {'a': {'int64List': {'value': ['1', 2]}}, 'f': {'floatList': {'value': [0.5, 'NaN']}}, 's': {'bytesList': {'value': ['aGk=']}}}}}",
    "{'features': {'feature': {'a': {'int64_list': {'value': [1]}}}}}",
    "'{'",
    "{'foo': 1}",
    "{'features': 3}",
    "{}",
    "''",
]
_TENSORS = [
    "tf.constant([[1.0, 2.0]])",
    "tf.constant(3)",
    "tf.constant(['a', 'b'])",
    "tf.constant([True])",
    "tf.constant([1 + 2j])",
    "tf.zeros([2, 0])",
    "tf.constant([1], tf.uint16)",
    "tf.constant([1.5], tf.bfloat16)",
    "tf.fill([3], 7)",
    "tf.constant([], tf.string)",
]
_X = "tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 4])"
_64 = [
    "['aGVsbG8', 'YQ==', 'YWI', '__79', '']",
    "['a']",
    "['a+b/']",
    "['YQ=']",
    "['YQ====']",
    "['Y=Q=']",
    "['YW I']",
    "['YR']",
    "[['YQ'], ['YQ']]",
    "['====']",
    "['=']",
]

ROWS = [
    *(f"parsing.sorted_items(tf.io.parse_example({b}, {{{k!r}: {f}}}))" for k, fs in _ONE.items() for f in fs for b in _BATCHES),
    *(f"parsing.sorted_items(tf.io.parse_single_example({e}, {{{k!r}: {f}}}))" for k, fs in _ONE.items() for f in fs for e in (_A, _C)),
    *(f"tf.io.parse_example({a})" for a in (f"[{_A}], {{}}", f"[{_A}], None", f"[[{_A}]], {{'x': {_V}(tf.float32)}}", f"[{_A}, {_C}], {{'x': {_F}([2], tf.float32)}}, ['n1', 'n2']", f"[{_A}], {{'x': {_F}([2], tf.float32)}}, ['n1', 'n2']", f"{_A}, {{'x': {_V}(tf.float32)}}", f"[{_A} + {_B}], {{'x': {_F}([2], tf.float32)}}", f"['junk'], {{'x': {_V}(tf.float32)}}")),
    *(f"tf.io.parse_example([{_E('x=None')}, {_E('x=[]')}], {{'x': {f}}})" for f in (f"{_F}([2], tf.float32, [3.0, 4.0])", f"{_V}(tf.float32)", f"{_R}(tf.int64)")),
    *(f"tf.io.parse_{kind}({s}, {{'m': {_SP}({a})}})" for kind, s in (("example", f"[{', '.join(_SPARSE)}]"), ("single_example", _SPARSE[0])) for a in ("'i', 'v', tf.float32, 10", "'i', 'v', tf.float32, 10, already_sorted=True", "['i', 'j'], 'v', tf.float32, [10, 3]", "'i', 'v', tf.float32, 5", "None, 'v', tf.float32, 5", "'i', None, tf.float32, 5", "'i', 'v', None, 5", "'i', 'v', tf.int64, 10", "'missing', 'v', tf.float32, 10")),
    *(f"tf.io.parse_example([{', '.join(m)}], {{'r': {_R}(tf.float32, 'v', [{p}]{a})}})" for m in (_DIVIDED, _GAPS) for p in (*_PARTS, f"{_R}.RowSplits('sp'), {_R}.UniformRowLength(1)", f"{_R}.UniformRowLength(1), {_R}.UniformRowLength(1)") for a in ("", ", tf.int64, True")),
    *(f"tf.io.parse_single_example({_DIVIDED[0]}, {{'r': {_R}(tf.float32, 'v', [{p}])}})" for p in (*_PARTS, f"{_R}.RowSplits('sp2'), {_R}.RowSplits('sp')", f"{_R}.UniformRowLength(5)", "3")),
    f"tf.io.parse_example([{', '.join(_DIVIDED)}], {{'r': {_R}(tf.float32, 'v', [{_R}.RowSplits('sp2'), {_R}.RowSplits('sp')])}})",
    f"tf.io.parse_example([{_E('v=[1.0], sp=[0, 3]')}], {{'r': {_R}(tf.float32, 'v', [{_R}.RowSplits('sp')], validate=True)}})",
    *(f"parsing.sorted_items(tf.io.parse_sequence_example([{', '.join(m)}], {c}, {f}))" for m in ([_S1, _S2], [_S1, _S3]) for c in _CONTEXT for f in _LISTS),
    *(f"parsing.sorted_items(tf.io.parse_single_sequence_example({m}, {c}, {f}))" for m in (_S1, _S3) for c in _CONTEXT for f in _LISTS),
    *(f"parsing.sorted_items(tf.io.parse_{k}sequence_example({s}, None, {{'r': {_R}(tf.float32, 'v', [{_R}.RowLengths('ln')])}}))" for k, s in (("", f"[{_S('{}, v=[[1.0, 2.0, 3.0], [4.0]], ln=[[2, 1], [1]]')}]"), ("single_", _S("{}, v=[[1.0, 2.0, 3.0], [4.0]], ln=[[2, 1], [1]]")))),
    *(f"parsing.static_of(tf, lambda s: tf.io.parse_{k}example(s, {{'x': {_F}([2], tf.float32), 'v': {_V}(tf.int64), 'r': {_R}(tf.float32), 'q': {_Q}([3], tf.int64, True), 'm': {_SP}('i', 'w', tf.float32, 10)}}), {s})" for k, s in (("", "[None]"), ("", "[4]"), ("single_", "[]"))),
    *(f"parsing.static_of(tf, lambda s: tf.io.parse_{k}sequence_example(s, {{'c': {_V}(tf.int64), 'd': {_F}([], tf.float32)}}, {{'t': {_V}(tf.string), 'f': {_Q}([2], tf.float32), 'r': {_R}(tf.float32)}}), {s})" for k, s in (("", "[None]"), ("", "[4]"), ("single_", "[]"))),
    *(f"tf.io.decode_csv({a})" for a in _CSV),
    *(f"tf.io.decode_raw({x}, tf.{d}{a})" for d in _DTYPES for x, a in (("[parsing.BYTES, parsing.BYTES[::-1]]", ""), ("[parsing.BYTES]", ", little_endian=False"), ("[parsing.BYTES, b'abc', b'']", ", fixed_length=8"))),
    *(f"tf.io.decode_raw({a})" for a in ("parsing.BYTES, tf.int32", "[[parsing.BYTES]], tf.int32", "[parsing.BYTES, b'abcd'], tf.uint8", "b'abcde', tf.int32", "['', ''], tf.int32", "tf.constant([], tf.string), tf.int32", "['a'], tf.int32, fixed_length=5", "['a'], tf.int32, fixed_length=0", "['a'], tf.int16, fixed_length=4, little_endian=False")),
    *(f"static(lambda x: tf.io.decode_raw(x, tf.int32{a}), spec({s}, tf.string))" for a in ("", ", fixed_length=8") for s in ("[]", "[2]", "[None, 3]", "None")),
    *(f"tf.io.decode_compressed({a})" for a in ("['x']", "[parsing.DEFLATED, b''], 'ZLIB'", "[parsing.GZIPPED, b''], 'GZIP'", "['junk'], 'ZLIB'", "['junk'], 'GZIP'", "['x'], 'BZ2'", "[parsing.DEFLATED + b'xx'], 'ZLIB'", "[parsing.GZIPPED * 2], 'GZIP'", "[parsing.DEFLATED], 'GZIP'", "[parsing.GZIPPED], 'ZLIB'", "[parsing.DEFLATED[2:]], 'ZLIB'")),
    *(f"parsing.sorted_items(parsing.json_example(tf, {j}))" for j in _JSON),
    *(f"tf.io.encode_base64(['hello', 'a', 'ab', 'abc', b'\\xff\\xfe\\xfd', ''], pad={p})" for p in (True, False)),
    *(f"tf.io.decode_base64({x})" for x in _64),
    *(f"tf.io.serialize_tensor({t})" for t in _TENSORS),
    *(f"tf.io.parse_tensor(tf.io.serialize_tensor({t}), {t}.dtype)" for t in _TENSORS),
    *(f"tf.io.parse_tensor({a})" for a in ("tf.io.serialize_tensor(1), tf.float32", "'junk', tf.float32", "['a'], tf.float32", "'', tf.float32")),
    "static(lambda x: tf.io.parse_tensor(x, tf.float32), spec([], tf.string))",
    *(f"tf.io.serialize_{k}sparse({x})" for k in ("", "many_") for x in (_X, "tf.SparseTensor([[1]], [2], [3])", "tf.SparseTensor([[0, 0], [0, 1]], ['a', 'b'], [2, 3])", "3")),
    *(f"tf.io.deserialize_many_sparse({a})" for a in (f"tf.io.serialize_many_sparse({_X}), tf.float32", f"tf.io.serialize_many_sparse({_X}), tf.float32, rank=1", f"tf.io.serialize_many_sparse({_X}), tf.float32, rank=2", f"tf.io.serialize_many_sparse({_X}), tf.int32", "[tf.io.serialize_sparse(tf.SparseTensor([[1]], [2], [3])), tf.io.serialize_sparse(tf.SparseTensor([[4]], [5], [6]))], tf.int32", "[['a', 'b', 'c']], tf.int32", "[['a', 'b']], tf.int32", "tf.zeros([0, 3], tf.string), tf.int32")),
    *(f"tf.raw_ops.DeserializeSparse(serialized_sparse={x}, dtype=tf.float32)" for x in (f"tf.io.serialize_sparse({_X})", f"tf.stack([tf.io.serialize_sparse({_X})] * 2)", "['a', 'b', 'c']", "['a', 'b']")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "Bytes that are no message are refused by each function that parses; TensorFlow's takes some of them for empty ones.": [
        f"tf.io.parse_example(['junk'], {{'x': {_V}(tf.float32)}})"
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
