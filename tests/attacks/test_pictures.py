"""Many pictures at once: one is unpacked at a time, a few wait, the others are asked to come again."""

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from marqueedesk.kit import pictures
from marqueedesk.kit.errors import Unavailable


def test_pictures_take_turns_and_not_every_thread():
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
        ((9000, 6000), "JPEG", True),
    ],
)
def test_what_unpacks_into_too_much(size: tuple[int, int], kind: str, too_large: bool):
    picture = Image.new("L", size)
    if kind == "JPEG":
        file = BytesIO()
        picture.save(file, kind)
        picture = Image.open(file)

    assert pictures.is_too_large(picture) is too_large
