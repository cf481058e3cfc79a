"""What is said about money: to customers about what they have paid and get back, to businesses about what they owe."""

from marqueedesk.accounts import queries as accounts
from marqueedesk.billing import trials
from marqueedesk.billing.models import FAILED, Payment
from marqueedesk.kit.wording import money
from marqueedesk.messages import gather
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.handling import Handler, Handling
from marqueedesk.messages.mails import subscription_unpaid, trial_ending
from marqueedesk.messages.message import Message


def to_customer(message: Message[BookingFacts]) -> Handler:
    """Tell a booking's customer of an amount."""

    def tell(event: Handling) -> None:
        booking = event.booking()
        if booking is not None:
            cents = event.payload["amountCents"]
            # Who has entered it stands only in what did not come, or go back, by card.
            by_hand = cents if "by" in event.payload else 0
            event.tell_customer(message, event.facts(booking, amount_cents=cents, by_hand_cents=by_hand))

    return tell


def unpaid(event: Handling) -> None:
    """Tell a business's owner that the payment for its plan has failed, unless it has gone through since."""
    payment = event.db.get(Payment, event.payload["paymentId"])
    if payment is None or payment.status != FAILED or payment.subscription_id is None:
        return
    owner = accounts.owner_of(event.db, event.operator.id)
    facts = gather.account_facts(
        event.post.site(event.db).name,
        owner,
        event.operator,
        event.task.created_at,
        amount=money(payment.amount_cents, payment.currency),
        reason=payment.failure,
    )
    # Once for each payment, however often the provider has tried the card.
    key = f"payment:{payment.id}:{subscription_unpaid.MESSAGE.kind}"
    event.tell(subscription_unpaid.MESSAGE, facts, owner.email, owner.username, key=key, user_id=owner.id)


def trial_ends(event: Handling) -> None:
    """Tell a business's owner that the trial is about to end without a card, if it still is (S15)."""
    row = trials.ending(event.db, event.payload, event.now)
    if row is None:
        return
    owner = accounts.owner_of(event.db, event.operator.id)
    site = event.post.site(event.db)
    facts = gather.trial_facts(event.db, event.operator, row, site.name, site.currency)
    event.tell(
        trial_ending.MESSAGE,
        facts,
        owner.email,
        owner.username,
        key=trials.occasion(row),
        user_id=owner.id,
        good_until=row.trial_end,
    )
