"""Emails about money: to customers about payments and refunds, to businesses about payments and their plan."""

from dataclasses import replace
from datetime import datetime
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from marqueedesk.accounts import queries as accounts
from marqueedesk.billing import trials
from marqueedesk.billing.models import FAILED, Payment
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, PENDING
from marqueedesk.bookings.prepayment import to_collect
from marqueedesk.cards_on_file import announced
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.cards_on_file.announced_models import ANNOUNCED, WITHDRAWN
from marqueedesk.domain_events import (
    AccountRestricted,
    AuthorizationEnded,
    AuthorizationEndsSoon,
    BookingEvent,
    BusinessEvent,
    CardChargeAnnounced,
    CardChargeWithdrawn,
    DebitReturned,
    DisputeUnanswered,
    GiftCardBought,
    GiftCardDeliveryDue,
    LeadLapsed,
    PaymentDisputed,
    PaymentEvent,
    PaymentFailed,
    PaymentHoldBegan,
    PaymentHoldEnds,
    PaymentPossible,
    PaymentReceived,
    PaymentRequested,
    PayoutFailed,
    SecurityHoldRefused,
    SubscriptionUnpaid,
    TrialEndsSoon,
)
from marqueedesk.gift_cards import queries as gift_cards
from marqueedesk.gift_cards.models import GiftCardPurchase
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.text.formats import clock_time, day, money
from marqueedesk.messages import load_context, queries
from marqueedesk.messages.account_context import AccountContext
from marqueedesk.messages.email_context import BookingContext, DisputeContext
from marqueedesk.messages.emails import (
    account_trouble,
    alerts,
    booking_held,
    hold_ended,
    new_request,
    payment_received,
    payment_requested,
    request_holds,
    subscription_unpaid,
    trial_ending,
)
from marqueedesk.messages.emails.gifts import gift_card
from marqueedesk.messages.emails.gifts.gift_card import GiftCardContext
from marqueedesk.messages.emails.kept_cards import card_charges, security_holds
from marqueedesk.messages.event_mailer import EventMailer, Handler
from marqueedesk.messages.message import Message
from marqueedesk.payments import bank_debits, disputes
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import PAYMENT
from marqueedesk.security_holds import queries as holds
from marqueedesk.stripe.metadata import dashboard_page

E = TypeVar("E", bound=BookingEvent)

_WHAT: Final = {
    "inquiry": (
        "Your customer's bank has a question about this payment. No money has moved yet. Respond, or refund the "
        "payment: a refund ends the inquiry."
    ),
    "disputed": (
        "Your customer disputed this payment with their bank, which has withdrawn the amount for now. If you don't "
        "respond in time, you lose the money."
    ),
    "won": "The dispute was decided in your favor. You keep the money.",
    "lost": "The dispute was decided in your customer's favor. The money was returned to them.",
}
_NOT_THEIRS: Final = "The administrator of this site will respond. Send them proof that the rental took place."
_REASONS: Final = {
    "bank_cannot_process": "The bank could not process the payment",
    "credit_not_processed": "The customer says a refund never arrived",
    "customer_initiated": "The customer asked for the money back",
    "duplicate": "The customer says they were charged twice",
    "fraudulent": "The customer says they did not make this payment",
    "product_not_received": "The customer says they did not receive what they paid for",
    "product_unacceptable": "The customer says the rental was not as agreed",
    "subscription_canceled": "The customer says they had canceled",
    "unrecognized": "The customer does not recognize the payment",
}


def to_customer(message: Message[BookingContext]) -> Handler[PaymentEvent]:
    """Create a handler that notifies a booking's customer of an amount."""

    def send(mailer: EventMailer[PaymentEvent]) -> None:
        booking = mailer.booking()
        if booking is not None:
            cents = mailer.event.amount_cents
            # Only payments and refunds entered manually have the user who entered them.
            by_hand = cents if mailer.event.by is not None else 0
            payer = payments.payer(mailer.db, mailer.event.payment_id)
            context = mailer.context(booking, amount_cents=cents, by_hand_cents=by_hand, payer=payer)
            payment = payments.by_id(mailer.db, mailer.event.payment_id)
            if payment is not None and payment.entry == PAYMENT and payment.photo_digests:
                context = replace(context, reason=payment.note, photos=len(payment.photo_digests))
            mailer.email_customer(message, context)

    return send


