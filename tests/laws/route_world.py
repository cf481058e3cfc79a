"""Callers, path parameters and request bodies for the route table, and the type of its rows."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from fastapi import FastAPI
from sqlalchemy import select, update

from marqueedesk.accounts import passwords, service
from marqueedesk.accounts.models import Invitation, Operator, User
from marqueedesk.announcements.models import Announcement
from marqueedesk.billing.models import Payment, Plan, Subscription
from marqueedesk.books.partners.models import BooksPush
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.messages.models import OutboxMail
from marqueedesk.reviews.models import Review
from marqueedesk.teams import invitations
from tests.support import rows
from tests.support.api import PASSWORD, Api, booking_body, ok_json
from tests.support.authenticator import passkey_of

UNKNOWN = 987_654_321
NOW = datetime.now(UTC)
CONTENT: dict[str, Any] = dict.fromkeys(("subject", "greeting", "signOff", "title", "lead", "from"), "Hello") | {
    "parts": [],
    "footer": [],
    "calendar": None,
    "replyTo": None,
    "unsubscribe": None,
}
_written_mails: dict[int, int] = {}
_account_emails: dict[int, int] = {}
_numbers = count(1)
_running: list[FastAPI] = []
# Ideographs as letters, so that no two rows share one.
_letters = (letter for number in count() for letter in [chr(0x4E00 + number)])


class World:
    """An operator with a team, another business, an administrator, and a deactivated user."""

    def __init__(self, new_caller: Callable[[], Api], database: Database) -> None:
        self.nobody = new_caller()
        self.owner = new_caller().register("owner@example.com")
        self.other = new_caller().register("other@example.com")
        self.manager = new_caller().register("manager@example.com")
        self.staff = new_caller().register("staff@example.com")
        self.accountant = new_caller().register("accountant@example.com")
        self.gone = new_caller().register("gone@example.com")
        for member, part in ((self.manager, "manager"), (self.staff, "staff"), (self.accountant, "accountant")):
            rows.join_team(database, member.id, self.owner.id, part)
        with database.write() as db, all_tenants(db, "the test arranges a team"):
            service.add_user(
                db,
                email="admin@example.com",
                password_hash=passwords.hash_password(PASSWORD),
                role="admin",
                now=NOW,
            )
            for table in (User, Operator):
                db.execute(update(table).where(table.id == self.gone.id).values(is_active=False))
            for business in (self.owner, self.other):
                for kind, audience, written in (
                    ("confirmed", "customer", _written_mails),
                    ("password-reset", "account", _account_emails),
                ):
                    mail = OutboxMail(
                        operator_id=business.id,
                        kind=kind,
                        audience=audience,
                        recipient="ada@example.com",
                        subject="Booked",
                        content=CONTENT,
                        message_id=f"{kind}-{business.id}@localhost",
                        state="unsent",
                        attempts=0,
                        created_at=NOW,
                    )
                    db.add(mail)
                    db.flush()
                    written[business.id] = mail.id
        self.admin = new_caller().login("admin@example.com")
        for business in (self.owner, self.other):
            business.add_letters("LOVE", quantity=50)


# --- Path parameters: each function creates a new row of a business and returns its path parameters ---


NO_PASSKEY = {
    "id": "eA",
    "rawId": "eA",
    "type": "public-key",
    "response": {"clientDataJSON": "e30", "attestationObject": "eA"},
}


def a_passkey(business: Api) -> dict[str, int]:
    return {"passkey_id": passkey_of(business)[1]["id"]}


def a_device(business: Api) -> dict[str, int]:
    device, _ = passkey_of(business)
    email = business.user["email"]
    ticket = business.post("/api/login", json={"email": email, "password": PASSWORD}).json()["ticket"]
    options = ok_json(business.post("/api/login/passkey-options", json={"ticket": ticket}))["publicKey"]
    step = {"ticket": ticket, "credential": device.show(options), "remember": True}
    ok_json(business.post("/api/login/second-factor", json=step))
    return {"device_id": ok_json(business.get("/api/second-factor"))["devices"][0]["id"]}


def a_trial(business: Api) -> dict[str, int]:
    """Replace the business's subscription with a running trial that Stripe does not know."""
    return {"subscription_id": _subscribed(business, canceled=False)}


def a_canceled_trial(business: Api) -> dict[str, int]:
    return {"subscription_id": _subscribed(business, canceled=True)}


