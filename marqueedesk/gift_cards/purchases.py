"""Purchases of gift cards by card: prepare, record and refund them.

Functions that write take the operator's lock first; none commits or calls the provider (see `purchase_forms` and
`purchase_jobs`).
"""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, or_, update
from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.senders import ensure_not_refused
from marqueedesk.delivery.rules import rules_of
from marqueedesk.domain_events import GiftCardBought, GiftCardDeliveryDue, GiftCardProblem, publish, publish_once
from marqueedesk.gift_cards import codes, queries
from marqueedesk.gift_cards.errors import ShopClosed, TooManyPurchases
from marqueedesk.gift_cards.expiration import usual_last_day
from marqueedesk.gift_cards.models import (
    ASKED,
    CANCELED,
    OPEN,
    PROCESSING,
    RECEIVED,
    STARTED,
    GiftCard,
    GiftCardPurchase,
)
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import smallest_step
from marqueedesk.kit.text.formats import money
from marqueedesk.payments.errors import NoCardPayments
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.stripe import disputes
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.metadata import OPERATOR, PURPOSE, operator_in
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.models import DIRECT
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.values import IntentState

CHECK: Final = "gift_card.check"
"""Job that checks a purchase, and cancels it if it stays unpaid for too long."""
REFUND: Final = "gift_card.refund"
"""Job that refunds a purchase at the provider."""
GIFT_CARD: Final = "gift_card"
"""Purpose of a purchase, in its metadata (stripe.metadata)."""
KEY: Final = "marqueedesk_gift_card"
"""Metadata field that holds the idempotency key of a purchase or its refund."""
SOLD_BY: Final = "Online sale"
FIRST_LOOK: Final = timedelta(minutes=15)
STAYS_OPEN: Final = timedelta(hours=1)
"""How long an unpaid purchase can be paid."""
MOST_UNPAID: Final = 50
"""Maximum open unpaid purchases per business. One more replaces the oldest of the network with the most."""
MOST_OF_NETWORK: Final = 5
"""Maximum open unpaid purchases per network. One more replaces its oldest."""
CODE_KEPT: Final = timedelta(days=30)
"""Retention of the encrypted code after it was emailed, so that a bounced email can be sent again."""
UNPAID_KEPT: Final = timedelta(days=1)
"""Retention of canceled purchases, which can no longer be paid."""
LATEST: Final = timedelta(days=366)
SENT_AT: Final = time(9)
"""When a gift card for a later day is emailed, in the business's zone."""
_STATES: Final = {"succeeded": RECEIVED, "processing": PROCESSING, "canceled": CANCELED}
_FAILED: Final = frozenset({"failed", "canceled"})
_BLOCKING: Final = frozenset({disputes.INQUIRY, disputes.DISPUTED, disputes.LOST})
"""States of a dispute in which the gift card can't be used."""


@dataclass(frozen=True, slots=True)
class WantedGiftCard:
    """A gift card to buy: the amount in cents, the recipient, and the buyer. ``network`` is the digest of the buyer's
    network.
    """

    cents: int
    recipient: str
    recipient_email: str
    message: str
    send_on: date | None
    buyer: str
    buyer_email: str
    fee: PlatformFee
    network: str | None = None


def ensure_open(operator: Operator) -> None:
    """Raise ShopClosed unless the business sells gift cards online."""
    if not rules_of(operator.rules).gift_card_shop.is_open:
        raise ShopClosed


