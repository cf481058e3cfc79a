"""Gift cards in requests: the fields of a form, and the interface of the package that redeems them.

That package depends on this one, so the application injects it at startup.
"""

from collections.abc import Callable, Generator
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
        description="What the estimate said that the gift card covers; if less is left by now: 409 `gift_card_short`"
    ),
]


class GiftCardOut(ResponseModel):
    """What a gift card pays of a total, and what is left on it afterward."""

    balance: Annotated[CurrencyUnits, Field(description="What is on the card before this payment")]
    covers: Annotated[CurrencyUnits, Field(description="What the card pays of the total")]
    left: Annotated[CurrencyUnits, Field(description="What is left on the card afterward")]


@dataclass(frozen=True, slots=True)
class GiftCardUse:
    """A gift card that a request pays with.

    ``shown_cents`` is what its sender saw that the card covers. If the request doesn't say, it is what customers were
    last told is left on the card: by an estimate, or when a request was refused.
    """

    code: str
    shown_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Redeemed:
    """What a gift card paid, and what was on it before, in cents."""

    cents: int
    balance_cents: int

    def answer(self) -> GiftCardOut:
        """Serialize it."""
        left = self.balance_cents - self.cents
        return GiftCardOut(balance=units(self.balance_cents), covers=units(self.cents), left=units(left))

    @classmethod
    def expected(cls, balance_cents: int, total_cents: int) -> Self:
        """Return what a card with this balance would pay of a total."""
        return cls(max(0, min(balance_cents, total_cents)), balance_cents)


class GiftCards(Protocol):
    """Balances of gift cards, and paying bookings with them."""

    def are_sold(self, db: Session) -> bool:
        """Return true if the session's business has any gift cards."""
        ...

    def balance(self, database: Database, operator_id: int, code: str, now: datetime) -> int:
        """Return what is left on a business's card, in cents, which its owner knows from then on.

        Raises UnknownGiftCard and GiftCardExpired.
        """
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
        """Pay what is due on a booking with a card, or ``at_most`` some cents of it, as far as the card covers it.

        ``terms`` are those read when this transaction took the lock, ``by`` the name of a member of the business.
        Raises UnknownGiftCard, GiftCardExpired, and GiftCardShort if the card covers less than was shown.
        """
        ...


class ShortGiftCard(Conflict):
    """A gift card covers less than was shown, for example because another booking used it in the meantime. Carries what
    is left, in currency units.
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
def telling_what_is_left(
    request: Request, operator: Callable[[Session], int], code: str | None, now: datetime
) -> Generator[None]:
    """Remember what a refusal in the enclosed block says is left on a gift card, so that sending the request again
    accepts it. ``operator`` returns the business's id.
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
    """Return the application's gift cards."""
    return cast("GiftCards", request.app.state.gift_cards)
