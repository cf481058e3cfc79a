"""Reasons why a gift card can't be used or changed."""

from marqueedesk.kit.errors import Conflict, NotFound


class UnknownGiftCard(NotFound):
    """The business has no gift card with this code or id. Voided ones are unknown too."""

    message = "Unknown gift card. Please check the code."


class GiftCardExpired(Conflict):
    """The gift card's last day has passed."""

    code = "gift_card_expired"
    message = "This gift card expired on {day}."


class GiftCardUsed(Conflict):
    """A gift card that a booking was paid with can't be voided."""

    code = "gift_card_used"
    message = "This gift card has been used, so it can't be voided."


class NothingToCredit(Conflict):
    """The canceled booking has no money to turn into a credit."""

    code = "nothing_to_credit"
    message = "Only a canceled booking with money to return can become a credit."
