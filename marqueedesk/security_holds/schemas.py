"""Request and response models of security holds."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.inventory.photos import PHOTOS_SENTENCES, PhotoDigests
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount
from marqueedesk.pricing.card_terms import SecurityHoldOut


class CaptureHoldInput(RequestModel):
    """Body of POST /api/bookings/{id}/hold/capture: the amount of the damage, the reason, and photos that show it."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "reason": {"*": "Enter the reason for the charge, with at most 200 characters"},
        "photoDigests": PHOTOS_SENTENCES,
    }

    amount: PositiveAmount
    reason: Annotated[RequiredText, AtMost(200)]
    photo_digests: PhotoDigests = Field(default_factory=list[str])


class BookingHoldOut(ResponseModel):
    """A booking's security hold, and its money."""

    hold: SecurityHoldOut | None
    received: CurrencyUnits
    balance_due: CurrencyUnits
