"""Payouts of a connected account to its business's bank, with their entries."""

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from marqueedesk.stripe import mapping
from marqueedesk.stripe.installation import InstallationCalls
from marqueedesk.stripe.values import BalanceEntry, PayoutState

if TYPE_CHECKING:
    import stripe

_PAGE: Final = 100


class PayoutCalls(InstallationCalls):
    """Calls about payouts of the conversation's account."""

    def payouts(self, *, most: int) -> list[PayoutState]:
        """Return the latest payouts."""
        found = self._ask(lambda client: client.v1.payouts.list({"limit": most}).data)
        return [mapping.payout_state(row) for row in found]

    def payouts_between(self, first: date, last: date) -> list[PayoutState]:
        """Return the payouts that arrive from ``first`` to ``last``, inclusive, newest first."""
        # Arrival dates are midnights in UTC, whatever the account's time zone.
        arrives = {"gte": _midnight(first), "lte": _midnight(last)}
        found: list[PayoutState] = []
        while True:
            params: Any = {"limit": _PAGE, "arrival_date": arrives}
            if found:
                params["starting_after"] = found[-1].id
            page = self._ask(lambda client, asked=params: client.v1.payouts.list(asked))
            found += [mapping.payout_state(row) for row in page.data]
            if not page.has_more or not page.data:
                return found

    def payout(self, payout_id: str) -> PayoutState:
        """Return the current state of a payout."""
        return mapping.payout_state(self._ask(lambda client: client.v1.payouts.retrieve(payout_id)))

    def entries_of(self, payout_id: str) -> list[BalanceEntry]:
        """Return the entries of a payout, newest first, without the payout's own entry."""
        found: list[BalanceEntry] = []
        after: str | None = None
        while True:
            params: stripe.params.BalanceTransactionListParams = {
                "payout": payout_id,
                "limit": _PAGE,
                "expand": ["data.source"],
            }
            if after is not None:
                params["starting_after"] = after
            page = self._page(params)
            found += [mapping.balance_entry(row) for row in page.data if row.type != "payout"]
            if not page.has_more or not page.data:
                return found
            after = page.data[-1].id

    def payment_behind(self, charge_id: str) -> str | None:
        """Return the ID that identifies a charge: that of the transfer from the platform, or else of its payment."""
        found = self._ask(lambda client: client.v1.charges.retrieve(charge_id))
        plain = found.to_dict()
        return mapping.id_of(plain.get("source_transfer")) or mapping.id_of(plain.get("payment_intent"))

    def _page(self, params: "stripe.params.BalanceTransactionListParams") -> Any:
        return self._ask(lambda client: client.v1.balance_transactions.list(params))


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(0), UTC).timestamp())
