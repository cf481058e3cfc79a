"""Emails to the customer and the business about a security hold that could not be placed."""

from dataclasses import dataclass

from marqueedesk.business.terms import Field
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages.audiences import to_business, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import A_BUTTON, DETAILS
from marqueedesk.messages.samples import sample_booking


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldContext(BookingContext):
    """A booking whose security hold of ``amount_cents`` was refused, with the reason as ``problem``.

    ``has_bank_account`` is true if a bank account is saved instead of a card. ``lacks_account`` is true if the
    business's account could not charge the card. ``held_until`` is when the current
    hold lapses if it could not be renewed.
    """

    has_card: bool
    lacks_account: bool = False
    held_until: str | None = None
    has_bank_account: bool = False


def _sample(head: Letterhead) -> HoldContext:
    problem = "Your card was declined."
    return snapshot_of(
        HoldContext,
        sample_booking(head),
        amount_cents=20_000,
        problem=problem,
        has_card=True,
        lacks_account=False,
        held_until=None,
        has_bank_account=False,
    )


def _to_customer(context: HoldContext) -> Body:
    amount = context.head.money(context.amount_cents)
    reason = "You haven't saved a card yet."
    if context.has_card:
        reason = f"Your bank did not allow this hold on your card. {context.problem or ''}".strip()
    elif context.has_bank_account:
        reason = "The hold needs a card, but you have saved a bank account."
    if context.held_until is not None:
        reason = f"Your current hold ends on {context.held_until} and could not be extended. {reason}"
    return context.to_customer(
        "The security hold could not be placed on your card.",
        button="Save another card" if context.has_card else "Save a card",
        words={"amount": amount, "reason": reason},
    )


TO_CUSTOMER = to_customer(
    "hold-refused",
    "Security hold refused",
    "When a customer's card is refused for the security hold, or no card is saved",
    subject="Please save a card for your booking on {delivery}",
    heading="Your card and the security hold",
    text="Your booking includes a security hold of {amount} on your card. {reason}\n\n"
    "Please save a card on your booking page as soon as you can. We'll then place the hold automatically.\n\n"
    "{button}\n\nA hold is not a payment. It is released after the pickup if nothing is damaged.\n\n{details}",
    own=(
        Field("amount", "The amount of the hold", "$200.00"),
        Field("reason", "Why the hold was not placed", "Your bank did not allow this hold on your card."),
    ),
    blocks=(DETAILS, A_BUTTON),
    body=_to_customer,
    sample=_sample,
)


def _to_business(context: HoldContext) -> Body:
    who, amount = context.booking.customer_name, context.head.money(context.amount_cents)
    reason = f"{who} has not saved a card."
    if context.has_card:
        reason = f"{amount} could not be held on {who}'s card. {context.problem or ''}".strip()
    elif context.has_bank_account:
        reason = f"{who} has saved a bank account, but the hold needs a card."
    what_next = (
        "We emailed your customer to ask for another card, and will place the hold as soon as they save one. If they "
        "don't, arrange a different deposit with them."
    )
    if context.lacks_account:
        reason = (
            f"{amount} could not be held on {who}'s card, because your Stripe account can't charge cards right now."
        )
        what_next = "Check your account in Settings > Payments. Then try again in the booking."
    if context.held_until is not None:
        reason = f"{reason} The current hold ends on {context.held_until}. You can capture it until then."
    return context.to_business(
        f"The security hold on {who}'s card was refused",
        reason,
        what_next,
        context.rental(contact=True),
        small=["You can turn this email off in Settings > Messages."],
    )


TO_BUSINESS = to_business(
    "hold-not-placed",
    "Security hold refused (to you)",
    "When the security hold could not be placed on a customer's card",
    subject="Security hold refused: {message}, {delivery}",
    body=_to_business,
    sample=_sample,
)
