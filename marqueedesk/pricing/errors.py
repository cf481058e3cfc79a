"""Reasons why a payment policy cannot be saved."""

from marqueedesk.kit.errors import Conflict


class CardsNotReady(Conflict):
    """Payment with the booking cannot be turned on, because the business cannot charge cards yet.

    The message names what is missing, and where to complete it.
    """

    code = "cards_not_ready"
    message = (
        "Customers can't pay with their booking yet. Connect your Stripe account in Settings > Payments, then save this"
        " again."
    )
    incomplete = (
        "Customers can't pay with their booking yet, because your Stripe account can't charge cards. Complete its"
        " setup in Settings > Payments, then save this again."
    )
    no_keys = (
        "Customers can't pay with their booking, because card payments are not set up on this installation. Ask its"
        " administrator to add the Stripe keys, then connect your account in Settings > Payments."
    )
