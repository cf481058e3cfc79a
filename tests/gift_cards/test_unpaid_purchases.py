"""Online gift card purchases: limits on unpaid ones, and retention of their data."""

import copy
from collections.abc import Callable
from datetime import timedelta

import time_machine
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.gift_cards.models import GiftCardPurchase
from marqueedesk.gift_cards.public_api import BY_BUSINESS, BY_NETWORK
from marqueedesk.gift_cards.purchases import MOST_OF_NETWORK, MOST_UNPAID
from marqueedesk.kit import clock
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.worker import tidy
from tests.gift_cards.support import Shop, run
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer


def test_unpaid_purchase_is_canceled_after_an_hour(
    shop: Shop, with_keys: FastAPI, present: time_machine.Traveller, deliver: Deliverer
):
    form = ok_json(shop.start())
    present.shift(timedelta(hours=2))
    run(with_keys)
    deliver()
    (intent,) = shop.provider.objects("payment_intent")
    assert intent["status"] == "canceled"
    assert shop.look(form)["state"] == "unpaid"


def open_intents(shop: Shop) -> list[str]:
    rows = sorted(shop.provider.objects("payment_intent"), key=lambda row: row["created"])
    return [row["id"] for row in rows if row["status"] != "canceled"]


def test_network_with_too_many_unpaid_purchases_replaces_its_oldest(
    shop: Shop, caller_of: Callable[..., Api], with_keys: FastAPI
):
    other = copy.copy(shop)
    other.visitor = caller_of(with_keys, address="192.0.2.7")
    theirs = ok_json(other.start())
    forms = [ok_json(shop.start()) for _ in range(MOST_OF_NETWORK + 2)]

    assert len(open_intents(shop)) == MOST_OF_NETWORK + 1
    for replaced in forms[:2]:
        assert shop.provider.pay(replaced["clientSecret"]).status_code == 400
        assert shop.look(replaced)["state"] == "unpaid"
    for form in (theirs, forms[2], forms[-1]):
        shop.provider.pay(form["clientSecret"]).raise_for_status()
    assert other.look(theirs)["state"] == "paid"


def test_paid_purchase_is_never_replaced(shop: Shop):
    paid = shop.buy()
    for _ in range(MOST_OF_NETWORK + 1):
        ok_json(shop.start())
    assert shop.look(paid)["state"] == "paid"
    assert [card["balance"] for card in shop.cards()] == [50]


def test_full_shop_replaces_a_purchase_of_the_busiest_network(
    shop: Shop, caller_of: Callable[..., Api], with_keys: FastAPI
):
    def of(number: int) -> Shop:
        one = copy.copy(shop)
        one.visitor = caller_of(with_keys, address=f"192.0.2.{number}")
        return one

    buyer = ok_json(of(1).start())
    busy = [ok_json(of(2 + number // MOST_OF_NETWORK).start()) for number in range(MOST_UNPAID - 1)]
    newest = ok_json(of(200).start())

    assert shop.provider.pay(busy[0]["clientSecret"]).status_code == 400
    for form in (buyer, newest, busy[-1]):
        shop.provider.pay(form["clientSecret"]).raise_for_status()


def test_new_purchases_are_limited_per_network_and_business(
    with_keys: FastAPI, shop: Shop, caller_of: Callable[..., Api]
):
    with_keys.state.limits_on = True
    for _ in range(BY_NETWORK.times):
        ok_json(shop.start())
    assert shop.start().status_code == 429
    other = copy.copy(shop)
    other.visitor = caller_of(with_keys, address="192.0.2.7")
    ok_json(other.start())
    with with_keys.state.database.write() as db:
        key, end = BY_BUSINESS.key(shop.business.id), BY_BUSINESS.window_end(clock.now())
        counter = db.get_one(Counter, (key, end))
        assert counter.count == BY_NETWORK.times + 1
        counter.count = BY_BUSINESS.times
    assert other.start().status_code == 429


def test_erased_recipient_is_removed_from_the_card_and_the_buyer_stays(
    shop: Shop, with_keys: FastAPI, present: time_machine.Traveller
):
    booked = ok_json(shop.visitor.try_to_book(userId=shop.business.id, customerEmail="Ana@example.com"))
    ok_json(shop.business.set_status(booked["id"], "canceled"))
    customer_id = ok_json(shop.business.get(f"/api/bookings/{booked['id']}"))["customerId"]
    shop.look(shop.buy(to="Ana Alvarez", toEmail="ana@example.com", message="Dear Ana", sendOn="2027-03-05"))

    ok_json(shop.business.post(f"/api/customers/{customer_id}/erase", json={"confirm": "Ada Lovelace"}))

    (card,) = shop.cards()
    assert (card["to"], card["online"]["sentTo"], card["online"]["buyer"]) == ("", "ben@example.com", "Ben")
    assert "Ana" not in str(shop.business.get("/api/gift-cards").json())
    with with_keys.state.database.read() as db:
        set_operator(db, shop.business.id)
        (row,) = db.scalars(select(GiftCardPurchase))
        assert (row.recipient, row.recipient_email, row.message) == ("Erased", "", "")


def test_encrypted_code_is_deleted_a_month_after_its_email(
    shop: Shop, with_keys: FastAPI, present: time_machine.Traveller, deliver: Deliverer
):
    sent, disputed, later = [
        shop.buy(to=name, **more)
        for name, more in [("Sent", {}), ("Disputed", {}), ("Later", {"sendOn": "2027-10-24"})]
    ]
    for form in (sent, disputed, later):
        shop.look(form)
    shop.provider.dispute(disputed["clientSecret"])
    deliver()

    def codes_after(days: int) -> list[str]:
        present.shift(timedelta(days=days))
        with with_keys.state.database.write() as db, all_tenants(db, "housekeeping"):
            tidy(db, clock.now())
        with with_keys.state.database.read() as db:
            set_operator(db, shop.business.id)
            return [row.recipient for row in db.scalars(select(GiftCardPurchase)) if row.sealed_code is not None]

    assert codes_after(29) == ["Sent", "Disputed", "Later"]
    assert codes_after(2) == ["Disputed", "Later"]
    shop.provider.dispute(disputed["clientSecret"], "won")
    deliver()
    assert codes_after(29) == ["Disputed", "Later"]
    assert codes_after(2) == ["Later"]


def test_unpaid_purchase_is_deleted_a_day_after_it_was_canceled(
    shop: Shop, with_keys: FastAPI, present: time_machine.Traveller
):
    shop.start()
    for hours in (2, 24):
        present.shift(timedelta(hours=hours))
        run(with_keys)
    with with_keys.state.database.write() as db, all_tenants(db, "housekeeping"):
        tidy(db, clock.now())
        assert db.scalars(select(GiftCardPurchase)).all() == []


def test_blocked_sender_cannot_buy(shop: Shop):
    placed = ok_json(shop.visitor.try_to_book(userId=shop.business.id, customerEmail="ben@example.com"))
    ok_json(shop.business.post(f"/api/bookings/{placed['id']}/refuse-sender"))
    assert shop.start().json()["code"] == "refused_sender"
    assert shop.provider.objects("payment_intent") == []
