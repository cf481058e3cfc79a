"""Emails to the business about a customer's action or a payment. Each kind can be switched off."""

from collections.abc import Callable, Sequence

from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_business
from marqueedesk.messages.content import Body, Part
from marqueedesk.messages.email_context import AtRiskContext, BookingContext, BookingContextT, ChangeRequestContext
from marqueedesk.messages.message import Message
from marqueedesk.messages.samples import (
    sample_at_risk,
    sample_crew,
    sample_dispute,
    sample_failed_payment,
    sample_paid,
    sample_requested_change,
)


def _alert(
    kind: str,
    name: str,
    when: str,
    subject: str,
    title: str,
    content: Callable[[BookingContextT], Sequence[str | Part]],
    sample: Callable[[Letterhead], BookingContextT],
) -> Message[BookingContextT]:
    """Define an email about a booking, with its details and a link to it."""

    def body(context: BookingContextT) -> Body:
        amount = context.head.money(context.amount_cents)
        return context.to_business(
            title.format(who=context.payer or context.booking.customer_name, amount=amount),
            *content(context),
            context.rental(contact=True),
            small=["You can turn this email off in Settings > Messages."],
        )

    return to_business(
        kind,
        name,
        when,
        subject=subject,
        body=body,
        sample=sample,
    )


def _change_requested(context: ChangeRequestContext) -> list[str | Part]:
    request = parts.note("Their request", context.requested.text, by_customer=True)
    return [*request, parts.text("Make or decline the change in the booking. We'll email your answer to the customer.")]


def _changed_by_customer(context: ChangeRequestContext) -> list[str | Part]:
    return [
        parts.text("Your customer changed their booking within your booking rules. You don't need to do anything."),
        *parts.note("What changed", context.requested.text),
    ]


def _agreed(context: ChangeRequestContext) -> list[str | Part]:
    answer = context.requested
    comment = parts.note("Their comment", answer.text or None, by_customer=True)
    if answer.is_made:
        return [parts.text("Your customer agreed to your change."), *comment]
    return [
        parts.text("Your customer did not agree to your change. The booking keeps the change for now."),
        *comment,
        parts.text("Contact them, or edit the booking again."),
    ]


def _crew(context: BookingContext) -> list[str | Part]:
    notes = "\n".join(context.crew) or None
    return [
        parts.text("Your customer left notes for your crew."),
        *parts.note("For your crew", notes, by_customer=True),
    ]


def _paid(context: BookingContext) -> list[str | Part]:
    due = context.balance_cents()
    left = f"{context.head.money(due)} is still due." if due else "Paid in full."
    booked_by = "" if context.payer is None else f" for {context.booking.customer_name}'s booking"
    return [parts.text(f"{context.head.money(context.amount_cents)} was paid{booked_by}. {left}")]


def _not_paid(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"A card payment did not go through. {context.problem or ''} Nothing was charged. Your customer can try "
            "again on their booking page."
        )
    ]


def _debit_returned(context: BookingContext) -> list[str | Part]:
    amount, due = context.head.money(context.amount_cents), context.head.money(context.balance_cents())
    return [
        parts.text(
            f"A bank returned the payment of {amount} after it had arrived. {context.problem or ''} It counts as "
            f"unpaid again: {due} is due. We asked your customer to pay another way. Nothing is charged "
            "automatically for this booking anymore."
        )
    ]


def _not_refunded(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"The refund of {context.head.money(context.amount_cents)} did not go through. {context.problem or ''} "
            "Return it another way, then record it in the booking, under Payment."
        )
    ]


def _disputed(context: BookingContext) -> list[str | Part]:
    dispute = context.dispute
    if dispute is None:
        return [parts.text(context.problem or "")]
    rows = [
        ("Amount", dispute.amount),
        ("Reason", dispute.reason),
        ("Respond by", dispute.answer_by),
        ("Stripe's fee", dispute.fee),
    ]
    link = [parts.button("Open in Stripe", parts.site_page(dispute.page))] if dispute.page else []
    return [parts.text(context.problem or ""), parts.facts(rows), *link]


