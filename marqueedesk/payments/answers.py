"""A booking's money as the API returns it: to the people who run the business and, in part, to the customer."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from marqueedesk.bookings.answers import schedule_answer, schedule_of
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.kit.money import units
from marqueedesk.payments import ledger
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment
from marqueedesk.payments.service import standing


def for_business(booking: Booking, rows: list[BookingPayment], currency: str, zone: ZoneInfo) -> dict[str, Any]:
    """The status of a booking's money, and its history, newest first."""
    where = standing(booking, rows)
    return {
        "currency": currency,
        "total": units(booking.total_cents),
        "cancelFee": units(booking.cancel_fee_cents or 0) if booking.status == CANCELED else None,
        "deposit": units(where.deposit),
        "depositDue": units(where.deposit_due),
        "depositPaid": units(min(where.received, where.deposit)),
        "received": units(where.received),
        "refunded": units(where.refunded),
        "state": where.state,
        "processing": units(where.processing),
        "returning": units(where.returning),
        "balanceDue": units(where.due),
        "overpaid": units(where.overpaid),
        "disputed": units(where.disputed),
        "lost": units(where.lost),
        "schedule": schedule_answer(schedule_of(booking.__dict__, zone)),
        "entries": [_entry(row, rows, zone) for row in reversed(rows) if ledger.is_news(row)],
    }


def _entry(row: BookingPayment, rows: list[BookingPayment], zone: ZoneInfo) -> dict[str, Any]:
    return {
        "id": row.id,
        "entry": row.entry,
        "kind": row.kind,
        "state": row.state,
        "amount": units(row.amount_cents),
        "fee": units(row.fee_cents),
        "part": row.part,
        "dispute": row.dispute,
        "reduces": units(row.reduces_cents or 0),
        "refundOf": row.refund_of,
        "refundable": units(ledger.refundable(row, rows)),
        "canVoid": ledger.is_voidable(row, rows),
        "card": _card(row),
        "failure": row.failure,
        "receiptUrl": row.receipt_url,
        "note": row.note,
        "by": row.recorded_by,
        "receivedOn": row.on_day.isoformat() if row.on_day else None,
        "at": _instant(row.settled_at or row.created_at, zone),
    }


def _card(row: BookingPayment) -> dict[str, Any] | None:
    return {"kind": "card", "brand": None, "last4": None} | row.card if row.card else None


def for_customer(rows: list[BookingPayment], zone: ZoneInfo) -> list[dict[str, Any]]:
    """A customer's payments and refunds, oldest first, without notes or anybody's name."""
    shown = {PAYMENT: {PROCESSING, RECEIVED}, REFUND: {PROCESSING, RETURNED}}
    return [
        {
            "entry": row.entry,
            "kind": row.kind,
            "state": row.state,
            "amount": units(row.amount_cents),
            "card": _card(row),
            "receivedOn": row.on_day.isoformat() if row.on_day else None,
            "at": _instant(row.settled_at or row.created_at, zone),
        }
        for row in rows
        if row.state in shown[row.entry]
    ]


def _instant(value: datetime, zone: ZoneInfo) -> str:
    return value.astimezone(zone).isoformat()
