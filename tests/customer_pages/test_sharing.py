"""Link previews: the business's name, and the sign as a picture."""

import io
import re
from html import unescape

import pytest
from PIL import Image, ImageStat

from tests.laws.route_world import PICTURE, a_waiting_link
from tests.support.api import Api, ok_json


def open_graph_tags(visitor: Api, path: str) -> dict[str, str]:
    page = visitor.get(path).text
    return {name: unescape(value) for name, value in re.findall(r'<meta property="og:(.+?)" content="(.*?)">', page)}


@pytest.mark.parametrize("kind", ["form", "quote", "booking", "waiting"])
def test_link_preview_shows_business_and_sign(kind: str, operator: Api, visitor: Api):
    operator.patch(f"/api/user/{operator.id}", json={"companyName": 'Ann & "Bob"'})
    path = {
        "form": lambda: f"/booking-widget?userId={operator.key}",
        "quote": lambda: f"/q/{operator.sent_quote(message='LOVE')['token']}",
        "booking": lambda: f"/b/{operator.booking_token(operator.book(message='LOVE')['id'])}",
        "waiting": lambda: f"/w/{a_waiting_link(operator)['token']}",
    }[kind]()

    shown = open_graph_tags(visitor, path)

    assert shown["site_name"] == 'Ann & "Bob"'
    assert 'Ann & "Bob"' in shown["title"]
    assert ("LOVE" in shown["description"]) == (kind != "form")
    picture = visitor.get(shown["image"])
    assert picture.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


@pytest.mark.parametrize("finish, is_warm", [("Warm White", True), ("Cool White", False)], ids=["warm", "cool"])
def test_preview_sign_has_the_light_of_the_letters(operator: Api, visitor: Api, finish: str, *, is_warm: bool):
    ok_json(operator.patch("/api/price-list", json={"finishes": [{"code": "own", "label": finish}]}))
    path = f"/b/{operator.booking_token(operator.book(message='LOVE')['id'])}"

    picture = Image.open(io.BytesIO(visitor.get(open_graph_tags(visitor, path)["image"]).content)).convert("RGB")

    # Letters and their light, without the dark edges of the picture.
    red, _, blue = ImageStat.Stat(picture.crop((350, 150, 850, 450))).mean
    assert (red > blue) == is_warm


def test_unknown_link_has_no_preview(visitor: Api):
    for path in ("/booking-widget?userId=999999", "/booking", "/q/nothing", "/b/nothing", "/w/nothing"):
        assert (visitor.get(path).status_code, open_graph_tags(visitor, path)) == (200, {})
    for name in ("form/999999", "form/x", "quote/x", "booking/x"):
        assert visitor.get(f"/api/public/pictures/{name}").status_code in {404, 422}


def test_customer_emails_include_the_logo(operator: Api):
    preview = "/api/message-settings/confirmed/preview"
    assert "<img" not in ok_json(operator.post(preview, json={}))["html"]
    ok_json(operator.http.put("/api/business-details/logo", content=PICTURE, headers={"content-type": "image/png"}))

    html = ok_json(operator.post(preview, json={}))["html"]

    (source,) = re.findall(r'<img src="(.+?)"', html)
    assert operator.get(unescape(source)).headers["content-type"] == "image/png"
