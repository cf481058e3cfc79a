"""The base of every event: a frozen value that names rows by their ids, stored as a row of the job table."""

from dataclasses import asdict, dataclass
from typing import ClassVar

from pydantic.alias_generators import to_camel

from marqueedesk.kit.jobs import Payload


@dataclass(frozen=True, kw_only=True)
class DomainEvent:
    """Something that happened. Instants are text in ISO 8601, as they are stored."""

    kind: ClassVar[str]
    is_scheduled: ClassVar[bool] = False
    """Whether its row is written long before it is due."""

    def payload(self) -> Payload:
        """The fields as they are stored; those without a value are left out."""
        return {to_camel(name): value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class BusinessEvent(DomainEvent):
    """Something that happened in a business."""

    operator_id: int
