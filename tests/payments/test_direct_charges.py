"""Direct charges on the business's own account, and older destination charges."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments.models import BookingPayment
from marqueedesk.stripe.models import ConnectedAccount
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, outcomes
from tests.support.standin import StandIn

CONNECT = "/api/stripe-connect"


def payments_of(app: FastAPI, business: Api) -> list[BookingPayment]:
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, business.id)
        return list(db.scalars(select(BookingPayment).order_by(BookingPayment.id)))


@pytest.fixture
def express(customer: Customer, with_keys: FastAPI, provider: StandIn) -> str:
    """The id of the business's account, converted to an Express account."""
    account = str(ok_json(customer.business.get(f"{CONNECT}/account-status"))["accountId"])
    provider.make_express(account)
    assert ok_json(customer.business.get(f"{CONNECT}/account-status"))["chargeModel"] == "destination"
    return account


def test_direct_charge_is_made_on_the_connected_account_with_fees_and_payer(
    customer: Customer, with_keys: FastAPI, admin_of: Callable[[FastAPI], Api], provider: StandIn
):
    provider.charge_fees()
    admin = admin_of(with_keys)
    fees = {"platformFeePercent": 1, "platformFeeFixed": 0.3, "platformFeeOnRefund": "keep"}
    ok_json(admin.patch("/api/admin/settings/payments", json=fees))
    status = ok_json(customer.business.get(f"{CONNECT}/account-status"))
    account = status["accountId"]
    assert (status["chargeModel"], status["platformFee"]) == (
        "direct",
        {"percent": 1, "fixed": 0.3, "onRefund": "keep"},
    )

    form = ok_json(customer.post("pay", part="balance", amount=250))
    assert form["account"] == account, "the card form is opened with the account"
    provider.pay(form["clientSecret"]).raise_for_status()
    customer.check_payment()

    asked = provider.calls("POST /v1/payment_intents")[0]
    payer = provider.calls("POST /v1/customers")[-1]
    assert (asked["account"], payer["account"]) == (account, account)
    assert asked["params"]["statement_descriptor_suffix"] == "BKG 1"
    assert payer["params"]["name"] == ok_json(customer.business.get(f"/api/bookings/{customer.id}"))["customerName"]
    assert payer["params"]["email"]
    # 250 minus the provider's fee of 7.55 and the platform's fee of 2.80. The platform pays no fee.
    assert (provider.balance(account), provider.balance()) == (25_000 - 755 - 280, 280)
    entry = customer.money()["entries"][0]
    assert (entry["fee"], entry["providerFee"], entry["feeReturned"]) == (2.8, 7.55, 0)
    # The exports contain both fees, so their balance equals the balance of the account.
    assert ",2.8,0,239.65,USD," in customer.business.get("/api/payments.csv").text
    assert ",Payment fees,10.35,," in customer.business.get("/api/journal.csv").text
    ok_json(customer.refund(100))
    assert (provider.balance(account), provider.balance()) == (25_000 - 755 - 280 - 10_000, 280), "the fee is kept"
    row = payments_of(with_keys, customer.business)[0]
    assert (row.charge_model, row.account_id, row.returns_fee) == ("direct", account, False)


