"""Errors of calls to the payment provider, each with a status and a user-facing message."""

from marqueedesk.kit.errors import Problem, Unavailable, Unparsable


class NoKeys(Unavailable):
    """This installation has no Stripe keys (S1)."""

    code = "no_stripe_keys"
    message = (
        "The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys."
    )

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, retry_after=3600, needsStripeKey=True)


class ProviderProblem(Problem):
    """A problem with the provider. If ``certain``, the provider definitely did nothing."""

    status = 502
    code = "provider_failed"
    message = "The payment provider could not be reached. Please try again in a moment. Nothing will be charged twice."
    certain = False


class ProviderUnavailable(ProviderProblem):
    """No response in time, a malformed one, or an error at the provider, which may or may not have acted on the
    request.
    """

    code = "provider_away"


class ProviderRateLimited(ProviderProblem):
    """The provider's rate limit was exceeded."""

    status = 503
    code = "provider_busy"
    message = "The payment provider is busy, so nothing was done. Please try again in a few seconds."
    certain = True


class KeysRefused(ProviderProblem):
    """The provider rejected the installation's keys."""

    status = 503
    code = "stripe_keys_refused"
    message = "The payment provider does not accept this site's keys. Please contact the administrator."
    certain = True


class ProviderRefused(ProviderProblem):
    """The provider rejected the request."""

    code = "provider_refused"
    message = "The payment provider rejected this request, so nothing was done. Please contact the administrator."
    certain = True
    said: str | None = None
    """The reason in the provider's own words, for administrators only, because it may reveal internals of the
    platform.
    """


class ProviderNotFound(ProviderRefused):
    """The object does not exist at the provider: it was deleted, or belongs to another account."""

    code = "provider_lacks"
    message = "This no longer exists at Stripe. Please try again. If that doesn't help, contact the administrator."


class CardDeclined(ProviderProblem):
    """The card was declined; the provider's message is meant for the cardholder."""

    status = 402
    code = "card_declined"
    authentication = "authentication_required"
    """Code in the response if the bank wants the cardholder to confirm the payment, which needs them to be present."""
    message = "The card was declined."
    certain = True


class BadSignature(Unparsable):
    """The webhook was not sent by the provider, or was sent too long ago."""

    code = "bad_signature"
    message = "The signature is not valid."


class NoWebhookSecret(Unavailable):
    """No secret for verifying webhooks is set, so none is accepted."""

    code = "no_webhook_secret"
    message = "No webhook secret is set, so no event can be accepted."
