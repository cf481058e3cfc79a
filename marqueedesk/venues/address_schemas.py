"""Schemas of an address in requests and responses."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import (
    AtMost,
    OptionalBlock,
    OptionalPlace,
    OptionalText,
    RequestModel,
    RequiredPlace,
    RequiredText,
    ResponseModel,
)
from marqueedesk.venues.address import Address, StoredAddress

_State = Annotated[OptionalPlace, AtMost(60)]
_Zip = Annotated[OptionalText, AtMost(20)]
_Country = Annotated[OptionalText, AtMost(60)]
_Access = Annotated[OptionalBlock, AtMost(2000), Field(description="Stairs, gates, where to park")]


class AddressInput(RequestModel):
    """An address that isn't a listed venue."""

    street: Annotated[RequiredText, AtMost(200)]
    city: Annotated[RequiredPlace, AtMost(100)]
    state: _State = None
    zip_code: _Zip = None
    country: _Country = None
    access_notes: _Access = None

    @property
    def value(self) -> Address:
        """Return the address as a plain value."""
        return Address(**self.model_dump())


class PartOfAddress(RequestModel):
    """An address that may be incomplete."""

    street: Annotated[OptionalText, AtMost(200)] = None
    city: Annotated[OptionalPlace, AtMost(100)] = None
    state: _State = None
    zip_code: _Zip = None
    country: _Country = None
    access_notes: _Access = None

    @property
    def value(self) -> Address:
        """Return the address as a plain value."""
        return Address(self.street or "", self.city or "", self.state, self.zip_code, self.country, self.access_notes)


class AddressOut(ResponseModel):
    """An address that isn't a listed venue."""

    street: str
    city: str
    state: str | None
    zip_code: str | None
    country: str | None
    access_notes: str | None


def address_answer(stored: StoredAddress | None) -> AddressOut | None:
    """Serialize a stored address; None if there is none."""
    return AddressOut(**stored) if stored else None
