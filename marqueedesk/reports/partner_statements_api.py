"""Routes of partners' commission statements, what was paid of them, and totals by year."""

from datetime import date
from typing import Annotated, ClassVar

from fastapi import APIRouter, Query, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.business import queries as business
from marqueedesk.documents import document_content
from marqueedesk.documents.queries import letterhead
from marqueedesk.documents.stored_document import DocumentContent, PriceRow, customer_block, sum_row
from marqueedesk.documents.typeset import pdf
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Conflict, Invalid, NotFound
from marqueedesk.kit.http.http import CSV, PDF, csv_answer, errors, pdf_answer
from marqueedesk.kit.http.schemas import CurrencyUnits, Day, PathId, RequestModel, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.partners import queries
from marqueedesk.partners.models import Partner, PartnerPayout
from marqueedesk.reports import partner_statements
from marqueedesk.reports.partner_statements import CommissionRow
from marqueedesk.reports.reading import report_span, saving_money, seeing_money

router = APIRouter(tags=["partners"], responses=errors(401, 403))
Since = Annotated[str | None, Query(alias="from", max_length=10, description="By default the current year")]
Until = Annotated[str | None, Query(alias="to", max_length=10)]


class CommissionRowOut(ResponseModel):
    """A booking's commission in the period; negative if more was refunded than paid."""

    booking_id: int
    number: int
    customer_name: str
    base: Annotated[CurrencyUnits, Field(description="Money received that earns commission")]
    commission: CurrencyUnits


class PartnerPayoutOut(ResponseModel):
    """Commission of a month that was paid."""

    id: int
    month: str
    amount: CurrencyUnits
    paid_on: str


class StatementOut(ResponseModel):
    """A partner's commission in a period, and what was paid for its months."""

    name: str
    since: str
    until: str
    currency: str
    rows: list[CommissionRowOut]
    total: CurrencyUnits
    payouts: list[PartnerPayoutOut]


class PartnerPayoutInput(RequestModel):
    """POST /api/partners/{id}/payouts: mark the commission of a finished month as paid."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"month": {"*": "Enter a month, for example 2027-06"}}

    month: Annotated[str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$", description="The month, such as `2027-06`")]
    paid_on: Annotated[Day | None, Field(description="By default today")] = None


class PartnerTotalOut(ResponseModel):
    """A partner's commission in a year: earned, and paid."""

    partner_id: int
    name: str
    earned: CurrencyUnits
    paid: CurrencyUnits


class NothingToPay(Conflict):
    """The month has no commission to pay."""

    code = "nothing_to_pay"
    message = "There is no commission to pay for this month."


class MonthPaid(Conflict):
    """The month is marked as paid already."""

    code = "month_paid"
    message = "This month is already marked as paid."


class MonthNotOver(Conflict):
    """The month isn't over yet."""

    code = "not_over"
    message = "This month isn't over yet. Its commission can still change."


@router.get("/api/partners/totals")
def yearly_totals(
    request: Request, year: Annotated[int | None, Query(ge=2000, le=2200, description="By default this year")] = None
) -> list[PartnerTotalOut]:
    """Get each partner's commission in a year, for tax forms: what was earned, and what was marked as paid."""
    with seeing_money(request) as (db, _operator, zone):
        chosen = year or clock.local_day(clock.now(), zone).year
        first, last = date(chosen, 1, 1), date(chosen, 12, 31)
        earned = partner_statements.earned_by_partner(db, first, last, zone)
        paid = queries.paid_by_partner(db, first, last)
        return [
            PartnerTotalOut(
                partner_id=row.id,
                name=row.name,
                earned=units(earned.get(row.id, 0)),
                paid=units(paid.get(row.id, 0)),
            )
            for row in queries.partners(db)
        ]


@router.get("/api/partners/{partner_id}/statement")
def statement(request: Request, partner_id: PathId, since: Since = None, until: Until = None) -> StatementOut:
    """Get a partner's commission on the money received in a period, booking by booking.

    Refunds and lost disputes are deducted in the period in which they happen.
    """
    with seeing_money(request) as (db, operator, zone):
        partner = queries.partner(db, partner_id)
        first, last = report_span(since, until, clock.local_day(clock.now(), zone))
        rows = partner_statements.statement(db, partner, first, last, zone)
        return StatementOut(
            name=partner.name,
            since=first.isoformat(),
            until=last.isoformat(),
            currency=operator.currency,
            rows=[
                CommissionRowOut(
                    booking_id=row.booking.id,
                    number=row.booking.number,
                    customer_name=row.booking.customer_name,
                    base=units(row.base_cents),
                    commission=units(row.commission_cents),
                )
                for row in rows
            ],
            total=units(sum(row.commission_cents for row in rows)),
            payouts=[_payout(row) for row in queries.payouts(db, partner_id, first, last)],
        )


