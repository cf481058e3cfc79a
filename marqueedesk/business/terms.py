"""An operator's terms: text with fill-in fields, validated when saved and filled in for a document (D2)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from marqueedesk.kit.text.formats import counted

_FIELD: Final = re.compile(r"\{([^{}\n]*)\}")
_UNPAIRED: Final = re.compile(r"\{[^\s{}]*|(?<![^\s{}])[^\s{}]*\}")
_SPOKEN_IN_HOURS: Final = 2
"""Maximum number of days that are written in hours instead."""
OPEN: Final = "to be determined"
"""Text for a value that a quote leaves undecided, such as a day or a place."""


@dataclass(frozen=True, slots=True)
class Field:
    """A fill-in field of the terms: its name in braces, its meaning, and a sample value."""

    name: str
    meaning: str
    sample: str


FIELDS: Final = (
    Field("company", "Your company's name", "Bright Nights Letters"),
    Field("customer", "The customer's name", "Ada Lovelace"),
    Field("message", "The message of the sign", "MARRY ME"),
    Field("delivery", "The day of the delivery", "Saturday, June 5, 2027"),
    Field("pickup", "The day of the pickup", "Sunday, June 6, 2027"),
    Field("venue", "Place of the sign", "The Old Barn, 12 Mill Lane, Albany, NY 12207"),
    Field("total", "The total price", "$1,240.00"),
    Field("deposit", "The deposit", "$310.00"),
    Field("cancellation", "End of free cancellation", "48 hours before the delivery"),
    Field("expires", "Expiry of a quote", "May 1, 2027"),
)

_FORMER_NAMES: Final = {"cancelation": "cancellation"}
"""Names of fields in terms that businesses saved before a field was renamed."""

DEFAULT_TERMS: Final = """\
Delivery and pickup. Delivery: {delivery}. Pickup: {pickup}. Place: {venue}. Please make sure that someone can let us \
in, and tell us in advance about stairs, narrow doors and parking.

Place and power. The letters need firm, level ground and a power outlet close by. Outdoors, \
wind or rain may make it necessary to switch them off or take them down; safety comes first.

Care. The letters belong to {company} throughout. Please do not move, open, paint or hang anything on them. From \
delivery to pickup you are responsible for loss, and for damage beyond ordinary wear.

Payment. The deposit is due when you book, and the balance before the delivery.

Changes. Message, day and place can be changed while the letters are available. Until {cancellation} \
you can cancel at no cost and get the deposit back; after that we keep the deposit.

If we cannot come. If circumstances beyond our control keep us from delivering “{message}”, we refund everything \
you have paid."""


_USUAL_CANCELLATION: Final = """\
Until {cancellation} \
you can cancel at no cost and get the deposit back; after that we keep the deposit."""


_DEPOSIT_PAID: Final = "The deposit is due when you book, and the balance before the delivery."
_NO_DEPOSIT: Final = "The total is due before the delivery."
_DEPOSIT_BACK: Final = " and get the deposit back; after that we keep the deposit."


def terms_text(words: str | None, tiers: Sequence[str] = (), *, deposit: bool = True) -> str:
    """Return the terms before their fields are filled in: the business's own, or the default ones.

    The default terms describe the tiers of the payment policy if there are any, and only mention a deposit with
    ``deposit``.
    """
    if words is not None:
        return words
    usual = DEFAULT_TERMS.replace(_USUAL_CANCELLATION, f"Cancellation: {' '.join(tiers)}") if tiers else DEFAULT_TERMS
    return usual if deposit else usual.replace(_DEPOSIT_PAID, _NO_DEPOSIT).replace(_DEPOSIT_BACK, ".")


def free_until(hours: int) -> str:
    """Describe when free cancellation ends, `hours` before the delivery: "3 days before the delivery"."""
    if hours == 0:
        return "the delivery"
    days, rest = divmod(hours, 24)
    # Two days are written as 48 hours.
    span = counted(days, "day") if rest == 0 and days > _SPOKEN_IN_HOURS else counted(hours, "hour")
    return f"{span} before the delivery"


def unknown_fields(text: str, fields: Iterable[Field] = FIELDS) -> list[str]:
    """Return fields in braces that don't exist, in order of appearance."""
    known = {field.name for field in fields}
    return [name for name in dict.fromkeys(_FIELD.findall(text)) if _FORMER_NAMES.get(name, name) not in known]


def unpaired_brace(text: str) -> str | None:
    """Return the words around the first unpaired brace, such as "{price", or None."""
    for line in text.split("\n"):
        found = _UNPAIRED.search(_FIELD.sub(lambda field: " " * len(field[0]), line))
        if found is not None:
            return found[0][:40]
    return None


def filled(text: str, values: Mapping[str, str | None]) -> str:
    """Fill in the fields; a field without a value becomes `OPEN`. Braces in values are left alone."""
    return _FIELD.sub(lambda field: values.get(_FORMER_NAMES.get(field[1], field[1])) or OPEN, text)
