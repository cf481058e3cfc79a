"""All API calls of the stand-in, with their parameters."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import stripe
from stripe import params

from standins.stripe import accounts, charges, invoices, payments, payouts, setups, subscriptions
from standins.stripe.annotations import blank
from standins.stripe.world import Object, StandInRefusal, World


@dataclass(frozen=True)
class Call:
    """A call: its parameters' class, its function, and whether a page may make it with the payment's secret."""

    takes: type
    act: Callable[[World, Object, list[str], str], Object]
    page: bool = False


def _create(kind: str, cls: type) -> Callable[[World, Object, list[str], str], Object]:
    def act(world: World, given: Object, _ids: list[str], _base: str) -> Object:
        given.setdefault("metadata", {})
        known = {name: value for name, value in given.items() if name != "expand"}
        made = world.new(kind, cls, **known)
        world.emit(f"{kind}.created", made)
        return made

    return act


def _product(world: World, given: Object, _ids: list[str], _base: str) -> Object:
    known = {"active": True, "type": "service", "updated": world.now(), "metadata": {}, **given}
    made = world.new("product", stripe.Product, **known)
    world.emit("product.created", made)
    return made


def _find(kind: str) -> Callable[[World, Object, list[str], str], Object]:
    return lambda world, _given, ids, _base: world.find(kind, ids[0])


def _update(kind: str) -> Callable[[World, Object, list[str], str], Object]:
    def act(world: World, given: Object, ids: list[str], _base: str) -> Object:
        found = world.find(kind, ids[0])
        for name, value in given.items():
            if name == "metadata":
                found["metadata"].update(value or {})
            elif name in found:
                found[name] = None if value == "" else value
        world.emit(f"{kind}.updated", found)
        return found

    return act


def _list(kind: str, *filters: str) -> Callable[[World, Object, list[str], str], Object]:
    def act(world: World, given: Object, _ids: list[str], _base: str) -> Object:
        since = (given.get("created") or {}).get("gte", 0)
        rows = [row for row in world.mine(kind) if not since or row["created"] >= since]
        for name in filters:
            if name in given and given[name] != "all":
                rows = [row for row in rows if _value(row, name) == given[name]]
        return page_of(rows, given, f"/v1/{kind}s")

    return act


def _value(row: Object, name: str) -> Any:
    if row["object"] == "invoice" and name == "subscription":
        return row["parent"]["subscription_details"]["subscription"]
    return row.get(name)


def page_of(rows: list[Object], given: Object, url: str) -> Object:
    """Return one page of a list, newest first."""
    after = given.get("starting_after")
    if after:
        index = next((index for index, row in enumerate(rows) if row["id"] == after), None)
        if index is None:
            raise StandInRefusal(400, f"No such object: '{after}'", code="resource_missing", param="starting_after")
        rows = rows[index + 1 :]
    limit = given.get("limit", 10)
    return {"object": "list", "data": rows[:limit], "has_more": len(rows) > limit, "url": url}


def _intent(world: World, given: Object, _ids: list[str], base: str) -> Object:
    if "payment_method_types" in given:
        raise StandInRefusal(
            400, "Use automatic_payment_methods.", code="parameter_unknown", param="payment_method_types"
        )
    given.pop("expand", None)
    confirm, return_url = given.pop("confirm", False), given.pop("return_url", None)
    method = given.pop("payment_method", None)
    off_session = given.pop("off_session", False)
    automatic = given.pop("automatic_payment_methods", {"enabled": True})
    if given.get("customer"):
        world.find("customer", given["customer"], "customer")
    fee = given.get("application_fee_amount") or 0
    if fee and world.account is None and not given.get("transfer_data"):
        raise StandInRefusal(400, "A fee needs an account that pays it.", param="application_fee_amount")
    if fee > given["amount"]:
        raise StandInRefusal(400, "The application fee is more than the amount.", param="application_fee_amount")
    suffix = given.get("statement_descriptor_suffix") or ""
    if suffix and (len(suffix) > LONGEST_SUFFIX or set(suffix) & set("<>\\'\"*") or suffix.isdigit()):
        raise StandInRefusal(400, "The statement descriptor is not valid.", param="statement_descriptor_suffix")
    if world.account is not None:
        if given.get("transfer_data"):
            raise StandInRefusal(400, "A direct charge is not transferred.", param="transfer_data")
        if not accounts.found(world, world.account)["charges_enabled"]:
            raise StandInRefusal(
                400,
                "Your account cannot currently make live charges.",
                code="insufficient_capabilities_for_transfer",
            )
    if given.get("transfer_data"):
        account = accounts.found(world, given["transfer_data"]["destination"])
        if not account["charges_enabled"]:
            raise StandInRefusal(
                400,
                "Your destination account needs to have at least the transfers capability enabled.",
                param="account",
            )
    intent = payments.new_intent(
        world,
        **{"metadata": {}, **given},
        automatic_payment_methods={"enabled": automatic["enabled"], "allow_redirects": "always"},
    )
    if confirm:
        card = charges.method_named(world, str(method))
        if off_session:
            return payments.charge(world, intent, card, invoices.when_paid, without_owner=True)
        return payments.confirm(world, intent, card, invoices.when_paid, return_url=return_url, base=base)
    return intent


def _confirm(world: World, given: Object, ids: list[str], base: str) -> Object:
    intent = world.find("payment_intent", ids[0], "intent")
    number = (given.pop("card", None) or {}).get("number")
    method = (
        charges.new_method(world, number) if number else charges.method_named(world, str(given.get("payment_method")))
    )
    charges.can_be_used(intent, method)
    if given.get("off_session"):
        if intent["status"] not in payments.CONFIRMABLE:
            said = f"This PaymentIntent's status is {intent['status']}, so it cannot be confirmed."
            raise StandInRefusal(400, said, code="payment_intent_unexpected_state")
        return payments.charge(world, intent, method, invoices.when_paid, without_owner=True)
    return payments.confirm(world, intent, method, invoices.when_paid, return_url=given.get("return_url"), base=base)


def _confirm_setup(world: World, given: Object, ids: list[str], base: str) -> Object:
    setup = world.find("setup_intent", ids[0], "intent")
    number = (given.pop("card", None) or {}).get("number")
    method = (
        charges.new_method(world, number) if number else charges.method_named(world, str(given.get("payment_method")))
    )
    return setups.confirm(world, setup, method, return_url=given.get("return_url"), base=base)


def _method(world: World, given: Object, _ids: list[str], _base: str) -> Object:
    number = str((given.get("card") or {}).get("number", ""))
    made = charges.new_method(world, number)
    world.emit("payment_method.attached", made)
    return made


def _attach(world: World, given: Object, ids: list[str], _base: str) -> Object:
    method = charges.method_named(world, ids[0])
    method["customer"] = world.find("customer", given.get("customer"), "customer")["id"]
    world.emit("payment_method.attached", method)
    return method


def _detach(world: World, _given: Object, ids: list[str], _base: str) -> Object:
    method = world.find("payment_method", ids[0], "payment_method")
    method["customer"] = None
    method["metadata"]["used"] = "yes"
    world.emit("payment_method.detached", method)
    return method


def _pay(world: World, given: Object, ids: list[str], _base: str) -> Object:
    method = charges.method_named(world, str(given.get("payment_method")))
    return invoices.pay_invoice(world, world.find("invoice", ids[0]), method)


def _events(world: World, given: Object, _ids: list[str], _base: str) -> Object:
    since = (given.get("created") or {}).get("gte", 0)
    rows = [
        event
        for event in reversed(world.events)
        if given.get("type") in {None, event["type"]}
        and event["created"] >= since
        and event.get("account") == world.account
    ]
    return page_of(rows, given, "/v1/events")


def _event(world: World, _given: Object, ids: list[str], _base: str) -> Object:
    found = next((event for event in world.events if event["id"] == ids[0]), None)
    if found is None:
        raise StandInRefusal(404, f"No such event: '{ids[0]}'", code="resource_missing", param="id")
    return found


def _endpoint(world: World, given: Object, _ids: list[str], _base: str) -> Object:
    known = {name: given[name] for name in ("url", "enabled_events", "description", "api_version") if name in given}
    of = "ca_standin" if given.get("connect") else None
    made = world.new("webhook_endpoint", stripe.WebhookEndpoint, status="enabled", metadata={}, application=of, **known)
    # The secret is returned only once.
    return made | {"secret": f"whsec_{made['id'][3:]}"}


def _changed_endpoint(world: World, given: Object, ids: list[str], _base: str) -> Object:
    found = world.find("webhook_endpoint", ids[0])
    if "disabled" in given:
        found["status"] = "disabled" if given["disabled"] else "enabled"
    found.update({name: given[name] for name in ("url", "enabled_events", "description") if name in given})
    return found


def _domain(world: World, given: Object, _ids: list[str], _base: str) -> Object:
    known = next(
        (row for row in world.mine("payment_method_domain") if row["domain_name"] == given["domain_name"]),
        None,
    )
    return known or world.new(
        "payment_method_domain",
        stripe.PaymentMethodDomain,
        domain_name=given["domain_name"],
        enabled=given.get("enabled", True),
    )


def _charge(world: World, _given: Object, ids: list[str], _base: str) -> Object:
    # A payment transferred to an account has a separate charge there.
    return world.find("account_charge" if ids[0] in world.objects["account_charge"] else "charge", ids[0])


def _account(world: World, _given: Object, ids: list[str], _base: str) -> Object:
    return accounts.found(world, ids[0])


def _paged(rows: Callable[[World, Object, list[str], str], list[Object]], url: str) -> Callable[..., Object]:
    return lambda world, given, ids, base: page_of(rows(world, given, ids, base), given, url)


def _own_account(_world: World, _given: Object, _ids: list[str], _base: str) -> Object:
    return blank(stripe.Account, id="acct_platform", object="account", type="standard", country="US")


CALLS: dict[tuple[str, str], Call] = {
    ("POST", "customers"): Call(params.CustomerCreateParams, _create("customer", stripe.Customer)),
    ("GET", "customers"): Call(params.CustomerListParams, _list("customer", "email")),
    ("GET", "customers/*"): Call(params.CustomerRetrieveParams, _find("customer")),
    ("POST", "customers/*"): Call(params.CustomerUpdateParams, _update("customer")),
    ("POST", "products"): Call(params.ProductCreateParams, _product),
    ("GET", "products"): Call(params.ProductListParams, _list("product", "active")),
    ("GET", "products/*"): Call(params.ProductRetrieveParams, _find("product")),
    ("POST", "products/*"): Call(params.ProductUpdateParams, _update("product")),
    ("POST", "prices"): Call(params.PriceCreateParams, lambda w, g, _i, _b: subscriptions.new_price(w, g)),
    ("GET", "prices"): Call(params.PriceListParams, _list("price", "product", "active")),
    ("GET", "prices/*"): Call(params.PriceRetrieveParams, _find("price")),
    ("POST", "prices/*"): Call(params.PriceUpdateParams, _update("price")),
    ("POST", "payment_methods"): Call(params.PaymentMethodCreateParams, _method, page=True),
    ("GET", "payment_methods/*"): Call(params.PaymentMethodRetrieveParams, _find("payment_method")),
    ("GET", "payment_methods"): Call(params.PaymentMethodListParams, _list("payment_method", "customer")),
    ("POST", "payment_methods/*/detach"): Call(params.PaymentMethodDetachParams, _detach),
    ("POST", "payment_methods/*/attach"): Call(params.PaymentMethodAttachParams, _attach),
    ("POST", "payment_intents"): Call(params.PaymentIntentCreateParams, _intent),
    ("GET", "payment_intents"): Call(params.PaymentIntentListParams, _list("payment_intent", "customer")),
    ("GET", "payment_intents/*"): Call(params.PaymentIntentRetrieveParams, _find("payment_intent"), page=True),
    ("POST", "payment_intents/*"): Call(params.PaymentIntentUpdateParams, _update("payment_intent")),
    ("POST", "payment_intents/*/confirm"): Call(params.PaymentIntentConfirmParams, _confirm, page=True),
    ("POST", "payment_intents/*/capture"): Call(
        params.PaymentIntentCaptureParams,
        lambda w, g, ids, _b: payments.capture(w, w.find("payment_intent", ids[0], "intent"), g, invoices.when_paid),
    ),
    ("POST", "payment_intents/*/cancel"): Call(
        params.PaymentIntentCancelParams,
        lambda w, _g, ids, _b: payments.cancel_intent(w, w.find("payment_intent", ids[0], "intent")),
    ),
    ("POST", "setup_intents"): Call(params.SetupIntentCreateParams, lambda w, g, _i, _b: setups.new_setup(w, g)),
    ("GET", "setup_intents"): Call(params.SetupIntentListParams, _list("setup_intent", "customer")),
    ("GET", "setup_intents/*"): Call(params.SetupIntentRetrieveParams, _find("setup_intent"), page=True),
    ("POST", "setup_intents/*/cancel"): Call(
        params.SetupIntentCancelParams,
        lambda w, _g, ids, _b: setups.cancel(w, w.find("setup_intent", ids[0], "intent")),
    ),
    ("POST", "setup_intents/*/confirm"): Call(params.SetupIntentConfirmParams, _confirm_setup, page=True),
    ("GET", "charges/*"): Call(params.ChargeRetrieveParams, _charge),
    ("GET", "payouts"): Call(params.PayoutListParams, _paged(payouts.list_payouts, "/v1/payouts")),
    ("GET", "payouts/*"): Call(params.PayoutRetrieveParams, _find("payout")),
    ("GET", "balance_transactions"): Call(
        params.BalanceTransactionListParams, _paged(payouts.list_entries, "/v1/balance_transactions")
    ),
    ("POST", "refunds"): Call(params.RefundCreateParams, lambda w, g, _i, _b: payments.refund(w, g)),
    ("GET", "refunds"): Call(params.RefundListParams, _list("refund", "payment_intent", "charge")),
    ("GET", "refunds/*"): Call(params.RefundRetrieveParams, _find("refund")),
    ("GET", "disputes"): Call(params.DisputeListParams, _list("dispute", "payment_intent", "charge")),
    ("GET", "disputes/*"): Call(params.DisputeRetrieveParams, _find("dispute")),
    ("POST", "subscriptions"): Call(
        params.SubscriptionCreateParams, lambda w, g, _i, _b: subscriptions.new_subscription(w, g)
    ),
    ("GET", "subscriptions"): Call(params.SubscriptionListParams, _list("subscription", "customer", "status")),
    ("GET", "subscriptions/*"): Call(params.SubscriptionRetrieveParams, _find("subscription")),
    ("POST", "subscriptions/*"): Call(
        params.SubscriptionUpdateParams,
        lambda w, g, ids, _b: subscriptions.update_subscription(w, w.find("subscription", ids[0]), g),
    ),
    ("DELETE", "subscriptions/*"): Call(
        params.SubscriptionCancelParams,
        lambda w, _g, ids, _b: subscriptions.end_subscription(w, w.find("subscription", ids[0])),
    ),
    ("GET", "invoices"): Call(params.InvoiceListParams, _list("invoice", "customer", "subscription", "status")),
    ("GET", "invoices/*"): Call(params.InvoiceRetrieveParams, _find("invoice")),
    ("POST", "invoices/create_preview"): Call(
        params.InvoiceCreatePreviewParams, lambda w, g, _i, _b: subscriptions.preview_invoice(w, g)
    ),
    ("POST", "invoices/*/pay"): Call(params.InvoicePayParams, _pay),
    ("POST", "accounts"): Call(params.AccountCreateParams, lambda w, g, _i, _b: accounts.new_account(w, g)),
    ("GET", "accounts/*"): Call(params.AccountRetrieveParams, _account),
    ("GET", "application_fees/*"): Call(params.ApplicationFeeRetrieveParams, _find("application_fee")),
    ("GET", "radar/early_fraud_warnings/*"): Call(
        params.radar.EarlyFraudWarningRetrieveParams, _find("early_fraud_warning")
    ),
    ("POST", "account_links"): Call(params.AccountLinkCreateParams, lambda w, g, _i, b: accounts.new_link(w, g, b)),
    ("POST", "accounts/*/login_links"): Call(
        params.AccountCreateLoginLinkParams,
        lambda w, _g, ids, b: accounts.new_login_link(w, accounts.found(w, ids[0]), b),
    ),
    ("GET", "events"): Call(params.EventListParams, _events),
    ("GET", "events/*"): Call(params.EventRetrieveParams, _event),
    ("POST", "webhook_endpoints"): Call(params.WebhookEndpointCreateParams, _endpoint),
    ("POST", "webhook_endpoints/*"): Call(params.WebhookEndpointUpdateParams, _changed_endpoint),
    ("GET", "payment_method_domains"): Call(
        params.PaymentMethodDomainListParams, _list("payment_method_domain", "domain_name")
    ),
    ("POST", "payment_method_domains"): Call(params.PaymentMethodDomainCreateParams, _domain),
    ("GET", "account"): Call(params.AccountRetrieveCurrentParams, _own_account),
    ("GET", "accounts"): Call(params.AccountListParams, _list("account")),
    ("GET", "webhook_endpoints"): Call(params.WebhookEndpointListParams, _list("webhook_endpoint")),
}

_PATTERNS = [
    (method, re.compile("/".join("([^/]+)" if part == "*" else part for part in path.split("/"))), call)
    for (method, path), call in CALLS.items()
]


def call_for(method: str, path: str) -> tuple[Call, list[str]]:
    """Return the call of a method and path. Raises the API's 404."""
    for known, pattern, call in _PATTERNS:
        found = pattern.fullmatch(path)
        if known == method and found:
            return call, list(found.groups())
    raise StandInRefusal(404, f"Unrecognized request URL ({method}: /v1/{path}).")


