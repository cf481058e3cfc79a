"""Request and response models of the calls that pay a booking on its page."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.charges.gift_cards import GiftCardOut, OptionalGiftCard, OptionalGiftCardAmount
from marqueedesk.kit.http.schemas import AtMost, CodeText, CurrencyUnits, RequestModel, ResponseModel
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount

Part = Literal["deposit", "balance", "chosen"]
"""The part of the price that a payment is for."""


class PayInput(RequestModel):
    """POST …/pay: the deposit or the balance with the amount displayed, or a ``chosen`` amount. A gift card pays as
    much of it as it covers; the rest is for the card form.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": {"positive": AMOUNT["*"]}}

    part: Part
    amount: PositiveAmount
    gift_card: OptionalGiftCard = None
    gift_card_amount: OptionalGiftCardAmount = None


class GiftCardCodeInput(RequestModel):
    """Body of POST …/gift-card."""

    code: Annotated[CodeText, AtMost(80)]


class GiftCardPaidOut(ResponseModel):
    """Amount paid by a gift card. The page then reloads the booking."""

    gift_card: GiftCardOut


class PayOut(ResponseModel):
    """Data to open the card form."""

    client_secret: str
    account: Annotated[str | None, Field(description="The provider account to open the form with")]
    amount: CurrencyUnits
    currency: str
    gift_card: Annotated[GiftCardOut | None, Field(description="Amount paid by the gift card, if any")] = None


class PaidByGiftCardOut(ResponseModel):
    """Response if a gift card paid the full amount, so that no card form opens."""

    paid: Literal[True] = True
    amount: CurrencyUnits
    currency: str
    gift_card: GiftCardOut