def a_plan_payment(business: Api) -> dict[str, int]:
    subscription = a_trial(business)
    with _running[-1].state.database.write() as db:
        set_operator(db, business.id)
        row = Payment(
            **subscription,
            amount_cents=2900,
            currency="USD",
            status="succeeded",
            stripe_payment_intent_id=f"pi_{next(_numbers)}",
            asked_at=NOW,
            created_at=NOW,
        )
        db.add(row)
        db.flush()
        return subscription | {"payment_id": row.id}


def _subscribed(business: Api, *, canceled: bool) -> int:
    now = datetime.now(UTC)
    ends = now + timedelta(days=14)
    with _running[-1].state.database.write() as db:
        set_operator(db, business.id)
        for before in db.scalars(select(Subscription)):
            before.status = "canceled"
        plan = Plan(name="Trial", price_cents=2900, nonce="1", created_at=now, updated_at=now)
        db.add(plan)
        db.flush()
        row = Subscription(
            plan_id=plan.id,
            price_cents=2900,
            interval="monthly",
            status="trial",
            current_period_start=now,
            current_period_end=ends,
            trial_start=now,
            trial_end=ends,
            cancel_at_period_end=canceled,
            created_at=now,
            updated_at=now,
        )
        db.add(row)
        db.flush()
        return row.id


def a_user(business: Api) -> dict[str, int]:
    return {"user_id": business.id}


def an_email_sender(business: Api) -> dict[str, int]:
    return {"operator_id": business.id}


def an_announcement(_business: Api) -> dict[str, int]:
    """Return an announcement inserted during setup, because only administrators create them."""
    with _running[-1].state.database.write() as db:
        row = Announcement(text="Hello", starts_at=NOW, ends_at=NOW, audience="owners", created_at=NOW)
        db.add(row)
        db.flush()
        return {"announcement_id": row.id}


def a_texting_business(business: Api) -> dict[str, int]:
    ok_json(business.patch("/api/sms-settings", json={"number": "+15185550142"}))
    return {"operator_id": business.id}


def a_booking(business: Api) -> dict[str, int]:
    return {"booking_id": business.book()["id"]}


def an_online_request(business: Api) -> dict[str, int]:
    """Create a request through the public form, signed out."""
    for row in ok_json(business.get("/api/refused-senders")):
        ok_json(business.delete(f"/api/refused-senders/{row['id']}"))
    cookies = dict(business.http.cookies)
    business.http.cookies.clear()
    placed = business.book(userId=business.id)
    business.http.cookies.update(cookies)
    return {"booking_id": placed["id"]}


def a_refused_sender(business: Api) -> dict[str, int]:
    booking = an_online_request(business)
    ok_json(business.post(f"/api/bookings/{booking['booking_id']}/refuse-sender"))
    return {"sender_id": ok_json(business.get("/api/refused-senders"))[0]["id"]}


def a_confirmed_booking(business: Api) -> dict[str, int]:
    booking = a_booking(business)
    ok_json(business.set_status(booking["booking_id"], "confirmed"))
    return booking


def an_invoiced_booking(business: Api) -> dict[str, int]:
    booking = a_confirmed_booking(business)
    ok_json(business.post(f"/api/bookings/{booking['booking_id']}/invoice"))
    return booking


def an_electronic_invoice(business: Api) -> dict[str, int]:
    seller = {"documentCountry": "DE", "vatId": "DE123456789", "address": "Lampenweg 1\n10115 Berlin"}
    ok_json(business.patch("/api/business-details", json=seller))
    return an_invoiced_booking(business)


def a_discount_code(business: Api) -> dict[str, int]:
    code = {"code": f"SAVE{next(_numbers)}", "percent": 10}
    return {"code_id": ok_json(business.post("/api/discount-codes", json=code))["id"]}


def an_answer(business: Api) -> dict[str, int]:
    """Create a customer and a canned answer."""
    answer = {"title": "Hours", "text": "Hi {first name}, we open at 9."}
    return a_customer(business) | {"answer_id": ok_json(business.post("/api/canned-answers", json=answer))["id"]}


def a_partner(business: Api) -> dict[str, int]:
    partner = {"name": f"Partner {next(_numbers)}", "commission": {"percent": 10}}
    return {"partner_id": ok_json(business.post("/api/partners", json=partner))["id"]}


CERTIFICATE = {
    "file": "data:application/pdf;base64," + base64.b64encode(b"%PDF-1.7\n%%EOF").decode(),
    "insurer": "Acme Mutual",
    "limits": {"eachOccurrence": 1_000_000, "aggregate": 2_000_000},
    "expiresOn": "2030-12-31",
}


