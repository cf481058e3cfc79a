"""Routes that say in their signature what they read and answer."""

from typing import Annotated, Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI, Query, Request
from starlette.responses import Response

from marqueedesk.kit.http.http import (
    Accepted,
    Created,
    Json,
    JsonBody,
    NoContent,
    RawBody,
    install_error_handlers,
)
from marqueedesk.kit.http.routing import Router, body_of
from marqueedesk.kit.http.schemas import PathId, RequestModel, ResponseModel
from tests.support.client import InProcess


class SignInput(RequestModel):
    word: str


class LongSignInput(SignInput):
    second_line: str


class SignOut(ResponseModel):
    word: str
    letter_count: int


def sign(given: SignInput) -> SignOut:
    return SignOut(word=given.word, letter_count=len(given.word))


router = Router(tags=["signs"], refuses=(401, 403))


@router.get("/signs")
def signs(_request: Request) -> Json[list[SignOut]]:
    return Json([])


@router.get("/signs/found")
def found(q: Annotated[str, Query(max_length=5)]) -> Json[list[SignOut]]:
    return Json([SignOut(word=q, letter_count=len(q))])


@router.post("/signs", refuses=(409,))
def add(body: JsonBody[SignInput]) -> Created[SignOut]:
    return Created(sign(body.read()))


@router.patch("/signs/{sign_id}")
def change(sign_id: PathId, body: JsonBody[SignInput]) -> Json[SignOut]:
    given = body.read_as(LongSignInput) if sign_id == 2 else body.read()
    return Json(sign(given))


@router.post("/signs/{sign_id}/send")
def send(sign_id: PathId, body: JsonBody[SignInput] | None = None) -> Accepted[SignOut]:
    return Accepted(SignOut(word="", letter_count=sign_id) if body is None else sign(body.read()))


@router.put("/signs/{sign_id}/picture")
def keep_picture(sign_id: PathId, body: RawBody) -> NoContent:
    assert (sign_id, body.raw, body.content_type) == (3, b"a picture", "image/png")
    return NoContent()


@router.delete("/signs/{sign_id}")
def remove(sign_id: PathId) -> NoContent:
    return NoContent()


@router.post("/signs/again", status_code=201, responses={200: {"model": SignOut}})
def again(body: JsonBody[SignInput]) -> Json[SignOut]:
    return Json(sign(body.read()), 200)


@router.get("/signs/{sign_id}/drawing")
def drawing(sign_id: PathId) -> Response:
    return Response(f"drawing {sign_id}", media_type="text/plain")


@pytest.fixture(scope="module")
def app() -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)
    app.include_router(router)
    return app


@pytest.fixture(scope="module")
def client(app: FastAPI, portal: BlockingPortal) -> httpx.Client:
    return httpx.Client(transport=InProcess(app, portal), base_url="http://test")


@pytest.mark.parametrize(
    "method, path, answers",
    [
        ("get", "/signs", "200 401 403"),
        ("get", "/signs/found", "200 401 403 422"),
        ("post", "/signs", "201 400 401 403 409 413 415 422"),
        ("patch", "/signs/{sign_id}", "200 400 401 403 404 413 415 422"),
        ("post", "/signs/{sign_id}/send", "202 400 401 403 404 413 415 422"),
        ("put", "/signs/{sign_id}/picture", "204 401 403 404 422"),
        ("delete", "/signs/{sign_id}", "204 401 403 404 422"),
        ("post", "/signs/again", "200 201 400 401 403 413 415 422"),
        ("get", "/signs/{sign_id}/drawing", "200 401 403 404 422"),
    ],
)
def test_the_description_names_every_answer(app: FastAPI, method: str, path: str, answers: str):
    assert " ".join(sorted(app.openapi()["paths"][path][method]["responses"])) == answers


def test_the_description_has_the_models_of_body_and_answer(app: FastAPI):
    paths: dict[str, Any] = app.openapi()["paths"]
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/SignInput"}}}, "required": True}
    answer = {"$ref": "#/components/schemas/SignOut"}

    assert paths["/signs"]["post"]["requestBody"] == body
    assert paths["/signs/{sign_id}/send"]["post"]["requestBody"] == body | {"required": False}
    assert "requestBody" not in paths["/signs/{sign_id}/picture"]["put"]
    assert paths["/signs"]["post"]["responses"]["201"]["content"]["application/json"]["schema"] == answer
    assert paths["/signs"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["items"] == answer
    assert "content" not in paths["/signs/{sign_id}"]["delete"]["responses"]["204"]


def test_a_body_is_read_as_the_model_that_the_signature_names(client: httpx.Client):
    made = client.post("/signs", json={"word": "LOVE"})

    assert (made.status_code, made.json()) == (201, {"word": "LOVE", "letterCount": 4})
    assert client.post("/signs", json={}).status_code == 422
    assert client.post("/signs", content="{", headers={"Content-Type": "application/json"}).status_code == 400
    assert client.post("/signs", content="word=LOVE").status_code == 415


def test_a_route_may_read_another_model_for_some_callers(client: httpx.Client):
    assert client.patch("/signs/1", json={"word": "LOVE"}).status_code == 200
    assert client.patch("/signs/2", json={"word": "LOVE"}).json()["fields"].keys() == {"secondLine"}


def test_a_route_may_do_without_a_body(client: httpx.Client):
    assert client.post("/signs/7/send").json()["letterCount"] == 7
    assert client.post("/signs/7/send", json={"word": "HI"}).json()["letterCount"] == 2
    assert client.post("/signs/7/send", json={}).status_code == 422


def test_a_route_may_take_the_bytes_as_they_are(client: httpx.Client):
    kept = client.put("/signs/3/picture", content=b"a picture", headers={"Content-Type": "image/png; q=1"})

    assert (kept.status_code, kept.content) == (204, b"")


def test_the_status_of_an_answer_is_its_kind_unless_it_says_another(client: httpx.Client):
    assert client.post("/signs/1/send").status_code == 202
    assert client.delete("/signs/1").status_code == 204
    assert client.post("/signs/again", json={"word": "A"}).status_code == 200
    assert client.get("/signs/1/drawing").text == "drawing 1"


def test_a_function_without_a_body_takes_none():
    assert body_of(signs) is None
