"""Concurrent picture uploads: one is decoded at a time, a few wait, and the others are asked to retry."""

import bz2
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from marqueedesk.business.errors import LogoRefused
from marqueedesk.business.logo import png_of, uploaded_logo
from marqueedesk.inventory.pictures import uploaded_picture
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.jobs import pictures


def _png(size: tuple[int, int], mode: str = "RGB") -> bytes:
    file = BytesIO()
    Image.new(mode, size, "orange").save(file, "PNG")
    return file.getvalue()


def test_pictures_are_decoded_one_at_a_time_with_a_short_queue():
    within, most, refused = 0, 0, threading.Semaphore(0)
    others_refused = threading.Event()

    def unpack() -> None:
        nonlocal within, most
        within += 1
        most = max(most, within)
        others_refused.wait(30)
        within -= 1

    def upload(_: int) -> bool:
        try:
            pictures.one_at_a_time(unpack)
        except Unavailable:
            refused.release()
            return False
        return True

    with ThreadPoolExecutor(32) as pool:
        uploads = [pool.submit(upload, number) for number in range(32)]
        for _ in range(28):
            assert refused.acquire(timeout=30)
        others_refused.set()
        taken = [one.result() for one in uploads]

    assert (sum(taken), most) == (4, 1)


@pytest.mark.parametrize(
    "size, kind, too_large",
    [
        ((2000, 2000), "PNG", False),
        ((2001, 2000), "PNG", True),
        ((6000, 4000), "JPEG", False),
        ((5712, 4284), "JPEG", False),
        ((9000, 1200), "JPEG", False),
        ((8000, 5000), "JPEG", False),
        ((8001, 5000), "JPEG", True),
        ((9000, 6000), "JPEG", True),
    ],
)
def test_pictures_over_pixel_limit_are_too_large(size: tuple[int, int], kind: str, too_large: bool):
    picture = Image.new("L", size)
    if kind == "JPEG":
        file = BytesIO()
        picture.save(file, kind)
        picture = Image.open(file)

    assert pictures.is_too_large(picture) is too_large


def test_decompression_bomb_is_refused_in_its_own_process():
    bomb = bz2.compress(bytes(20_000_000)) * 22

    with pytest.raises(pictures.Unreadable, match="Upload a smaller one"):
        pictures.redraw(cast("Callable[[bytes], tuple[bytes, ...]]", bz2.decompress), bomb)


def test_picture_over_time_limit_is_refused():
    with pytest.raises(pictures.Unreadable, match="Upload a smaller one"):
        pictures.redraw(png_of, b"", seconds=0.01)


@pytest.mark.parametrize(
    "raw, said", [(b"hello", "not a readable PNG or JPEG"), (_png((2001, 2000)), "too many pixels")]
)
def test_error_from_decoder_process_is_reported_on_the_logo_field(raw: bytes, said: str):
    with pytest.raises(LogoRefused) as refused:
        uploaded_logo(raw)

    assert said in (refused.value.fields or {})["logo"]


def test_largest_accepted_pictures_fit_in_decoder_memory():
    shades = Image.linear_gradient("L").resize((4000, 3000)).convert("RGB")
    photograph = BytesIO()
    shades.save(photograph, "JPEG", quality=80, progressive=True)

    assert uploaded_logo(_png((2000, 2000), "RGBA")).width == 1200
    assert len(uploaded_picture(photograph.getvalue()).small) < 300_000
