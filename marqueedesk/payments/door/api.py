"""Routes for money at the door: a crew's reports, and the day's cash for those who see money."""

from collections.abc import Callable
from datetime import date
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import lock_own
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.goods.phone_times import read_phone_time
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.payments import intents, ledger, service
from marqueedesk.payments.door import collecting, day_cash
from marqueedesk.payments.door.collecting import CrewReport
from marqueedesk.payments.door.models import CASH, CHECK, NOT_PAID
from marqueedesk.payments.door.schemas import (
    CloseDayInput,
    CollectedOut,
    CrewPaymentInput,
    CrewPaymentOut,
    DayCashOut,
)
from marqueedesk.payments.intents import BlockedBy
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["day"], responses=errors(401, 403))
Result = TypeVar("Result")
Day = Annotated[str | None, Query(alias="date", max_length=10)]


@router.post(
    "/api/crew/payments",
    status_code=201,
    responses=errors(404, 409, 502) | {200: {"model": CrewPaymentOut}},
    dependencies=[check_rights(ADD_NOTES)],
)
def record_at_the_door(request: Request, response: Response, body: CrewPaymentInput) -> CrewPaymentOut:
    """Record what happened to the amount to collect at a stop. Staff may do so if the crew collects payments
    (`crewCollects`). Repeating a `clientId` returns the recorded report with status 200.

    Cash and checks are added to the booking's payments, and the customer gets a receipt; 409 `overpaid` if the amount
    exceeds the balance due. `card_link` emails the customer a payment request. `not_paid` notifies the business.
    """
    with reading(request) as (db, caller):
        operator, user = _collecting(caller), caller.user
        report = _report(body, ZoneInfo(operator.time_zone))
        bookings.booking(db, report.booking_id)
        gateway = provider_of(request).find(db)

    def enter(db: Session) -> BlockedBy | tuple[CrewPaymentOut, bool]:
        booking, rows = service.locked(db, operator, report.booking_id)
        row = collecting.find_recorded(db, report)
        is_new = row is None
        if row is None:
            open_rows = ledger.under_way(rows) if report.kind in {CASH, CHECK} else []
            if open_rows and gateway is not None:
                return BlockedBy([intents.snapshot(open_row) for open_row in open_rows])
            row = collecting.record(db, operator, report, by=user, now=clock.now())
        collected = CollectedOut.of_report(row)
        recorded = CrewPaymentOut.adding(
            collected,
            id=row.id,
            client_id=row.client_id,
            booking_id=row.booking_id,
            recorded_at=row.recorded_at.isoformat(),
            to_collect=units(booking.balance_cents),
        )
        return recorded, is_new

    def within(action: Callable[[Session], Result]) -> Result:
        with writing(request) as (db, caller):
            _collecting(caller)
            return action(db)

    if gateway is None:
        outcome = within(enter)
        assert not isinstance(outcome, BlockedBy)  # noqa: S101 - only a provider's payments block.
    else:
        outcome = intents.until_free(gateway, enter, within)
    recorded, is_new = outcome
    if not is_new:
        response.status_code = 200
    return recorded


def _collecting(caller: Caller) -> Operator:
    """Return the caller's business, for users who see money, and for staff if the crew collects payments."""
    operator = require(caller, ADD_NOTES)
    if not caller.may(SEE_MONEY) and not rules_of(operator.rules).crew_collects:
        raise Forbidden("Your crew doesn't collect payments. The business can allow it in its booking rules.")
    return operator


def _report(body: CrewPaymentInput, zone: ZoneInfo) -> CrewReport:
    is_payment = body.kind in {CASH, CHECK}
    if is_payment and body.amount is None:
        raise Invalid(fields={"amount": "Please enter the amount you received, for example 120.50"})
    if body.kind == NOT_PAID and body.reason is None:
        raise Invalid(fields={"reason": "Please say why nothing was paid"})
    cents = None if body.kind == NOT_PAID else body.amount
    return CrewReport(body.client_id, body.booking_id, body.kind, cents, body.reason, read_phone_time(body.at, zone))


@router.get("/api/day/cash")
def get_cash(db: Db, caller: Annotated[Caller, Requires(SEE_MONEY)], on: Day = None) -> DayCashOut:
    """Get the cash and checks of a day (default: today): the amounts to collect at its stops, the payments recorded by
    each team member, and what was handed over.
    """
    return day_cash.cash_of(db, caller.operator, _day(caller.operator, on))


@router.put("/api/day/cash")
def close_day(
    db: Db, caller: Annotated[Caller, Requires(SEE_MONEY, HANDLE_BOOKINGS)], body: CloseDayInput, on: Day = None
) -> DayCashOut:
    """Close a day (default: today) with the amount handed over. Calling it again corrects the amount."""
    operator, day = caller.operator, _day(caller.operator, on)
    lock_own(db)
    day_cash.close(db, operator, day, body.handed_over, body.note, by=caller.user.username, now=clock.now())
    record_action(db, caller, "day.closed", (None, day.isoformat()), amount=units(body.handed_over))
    return day_cash.cash_of(db, operator, day)


@router.delete("/api/day/cash")
def reopen_day(db: Db, caller: Annotated[Caller, Requires(SEE_MONEY, HANDLE_BOOKINGS)], on: Day = None) -> DayCashOut:
    """Reopen a closed day (default: today): removes the amount handed over."""
    operator, day = caller.operator, _day(caller.operator, on)
    lock_own(db)
    if day_cash.reopen(db, operator, day):
        record_action(db, caller, "day.reopened", (None, day.isoformat()))
    return day_cash.cash_of(db, operator, day)


def _day(operator: Operator, on: str | None) -> date:
    return read_day(on, "date") if on else clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
