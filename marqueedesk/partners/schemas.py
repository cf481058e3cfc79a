"""Request and response models of partners."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Id,
    OptionalCodeText,
    OptionalEmail,
    OptionalText,
    RequestModel,
    ResponseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.partners.models import LONGEST_CODE, CommissionFree, Partner, PartnerKind
from marqueedesk.pricing.schemas import Percent, PercentAnswer, Price


def _more_than_nothing(value: int) -> int:
    if value <= 0:
        raise ValueError("must be more than zero")
    return value


class CommissionInput(RequestModel):
    """A partner's commission: a percentage of what was paid, or an amount for each booking."""

    percent: Annotated[Percent, AfterValidator(_more_than_nothing)] | None = None
    amount: Annotated[Price, AfterValidator(_more_than_nothing)] | None = None


class PartnerChange(RequestModel):
    """POST /api/partners: name and commission are required; without a code, one is made from the name.
    PATCH /api/partners/{id}: omitted fields keep their value.
    """

    paths: ClassVar[frozenset[str]] = frozenset({"commission"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "kind": {"*": "Kind must be one of: planner, venue, photographer, other"},
        "code": {"*": f"Enter a code of at most {LONGEST_CODE} characters"},
        "commission": {"*": "Enter a percentage or an amount"},
        "commission.percent": {"*": "Enter a percentage of more than 0, at most 100"},
        "commission.amount": {"*": "Enter an amount of more than zero, for example 25"},
        "excludes": {"*": "Excluded parts must be among: delivery, items"},
    }

    name: Annotated[OptionalText, AtMost(200)] = None
    kind: PartnerKind | None = None
    email: OptionalEmail = None
    code: Annotated[OptionalCodeText, AtMost(LONGEST_CODE)] = None
    commission: CommissionInput | None = None
    excludes: list[CommissionFree] | None = None
    active: bool | None = None


class BookingPartnerInput(RequestModel):
    """PUT /api/bookings/{id}/partner. Null removes the partner."""

    partner_id: Id | None


class CommissionOut(ResponseModel):
    """A partner's commission; the other of the two is null."""

    percent: PercentAnswer | None
    amount: CurrencyUnits | None


class PartnerOut(ResponseModel):
    """A partner. ``url`` opens the business's form with the partner's code."""

    id: int
    name: str
    kind: PartnerKind
    email: str | None
    code: str
    commission: CommissionOut
    excludes: Annotated[list[CommissionFree], Field(description="Parts of the price that earn no commission")]
    active: Annotated[bool, Field(description="False disables the code; statements remain")]
    bookings: Annotated[int, Field(description="Number of bookings brought")]
    url: str


class PartnerNameOut(ResponseModel):
    """A partner's name."""

    id: int
    name: str


class BookingPartnerOut(ResponseModel):
    """The partner who brought a booking, if any."""

    partner: PartnerNameOut | None


def partner_answer(row: Partner, *, bookings: int, public_key: str) -> PartnerOut:
    """Serialize a partner."""
    percent, amount = row.commission_basis_points, row.commission_cents
    return PartnerOut.of_row(
        row,
        # A basis point is a hundredth of a percent, as a cent is of a dollar.
        commission=CommissionOut(percent=units(percent) if percent else None, amount=units(amount) if amount else None),
        bookings=bookings,
        url=f"/booking?key={public_key}&via={row.code}",
    )


def booking_partner_answer(row: Partner | None) -> BookingPartnerOut:
    """Serialize the partner of a booking."""
    return BookingPartnerOut(partner=None if row is None else PartnerNameOut(id=row.id, name=row.name))
