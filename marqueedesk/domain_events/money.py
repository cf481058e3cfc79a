"""Events of customer payments and subscription payments."""

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


class PaymentEvent(BookingEvent):
    """Base of events about a booking's payments and refunds.

    ``amount_cents`` is the full amount of the payment or refund. ``by`` is the team member who recorded it; None for
    card payments.
    """

    payment_id: int
    amount_cents: int
    by: str | None = None


class PaymentReceived(PaymentEvent, kind="payment.received"):
    """A customer paid."""


class PaymentFailed(PaymentEvent, kind="payment.failed"):
    """A card payment failed."""


class PaymentRefunded(PaymentEvent, kind="payment.refunded"):
    """A payment was refunded."""


class RefundFailed(PaymentEvent, kind="payment.refund_failed"):
    """A refund failed."""


class PaymentDisputed(PaymentEvent, kind="payment.disputed"):
    """A customer's bank opened or decided a dispute; ``dispute`` is its state."""

    dispute: str


class DebitReturned(PaymentEvent, kind="payment.debit_returned"):
    """A bank returned a debit after it had been received: the amount is due again."""


class DisputeUnanswered(PaymentEvent, kind="payment.dispute_unanswered"):
    """A dispute or inquiry has no response yet, and its deadline is approaching."""


class FraudSuspected(PaymentEvent, kind="payment.fraud_suspected"):
    """A card network warned that a payment is probably fraudulent. Refunding it now prevents a dispute."""


class RefundDue(BookingEvent, kind="payment.to_return"):
    """A business has to refund payments that were not made by card, for a canceled booking."""

    amount_cents: int


class GiftCardReturnDue(BookingEvent, kind="gift_card.return_due"):
    """A canceled booking was paid with a gift card, and the cancellation can't be undone anymore."""


class GiftCardPurchaseEvent(BusinessEvent):
    """Base of events about a gift card that a customer buys online."""

    purchase_id: int


class GiftCardBought(GiftCardPurchaseEvent, kind="gift_card.bought"):
    """A customer paid for a gift card."""


class GiftCardDeliveryDue(GiftCardPurchaseEvent, kind="gift_card.delivery_due"):
    """A gift card's code is due to be emailed to its recipient."""

    is_scheduled = True


class GiftCardProblem(GiftCardPurchaseEvent, kind="gift_card.problem"):
    """A purchase was disputed or its refund failed; ``what`` is the state of the dispute, or "refund_failed"."""

    what: str


class SecurityHoldRefused(BookingEvent, kind="security_hold.refused"):
    """A security hold could not be placed: the customer's card was refused, or no card is on file."""

    hold_id: int


class CardChargeAnnounced(BookingEvent, kind="card.announced"):
    """A charge for damage or loss was announced to the customer."""

    charge_id: int


class CardChargeWithdrawn(BookingEvent, kind="card.withdrawn"):
    """The business withdrew an announced charge."""

    charge_id: int


class PaymentNotCollected(BookingEvent, kind="payment.not_collected"):
    """A crew could not collect the amount at a stop. ``by`` is the team member who reported it, with a reason."""

    by: str
    reason: str


class AccountRestricted(BusinessEvent, kind="account.restricted"):
    """The provider no longer lets a business's account take payments; ``due`` lists its requirements."""

    due: str


class PayoutPaid(BusinessEvent, kind="payout.paid"):
    """A payout reached a business's bank on ``day``, such as "2027-06-01".

    ``original_cents`` is the amount in the currency of the payments that make it up, at the provider's rates; None if
    they have several, or a rate is unknown.
    """

    payout: str
    amount_cents: int
    currency: str
    day: str
    original_cents: int | None = None
    original_currency: str | None = None


class PayoutFailed(BusinessEvent, kind="payout.failed"):
    """A business's bank rejected a payout; ``reason`` is the provider's message."""

    payout: str
    amount_cents: int
    currency: str
    reason: str | None = None


class BooksRefused(BusinessEvent, kind="books.refused"):
    """Bookkeeping software no longer accepts a business's connection; ``system`` is "quickbooks" or "xero"."""

    system: str


class SubscriptionChanged(BusinessEvent, kind="subscription.changed"):
    """A business's subscription changed its status; ``before`` is the previous one."""

    subscription_id: int
    status: str
    before: str | None = None
    cancel_at_period_end: bool = False


class SubscriptionPaid(BusinessEvent, kind="subscription.paid"):
    """A business paid for its plan."""

    payment_id: int


class SubscriptionUnpaid(BusinessEvent, kind="subscription.unpaid"):
    """A payment for a business's plan failed."""

    payment_id: int


class TrialEndsSoon(BusinessEvent, kind="subscription.trial_ending"):
    """A trial without a card is about to end at ``ends_at``."""

    is_scheduled = True
    subscription_id: int
    ends_at: str