@router.get("/api/partners/{partner_id}/statement.csv", responses=CSV | errors(429))
def statement_csv(request: Request, partner_id: PathId, since: Since = None, until: Until = None) -> Response:
    """Get a partner's statement as CSV."""
    with saving_money(request) as (db, operator, zone):
        partner = queries.partner(db, partner_id)
        first, last = report_span(since, until, clock.local_day(clock.now(), zone))
        rows = partner_statements.statement(db, partner, first, last, zone)
        text = csv_text.document(
            ("Booking", "Customer", "Delivery", "Base", "Commission", "Currency"),
            [
                (
                    row.booking.number,
                    row.booking.customer_name,
                    row.booking.delivery_day.isoformat(),
                    units(row.base_cents),
                    units(row.commission_cents),
                    operator.currency,
                )
                for row in rows
            ],
        )
    return csv_answer(text, f"commission-{partner.code}.csv")


@router.get("/api/partners/{partner_id}/statement.pdf", responses=errors(429) | PDF)
def statement_pdf(request: Request, partner_id: PathId, since: Since = None, until: Until = None) -> Response:
    """Get a partner's statement as PDF, without the customers' names."""
    now = clock.now()
    with seeing_money(request) as (db, operator, zone):
        partner = queries.partner(db, partner_id)
        first, last = report_span(since, until, clock.local_day(now, zone))
        rows = partner_statements.statement(db, partner, first, last, zone)
        content = _document(db, operator, partner, rows, (first, last), clock.local_day(now, zone))
        logo = business.logo(db)
    DOCUMENTS.spend_with(request, SEE_MONEY)
    made = pdf(document_content.drawn(content), whose=operator.id, logo=logo[1] if logo else None, made_at=now)
    return pdf_answer(f"Commission {partner.name}", made)


def _document(
    db: Session,
    operator: Operator,
    partner: Partner,
    rows: list[CommissionRow],
    span: tuple[date, date],
    today: date,
) -> DocumentContent:
    head = letterhead(db, operator)
    content = document_content.shell(
        head,
        title="Commission Statement",
        number=f"{head.day(span[0])} – {head.day(span[1])}",
        dated=head.day(today),
        opening=None,
        customer=customer_block("For", partner.name, [partner.email]),
    )
    content["prices"] = [
        PriceRow(
            text=f"Booking #{row.booking.number}, {head.day(row.booking.delivery_day)}",
            detail=f"On {head.money(row.base_cents)}",
            amount=head.money(row.commission_cents),
        )
        for row in rows
    ] or [PriceRow(text="No commission in this period", detail=None, amount="")]
    total = sum(row.commission_cents for row in rows)
    content["sums"] = [sum_row("Commission", head.money(total), strong=True)]
    return content


@router.post("/api/partners/{partner_id}/payouts", status_code=201, responses=errors(404, 409))
def mark_paid(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], partner_id: PathId, body: PartnerPayoutInput
) -> PartnerPayoutOut:
    """Mark the commission of a finished month as paid. The amount stays even if the bookings change later."""
    terms, now = availability.lock(db, caller.operator.id), clock.now()
    partner, today = queries.partner(db, partner_id), terms.today(now)
    first, last = _days_of(body.month)
    if last >= today:
        raise MonthNotOver
    if queries.payouts(db, partner_id, first, first):
        raise MonthPaid
    if body.paid_on is not None and not first <= body.paid_on <= today:
        raise Invalid(fields={"paidOn": "Enter a day from the month on, up to today"})
    total = sum(row.commission_cents for row in partner_statements.statement(db, partner, first, last, terms.zone))
    if total <= 0:
        raise NothingToPay
    row = PartnerPayout(
        partner_id=partner_id,
        month=first,
        cents=total,
        paid_on=body.paid_on or today,
        recorded_by=caller.user.username[:120],
        created_at=now,
    )
    db.add(row)
    db.flush()
    return _payout(row)


@router.delete("/api/partners/{partner_id}/payouts/{payout_id}", status_code=204, responses=errors(404))
def undo_paid(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], partner_id: PathId, payout_id: PathId
) -> None:
    """Undo marking a month as paid."""
    availability.lock(db, caller.operator.id)
    row = queries.payout(db, partner_id, payout_id)
    if row is None:
        raise NotFound("There is no such payout.")
    db.delete(row)


def _days_of(month: str) -> tuple[date, date]:
    """Return the first and last day of a month such as ``2027-06``."""
    year, number = (int(part) for part in month.split("-"))
    following = date(year + number // 12, number % 12 + 1, 1)
    return date(year, number, 1), date.fromordinal(following.toordinal() - 1)


def _payout(row: PartnerPayout) -> PartnerPayoutOut:
    return PartnerPayoutOut(
        id=row.id, month=f"{row.month:%Y-%m}", amount=units(row.cents), paid_on=row.paid_on.isoformat()
    )
