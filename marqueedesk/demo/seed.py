"""Seed the demo: replay each business's year, event by event, through the product's own functions.

Events run in chronological order with ``now`` in the past, so that prices, holds, history and rejections are those the
product would have produced. The last event is before today in the operator's time zone, so seeding on the same day
always yields the same demo.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import count
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session, sessionmaker

from marqueedesk.accounts import passwords
from marqueedesk.accounts import queries as people
from marqueedesk.accounts import service as accounts
from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.rules_schemas import RulesInput
from marqueedesk.accounts.schemas import ProfileInput
from marqueedesk.availability import outages
from marqueedesk.availability import service as availability
from marqueedesk.availability.stock_queries import read_stock
from marqueedesk.billing import plans
from marqueedesk.billing import service as subscriptions
from marqueedesk.bookings import transitions, unmet_demand
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking, Status
from marqueedesk.bookings.new_booking import Submission
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.business import service as details
from marqueedesk.demo.bright_letters import BRIGHT_LETTERS
from marqueedesk.demo.glow_up import GLOW_UP
from marqueedesk.demo.money import AT_ONCE, Rental, Till
from marqueedesk.demo.people import email_of, phone_of
from marqueedesk.demo.plan import CannotTell, DemoBusiness, DemoRefusal, Login, Planned, Repair
from marqueedesk.demo.plans import PLANS
from marqueedesk.demo.quotes import Desk
from marqueedesk.demo.shop import Shop
from marqueedesk.demo.texts import add_conversations
from marqueedesk.demo.visits import add_visits
from marqueedesk.kit import clock
from marqueedesk.kit.db import tenancy
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.http.links import Signer
from marqueedesk.kit.jobs import jobs
from marqueedesk.quotes.serializers import Links
from marqueedesk.venues import service as venues
from marqueedesk.venues.address_schemas import PartOfAddress

ADMIN = Login("admin@marqueedesk.example", "demo-admin")
BUSINESSES = (BRIGHT_LETTERS, GLOW_UP)
NO_LINKS = Links(Signer(b"a demo without an installation"), "http://localhost:8000")
"""Link builder for a demo without a server; its quote links do not work."""
OTHER_WEEKS = (0, 1, -1, 2, -2, 3)
"""Week offsets to try if a request's letters are taken, so that messages do not depend on the day of seeding."""

_SATURDAY = 5
_OPENS, _CLOSES = time(8, 30), time(18, 40)
_JOBS = [
    *(f"booking.{event}" for event in ("placed", "edited", "confirmed", "canceled", "completed")),
    *(f"quote.{event}" for event in ("sent", "accepted", "declined", "question")),
    "payment.refunded",
    "subscription.changed",
]


class NotEmpty(Exception):
    """The database has users, so nothing is added to it."""

    def __str__(self) -> str:
        """Return the message with instructions."""
        return (
            "The database already has users, so no demo data was added and nothing was changed. "
            "Point MARQUEEDESK_DATA_DIR or MARQUEEDESK_DATABASE_URL at an empty one."
        )


def seed(
    database: Database, now: datetime, businesses: Sequence[DemoBusiness] = BUSINESSES, *, links: Links = NO_LINKS
) -> None:
    """Fill an empty, migrated database with the demo in one transaction. ``links`` creates the installation's links.

    Raises NotEmpty and CannotTell.
    """
    # Hashing takes tens of milliseconds, so no transaction is open.
    hashes = {login: passwords.hash_password(login.password) for login in (ADMIN, *(b.login for b in businesses))}
    sessions = sessionmaker(expire_on_commit=False)
    tenancy.install(sessions)
    with database.write() as db:
        if people.any_user(db):
            raise NotEmpty
        opened_businesses: list[tuple[DemoBusiness, Operator]] = []
        for business in businesses:
            user, operator = _open(db, business, hashes[business.login], now)
            opened_businesses.append((business, operator))
            # A session is scoped to one operator, but the demo is seeded in a single transaction.
            with sessions(bind=db.connection()) as own:
                tenancy.set_operator(own, operator.id)
                _Story(own, business, user, operator, now, links).play()
                own.flush()
        opened = now - timedelta(days=max(business.open_for_days for business in businesses))
        offered = {plan.name: plans.add_plan(db, plan, opened).id for plan in PLANS}
        for business, operator in opened_businesses:
            if business.trial is not None:
                name, days = business.trial
                with sessions(bind=db.connection()) as own:
                    tenancy.set_operator(own, operator.id)
                    began = now - timedelta(days=days)
                    subscriptions.begin(own, operator, offered[name], None, operator.currency, began)
                    own.flush()
        # The demo's passwords are public, so longer ones are not required.
        admin = accounts.add_user(db, email=ADMIN.email, password_hash=hashes[ADMIN], role="admin", now=opened)
        admin.password_is_short = False
        _settle_jobs(db, now)


