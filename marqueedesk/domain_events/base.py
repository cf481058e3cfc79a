"""Base of all events: immutable values that identify rows by ID, stored as rows in the job table."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, dataclass_transform

from pydantic.alias_generators import to_camel

from marqueedesk.kit.jobs.jobs import Payload


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class DomainEvent:
    """Base of all events. Timestamps are stored as ISO 8601 text.

    Subclasses declare fields and are frozen dataclasses. Those with a ``kind`` can be published.
    """

    kind: ClassVar[str]
    is_scheduled: ClassVar[bool] = False
    """True if the event's row is inserted long before it is due."""

    def __init_subclass__(cls, kind: str | None = None) -> None:
        """Register the class as an event."""
        if kind is not None:
            cls.kind = kind
        dataclass(frozen=True, kw_only=True)(cls)

    def payload(self) -> Payload:
        """Return the stored fields; those without a value are omitted."""
        values = [(wire, getattr(self, name)) for name, wire in _names(type(self))]
        return {wire: value for wire, value in values if value is not None}


@cache
def _names(event: type[DomainEvent]) -> Sequence[tuple[str, str]]:
    """Return each field's name and its stored name."""
    return [(field.name, to_camel(field.name)) for field in fields(event)]


class BusinessEvent(DomainEvent):
    """Base of events about a business."""

    operator_id: int