EXPANDABLE = {
    "customer": "customer",
    "product": "product",
    "payment_method": "payment_method",
    "default_payment_method": "payment_method",
    "latest_charge": "charge",
    "balance_transaction": "balance_transaction",
    "latest_invoice": "invoice",
    "payment_intent": "payment_intent",
    "charge": "charge",
    "subscription": "subscription",
}
DEEPEST = 4
LONGEST_SUFFIX = 22


def expanded(world: World, answer: Object, wanted: list[str]) -> Object:
    """Return the response with ids expanded to objects as requested. Raises the API's 400 if impossible."""
    for path in wanted:
        parts = path.split(".")
        if len(parts) > DEEPEST:
            raise StandInRefusal(400, f"You cannot expand more than {DEEPEST} levels of a property.", param="expand")
        _expand(world, answer, parts, path)
    return answer


def _expand(world: World, within: Object, parts: list[str], path: str) -> None:
    name, rest = parts[0], parts[1:]
    if name == "data" and isinstance(within.get("data"), list):
        for entry in within["data"]:
            _expand(world, entry, rest, path)
        return
    if within.get("object") == "invoice" and name == "confirmation_secret":
        within[name] = invoices.secret_of(world, within)
    elif within.get("object") == "invoice" and name == "payments":
        payment = invoices.payment_of(world, within)
        within[name] = {
            "object": "list",
            "data": [payment] if payment else [],
            "has_more": False,
            "url": f"/v1/invoice_payments?invoice={within['id']}",
        }
    elif within.get("object") == "balance_transaction" and name == "source":
        within[name] = payouts.source_of(world, within)
    elif name not in within:
        raise StandInRefusal(400, f"This property cannot be expanded ({path}).", param="expand")
    elif isinstance(within[name], str) and name in EXPANDABLE:
        within[name] = _copy(world.find(EXPANDABLE[name], within[name]))
    elif isinstance(within[name], str):
        raise StandInRefusal(400, f"This property cannot be expanded ({path}).", param="expand")
    if rest and isinstance(within[name], dict):
        _expand(world, within[name], rest, path)


def _copy(found: Object) -> Object:
    return copy.deepcopy(found)
