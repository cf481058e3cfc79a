"""Routes reject callers without permission before they validate the body, and all report invalid bodies the
same way.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import POOL_SIZE, Database
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.contract import document_of

INVALID: dict[str, Any] = {"name": 7}


def test_signed_out_caller_gets_401_even_with_an_invalid_body(visitor: Api):
    assert visitor.post("/api/venues", json=INVALID).status_code == 401


def test_member_without_permission_gets_403_even_with_an_invalid_body(
    operator: Api, new_caller: Callable[[], Api], database: Database
):
    staff = new_caller().register()
    rows.join_team(database, staff.id, operator.id, "staff")
    assert staff.post("/api/venues", json=INVALID).status_code == 403
    assert staff.get("/api/venues").json() == []


def test_error_for_invalid_body_names_the_fields(operator: Api):
    answer = operator.post("/api/venues", json=INVALID)
    assert answer.status_code == 422
    assert answer.json()["fields"]["name"] == "Name must be text"


def test_invalid_parameter_is_reported_before_invalid_body(operator: Api):
    answer = operator.patch("/api/venues/first", json=INVALID)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["venue_id"])


@pytest.mark.parametrize(
    "content, content_type, status, code",
    [
        (b"{", "application/json", 400, "unparsable"),
        (b"", "application/json", 400, "unparsable"),
        (b"[" * 100_000, "application/json", 400, "unparsable"),
        (b'{"name": "Hall"}', "text/plain", 415, "unsupported_media_type"),
        (b'{"name": "Hall"}', "", 415, "unsupported_media_type"),
        (b"[]", "application/json", 422, "invalid"),
        (b"null", "application/json", 422, "invalid"),
    ],
)
def test_json_body_that_is_not_an_object_is_rejected(
    operator: Api, content: bytes, content_type: str, status: int, code: str
):
    headers = {"Content-Type": content_type} if content_type else {}
    answer = operator.http.request("POST", "/api/venues", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_more_concurrent_writes_than_connections_all_commit(operator: Api):
    letter = operator.add_letter("A", 1)
    path = f"/api/inventory/{letter['id']}"
    with ThreadPoolExecutor(POOL_SIZE * 4) as pool:
        answers = list(pool.map(lambda n: operator.patch(path, json={"quantity": n}).status_code, range(1, 100)))
    assert set(answers) == {200}
    assert ok_json(operator.get("/api/inventory"))[0]["quantity"] in range(1, 100)


@pytest.mark.parametrize(
    "method, path, statuses",
    [
        ("get", "/api/venues", "200 401 403 404 422 503"),
        ("post", "/api/venues", "201 400 401 403 413 415 422 503"),
        ("patch", "/api/venues/{venue_id}", "200 400 401 403 404 413 415 422 503"),
        ("delete", "/api/venues/{venue_id}", "204 401 403 404 409 413 422 503"),
        ("post", "/api/estimate", "200 400 404 409 413 415 422 429 503"),
    ],
)
def test_openapi_document_lists_errors_of_body_and_parameters(app: FastAPI, method: str, path: str, statuses: str):
    assert " ".join(sorted(document_of(app)["paths"][path][method]["responses"])) == statuses
