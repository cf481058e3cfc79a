"""Errors of reviews."""

from marqueedesk.kit.errors import Conflict, NotFound


class UnknownReview(NotFound):
    """The link is invalid, or the review doesn't exist."""

    message = "This link is invalid or has expired."


class ReviewAnswered(Conflict):
    """The business has answered the review, so the customer can't replace it."""

    code = "review_answered"
    message = "The business has answered your review, so it can't be changed anymore."


class NoConsent(Conflict):
    """The customer didn't agree that the review is shown."""

    code = "no_consent"
    message = "The customer didn't agree to have this review shown."
