"""The API matches its description: no request causes an error or an undocumented response."""

import json
import os
import warnings
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from marqueedesk.accounts import passwords, service
from marqueedesk.app import create_app
from marqueedesk.kit import clock
from marqueedesk.settings import Settings
from tests.support import databases, day
from tests.support.api import PASSWORD, Api
from tests.support.contract import Contract, Undocumented, document_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.specs.openapi.schemas import OpenApiSchema

DOCUMENT = document_of(create_app(Settings(database_url="sqlite://")))
OPERATIONS = [
    (method.upper(), path)
    for path, operations in DOCUMENT["paths"].items()
    for method in operations
    # The first two would end the caller's session, and the third never ends.
    if (method.upper(), path) not in {("POST", "/api/logout"), ("POST", "/api/change-password"), ("GET", "/api/events")}
    and path.startswith("/api/")
]


@pytest.fixture(scope="module")
def described() -> OpenApiSchema:
    return schemathesis.openapi.from_dict(json.loads(json.dumps(DOCUMENT)))


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(create_app(Settings(database_url="sqlite://")))


def one_of_each_kind(app: FastAPI, new_caller: Callable[[], Api]) -> list[Api]:
    """An anonymous caller, an operator with data of every kind, and an administrator without a business."""
    operator = new_caller().register()
    operator.add_letters("LOVE")
    operator.add_venue()
    operator.book()
    operator.sent_quote()
    operator.post("/api/inventory/1/outages", json={"count": 1, "firstDay": "2027-06-09", "lastDay": "2027-06-09"})
    with app.state.database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=clock.now())
    return [new_caller(), operator, new_caller().login("admin@example.com")]


# Half of all generated ids should exist.
IDS = st.sampled_from([1, 1, 1, 2, 999_999]) | st.integers(1, 2**63 - 1)


@pytest.mark.parametrize("method, path", OPERATIONS, ids=lambda value: value)
def test_generated_requests_cause_no_server_errors_or_undocumented_responses(
    method: str, path: str, described: OpenApiSchema, contract: Contract, arrange_on: Callable[..., Any]
):
    kinds = day.todays(f"{method} {path}", databases.KINDS)
    # Generating requests takes longer than sending them, so both databases get the same ones.
    teams: list[list[Api]] = [arrange_on(kind, "openapi", one_of_each_kind) for kind in kinds]
    operation = described[path][method]
    # A body has many invalid forms; without one, only ids, queries and callers vary.
    examples = 10 if "requestBody" in DOCUMENT["paths"][path][method.lower()] else 6
    if os.environ.get("MARQUEEDESK_TEST_SEEDS") == "all":
        examples *= 10

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],  # pyright: ignore[reportArgumentType]
    )
    @given(case=operation.as_strategy(), row=IDS, who=st.sampled_from(range(len(teams[0]))))
    def ask(case: Any, row: int, who: int) -> None:
        target = path
        for name in case.path_parameters or {}:
            target = target.replace(f"{{{name}}}", str(row))
        sent: dict[str, Any] = {}
        if isinstance(case.body, dict | list | str | int | float | bool | None):
            sent["content"] = json.dumps(case.body).encode()
            sent["headers"] = {"Content-Type": "application/json"}
        query = {name: value for name, value in (case.query or {}).items() if isinstance(value, str | int | None)}
        for callers in teams:
            try:
                request = callers[who].http.build_request(method, target, params=query, **sent)
            except (httpx.InvalidURL, UnicodeEncodeError):
                # Requests that cannot be sent are skipped.
                return
            answer = callers[who].http.send(request)
            # Routes that need the payment provider return an error without keys.
            needs_keys = answer.status_code == 503 and answer.json()["code"] in {"no_stripe_keys", "no_webhook_secret"}
            assert answer.status_code < 500 or needs_keys, (request.url, case.body, answer.text)
            contract.check(answer)

    ask()


