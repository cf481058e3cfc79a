"""An address that isn't a listed venue: as a plain value, in stored form, and on one line."""

from dataclasses import dataclass
from typing import Final, Self, TypedDict, cast


class StoredAddress(TypedDict):
    """An address as stored in a booking or quote."""

    street: str
    city: str
    state: str | None
    zip_code: str | None
    country: str | None
    access_notes: str | None


NO_ADDRESS: Final = cast("StoredAddress", {})
"""The stored value if there is no address."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address. Street and city are empty while a form is incomplete."""

    street: str
    city: str
    state: str | None = None
    zip_code: str | None = None
    country: str | None = None
    access_notes: str | None = None

    @property
    def line(self) -> str:
        """Format on one line: "12 Oak Street, Austin, TX 78704"."""
        region = " ".join([part for part in (self.state, self.zip_code) if part])
        return ", ".join([part for part in (self.street, self.city, region, self.country) if part])

    @classmethod
    def from_json(cls, stored: StoredAddress | None) -> Self | None:
        """Parse the stored form; None if there is no such address."""
        return cls(**stored) if stored else None

    def to_json(self) -> StoredAddress:
        """Return the stored form."""
        return {
            "street": self.street,
            "city": self.city,
            "state": self.state,
            "zip_code": self.zip_code,
            "country": self.country,
            "access_notes": self.access_notes,
        }
