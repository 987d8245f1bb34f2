# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The propagators by kind, except those over graphs. `network` says what each means."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .propagation import Propagation

if not cython.compiled:
    from .bits import highest, lowest, population, up_to

DISTINCT = cython.declare(cython.int, net.DISTINCT)
HOMES = cython.declare(cython.int, net.HOMES)
RUNS = cython.declare(cython.int, net.RUNS)
AT_MOST = cython.declare(cython.int, net.AT_MOST)
BINARY_TABLE = cython.declare(cython.int, net.BINARY_TABLE)
TIMES = cython.declare(cython.int, net.TIMES)
DIV = cython.declare(cython.int, net.DIV)


class Propagators(Propagation):
    def _load_scratch(self) -> cython.bint:
        k: cython.int
        widest: cython.int = 1
        for k in range(self.propagators):
            widest = max(widest, self.start[k + 1] - self.start[k])
        for k in range(self.variables):
            widest = max(widest, self.width[k])
        self.forward = self._masks("forward", (), widest + 1)
        return True

    @cython.final
    def _widest(self, kind: cython.int) -> cython.int:
        """The most arguments of a propagator of a kind; 0 if there is none."""
        p: cython.int
        widest: cython.int = 0
        for p in range(self.propagators):
            if self.kind[p] == kind:
                widest = max(widest, self.start[p + 1] - self.start[p])
        return widest

    def _once_is_enough(self, p: cython.int, named: cython.p_int) -> cython.bint:
        """Whether a propagator need not run again for what it changed itself. named: by word, one
        more than the last propagator asked for."""
        kind: cython.int = self.kind[p]
        if kind == HOMES:
            return True
        if kind != DISTINCT and kind != BINARY_TABLE and kind != RUNS and kind != AT_MOST:
            return False
        k: cython.int
        word: cython.int
        named[self.condition_word[p]] = p + 1
        for k in range(self.start[p], self.start[p + 1]):
            word = self.index[k] if kind <= RUNS else self.first[self.index[k]]
            if named[word] == p + 1:
                return False
            named[word] = p + 1
        return True

    @cython.final
    def _applies(self, p: cython.int) -> cython.bint:
        """Whether a propagator's condition is true."""
        return self.domain[self.condition_word[p]] & ~self.condition_mask[p] == 0

    @cython.final
    def _refute(self, p: cython.int) -> cython.bint:
        """A violated propagator falsifies its condition."""
        word: cython.int = self.condition_word[p]
        left: cython.ulonglong = self.domain[word] & ~self.condition_mask[p]
        if left:
            return self._set(word, left, p)
        self.conflict = p
        self.wiped_out = -1
        return False

    def _cardinality(self, p: cython.int) -> cython.bint:
        true: cython.int = self.counter[2 * p]
        possible: cython.int = self.counter[2 * p + 1]
        k: cython.int
        w: cython.int
        m: cython.ulonglong
        if true > self.high[p] or possible < self.low[p]:
            return self._refute(p)
        if true == possible or not self._applies(p):
            return True
        if true == self.high[p]:
            for k in range(self.start[p], self.start[p + 1]):
                w = self.index[k]
                m = self.domain[w] & ~self.mask[k]
                if m and not self._set(w, m, p):
                    return False
        elif possible == self.low[p]:
            for k in range(self.start[p], self.start[p + 1]):
                w = self.index[k]
                m = self.domain[w] & self.mask[k]
                if m and not self._set(w, m, p):
                    return False
        return True

    def _at_most(self, p: cython.int) -> cython.bint:
        """Bounds propagation: each term may exceed its minimum by the slack only."""
        k: cython.int
        x: cython.int
        c: cython.longlong
        slack: cython.longlong = self.high[p]
        for k in range(self.start[p], self.start[p + 1]):
            c = self.coefficient[k]
            slack -= c * (self._low(self.index[k]) if c > 0 else self._high(self.index[k]))
        if slack < 0:
            return self._refute(p)
        if not self._applies(p):
            return True
        for k in range(self.start[p], self.start[p + 1]):
            c = self.coefficient[k]
            x = self.index[k]
            if c > 0:
                if not self._cut_above(x, self._low(x) + slack // c, p):
                    return False
            elif not self._cut_below(x, self._high(x) - slack // -c, p):
                return False
        return True

    def _unequal(self, p: cython.int) -> cython.bint:
        k: cython.int
        open_: cython.int = -1
        rest: cython.longlong = self.high[p]
        for k in range(self.start[p], self.start[p + 1]):
            if self._is_fixed(self.index[k]):
                rest -= self.coefficient[k] * self._low(self.index[k])
            elif open_ >= 0:
                return True
            else:
                open_ = k
        if open_ < 0:
            return rest != 0 or self._refute(p)
        if not self._applies(p) or rest % self.coefficient[open_] != 0:
            return True
        return self._remove(self.index[open_], rest // self.coefficient[open_], p)

    def _distinct(self, p: cython.int) -> cython.bint:
        """Naked singles: a variable's only value is no other's. Hidden singles: where there are as
        many values as variables, a value that only one of them can have is its value."""
        k: cython.int
        w: cython.int
        d: cython.ulonglong
        fixed: cython.ulonglong
        open_: cython.ulonglong
        twice: cython.ulonglong
        hidden: cython.ulonglong
        many: cython.ulonglong
        clash: cython.ulonglong
        domain: cython.p_ulonglong = self.domain
        index: cython.p_int = self.index
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        # Where there are as many values as variables from the start: these values.
        all_values: cython.ulonglong = self.mask[a]
        again: cython.bint = self._applies(p)
        while again:
            again = False
            fixed = open_ = twice = clash = 0
            for k in range(a, b):
                # Without branches, which would be mispredicted.
                d = domain[index[k]]
                many = d & (0 - cython.cast(cython.ulonglong, d & (d - 1) != 0))
                d ^= many
                clash |= fixed & d
                fixed |= d
                twice |= open_ & many
                open_ |= many
            if clash:
                return self._refute(p)
            hidden = open_ & ~(twice | fixed)
            if all_values:
                if open_ | fixed != all_values:
                    return self._refute(p)
            else:
                k = population(open_ | fixed)
                if k < b - a:
                    return self._refute(p)
                if k > b - a:
                    hidden = 0
            if open_ & fixed == 0 and hidden == 0:
                return True
            for k in range(a, b):
                w = index[k]
                d = domain[w]
                if d & (d - 1) == 0:
                    continue
                if d & hidden:
                    d &= hidden
                    if d & (d - 1):
                        return self._refute(p)
                elif d & fixed:
                    d &= ~fixed
                else:
                    continue
                if not self._set(w, d, p):
                    return False
                # Nothing more follows unless another variable was fixed: the removed values were no
                # hidden singles.
                if d & (d - 1) == 0:
                    again = True
        return True

    def _all_different(self, p: cython.int) -> cython.bint:
        """Naked singles among any variables. Processed ones stand first, in no order."""
        done: cython.int = self.counter[2 * p]
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int = a + done
        j: cython.int
        x: cython.int
        value: cython.longlong
        if not self._applies(p):
            return True
        while k < b:
            x = self.index[k]
            if not self._is_fixed(x):
                k += 1
                continue
            self.index[k] = self.index[a + done]
            self.index[a + done] = x
            done += 1
            value = self._low(x)
            for j in range(a + done, b):
                if not self._remove(self.index[j], value, p):
                    return False
            k = a + done
        if done != self.counter[2 * p]:
            self._set_counter(2 * p, done)
        return True

    def _consecutive(self, p: cython.int) -> cython.bint:
        """The values are those of a window of as many: keep what lies in a possible one, and give
        a value that lies in all of them, and only one variable can have, to that variable."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int
        w: cython.int
        at: cython.int
        d: cython.ulonglong
        window: cython.ulonglong
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        some: cython.ulonglong = 0
        every: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        if not self._applies(p):
            return True
        for k in range(a, b):
            d = self.domain[self.index[k]]
            twice |= once & d
            once |= d
        if b - a > 64:
            return self._refute(p)
        for at in range(lowest(once), highest(once) - (b - a) + 2):
            window = up_to(b - a - 1) << at
            if window & ~once:
                continue
            for k in range(a, b):
                if self.domain[self.index[k]] & window == 0:
                    break
            else:
                some |= window
                every &= window
        if some == 0:
            return self._refute(p)
        every &= ~twice
        for k in range(a, b):
            w = self.index[k]
            d = self.domain[w] & some
            if d & every:
                d &= every
                if d & (d - 1):
                    return self._refute(p)
            if not self._set(w, d, p):
                return False
        return True

    def _binary_table(self, p: cython.int) -> cython.bint:
        """Remove the values of x and of y without support in the table."""
        x: cython.int = self.index[self.start[p]]
        y: cython.int = self.index[self.start[p] + 1]
        width: cython.int = self.width[x]
        at: cython.int = self.first[x]
        w: cython.int
        k: cython.int
        row: cython.int
        left: cython.ulonglong
        new: cython.ulonglong
        found: cython.ulonglong
        possible: cython.bint = False
        applies: cython.bint = self._applies(p)
        for k in range(width):
            self.forward[k] = 0
        for w in range(self.width[y]):
            left = self.domain[self.first[y] + w]
            new = left
            while left:
                row = self.data[p] + (64 * w + lowest(left)) * width
                found = 0
                for k in range(width):
                    found |= self.masks[row + k] & self.domain[at + k]
                    self.forward[k] |= self.masks[row + k]
                if found:
                    possible = True
                else:
                    new ^= left & -left
                left &= left - 1
            if applies and not self._set(self.first[y] + w, new, p):
                return False
        if not applies:
            return possible or self._refute(p)
        if not possible:
            return self._refute(p)
        for k in range(width):
            if not self._set(at + k, self.domain[at + k] & self.forward[k], p):
                return False
        return True

    def _element(self, p: cython.int) -> cython.bint:
        """Remove indices whose option cannot equal z, and values of z that no option has."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        x: cython.int = self.index[a]
        z: cython.int = self.index[a + 1]
        k: cython.int
        only: cython.int = -1
        low: cython.longlong = 0
        high: cython.longlong = 0
        some: cython.bint = False
        for k in range(a + 2, b):
            if not self._has(x, self.coefficient[k]):
                continue
            if not self._meet(self.index[k], z):
                if not self._remove(x, self.coefficient[k], p):
                    return False
                continue
            only = self.index[k] if not some else -1
            if not some or self._low(self.index[k]) < low:
                low = self._low(self.index[k])
            if not some or self._high(self.index[k]) > high:
                high = self._high(self.index[k])
            some = True
        if not some:
            return self._refute(p)
        if not self._cut_below(z, low, p) or not self._cut_above(z, high, p):
            return False
        return only < 0 or (self._narrow(z, only, p) and self._narrow(only, z, p))

    def _meet(self, x: cython.int, y: cython.int) -> cython.bint:
        """Whether two domains intersect."""
        w: cython.int
        left: cython.ulonglong
        for w in range(self.width[x]):
            left = self.domain[self.first[x] + w]
            while left:
                if self._has(y, self.base[x] + 64 * w + lowest(left)):
                    return True
                left &= left - 1
        return False

    def _narrow(self, x: cython.int, y: cython.int, why: cython.int) -> cython.bint:
        """Intersect the domain of x with that of y."""
        w: cython.int
        left: cython.ulonglong
        new: cython.ulonglong
        for w in range(self.width[x]):
            left = new = self.domain[self.first[x] + w]
            while left:
                if not self._has(y, self.base[x] + 64 * w + lowest(left)):
                    new ^= left & -left
                left &= left - 1
            if not self._set(self.first[x] + w, new, why):
                return False
        return True

    def _extreme(self, p: cython.int, up: cython.int) -> cython.bint:
        """The greatest (up: 1) or the least (-1) of some variables; all values are taken times
        `up`, as if it were always the greatest."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        z: cython.int = self.index[a]
        k: cython.int
        only: cython.int = -1
        able: cython.int = 0
        low: cython.longlong = up * self._end(self.index[a + 1], -up)
        high: cython.longlong = up * self._end(self.index[a + 1], up)
        for k in range(a + 2, b):
            low = max(low, up * self._end(self.index[k], -up))
            high = max(high, up * self._end(self.index[k], up))
        if not self._cut(z, up, up * high, p) or not self._cut(z, -up, up * low, p):
            return False
        high = up * self._end(z, up)
        low = up * self._end(z, -up)
        for k in range(a + 1, b):
            if not self._cut(self.index[k], up, up * high, p):
                return False
            if up * self._end(self.index[k], up) >= low:
                able += 1
                only = self.index[k]
        if able == 0:
            return self._refute(p)
        return able > 1 or self._cut(only, -up, up * low, p)

    def _end(self, x: cython.int, up: cython.int) -> cython.longlong:
        """The greatest (up: 1) or the least (-1) value of a variable."""
        return self._high(x) if up > 0 else self._low(x)

    def _cut(
        self, x: cython.int, up: cython.int, value: cython.longlong, why: cython.int
    ) -> cython.bint:
        """Remove the values above (up: 1) or below (-1) one."""
        if up > 0:
            return self._cut_above(x, value, why)
        return self._cut_below(x, value, why)

    def _arithmetic(self, p: cython.int) -> cython.bint:
        """Bounds of a product; quotients and remainders wait for both operands."""
        a: cython.int = self.start[p]
        x: cython.int = self.index[a]
        y: cython.int = self.index[a + 1]
        z: cython.int = self.index[a + 2]
        value: cython.longlong
        low: cython.longlong
        high: cython.longlong
        if self._is_fixed(x) and self._is_fixed(y):
            if self.low[p] == TIMES:
                value = self._low(x) * self._low(y)
            elif self.low[p] == DIV:
                value = self._low(x) // self._low(y)
            else:
                value = self._low(x) % self._low(y)
            return self._cut_below(z, value, p) and self._cut_above(z, value, p)
        if self.low[p] != TIMES:
            return True
        low = high = self._low(x) * self._low(y)
        value = self._low(x) * self._high(y)
        low, high = min(low, value), max(high, value)
        value = self._high(x) * self._low(y)
        low, high = min(low, value), max(high, value)
        value = self._high(x) * self._high(y)
        low, high = min(low, value), max(high, value)
        return self._cut_below(z, low, p) and self._cut_above(z, high, p)

    def _runs(self, p: cython.int) -> cython.bint:
        """Run the automaton forward over the line; going back, keep the states that reach an end,
        and the values that some accepting run uses."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int
        w: cython.int
        m: cython.ulonglong
        d: cython.ulonglong
        new: cython.ulonglong
        stay: cython.ulonglong = self.masks[self.data[p]]
        leave: cython.ulonglong = self.masks[self.data[p] + 1]
        enter: cython.ulonglong = self.masks[self.data[p] + 2]
        good: cython.ulonglong = self.masks[self.data[p] + 3]
        state: cython.ulonglong = 1
        back: cython.ulonglong
        if not self._applies(p):
            return True
        for k in range(a, b):
            self.forward[k - a] = state
            d = self.domain[self.index[k]]
            new = 0
            if d & ~self.mask[k]:
                new = (state & stay) | ((state & leave) << 1)
            if d & self.mask[k]:
                new |= (state & enter) << 1
            state = new
        good &= state
        if good == 0:
            return self._refute(p)
        for k in range(b - 1, a - 1, -1):
            w = self.index[k]
            m = self.mask[k]
            d = self.domain[w]
            new = 0
            state = self.forward[k - a]
            back = 0
            if d & ~m:
                back = state & ((good & stay) | ((good >> 1) & leave))
                if back:
                    new = d & ~m
            if d & m and state & enter & (good >> 1):
                new |= d & m
                back |= state & enter & (good >> 1)
            if not self._set(w, new, p):
                return False
            good = back
        return True
