"""Gift cards bought online: the purchase, its emails, refunds and disputes, and their ledger entries."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.gift_cards.public_api import SHOWN_FOR
from tests.gift_cards.support import SHOP, Shop, run
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.inbox import Inbox
from tests.support.paying import notification_titles, sent_emails
from tests.support.together import together

DECLINED = "4000000000000002"


def test_page_shows_the_amounts_on_offer(shop: Shop):
    page = ok_json(shop.visitor.get(shop.path))
    assert (page["amounts"], page["ownAmount"], page["least"], page["most"]) == ([50, 100], True, 20, 300)
    assert (page["currency"], page["validThrough"]) == ("USD", None)


def test_page_is_closed_by_default_and_without_card_payments(shop: Shop, operator: Api, visitor: Api):
    assert visitor.get(f"/api/public/gift-cards/{operator.user['publicKey']}").status_code == 404
    operator.set_rules(giftCardShop=SHOP)
    assert visitor.get(f"/api/public/gift-cards/{operator.user['publicKey']}").status_code == 404
    shop.business.set_rules(giftCardShop=SHOP | {"isOpen": False})
    assert shop.visitor.get(shop.path).status_code == 404 == shop.start().status_code


@pytest.mark.parametrize(
    "fields, wrong",
    [
        ({"amount": 19.99}, "amount"),
        ({"amount": 300.01}, "amount"),
        ({"amount": -50}, "amount"),
        ({"to": " "}, "to"),
        ({"to": "x" * 201}, "to"),
        ({"toEmail": "ana"}, "toEmail"),
        ({"buyer": ""}, "buyer"),
        ({"buyerEmail": "ben@"}, "buyerEmail"),
        ({"message": "x" * 501}, "message"),
        ({"sendOn": "2020-01-01"}, "sendOn"),
        ({"sendOn": "2099-01-01"}, "sendOn"),
    ],
)
def test_invalid_purchase_names_the_invalid_field(shop: Shop, fields: dict[str, Any], wrong: str):
    refused = shop.start(**fields)
    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == [wrong]
    assert shop.provider.objects("payment_intent") == []


def test_settings_without_any_amount_on_offer_are_rejected(shop: Shop):
    for fields, wrong in (
        ({"amounts": [], "ownAmount": False}, "giftCardShop.amounts"),
        ({"amounts": [0]}, "giftCardShop.amounts"),
        ({"amounts": list(range(1, 10))}, "giftCardShop.amounts"),
        ({"least": 0}, "giftCardShop.least"),
        ({"least": 50, "most": 20}, "giftCardShop.most"),
    ):
        refused = shop.business.patch("/api/booking-rules", json={"giftCardShop": SHOP | fields})
        assert refused.status_code == 422
        assert list(refused.json()["fields"]) == [wrong]


def test_own_amounts_can_be_switched_off(shop: Shop):
    shop.business.set_rules(giftCardShop=SHOP | {"ownAmount": False})
    assert shop.start(60).status_code == 422
    ok_json(shop.start(100))


def test_code_is_shown_once_and_pays_a_booking(shop: Shop, present: time_machine.Traveller, with_keys: FastAPI):
    form = ok_json(shop.start(50))
    before = shop.look(form)
    assert (before["state"], before["code"]) == ("unpaid", None)
    assert shop.cards() == []
    shop.provider.pay(form["clientSecret"]).raise_for_status()
    bought = shop.look(form)
    assert (bought["state"], bought["amount"], bought["sentTo"]) == ("paid", 50, "ben@example.com")
    assert shop.look(form)["code"] == bought["code"]
    present.shift(SHOWN_FOR + timedelta(seconds=1))
    assert shop.look(form)["code"] is None
    placed = ok_json(shop.visitor.try_to_book(userId=shop.business.id, giftCard=bought["code"]))
    assert placed["giftCard"] == {"balance": 50, "covers": 50, "left": 0}
    (card,) = shop.cards()
    assert (card["state"], card["online"]["buyer"], card["to"]) == ("used", "Ben", "Ana")
    assert shop.accounts().get("gift_cards") is None
    run(with_keys)


def test_failed_payment_creates_no_card(shop: Shop):
    form = ok_json(shop.start(50))
    assert shop.provider.pay(form["clientSecret"], DECLINED).status_code == 402
    assert shop.look(form)["state"] == "unpaid"
    assert shop.cards() == []
    shop.provider.pay(form["clientSecret"]).raise_for_status()
    assert shop.look(form)["state"] == "paid"


def test_late_and_repeated_events_create_one_card(shop: Shop, deliver: Deliverer):
    form = shop.buy()
    deliver()
    deliver()
    shop.look(form)
    deliver()
    assert [card["balance"] for card in shop.cards()] == [50]
    assert shop.accounts() == {"card_clearing": 50, "gift_cards": -50}


def test_simultaneous_checks_create_one_card(shop: Shop):
    form = shop.buy()
    seen = together(*[lambda: shop.look(form)] * 4)
    assert {row["state"] for row in seen} == {"paid"}
    assert len(shop.cards()) == 1


def test_purchase_is_entered_as_a_liability_with_fees(shop: Shop):
    shop.provider.charge_fees()
    shop.look(shop.buy(100))
    accounts = shop.accounts()
    assert accounts["gift_cards"] == -100
    assert accounts["provider_fees"] > 0
    assert accounts["card_clearing"] == round(100 - accounts["provider_fees"], 2)
    assert round(accounts["card_clearing"] * 100) == shop.provider.balance(shop.account())
    assert shop.liability() == 100
    months = ok_json(shop.business.get("/api/reports/card-payments"))["months"]
    assert sum(month["gross"] for month in months) == 100


def test_recipient_gets_the_code_on_the_chosen_day(
    shop: Shop, with_keys: FastAPI, present: time_machine.Traveller, deliver: Deliverer
):
    ok_json(shop.business.patch("/api/business-details", json={"email": "shop@example.com"}))
    inbox = Inbox(with_keys.state.database, with_keys.state.settings)
    form = shop.buy(toEmail="ana@example.com", message="Enjoy! https://spam.example", sendOn="2027-03-05")
    code = shop.look(form)["code"]
    (receipt,) = [mail for mail in inbox.send_due() if mail.to == "ben@example.com"]
    assert receipt.subject == "Receipt for your gift card"
    assert code not in receipt.text
    present.move_to(datetime(2027, 3, 5, 16, tzinfo=UTC))
    (gift,) = [mail for mail in inbox.send_due() if mail.to == "ana@example.com"]
    assert gift.subject == "You’ve received a gift card"
    assert code in gift.text
    assert "Enjoy!" in gift.text
    assert "spam.example" not in gift.text
    (stored,) = sent_emails(with_keys, shop.business, "gift-card")
    assert code not in stored
    deliver()
    assert inbox.send_due() == []


def test_unused_card_is_refunded_by_the_business(shop: Shop, with_keys: FastAPI, deliver: Deliverer):
    form = shop.buy(toEmail="ana@example.com")
    code = shop.look(form)["code"]
    (card,) = shop.cards()
    refunded = ok_json(shop.business.post(f"/api/gift-cards/{card['id']}/void"))
    assert (refunded["state"], refunded["online"]["refund"]) == ("void", 50)
    run(with_keys)
    deliver()
    assert [row["amount"] for row in shop.provider.objects("refund")] == [5000]
    assert shop.accounts() == {}
    assert shop.liability() == 0
    assert shop.look(form)["state"] == "refunded"
    assert shop.visitor.try_to_book(userId=shop.business.id, giftCard=code).status_code == 404
    ok_json(shop.business.post(f"/api/gift-cards/{card['id']}/void"))
    run(with_keys)
    assert len(shop.provider.objects("refund")) == 1


def test_used_card_is_not_refunded(shop: Shop):
    code = shop.look(shop.buy())["code"]
    ok_json(shop.visitor.try_to_book(userId=shop.business.id, giftCard=code))
    (card,) = shop.cards()
    assert shop.business.post(f"/api/gift-cards/{card['id']}/void").json()["code"] == "gift_card_used"


def test_failed_refund_makes_the_card_usable_again(shop: Shop, with_keys: FastAPI, deliver: Deliverer):
    form = shop.buy()
    shop.look(form)
    (card,) = shop.cards()
    ok_json(shop.business.post(f"/api/gift-cards/{card['id']}/void"))
    shop.provider.let_refunds_wait()
    run(with_keys)
    shop.provider.fail_refunds(form["clientSecret"])
    deliver()
    (card,) = shop.cards()
    assert (card["state"], card["balance"], card["online"]["refund"]) == ("open", 50, 0)
    assert shop.accounts() == {"card_clearing": 50, "gift_cards": -50}
    assert shop.liability() == 50
    run(with_keys)
    assert any("gift card refund failed" in title for title in notification_titles(shop.business))


@pytest.mark.parametrize("in_dashboard, result, left, failed", [(50_00, "void", 0, False), (20_00, "open", 30, True)])
def test_refund_in_the_dashboard_first_is_kept(
    shop: Shop, with_keys: FastAPI, deliver: Deliverer, in_dashboard: int, result: str, left: int, *, failed: bool
):
    form = shop.buy()
    shop.look(form)
    deliver()
    (card,) = shop.cards()
    ok_json(shop.business.post(f"/api/gift-cards/{card['id']}/void"))
    shop.provider.refund(form["clientSecret"], in_dashboard)
    # The event comes before our own request, which is refused.
    deliver()
    run(with_keys)
    (card,) = shop.cards()
    assert (card["state"], card["balance"], card["online"]["refund"]) == (result, left, in_dashboard / 100)
    assert shop.liability() == left
    assert sum(row["amount"] for row in shop.provider.objects("refund")) == in_dashboard
    titles = notification_titles(shop.business)
    assert any("gift card refund failed" in title for title in titles) == failed


def test_payouts_name_the_gift_card_of_a_payment_and_its_refund(shop: Shop, deliver: Deliverer):
    form = shop.buy(100)
    shop.look(form)
    shop.provider.refund(form["clientSecret"], 20_00)
    deliver()
    shop.provider.pay_out(shop.account())

    (payout,) = ok_json(shop.business.get("/api/payouts"))

    (card,) = shop.cards()
    named = {"id": card["id"], "ending": card["ending"]}
    entries = [*payout["payments"], *payout["refunds"]]
    assert [(row["amount"], row["giftCard"], row["booking"]) for row in entries] == [
        (100, named, None),
        (-20, named, None),
    ]
    rows = list(csv.DictReader(io.StringIO(shop.business.get("/api/payouts.csv").text)))
    assert [row["gift_card"] for row in rows] == [card["ending"]] * 2


def test_disputed_purchase_blocks_the_card_until_the_dispute_is_won(shop: Shop, with_keys: FastAPI, deliver: Deliverer):
    form = shop.buy()
    code = shop.look(form)["code"]
    shop.provider.dispute(form["clientSecret"])
    deliver()
    (card,) = shop.cards()
    assert (card["state"], card["balance"], shop.liability()) == ("blocked", 50, 50)
    refused = shop.visitor.try_to_book(userId=shop.business.id, giftCard=code)
    assert (refused.status_code, refused.json()["code"]) == (409, "gift_card_blocked")
    assert shop.business.post(f"/api/gift-cards/{card['id']}/void").json()["code"] == "gift_card_blocked"
    shop.provider.dispute(form["clientSecret"], "won")
    deliver()
    assert shop.cards()[0]["state"] == "open"
    ok_json(shop.visitor.try_to_book(userId=shop.business.id, giftCard=code))
    run(with_keys)
    assert any("disputed" in title for title in notification_titles(shop.business))


@pytest.mark.parametrize("won_on, mails", [("2027-03-10", 1), ("2027-03-01", 0)])
def test_card_whose_day_comes_while_it_is_blocked_is_emailed_once_after_the_dispute_is_won(
    shop: Shop,
    with_keys: FastAPI,
    present: time_machine.Traveller,
    deliver: Deliverer,
    won_on: str,
    mails: int,
):
    inbox = Inbox(with_keys.state.database, with_keys.state.settings)
    form = shop.buy(toEmail="ana@example.com", sendOn="2027-03-05")
    shop.look(form)
    shop.provider.dispute(form["clientSecret"])
    deliver()

    def received(day: str) -> int:
        present.move_to(datetime.fromisoformat(f"{day}T16:00:00").replace(tzinfo=UTC))
        deliver()
        return sum(mail.to == "ana@example.com" for mail in inbox.send_due())

    if mails:
        assert received("2027-03-05") == 0
    present.move_to(datetime.fromisoformat(f"{won_on}T12:00:00").replace(tzinfo=UTC))
    shop.provider.dispute(form["clientSecret"], "won")
    assert received(won_on) == mails
    assert received("2027-03-11") == 1 - mails
    assert received("2027-03-12") == 0


def test_lost_dispute_takes_the_balance_and_the_used_part_is_bad_debt(shop: Shop, deliver: Deliverer):
    shop.provider.charge_fees()
    form = shop.buy(300)
    code = shop.look(form)["code"]
    placed = ok_json(shop.visitor.try_to_book(userId=shop.business.id, giftCard=code))
    used = placed["giftCard"]["covers"]
    shop.provider.dispute(form["clientSecret"])
    deliver()
    shop.provider.dispute(form["clientSecret"], "lost")
    deliver()
    accounts = shop.accounts()
    assert shop.liability() == 0
    assert "gift_cards" not in accounts
    assert accounts["bad_debt"] == used
    assert accounts["dispute_fees"] > 0
    assert round(accounts["card_clearing"] * 100) == shop.provider.balance(shop.account())


@pytest.mark.parametrize("refunded, left", [(300, 0), (200, 100)])
def test_used_card_that_was_refunded_at_the_provider_never_gets_the_refunded_part_back(
    shop: Shop, with_keys: FastAPI, deliver: Deliverer, present: time_machine.Traveller, refunded: int, left: int
):
    form = shop.buy(300)
    code = shop.look(form)["code"]
    placed = ok_json(shop.visitor.try_to_book(userId=shop.business.id, giftCard=code))
    used = placed["giftCard"]["covers"]
    assert 100 < used < 300
    shop.provider.refund(form["clientSecret"], refunded * 100)
    deliver()
    assert (shop.cards()[0]["balance"], shop.liability()) == (0, 0)
    assert shop.accounts()["bad_debt"] == used + refunded - 300

    ok_json(shop.business.set_status(placed["id"], "canceled"))
    run(with_keys)
    present.shift(timedelta(minutes=5))
    run(with_keys)
    deliver()

    assert (shop.cards()[0]["balance"], shop.liability()) == (left, left)
    assert shop.accounts() == ({"card_clearing": left, "gift_cards": -left} if left else {})
    again = shop.visitor.try_to_book(
        userId=shop.business.id, giftCard=code, giftCardAmount=100, customerEmail="cy@example.com"
    )
    assert again.status_code == (201 if left else 409)


def test_refund_that_fails_after_a_lost_dispute_leaves_the_card_empty(
    shop: Shop, with_keys: FastAPI, deliver: Deliverer
):
    form = shop.buy()
    shop.look(form)
    (card,) = shop.cards()
    ok_json(shop.business.post(f"/api/gift-cards/{card['id']}/void"))
    for status in ("needs_response", "lost"):
        shop.provider.dispute(form["clientSecret"], status)
        deliver()
    run(with_keys)
    deliver()

    assert shop.provider.objects("refund") == [], "a disputed payment can't be refunded"
    (card,) = shop.cards()
    assert (card["state"], card["balance"], card["online"]["refund"]) == ("blocked", 0, 0)
    assert (shop.liability(), shop.accounts()) == (0, {})
    assert any("The card stays blocked" in title for title in notification_titles(shop.business))


def test_suspended_business_sells_nothing(shop: Shop, admin_of: Callable[[FastAPI], Api], with_keys: FastAPI):
    admin = admin_of(with_keys)
    assert admin.post(f"/api/admin/businesses/{shop.business.id}/suspend", json={"reason": "Fraud"}).is_success
    assert not shop.visitor.get(shop.path).is_success
    assert not shop.start().is_success
    assert shop.provider.objects("payment_intent") == []


def test_purchases_of_another_business_are_not_found(shop: Shop, operator: Api):
    form = shop.buy()
    path = f"/api/public/gift-cards/{operator.user['publicKey']}/purchases/look"
    assert shop.visitor.post(path, json={"purchase": form["purchase"]}).status_code == 404
    assert shop.visitor.post(f"{shop.path}/purchases/look", json={"purchase": "x"}).status_code == 404
