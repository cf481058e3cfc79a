"""An address that is no venue of the list: a plain value, its stored form and its line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Address:
    """Where a rental goes. Street and city are empty while a form is being filled in."""

    street: str
    city: str
    state: str | None = None
    zip_code: str | None = None
    country: str | None = None
    access_notes: str | None = None

    @property
    def line(self) -> str:
        """The address on one line: "12 Oak Street, Austin, TX 78704"."""
        region = " ".join([part for part in (self.state, self.zip_code) if part])
        return ", ".join([part for part in (self.street, self.city, region, self.country) if part])

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self | None:
        """Read the stored form; nothing is stored where there is no such address."""
        return cls(**stored) if stored else None

    def to_json(self) -> dict[str, Any]:
        """The stored form."""
        return asdict(self)


def address_answer(stored: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A stored address as the wire shows it."""
    if not stored:
        return None
    return {
        "street": stored["street"],
        "city": stored["city"],
        "state": stored["state"],
        "zipCode": stored["zip_code"],
        "country": stored["country"],
        "accessNotes": stored["access_notes"],
    }
