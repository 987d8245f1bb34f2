"""Calls of built-in functions: choose the signature, infer the result type.

Each function takes the facts of the parts and returns the fact of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..records import replace
from .boards import signatures
from .builtins import (
    BUILTINS,
    Builtin,
    LayerOn,
    Members,
    Parameter,
    Pattern,
    Signature,
    Values,
    Word,
)
from .check_access import kinds_apart
from .check_context import Context, Fact
from .checked import FOUND, GIVEN
from .syntax import Call, Collection, Expr, Index, Name, Text, Unary
from .types import (
    ANY,
    BOOL,
    BORDER,
    CELL,
    DIRECTION,
    LINK,
    Anything,
    Bag,
    Enum,
    Layer,
    List,
    Moment,
    Partition,
    Picture,
    Place,
    Placement,
    Set,
    Type,
    Unit,
    Var,
    agree,
    join,
    member_of,
    plural,
    show,
    value_of,
    within,
)
from .written import cells_of


def argument_domain(builtin: Builtin, position: int) -> Enum | None:
    """The words that this argument may be; None if it takes values."""
    for signature in builtin.signatures:
        if position < len(signature.parameters):
            pattern = signature.parameters[position].pattern
            if isinstance(pattern, Word):
                return Enum(pattern.options)
        elif signature.flags:
            return Enum(signature.flags)
    return None


def call_builtin(
    ctx: Context,
    node: Call,
    builtin: Builtin,
    facts: Sequence[Fact],
    hidden: Sequence[str | None],
) -> Fact:
    """A call of a built-in function.

    hidden: for each argument with a built-in name that a declaration hides, what declares it.
    """
    possible = signatures(ctx.shape, builtin.name)
    fitting = [s for s in possible if _takes(s, len(facts))]
    if not fitting:
        few = all(len(facts) < len(s.parameters) for s in possible)
        return ctx.error(
            "E0210",
            f"too {'few' if few else 'many'} arguments for '{builtin.name}': {len(facts)}",
            node.span,
            expected=builtin.usage,
        )
    worst, close = -1, fitting
    for place, signature in enumerate(fitting):
        bindings: dict[str, Type] = {}
        wrong = _first_wrong(signature, facts, bindings)
        if wrong is None:
            fact = _result(ctx, node, builtin, signature, facts, bindings)
            return Fact(ANY, fact.found) if _other(fitting[place:], facts, fact.type) else fact
        if wrong > worst:
            worst, close = wrong, []
        if wrong == worst:
            close.append(signature)
    position = min(worst, len(close[0].parameters) - 1)
    parameter = close[0].parameters[position]
    return ctx.error(
        "E0211",
        _given_wrong(builtin, parameter, facts[worst].type),
        node.args[worst].span,
        expected=" or ".join(
            dict.fromkeys(
                _wanted(s.parameters[position].pattern, facts[:worst])
                for s in close
                if position < len(s.parameters)
            )
        ),
        hint=f"here this name is {hidden[worst]}; the built-in one is hidden"
        if hidden[worst]
        else _argument_hint(builtin, parameter, node.args[worst], facts[worst].type)
        or kinds_apart(member_of(facts[worst].type) or facts[worst].type, _places(parameter)),
    )


def _wanted(pattern: Pattern, others: Sequence[Fact]) -> str:
    """What an argument should be; if any type will do, of the same kind as the others."""
    if isinstance(pattern, Var) and others:
        return show(others[0].type)
    return describe(pattern)


def _given_wrong(builtin: Builtin, parameter: Parameter, t: Type) -> str:
    """What is wrong with an argument, and which one it is if there are several."""
    alone = all(s.rest or len(s.parameters) + len(s.flags) == 1 for s in builtin.signatures)
    return f"'{builtin.name}' cannot take {show(t)}" + ("" if alone else f" as '{parameter.name}'")


def _takes(signature: Signature, count: int) -> bool:
    least = len(signature.parameters)
    return least <= count and (signature.rest or count <= least + len(signature.flags))


def _other(fitting: Sequence[Signature], facts: Sequence[Fact], result: Type) -> bool:
    """Whether an argument of no known type leaves another result open."""
    if not any(isinstance(fact.type, Anything) for fact in facts):
        return False
    for signature in fitting:
        bindings: dict[str, Type] = {}
        fits = _first_wrong(signature, facts, bindings) is None
        if fits and _filled(signature.result, bindings) != result:
            return True
    return False


def _first_wrong(
    signature: Signature, facts: Sequence[Fact], bindings: dict[str, Type]
) -> int | None:
    for i, fact in enumerate(facts):
        if i < len(signature.parameters):
            pattern = signature.parameters[i].pattern
        elif signature.rest:
            pattern = signature.parameters[-1].pattern
        else:
            pattern = Word(signature.flags)
        if not _fits(pattern, fact.type, bindings):
            return i
    return None


def _fits(pattern: Pattern, t: Type, bindings: dict[str, Type]) -> bool:
    """Whether a type matches a pattern; binds the variables of the pattern."""
    if isinstance(t, Anything):
        return True
    match pattern:
        case Var(name=name, widens=widens):
            known = bindings.get(name, ANY)
            if known == ANY:
                bindings[name] = t
            elif widens:
                bindings[name] = join(known, t) or known
            return agree(known, t)
        case Values(item=item):
            value = value_of(t)
            return value is not None and _fits(item, value, bindings)
        case Members(item=item):
            member = member_of(t)
            return member is not None and _fits(item, member, bindings)
        case LayerOn(key=key, value=value):
            if not isinstance(t, Layer) or len(t.keys) != 1:
                return False
            return _fits(key, t.keys[0], bindings) and _fits(value, t.value, bindings)
        case Word(options=options):
            return isinstance(t, Enum) and t.members is not None and set(t.members) <= set(options)
        case List(item=item, length=length):
            if not isinstance(t, (List, Unit)) or not _fits(item, t.item, bindings):
                return False
            return length is None or (isinstance(t, List) and t.length == length)
        case Unit(item=item, kind=kind):
            if not isinstance(t, Unit) or (kind and t.kind and kind != t.kind):
                return False
            return _fits(item, t.item, bindings)
        case Picture(item=item):
            return isinstance(t, Picture) and _fits(item, t.item, bindings)
        case Partition(key=key):
            return isinstance(t, Partition) and _fits(key, t.key, bindings)
        case Moment():
            if isinstance(t, Moment):
                bindings[""] = t
            return isinstance(t, Moment)
        case Place():
            return within(t, pattern)
        case _:
            return agree(pattern, t)


def _result(
    ctx: Context,
    node: Call,
    builtin: Builtin,
    signature: Signature,
    facts: Sequence[Fact],
    bindings: dict[str, Type],
) -> Fact:
    for parameter, fact, arg in zip(signature.parameters, facts, node.args, strict=False):
        if parameter.given and fact.found:
            return ctx.error(
                "E0232",
                f"{parameter.name} of {builtin.name} depends on what the solver decides",
                arg.span,
                expected="a value that does not depend on the solution",
            )
    if builtin.name in ("shape", "placements"):
        _check_pictures(ctx, node.args[0], facts[0].type)
    if builtin.name == "inside":
        ctx.read_as(node.args[0], _kind_of_lines(signature))
    if builtin.name == "size":
        _warn_of_truths(ctx, node.args[0], facts[0].type)
    found = any(fact.found for fact in facts)
    result = _filled(signature.result, bindings)
    if builtin.name == "groups":
        ctx.read_as(node.args[0], FOUND if found else GIVEN)
        if found:  # a group whose places are found is no unit
            result = Set(List(bindings.get("T", ANY)))
    return Fact(result, found)


def _warn_of_truths(ctx: Context, arg: Expr, t: Type) -> None:
    """Warn of `size(black[line])`, which counts the cells whether they are black or not."""
    if isinstance(arg, Index) and isinstance(t, List) and t.item == BOOL:
        values = ctx.text(arg.span)
        message = "'size' counts these values, both yes and no"
        hint = f"`count({values})` is how many of them are yes" if values else None
        ctx.warn("W0211", message, arg.span, hint)


def _kind_of_lines(signature: Signature) -> str:
    """Whether a function of lines takes links or borders."""
    pattern = signature.parameters[0].pattern
    return "link" if isinstance(pattern, Members) and pattern.item == LINK else "border"


def _check_pictures(ctx: Context, node: Expr, t: Type) -> None:
    """Check that quoted shapes, one or several, are pictures."""
    if isinstance(node, Collection):
        for item in node.items:
            _check_pictures(ctx, item, Enum((item.value,)) if isinstance(item, Text) else ANY)
        return
    symbols = t if isinstance(t, Enum) else value_of(t)
    for symbol in symbols.members or () if isinstance(symbols, Enum) else ():
        try:
            cells_of(symbol)
        except ValueError as problem:
            written = isinstance(node, Text)
            ctx.error(
                "E0268",
                str(problem) if written else f"'{symbol}' is not a shape: {problem}",
                node.span,
                expected="rows between spaces, `#` for a cell and `.` for none",
                hint=None if written else "the places of a layer are a set: `{c for c in layer}`",
            )
            return


def _filled(t: Type, bindings: dict[str, Type]) -> Type:
    """A result type with its variables replaced by the types bound to them."""
    match t:
        case Var(name=name):
            return bindings.get(name, ANY)
        case Unit(item=item, kind=kind):
            return Unit(_filled(item, bindings), kind)
        case List(item=item, length=length):
            return List(_filled(item, bindings), length)
        case Set(item=item):
            return Set(_filled(item, bindings))
        case Bag(item=item):
            return Bag(_filled(item, bindings))
        case Placement(item=item):
            return Placement(_filled(item, bindings))
        case Partition(key=key):
            return Partition(_filled(key, bindings))
        case Layer(keys=keys):
            return replace(t, keys=tuple(_filled(key, bindings) for key in keys))
        case Moment():
            return bindings.get("", ANY)
        case _:
            return t


def describe(pattern: Pattern) -> str:
    """A pattern in words: "a set of cells"."""
    match pattern:
        case Values(item=Var()):
            return "a list"
        case Members(item=Var()):
            return "a set"
        case Values(item=item):
            return f"a list of {_several(item)}"
        case Members(item=item):
            return f"a set of {_several(item)}"
        case LayerOn(key=key, value=value):
            on = f" on {plural(key)}" if isinstance(key, Place) else ""
            return f"a layer{'' if value == ANY else f' of {_several(value)}'}{on}"
        case Word(options=options):
            return show(Enum(options))
        case Partition():
            return "a partition"
        case Picture():
            return "a picture"
        case Moment():
            return "a moment"
        case List(item=item):
            return f"a list of {plural(item)}"
        case _:
            return show(pattern)


def _several(pattern: Pattern) -> str:
    match pattern:
        case List(item=Var(), length=2):
            return "pairs"
        case Values() | Members():
            return describe(pattern).replace("a list", "lists").replace("a set", "sets")
        case LayerOn() | Word():
            return "values"
        case Picture():
            return "pictures"
        case Anything() | Var():
            return "anything"
    return "conditions" if pattern == BOOL else plural(pattern)


def _places(parameter: Parameter) -> Pattern:
    """The pattern of the members, if the parameter takes a set."""
    pattern = parameter.pattern
    return pattern.item if isinstance(pattern, (Members, Values)) else pattern


def _argument_hint(builtin: Builtin, parameter: Parameter, node: Expr, t: Type) -> str | None:
    value = value_of(t)
    match parameter.pattern:
        case _ if parameter.name == "joined" and member_of(t) == BORDER:
            wall = node.id if isinstance(node, Name) else "…"
            return f"if these part cells: `{{[a, b] for a, b in adjacent if not {wall}[a, b]}}`"
        case Members() if parameter.name == "where" and member_of(t) is not None:
            longest = builtin.usage.split(" or ")[-1]
            return f"what joins other things is required: `{longest}`"
        case _ if parameter.name == "lines" and member_of(t) == CELL:
            return (
                "lines are drawn on links, from cell to cell, or on borders: "
                "`find line : bool at links`"
            )
        case Members() if parameter.name == "condition" and member_of(t) == BORDER:
            inner = node.operand if isinstance(node, Unary) else node
            wall = inner.id if isinstance(inner, Name) else "…"
            return f"if these part cells: `{{link(a, b) for a, b in adjacent if not {wall}[a, b]}}`"
        case Place() if parameter.pattern == DIRECTION and isinstance(t, Enum) and t.members:
            if not all(name in BUILTINS and BUILTINS[name].type == DIRECTION for name in t.members):
                return None
            some = f"{{d for d in directions if d in {{{', '.join(t.members)}}}}}"
            return f"declared in braces, they are symbols; `direction` are all, `{some}` these"
        case Values(item=item) if item == BOOL and value is not None:
            if builtin.name == "count" and isinstance(t, Set):
                return "`size(…)` is the number of members"
            if builtin.name == "count" and member_of(value) is not None:
                return "`size(…) > 0` says whether a set has members"
            if builtin.name == "count":
                return "`count(… = value)` counts those equal to a value, `size(…)` all there are"
            if member_of(t) is not None and builtin.name == "any":
                return "`size(…) > 0` says whether there are members"
            return None
        case Values() if value == BOOL:
            return "`count(…)` counts how many of them are yes"
        case List() if (one := member_of(t)) is not None and member_of(one) is not None:
            several = node.id if isinstance(node, Name) else "…"
            return f"of each of them: `for line in {several}:`, and below it `{builtin.name}(line)`"
        case Values() | Members() if value is None:
            return f"`[…]` makes a list, `{builtin.name}(… for x in …)` too"
        case _:
            return None