def _open(db: Session, business: DemoBusiness, password_hash: str, now: datetime) -> tuple[User, Operator]:
    user, operator = accounts.register(
        db,
        email=business.login.email,
        password_hash=password_hash,
        company_name=business.company_name,
        phone_number=business.phone_number,
        now=now - timedelta(days=business.open_for_days),
    )
    accounts.change_profile(db, user, ProfileInput(username=business.username))
    # Setting the time zone confirms it, as a long-established business would have done.
    accounts.change_rules(operator, business.rules or RulesInput(time_zone=operator.time_zone))
    db.flush()
    return user, operator


def _settle_jobs(db: Session, now: datetime) -> None:
    """Mark jobs from the demo's past as done without running them, so that seeding sends no emails."""
    while claimed := jobs.claim(db, "seed-demo", now, kinds=_JOBS, most=500):
        for job in claimed:
            jobs.finish(db, job.id, "seed-demo")
        db.flush()


@dataclass(slots=True)
class _Story:
    """One business's year. Events are in a heap ordered by time, and may add later ones."""

    db: Session
    business: DemoBusiness
    user: User
    operator: Operator
    now: datetime
    links: Links
    zone: ZoneInfo = field(init=False)
    today: date = field(init=False)
    venues: dict[str, int] = field(init=False, default_factory=dict[str, int])
    days: dict[str, tuple[date, date]] = field(init=False, default_factory=dict[str, tuple[date, date]])
    """Delivery and pickup of requests that others refer to."""
    events: list[tuple[datetime, int, Callable[[datetime], None]]] = field(
        init=False, default_factory=list[tuple[datetime, int, Callable[[datetime], None]]]
    )
    numbers: "count[int]" = field(init=False, default_factory=count)
    till: Till = field(init=False)
    shop: Shop = field(init=False)

    def __post_init__(self) -> None:
        self.zone = ZoneInfo(self.operator.time_zone)
        self.today = clock.local_day(self.now, self.zone)
        self.till = Till(self.db, self.user, self.operator, self._at)
        self.shop = Shop(self.db, self.business)

    def play(self) -> None:
        """Create letters and venues, then run all events before today."""
        opened = self.now - timedelta(days=self.business.open_for_days - 1)
        availability.lock(self.db, self.operator.id)
        self.shop.open(opened)
        if self.business.details is not None:
            details.change_details(self.db, self.operator, self.business.details, opened, opened.date())
        for name, venue in self.business.venues.items():
            self.venues[name] = venues.add_venue(self.db, venue, opened).id
        for number, planned in enumerate(self.business.requests):
            delivery, _ = self._days_of(planned, 0)
            requested_on = (
                self.today - timedelta(days=planned.asked)
                if planned.asked is not None
                else delivery - timedelta(days=planned.lead)
            )
            self._at(self._some_time(requested_on, number), partial(self._ask, planned, number))
        desk = Desk(self.db, self.user, self.operator.id, self.links, self.venues, self.shop, self._at)
        for number, offer in enumerate(self.business.offers):
            days = [self._from_saturday(offer.week + weeks, start=0, nights=1) for weeks in OTHER_WEEKS]
            written = self._in_office(self._some_time(self.today - timedelta(days=offer.asked), number))
            self._at(written, partial(desk.write, offer, days))
        for number, refused in enumerate(self.business.refused):
            requested_on = self.today - timedelta(days=refused.asked)
            self._at(self._some_time(requested_on, number + 3), partial(self._refuse, refused, number))
        for repair in self.business.repairs:
            self._at(
                self._local(self.today - timedelta(days=repair.since_days), time(9, 5)), partial(self._break, repair)
            )
        midnight = self._local(self.today, time(0))
        while self.events and self.events[0][0] < midnight:
            moment, _, event = heapq.heappop(self.events)
            event(moment)
        self.shop.set_zones()
        add_visits(self.db, self.today, self.now, open_for_days=self.business.open_for_days)
        add_conversations(self.db, self.user, self.business.company_name, self.today, self._local)

    # --- Events -----------------------------------------------------------------------------------------------------

    def _ask(self, planned: Planned, number: int, at: datetime) -> None:
        """Create a booking and schedule its later events."""
        placed, delivery, pickup = self._place(planned, number, at)
        if bool(planned.overbook_reason) != bool(placed.overbook_reason):
            raise CannotTell(f"{planned.message} of {planned.customer} should be overbooked, and is not")
        if planned.name:
            self.days[planned.name] = delivery, pickup
        if planned.canceled is not None:
            canceled = self._in_office(at + timedelta(days=planned.canceled))
            self._at(canceled, partial(self._change, placed.id, CANCELED))
            self._at(canceled + timedelta(days=1), partial(self.till.give_back, placed.id))
        if planned.answered is None:
            return
        response_time = timedelta(minutes=12) if planned.by_operator else timedelta(hours=planned.answered)
        confirmed = self._in_office(at + response_time)
        self._at(confirmed, partial(self._change, placed.id, CONFIRMED))
        back = self._local(pickup, time(15, 10)) if pickup > delivery else self._local(pickup, time(23, 20))
        if planned.canceled is None:
            self._at(back, partial(self._change, placed.id, COMPLETED))
        # Bookings that get canceled are paid before, so that there is something to refund.
        way = number if planned.canceled is None else AT_ONCE
        self.till.expect(Rental(placed.id, confirmed, self._local(delivery, time(10, 40)), back), way)

    def _place(self, planned: Planned, number: int, at: datetime) -> tuple[Booking, date, date]:
        moves = (0,) if planned.same_days_as else OTHER_WEEKS
        for weeks in moves:
            delivery, pickup = self._days_of(planned, weeks)
            if delivery <= clock.local_day(at, self.zone):
                continue
            try:
                placed = submit_booking(
                    self.db.connection(),
                    availability.lock(self.db, self.operator.id),
                    self._request(planned, delivery, pickup),
                    at,
                    Submission(None if planned.by_operator else f"demo-{number}"),
                    placed_by=self.user.username if planned.by_operator else None,
                )
            except RentalDoesNotFit:
                continue
            return placed.booking, delivery, pickup
        raise CannotTell(f"no letters for {planned.message} of {planned.customer}")

    def _request(self, planned: Planned, delivery: date, pickup: date) -> BookingInput:
        clocks = [f"T{clock_text}" for clock_text in planned.times] if planned.times else ["", ""]
        return BookingInput(
            lines=self.shop.lines_of(planned),
            message=planned.message.format(year=pickup.year) or None,
            size=planned.size,
            venue_id=self.venues[planned.venue] if planned.venue else None,
            venue_name=planned.place[0] if planned.place else None,
            address=planned.place[1] if planned.place else None,
            customer_name=planned.customer,
            customer_email=email_of(planned.customer),
            customer_phone=phone_of(planned.customer) if planned.phone else None,
            delivery_date=f"{delivery}{clocks[0]}",
            pickup_date=f"{pickup}{clocks[1]}",
            event_type=planned.event,
            preferred_install_time=planned.install,
            color_option=planned.color,
            add_ons=dict.fromkeys(planned.add_ons, True),
            notes=planned.notes,
            operator_notes=planned.operator_notes,
            total_price=planned.total,
            overbook_reason=planned.overbook_reason,
            as_request=True,
        )

    def _change(self, booking_id: int, status: Status, at: datetime) -> None:
        terms = availability.lock(self.db, self.operator.id)
        transitions.change_status(self.db, terms, booking_id, status, by=self.user, now=at)
        self.db.flush()

    def _refuse(self, refused: DemoRefusal, number: int, at: datetime) -> None:
        """Reject a visitor's request for unavailable letters, and record it as the public form does (L9)."""
        delivery, pickup = (
            self.days[refused.same_days_as]
            if refused.same_days_as
            else self._from_saturday(refused.week, start=0, nights=1)
        )
        key = f"demo-refused-{number}"
        request = BookingInput(
            message=refused.message,
            size=refused.size,
            customer_name=refused.customer,
            customer_email=email_of(refused.customer),
            address=PartOfAddress(street="17 Maple Avenue", city="Yonkers", state="NY", zip_code="10705"),
            delivery_date=delivery.isoformat(),
            pickup_date=pickup.isoformat(),
        )
        connection = self.db.connection()
        try:
            submit_booking(connection, availability.lock(self.db, self.operator.id), request, at, Submission(key))
        except RentalDoesNotFit as short:
            unmet_demand.remember(
                connection,
                operator_id=self.operator.id,
                form_key=key,
                request=short.details.check.request,
                shortages=short.shortages,
                total_cents=short.details.rental.total_cents,
                sent=True,
                now=at,
            )
        else:
            raise CannotTell(f"there are letters for {refused.message} of {refused.customer}")

    def _break(self, repair: Repair, at: datetime) -> None:
        terms = availability.lock(self.db, self.operator.id)
        first = self.today - timedelta(days=repair.since_days)
        for letter in repair.letters:
            item, last = self.shop.letters[repair.size, letter], first + timedelta(days=repair.for_days)
            needs = {item.piece: repair.count}
            stock = read_stock(self.db.connection(), terms, needs, first, last, at)
            if stock.fits(needs, first, last):
                outages.add(
                    self.db, terms, item, count=repair.count, first=first, last=last, reason=repair.reason, now=at
                )
                return
        raise CannotTell(f"no letter of {repair.letters} can be spared for a repair")

    # --- Time -------------------------------------------------------------------------------------------------------

    def _days_of(self, planned: Planned, weeks: int) -> tuple[date, date]:
        """Return delivery and pickup of a request, shifted by some weeks."""
        if planned.same_days_as:
            return self.days.get(planned.same_days_as) or self._days_of(self._named(planned.same_days_as), 0)
        if planned.week is not None:
            return self._from_saturday(planned.week + weeks, start=planned.start, nights=planned.nights)
        event = self._last_asked_for(planned) if planned.on else self.today + timedelta(days=planned.day or 0)
        delivery = event + timedelta(days=planned.start, weeks=weeks)
        return delivery, delivery + timedelta(days=planned.nights)

    def _named(self, name: str) -> Planned:
        return next(planned for planned in self.business.requests if planned.name == name)

    def _from_saturday(self, week: int, *, start: int, nights: int) -> tuple[date, date]:
        coming = self.today + timedelta(days=(_SATURDAY - self.today.weekday()) % 7)
        delivery = coming + timedelta(weeks=week, days=start)
        return delivery, delivery + timedelta(days=nights)

    def _last_asked_for(self, planned: Planned) -> date:
        """Return the latest occurrence of an annual day for which the request has already been made."""
        month, day = planned.on or (1, 1)
        for year in (self.today.year + 1, self.today.year, self.today.year - 1):
            event = date(year, month, day)
            if planned.snap:
                event += timedelta(days=(_SATURDAY - event.weekday()) % 7)
            if event + timedelta(days=planned.start - planned.lead) < self.today:
                return event
        raise CannotTell(f"{planned.message} is never asked for")

    def _at(self, moment: datetime, event: Callable[[datetime], None]) -> None:
        heapq.heappush(self.events, (moment, next(self.numbers), event))

    def _some_time(self, day: date, number: int) -> datetime:
        """Return a plausible time for submitting a form, from morning to late evening."""
        return self._local(day, time(7 + number * 5 % 15, number * 17 % 60, number * 29 % 60))

    def _in_office(self, moment: datetime) -> datetime:
        """Return the given time, or the next one within office hours."""
        local = moment.astimezone(self.zone)
        if local.time() < _OPENS:
            return self._local(local.date(), time(9, local.minute, local.second))
        if local.time() > _CLOSES:
            return self._local(local.date() + timedelta(days=1), time(9, local.minute, local.second))
        return moment

    def _local(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone).astimezone(self.now.tzinfo)
