"""Emails about money: to customers about payments and refunds, to businesses about those and about their plan."""

from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.billing import trials
from marqueedesk.billing.models import FAILED, Payment
from marqueedesk.domain_events import PaymentDisputed, PaymentEvent, PaymentReceived, SubscriptionUnpaid, TrialEndsSoon
from marqueedesk.kit.tenancy import own
from marqueedesk.kit.wording import money
from marqueedesk.messages import gather
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.handling import Handler, Handling
from marqueedesk.messages.mails import alerts, payment_received, subscription_unpaid, trial_ending
from marqueedesk.messages.message import Message
from marqueedesk.payments import queries as payments

_OPENED: Final = (
    "Your customer disputes this payment at their bank. Answer it in your Stripe account before the date given there: "
    "without an answer the money goes back."
)
_DISPUTES: Final = {
    "won": "The dispute is decided in your favor. You keep the money.",
    "lost": "The dispute is decided in your customer's favor. The money has gone back to them.",
}


def to_customer(message: Message[BookingFacts]) -> Handler[PaymentEvent]:
    """Notify a booking's customer of an amount."""

    def tell(handling: Handling[PaymentEvent]) -> None:
        booking = handling.booking()
        if booking is not None:
            cents = handling.event.amount_cents
            # Only money that did not come, or go back, by card carries the name of the person who entered it.
            by_hand = cents if handling.event.by is not None else 0
            handling.tell_customer(message, handling.facts(booking, amount_cents=cents, by_hand_cents=by_hand))

    return tell


def received(handling: Handling[PaymentReceived]) -> None:
    """Notify a booking's customer that their payment has arrived, and the business if it did not enter it itself."""
    to_customer(payment_received.MESSAGE)(handling)
    if handling.event.by is None:
        to_business(alerts.PAID)(handling)


def to_business(message: Message[BookingFacts]) -> Handler[PaymentEvent]:
    """Notify the business of what happened to a payment, and why if that is known."""

    def tell(handling: Handling[PaymentEvent]) -> None:
        booking = handling.booking()
        if booking is None:
            return
        payment = payments.by_id(handling.db, handling.event.payment_id)
        problem = payment.failure if payment else None
        facts = handling.facts(booking, amount_cents=handling.event.amount_cents, problem=problem)
        handling.tell_business(message, facts, booking_id=booking.id)

    return tell


def disputed(handling: Handling[PaymentDisputed]) -> None:
    """Notify the business that a payment is disputed, or how the dispute ended."""
    booking = handling.booking()
    if booking is None:
        return
    facts = handling.facts(
        booking,
        amount_cents=handling.event.amount_cents,
        problem=_DISPUTES.get(handling.event.dispute, _OPENED),
    )
    handling.tell_business(alerts.DISPUTED, facts, booking_id=booking.id)


def unpaid(handling: Handling[SubscriptionUnpaid]) -> None:
    """Notify a business's owner that the payment for its plan has failed, unless it has gone through since."""
    payment = own(handling.db, Payment, handling.event.payment_id)
    if payment is None or payment.status != FAILED or payment.subscription_id is None:
        return
    owner = accounts.owner_of(handling.db, handling.operator.id)
    facts = gather.account_facts(
        handling.post.site(handling.db).name,
        owner,
        handling.operator,
        handling.published_at,
        amount=money(payment.amount_cents, payment.currency),
        reason=payment.failure,
    )
    # Once for each payment, no matter how often the provider has tried the card.
    key = f"payment:{payment.id}:{subscription_unpaid.MESSAGE.kind}"
    handling.tell(subscription_unpaid.MESSAGE, facts, owner.email, owner.username, key=key, user_id=owner.id)


def trial_ends(handling: Handling[TrialEndsSoon]) -> None:
    """Notify a business's owner that the trial is about to end without a card, if that is still so (S15)."""
    row = trials.ending(handling.db, handling.event, handling.now)
    if row is None:
        return
    owner = accounts.owner_of(handling.db, handling.operator.id)
    site = handling.post.site(handling.db)
    facts = gather.trial_facts(handling.db, handling.operator, row, site.name, site.currency)
    handling.tell(
        trial_ending.MESSAGE,
        facts,
        owner.email,
        owner.username,
        key=trials.occasion(row),
        user_id=owner.id,
        good_until=row.trial_end,
    )
