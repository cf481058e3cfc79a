"""A logo from upload to display (D3)."""

import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from marqueedesk.business.errors import MOST_LOGO_BYTES, LogoRefused, LogoTooLarge
from marqueedesk.business.logo import LONGEST_SIDE, read_logo
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

PATH = "/api/business-details/logo"
PNG = {"Content-Type": "image/png"}


def picture(
    size: tuple[int, int] = (300, 100), mode: str = "RGB", kind: str = "PNG", color: object = 120, **options: object
) -> bytes:
    packed = io.BytesIO()
    Image.new(mode, size, color).save(packed, kind, **options)  # pyright: ignore[reportArgumentType]
    return packed.getvalue()


def open_png(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png), formats=("PNG",))


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def bomb(width: int, height: int) -> bytes:
    """Build a small PNG that decodes to width x height bytes."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"\0" * (width + 1) * min(height, 2000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


class TestReading:
    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
    def test_every_png_mode_becomes_a_plain_png(self, mode: str):
        logo = read_logo(picture(mode=mode, color={"LA": (9, 99), "RGBA": (9, 9, 9, 99)}.get(mode)))

        assert open_png(logo.png).mode in {"RGB", "RGBA"}
        assert (logo.width, logo.height) == (300, 100)

    @pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
    def test_every_jpeg_mode_becomes_a_png(self, mode: str):
        logo = read_logo(picture(mode=mode, kind="JPEG", color=None))

        assert open_png(logo.png).mode == "RGB"

    def test_transparency_is_kept(self):
        logo = read_logo(picture(mode="RGBA", color=(255, 0, 0, 1)))

        assert open_png(logo.png).getpixel((5, 5)) == (255, 0, 0, 1)

    def test_large_image_is_downscaled_with_its_aspect_ratio(self):
        logo = read_logo(picture((2800, 1400)))

        assert (logo.width, logo.height) == (LONGEST_SIDE, LONGEST_SIDE // 2)

    def test_photo_as_logo_is_reduced_until_its_file_is_small_enough(self):
        noise = Image.effect_noise((900, 900), 40).convert("RGB")
        packed = io.BytesIO()
        noise.save(packed, "JPEG", quality=12)

        logo = read_logo(packed.getvalue())

        assert len(logo.png) <= 400_000
        assert logo.width > 100

    def test_image_is_rotated_by_its_orientation(self):
        exif = Image.Exif()
        exif[0x0112] = 6
        logo = read_logo(picture((300, 100), kind="JPEG", exif=exif))

        assert (logo.width, logo.height) == (100, 300)

    def test_image_metadata_is_removed_from_the_logo(self):
        notes = PngImagePlugin.PngInfo()
        notes.add_text("Author", "Somebody secret")
        exif = Image.Exif()
        exif[0x010E] = "Somebody secret"

        for raw in (
            picture(pnginfo=notes) + b"Somebody secret",
            picture(kind="JPEG", exif=exif, comment=b"Somebody secret"),
        ):
            assert b"secret" in raw
            assert b"secret" not in read_logo(raw).png

    def test_extremely_narrow_image_has_a_size(self):
        logo = read_logo(picture((5000, 1)))

        assert (logo.width, logo.height) == (LONGEST_SIDE, 1)

    @pytest.mark.parametrize("size", [(30_000, 30_000), (2_000_000_000, 2_000_000_000), (4_000_001, 1)])
    def test_decompression_bomb_is_rejected_before_decoding(self, size: tuple[int, int]):
        with pytest.raises(LogoRefused):
            read_logo(bomb(size[0], size[1]) if size[0] < 10**9 else bomb(10, 10)[:16] + struct.pack(">II", *size))

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"hello",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            b"\x89PNG\r\n\x1a\n",
            picture()[:60],
            picture((400, 400), kind="JPEG")[:500],
            picture(kind="GIF", mode="P", color=1),
            picture(kind="BMP"),
            picture(kind="WEBP"),
            picture(kind="TIFF"),
            b"%!PS-Adobe-3.0 EPSF-3.0",
        ],
    )
    def test_logo_in_other_file_types_is_rejected(self, raw: bytes):
        with pytest.raises(LogoRefused):
            read_logo(raw)

    def test_fully_transparent_image_is_rejected(self):
        with pytest.raises(LogoRefused):
            read_logo(picture(mode="RGBA", color=(0, 0, 0, 0)))

    def test_oversized_file_is_not_decoded(self):
        with pytest.raises(LogoTooLarge):
            read_logo(b"x" * (MOST_LOGO_BYTES + 1))


class TestOverTheWire:
    def test_logo_is_public(self, operator: Api, visitor: Api):
        answer = ok_json(operator.put(PATH, content=picture(), headers=PNG))

        seen = visitor.get(answer["logo"]["url"])

        assert (answer["logo"]["width"], answer["logo"]["height"]) == (300, 100)
        assert seen.status_code == 200
        assert open_png(seen.content).size == (300, 100)
        assert operator.get(PATH).content == seen.content
        assert seen.headers["content-type"] == "image/png"
        assert seen.headers["x-content-type-options"] == "nosniff"
        assert seen.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert seen.headers["cross-origin-resource-policy"] == "cross-origin"
        assert seen.headers["cache-control"] == "public, max-age=300"

    def test_unchanged_logo_returns_304(self, operator: Api, visitor: Api):
        address = ok_json(operator.put(PATH, content=picture(), headers=PNG))["logo"]["url"]
        tag = visitor.get(address).headers["etag"]

        assert visitor.get(address, headers={"If-None-Match": f'"other", W/{tag}'}).status_code == 304
        changed = ok_json(operator.put(PATH, content=picture((20, 20)), headers=PNG))["logo"]["url"]
        assert changed != address
        assert visitor.get(address, headers={"If-None-Match": tag}).status_code == 200

    def test_logo_can_be_removed(self, operator: Api, visitor: Api):
        address = ok_json(operator.put(PATH, content=picture(), headers=PNG))["logo"]["url"]

        assert operator.delete(PATH).status_code == 204

        assert operator.delete(PATH).status_code == 404
        assert [caller.get(path).status_code for caller, path in ((operator, PATH), (visitor, address))] == [404, 404]
        assert ok_json(operator.get("/api/business-details"))["logo"] is None

    def test_file_type_is_determined_by_content_not_by_name(self, operator: Api):
        answer = operator.put(PATH, content=picture(kind="JPEG"), headers=PNG)

        assert answer.status_code == 200
        assert operator.put(PATH, content=b"<html>", headers=PNG).json()["fields"] == {
            "logo": "This file is not a readable PNG or JPEG image."
        }

    @pytest.mark.parametrize(
        "content, kind, status, code",
        [
            (picture(), "image/svg+xml", 415, "unsupported_media_type"),
            (picture(), "", 415, "unsupported_media_type"),
            (b"x" * (MOST_LOGO_BYTES + 1), "image/png", 413, "too_large"),
            (b"x" * 400_000, "image/png", 413, "too_large"),
            (b"", "image/png", 422, "invalid"),
        ],
    )
    def test_rejected_logo_upload_changes_nothing(
        self, operator: Api, content: bytes, kind: str, status: int, code: str
    ):
        before = ok_json(operator.put(PATH, content=picture(), headers=PNG))

        answer = operator.put(PATH, content=content, headers={"Content-Type": kind})

        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.json()["message"]
        assert ok_json(operator.get("/api/business-details")) == before

    def test_request_for_missing_logo_or_unknown_business_returns_404(self, operator: Api, visitor: Api):
        assert visitor.get(f"/api/public/logos/{operator.key}").json()["code"] == "no_logo"
        assert visitor.get(f"/api/public/logos/mk_{'x' * 26}").json()["code"] == "no_operator"
        assert visitor.get("/api/public/logos/%00").status_code == 422
