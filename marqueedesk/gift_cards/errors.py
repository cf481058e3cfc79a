"""Reasons why a gift card can't be used or changed."""

from marqueedesk.bookings.charges.gift_cards import FIELD
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money


class UnknownGiftCard(NotFound):
    """The business has no gift card with this code or id. Voided ones are unknown too."""

    message = "Unknown gift card. Please check the code."


class GiftCardExpired(Conflict):
    """The gift card's last day has passed."""

    code = "gift_card_expired"
    message = "This gift card expired on {day}."


class GiftCardShort(Conflict):
    """The gift card covers less than was shown, for example because another booking used it in the meantime. Carries
    what is left, in currency units.
    """

    code = "gift_card_short"

    def __init__(self, left_cents: int, currency: str) -> None:
        sentence = (
            f"Only {money(left_cents, currency)} is left on this gift card. Please check the amount and send it again."
            if left_cents
            else "Nothing is left on this gift card."
        )
        super().__init__(sentence, left=units(left_cents), fields={FIELD: sentence})


class GiftCardUsed(Conflict):
    """A gift card that a booking was paid with can't be voided."""

    code = "gift_card_used"
    message = "This gift card has been used, so it can't be voided."


class NothingToCredit(Conflict):
    """The canceled booking has no money to turn into a credit."""

    code = "nothing_to_credit"
    message = "Only a canceled booking with money to return can become a credit."