def requested(mailer: EventMailer[PaymentRequested]) -> None:
    """Email a booking's customer a payment request, unless they have paid since."""
    booking = mailer.booking()
    if booking is None or booking.status not in {CONFIRMED, COMPLETED} or booking.balance_cents <= 0:
        return
    cents = min(mailer.event.amount_cents, booking.balance_cents)
    context = mailer.context(booking, amount_cents=cents, note=mailer.event.note)
    mailer.email_customer(payment_requested.MESSAGE, context)


def possible(mailer: EventMailer[PaymentPossible]) -> None:
    """Email a payment request for a booking that awaits payment, unless it was paid in the meantime."""
    booking = mailer.booking()
    if booking is None or not booking.awaits_prepayment(mailer.now) or booking.pay_by is None:
        return
    zone = ZoneInfo(mailer.operator.time_zone)
    until = clock_time(booking.pay_by.astimezone(zone), mailer.operator.time_format)
    then = "paying confirms your booking"
    if mailer.operator.approves_requests:
        then = "your card is charged only if we confirm"
    note = f"Card payments are available again. Your letters are held until {until}, and {then}."
    cents = to_collect(booking, zone, mailer.operator.currency)
    mailer.email_customer(payment_requested.MESSAGE, mailer.context(booking, amount_cents=cents, note=note))


def hold_began(mailer: EventMailer[PaymentHoldBegan]) -> None:
    """Email the customer how to pay for the booking that is held for them."""
    _email_unpaid(mailer, booking_held.HELD)


def hold_ends(mailer: EventMailer[PaymentHoldEnds]) -> None:
    """Remind the customer to pay before their letters are released, unless the hold was extended since."""
    booking = mailer.booking()
    if booking is not None and booking.pay_by is not None and booking.pay_by.isoformat() == mailer.event.ends_at:
        _email_unpaid(mailer, booking_held.ENDING)


def _email_unpaid(mailer: EventMailer[E], message: Message[BookingContext]) -> None:
    """Email the customer of a booking that awaits its payment, unless a bank is processing it already."""
    booking = mailer.booking()
    if booking is None or not booking.awaits_prepayment(mailer.now) or booking.processing_cents > 0:
        return
    cents = to_collect(booking, ZoneInfo(mailer.operator.time_zone), mailer.operator.currency)
    context = mailer.context(booking, amount_cents=cents, on_approval=mailer.operator.approves_requests)
    mailer.email_customer(message, context, good_until=booking.pay_by)


def lapsed(mailer: EventMailer[LeadLapsed]) -> None:
    """Notify the customer that the letters were released because the booking wasn't paid in time."""
    booking = mailer.booking()
    if booking is None or booking.lapsed_at is None:
        return
    reason = hold_ended.OUT_OF_TIME if mailer.event.could_pay else hold_ended.NO_CARDS
    mailer.email_customer(hold_ended.MESSAGE, mailer.context(booking, reason=reason))


def authorization_ending(mailer: EventMailer[AuthorizationEndsSoon]) -> None:
    """Remind the business of a request whose card authorization is about to end."""
    booking = mailer.booking()
    if booking is None or booking.authorized_until is None or booking.authorized_until <= mailer.now:
        return
    if booking.authorized_until.isoformat() == mailer.event.ends_at:
        context = mailer.context(booking, amount_cents=booking.authorized_cents)
        mailer.email_business(request_holds.ENDING, context, booking_id=booking.id, good_until=booking.authorized_until)


def authorization_ended(mailer: EventMailer[AuthorizationEnded]) -> None:
    """Notify both sides that a card authorization has ended, unless the request was answered in the meantime."""
    booking = mailer.booking()
    if booking is None or booking.status != PENDING or booking.authorized_until is not None:
        return
    context = mailer.context(booking)
    mailer.email_customer(request_holds.RELEASED, context)
    mailer.email_business(request_holds.ENDED, context, booking_id=booking.id)


