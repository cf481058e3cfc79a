"""Events of what customers pay a business, and of what the business pays for its plan."""

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


class PaymentEvent(BookingEvent):
    """Something that happened to a payment or refund of a booking, ``amount_cents`` in all.

    ``by`` is the team member who entered it, if it did not come, or go back, by card.
    """

    payment_id: int
    amount_cents: int
    by: str | None = None


class PaymentReceived(PaymentEvent, kind="payment.received"):
    """A customer has paid."""


class PaymentFailed(PaymentEvent, kind="payment.failed"):
    """A payment by card has failed."""


class PaymentRefunded(PaymentEvent, kind="payment.refunded"):
    """Money has gone back to a customer."""


class RefundFailed(PaymentEvent, kind="payment.refund_failed"):
    """Money did not go back to a customer."""


class PaymentDisputed(PaymentEvent, kind="payment.disputed"):
    """A customer's bank disputes a payment, or has decided; ``dispute`` is the state."""

    dispute: str


class DisputeUnanswered(PaymentEvent, kind="payment.dispute_unanswered"):
    """Nobody has answered a dispute or an inquiry yet, and its last day comes nearer."""


class FraudSuspected(PaymentEvent, kind="payment.fraud_suspected"):
    """A card network warns that a payment is probably fraud; a refund now keeps it from becoming a dispute."""


class RefundDue(BookingEvent, kind="payment.to_return"):
    """A business owes the customer of a canceled booking money that did not come by card."""

    amount_cents: int


class AccountRestricted(BusinessEvent, kind="account.restricted"):
    """The provider no longer lets a business's account take payments; ``due`` is what it asks for, in its words."""

    due: str


class PayoutFailed(BusinessEvent, kind="payout.failed"):
    """A business's bank has sent a payout back; ``reason`` is the provider's sentence."""

    payout: str
    amount_cents: int
    currency: str
    reason: str | None = None


class SubscriptionChanged(BusinessEvent, kind="subscription.changed"):
    """A business's subscription has another state than ``before``."""

    subscription_id: int
    status: str
    before: str | None = None
    cancel_at_period_end: bool = False


class SubscriptionPaid(BusinessEvent, kind="subscription.paid"):
    """A business has paid for its plan."""

    payment_id: int


class SubscriptionUnpaid(BusinessEvent, kind="subscription.unpaid"):
    """A payment for a business's plan has failed."""

    payment_id: int


class TrialEndsSoon(BusinessEvent, kind="subscription.trial_ending"):
    """A trial is about to end at ``ends_at``, without a card for what follows."""

    is_scheduled = True
    subscription_id: int
    ends_at: str
