"""Background jobs for security holds: placing and releasing them on their day, and following up on requests."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CONFIRMED, Booking
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, RetryAt, Task
from marqueedesk.payments.intents import Within
from marqueedesk.pricing.models import StoredPaymentPolicy
from marqueedesk.pricing.payment_terms import PaymentTerms
from marqueedesk.pricing.policy_schemas import MOST_HOLD_DAYS
from marqueedesk.security_holds import holds, queries, timing
from marqueedesk.security_holds.errors import HoldNotCaptured
from marqueedesk.security_holds.holds import CHECK, HOLD, PLACE, RENEW
from marqueedesk.security_holds.models import ASKED, CAPTURING, HELD, OPEN, RELEASING, SecurityHold
from marqueedesk.stripe.payments import fetch_payment
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.webhooks import PaymentRecorder, done

KINDS = (CHECK, PLACE, RENEW)
DIRECT_PAYMENTS: Final[dict[str, PaymentRecorder]] = {HOLD: holds.record}
"""Recorders by purpose of a payment."""
_AGAIN: Final = timedelta(hours=1)
Result = TypeVar("Result")


def who_holds(db: Session) -> list[int]:
    """Return the businesses with an open hold. The session reads all businesses."""
    return list(db.scalars(select(SecurityHold.operator_id).where(SecurityHold.state.in_(OPEN)).distinct()))


def who_places(db: Session) -> list[int]:
    """Return the businesses whose payment policy has a hold. The session reads all businesses."""
    policies = db.scalars(select(StoredPaymentPolicy))
    return [policy.operator_id for policy in policies if PaymentTerms.from_json(policy.data).hold is not None]


def _to_place(db: Session, zone: ZoneInfo, now: datetime) -> list[Booking]:
    today = now.astimezone(zone).date()
    rows = db.scalars(
        select(Booking)
        .where(
            Booking.status == CONFIRMED,
            Booking.delivery_day.between(today, today + timedelta(days=MOST_HOLD_DAYS)),
            Booking.payment_terms.is_not(None),
        )
        .order_by(Booking.delivery_day, Booking.id)
    )
    return [booking for booking in rows if timing.is_to_place(db, booking, zone, now)]


def _to_release(db: Session, zone: ZoneInfo, now: datetime) -> list[SecurityHold]:
    return [
        row
        for row in queries.open_holds(db)
        if row.state == HELD and timing.is_to_release(db, row, bookings.booking(db, row.booking_id), zone, now)
    ]


def _to_renew(db: Session, zone: ZoneInfo, now: datetime) -> list[SecurityHold]:
    soon = [row for row in queries.open_holds(db) if row.held_until and row.held_until - timing.RENEWED_BEFORE <= now]
    return [row for row in soon if timing.is_to_renew(db, row, bookings.booking(db, row.booking_id), zone, now)]


def anything_due(db: Session, operator_id: int, now: datetime) -> bool:
    """Return true if a hold of a business is due for placement, renewal or release. While the business is suspended,
    holds are only released.
    """
    operator = accounts.public_operator(db, operator_id)
    zone = ZoneInfo(operator.time_zone)
    is_new_due = operator.stopped_at is None and bool(_to_place(db, zone, now) or _to_renew(db, zone, now))
    return is_new_due or bool(_to_release(db, zone, now))


def plan_due(db: Session, operator_id: int, now: datetime) -> None:
    """Insert jobs for holds due for placement or renewal, unless the business is suspended, and release expired ones.
    Takes the operator's lock.
    """
    availability.lock(db, operator_id)
    operator = accounts.public_operator(db, operator_id)
    zone, can_hold = ZoneInfo(operator.time_zone), operator.stopped_at is None
    for booking in _to_place(db, zone, now) if can_hold else []:
        attempts = len(queries.of_booking(db, booking.id))
        key = f"{PLACE}:{operator_id}:{booking.id}:{booking.delivery_day.isoformat()}:{attempts}"
        jobs.enqueue_once(db, PLACE, {"operatorId": operator_id, "bookingId": booking.id}, now, dedupe_key=key)
    for row in _to_renew(db, zone, now) if can_hold else []:
        key = f"{RENEW}:{operator_id}:{row.id}:{len(queries.of_booking(db, row.booking_id))}"
        jobs.enqueue_once(db, RENEW, {"operatorId": operator_id, "holdId": row.id}, now, dedupe_key=key)
    for row in _to_release(db, zone, now):
        row.state = RELEASING
        holds.check_later(db, row, now, now)


def _wait_until_resumed(db: Session, operator_id: int) -> None:
    # A job that ended here would not be inserted again: its key stays taken.
    if accounts.public_operator(db, operator_id).stopped_at is not None:
        raise RetryAt("the business is suspended", clock.now() + _AGAIN)


def _check_later(db: Session, operator_id: int, hold_id: int, now: datetime) -> None:
    set_operator(db, operator_id)
    stored = queries.by_id(db, hold_id)
    if stored is not None:
        holds.check_later(db, stored, now, now + _AGAIN)


class HoldSteps(ProviderSteps):
    """Job steps for the worker, called without a transaction. A ProviderProblem or NoKeys makes the worker retry."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step to run for each kind of job."""
        return {CHECK: self.check, PLACE: self.place, RENEW: self.renew}

    def place(self, task: Task) -> Commit:
        """Place the hold of a booking."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        within = self._within(operator_id)
        with self._database.read() as db:
            set_operator(db, operator_id)
            _wait_until_resumed(db, operator_id)
            gateway = self._provider.get(db)
            number = bookings.booking(db, booking_id).number
        row = within(lambda db: holds.prepare(db, operator_id, booking_id, gateway, clock.now()))
        if row is not None:
            holds.place(gateway, row, number, within)
        return done

    def renew(self, task: Task) -> Commit:
        """Replace a hold that is about to lapse."""
        operator_id, hold_id = task.payload["operatorId"], task.payload["holdId"]
        within = self._within(operator_id)
        with self._database.read() as db:
            set_operator(db, operator_id)
            _wait_until_resumed(db, operator_id)
            gateway, stored = self._provider.get(db), queries.by_id(db, hold_id)
            if stored is None or gateway.live != stored.live:
                return done
            number = bookings.booking(db, stored.booking_id).number
        row = within(lambda db: holds.prepare_renewal(db, operator_id, hold_id, gateway, clock.now()))
        if row is not None:
            holds.place(gateway, row, number, within)
        return done

    def check(self, task: Task) -> Commit:
        """Complete the pending request of a hold, or refresh the state of a held one."""
        operator_id, within = task.payload["operatorId"], self._within(task.payload["operatorId"])
        with self._database.read() as db:
            set_operator(db, operator_id)
            stored, gateway = queries.by_id(db, task.payload["holdId"]), self._provider.get(db)
            if stored is None or stored.state not in OPEN or gateway.live != stored.live:
                return done
            row, number = holds.snapshot(stored), bookings.booking(db, stored.booking_id).number
            is_suspended = accounts.public_operator(db, operator_id).stopped_at is not None
        if row.state == ASKED and is_suspended:
            # Not authorized yet. Check again later, because the business may have resumed by then.
            return lambda db, now: _check_later(db, operator_id, row.id, now)
        if row.state == ASKED:
            holds.place(gateway, row, number, within)
        elif row.state == CAPTURING:
            with suppress(HoldNotCaptured):
                holds.capture(gateway, row, within)
        elif row.state == RELEASING:
            holds.release(gateway, row, within)
        elif row.provider_id is not None:
            found = fetch_payment(gateway.on(row.made_on), row.provider_id)
            within(lambda db: holds.record(db, found, clock.now()))
        return done

    def _within(self, operator_id: int) -> Within:
        def within(action: Callable[[Session], Result]) -> Result:
            with self._database.write() as db:
                set_operator(db, operator_id)
                return action(db)

        return within
