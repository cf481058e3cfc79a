"""Lists of what was made on an account since a moment: the provider's own view, which needs no event to have come."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from marqueedesk.stripe import mapping
from marqueedesk.stripe.payouts import PayoutCalls
from marqueedesk.stripe.values import DisputeState, IntentState, InvoiceState, RefundState

_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Listed:
    """Objects of an account as the provider lists them; ``account_id`` is None for the platform's own."""

    account_id: str | None
    live: bool
    intents: list[IntentState] = field(default_factory=list[IntentState])
    refunds: list[RefundState] = field(default_factory=list[RefundState])
    disputes: list[DisputeState] = field(default_factory=list[DisputeState])
    invoices: list[InvoiceState] = field(default_factory=list[InvoiceState])

    @property
    def last_id(self) -> str:
        """The id after which the next page of the list begins."""
        return [*self.intents, *self.refunds, *self.disputes, *self.invoices][-1].id

    @property
    def count(self) -> int:
        """How many objects there are."""
        return len(self.intents) + len(self.refunds) + len(self.disputes) + len(self.invoices)


@dataclass(frozen=True, slots=True)
class Difference:
    """An object that is not recorded here as the provider lists it. ``state`` is what it is there, in a word: the same
    object in the same state is reported once.
    """

    object_kind: str
    object_id: str
    state: str


Page = tuple[Listed, bool]
"""A page of a list, and whether there are more."""


class ListCalls(PayoutCalls):
    """The part of a conversation that lists what was made on an account, the newest first, page by page. ``after`` is
    the id of the last object of the page before.
    """

    def intents_since(self, since: datetime, after: str | None) -> Page:
        """Payments."""
        parts = ["data.latest_charge.balance_transaction"]
        page = self._ask(lambda client: client.v1.payment_intents.list(_params(since, after, expand=parts)))
        return self._listed(intents=[mapping.intent_state(row) for row in page.data]), page.has_more

    def refunds_since(self, since: datetime, after: str | None) -> Page:
        """Refunds."""
        page = self._ask(lambda client: client.v1.refunds.list(_params(since, after)))
        return self._listed(refunds=[mapping.refund_state(row) for row in page.data]), page.has_more

    def disputes_since(self, since: datetime, after: str | None) -> Page:
        """Disputes and inquiries."""
        page = self._ask(lambda client: client.v1.disputes.list(_params(since, after)))
        return self._listed(disputes=[mapping.dispute_state(row) for row in page.data]), page.has_more

    def invoices_since(self, since: datetime, after: str | None) -> Page:
        """Invoices of subscriptions."""
        page = self._ask(lambda client: client.v1.invoices.list(_params(since, after)))
        return self._listed(invoices=[mapping.invoice_state(row) for row in page.data]), page.has_more

    def _listed(self, **rows: Any) -> Listed:
        return Listed(self.account_id, self.live, **rows)


LISTS: Final[tuple[Callable[[ListCalls, datetime, str | None], Page], ...]] = (
    ListCalls.intents_since,
    ListCalls.refunds_since,
    ListCalls.disputes_since,
)
"""The lists of every account; the platform's own has invoices as well."""


def _params(since: datetime, after: str | None, **more: Any) -> Any:
    """The parameters that all lists share; each has a type of its own in the provider's library."""
    start = {"starting_after": after} if after else {}
    return {"created": {"gte": int(since.timestamp())}, "limit": _PAGE} | start | more
