"""The provider's objects and parameters, from the annotations of the pinned library version."""

import builtins
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any

import stripe
from stripe import ListObject, StripeObject

NOT_ON_THE_WIRE = frozenset(stripe.RequestOptions.__annotations__)
"""Options of the library besides a call's parameters: keys, versions and the like."""


class UnknownParameter(Exception):
    """An unknown parameter, by its wire name."""


class BadParameter(Exception):
    """A parameter of the wrong type, by its wire name."""


class _Names(Mapping[str, Any]):
    """The namespace in which an annotation is evaluated: names of its class, its module, and the library."""

    def __init__(self, cls: type) -> None:
        self._own = {**vars(typing), **vars(sys.modules[cls.__module__]), **vars(cls)}

    def __getitem__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        for place in (stripe, stripe.params):
            try:
                return getattr(place, name)
            except AttributeError:
                continue
        if hasattr(builtins, name):
            raise KeyError(name)
        # A few are in subpackages (test_helpers) that are not used here.
        return Any

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


@cache
def fields(cls: type) -> dict[str, Any]:
    """Return the annotated fields of an object or of a call's parameters."""
    hints = typing.get_type_hints(cls, vars(sys.modules[cls.__module__]), _Names(cls), include_extras=True)
    return {
        ("from" if name == "from_" else name): _bare(hint)
        for name, hint in hints.items()
        if not name.startswith("_") and name not in {"OBJECT_NAME", *NOT_ON_THE_WIRE} and "ClassVar" not in str(hint)
    }


def _bare(hint: Any) -> Any:
    while typing.get_origin(hint) in {typing.NotRequired, typing.Required, typing.Annotated}:
        hint = typing.get_args(hint)[0]
    return hint


def options(hint: Any) -> tuple[Any, ...]:
    """Return the types of a value: the members of a union."""
    hint = _bare(hint)
    if typing.get_origin(hint) in {typing.Union, UnionType}:
        return tuple(option for part in typing.get_args(hint) for option in options(part))
    return (hint,)


def blank(cls: type, **values: Any) -> dict[str, Any]:
    """Return an object with every field: nullable fields are null, others empty; ``values`` override them."""
    unknown = set(values) - set(fields(cls))
    if unknown:
        raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
    return {name: _empty(hint) for name, hint in fields(cls).items() if name not in values} | values


def _empty(hint: Any) -> Any:
    choices = options(hint)
    if NoneType in choices or hint is Any:
        return None
    first = choices[0]
    origin = typing.get_origin(first)
    if origin is typing.Literal:
        return typing.get_args(first)[0]
    if first is bool:
        return False
    if first is int or first is float:
        return 0
    if first is str:
        return ""
    if origin is list:
        return []
    kind = origin or first
    if isinstance(kind, type) and issubclass(kind, ListObject):
        return {"object": "list", "data": [], "has_more": False, "url": ""}
    if isinstance(kind, type) and issubclass(kind, StripeObject) and fields(kind):
        return blank(kind)
    return {}


def coerced(given: Mapping[str, Any], cls: type, prefix: str = "") -> dict[str, Any]:
    """Convert sent parameters (text, nested) to their documented types. Raises UnknownParameter or BadParameter."""
    known = fields(cls)
    result: dict[str, Any] = {}
    for name, value in given.items():
        wire = f"{prefix}[{name}]" if prefix else name
        if name not in known:
            raise UnknownParameter(wire)
        result[name] = _coerce(value, known[name], wire)
    return result


def _coerce(value: Any, hint: Any, wire: str) -> Any:
    choices = options(hint)
    if isinstance(value, dict):
        shapes = [choice for choice in choices if hasattr(choice, "__total__")]
        if shapes:
            return coerced(value, shapes[0], wire)
        if any((typing.get_origin(choice) or choice) in {dict, Mapping} for choice in choices):
            return value
        lists = [choice for choice in choices if typing.get_origin(choice) is list]
        if lists:
            entry = typing.get_args(lists[0])[0]
            return [_coerce(part, entry, f"{wire}[{index}]") for index, part in sorted(value.items())]
        raise BadParameter(wire)
    if bool in choices and value in {"true", "false"}:
        return value == "true"
    if int in choices and isinstance(value, str) and value.lstrip("-").isdigit():
        return int(value)
    literals = [text for choice in choices if typing.get_origin(choice) is typing.Literal for text in choice.__args__]
    # "" clears a field and is not an enumeration value.
    if value in literals or (str in choices and not any(literals)):
        return value
    # The library types its enumerations as "one of these, or any text"; only the known values are accepted here.
    raise BadParameter(wire)