def a_certificate(business: Api) -> dict[str, int]:
    return {"certificate_id": ok_json(business.post("/api/certificates", json=CERTIFICATE))["id"]}


def a_gift_card(business: Api) -> dict[str, int]:
    return {"card_id": ok_json(business.post("/api/gift-cards", json={"amount": 50}))["id"]}


def an_unpaid_partner(business: Api) -> dict[str, int]:
    return a_partner(business) | {"payout_id": 1}


def a_new_code(_world: World) -> dict[str, Any]:
    return {"code": f"NEW{next(_numbers)}", "amount": 10}


def a_letter(business: Api) -> dict[str, int]:
    return {"item_id": business.add_letter(next(_letters))["id"]}


def an_item(business: Api) -> dict[str, int]:
    return {"item_id": ok_json(business.post("/api/items", json=ITEM))["id"]}


def a_package(business: Api) -> dict[str, int]:
    return {"package_id": ok_json(business.post("/api/packages", json=PACKAGE))["id"]}


def a_picture(business: Api) -> dict[str, Any]:
    path = f"/api/items/{an_item(business)['item_id']}/picture"
    shown = ok_json(business.put(path, content=PICTURE, headers={"Content-Type": "image/png"}))
    return {"key": business.key, "tag": shown["picture"].rpartition("/")[2]}


def a_photo(business: Api) -> dict[str, Any]:
    kept = ok_json(business.post("/api/photos", content=PICTURE, headers={"Content-Type": "image/png"}))
    return {"digest": kept["photo"]}


def a_letter_to_report(business: Api) -> dict[str, str]:
    letter = next(_letters)
    business.add_letter(letter)
    return {"letter": letter, "size": "4ft"}


def a_repair(business: Api) -> dict[str, int]:
    return {"repair_id": ok_json(business.post("/api/repairs", json=a_letter_to_report(business)))["id"]}


def a_tagged_piece(business: Api) -> dict[str, int]:
    item = a_letter(business)
    return {"piece_id": ok_json(business.post("/api/pieces", json={"inventoryId": item["item_id"]}))["id"]}


def a_proposed_charge(business: Api) -> dict[str, int]:
    letter = next(_letters)
    business.add_letter(letter)
    booking = a_booking(business)
    line = {"letter": letter, "size": "4ft", "count": 1}
    for kind, more in (("out", {}), ("in", {"outcome": "damaged"})):
        body = {"clientId": f"{kind}-{booking['booking_id']}", "kind": kind, "at": "2026-11-21T15:00:00Z"}
        path = f"/api/bookings/{booking['booking_id']}/handovers"
        ok_json(business.post(path, json=body | {"lines": [line | more], "reason": "A spare one"}))
    found = ok_json(business.get(f"/api/bookings/{booking['booking_id']}/charges"))
    return booking | {"charge_id": found["charges"][0]["id"]}


BORROWED = {"lender": "Neon Nights", "firstDay": "2027-06-01", "lastDay": "2027-06-04"}


def a_booking_short_of_a_letter(business: Api) -> dict[str, int]:
    letter = next(_letters)
    business.add_letter(letter, 1)
    days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}
    business.book(message=letter, **days)
    booking = business.book(message=letter, **days, overbookReason="Borrowed")
    return {"booking_id": booking["id"]}


def a_request_to_decline(business: Api) -> dict[str, str]:
    letter = next(_letters)
    business.add_letter(letter, 1)
    days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}
    return {"clientId": f"declined-{ord(letter)}", "message": letter * 2, "size": "4ft", **days}


def a_missed_request(business: Api) -> dict[str, str]:
    return {
        "client_id": ok_json(business.post("/api/missed-requests", json=a_request_to_decline(business)))["clientId"]
    }


def a_loan(business: Api) -> dict[str, int]:
    """Record the missing letter of a booking as borrowed."""
    target = a_booking_short_of_a_letter(business)
    risk = ok_json(business.get(f"/api/bookings/{target['booking_id']}"))["risk"]
    pieces = [{"letter": risk["short"][0]["letter"], "size": "4ft", "count": 1}]
    answer = business.post(f"/api/bookings/{target['booking_id']}/borrowed", json={**BORROWED, "pieces": pieces})
    return target | {"loan_id": ok_json(answer)["booking"]["borrowed"][0]["id"]}


