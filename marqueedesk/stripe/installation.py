"""Calls about the installation's own account: where events go, which sites may show wallets, what has happened."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final, cast

from marqueedesk.stripe import mapping
from marqueedesk.stripe.http import Conversation
from marqueedesk.stripe.values import Endpoint, OwnAccount, WebhookEvent

if TYPE_CHECKING:
    import stripe

_OF_CARD_PAYMENTS: Final = (
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.dispute.funds_reinstated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.refunded",
    "payment_intent.canceled",
    "payment_intent.payment_failed",
    "payment_intent.processing",
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
"""The events of the platform's own account that the product handles."""
CONNECT_EVENTS: Final = (
    *_OF_CARD_PAYMENTS,
    "account.application.deauthorized",
    "account.updated",
    "payout.failed",
    "payout.paid",
)
"""The events of connected accounts that the product handles."""
_PAGE: Final = 100


class InstallationCalls(Conversation):
    """The part of a conversation that is about the installation and not about one business."""

    def own_account(self) -> OwnAccount:
        """The account that the secret key belongs to, with the provider's time of day."""
        found = self._ask(lambda client: client.v1.accounts.retrieve_current())
        response = found.last_response
        date = response.headers.get("Date") if response is not None else None
        return OwnAccount(found.id, parsedate_to_datetime(date).astimezone(UTC) if date else None)

    def prove_connect(self) -> None:
        """Raise ProviderRefused unless the account may have connected accounts."""
        self._ask(lambda client: client.v1.accounts.list({"limit": 1}))

    def api_version(self) -> str:
        """The version of the API that the library speaks."""
        import stripe  # noqa: PLC0415 - it takes 0.7 s.

        return stripe.api_version

    # --- Where events go ---

    def endpoints(self) -> list[Endpoint]:
        """Every webhook endpoint of the account."""
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
        """Make a webhook endpoint; return its signing secret, which the provider says only now."""
        params: stripe.params.WebhookEndpointCreateParams = {
            "url": url,
            # The library names each event and version there is.
            "enabled_events": cast("Any", list(events)),
            "connect": connect,
            "api_version": cast("Any", self.api_version()),
        }
        made = self._ask(lambda client: client.v1.webhook_endpoints.create(params, {"idempotency_key": key}))
        return str(made.secret)

    def update_endpoint(self, endpoint_id: str, events: Sequence[str]) -> None:
        """Have a webhook endpoint get these events, and switch it on."""
        params: stripe.params.WebhookEndpointUpdateParams = {
            "enabled_events": cast("Any", list(events)),
            "disabled": False,
        }
        self._ask(lambda client: client.v1.webhook_endpoints.update(endpoint_id, params))

    # --- Where wallets may be shown ---

    def domains(self) -> dict[str, bool]:
        """The account's domains that are registered for wallets, and whether each is enabled. A payment that is made on
        a connected account needs the domain there.
        """
        found = self._ask(lambda client: client.v1.payment_method_domains.list({"limit": _PAGE}).data)
        return {row.domain_name: row.enabled for row in found}

    def create_domain(self, name: str) -> None:
        """Register a domain for wallets on the account. The provider registers one once, however often it is asked, so
        there is no key of our own: with one, it would repeat an earlier refusal for a day.
        """
        self._ask(lambda client: client.v1.payment_method_domains.create({"domain_name": name}))

    # --- What has happened ---

    def events_since(self, since: datetime, *, after: str | None = None) -> tuple[list[WebhookEvent], bool]:
        """A page of the account's events since a moment (30 days at most), the newest first, and whether there are
        more. ``after`` is the id of the last one of the page before.
        """
        params: stripe.params.EventListParams = {"created": {"gte": int(since.timestamp())}, "limit": _PAGE}
        if after is not None:
            params["starting_after"] = after
        page = self._ask(lambda client: client.v1.events.list(params))
        # In its own list, an account's event does not name the account.
        return [replace(mapping.notice(event), account=self.account_id) for event in page.data], page.has_more
