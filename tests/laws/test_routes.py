"""The access policy as one table: each route with its status per role, and for foreign and unknown IDs.

A route missing from the table fails (A4, A5). A caller without access to a row learns nothing about it: a foreign ID
and an unknown one get the same response, and the other business's rows are unchanged.
"""

from collections.abc import Callable, Iterable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from marqueedesk.app import create_app
from marqueedesk.settings import Settings
from tests.laws.route_world import UNKNOWN, Row, World, enter, whose
from tests.laws.routes_of_a_business import OF_A_BUSINESS
from tests.laws.routes_of_administrators import OF_ADMINISTRATORS
from tests.laws.routes_without_sign_in import WITHOUT_SIGN_IN
from tests.support.api import Api, ok_json
from tests.support.contract import document_of

TABLE = WITHOUT_SIGN_IN | OF_A_BUSINESS | OF_ADMINISTRATORS


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """Return every route except pages, including those hidden from the OpenAPI document."""
    found = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, APIRoute) and (route.include_in_schema or route.path.startswith("/api"))
        for method in route.methods or ()
    }
    assert found >= {(m.upper(), path) for path, methods in document_of(app)["paths"].items() for m in methods}
    return found


def call(caller: Api, route: tuple[str, str], row: Row, world: World, parameters: dict[str, int]) -> httpx.Response:
    method, path = route
    row.before(world)
    body = row.body(world)
    given: dict[str, Any] = {"json": body}
    if isinstance(body, bytes):
        given = {"content": body, "headers": {"Content-Type": "image/png"}}
    return caller.http.request(
        method,
        path.format(**({"kind": "confirmed", "period": "2000-01"} | parameters)),
        params=row.query(world),
        **given,
    )


def state_of(business: Api) -> dict[str, Any]:
    """Return the main records of a business, as its owner reads them."""
    of_the_business = ("bookings", "quotes", "inventory", "venues", "price-list", "booking-rules", "user")
    paths = [f"/api/{name}" for name in of_the_business]
    return {path: ok_json(business.get(path)) for path in paths}


def ids(routes: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{method} {path}" for method, path in routes]


@pytest.fixture
def world(arrange: Callable[..., Any], app: FastAPI) -> World:
    enter(app)
    return arrange("routes", lambda app, new_caller: World(new_caller, app.state.database))


def test_policy_table_lists_exactly_the_routes_of_the_app():
    app = create_app(Settings(database_url="sqlite://"))

    assert routes_of(app) == set(TABLE)


@pytest.mark.either_database
@pytest.mark.parametrize("route", TABLE, ids=ids(TABLE))
def test_route_returns_expected_status_for_each_role(route: tuple[str, str], world: World):
    row = TABLE[route]
    expected = {
        "nobody": (world.nobody, row.nobody),
        # Deactivation ends all sessions of the user.
        "deactivated": (world.gone, row.nobody),
        "owner": (world.owner, row.ok),
        "manager": (world.manager, row.manager or (404 if row.personal else row.ok)),
        "staff": (world.staff, row.staff),
        "accountant": (world.accountant, row.accountant or (403 if row.nobody == 401 else row.staff)),
        "admin": (world.admin, row.admin),
    }

    fresh: dict[str, Any] = {}
    answers: dict[str, httpx.Response] = {}
    for name, (caller, _) in expected.items():
        if row.target and not fresh:
            fresh = row.target(world.owner)
        answers[name] = call(caller, route, row, world, fresh)
        if answers[name].is_success:
            # A successful request may have changed or deleted the row.
            fresh = {}

    assert {name: answer.status_code for name, answer in answers.items()} == {
        name: status for name, (_, status) in expected.items()
    }


BY_ID = [route for route, row in TABLE.items() if row.target and row.nobody == 401]


# Administrator routes apply to all businesses, so no row is foreign to them.
ABOUT_A_BUSINESS = [route for route in BY_ID if TABLE[route].ok != 403]


@pytest.mark.parametrize("route", ABOUT_A_BUSINESS, ids=ids(ABOUT_A_BUSINESS))
def test_row_of_another_business_is_treated_as_unknown_and_unchanged(route: tuple[str, str], world: World):
    row = TABLE[route]
    assert row.target is not None
    foreign = row.target(world.other)
    unknown = dict.fromkeys(foreign, UNKNOWN)
    before = state_of(world.other)

    for caller in (world.owner, world.manager, world.staff, world.accountant, world.admin, world.nobody, world.gone):
        answers = [call(caller, route, row, world, parameters) for parameters in (foreign, unknown)]

        assert {answer.status_code for answer in answers} <= {401, 403, 404}
        assert answers[0].status_code == answers[1].status_code
        assert answers[0].json() == answers[1].json()
    assert call(world.owner, route, row, world, foreign).status_code == 404
    assert state_of(world.other) == before


@pytest.mark.either_database
@pytest.mark.parametrize("route", BY_ID, ids=ids(BY_ID))
def test_malformed_id_is_refused(route: tuple[str, str], operator: Api):
    method, path = route

    for name in ("-1", "0", "1e3", "9223372036854775808", "%00", "1;--", "٣", "abc"):
        parameters = dict.fromkeys(
            (
                "user_id",
                "booking_id",
                "item_id",
                "package_id",
                "outage_id",
                "stocktake_id",
                "import_id",
                "loan_id",
                "repair_id",
                "answer_id",
                "announcement_id",
                "customer_id",
                "merge_id",
                "venue_id",
                "quote_id",
                "version",
                "number",
                "plan_id",
                "subscription_id",
                "request_id",
                "mail_id",
                "payment_id",
                "share_id",
                "code_id",
                "partner_id",
                "review_id",
                "certificate_id",
                "card_id",
                "payout_id",
                "sender_id",
                "operator_id",
                "invitation_id",
                "piece_id",
                "charge_id",
                "push_id",
                "passkey_id",
                "device_id",
                "digest",
                "client_id",
            ),
            name,
        )
        answer = operator.http.request(method, path.format(**parameters), json={})

        # Callers without the permission are rejected before the ID is read.
        assert answer.status_code in ({403} if TABLE[route].ok == 403 else {404, 422}), name


@pytest.mark.parametrize("route", [route for route, row in TABLE.items() if row.query is whose])
def test_form_of_deactivated_operator_returns_not_found(route: tuple[str, str], world: World):
    answers = [
        world.nobody.get(route[1], params={"userId": who}) for who in (world.gone.id, world.admin.user["id"], UNKNOWN)
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert {answer.json()["code"] for answer in answers} == {"no_operator"}
