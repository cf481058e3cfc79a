"""Request and response models of cards on file."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.inventory.photos import PHOTOS_SENTENCES, PhotoDigests
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount
from marqueedesk.pricing.card_terms import CardOnFileOut


class CardFormOut(ResponseModel):
    """Data for the form that saves a card. The customer agrees to ``mandate`` by completing the form."""

    client_secret: str
    publishable_key: str
    account: Annotated[str, Field(description="The connected account for the provider's script")]
    mandate: str


class CardLookOut(ResponseModel):
    """The card on file after a check with the provider; null until it is saved."""

    card_on_file: CardOnFileOut | None


class ChargeCardInput(RequestModel):
    """Body of POST /api/bookings/{id}/charge: the amount, and the reason shown to the customer."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "reason": {"*": "Enter the reason for the charge, with at most 300 characters"},
        "photoDigests": PHOTOS_SENTENCES,
    }

    amount: PositiveAmount
    reason: Annotated[RequiredText, AtMost(300)]
    photo_digests: PhotoDigests = Field(default_factory=list[str])


class AnnouncedChargeOut(ResponseModel):
    """A charge that is announced to the customer before their card is charged."""

    id: int
    state: Annotated[
        Literal["announced", "charging", "charged", "withdrawn", "declined", "not_due"],
        Field(description="`not_due`: the customer had already paid"),
    ]
    amount: CurrencyUnits
    reason: str
    photos: Annotated[list[str], Field(description="Digests")]
    charge_at: Annotated[str, Field(description="When the card will be charged")]
    by: str
    failure: str | None


class ChargeNoticeOut(ResponseModel):
    """A charge for damage or loss as shown to the customer."""

    state: Literal["announced", "charged"]
    amount: CurrencyUnits
    reason: str
    photos: Annotated[list[str], Field(description="Digests, for GET /api/public/bookings/{token}/photos/{digest}")]
    at: Annotated[str, Field(description="When the card is or was charged")]


class ChargedOut(ResponseModel):
    """A charge of a card on file, and the booking's money after it."""

    payment_id: int
    state: Annotated[
        Literal["received", "processing"], Field(description="`processing` while a bank is still moving the money")
    ]
    amount: CurrencyUnits
    received: CurrencyUnits
    balance_due: CurrencyUnits
