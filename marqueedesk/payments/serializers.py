"""Serializers of a booking's payments and balance: complete for the business, a subset for the customer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.bookings.serializers import booking_schedule
from marqueedesk.kit.money import units
from marqueedesk.payments import bank_debits, disputes, ledger
from marqueedesk.payments.ledger import figures_of
from marqueedesk.payments.models import (
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REFUND,
    RETURNED,
    BookingPayment,
    PaymentDispute,
    PaymentShare,
)
from marqueedesk.payments.schemas import (
    CardOut,
    CustomersPaymentOut,
    DisputeOut,
    MoneyEntryOut,
    MoneyOut,
    PaymentShareOut,
    PaymentSharesOut,
)
from marqueedesk.payments.shares import ShareLinks, left_to_share
from marqueedesk.pricing.policy_schemas import MethodOut
from marqueedesk.pricing.ways_to_pay import PaymentMethod
from marqueedesk.stripe.disputes import DEBIT_RETURNED, LOST
from marqueedesk.stripe.metadata import dashboard_page
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.models import DESTINATION


def for_business(
    booking: Booking,
    rows: list[BookingPayment],
    currency: str,
    zone: ZoneInfo,
    found: Mapping[int, list[PaymentDispute]],
    dashboard: str,
    methods: Sequence[PaymentMethod],
    shares: Sequence[PaymentShare] = (),
) -> MoneyOut:
    """Serialize a booking's money with its history, newest first.

    ``found`` are disputes by payment id; ``dashboard`` is the URL of the provider's dashboard; ``methods`` are the
    payment methods besides cards; ``shares`` are the other payers' shares.
    """
    payers = _payers(shares)
    where = figures_of(booking, rows)
    lost_fee = sum(_fee(row, one) for row in rows if row.dispute == LOST for one in found.get(row.id, []))
    return MoneyOut.of_cents(
        where,
        currency=currency,
        total=units(booking.total_cents),
        cancel_fee=units(booking.cancel_fee_cents or 0) if booking.status == CANCELED else None,
        charges=units(booking.charges_cents),
        deposit_paid=units(min(where.received, where.deposit)),
        balance_due=units(where.due),
        lost_fee=units(lost_fee),
        lost_cost=units(where.lost + lost_fee),
        schedule=booking_schedule(booking, zone),
        methods=[MethodOut.of(method) for method in methods],
        entries=[
            _entry(row, rows, zone, payers, [_dispute(row, one, zone, dashboard) for one in found.get(row.id, [])])
            for row in reversed(rows)
            if ledger.is_news(row)
        ],
    )


def _dispute(row: BookingPayment, found: PaymentDispute, zone: ZoneInfo, dashboard: str) -> DisputeOut:
    waits = disputes.is_unanswered(found)
    page = dashboard_page(dashboard, row.made_on, f"payments/{row.provider_id}", live=bool(row.live))
    return DisputeOut.model_validate(
        {
            "state": DEBIT_RETURNED if row.dispute == DEBIT_RETURNED else disputes.state_of(found),
            "reason": found.reason,
            "amount": units(found.amount_cents),
            "fee": units(_charged(row, found.fee_cents, found.settled_fee_cents)),
            "fee_currency": found.settled_currency or found.currency,
            "answer_by": _instant(found.due_by, zone) if waits and found.due_by else None,
            "page": page if row.made_on else None,
        }
    )


def _fee(row: BookingPayment, dispute: PaymentDispute) -> int:
    """Return the provider's dispute fee that the business pays; for a destination charge, the platform pays it."""
    return dispute.fee_cents if row.made_on else 0


def _charged(row: BookingPayment, cents: int | None, settled_cents: int | None) -> int:
    """Return a fee of the provider as charged, in its own currency; 0 for a destination charge."""
    if not row.made_on:
        return 0
    return (cents or 0) if settled_cents is None else settled_cents


def _payers(shares: Sequence[PaymentShare]) -> Mapping[int | None, str]:
    return {share.id: share.name for share in shares}


def shares_answer(
    booking: Booking, rows: list[BookingPayment], shares: Sequence[PaymentShare], links: ShareLinks, currency: str
) -> PaymentSharesOut:
    """Serialize a booking's shares, each with its link."""
    return PaymentSharesOut(
        currency=currency,
        shares=[
            PaymentShareOut.of_row(
                share,
                amount=units(share.amount_cents),
                state=ledger.share_state(share, rows),
                link=links.address(share),
            )
            for share in shares
        ],
        left=units(left_to_share(figures_of(booking, rows), shares, rows)),
        smallest=units(smallest_cents(currency)),
    )


def _entry(
    row: BookingPayment,
    rows: list[BookingPayment],
    zone: ZoneInfo,
    payers: Mapping[int | None, str],
    found: list[DisputeOut],
) -> MoneyEntryOut:
    return MoneyEntryOut.of_row(
        row,
        **_seen_by_all(row, zone, payers),
        state="authorized" if row.is_authorized else row.state,
        fee=units(row.fee_cents),
        fee_returned=units(row.fee_returned_cents or 0),
        provider_fee=units(_charged(row, row.provider_fee_cents, row.settled_fee_cents)),
        provider_fee_currency=row.settled_currency or row.currency,
        charge_model=(row.charge_model or DESTINATION) if row.account_id else None,
        disputes=found,
        reduces=units(row.reduces_cents or 0),
        refundable=units(ledger.refundable(row, rows)),
        can_void=ledger.is_voidable(row, rows),
        by=row.recorded_by,
    )


def _seen_by_all(row: BookingPayment, zone: ZoneInfo, payers: Mapping[int | None, str]) -> dict[str, object]:
    """Return the computed fields that both the business and the customer see."""
    return {
        "amount": units(row.amount_cents),
        "card": _card(row),
        "payer": payers.get(row.share_id),
        "received_on": row.on_day.isoformat() if row.on_day else None,
        "expected_on": None if (day := bank_debits.expected_day(row, zone)) is None else day.isoformat(),
        "at": _instant(row.settled_at or row.created_at, zone),
    }


def _card(row: BookingPayment) -> CardOut | None:
    return CardOut.model_validate({"kind": "card", **row.card}) if row.card else None


def for_customer(
    rows: list[BookingPayment], zone: ZoneInfo, shares: Sequence[PaymentShare] = ()
) -> list[CustomersPaymentOut]:
    """Serialize a customer's payments and refunds, oldest first, without notes or names of team members.

    Payments by other people include the payer's name.
    """
    payers = _payers(shares)
    shown = {PAYMENT: {PROCESSING, RECEIVED}, REFUND: {PROCESSING, RETURNED}}
    return [
        CustomersPaymentOut.of_row(
            row,
            **_seen_by_all(row, zone, payers),
            went_back=units(ledger.lost([row]) + ledger.returned_debits([row])),
            is_due_again=row.dispute == DEBIT_RETURNED,
        )
        for row in rows
        if row.state in shown[row.entry]
    ]


def _instant(value: datetime, zone: ZoneInfo) -> str:
    return value.astimezone(zone).isoformat()
