"""Programs of several functions: nested ones, closures, methods, decorators, classes, callable objects, recursion."""

import contextlib
import functools
import operator

import graphwright as tf
from tests.autograph.programs import Table, say

table = Table()
numbers = ((-3,), (0,), (4,))
count = 0


def helper(x, k=1):
    if x > 0:
        return x * k
    return -x


def twice(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs) * 2

    return call


@twice
def decorated(x):
    return x + 1 if x > 0 else x


class Base:
    scale = 2

    def __init__(self, bias):
        self.bias = bias

    def value(self, x):
        if x > self.bias:
            return x * self.scale
        return x

    @property
    def doubled(self):
        if self.bias > 0:
            return self.bias * 2
        return self.bias - 1

    @staticmethod
    def fixed(x):
        return x + 1 if x > 0 else x - 1

    @classmethod
    def made(cls, x):
        if x > 0:
            return cls.scale + x
        return x

    def __call__(self, x):
        if x > 1:
            return self.value(x)
        return self.bias

    def __getitem__(self, key):
        if key > 0:
            return key * 10
        return key

    def __add__(self, other):
        if other > 0:
            return other + 100
        return other - 100

    def __len__(self):
        return 3

    def __contains__(self, key):
        return key == 1


class Derived(Base):
    scale = 3

    def value(self, x):
        y = super().value(x)
        if y > 5:
            y = y + 1
        return y

    @property
    def doubled(self):
        held = super().doubled
        return held if held > 2 else held * 10


@table(*numbers)
def calls_a_function(x):
    return helper(x), helper(x, k=3), helper(*[x], **{"k": 2})


@table(*numbers)
def nested_function(x):
    def inner(y):
        if y > 0:
            return y
        return y - 1

    return inner(x) + inner(-x)


@table(*numbers)
def closure_reads(x):
    k = 1

    def inner():
        return x + k if x > 0 else k

    first = inner()
    k = 10
    return first, inner()


@table(*numbers)
def closure_writes(x):
    total = 0

    def add(v):
        nonlocal total
        if v > 0:
            total += v
        return total

    add(x)
    add(5)
    return total


@table(*numbers)
def closure_called_in_a_branch(x):
    total = 1

    def change():
        nonlocal total
        total = total * 7

    if x > 0:
        change()
    else:
        total = total + 1
    return total


@table(*numbers)
def closure_returned(x):
    def maker(k):
        def made(v):
            if v > k:
                return v - k
            return k

        return made

    return maker(2)(x), maker(x)(3)


@table(*numbers)
def counter_of_closures(x):
    def counter():
        n = x

        def step():
            nonlocal n
            n = n + 1 if n > 0 else n - 1
            return n

        return step

    step = counter()
    return step(), step()


@table(*numbers)
def global_read_and_written(x):
    global count
    count = 3
    if x > 0:
        y = count + x
    else:
        y = count - x
    return y


@table(*numbers)
def lambdas(x):
    f = lambda a: a * 2 if a > 0 else -a  # noqa: E731
    g, h = (lambda a: a + 1), (lambda a: a and x > 1)
    return f(x), g(x), h(x > 0)


@table(*numbers)
def lambda_with_defaults(x):
    f = lambda a, k=x + 1, *r, s=2, **o: a * k + s if a > 0 else k  # noqa: E731
    return f(x), f(x, 2), f(x, s=5)


@table(*numbers)
def lambdas_on_a_line(x):
    return (lambda v: v + 1 if v > 0 else v)(x), (lambda v: v - 1 if v > 0 else v)(x)


@table(*numbers)
def lambda_in_a_loop(x):
    s = 0
    for k in (1, 2):
        s += (lambda v, k=k: v * k if v > 0 else k)(x)
    return s


@table(*numbers)
def decorated_function(x):
    return decorated(x)


@table(*numbers)
def decorated_inside(x):
    @twice
    def inner(v):
        if v > 0:
            return v
        return v - 5

    return inner(x)


@table(*numbers)
def traced_function_inside(x):
    @tf.function
    def inner(v):
        if v > 0:
            return v * 3
        return v

    return inner(x) + 1


@table(*numbers)
def not_converted(x):
    @tf.autograph.experimental.do_not_convert
    def inner(v):
        return tf.where(v > 0, v, -v)

    return inner(x)


@table(*numbers)
def method(x):
    return Base(2).value(x), Derived(1).value(x)


@table(*numbers)
def method_kept(x):
    f = Base(0).value
    return f(x) + f(x + 1)


