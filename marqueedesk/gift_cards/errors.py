"""Errors of gift cards and credits."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMany


class UnknownGiftCard(NotFound):
    """The business has no gift card with this code or id. Voided cards count as unknown."""

    message = "Unknown gift card. Please check the code."


class GiftCardExpired(Conflict):
    """The gift card's last day has passed."""

    code = "gift_card_expired"
    message = "This gift card expired on {day}."


class GiftCardUsed(Conflict):
    """A gift card that was used can't be voided."""

    code = "gift_card_used"
    message = "This gift card has been used, so it can't be voided."


class NothingToCredit(Conflict):
    """The booking is not canceled, or has no overpayment."""

    code = "nothing_to_credit"
    message = "Only a canceled booking with money to refund can become a credit."


class GiftCardBlocked(Conflict):
    """The buyer's bank disputes the purchase, or the dispute was lost."""

    code = "gift_card_blocked"
    message = "This gift card is blocked. Please contact the business."


class ShopClosed(NotFound):
    """The business sells no gift cards online."""

    message = "This business doesn't sell gift cards online."


class TooManyPurchases(TooMany):
    """Too many gift card purchases are being started."""

    message = "Many gift cards are being bought right now. Please try again in a minute."


class NoPurchase(NotFound):
    """The business has no gift card purchase with this secret."""

    message = "We couldn't find this purchase."
