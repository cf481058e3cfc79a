"""The business's logo in emails: in the message itself, small, and without a request to the server."""

import io
import random
from datetime import UTC, datetime

import pytest
from PIL import Image

from marqueedesk.business.logo import email_logo, read_logo
from marqueedesk.mail.mail import Mail, compose
from marqueedesk.messages import logo_pictures
from marqueedesk.messages.html_renderer import EmbeddedImage
from marqueedesk.messages.logo_pictures import LogoToEmbed
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

PATH = "/api/business-details/logo"
PNG = {"content-type": "image/png"}


def logo(size: tuple[int, int] = (1200, 400), mode: str = "RGBA", color: object = (200, 30, 90, 255)) -> bytes:
    packed = io.BytesIO()
    Image.new(mode, size, color).save(packed, "PNG")  # pyright: ignore[reportArgumentType]
    return packed.getvalue()


def photo() -> bytes:
    picture = Image.frombytes("RGB", (1000, 200), random.Random(7).randbytes(600_000))
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=60)
    return read_logo(packed.getvalue()).png


def confirm(operator: Api) -> None:
    ok_json(operator.set_status(operator.book(message="LOVE")["id"], "confirmed"))


MAIL = Mail(
    message_id="id@example.com",
    to="ana@customer.example",
    to_name=None,
    sender="desk@example.com",
    from_name="Desk",
    reply_to=None,
    subject="Booked",
    text="",
    html="",
    written_at=datetime(2027, 6, 1, tzinfo=UTC),
)


def embedded(tag: str, png: bytes) -> LogoToEmbed:
    return LogoToEmbed(tag, png, "logo.1", EmbeddedImage("cid:logo.1", 144, 48))


@pytest.fixture(autouse=True)
def no_cached_logos():
    logo_pictures.CACHE.clear()


def test_confirmation_shows_the_logo_and_the_sign_inside_the_message(operator: Api, letterbox: Letterbox):
    ok_json(operator.put(PATH, content=logo(), headers=PNG))
    confirm(operator)

    mail = letterbox.one("Booked")

    by_name = {picture.name: picture for picture in mail.pictures}
    assert set(by_name) == {"logo.png", "sign.jpg"}
    shown = by_name["logo.png"]
    assert f'src="cid:{shown.cid}"' in mail.html
    assert 'width="144" height="48"' in mail.html
    assert "/api/public/logos/" not in mail.html
    with Image.open(io.BytesIO(shown.content)) as picture:
        assert (picture.format, picture.size) == ("PNG", (288, 96))
    message = compose(mail)
    (related,) = [part for part in message.walk() if part.get_content_type() == "multipart/related"]
    page, *images = related.iter_parts()
    assert page.get_content_type() == "text/html"
    assert {(image["Content-ID"], image.get_content_type(), image.get_content_disposition()) for image in images} == {
        (f"<{shown.cid}>", "image/png", "inline"),
        (f"<{by_name['sign.jpg'].cid}>", "image/jpeg", "inline"),
    }
    assert [part.get_filename() for part in message.iter_attachments()] == [file.name for file in mail.attachments]


def test_email_to_the_business_has_no_logo(operator: Api, visitor: Api, letterbox: Letterbox):
    ok_json(operator.put(PATH, content=logo(), headers=PNG))
    visitor.book(userId=operator.id, customerEmail="ana@customer.example")

    with_logo = {mail.to: any(picture.name == "logo.png" for picture in mail.pictures) for mail in letterbox.send_due()}

    assert with_logo.pop("ana@customer.example")
    assert set(with_logo.values()) == {False}


def test_email_written_before_the_logo_was_removed_shows_none(operator: Api, letterbox: Letterbox):
    ok_json(operator.put(PATH, content=logo(), headers=PNG))
    confirm(operator)
    operator.delete(PATH)

    mail = letterbox.one("Booked")

    assert [picture.name for picture in mail.pictures] == ["sign.jpg"]
    assert "cid:logo" not in mail.html


def test_business_without_a_logo_sends_none(operator: Api, letterbox: Letterbox):
    confirm(operator)

    assert [picture.name for picture in letterbox.one("Booked").pictures] == ["sign.jpg"]


def test_cached_logo_is_not_scaled_again():
    logo_pictures.CACHE.make("tag", lambda: b"scaled before")

    (shown,) = embedded("tag", logo()).put_into(MAIL).pictures

    assert (shown.name, shown.content) == ("logo.png", b"scaled before")


def test_logo_that_cannot_be_scaled_is_sent_as_stored():
    (shown,) = embedded("tag", b"not a picture").put_into(MAIL).pictures

    assert (shown.name, shown.content) == ("logo.png", b"not a picture")


@pytest.mark.parametrize("size", [(1200, 1), (1, 1200), (40, 20), (1200, 1200)])
def test_scaled_logo_fits_and_is_never_enlarged(size: tuple[int, int]):
    (png,) = email_logo(logo(size))

    with Image.open(io.BytesIO(png)) as picture:
        assert picture.width <= min(size[0], 520)
        assert picture.height <= min(size[1], 96)


def test_photo_as_logo_is_small_in_an_email():
    (png,) = email_logo(photo())

    assert len(png) < 60_000


def test_transparent_logo_stays_transparent():
    (png,) = email_logo(logo((600, 100), color=(10, 20, 30, 40)))

    with Image.open(io.BytesIO(png)) as picture:
        assert picture.convert("RGBA").getchannel("A").getextrema() == (40, 40)