def a_stocktake(business: Api) -> dict[str, int]:
    return {"stocktake_id": ok_json(business.post("/api/stocktakes", json={}))["id"]}


PAST_BOOKING = "Name,Email,Date,Text,Size,Total\nAda,ada@example.com,2020-06-05,LOVE,4ft,450\n"


def an_import(business: Api) -> dict[str, int]:
    body = {"csv": PAST_BOOKING, "apply": True}
    return {"import_id": ok_json(business.post("/api/imports/bookings", json=body))["importId"]}


def a_push(business: Api) -> dict[str, int]:
    """Insert a push, because these tests have no bookkeeping software."""
    with _running[-1].state.database.write() as db:
        set_operator(db, business.id)
        row = BooksPush(
            system="xero",
            company_id="1",
            day=date(2027, 6, 1),
            correction=0,
            lines=[],
            state="failed",
            revision=0,
            created_at=datetime.now(UTC),
        )
        db.add(row)
        db.flush()
        return {"push_id": row.id}


def an_outage(business: Api) -> dict[str, int]:
    item = a_letter(business)
    body = {"count": 1, "firstDay": "2027-06-01", "lastDay": "2027-06-02"}
    outage = ok_json(business.post(f"/api/inventory/{item['item_id']}/outages", json=body))
    return item | {"outage_id": outage["id"]}


def an_item_outage(business: Api) -> dict[str, int]:
    item = an_item(business)
    body = {"count": 1, "firstDay": "2027-06-01", "lastDay": None}
    outage = ok_json(business.post(f"/api/items/{item['item_id']}/outages", json=body))
    return item | {"outage_id": outage["id"]}


def a_venue(business: Api) -> dict[str, int]:
    return {"venue_id": business.add_venue()["id"]}


def a_customer(business: Api) -> dict[str, int]:
    return {"customer_id": ok_json(business.post("/api/customers", json={"name": "Ada"}))["id"]}


def a_merge(business: Api) -> dict[str, int]:
    other = {"other": a_customer(business)["customer_id"]}
    path = f"/api/customers/{a_customer(business)['customer_id']}/merge"
    return {"merge_id": ok_json(business.post(path, json=other))["mergeId"]}


def a_quote(business: Api) -> dict[str, int]:
    return {"quote_id": business.quote()["id"]}


def a_sent_version(business: Api) -> dict[str, int]:
    return {"quote_id": business.sent_quote()["id"], "version": 1}


def a_link(business: Api) -> dict[str, Any]:
    return {"token": business.sent_quote()["token"]}


def a_waiting_link(business: Api) -> dict[str, Any]:
    body = booking_body(userId=business.id, customerEmail=f"waits{next(_numbers)}@example.com", consent=True)
    return {"token": ok_json(business.post("/api/public/waiting-list", json=body))["token"]}


def to_wait(world: World) -> dict[str, Any]:
    return booking_body(userId=world.owner.id, consent=True)


def a_priced_form(world: World) -> dict[str, Any]:
    return booking_body(userId=world.owner.id, consent=True)


def a_booking_link(business: Api) -> dict[str, Any]:
    return {"token": business.booking_token(business.book()["id"])}


def no_booking_list(business: Api) -> dict[str, Any]:
    return {"token": "x" * 39}


def a_review(business: Api) -> dict[str, int]:
    """Insert a review, because its link is only in an email."""
    booking = a_booking(business)["booking_id"]
    with _running[-1].state.database.write() as db:
        set_operator(db, business.id)
        row = Review(booking_id=booking, nonce="n", stars=5, consent=True, written_at=datetime.now(UTC))
        db.add(row)
        db.flush()
        return {"review_id": row.id}


def a_contract(business: Api) -> dict[str, int]:
    booking = a_booking(business)
    body = {"signers": [{"name": "Ada", "role": "customer"}]}
    ok_json(business.post(f"/api/bookings/{booking['booking_id']}/contract", json=body))
    return booking


def a_quote_contract(business: Api) -> dict[str, int]:
    quote = a_quote(business)
    body = {"signers": [{"name": "Ada", "role": "customer"}]}
    ok_json(business.post(f"/api/quotes/{quote['quote_id']}/contract", json=body))
    return quote


def a_contract_link(business: Api) -> dict[str, Any]:
    booking = a_contract(business)["booking_id"]
    (signer,) = ok_json(business.get(f"/api/bookings/{booking}/contract"))["signers"]
    return {"token": signer["link"].rpartition("/")[2]}


