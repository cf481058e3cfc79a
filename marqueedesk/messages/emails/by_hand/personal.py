"""Email to a customer, written in their conversation."""

from dataclasses import dataclass

from marqueedesk.business.terms import FIELDS, Field
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import Body

_WORDS = Field("words", "What you wrote", "Yes, we can come an hour earlier.")


@dataclass(frozen=True, slots=True)
class PersonalContext:
    """The wording of the email, its customer and the business."""

    words: str
    customer_name: str
    head: Letterhead

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {"company": self.head.name, "customer": self.customer_name, "words": self.words}


def _body(context: PersonalContext) -> Body:
    return Body(title="A message for you", lead=context.words.split("\n", 1)[0][:150])


def _sample(head: Letterhead) -> PersonalContext:
    return PersonalContext(_WORDS.sample, "Ada Lovelace", head)


MESSAGE = to_customer(
    "personal-message",
    "Message from you",
    "When you write an email in a customer's conversation",
    subject="Message from {company}",
    heading="A message for you",
    text="{words}",
    fields=(*(field for field in FIELDS if field.name in {"company", "customer"}), _WORDS),
    blocks=(),
    body=_body,
    sample=_sample,
)
