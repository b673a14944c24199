"""Programs on plain values: converted, they do what Python does: the same results, prints and errors."""

from __future__ import annotations

import pytest

from tests.autograph.support import same_as_python

NUMBERS = [(n,) for n in range(-2, 9)]

PROGRAMS = {
    "if": """
        def f(n):
            if n > 3:
                print("big")
                r = "big"
            elif n > 0:
                r = "small"
            else:
                r = "none"
            return r
    """,
    "if without else": """
        def f(n):
            r = 0
            if n % 2:
                r += n
            return r
    """,
    "one branch defines": """
        def f(n):
            if n > 3:
                r = n
            return r
    """,
    "comprehension over a name that an inner function reads": """
        def f(n):
            k, places = 5, [0]
            if n > 0:
                m = len({k: 1 for k in range(n)}) + len({(lambda: k)() for k in range(3)})
                m += sum([k for places[0] in range(2) for k in range(n)])
                def g():
                    return k
                return m, g(), places
            return k
    """,
    "comprehension that assigns, over a name that an inner function reads": """
        def f(n):
            x, y, s, t = 10, 0, [], {}
            if n > 0:
                s = [(lambda: x)() for x in range(n) if (y := x)]
                t = {x: (lambda: x + y)() for x in range(n) if (y := x if x > 1 else y + 1)}
                x += len({(lambda: x)() for x in s if (y := y + x)})
            return s, t, x, y
    """,
    "comprehension that assigns, out of which an error comes": """
        def f(n):
            it = iter(range(n))
            if n < 3:
                return [(y := next(it)) for _ in range(3)], y
            if n < 5:
                return {(y := sum(next(it) for _ in range(2))) for _ in range(3)}, y
            return {x: 1 // (y := 6 - x) for x in it}, y
    """,
    "walrus that may not be reached": """
        def f(n):
            c = 1
            del c
            if len({d: (c := n) for d in range(2) if n > 3}):
                pass
            if n > 5 and (e := n):
                pass
            if (k := n) > 6 or 0 < n < (m := 3):
                del k
            try:
                return (3 if n < 0 else c), e, m, k
            except NameError as error:
                return str(error).split("'")[1]
    """,
    "while": """
        def f(n):
            total = 0
            while n > 0:
                total += n
                n -= 1
            return total
    """,
    "break and continue": """
        def f(n):
            seen = []
            for i in range(10):
                if i == n:
                    continue
                if i > n + 2:
                    break
                seen.append(i)
            return seen, i
    """,
    "else of loops": """
        def f(n):
            for i in range(3):
                if i == n:
                    break
            else:
                print("for ran out")
            while n > 0:
                n -= 1
                if n == 2:
                    break
            else:
                print("while ran out")
            return i, n
    """,
    "nested loops": """
        def f(n):
            found = []
            for i in range(n):
                for j in range(i):
                    if (i + j) % 3 == 0:
                        continue
                    if i * j > 6:
                        break
                    found.append((i, j))
                else:
                    continue
                break
            return found
    """,
    "early return": """
        def f(n):
            if n < 0:
                return "negative"
            for i in range(n):
                if i * i > n:
                    return i
                while i > 3:
                    i -= 1
                    if i == n:
                        return "met"
            print("end")
    """,
    "return in try": """
        def f(n):
            log = []
            def run():
                for i in range(3):
                    try:
                        log.append(("try", i))
                        if i == n:
                            return i
                        if n == 7:
                            raise ValueError(n)
                    except ValueError as e:
                        log.append(repr(e))
                        continue
                    else:
                        log.append("else")
                    finally:
                        log.append("finally")
                return "end"
            return run(), log
    """,
    "return in with": """
        import contextlib
        def f(n):
            for i in range(3):
                with contextlib.suppress(ZeroDivisionError):
                    if i == 1:
                        return 10 // n
            return "suppressed"
    """,
    "with that always returns": """
        import contextlib
        def f(n):
            if n > 2:
                with contextlib.suppress(ValueError):
                    if n > 4:
                        raise ValueError
                    return "inside"
                return "swallowed"
            return "outside"
    """,
    "conditional expressions": """
        def f(n):
            def tell(v):
                print(v)
                return v
            return tell(1) if tell(n > 2) else tell(0)
    """,
    "and, or, not are lazy": """
        def f(n):
            def tell(v):
                print(v)
                return v
            a = tell(n) and tell(n - 1) and tell(n - 2)
            b = tell(n) or tell(n - 1) or tell("last")
            return a, b, not tell(n), not a and b
    """,
    "chains": """
        def f(n):
            def tell(v):
                print(v)
                return v
            return tell(0) < tell(n) <= tell(4) != tell(2), 1 < n in (3, 5), n is n is not None
    """,
    "walrus": """
        def f(n):
            data = iter(range(n))
            out = []
            while (item := next(data, None)) is not None:
                if (double := item * 2) > 4 and (last := item):
                    out.append((double, last))
                if item == 6:
                    break
            else:
                out.append("ran out")
            return out, item
    """,
    "unbound": """
        def f(n):
            if n == 1:
                x = 1
            elif n == 2:
                del n
            while n == 3:
                x = n
                break
            for x in ():
                pass
            return x, n
    """,
    "deleted": """
        def f(n):
            x = y = n
            if n > 2:
                del x
            for i in range(n):
                if i == 4:
                    del y
            return x, y
    """,
    "deleted on the way to finally": """
        def f(n):
            x = y = n
            try:
                if n > 6:
                    raise ValueError
            except ValueError:
                del y
                print(n // (n - 7))
            else:
                for i in range(n):
                    del x
            finally:
                print(repr(x), repr(y))
    """,
    "deleted before an error is swallowed": """
        def f(n):
            from contextlib import suppress
            e = n
            if n < 3:
                del e
            with suppress(ZeroDivisionError):
                e = 1 // n
            copy = e
            return n
    """,
    "a return behind a branch that raises": """
        def f(n):
            if n > 3:
                for i in range(n):
                    pass
                else:
                    print(i)
                raise ValueError(i)
            return n
    """,
    "deleted, then looked for by a closure": """
        def f(n):
            x = y = n
            read = lambda: y
            late = (y for _ in range(2))
            if n < 1:
                del y
            try:
                while n > 2 and (lambda: x)():
                    print(n)
                    if n > 4:
                        del x
                    n -= 1
                print(read() if n < 0 else list(late))
            except NameError:
                return "lost", n
    """,
    "exception variable": """
        def f(n):
            e = "kept"
            if n > 2:
                try:
                    raise ValueError(n)
                except ValueError as e:
                    message = str(e)
            return e, message
    """,
    "annotations": """
        def f(n: int) -> "str":
            x: int
            y: "nothing that exists" = n
            if n > 1:
                x: int = 3
            return x + y
    """,
    "comprehensions": """
        def f(n):
            i = "outer"
            a = [i * 2 if i % 2 else -i for i in range(n) if i > 1 and i != 3]
            b = {k: [k for _ in range(2)] for k in range(n)}
            c = {x for x in a if (y := x)}
            d = sum(x < 4 or x > 6 for x in range(n))
            return a, b, sorted(c), d, i, y
    """,
    "closures": """
        def f(n):
            total = 0
            def add(k=n):
                nonlocal total
                if k > 2:
                    total += k
                    return "big"
                total -= 1
            for i in range(n):
                print(add(i))
            later = [lambda: total * j for j in range(2)]
            total += 100
            return total, [g() for g in later], add()
    """,
    "composites": """
        class Box: pass
        def f(n):
            box = Box()
            box.value, d, l = 0, {}, [0, 0]
            for i in range(n):
                if i > 1:
                    box.value += i
                    d["k"] = box.value
                    l[0] = l[i % 2] + 1
                    l[-1], box.extra = i, d
                else:
                    d.setdefault("k", 7)
            return box.value, d, l, getattr(box, "extra", "none")
    """,
    "match": """
        def f(n):
            for i in range(n):
                match [i, n]:
                    case [0, _]:
                        continue
                    case [a, b] if a > 3:
                        return a, b
                    case [1, *rest]:
                        print(rest)
                    case _:
                        break
            return n
    """,
    "assert": """
        def f(n):
            assert n != 1
            assert n < 5 or n == 7, f"n is {n}"
            return n
    """,
    "unpacking": """
        def f(n):
            first, *rest = range(n)
            for i, (j, *k) in enumerate([(1, 2, 3), (4,)]):
                if n > i:
                    first, rest = rest, (i, j, k)
            return first, rest
    """,
    "builtins": """
        def f(n):
            xs = list(range(n))
            return (len(xs), list(enumerate(xs, 2)), list(zip(xs, reversed(xs))), int("3"), float(n), bool(n), min(xs),
                    max(1, n), sum(xs, 5), any(xs), all(xs), sorted(xs, key=lambda x: -x), list(map(str, xs)), abs(n))
    """,
    "keyword arguments": """
        def g(a, /, b, *args, c, d=4, **rest):
            return a, b, args, c, d, rest
        def f(n):
            more = {"x": n}
            return g(1, *[2, n], c=3, **more), g(*(1, 2), **{"c": n}, d=5)
    """,
    "duplicate keyword": """
        def f(n):
            return dict(a=1, **({"a": 2} if n > 3 else {}))
    """,
    "frame functions": """
        counter = 5
        def f(n):
            if n > 2:
                x = eval("counter + 1")
                globals()["counter"] = n
                print(sorted(locals()), dir(), sorted(vars().items()), eval("n + x"))
            else:
                x = counter
            return x, counter, locals()
    """,
    "global": """
        state = 0
        def f(n):
            global state, made
            for i in range(n):
                state += i
                if state > 3:
                    made = state
                    break
            return state, made
    """,
    "names we use": """
        def f(n):
            get_state = if_body = vars_ = do_return = retval_ = break_ = 1
            for itr in range(n):
                if itr > 2:
                    return get_state + itr
                get_state += if_body + vars_ + do_return + retval_ + break_
            return get_state
    """,
    "errors keep their text": """
        def f(n):
            if n > 4:
                return [1, 2][n]
            if n > 2:
                return undefined_name
            if n > 1:
                return f(1, 2, 3)
            return n.missing
    """,
    "while true": """
        def f(n):
            while True:
                n += 1
                if n % 5 == 0:
                    return n
    """,
    "classes": """
        def f(n):
            class A:
                size = n
                def get(self):
                    if self.size > 2:
                        return "big"
                    return "small"
            class B(A):
                def get(self):
                    if n > 4:
                        return super().get() + "!"
                    return super().get()
            return A().get(), B().get()
    """,
    "star in index and slices": """
        def f(n):
            xs = list(range(10))
            if n > 0:
                xs[n:n + 2] = [n]
                xs[-1] += n
            return xs[::2]
    """,
    "raise from": """
        def f(n):
            try:
                if n > 2:
                    raise KeyError(n)
                return n
            except KeyError as e:
                raise ValueError("bad") from e
            finally:
                print("done", n)
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_python(name: str) -> None:
    same_as_python(PROGRAMS[name], NUMBERS)