def begin(
    db: Session,
    operator: Operator,
    wanted: WantedGiftCard,
    gateway: Stripe,
    seal: Callable[[str], str],
    now: datetime,
) -> tuple[GiftCardPurchase, str] | GiftCardPurchase:
    """Store the purchase to request from the provider, and return it with the secret for the buyer's browser. ``seal``
    encrypts the code. If too many are unpaid, store nothing, and return the one to cancel first.

    Raises ShopClosed, NoCardPayments, TooManyPurchases, SenderBlocked, and Invalid for the amount or the day.
    """
    terms = availability.lock(db, operator.id)
    ensure_open(operator)
    account = stripe.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled or account.charge_model != DIRECT:
        raise NoCardPayments
    _check(db, operator, terms, wanted, now)
    replaced = _to_replace(queries.started(db, account.id, live=gateway.live), wanted.network)
    if replaced is not None:
        return replaced
    code, token = codes.new_code(), secrets.token_urlsafe(32)
    row = GiftCardPurchase(
        token_digest=sha256(token.encode()).hexdigest(),
        state=ASKED,
        amount_cents=wanted.cents,
        currency=operator.currency,
        buyer=wanted.buyer,
        buyer_email=wanted.buyer_email,
        recipient=wanted.recipient,
        recipient_email=wanted.recipient_email,
        message=wanted.message,
        send_on=wanted.send_on,
        sealed_code=seal(code),
        code_digest=codes.digest(code),
        ending=codes.ending(code),
        key=f"gift-card-{secrets.token_hex(16)}",
        account_id=account.id,
        live=gateway.live,
        network=wanted.network,
        fee_cents=wanted.fee.of(wanted.cents, operator.currency),
        returns_fee=wanted.fee.is_returned,
        created_at=now,
    )
    db.add(row)
    db.flush()
    check_later(db, row, now, now + FIRST_LOOK)
    return row, token


def _to_replace(rows: Sequence[GiftCardPurchase], network: str | None) -> GiftCardPurchase | None:
    """Return the unpaid purchase to cancel before this network can start another one, or None if it can. One network
    can't keep others from buying: its own purchases are replaced first. Raises TooManyPurchases.
    """
    counts = Counter(row.network for row in rows)
    if counts[network] >= MOST_OF_NETWORK:
        busiest = {network}
    elif len(rows) >= MOST_UNPAID:
        most = max(counts.values())
        busiest = {name for name, count in counts.items() if count == most}
    else:
        return None
    # One without an ID is being created at the provider right now.
    found = next((row for row in rows if row.network in busiest and row.provider_id is not None), None)
    if found is None:
        raise TooManyPurchases(retry_after=60)
    return found


def _check(db: Session, operator: Operator, terms: Terms, wanted: WantedGiftCard, now: datetime) -> None:
    fields: dict[str, str] = {}
    least = smallest_cents(operator.currency)
    if not rules_of(operator.rules).gift_card_shop.sells(wanted.cents):
        fields["amount"] = "Choose one of the amounts offered"
    elif wanted.cents % smallest_step(operator.currency):
        fields["amount"] = f"Enter a whole amount: {operator.currency} has no decimals"
    elif wanted.cents < least:
        fields["amount"] = f"The minimum card payment is {money(least, operator.currency)}. Please enter more"
    today = terms.today(now)
    if wanted.send_on is not None and not today <= wanted.send_on <= today + LATEST:
        fields["sendOn"] = "Choose a day within the next year"
    if fields:
        raise Invalid(fields=fields)
    ensure_not_refused(db.connection(), operator.id, wanted.buyer_email, wanted.network)


def metadata(row: GiftCardPurchase) -> dict[str, str]:
    """Return the provider metadata of a purchase, which identifies our row."""
    return {PURPOSE: GIFT_CARD, OPERATOR: str(row.operator_id), KEY: row.key}


