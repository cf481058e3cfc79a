"""Whether the payment keys are right, as an answer for a person."""

from marqueedesk.admin.schemas import CheckOut
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.settings import is_live_key
from marqueedesk.stripe.errors import KeysRefused, ProviderProblem
from marqueedesk.stripe.provider import Connect


def key_check(keys: StripeKeys | None, connect: Connect) -> CheckOut:
    """Ask the provider with these keys: they work, they work in test mode, or they are wrong."""
    if keys is None:
        return CheckOut(ok=False, code="no_keys", sentence="No keys are set, so nobody can pay by card.")
    live = is_live_key(keys.secret_key)
    if is_live_key(keys.publishable_key) != live:
        return _wrong("Wrong key: one of the two keys is for test mode and the other is live. Take both from one page.")
    try:
        connect(keys).prove_keys()
    except KeysRefused:
        return _wrong("Wrong key: Stripe does not accept the secret key.")
    except ProviderProblem:
        sentence = "Stripe could not be reached, so the keys are neither right nor wrong yet. Please try again."
        return CheckOut(ok=False, code="unreachable", sentence=sentence)
    works = "The keys work. Payments move real money." if live else "The keys work, in test mode: no real money moves."
    lacking = "" if keys.webhook_secret else " Without a webhook secret, payments are not noticed here."
    return CheckOut(ok=True, code="works" if live else "test_mode", sentence=works + lacking)


def _wrong(sentence: str) -> CheckOut:
    return CheckOut(ok=False, code="wrong_key", sentence=sentence)
