"""Unreferenced photos are removed after 30 days; photos of handovers and repairs stay."""

from datetime import timedelta

from sqlalchemy import update

from marqueedesk import unused_pictures
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import JobRunner
from marqueedesk.reviews.models import Review
from marqueedesk.tables import METADATA
from tests.business.test_picture_storage import picture
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.goods import confirmed

PHOTOS = METADATA.tables["goods_photos"]


def upload(caller: Api, shade: int) -> str:
    headers = {"Content-Type": "image/png"}
    return ok_json(caller.post("/api/photos", content=picture(shade), headers=headers))["photo"]


def age(database: Database, days: float) -> None:
    """Backdate every photo by some days."""
    with database.write_connection() as connection:
        connection.execute(update(PHOTOS).values(created_at=clock.now() - timedelta(days=days)))


def remove_unused(database: Database) -> None:
    with database.write() as db:
        jobs.enqueue(db, unused_pictures.REMOVE_UNUSED, {}, clock.now())
    JobRunner(database, inner={unused_pictures.REMOVE_UNUSED: unused_pictures.remove_unused}).all_due()


def stored(database: Database) -> set[str]:
    return {row["digest"] for row in rows.rows(database, "goods_photos")}


def hand_out(caller: Api, photo: str) -> None:
    caller.add_letters({"Y": 2})
    booking = confirmed(caller, "Y", 1)
    line = {"letter": "Y", "size": "4ft", "count": 1, "outcome": "ok", "photo": photo}
    body = {"clientId": f"out-{photo}", "kind": "out", "at": clock.now().isoformat(), "lines": [line]}
    ok_json(caller.post(f"/api/bookings/{booking['id']}/handovers", json=body))


def report_repair(caller: Api, photo: str) -> str:
    letter = caller.add_letter("Z", 2)
    path = f"/api/inventory/{letter['id']}/outages"
    outage = ok_json(caller.post(path, json={"count": 1, "firstDay": "2027-06-01", "photo": photo}))
    return f"{path}/{outage['id']}"


def test_unused_photo_is_removed_after_thirty_days(operator: Api, database: Database):
    photo = upload(operator, 1)
    age(database, 29.9)
    remove_unused(database)
    assert stored(database) == {photo}

    age(database, 30.1)
    remove_unused(database)
    assert stored(database) == set()
    assert operator.get(f"/api/photos/{photo}").status_code == 404


def test_photos_of_handovers_and_repairs_stay(operator: Api, other_operator: Api, database: Database):
    in_handover, in_repair, unused = (upload(operator, shade) for shade in (1, 2, 3))
    # The same photo at another business, referenced by a handover.
    assert upload(other_operator, 3) == unused
    hand_out(operator, in_handover)
    report_repair(operator, in_repair)
    hand_out(other_operator, unused)
    age(database, 400)

    remove_unused(database)

    left = {(row["operator_id"], row["digest"]) for row in rows.rows(database, "goods_photos")}
    assert left == {(operator.id, in_handover), (operator.id, in_repair), (other_operator.id, unused)}


def test_photo_removed_from_a_repair_is_deleted(operator: Api, database: Database):
    first, second = upload(operator, 1), upload(operator, 2)
    outage = report_repair(operator, first)
    ok_json(operator.patch(outage, json={"photo": second}))
    age(database, 31)
    remove_unused(database)
    assert stored(database) == {second}


def test_photo_of_a_handover_from_the_previous_version_stays(operator: Api, database: Database):
    photo = upload(operator, 1)
    hand_out(operator, photo)
    with database.write_connection() as connection:
        connection.execute(update(PHOTOS).values(in_handover=False))
    age(database, 31)
    remove_unused(database)
    assert [(row["digest"], row["in_handover"]) for row in rows.rows(database, "goods_photos")] == [(photo, True)]


def test_reuploaded_photo_stays_another_thirty_days(operator: Api, database: Database):
    photo = upload(operator, 1)
    age(database, 31)
    assert upload(operator, 1) == photo
    remove_unused(database)
    assert stored(database) == {photo}


def test_removal_continues_until_every_business_is_done(operator: Api, other_operator: Api, database: Database):
    number = unused_pictures.BATCH + 5
    for caller in (operator, other_operator):
        with database.write() as db:
            set_operator(db, caller.id)
            db.add_all(
                GoodsPhoto(digest=f"{at:064x}", large=b"l", small=b"s", created_at=clock.now(), size_bytes=2)
                for at in range(number)
            )
    age(database, 31)
    remove_unused(database)
    assert stored(database) == set()


def test_removal_is_scheduled_once_a_day(database: Database):
    with database.write() as db:
        for hours in (0, 1):
            unused_pictures.plan(db, clock.now() + timedelta(hours=hours))
    planned = [row for row in rows.rows(database, "jobs") if row["kind"] == unused_pictures.REMOVE_UNUSED]
    assert len(planned) == 1


def test_photo_of_a_review_stays(operator: Api, database: Database):
    operator.add_letters({"Y": 2})
    booking = confirmed(operator, "Y", 1)
    photo = upload(operator, 1)
    with database.write() as db:
        set_operator(db, operator.id)
        db.add(Review(booking_id=booking["id"], nonce="n", stars=5, photo=photo))
    age(database, days=31)

    remove_unused(database)

    assert stored(database) == {photo}
