"""To the business: what a customer did or what happened to a payment. Each kind can be switched off."""

from collections.abc import Callable, Sequence

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body, Part
from marqueedesk.messages.email_context import BookingContext
from marqueedesk.messages.message import Message
from marqueedesk.messages.samples import (
    sample_at_risk,
    sample_crew,
    sample_dispute,
    sample_paid,
    sample_trouble,
    sample_wish,
)


def _alert(
    kind: str,
    name: str,
    when: str,
    subject: str,
    title: str,
    content: Callable[[BookingContext], Sequence[str | Part]],
    sample: Callable[[Letterhead], BookingContext],
) -> Message[BookingContext]:
    """A message about a booking, with its details and a link to it."""

    def body(context: BookingContext) -> Body:
        amount = context.head.money(context.amount_cents)
        return context.to_business(
            title.format(who=context.payer or context.booking.customer_name, amount=amount),
            *content(context),
            context.rental(contact=True),
            small=["You can switch this email off in Settings, Messages."],
        )

    return to_business(
        kind,
        name,
        when,
        subject=subject,
        body=body,
        sample=sample,
    )


def _asked(context: BookingContext) -> list[str | Part]:
    said = parts.note("They ask", context.requested.text if context.requested else None, by_customer=True)
    return [*said, parts.text("Make the change or decline it in the booking. Your customer gets your answer by email.")]


def _agreed(context: BookingContext) -> list[str | Part]:
    answer = context.requested
    is_agreed = answer is not None and answer.is_made
    said = parts.note("They write", (answer.text if answer else None) or None, by_customer=True)
    if is_agreed:
        return [parts.text("Your customer agrees to the change that you made."), *said]
    return [
        parts.text("Your customer does not agree to the change that you made. The booking stays as you changed it."),
        *said,
        parts.text("Please get in touch with them, or change the booking again."),
    ]


def _crew(context: BookingContext) -> list[str | Part]:
    notes = "\n".join(context.crew) or None
    return [
        parts.text("Your customer wrote down what your crew should know."),
        *parts.note("For your crew", notes, by_customer=True),
    ]


def _paid(context: BookingContext) -> list[str | Part]:
    due = context.balance_cents()
    left = f"{context.head.money(due)} is still due." if due else "Everything is paid."
    whose = "" if context.payer is None else f" for the booking of {context.booking.customer_name}"
    return [parts.text(f"{context.head.money(context.amount_cents)} has arrived{whose}. {left}")]


def _not_paid(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"A card payment did not go through. {context.problem or ''} Nothing was charged. Your customer can try "
            "again on their booking page."
        )
    ]


def _not_refunded(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"The refund of {context.head.money(context.amount_cents)} did not go through. {context.problem or ''} "
            "Return it another way, then record it in the booking, under Money."
        )
    ]


def _disputed(context: BookingContext) -> list[str | Part]:
    dispute = context.dispute
    if dispute is None:
        return [parts.text(context.problem or "")]
    rows = [
        ("Amount", dispute.amount),
        ("Reason", dispute.reason),
        ("Answer by", dispute.answer_by),
        ("Stripe's fee", dispute.fee),
    ]
    there = [parts.button("Open in Stripe", parts.site_page(dispute.page))] if dispute.page else []
    return [parts.text(context.problem or ""), parts.facts(rows), *there]


def _suspected(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"The card network warns that this payment of {context.head.money(context.amount_cents)} is probably "
            "fraud. A dispute often follows, and costs a fee. If you do not know this customer, refund the payment "
            "now: a refunded payment is not disputed."
        )
    ]


def _at_risk(context: BookingContext) -> list[str | Part]:
    return [
        *parts.note("Needed", context.problem),
        parts.text(
            "Pieces that this booking needs are out of service, lost or not back. Nothing was changed. Use another "
            "size or finish, borrow a piece, or call your customer."
        ),
        *parts.note("What you can do", "\n".join(context.ways_out)),
    ]


CHANGE_ASKED = _alert(
    "change-asked",
    "A customer requested a change",
    "When a customer asks for a change on their booking page",
    "Change requested: {message}, {delivery}",
    "{who} requested a change",
    _asked,
    sample_wish,
)
AGREEMENT = _alert(
    "agreement-answered",
    "A customer answers about a change",
    "When you ask a customer to agree to a change, and they agree or not",
    "Answer about your change: {message}, {delivery}",
    "{who} has answered about your change",
    _agreed,
    sample_wish,
)
CREW_NOTES = _alert(
    "crew-notes",
    "Notes for the crew",
    "When a customer writes notes for your crew, or changes them",
    "Notes for your crew: {message}, {delivery}",
    "{who} left notes for your crew",
    _crew,
    sample_crew,
)
AT_RISK = _alert(
    "at-risk",
    "A booking is at risk",
    "When a coming booking no longer fits because pieces broke, are missing or did not come back",
    "At risk: {message}, {delivery}",
    "The booking of {who} no longer fits",
    _at_risk,
    sample_at_risk,
)
PAID = _alert(
    "payment-arrived",
    "A payment arrived",
    "When a customer has paid online",
    "Payment received: {message}, {delivery}",
    "{who} paid {amount}",
    _paid,
    sample_paid,
)
PAYMENT_FAILED = _alert(
    "payment-failed",
    "A payment failed",
    "When a customer's card payment does not go through",
    "Payment failed: {message}, {delivery}",
    "A payment by {who} failed",
    _not_paid,
    sample_trouble,
)
REFUND_FAILED = _alert(
    "refund-failed",
    "A refund failed",
    "When a refund to a customer's card does not go through",
    "Refund failed: {message}, {delivery}",
    "The refund of {amount} to {who} failed",
    _not_refunded,
    sample_trouble,
)
DISPUTED = _alert(
    "payment-disputed",
    "A payment is disputed",
    "When a customer disputes a payment, and when the dispute is decided",
    "Disputed payment: {message}, {delivery}",
    "A payment of {amount} by {who} is disputed",
    _disputed,
    sample_dispute,
)
FRAUD_SUSPECTED = _alert(
    "fraud-suspected",
    "A payment may be fraud",
    "When a card network warns that a customer's payment is probably fraud",
    "Possible fraud: {message}, {delivery}",
    "A payment of {amount} by {who} may be fraud",
    _suspected,
    sample_paid,
)
