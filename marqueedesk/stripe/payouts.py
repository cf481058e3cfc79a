"""Payouts of a connected account to its business's bank, each with the entries that it is the sum of."""

from typing import TYPE_CHECKING, Any, Final

from marqueedesk.stripe import mapping
from marqueedesk.stripe.installation import InstallationCalls
from marqueedesk.stripe.values import BalanceEntry, PayoutState

if TYPE_CHECKING:
    import stripe

_PAGE: Final = 100


class PayoutCalls(InstallationCalls):
    """The part of a conversation that is about one connected account's payouts."""

    def payouts(self, account_id: str, *, most: int) -> list[PayoutState]:
        """The newest payouts of a connected account."""
        found = self._ask(lambda client: client.v1.payouts.list({"limit": most}, {"stripe_account": account_id}).data)
        return [mapping.payout_state(row) for row in found]

    def entries_of(self, account_id: str, payout_id: str) -> list[BalanceEntry]:
        """What a payout is the sum of, the newest first; the payout's own entry is left out."""
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
            page = self._page(account_id, params)
            found += [mapping.balance_entry(row) for row in page.data if row.type != "payout"]
            if not page.has_more or not page.data:
                return found
            after = page.data[-1].id

    def transfer_behind(self, account_id: str, charge_id: str) -> str | None:
        """The transfer that brought a connected account's charge."""
        found = self._ask(lambda client: client.v1.charges.retrieve(charge_id, {}, {"stripe_account": account_id}))
        return mapping.id_of(found.to_dict().get("source_transfer"))

    def _page(self, account_id: str, params: "stripe.params.BalanceTransactionListParams") -> Any:
        return self._ask(lambda client: client.v1.balance_transactions.list(params, {"stripe_account": account_id}))
