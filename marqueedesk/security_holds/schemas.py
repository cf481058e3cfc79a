"""Request and response models of security holds."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.inventory.photos import DIGEST
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount
from marqueedesk.pricing.card_terms import SecurityHoldOut

MOST_PHOTOS = 10


class CaptureHoldInput(RequestModel):
    """Body of POST /api/bookings/{id}/hold/capture: the amount of the damage, the reason, and photos that show it."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "reason": {"*": "Enter the reason for the charge, with at most 200 characters"},
        "photoDigests": {"*": f"Add at most {MOST_PHOTOS} photos that were uploaded here"},
    }

    amount: PositiveAmount
    reason: Annotated[RequiredText, AtMost(200)]
    photo_digests: Annotated[
        list[Annotated[str, Field(pattern=DIGEST)]],
        Field(max_length=MOST_PHOTOS, description="Digests returned by POST /api/photos"),
    ] = Field(default_factory=list[str])


class BookingHoldOut(ResponseModel):
    """A booking's security hold, and its money."""

    hold: SecurityHoldOut | None
    received: CurrencyUnits
    balance_due: CurrencyUnits
