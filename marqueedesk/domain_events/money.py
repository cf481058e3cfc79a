"""Events of what customers pay a business, and of what the business pays for its plan."""

from dataclasses import dataclass

from marqueedesk.domain_events.base import BusinessEvent
from marqueedesk.domain_events.bookings import BookingEvent


@dataclass(frozen=True, kw_only=True)
class PaymentEvent(BookingEvent):
    """Something that happened to a payment or refund of a booking, ``amount_cents`` in all.

    ``by`` is the team member who entered it, if it did not come, or go back, by card.
    """

    payment_id: int
    amount_cents: int
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class PaymentReceived(PaymentEvent):
    """A customer has paid."""

    kind = "payment.received"


@dataclass(frozen=True, kw_only=True)
class PaymentFailed(PaymentEvent):
    """A payment by card has failed."""

    kind = "payment.failed"


@dataclass(frozen=True, kw_only=True)
class PaymentRefunded(PaymentEvent):
    """Money has gone back to a customer."""

    kind = "payment.refunded"


@dataclass(frozen=True, kw_only=True)
class RefundFailed(PaymentEvent):
    """Money did not go back to a customer."""

    kind = "payment.refund_failed"


@dataclass(frozen=True, kw_only=True)
class PaymentDisputed(PaymentEvent):
    """A customer's bank disputes a payment, or has decided; ``dispute`` is the state."""

    kind = "payment.disputed"
    dispute: str


@dataclass(frozen=True, kw_only=True)
class DisputeUnanswered(PaymentEvent):
    """Nobody has answered a dispute or an inquiry yet, and its last day comes nearer."""

    kind = "payment.dispute_unanswered"


@dataclass(frozen=True, kw_only=True)
class FraudSuspected(PaymentEvent):
    """A card network warns that a payment is probably fraud; a refund now keeps it from becoming a dispute."""

    kind = "payment.fraud_suspected"


@dataclass(frozen=True, kw_only=True)
class RefundDue(BookingEvent):
    """A business owes the customer of a canceled booking money that did not come by card."""

    kind = "payment.to_return"
    amount_cents: int


@dataclass(frozen=True, kw_only=True)
class AccountRestricted(BusinessEvent):
    """The provider no longer lets a business's account take payments; ``due`` is what it asks for, in its words."""

    kind = "account.restricted"
    due: str


@dataclass(frozen=True, kw_only=True)
class PayoutFailed(BusinessEvent):
    """A business's bank has sent a payout back; ``reason`` is the provider's sentence."""

    kind = "payout.failed"
    payout: str
    amount_cents: int
    currency: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class SubscriptionChanged(BusinessEvent):
    """A business's subscription has another state than ``before``."""

    kind = "subscription.changed"
    subscription_id: int
    status: str
    before: str | None = None
    cancel_at_period_end: bool = False


@dataclass(frozen=True, kw_only=True)
class SubscriptionPaid(BusinessEvent):
    """A business has paid for its plan."""

    kind = "subscription.paid"
    payment_id: int


@dataclass(frozen=True, kw_only=True)
class SubscriptionUnpaid(BusinessEvent):
    """A payment for a business's plan has failed."""

    kind = "subscription.unpaid"
    payment_id: int


@dataclass(frozen=True, kw_only=True)
class TrialEndsSoon(BusinessEvent):
    """A trial is about to end at ``ends_at``, without a card for what follows."""

    kind = "subscription.trial_ending"
    is_scheduled = True
    subscription_id: int
    ends_at: str
