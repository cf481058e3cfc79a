"""What accounts do about events: make the link for somebody who forgot their password."""

from functools import partial

from marqueedesk.accounts import resets
from marqueedesk.domain_events import Delivery, PasswordForgotten, Subscriber, on
from marqueedesk.kit.links import PURPOSE, Signer
from marqueedesk.settings import Settings


def _make_link(settings: Settings, delivery: Delivery[PasswordForgotten]) -> None:
    if delivery.now - delivery.published_at <= resets.LASTS:
        # The key is only read when it is needed: without SECRET_KEY, it is a file that is created then.
        signer = Signer(settings.key_for(PURPOSE))
        resets.ask(delivery.db, delivery.event.email, signer, delivery.now)


def subscriber(settings: Settings) -> Subscriber:
    """The handlers of this package."""
    return Subscriber("accounts", dict([on(PasswordForgotten, partial(_make_link, settings))]))
