"""Storage quota of a business's pictures, and uploads that require a confirmed owner."""

import io
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from PIL import Image
from sqlalchemy import update

from marqueedesk.accounts.errors import StorageFull
from marqueedesk.accounts.picture_storage import within_quota
from marqueedesk.inventory import photos
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.inventory.pictures import TwoPictures
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.tables import METADATA
from marqueedesk.worker import Worker
from tests.races.racing import Unlocked
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.billing_fixtures import new_admin
from tests.support.together import all_together

QUOTA = 200_000_000
ITEM = {"name": "Balloon arch", "kind": "counted", "quantity": 5, "price": 40, "per": "day"}
PACKAGE = {"name": "Love", "lines": [{"kind": "letters", "text": "LOVE", "size": "4ft"}]}


def picture(shade: int = 0) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (300, 200), (shade, 90, 160)).save(out, "PNG")
    return out.getvalue()


def upload(caller: Api, path: str, content: bytes) -> httpx.Response:
    method = "POST" if path == "/api/photos" else "PUT"
    return caller.http.request(method, path, content=content, headers={"Content-Type": "image/png"})


def storage(caller: Api) -> dict[str, Any]:
    return ok_json(caller.get("/api/picture-storage"))


def fill(database: Database, operator_id: int, size: int) -> None:
    """Store a photo of a given size in bytes."""
    with database.write() as db:
        set_operator(db, operator_id)
        filler = GoodsPhoto(digest="f" * 64, large=b"", small=b"", created_at=clock.now(), size_bytes=size)
        db.merge(filler)


@pytest.fixture
def limited(app_with: Callable[..., FastAPI]) -> FastAPI:
    """An application with limits and without a mail server."""
    return app_with(rate_limits="on")


