"""Payments other than by card: a business's payment methods and instructions. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict, cast

from marqueedesk.kit.text.text_forms import name_key

MethodKind = Literal["cash", "bank_transfer", "other"]
"""Accounting category of a payment method, each with an account of its own."""


class StoredMethod(TypedDict):
    """`PaymentMethod` as JSON."""

    kind: MethodKind
    name: str


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """A payment method other than a card, under the business's own name for it."""

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
# Methods used in a single country, in addition to those used nearly everywhere.
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
    """Return the default methods for a currency."""
    if currency == "USD":
        return _IN_DOLLARS
    return (_CASH, _TRANSFER, *_LOCAL.get(currency, ()), PaymentMethod("other", "PayPal"))


@dataclass(frozen=True, slots=True)
class WaysToPay:
    """A business's payment methods and instructions. ``beside_cards`` is true if customers who can pay by card see the
    instructions too.
    """

    methods: tuple[PaymentMethod, ...]
    words: str | None = None
    beside_cards: bool = False

    def method(self, name: str) -> PaymentMethod | None:
        """Find a method by name, ignoring case and spelling variants; None if there is none."""
        key = name_key(name)
        by_key = (one for one in self.methods if key and name_key(one.name) == key)
        return next((one for one in self.methods if one.name == name), None) or next(by_key, None)


def read_methods(stored: Sequence[StoredMethod] | None, currency: str) -> tuple[PaymentMethod, ...]:
    """Parse stored methods, or return the defaults for the currency."""
    if stored is None:
        return usual_methods(currency)
    return tuple(PaymentMethod(row["kind"], row["name"]) for row in stored)


def stored_methods(methods: Sequence[PaymentMethod]) -> list[StoredMethod]:
    """Serialize to the stored form: JSON values only."""
    return [cast("StoredMethod", {"kind": one.kind, "name": one.name}) for one in methods]
