"""Reasons why a customer's payment cannot be made or changed."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMuch


class NoPayment(NotFound):
    """The booking has no such payment."""

    code = "no_payment"
    sentence = "This payment does not exist."


class Overpaid(TooMuch):
    """The amount is more than is due. Carries the amount due, in currency units."""

    code = "overpaid"
    carries = "due"
    sentence = "Only {left} is open on this booking."
    nothing_left = "This booking is paid in full already."


class TooMuchBack(TooMuch):
    """The amount is more than can be refunded of a payment. Carries the refundable amount, in currency units."""

    code = "too_much_back"
    carries = "refundable"
    sentence = "At most {left} of this payment can be given back."
    nothing_left = "Nothing of this payment can be given back."


class NothingOwed(Conflict):
    """A request, or a canceled booking, is not asked to pay."""

    code = "not_payable"
    sentence = "Only a confirmed or completed booking can be asked for a payment."


class NotVoidable(Conflict):
    """A payment that the provider has taken, or that was refunded, even in part, was not entered by mistake."""

    code = "not_voidable"
    sentence = "Only a payment that was entered by hand, and of which nothing was given back, can be struck out."


class NotPayable(Conflict):
    """Requests and canceled bookings cannot be paid on their page."""

    code = "not_payable"
    sentence = "This booking cannot be paid here at the moment. Please get in touch with the business."


class NothingOpen(Conflict):
    """It is paid already, by this customer in another window or otherwise."""

    code = "already_paid"
    sentence = "This has been paid already. Thank you!"


class AmountChanged(Conflict):
    """The page shows a different amount than is due now. Carries the amount due, in currency units."""

    code = "amount_changed"
    sentence = "The open amount has changed since you opened this page. Check it again."


class NoShare(NotFound):
    """A link that leads to no share: malformed, unknown, taken back, or of a business that is not active, all alike."""

    code = "no_share"
    sentence = "This link does not lead to a payment. Please ask the person who gave it to you."


class ShareIsPaid(Conflict):
    """A share that somebody has paid cannot be taken back."""

    code = "share_is_paid"
    sentence = "This share is paid already, or the payment is on its way."


class TooManyShares(Conflict):
    """More people than anybody splits a payment among."""

    code = "too_many_shares"
    sentence = "A payment can be split among 20 people at most. Please remove one first."


class TooSmallForCard(Conflict):
    """The amount is less than the provider takes by card."""

    code = "too_small_for_card"
    sentence = "A card takes no less than {least}. Please pay the business directly."


class PaymentUnderWay(Conflict):
    """Another payment of the booking is still in progress."""

    code = "payment_under_way"
    sentence = "A card payment for this booking is just under way. Please try again in a moment."


class NoCardPayments(Conflict):
    """The business takes no cards here: it is not connected, or the provider does not allow it."""

    code = "no_card_payments"
    sentence = "This business does not take cards here. Please pay it directly."