@pytest.fixture
def owner(limited: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A business on an installation with limits and without a mail server."""
    return caller_of(limited).register()


@pytest.fixture
def upload_paths(owner: Api) -> list[str]:
    """All routes that store a picture."""
    item = ok_json(owner.post("/api/items", json=ITEM))["id"]
    package = ok_json(owner.post("/api/packages", json=PACKAGE))["id"]
    return [
        "/api/photos",
        f"/api/items/{item}/picture",
        f"/api/packages/{package}/picture",
        "/api/business-details/logo",
    ]


def test_every_upload_counts_its_stored_size(owner: Api, upload_paths: list[str]):
    assert storage(owner) == {"usedBytes": 0, "allowedBytes": QUOTA, "ownerMustConfirm": False}
    used = 0
    for shade, path in enumerate(upload_paths):
        ok_json(upload(owner, path, picture(shade * 40)))
        before, used = used, storage(owner)["usedBytes"]
        assert used > before, path


def test_same_picture_again_uses_no_more_storage(owner: Api, upload_paths: list[str]):
    for path in upload_paths:
        ok_json(upload(owner, path, picture()))
    used = storage(owner)["usedBytes"]
    for path in upload_paths:
        ok_json(upload(owner, path, picture()))
    assert storage(owner)["usedBytes"] == used


def test_removed_and_replaced_pictures_free_their_storage(owner: Api, upload_paths: list[str]):
    for path in upload_paths[1:]:
        ok_json(upload(owner, path, picture(10)))
        ok_json(upload(owner, path, picture(20)))
        assert owner.delete(path).status_code == 204
    assert storage(owner)["usedBytes"] == 0


def test_upload_to_full_storage_is_rejected_with_usage_and_quota(
    owner: Api, upload_paths: list[str], database: Database
):
    fill(database, owner.id, QUOTA)
    for path in upload_paths:
        # This isn't a picture at all, but the quota is checked before decoding.
        refused = upload(owner, path, b"no picture")
        assert (refused.status_code, refused.json()) == (
            409,
            {
                "message": "Your photo storage is full: 200 of 200 MB used. Remove photos you no longer need, or "
                "choose a plan with more storage.",
                "code": "storage_full",
                "usedBytes": QUOTA,
                "allowedBytes": QUOTA,
            },
        )


def test_picture_over_the_quota_is_not_stored(owner: Api, upload_paths: list[str], database: Database):
    fill(database, owner.id, QUOTA - 10)
    for path in upload_paths:
        assert upload(owner, path, picture()).json()["code"] == "storage_full"
    assert storage(owner)["usedBytes"] == QUOTA - 10


def test_stored_photo_is_accepted_again_when_little_is_left(owner: Api, database: Database):
    first = ok_json(upload(owner, "/api/photos", picture()))
    fill(database, owner.id, QUOTA - storage(owner)["usedBytes"] - 1)

    assert ok_json(upload(owner, "/api/photos", picture())) == first
    assert upload(owner, "/api/photos", picture(200)).status_code == 409


def test_storage_quota_is_per_business(owner: Api, limited: FastAPI, database: Database, caller_of: Callable[..., Api]):
    fill(database, owner.id, QUOTA)
    ok_json(upload(caller_of(limited).register(), "/api/photos", picture()))


@pytest.fixture
def admin(limited: FastAPI, caller_of: Callable[..., Api]) -> Api:
    return new_admin(limited, caller_of(limited))


def test_plan_raises_the_storage_quota_while_active(owner: Api, admin: Api, database: Database):
    fill(database, owner.id, QUOTA)
    plan = admin.add_plan(price=0, storageMegabytes=500)
    assert plan["storageMegabytes"] == 500
    ok_json(owner.subscribe(plan))

    assert storage(owner)["allowedBytes"] == 500_000_000
    ok_json(upload(owner, "/api/photos", picture()))
    ok_json(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))
    assert storage(owner)["allowedBytes"] == 500_000_000, "until the paid period ends"


@pytest.mark.parametrize("megabytes", [0, 199, 100_001])
def test_plan_storage_cannot_be_below_the_default(admin: Api, megabytes: int):
    body = {"name": "Small", "price": 0, "storageMegabytes": megabytes}
    refused = admin.post("/api/admin/subscription-plans", json=body)
    assert refused.json()["fields"] == {"storageMegabytes": "Picture storage must be between 200 and 100,000 MB"}


def test_plan_without_storage_setting_has_the_default(owner: Api, admin: Api):
    ok_json(owner.subscribe(admin.add_plan(price=0)))
    assert storage(owner)["allowedBytes"] == QUOTA


def test_no_storage_quota_applies_if_limits_are_off(operator: Api, database: Database):
    fill(database, operator.id, QUOTA * 2)
    assert storage(operator)["allowedBytes"] is None
    ok_json(upload(operator, "/api/photos", picture()))


class TestConfirmedAddress:
    @pytest.fixture
    def mailer(self) -> RecordingMailer:
        return RecordingMailer()

    @pytest.fixture
    def mailing(self, app_with: Callable[..., FastAPI]) -> FastAPI:
        return app_with(rate_limits="on", smtp_url="smtp://127.0.0.1:9?security=none")

    @pytest.fixture
    def owner(self, mailing: FastAPI, caller_of: Callable[..., Api]) -> Api:
        return caller_of(mailing).register()

    def test_uploads_require_the_owner_to_confirm_their_email(
        self, owner: Api, upload_paths: list[str], mailing: FastAPI, mailer: RecordingMailer, database: Database
    ):
        assert storage(owner)["ownerMustConfirm"] is True
        for path in upload_paths:
            refused = upload(owner, path, picture())
            assert (refused.status_code, refused.json()["code"]) == (403, "email_unconfirmed")
            assert refused.json()["message"].startswith("Photo uploads require a confirmed email address")

        Worker(database, mailing.state.settings, mailer=mailer).all_due()
        (token,) = {
            found for mail in mailer.sent for found in re.findall(r"/confirm-email\?token=([a-z2-7]+)", mail.text)
        }
        ok_json(owner.post("/api/email/confirm", json={"token": token}))

        assert storage(owner)["ownerMustConfirm"] is False
        for path in upload_paths:
            ok_json(upload(owner, path, picture()))

    def test_member_cannot_upload_until_the_owner_has_confirmed_their_email(
        self, owner: Api, mailing: FastAPI, caller_of: Callable[..., Api], database: Database
    ):
        member = caller_of(mailing).register()
        table = METADATA.tables["users"]
        with database.write_connection() as connection:
            connection.execute(update(table).where(table.c.id == member.id).values(email_confirmed_at=clock.now()))
        rows.join_team(database, member.id, owner.id, "manager")

        assert upload(member, "/api/photos", picture()).json()["code"] == "email_unconfirmed"


ROOM = 1_000


def store_two_with_room_for_one(app: FastAPI, owner: Api, database: Database) -> tuple[list[int], int]:
    """Store two photos concurrently with space for one; return the statuses and the bytes over the quota."""
    fill(app.state.database, owner.id, QUOTA - ROOM)
    both_inside = threading.Barrier(2)

    def store(digest: str) -> Callable[[], int]:
        def run() -> int:
            content = TwoPictures(b"x" * (ROOM - 100), b"", digest * 64)
            with suppress(StorageFull), database.write() as db:
                set_operator(db, owner.id)
                with within_quota(Request({"type": "http", "app": app}), db):
                    # With the lock, the other thread waits outside, so this one continues alone.
                    with suppress(threading.BrokenBarrierError):
                        both_inside.wait(timeout=0.5)
                    photos.keep(db, content, clock.now())
                return 201
            return 409

        return run

    statuses = sorted(all_together([store("a"), store("b")]))
    return statuses, storage(owner)["usedBytes"] - QUOTA


def test_last_free_bytes_go_to_one_of_two_concurrent_uploads(limited: FastAPI, owner: Api):
    statuses, over = store_two_with_room_for_one(limited, owner, limited.state.database)
    assert (statuses, over) == ([201, 409], -100)


def test_without_the_lock_concurrent_uploads_exceed_the_quota(limited: FastAPI, owner: Api):
    unlocked = Unlocked(limited.state.settings.database)
    try:
        _, over = store_two_with_room_for_one(limited, owner, unlocked)
    finally:
        unlocked.close()
    assert over > 0
