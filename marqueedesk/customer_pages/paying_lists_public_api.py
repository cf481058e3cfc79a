"""Pay several bookings of a customer's list with one card, and check the outcome.

Each booking has a payment of its own, and the browser confirms them one after another with the same card
(docs/adr/0029-paying-several-bookings.md). All calls to the provider are made with no transaction open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import database
from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.links import booking_links
from marqueedesk.customer_pages import booking_lists
from marqueedesk.customer_pages.booking_lists_public_api import ListToken
from marqueedesk.customer_pages.errors import NoListedBooking
from marqueedesk.customer_pages.list_schemas import (
    BookingListLookOut,
    OpenedPaymentOut,
    PayBookingsInput,
    PayBookingsOut,
)
from marqueedesk.customer_pages.list_serializers import booking_list
from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.customer_pages.paying_public_api import Intent, Result, asking, form_answer, outcome, spend
from marqueedesk.customer_pages.paying_schemas import PayOut
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.payments import intents, opening, prepayment_received
from marqueedesk.payments import queries as payments
from marqueedesk.payments.card_payments import AmountDue
from marqueedesk.payments.errors import NoCardPayments, PaymentUnderWay
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.intents import Payer, Within
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderProblem
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["customer's pages"], responses=errors(402, 429, 502))


@dataclass(frozen=True, slots=True)
class _ToOpen:
    """The payment of one booking to open."""

    number: int
    booking_id: int
    due: AmountDue
    payer: Payer


@router.post("/api/public/booking-lists/{token}/pay", responses=errors(404, 409))
def pay_bookings(request: Request, token: ListToken, body: PayBookingsInput) -> PayBookingsOut:
    """Open one card form for several bookings of the list, each for its deposit or balance. The server computes the
    amounts; if one (as shown on the page) differs: 409 `amount_changed`.

    The answer has a payment for each booking. Confirm the first with the card form, then the others with the same
    payment method. Repeated requests return the same payments. 409 `already_paid`, `payment_under_way`,
    `no_card_payments` and `not_payable` name the `booking` that cannot be paid; 404 `no_listed_booking` a number that
    is not in the list.
    """
    for _ in body.bookings:
        spend(request)
    with database(request).read() as db:
        operator, row = booking_lists.open_list(db, token, clock.now())
        gateway = provider_of(request).find(db)
        planned = _planned(request, db, operator, row, body)
    if gateway is None:
        raise NoCardPayments
    within = partial(_within, request, token)
    forms = [_form(gateway, operator, one, within) for one in planned]
    if len({form.account for form in forms}) > 1:
        # The business has connected another account in the meantime.
        raise PaymentUnderWay(retry_after=5)
    return PayBookingsOut(
        account=forms[0].account,
        amount=units(sum(one.due.cents for one in planned)),
        currency=forms[0].currency,
        payments=[
            OpenedPaymentOut(number=one.number, client_secret=form.client_secret, amount=form.amount)
            for one, form in zip(planned, forms, strict=True)
        ],
    )


def _planned(
    request: Request, db: Session, operator: Operator, row: BookingListLink, body: PayBookingsInput
) -> list[_ToOpen]:
    fee, email = fee_of(request, db), row.customer_email
    listed = {booking.number: booking for booking in booking_lists.bookings_of(db, email)}
    planned: list[_ToOpen] = []
    for index, given in enumerate(body.bookings):
        booking = listed.get(given.number)
        if booking is None:
            raise NoListedBooking.about(f"bookings[{index}].number")
        payer = opening.payer_of_list(db, operator, booking, part=given.part, list_id=row.id, email=email)
        due = AmountDue(given.part, given.amount, fee, list_id=row.id)
        planned.append(_ToOpen(given.number, booking.id, due, payer))
    return planned


def _form(gateway: Stripe, operator: Operator, one: _ToOpen, within: Within) -> PayOut:
    """Open the payment of one booking. Raises a Conflict that names the booking."""
    try:
        return form_answer(opening.open_payment(gateway, operator, one.booking_id, one.due, one.payer, within))
    except Conflict as problem:
        raise Conflict(
            f"Booking #{one.number}: {problem.message}",
            code=problem.answer_code,
            retry_after=problem.retry_after,
            booking=one.number,
            **problem.extra,
        ) from problem
    except ProviderProblem as problem:
        if not intents.is_certain(problem):
            # If this payment confirms the booking, its letters stay held until the provider is available.
            within(lambda db: prepayment_received.wait_for_provider(db, operator.id, one.booking_id, clock.now()))
        raise


def _within(request: Request, token: str, action: Callable[[Session], Result]) -> Result:
    """Run an action in its own write transaction, scoped to the operator. The list must still be open."""
    with database(request).write() as db:
        booking_lists.open_list(db, token, clock.now())
        return action(db)


@router.post("/api/public/booking-lists/{token}/pay/look", responses=errors(404))
def check_payments(request: Request, token: ListToken, intent: Intent = None) -> BookingListLookOut:
    """Check the unfinished payments made from the list with the provider, and return the list, without waiting for the
    webhooks. `lookedAt` is the outcome of the payment `paymentIntent`; null if it was not made from this list.
    """
    spend(request)
    with database(request).read() as db:
        _, row = booking_lists.open_list(db, token, clock.now())
        unfinished = payments.unsettled_of_list(db, row.id, row.sent_at)
        ask = asking(request, db, unfinished)
    for _ in unfinished[1:]:
        spend(request)
    ask(partial(_within, request, token))
    now = clock.now()
    with database(request).read() as db:
        keys = effective(db, request.app.state.settings).stripe
        operator, row = booking_lists.open_list(db, token, now)
        asked = payments.by_provider(db, intent, None) if intent else None
        mine = [asked] if asked is not None and asked.list_id == row.id else []
        page = booking_list(db, operator, row, booking_links(request), keys, now)
        return BookingListLookOut.adding(page, looked_at=outcome(mine, intent))
