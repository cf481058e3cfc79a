"""Check payment keys and describe the result in a sentence."""

from marqueedesk.admin.schemas import CheckOut
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.settings import is_live_key
from marqueedesk.stripe.errors import KeysRefused, ProviderProblem
from marqueedesk.stripe.provider import Connect


def key_check(keys: StripeKeys | None, connect: Connect) -> CheckOut:
    """Verify keys with the provider: they work, they work in test mode, or they are wrong."""
    if keys is None:
        return CheckOut(
            ok=False, code="no_keys", sentence="No Stripe keys are configured, so card payments are unavailable."
        )
    live = is_live_key(keys.secret_key)
    if is_live_key(keys.publishable_key) != live:
        return _wrong(
            "Wrong key: one key is for test mode and the other is live. Copy both from the same page in Stripe."
        )
    try:
        connect(keys).prove_keys()
    except KeysRefused:
        return _wrong("Wrong key: Stripe rejected the secret key.")
    except ProviderProblem:
        sentence = "Stripe could not be reached, so the keys were not checked. Please try again."
        return CheckOut(ok=False, code="unreachable", sentence=sentence)
    works = "The keys work. Payments move real money." if live else "The keys work, in test mode: no real money moves."
    lacking = "" if keys.webhook_secret else " Add a webhook secret so payments are recorded here."
    return CheckOut(ok=True, code="works" if live else "test_mode", sentence=works + lacking)


def _wrong(sentence: str) -> CheckOut:
    return CheckOut(ok=False, code="wrong_key", sentence=sentence)
