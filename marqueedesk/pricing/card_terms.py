"""Cards on file as bookings store and show them."""

from typing import Annotated, TypedDict

from pydantic import Field

from marqueedesk.kit.http.schemas import ResponseModel


class StoredCardOnFile(TypedDict):
    """The card that a customer keeps for a booking, as shown: ``expires`` is the last month as YYYY-MM, and
    ``consent_at`` a UTC date-time.
    """

    brand: str
    last4: str
    expires: str | None
    consent_at: str


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