KINDS = {
    "application/json",
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text/plain",
    "text/event-stream",
    "text/calendar",
    "image/png",
    "application/pdf",
    "application/zip",
    "image/webp",
}
WITHOUT_BODY = {
    "/api/admin/announcements/{announcement_id}/email",
    "/api/bookings/{booking_id}/contract/countersign",
    "/api/bookings/{booking_id}/contract/remind",
    "/api/quotes/{quote_id}/contract/countersign",
    "/api/quotes/{quote_id}/contract/remind",
    "/api/conversations/{customer_id}/canned-answers/{answer_id}",
    "/api/conversations/{customer_id}/read",
    "/api/books/disconnect",
    "/api/gift-cards/{card_id}/void",
    "/api/books/push",
    "/api/books/pushes/{push_id}/retry",
    "/api/customers/merges/{merge_id}/undo",
    "/api/imports/{import_id}/undo",
    "/api/periods/{period}/close",
    "/api/public/follow-ups/{token}/unsubscribe",
    "/api/public/booking-lists/{token}/open",
    "/api/public/booking-lists/{token}/pay/look",
    "/api/bookings/{booking_id}/resolve/undo",
    "/api/repairs/{repair_id}/reopen",
    "/api/logout",
    "/api/sign-ins/end-others",
    "/api/email/confirmation",
    "/api/admin/payments/reconcile",
    "/api/admin/businesses/{operator_id}/slow",
    "/api/admin/businesses/{operator_id}/resume",
    "/api/admin/businesses/{operator_id}/sign-out",
    "/api/support-access",
    "/api/admin/payments/clear-test-data",
    "/api/admin/payments/setup",
    "/api/second-factor/totp",
    "/api/second-factor/recovery-codes",
    "/api/second-factor/passkeys/options",
    "/api/reauthenticate/passkey-options",
    "/api/embed-settings/renew-key",
    "/api/calendar-feed",
    "/api/bookings/{booking_id}/payments/{payment_id}/void",
    "/api/bookings/{booking_id}/refuse-sender",
    "/api/bookings/{booking_id}/hold/release",
    "/api/bookings/{booking_id}/hold/retry",
    "/api/public/bookings/{token}/card",
    "/api/public/bookings/{token}/card/look",
    "/api/public/bookings/{token}/pay/look",
    "/api/public/bookings/{token}/retake",
    "/api/leads/{booking_id}/send-again",
    "/api/bookings/{booking_id}/change-requests/{request_id}/accept",
    "/api/public/shares/{token}/pay/look",
    "/api/public/waiting-list/{token}/unsubscribe",
    "/api/quotes/{quote_id}/withdraw",
    "/api/quotes/{quote_id}/duplicate",
    "/api/public/quotes/{token}/seen",
    "/api/bookings/{booking_id}/invoice",
    "/api/bookings/{booking_id}/invoice/send",
    "/api/admin/users/{user_id}/reset-link",
    "/api/admin/emails/{mail_id}/send-again",
    "/api/admin/subscriptions/{subscription_id}/resume",
    "/api/subscription/pay",
    "/api/subscription/card",
    "/api/subscription/card/use",
    "/api/messages/{mail_id}/send-again",
    "/api/stripe-connect/create-account",
    "/api/stripe-connect/account-link",
    "/api/team/invitations/{invitation_id}/resend",
    "/api/team/leave",
    "/api/public/invitations/{token}/decline",
    "/api/account/reopen",
}


def test_openapi_document_describes_every_operation_completely():
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            where = f"{method.upper()} {path}"
            assert operation.get("description"), f"{where} says what it does"
            success = [status for status in operation["responses"] if status.startswith("2")]
            # Idempotent creation returns 201, and 200 when repeated; a change is made (200) or requested (202).
            assert len(success) == 1 or sorted(success) in (["200", "201"], ["200", "202"]), where
            if method in {"post", "patch"} and path not in WITHOUT_BODY:
                assert "requestBody" in operation, f"{where} describes its body"
            if success != ["204"] and path != "/metrics":
                kinds = operation["responses"][success[0]]["content"]
                assert set(kinds) & KINDS, where
    text = json.dumps(DOCUMENT)
    for reference in {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert reference in DOCUMENT["components"]["schemas"]


class TestContractCheck:
    """Verifies that the contract check detects deviations."""

    def answer(self, status: int, body: Any, path: str = "/api/user", method: str = "GET") -> httpx.Response:
        return httpx.Response(status, json=body, request=httpx.Request(method, f"http://localhost{path}"))

    @pytest.mark.parametrize("body", [{}, [], {"message": 5, "code": "x"}, {"code": "x"}], ids=str)
    def test_contract_check_rejects_a_wrong_body(self, body: Any, app: FastAPI):
        with pytest.raises(Undocumented):
            Contract(app).check(self.answer(401, body))

    @pytest.mark.parametrize("status", [201, 302, 409, 418, 500])
    def test_contract_check_rejects_an_undocumented_status(self, status: int, app: FastAPI):
        with pytest.raises(Undocumented):
            Contract(app).check(self.answer(status, {"message": "x", "code": "x"}))

    def test_contract_check_rejects_an_undocumented_field(self, app: FastAPI, operator: Api):
        user = operator.get("/api/user").json()
        Contract(app).check(self.answer(200, user))
        with pytest.raises(Undocumented):
            Contract(app).check(self.answer(200, {**user, "passwordHash": "x"}))

    def test_contract_check_rejects_a_body_with_status_204(self, app: FastAPI):
        with pytest.raises(Undocumented):
            Contract(app).check(self.answer(204, {"a": 1}, "/api/venues/1", "DELETE"))

    def test_contract_check_skips_html_pages(self, app: FastAPI):
        Contract(app).check(self.answer(404, {}, "/no/such/page"))