def check_later(db: Session, row: GiftCardPurchase, now: datetime, at: datetime) -> None:
    """Schedule a check of a purchase."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "purchaseId": row.id}, now, run_at=at)


def record(db: Session, found: FetchedPayment, now: datetime) -> str:
    """Record a purchase after an event or a check, and return the outcome. The first report of its payment creates the
    gift card.

    The session is not scoped to an operator yet, or is scoped to the purchase's. A payment that was not requested here
    changes nothing, whatever its metadata says.
    """
    intent = found.intent
    operator_id = operator_in(intent.metadata)
    if operator_id is None:
        return "unknown business"
    set_operator(db, operator_id)
    try:
        terms = availability.lock(db, operator_id)
    except UnknownOperator:
        return "unknown business"
    row = queries.purchase_by_provider(db, intent.id, intent.metadata.get(KEY))
    if row is None or row.live != intent.live or row.account_id != found.account_id:
        return "unknown payment"
    if row.provider_id not in {None, intent.id}:
        # The key in the metadata belongs to a different payment.
        return "unknown payment"
    if row.asked_at is not None and found.asked_at < row.asked_at:
        return "known already"
    before = (row.state, row.refunded_cents, row.dispute, row.lost_cents, row.dispute_fee_cents)
    row.provider_id, row.asked_at = intent.id, found.asked_at
    if row.state != RECEIVED:
        row.state = state_of_intent(intent)
        if row.state not in STARTED:
            row.network = None
        row.failure = intent.failure[:500] if intent.failure and row.state != RECEIVED else None
        if row.state == RECEIVED:
            _received(db, terms, row, intent, now)
    if row.state == RECEIVED:
        _keep_fees(row, found)
        _keep_withdrawn(db, terms, row, found, now)
    after = (row.state, row.refunded_cents, row.dispute, row.lost_cents, row.dispute_fee_cents)
    return "recorded" if after != before else "known already"


def state_of_intent(state: IntentState) -> str:
    """Map the provider's status to the state of a purchase."""
    return PROCESSING if state.awaits_deposits else _STATES.get(state.status, OPEN)


def _received(db: Session, terms: Terms, row: GiftCardPurchase, intent: IntentState, now: datetime) -> None:
    """Create the gift card, and schedule its emails."""
    today = terms.today(now)
    row.amount_cents, row.settled_at = intent.received_cents, now
    row.card = intent.paid_with.stored() if intent.paid_with is not None else None
    card = GiftCard(
        operator_id=terms.operator_id,
        code_digest=row.code_digest,
        ending=row.ending,
        sold_cents=row.amount_cents,
        told_cents=row.amount_cents,
        currency=row.currency,
        paid_by="card",
        method_name=None,
        sold_on=today,
        recipient=row.recipient,
        expires_on=usual_last_day(terms, today),
        made_by=SOLD_BY,
        created_at=now,
    )
    db.add(card)
    db.flush()
    row.gift_card_id = card.id
    publish(db, GiftCardBought(operator_id=row.operator_id, purchase_id=row.id), now)
    at = now
    if row.send_on is not None and row.send_on > today:
        at = datetime.combine(row.send_on, SENT_AT, terms.zone)
    _deliver(db, row, now, at)


def _deliver(db: Session, row: GiftCardPurchase, now: datetime, at: datetime) -> None:
    """Schedule the email with the code. It is sent once, however often it is scheduled."""
    publish(db, GiftCardDeliveryDue(operator_id=row.operator_id, purchase_id=row.id), now, run_at=at)


def _keep_fees(row: GiftCardPurchase, found: FetchedPayment) -> None:
    row.fee_cents = found.intent.fee_cents or row.fee_cents
    fee = found.intent.provider_fee
    if fee is not None and fee.cents:
        row.provider_fee_cents = fee.cents
    if found.fee_returned_cents is not None:
        row.fee_returned_cents = found.fee_returned_cents