@table(*numbers)
def unbound_method(x):
    return Base.value(Base(1), x), Base.fixed(x), Base.made(x), Derived.made(x)


@table(*numbers)
def super_(x):
    return Derived(x).value(x)


@table(*numbers)
def property_with_a_condition(x):
    return Base(x).doubled


@table(*numbers)
def property_of_a_subclass(x):
    box = Derived(x)
    y = box.doubled
    if x > 0:
        y = y + box.doubled
    return y


@table(*numbers)
def cached_property_with_a_condition(x):
    class Box:
        @functools.cached_property
        def size(self):
            say("made")
            return x * 2 if x > 0 else x

    box = Box()
    return box.size + box.size


@table(*numbers)
def property_set(x):
    class Box:
        held = 0

        @property
        def value(self):
            return self.held

        @value.setter
        def value(self, new):
            self.held = new * 2

    box = Box()
    box.value = x
    return box.value


@table(*numbers)
def callable_object(x):
    return Base(5)(x)


@table(*numbers)
def special_methods(x):
    box = Base(0)
    return len(box), 1 in box, 2 in box, x


@table(*numbers)
def partials(x):
    f = functools.partial(helper, k=4)
    g = functools.partial(f, x)
    return f(x), g()


@table(*numbers)
def partial_method(x):
    class Box:
        def scaled(self, v, k):
            return v * k if v > 0 else k

        double = functools.partialmethod(scaled, k=2)

    return Box().double(x)


@table(*numbers)
def operator_module(x):
    return operator.add(x, 1), operator.itemgetter(1)([1, x]), operator.mul(x, x)


@table(*numbers)
def function_in_a_dict(x):
    table_ = {"a": helper, "b": lambda v: v if v > 2 else 2}
    return table_["a"](x) + table_["b"](x)


@table(*numbers)
def function_passed(x):
    def apply(f, v):
        return f(v) if v > 0 else f(-v)

    return apply(helper, x), apply(lambda v: v * v, x)


@table(*numbers)
def function_chosen_in_python(x):
    f = helper if count is not None else abs
    return f(x)


@table(*numbers)
def variadic(x):
    def f(*args, **kwargs):
        s = 0
        for a in args:
            s = s + a
        for k in sorted(kwargs):
            s = s * 2 + kwargs[k]
        return s if s > 0 else len(args)

    return f(x, 1, 2), f(x, *[3], a=x, **{"b": 2})


@table(*numbers)
def keyword_only(x):
    def f(a, /, b=2, *, c):
        return a + b if c > 0 else b

    return f(x, c=x), f(x, b=1, c=1)


@table((0,), (3,), (5,))
def python_recursion(x):
    def power(v, n):
        if n == 0:
            return tf.ones_like(v)
        half = power(v, n // 2)
        return half * half * (v if n % 2 else 1)

    return power(x, 5)


@table(*numbers)
def returns_a_function_of_a_condition(x):
    def inner(v):
        for i in tf.range(5):
            if i > v:
                return i
        return -1

    return inner(x) * 2


@table(*numbers)
def early_return_in_with(x):
    with contextlib.nullcontext(5) as k:
        if x > 0:
            return x + k
        y = k
    return y


@table(*numbers)
def class_inside(x):
    class Point:
        def __init__(self, a):
            self.a = a

        def norm(self):
            return self.a if self.a > 0 else -self.a

    return Point(x).norm()


@table(*numbers)
def named_scopes(x):
    with tf.name_scope("inner"):
        if x > 0:
            x = x + 1
    return x


@table((2,), (3,))
def function_of_the_loop_variable(n):
    def f(i, s):
        if i % 2 == 0:
            return s + i
        return s * 2

    s = 1
    for i in tf.range(n):
        s = f(i, s)
    return s


@table(*numbers)
def default_is_a_tensor(x):
    def f(a, k=x * 2):
        return a + k if a > 0 else k

    return f(x), f(1, k=3)


@table(*numbers)
def try_in_a_callee(x):
    def find(d, k):
        try:
            return d[k]
        except KeyError:
            return 0

    return find({"a": x}, "a") + find({}, "b")


@table(*numbers)
def generator_of_python(x):
    def pairs(n):
        for k in range(n):
            yield k, x * k

    s = 0
    for k, v in pairs(3):
        s += v if x > 0 else k
    return s


@table((0,), (1,), (4,))
def lambda_made_before_the_loop_it_is_called_in(n):
    total = 0
    following = lambda: total + 2  # noqa: E731
    for _ in tf.range(n):
        total = following()
    return total
