"""What can go wrong between us and the payment provider, each with its status and a sentence for a person."""

from marqueedesk.kit.errors import Problem, Unavailable, Unparsable


class NoKeys(Unavailable):
    """This installation has no keys of the provider (S1)."""

    code = "no_stripe_keys"
    sentence = (
        "The Stripe integration is not fully configured. Please contact the administrator to set up Stripe API keys."
    )

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, retry_after=3600, needsStripeKey=True)


class ProviderProblem(Problem):
    """A problem between us and the provider. ``certain``: the provider has definitely done nothing."""

    status = 502
    code = "provider_failed"
    sentence = "The payment provider could not be reached. Please try again in a moment; nothing is done twice."
    certain = False


class ProviderUnavailable(ProviderProblem):
    """No answer in time, a broken one, or a fault at the provider: whether it acted is not known."""

    code = "provider_away"


class ProviderRateLimited(ProviderProblem):
    """The provider asks us to slow down."""

    status = 503
    code = "provider_busy"
    sentence = "The payment provider is busy. Nothing was charged. Please try again in a few seconds."
    certain = True


class KeysRefused(ProviderProblem):
    """The provider does not accept the installation's keys."""

    status = 503
    code = "stripe_keys_refused"
    sentence = "The payment provider does not accept this site's keys. Please contact the administrator."
    certain = True


class ProviderRefused(ProviderProblem):
    """The provider understood and said no."""

    code = "provider_refused"
    sentence = "The payment provider refused this request. Nothing was charged. Please contact the administrator."
    certain = True
    said: str | None = None
    """The reason in the provider's own words, for administrators only: it may name things of the platform."""


class ProviderNotFound(ProviderRefused):
    """The provider does not know the object: it belongs to another account, or was removed there."""

    code = "provider_lacks"
    sentence = "The payment provider no longer knows this. Please try again; contact the administrator if it stays so."


class CardDeclined(ProviderProblem):
    """The card was declined; the message is the provider's, meant for the card's owner."""

    status = 402
    code = "card_declined"
    sentence = "The card was declined."
    certain = True


class BadSignature(Unparsable):
    """A webhook that the provider did not send, or sent too long ago."""

    code = "bad_signature"
    sentence = "The signature is not right."


class NoWebhookSecret(Unavailable):
    """There is no secret to verify webhooks with, so none is accepted."""

    code = "no_webhook_secret"
    sentence = "No webhook secret is set, so no event can be accepted."
