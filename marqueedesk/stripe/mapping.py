"""Map the provider's objects to plain values (API version 2026-10-28)."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from marqueedesk.kit.money import cents_from_provider
from marqueedesk.stripe.values import (
    AccountState,
    BalanceEntry,
    CardSetup,
    CardUsed,
    ChangePreview,
    DisputeState,
    FraudWarning,
    IntentState,
    InvoiceLine,
    PayoutState,
    ProviderFee,
    ProviderInvoice,
    RefundState,
    SubscriptionState,
    WebhookEvent,
)

if TYPE_CHECKING:
    import stripe

Plain = dict[str, Any]


def notice(event: "stripe.Event") -> WebhookEvent:
    """Convert a webhook event without its payload, because the current object is fetched instead."""
    plain = event.to_dict()
    about = _part(_part(plain, "data"), "object")
    return WebhookEvent(
        id=event.id,
        kind=event.type,
        object_kind=str(about.get("object", "")),
        object_id=about.get("id"),
        account=plain.get("account"),
        live=event.livemode,
        created=_instant(event.created),
    )


def subscription_state(found: "stripe.Subscription") -> SubscriptionState:
    """Convert a subscription. Its period is on its only item; the client secret of a payment due is on its open
    invoice.
    """
    plain = found.to_dict()
    first = (_entries(plain, "items") or [Plain()])[0]
    invoice = _part(plain, "latest_invoice")
    secret = _part(invoice, "confirmation_secret") if invoice.get("status") == "open" else {}
    price = _part(first, "price")
    recurring = _part(price, "recurring")
    return SubscriptionState(
        id=found.id,
        customer_id=str(_id(plain.get("customer"))),
        status=found.status,
        price_id=_id(first.get("price")),
        period_start=_instant_or_none(first.get("current_period_start")),
        period_end=_instant_or_none(first.get("current_period_end")),
        cancel_at_period_end=found.cancel_at_period_end,
        trial_start=_instant_or_none(found.trial_start),
        trial_end=_instant_or_none(found.trial_end),
        canceled_at=_instant_or_none(found.canceled_at),
        latest_invoice_id=_id(plain.get("latest_invoice")),
        live=found.livemode,
        metadata=_part(plain, "metadata"),
        client_secret=secret.get("client_secret"),
        card=_card(_part(plain, "default_payment_method"), with_expiry=True),
        item_id=_id(first.get("id")),
        product_id=_id(price.get("product")),
        price_cents=None if price.get("unit_amount") is None else _cents(price["unit_amount"], price["currency"]),
        recurs=(str(recurring["interval"]), int(recurring["interval_count"])) if recurring else None,
    )


def change_preview(found: "stripe.Invoice") -> ChangePreview:
    """Convert the invoice of a previewed change. A negative balance is the customer's credit."""
    return ChangePreview(
        total_cents=_cents(found.total, found.currency),
        credit_cents=_cents(max(0, -found.starting_balance), found.currency),
        due_cents=_cents(found.amount_due, found.currency),
        currency=found.currency,
        lines=tuple(
            InvoiceLine(
                str(line.get("description") or ""),
                _cents(line["amount"], found.currency),
                _instant(_part(line, "period")["end"]),
            )
            for line in _entries(found.to_dict(), "lines")
        ),
    )


def card_setup(found: "stripe.SetupIntent") -> CardSetup:
    """Convert a form for adding a card."""
    plain = found.to_dict()
    return CardSetup(
        id=found.id,
        customer_id=_id(plain.get("customer")),
        status=found.status,
        client_secret=found.client_secret,
        method_id=_id(plain.get("payment_method")),
        live=found.livemode,
        metadata=_part(plain, "metadata"),
        failure=_part(plain, "last_setup_error").get("message"),
        card=_card(_part(plain, "payment_method"), with_expiry=True),
    )


def invoice_state(found: "stripe.Invoice") -> ProviderInvoice:
    """Convert an invoice. Its subscription is in its parent, and its payments are separate objects."""
    plain = found.to_dict()
    # Put the relevant payment last: the successful one, or else the newest.
    payments = sorted(
        _entries(plain, "payments"), key=lambda entry: (entry.get("status") == "paid", entry.get("created") or 0)
    )
    paid = _part(payments[-1], "payment") if payments else {}
    return ProviderInvoice(
        id=str(plain["id"]),
        customer_id=str(_id(plain.get("customer"))),
        subscription_id=_id(_part(_part(plain, "parent"), "subscription_details").get("subscription")),
        status=str(plain["status"]),
        amount_due_cents=_cents(found.amount_due, found.currency),
        amount_paid_cents=_cents(found.amount_paid, found.currency),
        currency=found.currency,
        attempts=found.attempt_count,
        created=_instant(found.created),
        page_url=found.hosted_invoice_url,
        intent_id=_id(paid.get("payment_intent")),
        client_secret=_part(plain, "confirmation_secret").get("client_secret"),
        live=found.livemode,
    )


