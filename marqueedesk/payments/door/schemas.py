"""Request and response models of payments at the door, and of the day's cash."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    DateOrDateTime,
    Id,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.payments.door.models import CrewPayment, Kind
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount


class CrewPaymentInput(RequestModel):
    """Body of POST /api/crew/payments: what happened to the amount to collect, recorded once per ``clientId``."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "kind": {"*": "Kind must be one of: cash, check, card_link, not_paid"},
    }

    client_id: Annotated[RequiredText, AtMost(80)]
    booking_id: Id
    kind: Kind
    amount: Annotated[
        PositiveAmount | None, Field(description="Required for cash and checks; a link requests the balance by default")
    ] = None
    reason: Annotated[OptionalText, AtMost(300), Field(description="Required if nothing was paid")] = None
    at: DateOrDateTime


class CollectedOut(ResponseModel):
    """A crew's report on the amount to collect at a stop."""

    kind: Kind
    amount: CurrencyUnits | None = None
    reason: str | None
    by: str
    at: Annotated[str, Field(description="Time reported by the phone, in UTC")]

    @classmethod
    def of_report(cls, row: CrewPayment) -> "CollectedOut":
        """Serialize a report."""
        return cls(
            kind=row.kind,
            amount=None if row.amount_cents is None else units(row.amount_cents),
            reason=row.reason,
            by=row.who,
            at=row.at.isoformat(),
        )


class CrewPaymentOut(CollectedOut):
    """A recorded report, and the amount that is still to collect."""

    id: int
    client_id: str
    booking_id: int
    recorded_at: str
    to_collect: CurrencyUnits


class CollectorOut(ResponseModel):
    """The sum that a team member has recorded."""

    user_id: Annotated[int | None, Field(description="Null for payments recorded before users were stored with them")]
    name: str
    amount: CurrencyUnits


class CashPaymentOut(ResponseModel):
    """A payment in cash or by check, or a refund of one."""

    booking_id: int
    number: int
    customer_name: str
    kind: Annotated[str, Field(description="The name of the payment method: Cash, Check")]
    amount: Annotated[CurrencyUnits, Field(description="Negative for a refund")]
    by: str | None


class NotPaidOut(ResponseModel):
    """A stop at which nothing was paid."""

    booking_id: int
    number: int
    customer_name: str
    reason: str | None
    by: str


class HandedOverOut(ResponseModel):
    """The cash and checks that were counted when the day was closed."""

    amount: CurrencyUnits
    difference: Annotated[CurrencyUnits, Field(description="Handed over less recorded")]
    note: str | None
    closed_at: str
    closed_by: str


class DayCashOut(ResponseModel):
    """The cash and checks of a day."""

    date: str
    expected: Annotated[CurrencyUnits, Field(description="The amounts to collect at the day's stops")]
    recorded: Annotated[CurrencyUnits, Field(description="The cash and checks recorded for this day, less refunds")]
    difference: Annotated[CurrencyUnits, Field(description="Recorded less expected")]
    by_person: list[CollectorOut]
    payments: list[CashPaymentOut]
    not_paid: list[NotPaidOut]
    handed_over: Annotated[HandedOverOut | None, Field(description="Null until the day is closed")]


def _not_negative(cents: int) -> int:
    if cents < 0:
        raise ValueError("must not be negative")
    return cents


class CloseDayInput(RequestModel):
    """Body of PUT /api/day/cash: closes a day, or corrects what was handed over."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "handedOver": {"*": "Please enter the amount handed over, for example 120.50"}
    }

    handed_over: Annotated[CurrencyAmount, AfterValidator(_not_negative)]
    note: Annotated[OptionalText, AtMost(300)] = None
