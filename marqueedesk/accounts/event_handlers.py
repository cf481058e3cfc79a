"""Event handlers of accounts: create links for emails that grant access to an account."""

from functools import partial

from marqueedesk.accounts import resets
from marqueedesk.domain_events import EventDelivery, PasswordForgotten, SignInHeld, Subscriber, on
from marqueedesk.kit.http.links import PURPOSE, Signer
from marqueedesk.settings import Settings


def _signer(settings: Settings) -> Signer:
    # Read the key only when needed: without SECRET_KEY, reading it creates a file.
    return Signer(settings.key_for(PURPOSE))


def _make_link(settings: Settings, delivery: EventDelivery[PasswordForgotten]) -> None:
    if delivery.now - delivery.published_at <= resets.LASTS:
        resets.ask(delivery.db, delivery.event.email, _signer(settings), delivery.now)


def _offer_sign_in(settings: Settings, delivery: EventDelivery[SignInHeld]) -> None:
    if delivery.event.matches and delivery.now - delivery.published_at <= resets.LASTS:
        limits_on = settings.rate_limits == "on"
        resets.offer_sign_in(delivery.db, delivery.event.user_id, _signer(settings), delivery.now, limits_on=limits_on)


def subscriber(settings: Settings) -> Subscriber:
    """Return the event handlers of this package."""
    handlers = [on(PasswordForgotten, partial(_make_link, settings)), on(SignInHeld, partial(_offer_sign_in, settings))]
    return Subscriber("accounts", dict(handlers))
