"""Routes of a business's discount codes."""

from datetime import date
from typing import Annotated, ClassVar

from fastapi import APIRouter
from pydantic import AfterValidator, Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.bookings.charges import discount_codes
from marqueedesk.bookings.charges.discount_codes import LONGEST_CODE, DiscountCode
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import (
    AtMost,
    CodeText,
    CurrencyUnits,
    OptionalText,
    PathId,
    RequestModel,
    ResponseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.pricing.schemas import Percent, PercentAnswer, Price
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["pricing"], responses=errors(401, 403))
MOST_USES = 1_000_000


def _more_than_nothing(value: int) -> int:
    if value <= 0:
        raise ValueError("must be more than zero")
    return value


class CodeChange(RequestModel):
    """POST /api/discount-codes: a code with a percentage or an amount. PATCH /api/discount-codes/{id}: omitted fields
    keep their value; null removes a limit.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "code": {"*": f"Enter a code of 1 to {LONGEST_CODE} characters"},
        "percent": {"*": "Enter a percentage of more than 0, at most 100"},
        "amount": {"*": "Enter an amount of more than zero, for example 25"},
        "uses": {"*": "Enter a number of uses from 1, or leave it empty"},
        "minimum": {"*": "Please enter an amount, for example 120.50"},
    }

    code: Annotated[CodeText, AtMost(LONGEST_CODE)] = ""
    percent: Annotated[Percent, AfterValidator(_more_than_nothing)] | None = None
    amount: Annotated[Price, AfterValidator(_more_than_nothing)] | None = None
    since: Annotated[OptionalText, AtMost(10), Field(alias="from", description="The first day of use")] = None
    until: Annotated[OptionalText, AtMost(10), Field(alias="to", description="The last day of use")] = None
    uses: Annotated[int, Field(ge=1, le=MOST_USES)] | None = None
    minimum: Price | None = None


class CodeOut(ResponseModel):
    """A discount code. ``used`` counts bookings that aren't canceled."""

    id: int
    code: str
    percent: PercentAnswer | None
    amount: CurrencyUnits | None
    since: Annotated[str | None, Field(alias="from")]
    until: Annotated[str | None, Field(alias="to")]
    uses: Annotated[int | None, Field(description="Number of allowed uses; null for unlimited")]
    minimum: CurrencyUnits | None
    used: int


def _answer(row: DiscountCode, used: int) -> CodeOut:
    return CodeOut.of_row(
        row,
        # A basis point is a hundredth of a percent, as a cent is of a dollar.
        percent=units(row.basis_points) if row.basis_points else None,
        amount=units(row.cents) if row.cents else None,
        since=row.first_day.isoformat() if row.first_day else None,
        until=row.last_day.isoformat() if row.last_day else None,
        minimum=units(row.minimum_cents) if row.minimum_cents else None,
        used=used,
    )


@router.get("/api/discount-codes")
def list_codes(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> list[CodeOut]:
    """List the business's discount codes with their number of uses."""
    used = discount_codes.uses_of(db, clock.now())
    return [_answer(row, used.get(row.key, 0)) for row in discount_codes.codes(db)]


@router.post("/api/discount-codes", status_code=201)
def add_code(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: CodeChange) -> CodeOut:
    """Add a discount code with a percentage or an amount."""
    operator = caller.operator
    availability.lock(db, operator.id)
    row = DiscountCode(code="", key="")
    _change(db, row, body)
    db.add(row)
    db.flush()
    record_settings_change(db, caller, "discountCodes", body)
    return _answer(row, 0)


@router.patch("/api/discount-codes/{code_id}")
def change_code(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], code_id: PathId, body: CodeChange
) -> CodeOut:
    """Update the fields sent. Existing bookings keep their discount."""
    operator = caller.operator
    availability.lock(db, operator.id)
    row = discount_codes.code_by_id(db, code_id)
    if row is None:
        raise NotFound("There is no such discount code.")
    _change(db, row, body)
    db.flush()
    record_settings_change(db, caller, "discountCodes", body)
    return _answer(row, discount_codes.uses_of(db, clock.now()).get(row.key, 0))


def _change(db: Session, row: DiscountCode, payload: CodeChange) -> None:
    """Apply the input to a code. A percentage replaces an amount and vice versa. Raises Invalid."""
    named, refused = payload.model_fields_set, dict[str, str]()
    if not row.key and "code" not in named:
        refused["code"] = f"Enter a code of 1 to {LONGEST_CODE} characters"
    if "code" in named and code_key(payload.code) != row.key:
        # Bookings store the key of their code, so a code that any booking has can't be renamed.
        if row.key and discount_codes.is_referenced(db, row.key):
            refused["code"] = "This code has been used. Add a new one instead"
        elif any(other.key == code_key(payload.code) for other in discount_codes.codes(db)):
            refused["code"] = "You already have this code"
    if "code" in named and not refused:
        row.code, row.key = payload.code.strip(), code_key(payload.code)
    if payload.percent is not None and payload.amount is not None:
        refused["amount"] = "Enter a percentage or an amount, not both"
    elif payload.percent is not None:
        row.cents, row.basis_points = 0, payload.percent
    elif payload.amount is not None:
        row.cents, row.basis_points = payload.amount, 0
    elif not (row.cents or row.basis_points):
        refused["percent"] = "Enter a percentage or an amount"
    if "since" in named:
        row.first_day = _day(payload.since, "from")
    if "until" in named:
        row.last_day = _day(payload.until, "to")
    if row.first_day and row.last_day and row.last_day < row.first_day:
        refused["to"] = "The last day must be on or after the first"
    if "uses" in named:
        row.uses = payload.uses
    if "minimum" in named:
        row.minimum_cents = payload.minimum or 0
    if refused:
        raise Invalid(fields=refused)


def _day(text: str | None, field: str) -> date | None:
    return read_day(text, field) if text else None