def _keep_withdrawn(db: Session, terms: Terms, row: GiftCardPurchase, found: FetchedPayment, now: datetime) -> None:
    """Record the refunds and disputes of a purchase: the card loses the amount that is no longer paid for, and is
    blocked while a dispute is open or lost.
    """
    card = queries.card(db, row.gift_card_id or 0)
    ours = next((one for one in found.refunds if one.metadata.get(KEY) == row.refund_key), None)
    refunded = refunded_in(found)
    if row.refund_key is not None and ours is None:
        # Requested here, but the provider doesn't list it yet.
        refunded = row.amount_cents
    elif ours is not None and ours.status in _FAILED:
        refund_failed(db, row, "The card could not be refunded.", now)
    lost = 0
    status, cents = disputes.summary(((one.status, one.amount_cents) for one in found.disputes), row.amount_cents)
    if status == disputes.LOST:
        lost = cents
    fees = sum(one.fee.cents for one in found.disputes)
    if status != row.dispute or fees != row.dispute_fee_cents:
        row.disputed_at = now
    if status is not None and status != row.dispute:
        _report(db, row, status, now)
    row.dispute, row.dispute_fee_cents = status, fees
    if card.blocked_at is not None and status not in _BLOCKING:
        card.blocked_at = None
        if row.send_on is None or row.send_on <= terms.today(now):
            # The delivery day may have passed while the card was blocked.
            _deliver(db, row, now, now)
    elif card.blocked_at is None and status in _BLOCKING:
        card.blocked_at = now
    if refunded and not row.refunded_cents:
        row.refunded_at = now
    row.refunded_cents, row.lost_cents = refunded, lost
    card.withdrawn_cents = min(card.sold_cents, refunded + lost)
    if card.voided_at is None and refunded >= row.amount_cents and not queries.was_used(db, card.id):
        card.voided_at = now
    if refunded + lost >= row.amount_cents:
        row.sealed_code = None


def forget_old(db: Session, now: datetime) -> None:
    """Delete the encrypted codes of cards that were emailed a month ago, and purchases that were canceled unpaid. The
    session reads all businesses.
    """
    before = now - CODE_KEPT
    was_emailed = (
        GiftCardPurchase.settled_at < before,
        or_(GiftCardPurchase.send_on.is_(None), GiftCardPurchase.send_on < before.date()),
        # A blocked card is emailed when it is usable again.
        or_(GiftCardPurchase.dispute.is_(None), GiftCardPurchase.dispute.not_in((disputes.INQUIRY, disputes.DISPUTED))),
        or_(GiftCardPurchase.disputed_at.is_(None), GiftCardPurchase.disputed_at < before),
    )
    has_code = GiftCardPurchase.sealed_code.is_not(None)
    db.execute(update(GiftCardPurchase).where(has_code, *was_emailed).values(sealed_code=None))
    canceled = (GiftCardPurchase.state == CANCELED, GiftCardPurchase.created_at < now - UNPAID_KEPT)
    db.execute(delete(GiftCardPurchase).where(*canceled))


def refunded_in(found: FetchedPayment) -> int:
    """Return how much the provider has refunded, in cents, also while a refund is pending."""
    return sum(one.amount_cents for one in found.refunds if one.status not in _FAILED)


def begin_refund(db: Session, row: GiftCardPurchase, card: GiftCard, now: datetime) -> None:
    """Void an unused card, and schedule the refund of its purchase. The caller holds the operator's lock."""
    card.voided_at, card.withdrawn_cents = now, card.sold_cents
    row.refund_key = f"gift-card-refund-{secrets.token_hex(16)}"
    row.refunded_cents, row.refunded_at, row.failure = row.amount_cents, now, None
    jobs.enqueue(db, REFUND, {"operatorId": row.operator_id, "purchaseId": row.id}, now)


def refund_failed(db: Session, row: GiftCardPurchase, why: str, now: datetime) -> None:
    """Record that the requested refund failed, and make the card usable again, unless a dispute was lost. The
    caller holds the operator's lock.
    """
    card = queries.card(db, row.gift_card_id or 0)
    if row.refund_key is None:
        return
    attempt = row.refund_key
    row.refund_key, row.failure = None, why[:500]
    row.refunded_cents, row.refunded_at = 0, None
    card.voided_at, card.withdrawn_cents = None, min(card.sold_cents, row.lost_cents)
    _report(db, row, "refund_failed", now, attempt)


def _report(db: Session, row: GiftCardPurchase, what: str, now: datetime, attempt: str = "") -> None:
    """Notify the business of a dispute or a failed refund, once for each state and ``attempt``."""
    event = GiftCardProblem(operator_id=row.operator_id, purchase_id=row.id, what=what)
    publish_once(db, event, now, dedupe_key=f"{event.kind}:{row.operator_id}:{row.id}:{what}:{attempt}")
