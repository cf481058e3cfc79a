"""Installation settings for administrators (G1, G2, G6), the audit log and the overview."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from fastapi import FastAPI
from sqlalchemy import delete, select, update
from sqlalchemy.exc import DBAPIError

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.jobs.jobs import enqueue
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import AppendOnly, AuditEntry
from marqueedesk.messages.models import OutboxMail
from tests.support import databases
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.support.databases import Kind
from tests.support.standin import StandIn

MAIL = {"smtpHost": "mail.example", "smtpUser": "me", "smtpPassword": "hunter2 hunter2", "emailFrom": "a@b.example"}
KEYS = {"stripePublishableKey": "pk_test_1", "stripeSecretKey": "sk_test_hidden", "stripeWebhookSecret": "whsec_hidden"}


def test_saved_settings_are_returned_and_audited_without_secrets(admin: Api, database: Database):
    answers = [
        admin.patch("/api/admin/settings/general", json={"siteName": "Bigger Letters", "companyPhone": "555 0100"}),
        admin.patch("/api/admin/settings/email", json=MAIL),
        admin.patch("/api/admin/settings/payments", json=KEYS),
        admin.patch("/api/admin/settings/system", json={"defaultLetterPricing": 62.5}),
        admin.get("/api/admin/settings"),
    ]

    held = [ok_json(answer) for answer in answers][-1]
    assert held["general"]["siteName"] == "Bigger Letters"
    assert held["system"]["defaultLetterPricing"] == 62.5
    assert (held["email"]["smtpPassword"], held["payments"]["stripeSecretKey"]) == ("set", "set")
    audit = ok_json(admin.get("/api/admin/audit", params={"action": "settings"}))
    assert [line["subject"] for line in audit["items"]] == ["system", "payments", "email", "general"]
    assert audit["items"][-1]["details"] == {"changed": ["companyPhone", "siteName"]}
    assert "smtpPassword" in audit["items"][2]["details"]["changed"]
    everything = "".join(answer.text for answer in answers) + orjson.dumps(audit).decode()
    for secret in ("hunter2", "sk_test_hidden", "whsec_hidden"):
        assert secret not in everything


SMTP = {
    "smtpHost": "SMTP host is required",
    "smtpUser": "SMTP username is required",
    "smtpPassword": "SMTP password is required",
}


@pytest.mark.parametrize(
    "body, fields",
    [
        ({"emailFrom": "a@b.example"}, SMTP),
        (
            {"smtpHost": " ", "smtpUser": None, "smtpPassword": "", "emailFrom": "a@b.example"},
            SMTP,
        ),
        (
            {"smtpHost": "", "smtpPort": 0, "emailFrom": "a@b.example"},
            SMTP | {"smtpPort": "SMTP port must be a positive integer"},
        ),
        (
            {"smtpHost": "a b", "smtpUser": "me", "emailFrom": "nowhere"},
            {
                "smtpHost": "SMTP host must be the name of a mail server",
                "smtpPassword": "SMTP password is required",
                "emailFrom": "Please enter a valid email",
            },
        ),
        (MAIL | {"smtpPort": "x"}, {"smtpPort": "SMTP port must be a positive integer"}),
    ],
    ids=str,
)
def test_all_invalid_email_settings_are_reported_together(body: dict[str, Any], fields: dict[str, str], admin: Api):
    for answer in (
        admin.patch("/api/admin/settings/email", json=body),
        admin.post("/api/admin/settings/email/check", json=body),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (422, fields)


def test_stored_secret_is_not_reported_missing_with_other_errors(admin: Api):
    ok_json(admin.patch("/api/admin/settings/email", json=MAIL))
    wrong = {"smtpPort": 0, "smtpPassword": "", "emailFrom": "a@b.example"}

    answer = admin.patch("/api/admin/settings/email", json=wrong)

    assert answer.json()["fields"] == {"smtpPort": "SMTP port must be a positive integer"}


def test_missing_payment_keys_are_reported_with_invalid_fee(admin: Api):
    answer = admin.patch("/api/admin/settings/payments", json={"platformFeePercent": 80})
    assert answer.json()["fields"] == {
        "stripePublishableKey": "Publishable key is required",
        "stripeSecretKey": "Secret key is required",
        "platformFeePercent": "Must be a number from 0 to 50",
    }


@pytest.mark.parametrize(
    "group, body, field",
    [
        ("general", {"siteName": ""}, "siteName"),
        ("general", {"siteUrl": "letters"}, "siteUrl"),
        ("email", {}, "smtpHost"),
        ("payments", {**KEYS, "stripeSecretKey": "sk_live_1"}, "stripeSecretKey"),
        ("system", {"defaultSurchargePercent": 101}, "defaultSurchargePercent"),
    ],
)
def test_invalid_setting_names_its_field_and_changes_nothing(admin: Api, group: str, body: dict[str, Any], field: str):
    before = ok_json(admin.get("/api/admin/settings"))

    answer = admin.patch(f"/api/admin/settings/{group}", json=body)

    assert answer.status_code == 422
    assert field in answer.json()["fields"]
    assert ok_json(admin.get("/api/admin/settings")) == before


def test_unknown_settings_group_returns_not_found(admin: Api):
    assert admin.patch("/api/admin/settings/cheese", json={}).status_code in {404, 405}


def test_settings_from_environment_are_shown_as_locked(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], admin: Api
):
    fixed = caller_of(app_with(smtp_url="smtp://relay.example", public_url="http://here.example"))
    fixed.login(admin.user["email"])

    held = ok_json(fixed.get("/api/admin/settings"))

    assert {"siteUrl", "smtpHost", "smtpPort", "smtpPassword"} <= set(held["locked"])
    assert (held["general"]["siteUrl"], held["email"]["smtpHost"]) == ("http://here.example", "relay.example")


def test_changed_defaults_apply_only_to_new_businesses(admin: Api, operator: Api, visitor: Api):
    ok_json(
        admin.patch(
            "/api/admin/settings/system",
            json={"defaultCurrency": "EUR", "timeZone": "Europe/Berlin", "bookingApprovalRequired": False},
        )
    )

    visitor.register()
    ok_json(admin.post("/api/admin/users", json={"email": "c@example.com", "password": "neon 5"}))

    assert (visitor.user["currency"], visitor.user["timeZone"]) == ("EUR", "Europe/Berlin")
    assert ok_json(visitor.get("/api/booking-rules"))["approvalRequired"] is False
    assert ok_json(visitor.login("c@example.com", "neon 5").get("/api/user"))["currency"] == "EUR"
    assert ok_json(operator.get("/api/user"))["currency"] == "USD"


def test_payment_keys_can_be_checked_without_saving(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], admin: Api, provider: StandIn
):
    caller = caller_of(app_with(stripe_api_base=provider.url))
    caller.login(admin.user["email"])

    def check(**keys: Any) -> tuple[str, str]:
        answer = caller.post("/api/admin/settings/payments/check", json=KEYS | keys)
        assert "hidden" not in answer.text
        return ok_json(answer)["code"], answer.json()["sentence"]

    assert check() == ("test_mode", "The keys work, in test mode: no real money moves.")
    assert check(stripeWebhookSecret="")[1].endswith("Add a webhook secret so payments are recorded here.")
    assert check(stripeSecretKey="sk_hidden") == ("wrong_key", "Wrong key: Stripe rejected the secret key.")
    assert check(stripePublishableKey="pk_live_1", testMode=False)[0] == "wrong_key"
    live = caller.post("/api/admin/settings/payments/check", json=KEYS | {"stripeSecretKey": "sk_live_hidden"})
    assert (live.status_code, list(live.json()["fields"])) == (422, ["stripeSecretKey"])
    provider.fault("429")
    assert check()[0] == "unreachable"
    assert ok_json(caller.get("/api/admin/settings"))["payments"]["stripeSecretKey"] is None


# --- Audit log ------------------------------------------------------------------------------------------------------


def test_audit_log_can_be_searched_and_paged(admin: Api, operator: Api):
    operator.add_letters("LOVE")
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/role", json={"role": "manager"}))

    def found(**query: Any) -> list[tuple[str, str]]:
        items = ok_json(admin.get("/api/admin/audit", params=query))["items"]
        return [(line["actor"], line["action"]) for line in items]

    who = operator.user["email"]
    assert found(q="ADMIN@") == [("admin@example.com", "user.role"), ("admin@example.com", "account.signed_in")]
    assert found(action="booking.status") == [(who, "booking.status")]
    assert found(q="ada love") == [(who, "booking.status")]
    page = ok_json(admin.get("/api/admin/audit", params={"limit": 3}))
    rest = ok_json(admin.get("/api/admin/audit", params={"limit": 3, "cursor": page["nextCursor"]}))
    assert len({line["id"] for line in page["items"] + rest["items"]}) == 4
    assert rest["nextCursor"] is None
    assert found(business=operator.id) == [(who, "booking.status"), (who, "account.registered")]
    today = clock.now().date()
    assert len(found(**{"from": str(today), "to": str(today)})) == 4
    assert found(to=str(today - timedelta(days=1))) == found(**{"from": str(today + timedelta(days=1))}) == []
    for query in ({"from": "yesterday"}, {"to": "2027-02-30"}, {"business": 0}, {"action": "\0"}):
        assert admin.get("/api/admin/audit", params=query).status_code == 422
    line = page["items"][1]
    assert (line["operatorId"], line["business"]) == (operator.id, operator.user["companyName"])
    assert line["details"] == {"before": "pending", "after": "confirmed"}


@pytest.mark.usefixtures("operator")
def test_audit_entries_cannot_be_changed_or_deleted(database: Database):
    with database.write() as db, pytest.raises(AppendOnly):
        db.execute(delete(AuditEntry))
    with database.write() as db, pytest.raises(AppendOnly):
        db.execute(update(AuditEntry).values(actor="somebody else"))
    with pytest.raises(AppendOnly), database.write() as db:
        db.scalars(select(AuditEntry)).first().actor = "somebody else"  # pyright: ignore[reportOptionalMemberAccess]
    with pytest.raises(AppendOnly), database.write() as db:
        db.delete(db.scalars(select(AuditEntry)).first())

    with database.read() as db:
        assert [entry.action for entry in db.scalars(select(AuditEntry))] == ["account.registered"]


@pytest.mark.parametrize("statement", ["UPDATE audit_entries SET actor = 'x'", "DELETE FROM audit_entries"])
def test_database_refuses_update_and_delete_of_audit_entries(database_kind: Kind, statement: str):
    own = Database(databases.new(database_kind))
    with own.write() as db:
        # The trigger uses the database's clock, and allows deletion of old entries.
        audit.record(db, "user.role", by=None, now=datetime.now(UTC))

    with pytest.raises(DBAPIError, match="neither changes nor goes away"), own.write_connection() as connection:
        connection.exec_driver_sql(statement)

    with own.read() as db:
        assert [(entry.action, entry.actor) for entry in db.scalars(select(AuditEntry))] == [("user.role", None)]
    own.close()


# --- The overview ---------------------------------------------------------------------------------------------------


def test_overview_shows_counts_and_items_needing_attention(admin: Api, operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    operator.book()
    plan = ok_json(
        admin.post("/api/admin/subscription-plans", json={"name": "Starter", "price": 2900, "trialDays": 14})
    )
    ok_json(operator.post("/api/subscription", json={"planId": plan["id"]}))
    assert visitor.try_to_book(userId=operator.id, key="form-0001").status_code == 409
    with database.write() as db:
        job = enqueue(db, "test.broken", {"password": "hidden"}, clock.now())
        job.state, job.attempts, job.last_error = "failed", 10, "hidden"
        for number, state in enumerate(("sent", "sent", "failed", "waiting")):
            mail = OutboxMail(
                operator_id=operator.id,
                kind="confirmed",
                audience="customer",
                recipient="hidden@example.com",
                subject="Booked",
                content={},
                message_id=f"{number}@localhost",
                state=state,
                attempts=1,
                last_error="No such person (550)" if state == "failed" else None,
                created_at=clock.now(),
            )
            with all_tenants(db, "mails of a business"):
                db.add(mail)
                db.flush()

    found = admin.get("/api/admin/overview")

    overview = ok_json(found)
    assert (overview["users"]["total"], overview["users"]["admins"]) == (2, 1)
    assert [overview[name][-1]["count"] for name in ("bookings", "refused", "signUps")] == [1, 1, 2]
    figures = {"live": 1, "onTrial": 1, "monthlyRevenue": 2900, "recurringMonthly": 0, "pastDue": 0}
    assert overview["subscriptions"] == figures
    assert overview["jobs"]["failed"] == 1
    assert overview["jobs"]["latestFailed"][0]["kind"] == "test.broken"
    mail = overview["mail"]
    assert [mail[name] for name in ("serverSet", "waiting", "sent", "failed")] == [False, 1, 2, 1]
    (given_up,) = mail["latestFailed"]
    assert (given_up["name"], given_up["reason"]) == ("Booking confirmed", "No such person (550)")
    needed = ["backup_overdue", "jobs_failed", "mails_failed", "mail_not_set", "payments_not_set"]
    assert overview["attention"] == needed
    assert overview["backup"] == dict.fromkeys(("lastAt", "lastSize", "lastVerifiedAt", "ok", "problem"))
    assert overview["system"]["database"] in {"SQLite", "PostgreSQL"}
    assert overview["system"]["migration"]
    assert overview["latest"][0]["action"]
    assert "hidden" not in found.text


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("PATCH", "/api/admin/settings/email", MAIL),
        ("POST", "/api/admin/settings/email/check", MAIL | {"smtpHost": "127.0.0.1", "smtpPort": 9}),
        ("PATCH", "/api/admin/settings/payments", KEYS),
        ("POST", "/api/admin/settings/payments/check", KEYS),
        ("PATCH", "/api/admin/users/{operator}/role", {"role": "admin"}),
        ("POST", "/api/admin/users", {"email": "new@example.com", "password": PASSWORD, "role": "admin"}),
        ("POST", "/api/admin/users/{operator}/reset-link", None),
        ("DELETE", "/api/admin/users/{operator}", None),
    ],
    ids=str,
)
def test_changing_secrets_or_accounts_requires_reauthentication(
    method: str, path: str, body: object, admin: Api, operator: Api, monkeypatch: pytest.MonkeyPatch
):
    Clock(monkeypatch, clock.now()).pass_by(minutes=11)

    answer = admin.http.request(method, path.format(operator=operator.id), json=body)

    assert (answer.status_code, answer.json()["code"]) == (403, "reauthenticate")
    ok_json(admin.post("/api/reauthenticate", json={"password": PASSWORD}))
    if not path.endswith("/check"):
        ok_json(admin.http.request(method, path.format(operator=operator.id), json=body))


def test_changing_site_name_needs_no_reauthentication(admin: Api, monkeypatch: pytest.MonkeyPatch):
    Clock(monkeypatch, clock.now()).pass_by(minutes=11)

    ok_json(admin.patch("/api/admin/settings/general", json={"siteName": "Bigger Letters"}))


def test_landing_page_shows_the_claim_set_by_the_administrator(visitor: Api, admin: Api):
    assert "100+ rental businesses" in visitor.get("/").text

    saved = admin.get("/api/admin/settings").json()["general"]
    answer = admin.patch("/api/admin/settings/general", json={**saved, "landingClaim": "Trusted by <4> crews"})
    assert answer.status_code == 200, answer.text

    page = visitor.get("/").text
    assert "100+" not in page
    assert page.count("Trusted by &lt;4&gt; crews") == 2, "in the text, and in a meta element for the script"
    admin.patch("/api/admin/settings/general", json={**saved, "landingClaim": ""})
    assert "100+ rental businesses" in visitor.get("/").text