def intent_state(found: "stripe.PaymentIntent") -> IntentState:
    """Convert a payment. The refunded amount is on its charge."""
    plain = found.to_dict()
    charge = _part(plain, "latest_charge")
    failed = _part(plain, "last_payment_error")
    return IntentState(
        id=found.id,
        amount_cents=_cents(found.amount, found.currency),
        received_cents=_cents(found.amount_received, found.currency),
        refunded_cents=_cents(charge.get("amount_refunded") or 0, found.currency),
        currency=found.currency,
        status=found.status,
        client_secret=found.client_secret,
        customer_id=_id(plain.get("customer")),
        created=_instant(found.created),
        live=found.livemode,
        metadata=_part(plain, "metadata"),
        # A declined card is removed from the payment, but the error still contains it.
        paid_with=_card(_part(plain, "payment_method") or _part(failed, "payment_method")),
        failure=failed.get("message"),
        failure_code=failed.get("code"),
        receipt_url=charge.get("receipt_url"),
        transfer_id=_id(charge.get("transfer")),
        charge_id=_id(plain.get("latest_charge")),
        is_disputed=bool(charge.get("disputed")),
        description=found.description,
        provider_fee=_provider_fee(charge),
        fee_cents=_cents(charge.get("application_fee_amount") or 0, found.currency),
        fee_id=_id(charge.get("application_fee")),
        on_approval=found.capture_method == "manual",
        awaits_deposits=found.status == "requires_action"
        and _part(plain, "next_action").get("type") == "verify_with_microdeposits",
        capture_before=_instant_or_none(_part(_part(charge, "payment_method_details"), "card").get("capture_before")),
    )


def _provider_fee(charge: Plain) -> ProviderFee | None:
    """Return the provider's fee for a payment; None if its balance entry is missing."""
    entry = _part(charge, "balance_transaction")
    if not entry:
        return None
    parts = cast("list[Plain]", entry.get("fee_details") or [])
    amount = sum(int(part["amount"]) for part in parts if part.get("type") != "application_fee")
    return _fee_in(amount, entry, str(charge["currency"]), int(charge["amount"]))


