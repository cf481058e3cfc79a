"""How a business's customers pay other than by card: the methods that it takes, and its own words on them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict, cast

from marqueedesk.kit.text.text_forms import name_key

MethodKind = Literal["cash", "bank_transfer", "other"]
"""The kind of a method in the books: each kind has an account of its own."""


class StoredMethod(TypedDict):
    """`PaymentMethod` as JSON."""

    kind: MethodKind
    name: str


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """A way to pay without a card, as the business calls it."""

    kind: MethodKind
    name: str


_CASH: Final = PaymentMethod("cash", "Cash")
_CHECK: Final = PaymentMethod("other", "Check")
_TRANSFER: Final = PaymentMethod("bank_transfer", "Bank transfer")
_IN_DOLLARS: Final = (
    _CASH,
    _CHECK,
    _TRANSFER,
    PaymentMethod("other", "Venmo"),
    PaymentMethod("other", "Zelle"),
    PaymentMethod("other", "Cash App"),
)
# What people use in one country besides what is usual nearly everywhere.
_LOCAL: Final[Mapping[str, tuple[PaymentMethod, ...]]] = {
    "CAD": (_CHECK, PaymentMethod("bank_transfer", "Interac e-Transfer")),
    "AUD": (PaymentMethod("bank_transfer", "PayID"),),
    "CHF": (PaymentMethod("other", "TWINT"),),
    "DKK": (PaymentMethod("other", "MobilePay"),),
    "NOK": (PaymentMethod("other", "Vipps"),),
    "SEK": (PaymentMethod("other", "Swish"),),
    "BRL": (PaymentMethod("bank_transfer", "Pix"),),
    "SGD": (PaymentMethod("bank_transfer", "PayNow"),),
}


def usual_methods(currency: str) -> tuple[PaymentMethod, ...]:
    """The methods of a business that has not chosen its own: those that are usual where its currency is."""
    if currency == "USD":
        return _IN_DOLLARS
    return (_CASH, _TRANSFER, *_LOCAL.get(currency, ()), PaymentMethod("other", "PayPal"))


@dataclass(frozen=True, slots=True)
class WaysToPay:
    """The methods that a business takes, and its words on them for customers. ``beside_cards`` says whether customers
    who can pay by card read the words too.
    """

    methods: tuple[PaymentMethod, ...]
    words: str | None = None
    beside_cards: bool = False

    def method(self, name: str) -> PaymentMethod | None:
        """The method of this name, however it is written; None if the business does not take it."""
        key = name_key(name)
        by_key = (one for one in self.methods if key and name_key(one.name) == key)
        return next((one for one in self.methods if one.name == name), None) or next(by_key, None)


def read_methods(stored: Sequence[StoredMethod] | None, currency: str) -> tuple[PaymentMethod, ...]:
    """Methods from their stored form; the usual ones of its currency where a business has stored none of its own."""
    if stored is None:
        return usual_methods(currency)
    return tuple(PaymentMethod(row["kind"], row["name"]) for row in stored)


def stored_methods(methods: Sequence[PaymentMethod]) -> list[StoredMethod]:
    """The stored form: JSON values only."""
    return [cast("StoredMethod", {"kind": one.kind, "name": one.name}) for one in methods]