def hold_refused(mailer: EventMailer[SecurityHoldRefused]) -> None:
    """Notify the customer and the business that a security hold was not placed, unless it was placed since.

    The customer is not asked to do anything if the business's account can't charge cards.
    """
    booking, hold = mailer.booking(), holds.by_id(mailer.db, mailer.event.hold_id)
    if booking is None or hold is None or booking.status == CANCELED or holds.is_replaced(mailer.db, hold):
        return
    about = mailer.context(booking, amount_cents=hold.amount_cents, problem=hold.failure)
    present = holds.by_id(mailer.db, hold.renews_id) if hold.renews_id is not None else None
    until = _moment(mailer, present.held_until) if present is not None and present.held_until is not None else None
    lacks_account, kept = hold.lacks_account, cards.current(mailer.db, booking.id)
    context = snapshot_of(
        security_holds.HoldContext,
        about,
        has_card=hold.card_id is not None,
        lacks_account=lacks_account,
        held_until=until,
        has_bank_account=kept is not None and kept.is_bank_account,
    )
    if not lacks_account:
        mailer.email_customer(security_holds.TO_CUSTOMER, context)
    mailer.email_business(security_holds.TO_BUSINESS, context, booking_id=booking.id)


def charge_announced(mailer: EventMailer[CardChargeAnnounced]) -> None:
    """Notify the customer of an upcoming charge to their card, unless it was withdrawn since."""
    _email_charge(mailer, ANNOUNCED, card_charges.MESSAGE)


def charge_withdrawn(mailer: EventMailer[CardChargeWithdrawn]) -> None:
    """Notify the customer that an announced charge won't be made."""
    _email_charge(mailer, WITHDRAWN, card_charges.WITHDRAWN)


def _email_charge(
    mailer: EventMailer[CardChargeAnnounced] | EventMailer[CardChargeWithdrawn],
    state: str,
    message: Message[card_charges.AnnouncedChargeContext],
) -> None:
    booking, charge = mailer.booking(), announced.by_id(mailer.db, mailer.event.charge_id)
    if booking is None or charge is None or charge.state != state:
        return
    context = snapshot_of(
        card_charges.AnnouncedChargeContext,
        mailer.context(booking, amount_cents=charge.amount_cents),
        reason_given=charge.reason,
        charged_at=_moment(mailer, charge.charge_at),
        photos=len(charge.photo_digests or []),
    )
    mailer.email_customer(message, context)


def _moment(mailer: EventMailer[E], at: datetime) -> str:
    local = at.astimezone(ZoneInfo(mailer.operator.time_zone))
    return f"{day(local.date(), mailer.operator.date_format)}, {clock_time(local, mailer.operator.time_format)}"


def received(mailer: EventMailer[PaymentReceived]) -> None:
    """Notify a booking's customer of their payment, and the business if it did not record the payment itself.

    A payment that confirmed the booking needs no email of its own: the emails about the new booking include the amount.
    """
    if _confirmed_by(mailer):
        if new_request.MESSAGE.kind in queries.settings(mailer.db).muted:
            to_business(alerts.PAID)(mailer)
        return
    to_customer(payment_received.MESSAGE)(mailer)
    if mailer.event.by is None:
        to_business(alerts.PAID)(mailer)


def _confirmed_by(mailer: EventMailer[PaymentReceived]) -> bool:
    """Return true if this payment confirmed its booking."""
    booking = mailer.booking()
    payment = payments.by_id(mailer.db, mailer.event.payment_id)
    if booking is None or booking.status != CONFIRMED or payment is None or payment.settled_at is None:
        return False
    confirmed = bookings.last_change_to(mailer.db, booking.id, CONFIRMED)
    return confirmed is not None and confirmed.user_id is None and confirmed.at == payment.settled_at


def to_business(message: Message[BookingContext]) -> Handler[PaymentEvent]:
    """Create a handler that notifies the business about a payment, with the reason if available."""

    def send(mailer: EventMailer[PaymentEvent]) -> None:
        booking = mailer.booking()
        if booking is None:
            return
        payment = payments.by_id(mailer.db, mailer.event.payment_id)
        problem = payment.failure if payment else None
        payer = payments.payer(mailer.db, mailer.event.payment_id)
        context = mailer.context(booking, amount_cents=mailer.event.amount_cents, problem=problem, payer=payer)
        mailer.email_business(message, context, booking_id=booking.id)

    return send


def failed(mailer: EventMailer[PaymentFailed]) -> None:
    """Notify the business that a payment failed, and the customer if their bank rejected a debit days later."""
    to_business(alerts.PAYMENT_FAILED)(mailer)
    payment = payments.by_id(mailer.db, mailer.event.payment_id)
    if payment is not None and payment.is_bank_debit:
        amount = money(payment.amount_cents, payment.currency)
        _ask_again(mailer, f"Your bank rejected your payment of {amount}. {payment.failure or ''}".strip())


