"""Calls about the installation's own account: its webhook endpoints, wallet domains, and events."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final, cast

from marqueedesk.stripe import mapping
from marqueedesk.stripe.http import Conversation
from marqueedesk.stripe.values import Endpoint, PlatformAccount, WebhookEvent

if TYPE_CHECKING:
    import stripe

_OF_CARD_PAYMENTS: Final = (
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.funds_reinstated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.expired",
    "charge.refunded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "payment_intent.payment_failed",
    "payment_intent.processing",
    "payment_intent.requires_action",
    "payment_intent.succeeded",
    "radar.early_fraud_warning.created",
    "refund.created",
    "refund.failed",
    "refund.updated",
)
PLATFORM_EVENTS: Final = (
    *_OF_CARD_PAYMENTS,
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.updated",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.voided",
    "setup_intent.succeeded",
)
"""Events of the platform's own account that are handled."""
CONNECT_EVENTS: Final = (
    *_OF_CARD_PAYMENTS,
    "account.application.deauthorized",
    "account.updated",
    "payout.failed",
    "payout.paid",
    "setup_intent.succeeded",
)
"""Events of connected accounts that are handled."""
_PAGE: Final = 100


class InstallationCalls(Conversation):
    """Calls about the installation, not about a business."""

    def own_account(self) -> PlatformAccount:
        """Return the account that the secret key belongs to, with the provider's current time."""
        found = self._ask(lambda client: client.v1.accounts.retrieve_current())
        response = found.last_response
        date = response.headers.get("Date") if response is not None else None
        return PlatformAccount(found.id, parsedate_to_datetime(date).astimezone(UTC) if date else None)

    def prove_connect(self) -> None:
        """Raise ProviderRefused unless Connect is enabled for the account."""
        self._ask(lambda client: client.v1.accounts.list({"limit": 1}))

    def api_version(self) -> str:
        """Return the API version of the library."""
        import stripe  # noqa: PLC0415 - it takes 0.7 s.

        return stripe.api_version

    # --- Webhook endpoints ---

    def endpoints(self) -> list[Endpoint]:
        """Return all webhook endpoints of the account."""
        found = self._ask(lambda client: client.v1.webhook_endpoints.list({"limit": _PAGE}).data)
        return [
            Endpoint(
                row.id,
                row.url,
                tuple(row.enabled_events),
                connect=row.application is not None,
                enabled=row.status == "enabled",
                api_version=row.api_version,
            )
            for row in found
        ]

    def create_endpoint(self, url: str, events: Sequence[str], *, connect: bool, key: str) -> str:
        """Create a webhook endpoint; return its signing secret, which the provider only returns once."""
        params: stripe.params.WebhookEndpointCreateParams = {
            "url": url,
            # The library has literal types for all event names and versions.
            "enabled_events": cast("Any", list(events)),
            "connect": connect,
            "api_version": cast("Any", self.api_version()),
        }
        made = self._ask(lambda client: client.v1.webhook_endpoints.create(params, {"idempotency_key": key}))
        return str(made.secret)

    def update_endpoint(self, endpoint_id: str, events: Sequence[str]) -> None:
        """Set the events of a webhook endpoint, and enable it."""
        params: stripe.params.WebhookEndpointUpdateParams = {
            "enabled_events": cast("Any", list(events)),
            "disabled": False,
        }
        self._ask(lambda client: client.v1.webhook_endpoints.update(endpoint_id, params))

    # --- Wallet domains ---

    def domains(self) -> dict[str, bool]:
        """Return the account's wallet domains, each with true if it is enabled. Payments on a connected account need
        the domain registered there.
        """
        found = self._ask(lambda client: client.v1.payment_method_domains.list({"limit": _PAGE}).data)
        return {row.domain_name: row.enabled for row in found}

    def create_domain(self, name: str) -> None:
        """Register a wallet domain on the account.

        The call is idempotent without a key; with one, the provider would repeat an earlier rejection for a day.
        """
        self._ask(lambda client: client.v1.payment_method_domains.create({"domain_name": name}))

    # --- Events ---

    def events_since(self, since: datetime, *, after: str | None = None) -> tuple[list[WebhookEvent], bool]:
        """Return a page of the account's events since a moment (at most 30 days ago), newest first, and true if there
        are more.

        ``after`` is the id of the last event of the previous page.
        """
        params: stripe.params.EventListParams = {"created": {"gte": int(since.timestamp())}, "limit": _PAGE}
        if after is not None:
            params["starting_after"] = after
        page = self._ask(lambda client: client.v1.events.list(params))
        # When listed, an account's events do not say which account they belong to.
        return [replace(mapping.notice(event), account=self.account_id) for event in page.data], page.has_more
