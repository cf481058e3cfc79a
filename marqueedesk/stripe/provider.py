"""The installation's payment provider, with keys from the environment or the settings (G1, G2)."""

from collections.abc import Callable

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.service import Platform, StripeKeys, effective
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.rows import existing
from marqueedesk.settings import Settings
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import NoKeys
from marqueedesk.stripe.values import Keys, Refusal

Connect = Callable[[StripeKeys], Stripe]


def connect(keys: StripeKeys) -> Stripe:
    """Start a conversation with the provider, or with the stand-in that replaces it."""
    secrets = tuple((keys.webhook_secret or "").replace(",", " ").split())
    return Stripe(Keys(keys.secret_key, keys.publishable_key, secrets), api_base=keys.api_base or "")


class Provider:
    """Starts conversations with the provider. Tests pass another ``connect``.

    ``keep`` stores failed calls.
    """

    def __init__(
        self, settings: Settings, connect: Connect = connect, *, keep: Callable[[Refusal], None] | None = None
    ) -> None:
        self._settings = settings
        self._connect = connect
        self._keep = keep

    def find(self, db: Session) -> Stripe | None:
        """Return a conversation, or None if there are no keys. No call is made yet.

        Use one conversation per request or job, because all of its calls share a time limit.
        """
        keys = effective(db, self._settings).stripe
        return None if keys is None else self.connection(keys)

    def connection(self, keys: StripeKeys) -> Stripe:
        """Start a conversation with other keys, to test them."""
        made = self._connect(keys)
        made.on_refusal = self._keep
        return made

    def get(self, db: Session) -> Stripe:
        """Return a conversation. Raises NoKeys (503)."""
        return existing(self.find(db), NoKeys)

    def platform(self, db: Session) -> Platform:
        """Return the installation's settings."""
        return effective(db, self._settings)

    def currency(self, db: Session) -> str:
        """Return the currency of plans as the provider spells it."""
        return effective(db, self._settings).currency.lower()


class ProviderSteps:
    """Worker steps that call the provider, without a transaction; see `kit.jobs.job_runner`."""

    def __init__(self, database: Database, provider: Provider) -> None:
        self._database = database
        self._provider = provider


def provider_of(request: Request) -> Provider:
    """Return the application's provider."""
    return request.app.state.provider
