"""Reasons why a card can't be kept, removed or charged."""

from marqueedesk.kit.errors import Conflict, TooMuch


class NoCard(Conflict):
    """The booking has no card on file."""

    code = "no_card"
    message = "This booking has no card on file. Send the customer a payment request instead."


class NotDue(TooMuch):
    """The amount exceeds the balance due. Carries that balance, in currency units."""

    code = "not_due"
    carries = "due"
    message = "Only {left} is due on this booking."
    nothing_left = "Nothing is due on this booking."


class NotChargeable(Conflict):
    """The cards of requests can't be charged, because nothing is agreed yet."""

    code = "not_payable"
    message = "You can charge the card only after you have confirmed the booking."


class CardNeeded(Conflict):
    """The card can't be removed while something is due that the customer agreed to pay with it."""

    code = "card_needed"
    message = (
        "Something is still due that you agreed to pay with this card. Please pay it or add another card, "
        "then you can remove this one."
    )


class ChargeStopped(Conflict):
    """The charge was canceled at the same moment, for example because another payment was recorded."""

    code = "charge_stopped"
    message = "The card was not charged, because the booking's payments have changed. Reload the page to see them."


class AlreadyCharged(Conflict):
    """The announced charge can't be withdrawn anymore."""

    code = "already_charged"
    message = "This charge can't be withdrawn anymore. Reload the page to see its state."
