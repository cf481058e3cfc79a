"""Split payments (S26): the shares on a booking's page, and each share's page for its payer."""

from collections.abc import Callable
from functools import partial

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.customer_pages import service
from marqueedesk.customer_pages.booking_public_api import count_change, count_look
from marqueedesk.customer_pages.paying_public_api import (
    Intent,
    Result,
    Token,
    asking,
    form_answer,
    outcome,
    spend,
)
from marqueedesk.customer_pages.paying_schemas import PayOut
from marqueedesk.customer_pages.schemas import PublicShareOut, ShareLookOut, SharePayInput
from marqueedesk.customer_pages.serializers import for_payer
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.payments import opening, shares, shares_api
from marqueedesk.payments import queries as payments
from marqueedesk.payments.card_payments import AmountDue
from marqueedesk.payments.errors import NoCardPayments
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.models import CHOSEN
from marqueedesk.payments.schemas import PaymentSharesOut, ShareInput
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["customer's pages"], responses=errors(429))


def _change(request: Request, token: str, verb: Callable[[Session, int, int], object]) -> PaymentSharesOut:
    """Run an action with the IDs of the operator and the booking in one write transaction. Return the updated
    shares.
    """
    count_change(request)
    with database(request).write() as db:
        operator_id, booking_id = service.open_booking(db, token)
        verb(db, operator_id, booking_id)
        db.flush()
        return shares_api.answer(request, db, accounts.public_operator(db, operator_id), booking_id)


@router.get("/api/public/bookings/{token}/shares")
def public_shares(request: Request, token: Token) -> PaymentSharesOut:
    """List the shares of a split payment, each with its link."""
    count_look(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        service.booking_of(db, booking_id)
        return shares_api.answer(request, db, accounts.public_operator(db, operator_id), booking_id)


@router.post("/api/public/bookings/{token}/shares", responses=errors(403, 409))
def add_public_share(request: Request, token: Token, body: ShareInput) -> PaymentSharesOut:
    """Create a share of the balance due, with its own link. Rejected if the amount exceeds the part of the balance that
    isn't shared yet.
    """

    def verb(db: Session, operator_id: int, booking_id: int) -> None:
        given, operator = body, accounts.public_operator(db, operator_id)
        links, now = shares_api.share_links(request), clock.now()
        shares.add(db, operator, booking_id, name=given.name, cents=given.amount, links_of=links, now=now)

    return _change(request, token, verb)


@router.delete("/api/public/bookings/{token}/shares/{share_id}", responses=errors(400, 403, 409, 415))
def remove_public_share(request: Request, token: Token, share_id: PathId) -> PaymentSharesOut:
    """Remove an unpaid share. Its link stops working."""
    return _change(request, token, lambda db, operator, booking: shares_api.remove(db, operator, booking, share_id))


@router.get("/api/public/shares/{token}")
def public_share(request: Request, token: Token) -> PublicShareOut:
    """Get a share for its payer: the sign, the delivery day and the amount."""
    count_look(request)
    with database(request).read() as db:
        platform = effective(db, request.app.state.settings)
        operator, booking, share = service.open_share(db, token)
        return for_payer(db, operator, booking, share, platform=platform)


def _within(request: Request, token: str, action: Callable[[Session], Result]) -> Result:
    """Run an action in its own write transaction, scoped to the operator. The link must still be valid."""
    with database(request).write() as db:
        service.open_share(db, token)
        return action(db)


@router.post("/api/public/shares/{token}/pay", responses=errors(402, 409, 502))
def pay_share(request: Request, token: Token, body: SharePayInput) -> PayOut:
    """Open a card form for the share. If `amount` (as shown on the page) differs: 409 `amount_changed`. The provider
    sends the receipt to `email`, if set.

    Repeated requests return one payment at the provider. 409 `already_paid`, `payment_under_way`, `no_card_payments`
    and `not_payable` report why it cannot be paid.
    """
    spend(request)
    with database(request).read() as db:
        operator, booking, share = service.open_share(db, token)
        gateway = provider_of(request).find(db)
        payer = opening.payer_of_share(db, operator, booking, share, body.email)
        wanted = AmountDue(CHOSEN, body.amount, fee_of(request, db), share.id)
        booking_id = booking.id
    if gateway is None:
        raise NoCardPayments
    within = partial(_within, request, token)
    return form_answer(opening.open_payment(gateway, operator, booking_id, wanted, payer, within))


@router.post("/api/public/shares/{token}/pay/look", responses=errors(402, 502))
def check_share(request: Request, token: Token, intent: Intent = None) -> ShareLookOut:
    """Check the share's card payments with the provider and return the share, without waiting for the webhook.
    `lookedAt` is the outcome of the payment `paymentIntent`; null if this share has no such payment.
    """
    spend(request)
    with database(request).read() as db:
        _, booking, share = service.open_share(db, token)
        ask = asking(request, db, [row for row in payments.of_booking(db, booking.id) if row.share_id == share.id])
    ask(partial(_within, request, token))
    with database(request).read() as db:
        platform = effective(db, request.app.state.settings)
        operator, booking, share = service.open_share(db, token)
        rows = [row for row in payments.of_booking(db, booking.id) if row.share_id == share.id]
        page = for_payer(db, operator, booking, share, platform=platform)
        return ShareLookOut.adding(page, looked_at=outcome(rows, intent))
