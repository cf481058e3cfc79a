"""Record what a crew collected at a stop: cash, a check, a payment link, or the reason why nothing was paid.

Each report is recorded once per client id, because phones send their records again until they get a response.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.bookings.goods.phone_times import check_phone_time
from marqueedesk.domain_events import PaymentNotCollected, publish
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.kit.text.text_forms import name_key
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.payments import service
from marqueedesk.payments.door.models import CARD_LINK, CASH, CHECK, NOT_PAID, CrewPayment, Kind
from marqueedesk.payments.models import VOID, BookingPayment
from marqueedesk.payments.service import ManualPayment, Method
from marqueedesk.pricing import queries as pricing

CHECK_NAMES: Final = frozenset({"check", "checks", "cheque", "cheques"})
"""Names of the payment method, in lower case, under which businesses list checks."""


class ReportIdReused(Conflict):
    """The client id belongs to a report with other content."""

    code = "key_reused"
    message = "This id was already used for another payment. Use a new id."


@dataclass(frozen=True, slots=True)
class CrewReport:
    """A report from the door. ``cents`` is required for cash and checks; a link requests the balance by default."""

    client_id: str
    booking_id: int
    kind: Kind
    cents: int | None
    reason: str | None
    at: datetime

    @property
    def fingerprint(self) -> str:
        """Return a fingerprint of the content, to detect that the same client id was used for another report."""
        return fingerprint(orjson.dumps([self.booking_id, self.kind, self.cents, self.reason, self.at.isoformat()]))


def find_recorded(db: Session, report: CrewReport) -> CrewPayment | None:
    """Return the report recorded under the same client id, or None. Raises ReportIdReused if its content differs."""
    recorded = db.scalars(select(CrewPayment).where(CrewPayment.client_id == report.client_id)).one_or_none()
    if recorded is not None and recorded.fingerprint != report.fingerprint:
        raise ReportIdReused
    return recorded


def record(db: Session, operator: Operator, report: CrewReport, *, by: User, now: datetime) -> CrewPayment:
    """Record a new report under the operator's lock. The caller has already canceled open card payments.

    Cash and checks become payments of the booking on the report's local date, with a receipt for the customer. A link
    is emailed as a payment request. If nothing was paid, the business is notified.

    Raises NotFound, Overpaid, NothingOwed, and Invalid on ``at`` or for a booking without an email address.
    """
    check_phone_time(report.at, now)
    booking, _rows = service.locked(db, operator, report.booking_id)
    day = report.at.astimezone(ZoneInfo(operator.time_zone)).date()
    payment: BookingPayment | None = None
    cents = report.cents
    if report.kind in {CASH, CHECK} and cents is not None:
        paid = ManualPayment(_method(db, operator.currency, report.kind), cents, day, report.reason, receipt=True)
        payment = service.record_payment(db, operator, booking.id, paid, by=by, now=now)
        db.flush()
    elif report.kind == CARD_LINK:
        cents = service.request_payment(db, operator, booking.id, cents, None, by=by, now=now)
    elif report.kind == NOT_PAID:
        event = PaymentNotCollected(
            operator_id=operator.id, booking_id=booking.id, by=by.username, reason=report.reason or ""
        )
        publish(db, event, now)
    row = CrewPayment(
        booking_id=booking.id,
        client_id=report.client_id,
        fingerprint=report.fingerprint,
        kind=report.kind,
        amount_cents=cents,
        currency=operator.currency,
        reason=report.reason,
        at=report.at,
        day=day,
        recorded_at=now,
        who=by.username[:120],
        user_id=by.id,
        payment_id=payment.id if payment else None,
    )
    db.add(row)
    if report.kind == NOT_PAID:
        audit.record(
            db,
            "payment.not_collected",
            by=Actor(by.id, by.email),
            now=now,
            operator_id=operator.id,
            subject=(booking.id, booking.customer_name),
        )
    db.flush()
    return row


def _method(db: Session, currency: str, kind: Kind) -> Method:
    """Return cash, or checks under the business's own name for them."""
    if kind == CASH:
        return Method("cash")
    methods = pricing.ways_to_pay(db, currency).methods
    listed = next((row for row in methods if name_key(row.name) in CHECK_NAMES), None)
    return Method(listed.kind, listed.name) if listed else Method("other", "Check")


def reported_on(db: Session, day: date, booking_ids: Collection[int]) -> dict[int, list[CrewPayment]]:
    """Return the reports of a day by booking, oldest first, without those whose payment was voided."""
    if not booking_ids:
        return {}
    rows = db.scalars(
        select(CrewPayment)
        .outerjoin(
            BookingPayment,
            (BookingPayment.operator_id == CrewPayment.operator_id) & (BookingPayment.id == CrewPayment.payment_id),
        )
        .where(
            CrewPayment.day == day,
            CrewPayment.booking_id.in_(booking_ids),
            BookingPayment.state.is_distinct_from(VOID),
        )
        .order_by(CrewPayment.at, CrewPayment.id)
    )
    reports: dict[int, list[CrewPayment]] = {}
    for row in rows:
        reports.setdefault(row.booking_id, []).append(row)
    return reports
