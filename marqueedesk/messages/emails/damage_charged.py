"""Email to a customer who is charged for a damaged or lost piece: the piece, the amount, and the balance due."""

from marqueedesk.business.terms import Field
from marqueedesk.messages.audiences import OWING_BLOCKS, to_customer
from marqueedesk.messages.content import Body
from marqueedesk.messages.email_context import ChargeContext
from marqueedesk.messages.samples import sample_charged


def _body(context: ChargeContext) -> Body:
    amount, piece = context.head.money(context.amount_cents), context.charged_for
    return context.to_customer(
        piece,
        words={"amount": amount, "piece": piece},
    )


MESSAGE = to_customer(
    "damage-charged",
    "Damage charge",
    "When you charge a customer for a damaged or lost piece",
    subject="Damage charge for {message}",
    heading="Damage charge",
    text="A piece from your rental needs repair or replacement: {piece}. We have added {amount} to your booking. The "
    "rental price has not changed. If you have questions about this charge, please reply to this email.\n\n"
    "{price}\n\n{payment}\n\n{button}",
    own=(
        Field("amount", "The amount of this charge, with tax", "$180.00"),
        Field("piece", "The piece, and whether it was damaged or lost", "1 × E (4ft), lost"),
    ),
    blocks=OWING_BLOCKS,
    body=_body,
    sample=sample_charged,
)