def _fee_in(amount: int, entry: Plain, currency: str, paid: int) -> ProviderFee:
    """Return a fee of a balance entry in the currency of the payment, of which ``paid`` was paid.

    The ratio of the payment's amount to the entry's is the exact rate, also for currencies without decimals.
    """
    moved = abs(int(entry.get("amount") or 0))
    settled, rate = str(entry.get("currency") or currency).lower(), entry.get("exchange_rate")
    if settled == currency.lower() or not moved:
        return ProviderFee(_cents(amount, currency))
    converted = _cents((2 * amount * paid + moved) // (2 * moved), currency)
    return ProviderFee(converted, _cents(amount, settled), settled.upper(), None if rate is None else str(rate))


def refund_state(found: "stripe.Refund") -> RefundState:
    """Convert a refund."""
    plain = found.to_dict()
    return RefundState(
        id=found.id,
        intent_id=_id(plain.get("payment_intent")),
        amount_cents=_cents(found.amount, found.currency),
        currency=found.currency,
        status=found.status or "pending",
        created=_instant(found.created),
        metadata=_part(plain, "metadata"),
        failure=plain.get("failure_reason"),
    )


def intent_of(charge: "stripe.Charge") -> str | None:
    """Return the payment of a charge."""
    return _id(charge.to_dict().get("payment_intent"))


def dispute_state(found: "stripe.Dispute") -> DisputeState:
    """Convert a Stripe dispute to the stored state."""
    plain = found.to_dict()
    moved = cast("list[Plain]", plain.get("balance_transactions") or [])
    return DisputeState(
        id=found.id,
        intent_id=_id(plain.get("payment_intent")),
        amount_cents=_cents(found.amount, found.currency),
        status=found.status,
        live=found.livemode,
        currency=found.currency,
        reason=found.reason,
        due_by=_instant_or_none(_part(plain, "evidence_details").get("due_by")),
        withdrawn_cents=-sum(_cents(entry["amount"], str(entry["currency"])) for entry in moved),
        fee=_dispute_fee(moved, found.currency, found.amount),
    )


def _dispute_fee(moved: list[Plain], currency: str, disputed: int) -> ProviderFee:
    """Return the provider's fee for a dispute. All of its balance entries have the same currency."""
    fees = [entry for entry in moved if int(entry["fee"])]
    if not fees:
        return ProviderFee(0)
    return _fee_in(sum(int(entry["fee"]) for entry in fees), fees[0], currency, disputed)


def fraud_warning(found: "stripe.radar.EarlyFraudWarning") -> FraudWarning:
    """Convert an early fraud warning."""
    plain = found.to_dict()
    return FraudWarning(
        id=found.id,
        intent_id=_id(plain.get("payment_intent")),
        charge_id=_id(plain.get("charge")),
        kind=found.fraud_type,
    )


def payout_state(found: "stripe.Payout") -> PayoutState:
    """Convert a payout."""
    return PayoutState(
        id=found.id,
        amount_cents=_cents(found.amount, found.currency),
        currency=found.currency,
        status=found.status,
        arrives=_instant(found.arrival_date),
        automatic=found.automatic,
        failure=found.failure_message,
    )


def balance_entry(found: "stripe.BalanceTransaction") -> BalanceEntry:
    """Convert an entry of a balance, with its source expanded."""
    plain = found.to_dict()
    source = _part(plain, "source")
    is_charge = source.get("object") == "charge"
    amount, fee = _cents(found.amount, found.currency), _cents(found.fee, found.currency)
    return BalanceEntry(
        id=found.id,
        kind=found.type,
        amount_cents=amount,
        fee_cents=fee,
        net_cents=amount - fee,
        created=_instant(found.created),
        description=found.description,
        charge_id=_id(source.get("id") if is_charge else source.get("charge")),
        payment=(_id(source.get("source_transfer")) or _id(source.get("payment_intent"))) if is_charge else None,
        original=_original(plain, source),
        fee_id=_fee_behind(plain, source),
    )


def _fee_behind(entry: Plain, source: Plain) -> str | None:
    """Return the platform fee of a charge, or the one that a fee refund returns; None for other entries."""
    kind = source.get("object")
    if kind == "charge":
        return _id(source.get("application_fee"))
    if kind == "fee_refund":
        return _id(source.get("fee"))
    named = _id(entry.get("source")) or ""
    return named if kind == "application_fee" or named.startswith("fee_") else None


def _original(entry: Plain, source: Plain) -> tuple[int, str] | None:
    """Return an entry's net amount in the currency of its source, with that currency; None if it is unknown."""
    currency, amount, net = str(entry["currency"]), int(entry["amount"]), int(entry["net"])
    if entry.get("exchange_rate") is None:
        return _cents(net, currency), currency.upper()
    if not source.get("currency") or not source.get("amount") or not amount:
        return None
    own, paid = str(source["currency"]), int(source["amount"])
    parts = cast("list[Plain]", entry.get("fee_details") or [])
    # Converted one by one, like the fee of a payment.
    fees = sum(_fee_in(int(part["amount"]), entry, own, paid).cents for part in parts)
    return _cents(paid, own) * (1 if amount > 0 else -1) - fees, own.upper()


def id_of(part: Any) -> str | None:
    """Return the ID of a nested object, expanded or not."""
    return _id(part)


def account_state(found: "stripe.Account", *, live: bool) -> AccountState:
    """Convert a connected account. Its mode comes from the key that was used, because the account does not
    include it.
    """
    plain = found.to_dict()
    controller, needs = _part(plain, "controller"), _part(plain, "requirements")
    due = cast("list[str]", [*(needs.get("past_due") or []), *(needs.get("currently_due") or [])])
    return AccountState(
        id=found.id,
        details_submitted=bool(found.details_submitted),
        charges_enabled=bool(found.charges_enabled),
        payouts_enabled=bool(found.payouts_enabled),
        live=live,
        pays_own_fees=_part(controller, "fees").get("payer") == "account",
        country=found.country,
        due=tuple(dict.fromkeys(due)),
        due_by=_instant_or_none(needs.get("current_deadline")),
        disabled_reason=needs.get("disabled_reason"),
        currency=(found.default_currency or "").upper() or None,
    )


def _cents(amount: Any, currency: str) -> int:
    return cents_from_provider(int(amount), currency)


def _part(plain: Mapping[str, Any], name: str) -> Plain:
    """Return a nested object; empty if it is missing or only an ID."""
    value = plain.get(name)
    return cast("Plain", value) if isinstance(value, dict) else {}


def _entries(plain: Mapping[str, Any], name: str) -> list[Plain]:
    """Return the entries of a nested list."""
    return cast("list[Plain]", _part(plain, name).get("data") or [])


def _id(value: Any) -> str | None:
    """Return the id of an object, expanded or not."""
    return cast("Plain", value).get("id") if isinstance(value, dict) else cast("str | None", value)


def _card(method: Plain, *, with_expiry: bool = False) -> CardUsed | None:
    """Return the displayable details of an expanded payment method. The expiry date of a card used in the past isn't
    needed.
    """
    if not method:
        return None
    kind = str(method.get("type", "card"))
    card = _part(method, kind)
    return CardUsed(
        kind=kind,
        brand=card.get("brand") or card.get("bank_name"),
        last4=card.get("last4"),
        exp_month=card.get("exp_month") if with_expiry else None,
        exp_year=card.get("exp_year") if with_expiry else None,
    )


def _instant(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _instant_or_none(seconds: int | None) -> datetime | None:
    return None if seconds is None else _instant(seconds)
