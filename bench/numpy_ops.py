"""The ops on a million elements that NumPy has, as it writes them: they take turns with ours in `bench.eager_ops`.

NumPy has no gradients. Where an op takes it several passes that nobody writes as one line, it is no contender.
"""


def table(text: str) -> dict[str, str]:
    """What stands behind each name, a line each."""
    return dict(line.split(": ", 1) for line in text.strip().splitlines())


CODE = table(
    """
a + b: a + p
a * b: a * p
a - row: a - r
a / b: a / p
p ** 1.7: p ** np.float32(1.7)
a ** 3: a ** np.float32(3)
square: np.square(a)
exp: np.exp(a)
sin: np.sin(a)
cos: np.cos(a)
tanh: np.tanh(a)
atan: np.arctan(a)
sinh: np.sinh(a)
expm1: np.expm1(a)
abs: np.abs(a)
sign: np.sign(a)
floor: np.floor(a)
round: np.round(a)
sqrt: np.sqrt(p)
rsqrt: 1 / np.sqrt(p)
log: np.log(p)
log1p: np.log1p(p)
asin: np.arcsin(u)
relu: np.maximum(a, 0)
relu6: np.clip(a, 0, 6)
maximum: np.maximum(a, p)
minimum: np.minimum(a, p)
clip_by_value: np.clip(a, -0.5, 0.5)
floormod: np.mod(a, p)
a > b: a > p
where: np.where(b, a, p)
cast: a.astype(np.float64)
reduce_sum: np.sum(a)
reduce_mean: np.mean(a)
reduce_max: np.max(a)
reduce_sum of rows: np.sum(a, 1)
argmax: np.argmax(a, 1)
moments: np.var(a, 0)
cumsum: np.cumsum(a, 1)
concat: np.concatenate([a, p], 1)
stack: np.stack([a, p], -1)
pad: np.pad(a, 1)
transpose and add: a.T + p
gather: np.take(a, i, 0)
sort: np.sort(a, 1)
bias_add: m + g
random.normal: generator.standard_normal((n, n), np.float32)
random.uniform: generator.random((n, n), np.float32)
range: np.arange(n * n, dtype=np.float32)
add_n: a + p + a
"""
)
