"""Gift cards in requests: fields of requests, and the interface to the `gift_cards` package.

That package depends on this one, so the application injects its implementation at startup.
"""

from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Protocol, Self, cast

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import database
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.http.schemas import AtMost, CurrencyAmount, CurrencyUnits, OptionalCodeText, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money

FIELD: Final = "giftCard"
OptionalGiftCard = Annotated[
    OptionalCodeText, AtMost(80), Field(description="The code of a gift card or credit; case and hyphens are ignored")
]
OptionalGiftCardAmount = Annotated[
    CurrencyAmount | None,
    Field(
        description="Amount that the gift card covers as shown by the estimate; 409 `gift_card_short` if less is left"
    ),
]


class GiftCardOut(ResponseModel):
    """A gift card's share of a total, and its balance before and after."""

    balance: Annotated[CurrencyUnits, Field(description="Balance before this payment")]
    covers: Annotated[CurrencyUnits, Field(description="Part of the total that the card pays")]
    left: Annotated[CurrencyUnits, Field(description="Balance after this payment")]


@dataclass(frozen=True, slots=True)
class GiftCardUse:
    """A gift card in a request.

    ``shown_cents`` is the amount that the page showed as covered. If the request omits it, the balance last shown to a
    customer applies: by an estimate, or in a rejected request.
    """

    code: str
    shown_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Redeemed:
    """Amount that a gift card paid, and its balance before, in cents."""

    cents: int
    balance_cents: int

    def answer(self) -> GiftCardOut:
        """Serialize the payment."""
        left = self.balance_cents - self.cents
        return GiftCardOut(balance=units(self.balance_cents), covers=units(self.cents), left=units(left))

    @classmethod
    def expected(cls, balance_cents: int, total_cents: int) -> Self:
        """Return the payment that a card with this balance would make toward a total."""
        return cls(max(0, min(balance_cents, total_cents)), balance_cents)


@dataclass(frozen=True, slots=True)
class BoughtGiftCard:
    """A gift card that was bought online. ``ending`` is the last four characters of its code."""

    id: int
    ending: str


class GiftCards(Protocol):
    """Balances of gift cards, and paying bookings with them."""

    def are_sold(self, db: Session) -> bool:
        """Return true if the session's business has any gift cards."""
        ...

    def balance(self, database: Database, operator_id: int, code: str, now: datetime) -> int:
        """Return a card's balance in cents, and store it as the balance shown last.

        Raises UnknownGiftCard and GiftCardExpired.
        """
        ...

    def bought_with(self, db: Session, provider_ids: Collection[str]) -> Mapping[str, BoughtGiftCard]:
        """Return the cards that were bought with these payments, by the provider's payment ID."""
        ...

    def expected(
        self,
        db: Session,
        terms: Terms,
        booking_id: int,
        use: GiftCardUse,
        now: datetime,
        *,
        at_most: int | None = None,
    ) -> Redeemed:
        """Return the result that `redeem` would have, or raise its errors, without changing anything."""
        ...

    def redeem(
        self,
        db: Session,
        terms: Terms,
        booking_id: int,
        use: GiftCardUse,
        now: datetime,
        *,
        at_most: int | None = None,
        by: str | None = None,
    ) -> Redeemed:
        """Pay the amount due on a booking with a card, limited by the card's balance and ``at_most`` (cents).

        The transaction holds the operator's lock, under which ``terms`` were read. ``by`` is the name of the team
        member, if one records the payment. Raises UnknownGiftCard, GiftCardExpired, and ShortGiftCard if the card
        covers less than was shown.
        """
        ...


class ShortGiftCard(Conflict):
    """A gift card covers less than was shown, for example because another booking used it in the meantime. Carries the
    balance in currency units.
    """

    code = "gift_card_short"

    def __init__(self, left_cents: int, currency: str) -> None:
        sentence = (
            f"Only {money(left_cents, currency)} is left on this gift card. Please check the amount and send it again."
            if left_cents
            else "Nothing is left on this gift card."
        )
        super().__init__(sentence, left=units(left_cents), fields={FIELD: sentence})


@contextmanager
def remember_short_balance(
    request: Request, operator: Callable[[Session], int], code: str | None, now: datetime
) -> Generator[None]:
    """If the enclosed block raises ShortGiftCard, store the balance as shown, so that repeating the request succeeds.
    ``operator`` returns the business's id.
    """
    try:
        yield
    except ShortGiftCard:
        if code is not None:
            base = database(request)
            with base.read() as db:
                operator_id = operator(db)
            gift_cards_of(request).balance(base, operator_id, code, now)
        raise


def gift_cards_of(request: Request) -> GiftCards:
    """Return the application's implementation of gift cards."""
    return cast("GiftCards", request.app.state.gift_cards)
