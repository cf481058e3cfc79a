"""Reasons why a security hold can't be captured or released."""

from marqueedesk.kit.errors import Conflict, TooMuch


class NoHold(Conflict):
    """The booking has no security hold that can be captured or released."""

    code = "no_hold"
    message = "This booking has no security hold on a card right now."


class NotRefused(Conflict):
    """The booking has no refused security hold that can be tried again."""

    code = "not_refused"
    message = "This booking has no refused security hold to retry. Reload the page to see its state."


class OverHold(TooMuch):
    """The amount exceeds the security hold. Carries the held amount, in currency units."""

    code = "over_hold"
    carries = "held"
    message = "Only {left} is held on the card."
    nothing_left = "Nothing is held on the card."


class HoldNotCaptured(Conflict):
    """The provider refused to charge the security hold. ``reason`` is a sentence."""

    code = "capture_failed"
    message = "The security hold could not be charged. {reason}"
