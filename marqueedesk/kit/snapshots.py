"""Plain values of rows, for the time between two transactions and for other threads."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def snapshot_of(kind: type[T], row: object, **more: Any) -> T:
    """The dataclass's value whose fields are a row's attributes of the same names, but for those given here."""
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(row, name) for name in names}, **more)
