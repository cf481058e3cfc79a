"""Card payments on a booking's page: open a card form, and check the outcome (S5, C5).

The card form comes from the provider and communicates only with the provider. All calls to the provider are made with
no transaction open.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.booking_form.form_callers import counting_code_tries
from marqueedesk.bookings.charges.gift_cards import GiftCardUse, Redeemed, gift_cards_of, remember_short_balance
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.own_bookings import with_alternatives
from marqueedesk.bookings.prepayment import collector_of, state_of_active
from marqueedesk.customer_pages import service
from marqueedesk.customer_pages.booking_public_api import count_change
from marqueedesk.customer_pages.paying_schemas import (
    GiftCardCodeInput,
    GiftCardPaidOut,
    PaidByGiftCardOut,
    Part,
    PayInput,
    PayOut,
)
from marqueedesk.customer_pages.schemas import LookedAtOut, PaymentLookOut, RetakenOut
from marqueedesk.customer_pages.serializers import after_look
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.rate_limit import LocalLimit, network_of
from marqueedesk.kit.money import units
from marqueedesk.payments import intents, ledger, opening, prepayment_received, stripe_sync
from marqueedesk.payments import queries as payments
from marqueedesk.payments.card_payments import AmountDue
from marqueedesk.payments.errors import (
    AlreadyAuthorized,
    AmountChanged,
    NoCardPayments,
    NothingOpen,
    NotPayable,
    PaymentUnderWay,
)
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.intents import BlockedBy, Within
from marqueedesk.payments.ledger import Figures
from marqueedesk.payments.models import CHOSEN, OPEN, PAYMENT, PROCESSING, RECEIVED, BookingPayment
from marqueedesk.payments.opening import Opened
from marqueedesk.payments.service import is_payable
from marqueedesk.stripe.errors import ProviderProblem
from marqueedesk.stripe.payments import fetch_payment
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["customer's pages"], responses=errors(402, 429, 502))
Token = Annotated[str, Path(max_length=200)]
Result = TypeVar("Result")

Intent = Annotated[
    str | None, Query(alias="paymentIntent", max_length=255, description="The provider's id of one payment")
]

ASKS = LocalLimit(40, 60)
"""Limit of provider lookups per address and process: a page that waits for a bank polls every second or two."""
PROVIDER = (402, 502, 503)
"""Error responses of routes that call the provider."""


def spend(request: Request) -> None:
    """Count a provider lookup. Raises TooMany."""
    if request.app.state.limits_on:
        ASKS.spend(network_of(client_address(request)))


def within_page(request: Request, operator_id: int, token: str, action: Callable[[Session], Result]) -> Result:
    """Run an action in its own write transaction, scoped to the operator. The link must still be valid."""
    with database(request).write() as db:
        # A session is limited to one operator, so the link can't resolve to a different one in the meantime.
        set_operator(db, operator_id)
        service.open_booking(db, token)
        return action(db)


@router.post("/api/public/bookings/{token}/pay", responses=errors(409))
def pay_booking(request: Request, token: Token, body: PayInput) -> PayOut | PaidByGiftCardOut:
    """Open a card form for the deposit or the balance. The server computes the amount; if `amount` (as shown on the
    page) differs: 409 `amount_changed`. With the part `chosen`, it is any amount up to the balance due; more than that:
    409 `overpaid`.

    Repeated requests for the same payment, in two windows or after a lost response, return one payment at the provider.
    409 `already_paid`, `payment_under_way`, `no_card_payments` and `not_payable` report why it cannot be paid.

    With `giftCard`, the booking's open card forms are canceled, and the gift card pays first, up to its balance. 404
    for an unknown code, 409 `gift_card_expired`, and `gift_card_short` with `left` if it covers less than
    `giftCardAmount`.
    """
    spend(request)
    now = clock.now()
    with (
        counting_code_tries(request, body.gift_card),
        remember_short_balance(request, lambda db: service.open_booking(db, token)[0], body.gift_card, now),
    ):
        paid = _pay_with_gift_card(request, token, body)
    rest = body.amount - (paid.cents if paid else 0)
    if paid is not None and rest == 0:
        with database(request).read() as db:
            operator_id, _booking_id = service.open_booking(db, token)
            currency = accounts.public_operator(db, operator_id).currency
        return PaidByGiftCardOut(amount=0, currency=currency, gift_card=paid.answer())
    answer = _open_form(request, token, body.part, rest)
    answer.gift_card = paid.answer() if paid else None
    return answer


@router.post("/api/public/bookings/{token}/gift-card", responses=errors(409, 502))
def pay_with_gift_card(request: Request, token: Token, body: GiftCardCodeInput) -> GiftCardPaidOut:
    """Pay as much of the balance due as a gift card covers. 404 for an unknown code, 409 `gift_card_expired`, and
    `gift_card_short` if nothing is left on it. Open card forms of the booking are canceled first.
    """
    count_change(request)
    with counting_code_tries(request, body.code):
        paid = _redeem(request, token, GiftCardUse(body.code, 0), lambda _figures: None)
    if paid.cents == 0:
        raise NothingOpen
    return GiftCardPaidOut(gift_card=paid.answer())


def _pay_with_gift_card(request: Request, token: str, body: PayInput) -> Redeemed | None:
    """Pay a part of a booking with a gift card. Returns None without one.

    Raises AmountChanged, and the errors of `_redeem`.
    """
    if body.gift_card is None:
        return None

    def amount(figures: Figures) -> int:
        due = figures.of(body.part)
        if body.amount > due or (body.part != CHOSEN and body.amount != due):
            raise AmountChanged(amount=units(due))
        return body.amount

    return _redeem(request, token, GiftCardUse(body.gift_card, body.gift_card_amount), amount)


def _redeem(request: Request, token: str, use: GiftCardUse, limit: Callable[[Figures], int | None]) -> Redeemed:
    """Pay a booking with a gift card, up to the ``limit`` in cents.

    The booking's open card forms are canceled first, because paying them in addition could exceed the balance. A form
    that was paid at the same moment is recorded. A gift card that can't pay leaves the forms open.

    Raises NotPayable, PaymentUnderWay, UnknownGiftCard, GiftCardBlocked, GiftCardExpired and ShortGiftCard.
    """
    cards, now = gift_cards_of(request), clock.now()
    with database(request).read() as db:
        operator_id, _booking_id = service.open_booking(db, token)
        gateway = provider_of(request).find(db)

    def pay(db: Session) -> Redeemed | BlockedBy:
        terms, booking = service.locked(db, token)
        if not is_payable(booking, now):
            raise NotPayable
        rows = payments.of_booking(db, booking.id)
        at_most, forms = limit(ledger.figures_of(booking, rows)), ledger.under_way(rows)
        if forms and gateway is not None:
            cards.expected(db, terms, booking.id, use, now, at_most=at_most)
            return BlockedBy([intents.snapshot(row) for row in forms])
        return cards.redeem(db, terms, booking.id, use, now, at_most=at_most)

    within = partial(within_page, request, operator_id, token)
    paid = intents.until_free(gateway, pay, within) if gateway is not None else within(pay)
    if isinstance(paid, BlockedBy):
        raise PaymentUnderWay(retry_after=5)
    return paid


def _open_form(request: Request, token: str, part: Part, cents: int) -> PayOut:
    """Open the card form for a part of a booking's price."""
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        operator = accounts.public_operator(db, operator_id)
        gateway = provider_of(request).find(db)
        payer = opening.payer_of(db, operator, service.booking_of(db, booking_id), part)
        fee = fee_of(request, db)
    if gateway is None:
        raise NoCardPayments
    wanted = AmountDue(part, cents, fee)
    within = partial(within_page, request, operator_id, token)
    try:
        opened = opening.open_payment(gateway, operator, booking_id, wanted, payer, within)
    except ProviderProblem as problem:
        if not intents.is_certain(problem):
            # If this payment confirms the booking, its letters stay held until the provider is available.
            within(lambda db: prepayment_received.wait_for_provider(db, operator_id, booking_id, clock.now()))
        raise
    return form_answer(opened)


