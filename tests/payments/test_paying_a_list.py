"""One card pays several bookings of a customer's list: a payment for each, confirmed one after another."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.customer_pages import booking_lists
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.links import Signer
from marqueedesk.payments.models import CANCELED, BookingPayment
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.clock import Clock
from tests.support.paying import Customer, balance, policy
from tests.support.standin import KEYS
from tests.support.together import all_together

PLANNER = "planner@example.com"
DECLINED = "4000000000000002"


class PlannersList:
    """The opened list of a planner with three bookings of $250 each, with deposits of $50."""

    def __init__(self, app: FastAPI, customer: Customer) -> None:
        self.app, self.business, self.visitor = app, customer.business, customer.visitor
        self.provider = customer.provider
        self.ids = [self.book() for _ in range(3)]
        self.session = self.open()

    def book(self, **fields: Any) -> int:
        usual = {"addOns": {"lighting": True, "stand": False}, "customerEmail": PLANNER, "asRequest": False}
        return self.business.book(**usual | fields)["id"]

    def open(self) -> str:
        database: Database = self.app.state.database
        with database.write() as db:
            set_operator(db, self.business.id)
            signer: Signer = self.app.state.signer
            row = booking_lists.create_link(db, self.business.id, PLANNER, signer, clock.now())
            token = booking_lists.token_of(signer, row)
        return ok_json(self.visitor.post(f"/api/public/booking-lists/{token}/open"))["session"]

    def numbers(self) -> list[int]:
        return [ok_json(self.business.get(f"/api/bookings/{of}"))["number"] for of in self.ids]

    def page(self) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/booking-lists/{self.session}"))

    def post(self, verb: str, session: str | None = None, **body: Any) -> httpx.Response:
        return self.visitor.post(f"/api/public/booking-lists/{session or self.session}/{verb}", json=body)

    def request(self, *amounts: float, session: str | None = None) -> httpx.Response:
        """Open the card form for the first bookings, with these amounts."""
        chosen = [
            {"number": number, "part": "deposit" if amount == 50 else "balance", "amount": amount}
            for number, amount in zip(self.numbers(), amounts, strict=False)
        ]
        return self.post("pay", session, bookings=chosen)

    def secrets(self, *amounts: float, session: str | None = None) -> list[str]:
        return [one["clientSecret"] for one in ok_json(self.request(*amounts, session=session))["payments"]]

    def confirm(self, secrets: list[str], card: str = "4242424242424242") -> list[httpx.Response]:
        """Confirm the first payment with a card, and the others with the same payment method, as the page does."""
        first, *others = secrets
        answer = self.provider.pay(first, card)
        return [answer, *(self.reuse(one, answer.json()["payment_method"]) for one in others)]

    def reuse(self, secret: str, method: str) -> httpx.Response:
        ident = secret.split("_secret_", maxsplit=1)[0]
        account = self.provider.app.state.world.owner(ident)
        headers = {"Authorization": f"Bearer {KEYS.publishable_key}", "Stripe-Account": account}
        values = {"client_secret": secret, "payment_method": method}
        return self.provider.ask("POST", f"/v1/payment_intents/{ident}/confirm", data=values, headers=headers)

    def look(self, intent: str = "") -> dict[str, Any]:
        return ok_json(self.post(f"pay/look?paymentIntent={intent}" if intent else "pay/look"))

    def received(self) -> list[float]:
        return [self.money(of)["received"] for of in self.ids]

    def money(self, booking_id: int) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{booking_id}/payments"))


@pytest.fixture
def planner(with_keys: FastAPI, customer: Customer) -> PlannersList:
    return PlannersList(with_keys, customer)


def test_one_card_pays_three_bookings_with_a_payment_each(planner: PlannersList, deliver: Deliverer):
    form = ok_json(planner.request(50, 250, 250))
    answers = planner.confirm([one["clientSecret"] for one in form["payments"]])

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert (form["amount"], [one["amount"] for one in form["payments"]]) == (550, [50, 250, 250])
    page = planner.look(answers[0].json()["id"])
    assert page["lookedAt"] == {"state": "paid", "amount": 50}
    assert page["due"] == 200
    deliver()
    deliver(deliver.taken())
    assert planner.received() == [50, 250, 250]
    assert balance(planner.provider) == 55_000
    assert len({row["customer"] for row in planner.provider.objects("payment_intent")}) == 1


def test_refunds_and_disputes_concern_one_booking_alone(planner: PlannersList, deliver: Deliverer):
    secrets = planner.secrets(250, 250, 250)
    planner.confirm(secrets)
    planner.look()
    first, second, third = planner.ids
    payment = planner.money(first)["entries"][0]["id"]
    path = f"/api/bookings/{first}/payments/{payment}/refund"
    ok_json(planner.business.post(path, json={"amount": 99.99, "meaning": "repay"}))

    planner.provider.dispute(secrets[1])
    planner.provider.dispute(secrets[1], "lost")
    deliver()

    assert planner.received() == [150.01, 0, 250]
    assert [planner.money(of)["balanceDue"] for of in (first, second, third)] == [99.99, 0, 0]
    assert planner.money(second)["entries"][0]["dispute"] == "lost"
    assert planner.money(third)["entries"][0]["dispute"] is None


def test_declined_second_payment_leaves_the_first_paid_and_the_rest_due(planner: PlannersList):
    secrets = planner.secrets(250, 250, 250)
    planner.confirm(secrets[:1])
    assert planner.provider.pay(secrets[1], DECLINED).status_code == 402

    page = planner.look()

    assert (sorted(row["due"] for row in page["bookings"]), page["due"]) == ([0, 250, 250], 500)
    again = ok_json(planner.post("pay", bookings=[{"number": planner.numbers()[1], "part": "balance", "amount": 250}]))
    assert [one["clientSecret"] for one in again["payments"]] == secrets[1:2], "the same payment can be tried again"


def test_repeated_request_and_second_tab_get_the_same_payments(planner: PlannersList):
    first = planner.secrets(250, 250, 250)

    assert planner.secrets(250, 250, 250) == first
    assert planner.secrets(250) == first[:1]
    assert planner.secrets(50, 250)[0] != first[0]
    assert planner.provider.pay(first[0]).status_code == 400, "the deposit's form closed the one for the total"


def test_booking_page_and_list_close_each_others_forms(planner: PlannersList):
    (listed,) = planner.secrets(250)
    token = planner.business.booking_token(planner.ids[0])
    page = ok_json(planner.visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "balance", "amount": 250}))

    assert planner.provider.pay(listed).status_code == 400
    planner.provider.pay(page["clientSecret"]).raise_for_status()

    refused = planner.request(250, 250)
    assert (refused.status_code, refused.json()["code"], refused.json()["booking"]) == (
        409,
        "already_paid",
        planner.numbers()[0],
    )
    assert refused.json()["message"] == f"Booking #{planner.numbers()[0]}: This is already paid. Thank you!"


def test_changed_amount_names_its_booking_and_the_amount_due(planner: PlannersList):
    ok_json(planner.business.post(f"/api/bookings/{planner.ids[1]}/payments", json={"kind": "cash", "amount": 100}))

    refused = planner.request(250, 250)

    assert (refused.status_code, refused.json()["code"]) == (409, "amount_changed")
    assert (refused.json()["booking"], refused.json()["amount"]) == (planner.numbers()[1], 150)


def test_booking_canceled_before_payment_cannot_be_paid(planner: PlannersList, with_keys: FastAPI):
    secrets = planner.secrets(250, 250, 250)
    ok_json(planner.business.set_status(planner.ids[1], "canceled"))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()

    answers = planner.confirm(secrets)

    assert [answer.status_code for answer in answers] == [200, 400, 200]
    planner.look()
    assert planner.received() == [250, 0, 250]
    refused = planner.request(250, 250)
    assert refused.status_code == 409


def test_page_closed_in_the_middle_charges_only_confirmed_payments(planner: PlannersList, deliver: Deliverer):
    secrets = planner.secrets(250, 250, 250)
    planner.confirm(secrets[:2])

    deliver()

    assert planner.received() == [250, 250, 0]
    assert planner.page()["due"] == 250


def test_card_is_detached_after_the_last_payment(
    planner: PlannersList, with_keys: FastAPI, monkeypatch: pytest.MonkeyPatch
):
    secrets = planner.secrets(250, 250)
    (method, *_) = planner.confirm(secrets)
    card = method.json()["payment_method"]
    planner.look()
    methods = {row["id"]: row for row in planner.provider.objects("payment_method")}
    assert methods[card]["customer"] is not None

    Clock(monkeypatch, clock.now()).pass_by(minutes=20)
    Worker(with_keys.state.database, with_keys.state.settings).all_due()

    methods = {row["id"]: row for row in planner.provider.objects("payment_method")}
    assert methods[card]["customer"] is None
    third = planner.post("pay", bookings=[{"number": planner.numbers()[2], "part": "balance", "amount": 250}])
    assert planner.reuse(ok_json(third)["payments"][0]["clientSecret"], card).status_code == 400


@pytest.mark.parametrize(
    "bookings, field",
    [
        ([], "bookings"),
        ([{"number": 1, "part": "balance", "amount": 1}] * 2, "bookings"),
        ([{"number": n, "part": "balance", "amount": 1} for n in range(1, 12)], "bookings"),
        ([{"number": 1, "part": "chosen", "amount": 1}], "bookings[0].part"),
        ([{"number": 1, "part": "balance", "amount": 0}], "bookings[0].amount"),
    ],
)
def test_invalid_choice_is_reported_by_field(planner: PlannersList, bookings: list[Any], field: str):
    refused = planner.post("pay", bookings=bookings)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


def test_booking_of_another_address_or_business_is_unknown_to_the_list(
    planner: PlannersList, caller_of: Callable[..., Api], with_keys: FastAPI
):
    other = planner.book(customerEmail="other@example.com")
    number = ok_json(planner.business.get(f"/api/bookings/{other}"))["number"]
    foreign = caller_of(with_keys).register()
    foreign.add_letters("LOVE", quantity=50)
    for of in (number, 9_999):
        refused = planner.post("pay", bookings=[{"number": of, "part": "balance", "amount": 250}])

        assert (refused.status_code, refused.json()["code"]) == (404, "no_listed_booking")
    assert planner.visitor.post("/api/public/booking-lists/x/pay", json={"bookings": []}).status_code in {404, 422}


def test_request_that_is_only_authorized_is_left_to_its_page(planner: PlannersList):
    policy(planner.business, collectAtBooking="all")
    planner.business.set_rules(approvalRequired=True)
    made = planner.visitor.book(userId=planner.business.id, customerEmail=PLANNER, message="LOVE")

    row = next(row for row in planner.page()["bookings"] if row["number"] == made["number"])

    assert (row["byCard"], row["due"] > 0) == (False, True)
    chosen = [{"number": row["number"], "part": "balance", "amount": row["due"]}]
    refused = planner.post("pay", bookings=chosen)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_payable")


@pytest.mark.parametrize("seed", range(6))
def test_every_cent_of_random_payments_belongs_to_one_booking(planner: PlannersList, deliver: Deliverer, seed: int):
    """Confirmed payments, whatever their order, and repeated events add up to the received amounts, to the cent."""
    chance = random.Random(seed)
    for booking in planner.ids:
        if chance.random() < 0.6:
            cash = {"kind": "cash", "amount": chance.randint(1, 24_000) / 100}
            ok_json(planner.business.post(f"/api/bookings/{booking}/payments", json=cash))
    before = planner.received()
    for _ in range(3):
        rows = [row for row in planner.page()["bookings"] if row["due"] > 0]
        chosen = [
            {"number": row["number"], "part": "deposit", "amount": row["deposit"]}
            if row["deposit"] > 0 and chance.random() < 0.5
            else {"number": row["number"], "part": "balance", "amount": row["due"]}
            for row in chance.sample(rows, chance.randint(0, len(rows)))
        ]
        if not chosen:
            continue
        form = ok_json(planner.post("pay", bookings=chosen))
        assert round(form["amount"] * 100) == sum(round(one["amount"] * 100) for one in form["payments"])
        secrets = [one["clientSecret"] for one in form["payments"]]
        planner.confirm(secrets[: chance.randint(1, len(secrets))])
        chance.choice([planner.look, deliver, lambda: deliver(deliver.taken())])()
    deliver()
    deliver(deliver.taken())

    paid = [round(100 * (after - cash)) for after, cash in zip(planner.received(), before, strict=True)]
    assert sum(paid) == balance(planner.provider)
    assert all(row["due"] >= 0 for row in planner.page()["bookings"])
    assert all(planner.money(of)["received"] <= 250 for of in planner.ids)


def race(planner: PlannersList) -> None:
    """Two lists and a booking's page open the payment of one booking at the same moment, then all pay."""
    token = planner.business.booking_token(planner.ids[0])
    other = planner.open()

    def by_page() -> httpx.Response:
        body = {"part": "balance", "amount": 250}
        return planner.visitor.post(f"/api/public/bookings/{token}/pay", json=body)

    payers = [by_page, lambda: planner.request(250), lambda: planner.request(250, session=other)] * 2
    forms = [answer.json() for answer in all_together(payers) if answer.status_code == 200]
    secrets = [
        form["clientSecret"] if "clientSecret" in form else form["payments"][0]["clientSecret"] for form in forms
    ]
    all_together([partial(planner.provider.pay, secret) for secret in secrets])
    planner.look()
    ok_json(planner.visitor.post(f"/api/public/bookings/{token}/pay/look"))


def test_concurrent_payers_never_pay_a_booking_twice(planner: PlannersList):
    race(planner)

    assert balance(planner.provider) in {0, 25_000}
    assert planner.received()[0] == balance(planner.provider) / 100


def test_forms_unknown_to_each_other_would_pay_twice(planner: PlannersList):
    """Negative control: with the earlier form marked as over, the next one does not close it."""
    secrets = planner.secrets(250)
    with planner.app.state.database.write() as db:
        set_operator(db, planner.business.id)
        db.execute(update(BookingPayment).values(state=CANCELED))
    secrets += planner.secrets(250, session=planner.open())

    all_together([partial(planner.provider.pay, secret) for secret in secrets])

    assert balance(planner.provider) == 50_000
