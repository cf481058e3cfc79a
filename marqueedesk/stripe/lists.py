"""List the objects created on an account since a moment, independently of events."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from marqueedesk.stripe import mapping
from marqueedesk.stripe.payouts import PayoutCalls
from marqueedesk.stripe.values import DisputeState, IntentState, ProviderInvoice, RefundState

_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Listed:
    """Objects of an account as the provider lists them; ``account_id`` is None for the platform's own."""

    account_id: str | None
    live: bool
    intents: list[IntentState] = field(default_factory=list[IntentState])
    refunds: list[RefundState] = field(default_factory=list[RefundState])
    disputes: list[DisputeState] = field(default_factory=list[DisputeState])
    invoices: list[ProviderInvoice] = field(default_factory=list[ProviderInvoice])

    @property
    def last_id(self) -> str:
        """Return the ID after which the next page starts."""
        return [*self.intents, *self.refunds, *self.disputes, *self.invoices][-1].id

    @property
    def count(self) -> int:
        """Return the number of objects."""
        return len(self.intents) + len(self.refunds) + len(self.disputes) + len(self.invoices)


@dataclass(frozen=True, slots=True)
class Difference:
    """An object recorded differently than the provider lists it. ``state`` is its state at the provider; the same
    object in the same state is reported only once.
    """

    object_kind: str
    object_id: str
    state: str


Page = tuple[Listed, bool]
"""A page of a list, and true if there are more."""


class ListCalls(PayoutCalls):
    """Calls that list an account's objects page by page, newest first. ``after`` is the last ID of the previous
    page.
    """

    def intents_since(self, since: datetime, after: str | None) -> Page:
        """List payments."""
        parts = ["data.latest_charge.balance_transaction"]
        page = self._ask(lambda client: client.v1.payment_intents.list(_params(since, after, expand=parts)))
        return self._listed(intents=[mapping.intent_state(row) for row in page.data]), page.has_more

    def refunds_since(self, since: datetime, after: str | None) -> Page:
        """List refunds."""
        page = self._ask(lambda client: client.v1.refunds.list(_params(since, after)))
        return self._listed(refunds=[mapping.refund_state(row) for row in page.data]), page.has_more

    def disputes_since(self, since: datetime, after: str | None) -> Page:
        """List disputes and inquiries."""
        page = self._ask(lambda client: client.v1.disputes.list(_params(since, after)))
        return self._listed(disputes=[mapping.dispute_state(row) for row in page.data]), page.has_more

    def invoices_since(self, since: datetime, after: str | None) -> Page:
        """List subscription invoices."""
        page = self._ask(lambda client: client.v1.invoices.list(_params(since, after)))
        return self._listed(invoices=[mapping.invoice_state(row) for row in page.data]), page.has_more

    def _listed(self, **rows: Any) -> Listed:
        return Listed(self.account_id, self.live, **rows)


LISTS: Final[tuple[Callable[[ListCalls, datetime, str | None], Page], ...]] = (
    ListCalls.intents_since,
    ListCalls.refunds_since,
    ListCalls.disputes_since,
)
"""Lists that every account has; the platform's own account also has invoices."""


def _params(since: datetime, after: str | None, **more: Any) -> Any:
    """Return the common parameters of all lists; the library has a separate type for each."""
    start = {"starting_after": after} if after else {}
    return {"created": {"gte": int(since.timestamp())}, "limit": _PAGE} | start | more
