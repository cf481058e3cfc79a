"""Cards on file and security holds as bookings store and show them."""

from typing import Annotated, Literal, TypedDict

from pydantic import Field

from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units


class StoredCardOnFile(TypedDict):
    """The card that a customer keeps for a booking, as shown: ``expires`` is the last month as YYYY-MM, and
    ``consent_at`` a UTC date-time.
    """

    brand: str
    last4: str
    expires: str | None
    consent_at: str


HoldState = Literal["planned", "held", "refused", "captured", "released", "lapsed"]


class StoredSecurityHold(TypedDict):
    """The security hold of a booking, as shown. ``until`` is the UTC time when it lapses; None unless it is held."""

    state: HoldState
    amount_cents: int
    captured_cents: int
    until: str | None


class SecurityHoldOut(ResponseModel):
    """The security hold on the customer's card. It isn't a payment; only ``captured`` was charged."""

    state: HoldState
    amount: CurrencyUnits
    captured: CurrencyUnits
    until: Annotated[str | None, Field(description="When the bank releases it; null unless it is held")]


def security_hold_answer(stored: StoredSecurityHold | None, planned_cents: int) -> SecurityHoldOut | None:
    """Serialize a security hold; one of ``planned_cents`` if none was placed yet. None if there is none."""
    if stored is None:
        stored = {"state": "planned", "amount_cents": planned_cents, "captured_cents": 0, "until": None}
    if not stored["amount_cents"]:
        return None
    return SecurityHoldOut(
        state=stored["state"],
        amount=units(stored["amount_cents"]),
        captured=units(stored["captured_cents"]),
        until=stored["until"],
    )


class CardOnFileOut(ResponseModel):
    """The card that a customer keeps with the business for charges when they are not present."""

    brand: str
    last4: str
    expires: Annotated[str | None, Field(description="Last month as YYYY-MM")]
    consent_at: Annotated[str, Field(description="When the customer agreed to its mandate")]


def card_answer(stored: StoredCardOnFile | None) -> CardOnFileOut | None:
    """Serialize a card on file."""
    if stored is None:
        return None
    return CardOnFileOut(
        brand=stored["brand"], last4=stored["last4"], expires=stored["expires"], consent_at=stored["consent_at"]
    )
