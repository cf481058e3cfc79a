"""Emails to a customer who is charged a fee for rescheduling or for a late payment: the amount and the balance due."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import ChargeContext
from marqueedesk.messages.samples import sample_late_fee, sample_rescheduled

_AMOUNT = Field("amount", "The amount of this charge, with tax", "$50.00")


def _rescheduled(context: ChargeContext) -> Body:
    amount = context.head.money(context.amount_cents)
    return context.to_customer(
        f"For rescheduling {context.booking.message}",
        words={"amount": amount},
    )


RESCHEDULED = to_customer(
    "reschedule-charged",
    "Rescheduling fee",
    "When you charge a customer for rescheduling their booking",
    subject="Rescheduling fee for {message}",
    heading="Rescheduling fee",
    text="We moved your booking to {delivery} and added a rescheduling fee of {amount}, as our payment policy states. "
    "If you have questions about this fee, please reply to this email.\n\n"
    "{details}\n\n{price}\n\n{payment}\n\n{button}",
    own=(_AMOUNT,),
    blocks=OWING_BLOCKS,
    body=_rescheduled,
    sample=sample_rescheduled,
)


def _late(context: ChargeContext) -> Body:
    amount, fee = context.head.money(context.amount_cents), context.charged_for
    return context.to_customer(fee, words={"amount": amount, "fee": fee})


LATE = to_customer(
    "late-fee-charged",
    "Late fee",
    "When you charge a customer for a late payment",
    subject="Late fee for {message}",
    heading="Late fee",
    text="We didn't receive your payment by its due date, so we added a late fee to your booking, as our payment "
    "policy states.\n\n{fee}: {amount}\n\n"
    "If you have already paid or have questions about this fee, please reply to this email.\n\n"
    "{price}\n\n{payment}\n\n{button}",
    own=(_AMOUNT, Field("fee", "The fee, and when the payment was due", "Late fee, payment due May 25, 2027")),
    blocks=OWING_BLOCKS,
    body=_late,
    sample=sample_late_fee,
)
