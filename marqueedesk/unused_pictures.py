"""Daily deletion of uploaded photos that nothing refers to, such as those of a handover that was never sent.

Photos of goods are uploaded before the handover, repair or loss that refers to them, and a review can get another
photo or be erased. All other pictures are stored and
deleted along with what they belong to: an item's or package's picture, the logo, and logos on invoices.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Text, cast, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import lock_own
from marqueedesk.availability.models import LetterOutage
from marqueedesk.bookings.goods.models import Handover
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Task
from marqueedesk.reviews.models import Review

REMOVE_UNUSED: Final = "unused-pictures"
KEPT_UNUSED: Final = timedelta(days=30)
"""How long unused photos are kept: a phone without a connection may send a handover later than its photos."""
BATCH: Final = 200
"""Number of photos of one business deleted per transaction."""


def plan(db: Session, now: datetime) -> None:
    """Schedule the daily deletion."""
    jobs.enqueue_once(db, REMOVE_UNUSED, {}, now, dedupe_key=f"{REMOVE_UNUSED}:{now:%Y-%m-%d}")


def remove_unused(db: Session, task: Task, now: datetime) -> None:
    """Delete a batch of unused photos of one business, and schedule the next batch if there may be more.

    ``after`` in the payload is the last business that is finished.
    """
    unused = _unused(now - KEPT_UNUSED)
    with all_tenants(db, "businesses with unused photos"):
        operator_id = db.scalar(
            select(GoodsPhoto.operator_id)
            .where(unused, GoodsPhoto.operator_id > task.payload.get("after", 0))
            .order_by(GoodsPhoto.operator_id)
            .limit(1)
        )
    if operator_id is None:
        return
    set_operator(db, operator_id)
    # Handovers and outages are recorded under this lock too, so the following reads can't miss any.
    lock_own(db)
    digests = set(db.scalars(select(GoodsPhoto.digest).where(unused).limit(BATCH)))
    if digests:
        in_handovers = _in_handovers(db) & digests
        db.execute(update(GoodsPhoto).where(GoodsPhoto.digest.in_(in_handovers)).values(in_handover=True))
        db.execute(delete(GoodsPhoto).where(GoodsPhoto.digest.in_(digests - in_handovers)))
    after = operator_id if len(digests) < BATCH else operator_id - 1
    jobs.enqueue(db, REMOVE_UNUSED, {"after": after}, now)


def _unused(before: datetime) -> ColumnElement[bool]:
    """Return the condition for photos that were last uploaded before a given time and that no handover, outage or
    review refers to.
    """
    in_outage = exists().where(
        LetterOutage.operator_id == GoodsPhoto.operator_id,
        or_(
            LetterOutage.photo == GoodsPhoto.digest,
            cast(LetterOutage.more_photos, Text).contains(GoodsPhoto.digest),
        ),
        or_(LetterOutage.ended_at.is_(None), LetterOutage.ended_at >= before),
    )
    in_review = exists().where(Review.operator_id == GoodsPhoto.operator_id, Review.photo == GoodsPhoto.digest)
    return GoodsPhoto.in_handover.is_(False) & (GoodsPhoto.created_at < before) & ~in_outage & ~in_review


def _in_handovers(db: Session) -> set[str]:
    """Return the photos that handovers of the session's business refer to.

    Handovers from before `GoodsPhoto.in_handover` existed, or recorded by an old server during an update, did not set
    it. They are only read for a business that has photos without it.
    """
    with_photo = select(Handover.lines).where(cast(Handover.lines, Text).contains('"photo"'))
    rows = db.scalars(with_photo.execution_options(yield_per=500))
    return {line["photo"] for lines in rows for line in lines if "photo" in line}