@router.post("/api/public/bookings/{token}/pay/look")
def check_payment(request: Request, token: Token, intent: Intent = None) -> PaymentLookOut:
    """Check the booking's card payments with the provider and return the booking, without waiting for the webhook.

    `lookedAt` is the outcome of the payment `paymentIntent`, even if its webhook came first; null if this booking has
    no such payment.
    """
    spend(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        rows = payments.of_booking(db, booking_id)
        ask = asking(request, db, rows)
    ask(partial(within_page, request, operator_id, token))
    with database(request).read() as db:
        platform = effective(db, request.app.state.settings)
        service.open_booking(db, token)
        operator = accounts.public_operator(db, operator_id)
        booking = service.booking_of(db, booking_id)
        looked_at = outcome(payments.of_booking(db, booking_id), intent)
        return after_look(db, operator, booking, looked_at, platform=platform, links=booking_links(request))


@router.post("/api/public/bookings/{token}/retake", responses=errors(403, 409), response_model_exclude_none=True)
def retake_letters(request: Request, token: Token) -> RetakenOut:
    """Hold the letters again after the time to pay ran out, for half an hour and at the agreed price, and open the
    payment. While they are still held, only the payment is opened.

    409 `not_enough_letters` with `offers` if the letters are gone, `closed_day` or `code_not_valid` if the business no
    longer takes the booking as it is, `too_many_held` at the limit of what is held without payment, and `not_lapsed`
    for any other booking.
    """
    spend(request)
    count_change(request)
    limits_on, now = request.app.state.limits_on, clock.now()
    try:
        with database(request).write() as db:
            platform = effective(db, request.app.state.settings)
            network = network_of(client_address(request)) if limits_on else None
            by_network = platform.smtp is not None
            booking = service.retake(db, token, now, network=network, by_network=by_network, keys=platform.stripe)
            operator_id, booking_id, state = booking.operator_id, booking.id, state_of_active(booking, now)
            zone = ZoneInfo(accounts.public_operator(db, operator_id).time_zone)
    except RentalDoesNotFit as refused:
        raise with_alternatives(request, refused) from None
    begun = collector_of(request).begin(request, operator_id, booking_id)
    if isinstance(begun, datetime):
        return RetakenOut(state=state, pay_by=begun.astimezone(zone).isoformat())
    return RetakenOut(state=state, payment=begun)


def asking(request: Request, db: Session, rows: Iterable[BookingPayment]) -> Callable[[Within], None]:
    """Return a function that checks unfinished card payments with the provider and records the results. Call it with no
    transaction open.
    """
    open_rows = [
        (row.provider_id, row.made_on)
        for row in rows
        if row.state in {OPEN, PROCESSING} and row.entry == PAYMENT and row.provider_id is not None
    ]
    gateway = provider_of(request).find(db)

    def ask(within: Within) -> None:
        if gateway is None:
            return
        for intent_id, made_on in open_rows:
            found = fetch_payment(gateway.on(made_on), intent_id)
            within(lambda db, found=found: stripe_sync.record_payment(db, found, clock.now()))

    return ask


def outcome(rows: Iterable[BookingPayment], intent: str | None) -> LookedAtOut | None:
    """Return the state of the payment with this id for the page, or None if none of the rows has it."""
    row = next((row for row in rows if intent and row.provider_id == intent), None)
    if row is None or row.entry != PAYMENT:
        return None
    if row.is_authorized:
        return LookedAtOut(state="authorized", amount=units(row.amount_cents))
    state = "paid" if row.state == RECEIVED else "processing" if row.state == PROCESSING else "unpaid"
    return LookedAtOut(state=state, amount=units(row.amount_cents))


def form_answer(opened: Opened) -> PayOut:
    """Return the response that opens the card form. Raises NothingOpen or PaymentUnderWay if another window paid."""
    intent = opened.intent
    if intent.is_authorized:
        raise AlreadyAuthorized
    if intent.status == "succeeded":
        raise NothingOpen
    if intent.status == "processing" or intent.client_secret is None:
        raise PaymentUnderWay(retry_after=5)
    return PayOut(
        client_secret=intent.client_secret,
        account=opened.account_id,
        amount=units(intent.amount_cents),
        currency=intent.currency.upper(),
    )
