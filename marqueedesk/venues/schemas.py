"""Request and response schemas of venues."""

from datetime import datetime
from typing import Annotated, ClassVar, Self

from pydantic import Field

from marqueedesk.kit.http.schemas import (
    AtMost,
    Cents,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalPlace,
    OptionalText,
    RequestModel,
    RequiredPlace,
    RequiredText,
    ResponseModel,
)
from marqueedesk.kit.text.formats import Measures, label
from marqueedesk.venues.certificate import VenueCertificate
from marqueedesk.venues.models import Difficulty, Venue
from marqueedesk.venues.site import SiteFacts

LONGEST_NOTE = 5000


class VenueInput(RequestModel):
    """POST /api/venues. The surcharge is in cents. The venue is added to the caller's business."""

    paths: ClassVar[frozenset[str]] = frozenset({"site", "certificate"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "contactEmail": {"*": "Please enter a valid email"},
        "surchargeAmount": {"greater_than_equal": "Amount can't be negative"},
    }

    name: Annotated[RequiredText, AtMost(200)]
    address: Annotated[RequiredText, AtMost(300)]
    city: Annotated[RequiredPlace, AtMost(100)]
    state: Annotated[OptionalPlace, AtMost(100), Field(description="Required in countries that have states")] = None
    zip_code: Annotated[RequiredText, AtMost(20)]
    contact_name: Annotated[OptionalText, AtMost(200)] = None
    contact_email: OptionalEmail = None
    contact_phone: Annotated[OptionalPhone, AtMost(50)] = None
    difficulty: Difficulty = "moderate"
    is_verified: bool = False
    surcharge_amount: Cents = 0
    notes: Annotated[OptionalBlock, AtMost(LONGEST_NOTE)] = None
    load_in_instructions: Annotated[OptionalBlock, AtMost(LONGEST_NOTE)] = None
    parking_instructions: Annotated[OptionalBlock, AtMost(LONGEST_NOTE)] = None
    is_quick_book: bool = False
    site: Annotated[SiteFacts | None, Field(description="Space, access, power and wind, if known")] = None
    certificate: Annotated[
        VenueCertificate | None,
        Field(description="The certificate of insurance it requires, with limits in whole currency units"),
    ] = None


class VenueChange(VenueInput):
    """PATCH /api/venues/{id}: omitted fields keep their value."""

    name: Annotated[RequiredText, AtMost(200)] = ""
    address: Annotated[RequiredText, AtMost(300)] = ""
    city: Annotated[RequiredPlace, AtMost(100)] = ""
    zip_code: Annotated[RequiredText, AtMost(20)] = ""


class _VenueOut(ResponseModel):
    id: int
    name: str
    city: str
    state: str
    difficulty: Difficulty
    is_verified: bool


class PublicVenueOut(_VenueOut):
    """A venue as visitors see it: enough to choose it and understand its price."""

    surcharge_amount: Annotated[int, Field(description="Cents")]


class VenueAccessOut(ResponseModel):
    """Contact and access notes of a venue, shown to the crew in every view and searched by the global search."""

    contact_name: str | None
    contact_email: str | None
    contact_phone: str | None
    notes: str | None


class SiteAccessOut(VenueAccessOut):
    """Contact, access notes, load-in and parking at a booking's venue: for its details, the day's stops and the run
    sheet.
    """

    load_in: str | None
    parking: str | None
    space: Annotated[str | None, Field(description="Wall, ceiling, door and wind in words")]
    power: Annotated[str | None, Field(description="Circuits and outlets in words")]

    @classmethod
    def of_venue(cls, venue: Venue, measures: Measures) -> Self:
        """Create it from a venue's current details, with lengths in ``measures``."""
        return cls.of_row(
            venue,
            load_in=venue.load_in_instructions,
            parking=venue.parking_instructions,
            space=venue.site_facts.space(measures),
            power=venue.site_facts.power(measures),
        )

    @property
    def directions(self) -> str:
        """Return load-in, parking and further access fields as one text, without contact and notes."""
        further = [
            f"{label(name)}: {text}."
            for name in type(self).model_fields
            if not name.startswith("contact_") and name not in {"load_in", "parking", "notes"}
            if (text := getattr(self, name))
        ]
        return " ".join(text for text in (self.load_in, self.parking, *further) if text)


class CrewVenueOut(VenueAccessOut, _VenueOut):
    """A venue as staff see it: everything but its surcharge (A5)."""

    address: str
    zip_code: str
    load_in_instructions: str | None
    parking_instructions: str | None
    is_quick_book: bool
    site: SiteFacts | None
    user_id: int
    created_at: datetime
    updated_at: datetime


class VenueOut(CrewVenueOut):
    """A venue as its operator sees it."""

    surcharge_amount: Annotated[int, Field(description="Cents")]
    certificate: Annotated[
        VenueCertificate | None,
        Field(description="The certificate of insurance it requires, with limits in whole currency units"),
    ]


class CrewVenuePage(ResponseModel):
    """A page of venues as staff see them."""

    items: list[CrewVenueOut]
    next_cursor: str | None


class VenuePage(ResponseModel):
    """A page of venues."""

    items: list[VenueOut]
    next_cursor: str | None


def public_venue_answer(venue: Venue) -> PublicVenueOut:
    """Serialize a venue for visitors, without its exact address and contact."""
    return PublicVenueOut.of_row(venue, surcharge_amount=venue.surcharge_cents)