def the_reviews(business: Api) -> dict[str, Any]:
    return {"token": business.key}


def no_review_photo(business: Api) -> dict[str, Any]:
    return {"key": business.key, "tag": "0" * 32}


def a_confirmed_booking_link(business: Api) -> dict[str, Any]:
    return {"token": business.booking_token(a_confirmed_booking(business)["booking_id"])}


def a_share(business: Api) -> dict[str, Any]:
    booking = a_confirmed_booking(business)
    shares = ok_json(business.post(f"/api/bookings/{booking['booking_id']}/shares", json={"name": "Mom", "amount": 10}))
    return {**booking, "share_id": shares["shares"][0]["id"]}


def no_announced_charge(business: Api) -> dict[str, Any]:
    """A charge can only be announced with a card, which needs the Stripe keys."""
    return {**a_confirmed_booking(business), "charge_id": 1}


def no_charge_photo(business: Api) -> dict[str, Any]:
    return {**a_booking_link(business), "digest": a_photo(business)["digest"]}


def a_share_link(business: Api) -> dict[str, Any]:
    booking = a_share(business)["booking_id"]
    (share,) = ok_json(business.get(f"/api/bookings/{booking}/shares"))["shares"]
    return {"token": share["link"].rpartition("/")[2]}


def a_customers_share(business: Api) -> dict[str, Any]:
    share = a_share(business)
    return {"token": business.booking_token(share["booking_id"]), "share_id": share["share_id"]}


def a_changed_invoice(business: Api) -> dict[str, int]:
    booking = an_invoiced_booking(business)
    ok_json(business.patch(f"/api/bookings/{booking['booking_id']}", json={"customerName": "Grace Hopper"}))
    return booking


def a_replaced_invoice(business: Api) -> dict[str, Any]:
    booking = a_changed_invoice(business)
    path = f"/api/bookings/{booking['booking_id']}/invoice/replace"
    return {**booking, "number": ok_json(business.post(path, json={}))["replaced"][0]["number"]}


def an_invoiced_booking_link(business: Api) -> dict[str, Any]:
    return {"token": business.booking_token(an_invoiced_booking(business)["booking_id"])}


def a_payment(business: Api) -> dict[str, int]:
    booking = a_booking(business)
    path = f"/api/bookings/{booking['booking_id']}/payments"
    entered = ok_json(business.post(path, json={"kind": "cash", "amount": 10}))
    return booking | {"payment_id": entered["entries"][0]["id"]}


def a_change_request(business: Api) -> dict[str, int]:
    booking = business.book()["id"]
    token = business.booking_token(booking)
    asked = ok_json(business.post(f"/api/public/bookings/{token}/change-request", json={"text": "An hour later"}))
    return {"booking_id": booking, "request_id": asked["changeRequests"][0]["id"]}


def a_requested_afternoon(business: Api) -> dict[str, int]:
    booking = business.book()["id"]
    change = f"/api/public/bookings/{business.booking_token(booking)}/change"
    asked = ok_json(business.post(change, json={"preferredInstallTime": "afternoon"}))
    return {"booking_id": booking, "request_id": asked["requestId"]}


def a_feed(business: Api) -> dict[str, Any]:
    address = ok_json(business.post("/api/calendar-feed"))["url"]
    return {"token": address.rpartition("/")[2].removesuffix(".ics")}


def a_mail(business: Api) -> dict[str, int]:
    """Return the email inserted during setup, because these tests run no worker."""
    return {"mail_id": _written_mails[business.id]}


def an_invitation(business: Api) -> dict[str, int]:
    email = f"invited{next(_numbers)}@example.com"
    return {
        "invitation_id": ok_json(business.post("/api/team/invitations", json={"email": email, "part": "staff"}))["id"]
    }


def an_invitation_link(business: Api) -> dict[str, Any]:
    """Derive the link as the email does, which is the only place that contains it."""
    invitation_id = an_invitation(business)["invitation_id"]
    with _running[-1].state.database.read() as db, all_tenants(db, "the test reads the mail"):
        row = db.scalars(select(Invitation).where(Invitation.id == invitation_id)).one()
        return {"token": invitations.address(_running[-1].state.signer, "", row).rpartition("=")[2]}


def a_public_key(business: Api) -> dict[str, Any]:
    return {"public_key": business.key}


def a_shared_form(business: Api) -> dict[str, Any]:
    return {"shared": "form", "key": business.key}