def debit_returned(mailer: EventMailer[DebitReturned]) -> None:
    """Notify the business and the customer that a bank returned a payment, which is due again."""
    booking = mailer.booking()
    payment = payments.by_id(mailer.db, mailer.event.payment_id)
    if booking is None or payment is None:
        return
    history = disputes.of_payment(mailer.db, payment.id)
    why = bank_debits.reason_of(history[-1].reason) if history else ""
    payer = payments.payer(mailer.db, payment.id)
    context = mailer.context(booking, amount_cents=payment.disputed_cents, problem=why, payer=payer)
    mailer.email_business(alerts.DEBIT_RETURNED, context, booking_id=booking.id)
    _ask_again(mailer, f"Your bank returned your payment of {money(payment.disputed_cents, payment.currency)}.")


def _ask_again(mailer: EventMailer[PaymentEvent], what: str) -> None:
    """Ask a customer to pay again after their bank rejected or returned a payment."""
    booking = mailer.booking()
    if booking is None or booking.status not in {CONFIRMED, COMPLETED} or booking.balance_cents <= 0:
        return
    note = f"{what} This amount is due again. Nothing is taken from your account unless you pay again."
    cents = min(mailer.event.amount_cents, booking.balance_cents)
    mailer.email_customer(payment_requested.MESSAGE, mailer.context(booking, amount_cents=cents, note=note))


def disputed(mailer: EventMailer[PaymentDisputed]) -> None:
    """Notify the party that has to respond to a dispute when it is opened or decided."""
    _email_dispute(mailer, _WHAT.get(mailer.event.dispute, _WHAT["disputed"]))


def unanswered(mailer: EventMailer[DisputeUnanswered]) -> None:
    """Remind the party that has to respond to a dispute."""
    _email_dispute(mailer, "This dispute has no response yet. If you don't respond in time, you lose the money.")


def _email_dispute(mailer: EventMailer[PaymentEvent], what: str) -> None:
    booking = mailer.booking()
    payment = payments.by_id(mailer.db, mailer.event.payment_id)
    if booking is None:
        return
    history = disputes.of_payment(mailer.db, payment.id) if payment else []
    last = history[-1] if history else None
    if payment is None or last is None:
        context_only = mailer.context(booking, amount_cents=mailer.event.amount_cents, problem=what)
        mailer.email_business(alerts.DISPUTED, context_only, booking_id=booking.id)
        return
    site = mailer.mail_settings.site(mailer.db)
    is_open = disputes.is_unanswered(last)
    page = dashboard_page(site.dashboard, payment.made_on, f"payments/{payment.provider_id}", live=bool(payment.live))

    def context(problem: str, *, can_answer: bool) -> BookingContext:
        due = last.due_by.astimezone(ZoneInfo(mailer.operator.time_zone)).date() if last.due_by else None
        about = DisputeContext(
            reason=_REASONS.get(last.reason, last.reason.replace("_", " ").capitalize()),
            amount=money(last.amount_cents, payment.currency),
            answer_by=day(due, mailer.operator.date_format) if due and is_open else None,
            fee=money(last.fee_cents, payment.currency) if last.fee_cents and payment.made_on else None,
            page=page if can_answer and is_open else None,
        )
        amount = mailer.event.amount_cents
        return mailer.context(booking, amount_cents=amount, problem=problem, dispute=about)

    # A destination charge belongs to the platform, so the platform responds to its dispute.
    is_theirs = payment.made_on is not None
    more = "" if is_theirs or not is_open else f" {_NOT_THEIRS}"
    mailer.email_business(alerts.DISPUTED, context(what + more, can_answer=is_theirs), booking_id=booking.id)
    if not is_theirs:
        for admin in accounts.administrators(mailer.db):
            key = f"{mailer.key}:{alerts.DISPUTED.kind}:{admin.id}"
            mailer.send(alerts.DISPUTED, context(what, can_answer=True), admin.email, admin.username, key=key)


def restricted(mailer: EventMailer[AccountRestricted]) -> None:
    """Notify the owner that their account can no longer accept payments."""
    _email_owner(mailer, account_trouble.RESTRICTED, mailer.event.due.replace("_", " ").replace(".", " ") or None)


