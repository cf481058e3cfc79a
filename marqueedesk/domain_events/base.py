"""The base of every event: a frozen value that names rows by their ids, stored as a row of the job table."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, dataclass_transform

from pydantic.alias_generators import to_camel

from marqueedesk.kit.jobs.jobs import Payload


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class DomainEvent:
    """Something that happened. Instants are text in ISO 8601, as they are stored.

    A class below it declares its fields and is a frozen dataclass of them. One with a ``kind`` can be published.
    """

    kind: ClassVar[str]
    is_scheduled: ClassVar[bool] = False
    """Whether its row is written long before it is due."""

    def __init_subclass__(cls, kind: str | None = None) -> None:
        """Make an event of the class."""
        if kind is not None:
            cls.kind = kind
        dataclass(frozen=True, kw_only=True)(cls)

    def payload(self) -> Payload:
        """The fields as they are stored; those without a value are left out."""
        found = [(wire, getattr(self, name)) for name, wire in _names(type(self))]
        return {wire: value for wire, value in found if value is not None}


@cache
def _names(event: type[DomainEvent]) -> Sequence[tuple[str, str]]:
    """Each field's own name, and the one that it is stored by."""
    return [(field.name, to_camel(field.name)) for field in fields(event)]


class BusinessEvent(DomainEvent):
    """Something that happened in a business."""

    operator_id: int
