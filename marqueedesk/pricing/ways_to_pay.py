"""How a business's customers pay other than by card: the methods that it takes, and its own words on them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict, cast

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


USUAL_METHODS: Final = (
    PaymentMethod("cash", "Cash"),
    PaymentMethod("other", "Check"),
    PaymentMethod("bank_transfer", "Bank transfer"),
    PaymentMethod("other", "Venmo"),
    PaymentMethod("other", "Zelle"),
    PaymentMethod("other", "Cash App"),
)
"""The methods of a business that has not chosen its own."""


@dataclass(frozen=True, slots=True)
class WaysToPay:
    """The methods that a business takes, and its words on them for customers. ``beside_cards`` says whether customers
    who can pay by card read the words too.
    """

    methods: tuple[PaymentMethod, ...] = USUAL_METHODS
    words: str | None = None
    beside_cards: bool = False

    def words_for(self, *, card: bool) -> str | None:
        """The words for a customer who can pay by ``card``, or cannot; None where there is nothing to say."""
        return self.words if self.beside_cards or not card else None

    def method(self, name: str) -> PaymentMethod | None:
        """The method of this name, in upper or lower case; None if the business does not take it."""
        return next((one for one in self.methods if one.name.casefold() == name.casefold()), None)


def read_methods(stored: Sequence[StoredMethod] | None) -> tuple[PaymentMethod, ...]:
    """Methods from their stored form; the usual ones where a business has stored none of its own."""
    if stored is None:
        return USUAL_METHODS
    return tuple(PaymentMethod(row["kind"], row["name"]) for row in stored)


def stored_methods(methods: Sequence[PaymentMethod]) -> list[StoredMethod]:
    """The stored form: JSON values only."""
    return [cast("StoredMethod", {"kind": one.kind, "name": one.name}) for one in methods]
