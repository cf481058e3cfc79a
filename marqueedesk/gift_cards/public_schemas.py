"""Request and response models of the page where customers buy gift cards."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.gift_cards.models import LONGEST_MESSAGE, LONGEST_RECIPIENT
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    Day,
    Email,
    OptionalBlock,
    OptionalEmail,
    RequestModel,
    RequiredText,
    ResponseModel,
)
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount

_EMAIL = "Enter an email address, for example name@example.com"


PurchaseState = Literal["unpaid", "processing", "paid", "refunded"]


class GiftCardPageOut(BusinessFormatsOut):
    """The amounts and terms of a business's gift card page."""

    time_zone: str
    amounts: list[CurrencyUnits]
    own_amount: Annotated[bool, Field(description="True if customers can enter another amount")]
    least: Annotated[CurrencyUnits, Field(description="Smallest amount that can be entered")]
    most: Annotated[CurrencyUnits, Field(description="Largest amount that can be entered")]
    valid_through: Annotated[
        str | None, Field(description="Last day of a card bought today; null if it doesn't expire")
    ]
    today: str
    last_day: Annotated[str, Field(description="Last day for `sendOn`")]


class GiftCardPurchaseInput(RequestModel):
    """POST /api/public/gift-cards/{publicKey}/purchases."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "to": {"*": "Enter who the gift card is for, in at most 200 characters"},
        "toEmail": {"*": _EMAIL},
        "buyer": {"*": "Enter your name, in at most 200 characters"},
        "buyerEmail": {"*": _EMAIL},
        "message": {"*": f"Use at most {LONGEST_MESSAGE} characters for the message"},
        "sendOn": {"*": "Choose a day, for example 2027-06-01"},
    }

    amount: PositiveAmount
    to: Annotated[RequiredText, AtMost(LONGEST_RECIPIENT), Field(description="Recipient's name")]
    to_email: Annotated[OptionalEmail, Field(description="Where to send the code; to the buyer by default")] = None
    message: Annotated[OptionalBlock, AtMost(LONGEST_MESSAGE)] = None
    send_on: Annotated[Day | None, Field(description="Day on which to send the code; at once by default")] = None
    buyer: Annotated[RequiredText, AtMost(200), Field(description="Buyer's name")]
    buyer_email: Email


class GiftCardFormOut(ResponseModel):
    """The card form of a purchase, and the secret with which the buyer's browser reads the purchase."""

    purchase: str
    client_secret: str
    account: str
    amount: CurrencyUnits
    currency: str


class PurchaseLookInput(RequestModel):
    """POST /api/public/gift-cards/{publicKey}/purchases/look."""

    purchase: Annotated[str, Field(min_length=1, max_length=100)]


class PurchaseOut(ResponseModel):
    """A purchase as its buyer sees it. ``code`` is only in the first response after the payment."""

    state: PurchaseState
    amount: CurrencyUnits
    currency: str
    to: str
    sent_to: Annotated[str, Field(description="The address that gets the code")]
    send_on: str | None
    expires_on: str | None
    ending: Annotated[str, Field(description="Last four characters of the code")]
    code: str | None


def day_text(day: date | None) -> str | None:
    """Return a day as in responses."""
    return day.isoformat() if day is not None else None