def _suspected(context: BookingContext) -> list[str | Part]:
    return [
        parts.text(
            f"The card network warns that this payment of {context.head.money(context.amount_cents)} is probably "
            "fraud. A dispute often follows, and costs a fee. If you don't recognize this customer, refund the payment "
            "now: a refunded payment cannot be disputed."
        )
    ]


def _at_risk(context: AtRiskContext) -> list[str | Part]:
    return [
        *parts.note("Short", context.short),
        parts.text(
            "Some pieces for this booking are out of service, lost or not back yet. The booking is unchanged. Use "
            "another size or finish, borrow a piece, or call your customer."
        ),
        *parts.note("What you can do", "\n".join(context.resolutions)),
    ]


CHANGE_ASKED = _alert(
    "change-asked",
    "Change requested",
    "When a customer requests a change on their booking page",
    "Change requested: {message}, {delivery}",
    "{who} requested a change",
    _change_requested,
    sample_requested_change,
)
CUSTOMER_CHANGED = _alert(
    "customer-changed",
    "Changed by the customer",
    "When a customer changes their booking on the booking page",
    "Booking changed: {message}, {delivery}",
    "{who} changed their booking",
    _changed_by_customer,
    sample_requested_change,
)
AGREEMENT = _alert(
    "agreement-answered",
    "Customer's reply to a change",
    "When a customer agrees or does not agree to a change you made",
    "Reply to your change: {message}, {delivery}",
    "{who} replied to your change",
    _agreed,
    sample_requested_change,
)
CREW_NOTES = _alert(
    "crew-notes",
    "Notes for the crew",
    "When a customer adds or edits notes for your crew",
    "Notes for your crew: {message}, {delivery}",
    "{who} left notes for your crew",
    _crew,
    sample_crew,
)
AT_RISK = _alert(
    "at-risk",
    "A booking is at risk",
    "When an upcoming booking is short because pieces are broken, missing or not back",
    "At risk: {message}, {delivery}",
    "{who}'s booking is at risk",
    _at_risk,
    sample_at_risk,
)
PAID = _alert(
    "payment-arrived",
    "Payment received",
    "When a customer pays online",
    "Payment received: {message}, {delivery}",
    "{who} paid {amount}",
    _paid,
    sample_paid,
)
PAYMENT_FAILED = _alert(
    "payment-failed",
    "Payment failed",
    "When a customer's card payment does not go through",
    "Payment failed: {message}, {delivery}",
    "A payment by {who} failed",
    _not_paid,
    sample_failed_payment,
)
DEBIT_RETURNED = _alert(
    "debit-returned",
    "Bank debit returned",
    "When a bank returns a customer's payment after it had arrived",
    "Payment returned: {message}, {delivery}",
    "A bank returned {amount} paid by {who}",
    _debit_returned,
    sample_failed_payment,
)
REFUND_FAILED = _alert(
    "refund-failed",
    "Refund failed",
    "When a refund to a customer's card does not go through",
    "Refund failed: {message}, {delivery}",
    "The refund of {amount} to {who} failed",
    _not_refunded,
    sample_failed_payment,
)
DISPUTED = _alert(
    "payment-disputed",
    "Payment disputed",
    "When a customer disputes a payment, and when the dispute is closed",
    "Disputed payment: {message}, {delivery}",
    "A payment of {amount} by {who} is disputed",
    _disputed,
    sample_dispute,
)
FRAUD_SUSPECTED = _alert(
    "fraud-suspected",
    "Possible fraud",
    "When a card network warns that a customer's payment is probably fraudulent",
    "Possible fraud: {message}, {delivery}",
    "A payment of {amount} by {who} may be fraud",
    _suspected,
    sample_paid,
)
