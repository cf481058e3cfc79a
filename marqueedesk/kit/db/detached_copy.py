"""Copies of rows that aren't attached to a session, for use between transactions and in other threads, and copies of
stored JSON.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import inspect
from sqlalchemy.orm import configure_mappers
from sqlalchemy.orm.attributes import instance_dict

from marqueedesk.kit.db.db import Base

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
ModelT = TypeVar("ModelT", bound=Base)


def snapshot_of(kind: type[T], row: object, **more: Any) -> T:
    """Create a dataclass from a row's attributes of the same names; keyword arguments override them."""
    return kind(**{name: getattr(row, name) for name in _names(kind) if name not in more}, **more)


def from_columns(model: type[ModelT], columns: Mapping[str, object]) -> ModelT:
    """Create an object from a row's columns, outside any session. Missing columns are None.

    For rows read or written without the ORM. Twenty times faster than the constructor, which records each value as a
    change.
    """
    names = attribute_names(model)
    instance = inspect(model).class_manager.new_instance()
    instance_dict(instance).update({names[column]: value for column, value in columns.items()})
    return instance


def from_row(model: type[ModelT], values: Iterable[object]) -> ModelT:
    """Like `from_columns`, from the values of all columns in the table's order."""
    instance = inspect(model).class_manager.new_instance()
    instance_dict(instance).update(zip(attribute_names(model).values(), values, strict=False))
    return instance


@cache
def attribute_names(model: type[Base]) -> Mapping[str, str]:
    """Return the attribute name of each column of a model's table, in column order."""
    # Attributes of an object created outside the ORM work only after this: a migration may be the first to read one.
    configure_mappers()
    mapper = inspect(model)
    return {column.name: mapper.get_property_by_column(column).key for column in mapper.local_table.c}


def stored_value(kind: type[T], stored: Mapping[str, object], **more: Any) -> T:
    """Create a dataclass from stored entries of the same names; keyword arguments override them."""
    return kind(**{name: stored[name] for name in _names(kind) if name in stored and name not in more}, **more)


@cache
def _names(kind: "type[DataclassInstance]") -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind)])
