"""Open a customer's card payment at the provider, for the booking's page and along with a new booking."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.prepayment import to_collect
from marqueedesk.bookings.schemas import PaymentFormOut
from marqueedesk.business import queries as business
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.money import units
from marqueedesk.kit.watch.metrics import log
from marqueedesk.payments import connected, intents, ledger, prepayment_received, queries, stripe_sync
from marqueedesk.payments.card_payments import AmountDue, begin_payment
from marqueedesk.payments.errors import NoCardPayments, PaymentUnderWay
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.intents import BlockedBy, Payer, PaymentSnapshot, Within
from marqueedesk.payments.models import BALANCE, CANCELED, DEPOSIT, PaymentShare
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderRefused
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.values import AccountState, IntentState

_SUFFIX: Final = 10
"""Maximum length of the statement suffix, because the provider puts at least ten characters before it."""


def payer_of(db: Session, operator: Operator, booking: Booking, part: str) -> Payer:
    """Return the booking's customer as the payer, with the payment's description and statement suffix."""
    what = "Deposit" if part == DEPOSIT else "Payment"
    return Payer(
        name=booking.customer_name,
        email=booking.customer_email or None,
        description=f"{what} for booking #{booking.number}, {business.company(db, operator)['name']}",
        suffix=f"BKG {booking.number}"[:_SUFFIX],
    )


def payer_of_share(db: Session, operator: Operator, booking: Booking, share: PaymentShare, email: str | None) -> Payer:
    """Return the payer of a share: the name on its link and the email address they entered."""
    return Payer(
        name=share.name,
        email=None,
        description=f"Share for booking #{booking.number}, {business.company(db, operator)['name']}",
        suffix=f"BKG {booking.number}"[:_SUFFIX],
        receipt_to=email,
    )


def payer_of_list(db: Session, operator: Operator, booking: Booking, *, part: str, list_id: int, email: str) -> Payer:
    """Return the payer of several bookings of a list: its email address, with this booking's description."""
    return replace(
        payer_of(db, operator, booking, part), name=email, email=email, shared_key=f"list-{operator.id}-{list_id}"
    )


@dataclass(frozen=True, slots=True)
class Opened:
    """A payment ready for a card form.

    ``account_id`` is the connected account for the form; None for the platform's account.
    """

    intent: IntentState
    account_id: str | None


def open_payment(
    gateway: Stripe, operator: Operator, booking_id: int, wanted: AmountDue, payer: Payer, within: Within
) -> Opened:
    """Open the payment at the provider, created if missing. Open payments of other amounts are canceled first.

    No transaction may be open. Raises the errors of `begin_payment`, PaymentUnderWay, and ProviderProblem.
    """

    def prepare(db: Session) -> PaymentSnapshot | BlockedBy:
        found = begin_payment(db, operator, booking_id, wanted, gateway, clock.now())
        return (
            BlockedBy([intents.snapshot(row) for row in found]) if isinstance(found, list) else intents.snapshot(found)
        )

    for _ in range(intents.ROUNDS):
        row = intents.until_free(gateway, prepare, within)
        asked_at = clock.now()
        try:
            intent = intents.intent_for(gateway, row, payer)
        except ProviderRefused as refused:
            account = connected.state(gateway, row.account_id)
            within(lambda db, row=row, account=account: _refused(db, row, account))
            if account is None or not account.charges_enabled:
                raise NoCardPayments from refused
            raise
        found = FetchedPayment(intent, asked_at, row.made_on)
        if within(lambda db, row=row, found=found: _is_canceled(db, row, found)) and intent.status != "canceled":
            # No one has the client secret yet.
            intents.close_open(gateway, [replace(row, provider_id=intent.id)], within)
            raise PaymentUnderWay(retry_after=5)
        if intent.status != "canceled":
            return Opened(intent, row.made_on)
    raise PaymentUnderWay(retry_after=5)


def _is_canceled(db: Session, row: PaymentSnapshot, found: FetchedPayment) -> bool:
    """Record the created payment, and return true if another payment has replaced it in the meantime.

    The other request could only cancel the row, because the payment did not exist at the provider yet.
    """
    availability.lock(db, row.operator_id)
    stored = queries.by_id(db, row.id)
    is_canceled = stored is None or stored.state == CANCELED
    stripe_sync.record_payment(db, found, clock.now())
    return is_canceled


def _refused(db: Session, row: PaymentSnapshot, account: AccountState | None) -> None:
    """Record that the provider definitely created nothing, and the account's state, so that the next attempt is a new
    request.
    """
    availability.lock(db, row.operator_id)
    intents.record_closed(db, row, None, clock.now())
    if account is not None:
        connected.keep(db, row.operator_id, account, clock.now())


class CardCollector:
    """Collects the payment of a new booking by card (bookings.prepayment)."""

    def begin(self, request: Request, operator_id: int, booking_id: int) -> PaymentFormOut | datetime:
        """Open the payment and return the data for a card form. If that is impossible right now, return when the hold
        ends.
        """

        def within(action: Callable[[Session], Any]) -> Any:
            with database(request).write() as db:
                set_operator(db, operator_id)
                return action(db)

        def prepare(db: Session) -> tuple[Stripe | None, Operator, AmountDue, Payer, datetime]:
            availability.lock(db, operator_id)
            operator, booking = accounts.public_operator(db, operator_id), bookings.booking(db, booking_id)
            zone = ZoneInfo(operator.time_zone)
            figures = ledger.figures_of(booking, queries.of_booking(db, booking_id))
            # A gift card may have paid a part already.
            cents = to_collect(booking, zone, operator.currency) - figures.received
            part = DEPOSIT if cents == figures.deposit_due != figures.due else BALANCE
            wanted = AmountDue(part, cents, fee_of(request, db))
            expires_at = (booking.pay_by or clock.now()).astimezone(zone)
            gateway = provider_of(request).find(db)
            return gateway, operator, wanted, payer_of(db, operator, booking, part), expires_at

        gateway, operator, wanted, payer, expires_at = within(prepare)
        opened = None
        try:
            if gateway is not None:
                opened = open_payment(gateway, operator, booking_id, wanted, payer, within)
        except Problem as problem:
            log.warning("payment_not_opened", booking=booking_id, problem=str(problem))
        if gateway is None or opened is None or opened.intent.client_secret is None:
            return within(lambda db: prepayment_received.wait_for_provider(db, operator_id, booking_id, clock.now()))
        return PaymentFormOut(
            client_secret=opened.intent.client_secret,
            publishable_key=gateway.publishable_key,
            account=opened.account_id,
            amount=units(opened.intent.amount_cents),
            expires_at=expires_at.isoformat(),
            expires_in=max(0, int((expires_at - clock.now()).total_seconds())),
            capture="on_approval" if opened.intent.on_approval else "now",
        )


COLLECTOR: Final = CardCollector()
