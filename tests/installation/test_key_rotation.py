"""Replacement of the installation's secret: what was made with the old one stays readable and can be shown."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import BookingLink
from marqueedesk.gift_cards.models import GiftCardPurchase
from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.key_rotation import SOURCES, Rotation, rotate
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.http.form_tokens import Stamps
from marqueedesk.kit.http.links import PURPOSE, Signer
from marqueedesk.settings import Settings
from marqueedesk.tables import METADATA
from tests.support.api import Api, booking_body, ok_json

pytestmark = pytest.mark.either_database

OLD, NEW = "6f1c0e9b7a2d4853b1f7c6d2e8a90435", "0b7a2d4853b1f7c6d2e8a904356f1c0e"


def with_keys(*keys: str) -> Settings:
    return Settings.model_validate({"secret_keys": ",".join(keys)})


@pytest.fixture
def app(app_with: Callable[..., FastAPI]) -> FastAPI:
    return app_with(secret_key=OLD)


def linked_booking(app: FastAPI, operator: Api) -> dict[str, Any]:
    """Create a booking with a link of the old key."""
    booking = ok_json(operator.post("/api/bookings", json=booking_body()))
    renew(app, booking)
    return booking


def renew(app: FastAPI, booking: dict[str, Any]) -> None:
    maker = BookingLinks(Signer(with_keys(OLD).key_for(PURPOSE)), "")
    with app.state.database.write() as db:
        set_operator(db, booking["userId"])
        maker.renew(db, booking["userId"], booking["id"], clock.now())


def address(app: FastAPI, key: str, booking_id: int) -> str | None:
    """Return the booking's link as an installation with the key shows it."""
    maker = BookingLinks(Signer(with_keys(key).key_for(PURPOSE)), "")
    with app.state.database.read() as db, all_tenants(db, "a test"):
        return maker.address(db.scalars(select(BookingLink).where(BookingLink.booking_id == booking_id)).one())


def test_links_are_shown_with_the_new_key_and_those_sent_before_still_work(app: FastAPI, operator: Api, visitor: Api):
    booking = linked_booking(app, operator)
    sent = address(app, OLD, booking["id"])
    assert sent
    assert address(app, NEW, booking["id"]) is None

    done = rotate(app.state.database, with_keys(NEW, OLD))

    shown = address(app, NEW, booking["id"])
    assert shown
    assert shown != sent
    assert done.links >= 1
    for link in (sent, shown):
        assert visitor.get(f"/api/public/bookings/{link.rpartition('/')[2]}").status_code == 200
    assert rotate(app.state.database, with_keys(NEW, OLD)) == Rotation(0, 0, 0)


def test_withdrawn_link_does_not_come_back(app: FastAPI, operator: Api, visitor: Api):
    booking = linked_booking(app, operator)
    withdrawn = address(app, OLD, booking["id"])
    assert withdrawn
    renew(app, booking)

    rotate(app.state.database, with_keys(NEW, OLD))

    assert visitor.get(f"/api/public/bookings/{withdrawn.rpartition('/')[2]}").status_code == 404


def test_stored_secrets_are_readable_with_the_new_key_alone(app: FastAPI):
    database = app.state.database
    with database.write() as db:
        sealed = seal(with_keys(OLD), "hunter2")
        db.add(PlatformSetting(name="smtp_password", held={}, sealed=sealed, updated_at=clock.now()))
        lost = seal(with_keys("e8a904356f1c0e0b7a2d4853b1f7c6d2"), "gone")
        db.add(PlatformSetting(name="sms_token", held={}, sealed=lost, updated_at=clock.now()))
    assert unseal(with_keys(NEW, OLD), sealed) == "hunter2"
    assert unseal(with_keys(NEW), sealed) is None

    done = rotate(database, with_keys(NEW, OLD))

    assert (done.secrets, done.unreadable) == (1, 1)
    with database.read() as db:
        stored = db.get(PlatformSetting, "smtp_password").sealed
        assert unseal(with_keys(NEW), stored) == "hunter2"
        assert db.get(PlatformSetting, "sms_token").sealed == lost


def bought_gift_card(app: FastAPI, business: Api) -> tuple[int, int]:
    """Store the purchase of a gift card with a code sealed by the old key."""
    card_id = ok_json(business.post("/api/gift-cards", json={"amount": 50}))["id"]
    with app.state.database.write() as db:
        set_operator(db, business.id)
        row = GiftCardPurchase(
            token_digest="0" * 64,
            state="received",
            amount_cents=50_00,
            currency="USD",
            buyer="Ben",
            buyer_email="ben@example.com",
            recipient="Ana",
            sealed_code=seal(with_keys(OLD), f"code of {business.id}"),
            code_digest="1" * 64,
            ending="C4HN",
            gift_card_id=card_id,
            key="gift-card-1",
            account_id="acct_1",
            live=False,
            returns_fee=True,
            created_at=clock.now(),
        )
        db.add(row)
        db.flush()
        return business.id, row.id


def test_gift_card_codes_of_several_businesses_stay_readable(
    app: FastAPI, operator: Api, new_caller: Callable[[], Api]
):
    bought = [bought_gift_card(app, operator), bought_gift_card(app, new_caller().register())]
    rotate(app.state.database, with_keys(NEW, OLD))
    for operator_id, purchase_id in bought:
        with app.state.database.read() as db:
            set_operator(db, operator_id)
            row = db.scalars(select(GiftCardPurchase).where(GiftCardPurchase.id == purchase_id)).one()
            assert unseal(with_keys(NEW), str(row.sealed_code)) == f"code of {operator_id}"


def test_form_opened_before_the_change_can_be_sent():
    now = clock.now()
    before, after = (Stamps(with_keys(*keys).keys_for("form-opened")) for keys in ((OLD,), (NEW, OLD)))

    assert after.age(before.give(now), now) is not None
    assert before.age(after.give(now), now) is None


def test_every_table_with_links_is_covered():
    others: dict[str, Any] = {
        "password_resets": "sent once, found by digest",
        "email_changes": "sent once, found by digest",
        "subscription_plans": "not a link: tells the provider's objects apart",
    }
    with_nonce = {
        table.name for table in METADATA.tables.values() if any(column.name.endswith("nonce") for column in table.c)
    }

    assert with_nonce - {source.table.name for source in SOURCES} == with_nonce & others.keys()
