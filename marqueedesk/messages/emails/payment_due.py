"""Scheduled emails to a customer: a payment is due soon or is overdue."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import PaymentDueContext
from marqueedesk.messages.message import DETAILS, PAYMENT, PRICE, SIGN, THE_BUTTON, Message
from marqueedesk.messages.samples import sample_due

_FIELDS = (
    Field("amount", "The amount that is due", "$325.00"),
    Field("due", "The day on which it is due", "Tuesday, June 1, 2027"),
)


def _body(context: PaymentDueContext) -> Body:
    amount = context.head.money(context.amount_cents)
    return context.to_customer(
        blocks={"button": context.pay_amount()},
        words={"amount": amount, "due": context.head.weekday(context.due_on)},
    )


def _message(kind: str, name: str, when: str, subject: str, text: str, heading: str) -> Message[PaymentDueContext]:
    return to_customer(
        kind,
        name,
        when,
        subject=subject,
        heading=heading,
        text=f"{text}\n\n{{button}}\n\n{{details}}\n\n{{price}}\n\n{{payment}}",
        sign_off="Thank you",
        own=_FIELDS,
        blocks=(SIGN, DETAILS, PRICE, PAYMENT, THE_BUTTON),
        body=_body,
        sample=sample_due,
    )


DUE = _message(
    "payment-due",
    "Payment reminder",
    "In the morning, some days before a payment is due, if payment reminders are on",
    "{amount} for {message} is due on {due}",
    "This is a reminder that {amount} for your booking is due on {due}.",
    "Your next payment",
)
OVERDUE = _message(
    "payment-overdue",
    "Overdue payment",
    "Two days after an unpaid payment was due, if payment reminders are on",
    "Overdue: {amount} for {message}",
    "{amount} for your booking was due on {due}, and we have not received it yet. "
    "If you have already paid, you don't need to do anything.",
    "Your payment is overdue",
)