# --- Valid bodies, so that only the caller or the ID can cause a refusal ---

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mP8z8DAwMDAxMDAwMDAAAANHQEDaB7T3gAAAABJRU5ErkJggg=="
)
MAIL = {
    "smtpHost": "127.0.0.1",
    "smtpPort": 9,
    "smtpUser": "me",
    "smtpPassword": "secret",
    "emailFrom": "post@example.com",
}
ANNOUNCEMENT = {
    "text": "Reports are slow today.",
    "from": "2027-06-01T22:00:00Z",
    "to": "2027-06-02T04:00:00Z",
    "audience": "owners",
}
KEYS = {"stripePublishableKey": "pk_test_1", "stripeSecretKey": "sk_test_1"}
ITEM = {"name": "Balloon arch", "quantity": 2, "price": 40}
PACKAGE = {"name": "Love", "lines": [{"kind": "letters", "text": "LOVE", "size": "4ft"}]}
VENUE = {"name": "Hall", "address": "1 Main St", "city": "Albany", "state": "NY", "zipCode": "12207"}


def nothing(_world: World) -> None:
    return None


def some_invitation(_world: World) -> dict[str, Any]:
    return {"email": f"invited{next(_numbers)}@example.com", "part": "manager"}


def an_account_email(business: Api) -> dict[str, int]:
    """Return the email inserted during setup, because these tests run no worker."""
    return {"mail_id": _account_emails[business.id]}


def a_new_letter(_world: World) -> dict[str, Any]:
    return {"letter": next(_letters), "size": "4ft", "quantity": 1, "pricePerDay": 25}


def some_request(world: World) -> dict[str, Any]:
    return {"ids": [world.owner.book()["id"]]}


def booking_for_the_owner(world: World) -> dict[str, Any]:
    return booking_body(userId=world.owner.id)


@dataclass(frozen=True)
class Row:
    """Expected statuses of a route: for its business (`ok`), staff, an administrator, and signed-out callers."""

    ok: int
    staff: int
    admin: int = 403
    nobody: int = 401
    target: Callable[[Api], dict[str, Any]] | None = None
    body: Callable[[World], Any] = nothing
    query: Callable[[World], dict[str, Any]] = field(default=lambda _world: {})
    # The status for managers, if it differs from the owner's.
    manager: int | None = None
    # The status for accountants, if it isn't 403; on routes without sign-in they get what staff get.
    accountant: int | None = None
    # The route is about the user's own data, hidden even from their team.
    personal: bool = False
    # Setup that the route needs.
    before: Callable[[World], Any] = nothing


def a_plan(world: World) -> None:
    world.admin.add_plan()


def the_first_plan(_business: Api) -> dict[str, int]:
    """Return the ID of the first plan, which is 1 in a new database."""
    return {"plan_id": 1}


def in_a_month() -> str:
    return (datetime.now(UTC) + timedelta(days=30)).date().isoformat()


def a_handover(_world: World) -> dict[str, Any]:
    lines = [{"letter": "L", "size": "4ft", "count": 1}]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return {"clientId": f"batch-{next(_letters)}", "kind": "pack", "at": at, "lines": lines}


def a_count(world: World) -> dict[str, Any]:
    letter = next(_letters)
    world.owner.add_letter(letter)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return {"counts": [{"letter": letter, "size": "4ft", "counted": 1, "clientId": letter, "at": at}]}


def a_crew_payment(world: World) -> dict[str, Any]:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    booking = a_confirmed_booking(world.owner)["booking_id"]
    return {"clientId": f"door-{next(_letters)}", "bookingId": booking, "kind": "cash", "amount": 10, "at": at}


def whose_key(world: World) -> dict[str, Any]:
    return {"key": world.owner.key}


def whose(world: World) -> dict[str, Any]:
    return {"userId": world.owner.id}


def whose_month(world: World) -> dict[str, Any]:
    return {"userId": world.owner.id, "size": "4ft", "message": "LOVE", "month": "2027-06"}


def fixed(body: dict[str, Any] | bytes) -> Callable[[World], Any]:
    return lambda _world: body


def asks_for_terms(world: World) -> None:
    world.owner.set_rules(termsOnForm=True)


def the_logo(world: World) -> None:
    ok_json(world.owner.put("/api/business-details/logo", content=PICTURE, headers={"Content-Type": "image/png"}))


def enter(app: FastAPI) -> None:
    """Set the application for functions that create rows, since they receive only the business."""
    _running[:] = [app]
