"""Emails about a gift card: its code for the recipient, and a receipt for the buyer."""

from dataclasses import dataclass
from typing import Final

from marqueedesk.business.terms import FIELDS, Field
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body, Part, facts, note
from marqueedesk.messages.message import Block

_CARD: Final = Block("card", "The code, the amount, and the last day", needed=True)
_NOTE: Final = Block("note", "The buyer's message, if there is one")
_DETAILS: Final = Block("details", "The amount, the recipient, and the delivery date")
_FIELDS: Final = (
    *(field for field in FIELDS if field.name in {"company", "customer"}),
    Field("amount", "The gift card's amount", "$100.00"),
)


@dataclass(frozen=True, slots=True)
class GiftCardContext:
    """A purchase. ``name`` is the person who gets the email; ``sent`` is the day on which the code is sent."""

    head: Letterhead
    purchase_id: int
    name: str
    buyer: str
    recipient: str
    sent_to: str
    amount_cents: int
    ending: str
    message: str
    valid_through: str | None
    sent: str

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {
            "company": self.head.name,
            "customer": self.name,
            "amount": self.head.money(self.amount_cents),
            "buyer": self.buyer,
            "recipient": self.recipient,
        }


def _code(context: GiftCardContext) -> Part:
    """Return the card's details. The code itself is only filled in when the email is sent."""
    made = facts(
        [
            ("Code", f"···· {context.ending}"),
            ("Amount", context.head.money(context.amount_cents)),
            ("Valid through", context.valid_through),
        ]
    )
    return {**made, "purchaseId": context.purchase_id} if made["kind"] == "facts" else made


def _gift(context: GiftCardContext) -> Body:
    return Body(
        lead=f"Your gift card for {context.head.name}",
        blocks={
            _CARD.name: [_code(context)],
            _NOTE.name: note(f"From {context.buyer}", context.message, by_customer=True),
        },
    )


def _receipt(context: GiftCardContext) -> Body:
    rows = [
        ("Amount", context.head.money(context.amount_cents)),
        ("For", context.recipient),
        ("Code sent to", context.sent_to),
        ("Sent", context.sent),
        ("Code ends in", context.ending),
        ("Valid through", context.valid_through),
    ]
    return Body(lead="Thank you for your purchase", blocks={_DETAILS.name: [facts(rows)]})


def _sample(head: Letterhead) -> GiftCardContext:
    return GiftCardContext(
        head=head,
        purchase_id=0,
        name="Ada Lovelace",
        buyer="Charles Babbage",
        recipient="Ada Lovelace",
        sent_to="ada@example.com",
        amount_cents=100_00,
        ending="C4HN",
        message="Happy birthday!",
        valid_through="Wednesday, June 2, 2032",
        sent="Wednesday, June 2, 2027",
    )


GIFT: Final = to_customer(
    "gift-card",
    "Gift card",
    "To the recipient of a gift card that was bought online",
    subject="You’ve received a gift card",
    heading="You’ve received a gift card",
    text="{buyer} sent you a gift card for {company}. To use it, enter the code when you book.\n\n{note}\n\n{card}",
    fields=_FIELDS,
    own=(Field("buyer", "The person who bought the gift card", "Charles Babbage"),),
    blocks=(_CARD, _NOTE),
    body=_gift,
    sample=_sample,
)
RECEIPT: Final = to_customer(
    "gift-card-receipt",
    "Receipt for a gift card",
    "To the buyer of a gift card, once it is paid for",
    subject="Receipt for your gift card",
    heading="Thank you for your purchase",
    text="We have received your payment for a gift card.\n\n{details}",
    fields=_FIELDS,
    own=(Field("recipient", "The person who receives the gift card", "Ada Lovelace"),),
    blocks=(_DETAILS,),
    body=_receipt,
    sample=_sample,
)