def payout_failed(mailer: EventMailer[PayoutFailed]) -> None:
    """Notify the owner that a payout was returned."""
    event = mailer.event
    _email_owner(mailer, account_trouble.PAYOUT_FAILED, event.reason, money(event.amount_cents, event.currency))


def _email_owner(
    mailer: EventMailer[BusinessEvent], message: Message[AccountContext], reason: str | None, amount: str | None = None
) -> None:
    owner = accounts.owner_of(mailer.db, mailer.operator.id)
    site = mailer.mail_settings.site(mailer.db).name
    context = load_context.account_context(
        site, owner, mailer.operator, mailer.published_at, amount=amount, reason=reason
    )
    mailer.send(message, context, owner.email, owner.username, user_id=owner.id)


def unpaid(mailer: EventMailer[SubscriptionUnpaid]) -> None:
    """Notify the owner that a payment for the plan failed, unless it has succeeded since."""
    payment = own(mailer.db, Payment, mailer.event.payment_id)
    if payment is None or payment.status != FAILED or payment.subscription_id is None:
        return
    owner = accounts.owner_of(mailer.db, mailer.operator.id)
    context = load_context.account_context(
        mailer.mail_settings.site(mailer.db).name,
        owner,
        mailer.operator,
        mailer.published_at,
        amount=money(payment.amount_cents, payment.currency),
        reason=payment.failure,
    )
    # Send it once per payment, no matter how often the provider has tried the card.
    key = f"payment:{payment.id}:{subscription_unpaid.MESSAGE.kind}"
    mailer.send(subscription_unpaid.MESSAGE, context, owner.email, owner.username, key=key, user_id=owner.id)


def trial_ends(mailer: EventMailer[TrialEndsSoon]) -> None:
    """Notify the owner that the trial is about to end without a card, if that still applies (S15)."""
    row = trials.ending(mailer.db, mailer.event, mailer.now)
    if row is None:
        return
    owner = accounts.owner_of(mailer.db, mailer.operator.id)
    site = mailer.mail_settings.site(mailer.db)
    context = load_context.trial_context(mailer.db, mailer.operator, row, site.name, site.currency)
    mailer.send(
        trial_ending.MESSAGE,
        context,
        owner.email,
        owner.username,
        key=trials.occasion(row),
        user_id=owner.id,
        good_until=row.trial_end,
    )


def gift_card_bought(mailer: EventMailer[GiftCardBought]) -> None:
    """Email the buyer of a gift card a receipt."""
    row = gift_cards.purchase(mailer.db, mailer.event.purchase_id)
    if row is not None and row.buyer_email:
        mailer.send(gift_card.RECEIPT, _gift_card_context(mailer, row, row.buyer), row.buyer_email, row.buyer)


def gift_card_due(mailer: EventMailer[GiftCardDeliveryDue]) -> None:
    """Email a gift card to its recipient once, unless it was refunded or is blocked."""
    row = gift_cards.purchase(mailer.db, mailer.event.purchase_id)
    if row is None or row.gift_card_id is None:
        return
    card = gift_cards.card(mailer.db, row.gift_card_id)
    name, to = row.deliver_to
    # An erased customer has no address anymore.
    if to and card.voided_at is None and card.blocked_at is None:
        key = f"purchase:{row.id}:{gift_card.GIFT.kind}"
        mailer.send(gift_card.GIFT, _gift_card_context(mailer, row, name), to, name, key=key)


def _gift_card_context(
    mailer: EventMailer[GiftCardBought] | EventMailer[GiftCardDeliveryDue], row: GiftCardPurchase, name: str
) -> GiftCardContext:
    card = gift_cards.card(mailer.db, row.gift_card_id or 0)
    head = load_context.head_of(mailer.db, mailer.operator)
    day_format = mailer.operator.date_format
    sold = (row.settled_at or mailer.now).astimezone(ZoneInfo(mailer.operator.time_zone)).date()
    return GiftCardContext(
        head=head,
        purchase_id=row.id,
        name=name,
        buyer=row.buyer,
        recipient=row.recipient,
        sent_to=row.deliver_to[1],
        amount_cents=row.amount_cents,
        ending=row.ending,
        message=row.message,
        valid_through=day(card.expires_on, day_format) if card.expires_on else None,
        sent=day(row.send_on or sold, day_format),
    )
