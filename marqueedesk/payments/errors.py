"""Reasons why a customer's payment cannot be made or changed."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMuch


class NoPayment(NotFound):
    """The booking has no such payment."""

    code = "no_payment"
    message = "This payment does not exist."


class Overpaid(TooMuch):
    """The amount exceeds the balance due. Carries the balance, in currency units."""

    code = "overpaid"
    carries = "due"
    message = "Only {left} is due on this booking."
    nothing_left = "This booking is already paid in full."


class TooMuchBack(TooMuch):
    """The amount exceeds what can still be refunded of a payment. Carries that amount, in currency units."""

    code = "too_much_back"
    carries = "refundable"
    message = "You can refund at most {left} of this payment."
    nothing_left = "This payment can't be refunded any further."


class StillProcessing(Conflict):
    """A bank is still moving the payment's money, so there is nothing to refund yet."""

    code = "payment_processing"
    message = (
        "This payment is still on its way from the customer's bank, so it can't be refunded yet. Refund it once it has "
        "arrived."
    )


class NothingOwed(Conflict):
    """No payment can be requested for a pending or canceled booking."""

    code = "not_payable"
    message = "You can request a payment only for a confirmed or completed booking."


class NotVoidable(Conflict):
    """The payment cannot be voided, because it was made by card or has been refunded at least in part."""

    code = "not_voidable"
    message = "Only a payment that was recorded by hand and not refunded can be voided."


class NotPayable(Conflict):
    """Pending and canceled bookings cannot be paid on their page."""

    code = "not_payable"
    message = "This booking can't be paid here right now. Please contact the business."


class NotLapsed(Conflict):
    """Only the letters of a booking whose time to pay ran out can be held again."""

    code = "not_lapsed"
    message = "This booking's letters can't be held again. Please contact the business."


class NothingOpen(Conflict):
    """The amount was already paid, for example in another window."""

    code = "already_paid"
    message = "This is already paid. Thank you!"


class AlreadyAuthorized(NothingOpen):
    """The card was already authorized, for example in another window."""

    message = "Your card is already authorized. Thank you!"


class CaptureFailed(Conflict):
    """The provider refused to charge an authorized card, so the booking stays pending. ``reason`` is a sentence."""

    code = "capture_failed"
    message = "The customer's card could not be charged, so the booking is not confirmed. {reason}"
    refused = "Try again, or cancel the request and ask the customer for another card."
    disconnected = "Your Stripe account is not connected anymore. You can confirm the booking without the payment."
    ended = "The authorization has ended. You can confirm the booking without it and ask for the payment afterward."


class AmountChanged(Conflict):
    """The amount on the page is no longer the amount due. Carries the amount due, in currency units."""

    code = "amount_changed"
    message = "The amount due has changed since you opened this page. Please check it and try again."


class NoShare(NotFound):
    """No share belongs to the link: it is malformed, unknown, withdrawn, or from an inactive business. The response is
    the same in each case.
    """

    code = "no_share"
    message = "This payment link is not valid. Please ask the person who sent it to you."


class ShareIsPaid(Conflict):
    """A paid share cannot be withdrawn."""

    code = "share_is_paid"
    message = "This share is already paid, or its payment is processing."


class TooManyShares(Conflict):
    """The booking has the maximum number of shares."""

    code = "too_many_shares"
    message = "A payment can be split among at most 20 people. Please remove one first."


class TooSmallForCard(Conflict):
    """The amount is below the provider's minimum for card payments."""

    code = "too_small_for_card"
    message = "The minimum card payment is {least}. Please pay the business directly."


class PaymentUnderWay(Conflict):
    """Another payment of the booking is still in progress."""

    code = "payment_under_way"
    message = "A card payment for this booking is in progress. Please try again in a moment."


class NoCardPayments(Conflict):
    """The business does not accept cards here: it has no connected account, or the provider does not allow it."""

    code = "no_card_payments"
    message = "This business does not accept cards here. Please pay it directly."