def test_fee_in_the_accounts_currency_is_kept_with_its_rate(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    provider.charge_fees()
    provider.settle_in("eur", 0.9)
    status = ok_json(customer.business.get(f"{CONNECT}/account-status"))
    assert (status["currency"], status["businessCurrency"], status["currencyDiffers"]) == ("EUR", "USD", True)

    secret = customer.pay("balance", 250)

    # The fee of $7.55 is charged as 6.80 euros, which are 7.56 dollars at the rate of the payment.
    entry = customer.money()["entries"][0]
    assert (entry["amount"], entry["providerFee"], entry["providerFeeCurrency"]) == (250, 6.8, "EUR")
    assert entry["exchangeRate"] == "0.9"
    row = payments_of(with_keys, customer.business)[0]
    assert (row.provider_fee_cents, row.settled_fee_cents, row.settled_currency) == (756, 680, "EUR")
    assert ",Payment fees,7.56,," in customer.business.get("/api/journal.csv").text, "in the currency of the booking"

    provider.dispute(secret)
    provider.dispute(secret, "lost")
    deliver()
    money = customer.money()
    (dispute,) = money["entries"][0]["disputes"]
    assert (dispute["amount"], dispute["fee"], dispute["feeCurrency"]) == (250, 13.5, "EUR")
    assert (money["lostFee"], money["lostCost"]) == (15, 265), "in the currency of the booking"


def test_fee_in_the_currency_of_the_booking_has_no_rate(customer: Customer, provider: StandIn):
    provider.charge_fees()
    customer.pay("balance", 250)

    entry = customer.money()["entries"][0]
    assert (entry["providerFee"], entry["providerFeeCurrency"], entry["exchangeRate"]) == (7.55, "USD", None)
    status = ok_json(customer.business.get(f"{CONNECT}/account-status"))
    assert (status["currency"], status["currencyDiffers"]) == ("USD", False)


def test_destination_charges_stay_refundable_after_the_account_is_replaced(
    customer: Customer, express: str, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    secret = customer.pay("deposit", 50)
    assert ok_json(customer.another().post("pay", part="deposit", amount=50))["account"] is None

    new = ok_json(customer.business.post(f"{CONNECT}/create-account", json={"replace": True, "country": "CA"}))
    assert (new["chargeModel"], new["country"]) == ("direct", "CA")
    again = ok_json(customer.business.post(f"{CONNECT}/create-account", json={"replace": True, "country": "CA"}))
    assert again["accountId"] == new["accountId"] != express
    status = ok_json(customer.business.get(f"{CONNECT}/account-status"))
    assert (status["accountId"], status["successor"]) == (express, new["accountId"]), (
        "the old account stays in use until the new one is onboarded"
    )
    provider.press(ok_json(customer.business.post(f"{CONNECT}/account-link"))["url"], "finish")
    status = ok_json(customer.business.get(f"{CONNECT}/account-status"))
    assert (status["accountId"], status["successor"], status["chargeModel"]) == (new["accountId"], None, "direct")

    customer.pay("balance", 200)
    ok_json(customer.refund(200))
    deposit = next(row for row in customer.money()["entries"] if row["entry"] == "payment" and row["amount"] == 50)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments/{deposit['id']}/refund", json={"amount": 20}))
    assert (provider.balance(express), provider.balance(new["accountId"])) == (3_000, 0)
    # A dispute of the older payment is still recorded.
    provider.dispute(secret)
    deliver()
    assert customer.money()["disputed"] == 30
    models = {row.charge_model for row in payments_of(with_keys, customer.business) if row.entry == "refund"}
    assert models == {"direct", "destination"}


def test_payment_stored_without_a_charge_model_is_a_destination_charge(
    customer: Customer, express: str, with_keys: FastAPI, provider: StandIn
):
    customer.pay("deposit", 50)
    database: Database = with_keys.state.database
    with database.write() as db:
        set_operator(db, customer.business.id)
        db.execute(update(BookingPayment).values(charge_model=None, returns_fee=None))
        db.execute(update(ConnectedAccount).values(due=None))

    ok_json(customer.refund(50))

    assert (customer.money()["received"], provider.balance(express)) == (0, 0)


def test_payments_forged_on_a_connected_account_change_nothing(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer, caller_of: Callable[..., Api]
):
    """Businesses have the full Stripe dashboard, so they can create payments with any metadata."""
    customer.pay("deposit", 50)
    stranger = caller_of(with_keys).register()
    other = provider.connect(stranger)
    before = customer.money()
    row = payments_of(with_keys, customer.business)[0]
    named = {
        "marqueedesk_purpose": "booking",
        "marqueedesk_operator": str(customer.business.id),
        "marqueedesk_payment": str(row.key),
    }
    for number, account in enumerate((other, row.account_id)):
        forged = provider.gateway().on(account)
        intent = forged.create_intent(
            cents=99_900, currency="usd", description="", metadata=named, key=f"forged-{number}"
        )
        provider.pay(str(intent.client_secret)).raise_for_status()

    deliver()

    assert customer.money() == before
    assert "unknown payment" in outcomes(with_keys)


def test_unsupported_account_country_is_refused(owner: Api):
    answer = owner.post(f"{CONNECT}/create-account", json={"country": "ZZ"})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["country"])
