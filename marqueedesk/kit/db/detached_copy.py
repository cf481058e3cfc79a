"""Plain copies of rows, for use between transactions and in other threads, and of stored JSON."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def snapshot_of(kind: type[T], row: object, **more: Any) -> T:
    """Create a dataclass from a row's attributes of the same names, with overrides."""
    return kind(**{name: getattr(row, name) for name in _names(kind) if name not in more}, **more)


def stored_value(kind: type[T], stored: Mapping[str, Any], **more: Any) -> T:
    """Create a dataclass from stored entries of the same names, with overrides."""
    return kind(**{name: stored[name] for name in _names(kind) if name in stored and name not in more}, **more)


@cache
def _names(kind: "type[DataclassInstance]") -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind)])
