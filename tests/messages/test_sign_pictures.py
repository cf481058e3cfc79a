"""The drawn sign in emails: in the message itself, small, and replaced by letters drawn in styles if it fails."""

import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PIL import Image

from marqueedesk.documents.sign_tones import SignText
from marqueedesk.documents.typeset import PICTURE_WIDTH, NightSign, sign_picture
from marqueedesk.mail.mail import InlinePicture, Mail, compose
from marqueedesk.messages.sign_pictures import SignToDraw
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

MAIL = Mail(
    "id@host", "a@x.example", None, "b@x.example", "B", None, "Hi", "✦ LOVE ✦", "<p>LOVE</p>", datetime.now(UTC)
)


def test_confirmation_shows_the_drawn_sign_inside_the_message(operator: Api, letterbox: Letterbox):
    booking = operator.book(message="MARRY ME")["id"]
    ok_json(operator.set_status(booking, "confirmed"))

    mail = letterbox.one("Booked")

    (picture,) = mail.pictures
    assert f'src="cid:{picture.cid}"' in mail.html
    assert 'alt="MARRY ME in marquee letters"' in mail.html
    assert "✦ MARRY ME ✦" in mail.text
    with Image.open(io.BytesIO(picture.content)) as drawn:
        assert (drawn.format, drawn.width) == ("JPEG", PICTURE_WIDTH * 1.5)
    message = compose(mail)
    (related,) = [part for part in message.walk() if part.get_content_type() == "multipart/related"]
    page, image = related.iter_parts()
    assert page.get_content_type() == "text/html"
    assert (image["Content-ID"], image.get_content_disposition()) == (f"<{picture.cid}>", "inline")
    (alternative,) = [part for part in message.walk() if part.get_content_type() == "multipart/alternative"]
    assert [part.get_content_type() for part in alternative.iter_parts()] == ["text/plain", "multipart/related"]
    assert [part.get_filename() for part in message.iter_attachments()] == [file.name for file in mail.attachments]


def test_email_without_letters_has_no_picture(operator: Api, letterbox: Letterbox):
    item = ok_json(operator.post("/api/items", json={"name": "Arch", "kind": "counted", "quantity": 9, "price": 4}))
    lines = [{"kind": "item", "itemId": item["id"], "quantity": 1}]
    ok_json(operator.set_status(operator.book(message=None, size=None, lines=lines)["id"], "confirmed"))

    mail = letterbox.one("Booked")

    assert (mail.pictures, "cid:" in mail.html) == ((), False)


@pytest.mark.parametrize("text", ["I", "HAPPY BIRTHDAY ELIZABETH AND ALEXANDER", "GLOW " * 60])
def test_picture_of_a_sign_is_small(text: str):
    sign = NightSign.of((SignText(text),))

    assert sign is not None
    assert len(sign_picture(sign)) < 60_000


def test_email_is_complete_when_the_sign_cannot_be_drawn():
    sign = NightSign.of((SignText("LOVE"),))
    assert sign is not None
    broken = SignToDraw(replace(sign, svg="<broken"), "sign.id@host", '<img src="cid:sign.id@host">')
    drawn = replace(broken, sign=sign)

    assert broken.put_into(MAIL) == MAIL
    assert drawn.put_into(MAIL).html == '<img src="cid:sign.id@host">'


def test_message_without_pictures_has_no_related_part():
    assert "multipart/related" not in compose(MAIL).as_string()
    pictured = replace(MAIL, pictures=(InlinePicture("c@host", "sign.jpg", "image/jpeg", b"x"),))
    assert "multipart/related" in compose(pictured).as_string()
