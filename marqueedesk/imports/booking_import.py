"""Import of bookings: each row becomes a past booking that is completed and paid, or a coming one that holds its
letters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability.errors import shortage_sentence
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock_queries import read_stock
from marqueedesk.bookings.models import (
    BACK,
    CANCELED,
    COMPLETED,
    CONFIRMED,
    FROM_OPERATOR,
    RESERVED,
    Status,
)
from marqueedesk.bookings.stored_rental import remembered_place, rental_columns
from marqueedesk.bookings.writer import ImportedBooking, last_number, write_imported
from marqueedesk.imports.booking_rows import BookingRow, read_row
from marqueedesk.imports.cells import UnreadableCell
from marqueedesk.imports.coming_stock import ComingStock
from marqueedesk.imports.verdicts import Verdict, mark_known
from marqueedesk.instance_settings import service as instance_settings
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.pieces import Needs, PieceLabels
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.csv_reading import CsvTable, shortened
from marqueedesk.kit.text.text_forms import name_key
from marqueedesk.payments import imported as imported_payments
from marqueedesk.payments.imported import PaidBefore
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import DEFAULT_COLOR, PriceList, finish_code, size_code
from marqueedesk.rentals.lines import BETWEEN_TEXTS, Lines, check_together, letters_line
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_pricing import price_new
from marqueedesk.rentals.rental_request import Place, RentalRequest, RentalVenue, check_days
from marqueedesk.rentals.todays_prices import TodaysPrices
from marqueedesk.venues import queries as venues
from marqueedesk.venues.address import Address

_MORNING: Final = time(12)
_NO_PIECES: Final[Needs] = {}


@dataclass(frozen=True, slots=True)
class JudgedBooking:
    """A row that can be imported: its rental and place, and the status that it gets."""

    row: BookingRow
    rental: PricedRental
    place: Place
    status: Status

    @property
    def needs(self) -> Needs:
        """Return the pieces to hold; none for a past or canceled booking."""
        return self.rental.request.needs if self.status == CONFIRMED else _NO_PIECES


@dataclass(frozen=True, slots=True)
class ImportTerms:
    """A business's settings by which rows are checked and priced, read once for a file."""

    terms: Terms
    prices: PriceList
    stock_rows: Sequence[list[Any]]
    venues: dict[str, RentalVenue]
    now: datetime

    @classmethod
    def read(cls, db: Session, terms: Terms, now: datetime) -> "ImportTerms":
        """Read the settings of the session's business."""
        letters = [
            [item.size, item.letter, item.finish, item.quantity, item.price_per_day_cents]
            for item in inventory.letters(db)
        ]
        places = {
            name_key(row.name): RentalVenue(
                row.id,
                row.name,
                Address(row.address, row.city, row.state, row.zip_code).line,
                row.difficulty,
                row.is_verified,
                row.surcharge_cents,
                row.zip_code,
                row.city,
                row.state,
            )
            for row in venues.venues(db)
        }
        return cls(terms, pricing.price_list(db), letters, places, now)

    @property
    def today(self) -> date:
        """Return the current day in the business's time zone."""
        return self.terms.today(self.now)

    def judge(self, row: BookingRow) -> JudgedBooking:
        """Price a row and determine its status. Raises UnreadableCell and Invalid."""
        is_past = row.pickup.day < self.today
        if row.total_cents is None and is_past and not row.is_canceled:
            raise UnreadableCell("Total is required for past bookings. Enter 0 if nothing was charged")
        if not (is_past or row.is_canceled or row.texts.customer_email or row.texts.customer_phone):
            raise UnreadableCell("Coming bookings need an email address or a phone number")
        venue = self.venues.get(name_key(row.texts.venue_name)) if row.texts.venue_name else None
        days = check_days(self.terms, row.delivery, row.pickup, None, self.now, by_operator=True)
        place = self._place(row, venue)
        request = RentalRequest(self._lines(row, is_optional=is_past), days, place)
        rental = price_new(request, TodaysPrices(self.prices, self.stock_rows, venue, place.tax_address))
        if row.total_cents is not None:
            rental = replace(rental, own_total_cents=row.total_cents)
        status = CANCELED if row.is_canceled else COMPLETED if is_past else CONFIRMED
        return JudgedBooking(row, rental, remembered_place(place, venue, agreed=False), status)

    def _place(self, row: BookingRow, venue: RentalVenue | None) -> Place:
        if venue is not None:
            return Place(venue.id)
        address = row.texts.address
        if address is not None:
            return Place.at(address, row.texts.venue_name)
        return Place(name=row.texts.venue_name)

    def _lines(self, row: BookingRow, *, is_optional: bool) -> Lines:
        """Return a line of letters for each text between slashes. Without a size, past bookings get the first one."""
        sizes = self.prices.sizes
        size = size_code(self.prices, row.size) if row.size else None
        if size is None and not row.size and (is_optional or len(sizes) == 1):
            size = sizes[0].code
        if size is None:
            raise UnreadableCell(f"Size must be one of: {', '.join(listed.code for listed in sizes)}")
        finish = self.prices.stored_finish(finish_code(self.prices, row.finish) if row.finish else None)
        if finish is None:
            known = ", ".join(listed.code for listed in self.prices.finishes) or self.prices.usual_finish
            raise UnreadableCell(f"Finish must be one of: {known}")
        lines = tuple(
            letters_line(text.strip(), size=size, color=self._color(row.color), finish=finish)
            for text in row.texts.message.split(BETWEEN_TEXTS)
        )
        check_together(lines)
        return lines

    def _color(self, written: str) -> str:
        if not written:
            return DEFAULT_COLOR
        for color in self.prices.colors:
            if name_key(written) in {name_key(color.code), name_key(color.label)}:
                return color.code
        if name_key(written) == name_key(DEFAULT_COLOR):
            return DEFAULT_COLOR
        raise UnreadableCell(
            f"Color “{shortened(written)}” is not one of: {', '.join(color.label for color in self.prices.colors)}"
        )


def judge(db: Session, terms: Terms, table: CsvTable, now: datetime) -> list[Verdict[JudgedBooking]]:
    """Determine what each row of a file does. Binding under the operator's lock; changes nothing."""
    business = ImportTerms.read(db, terms, now)
    verdicts: list[Verdict[JudgedBooking]] = []
    rows: dict[int, BookingRow] = {}
    for record in table.rows:
        verdict = Verdict[JudgedBooking](record.line - table.header_line + 1, record.written, reason=record.fault)
        verdicts.append(verdict)
        if verdict.reason is None:
            try:
                rows[verdict.line] = row = read_row(verdict.line, record.cells, terms.date_format)
                verdict.fingerprint = row.fingerprint
            except UnreadableCell as problem:
                verdict.reason = str(problem)
    mark_known(db, "bookings", verdicts)
    for verdict in verdicts:
        if verdict.is_open:
            try:
                verdict.judged = business.judge(rows[verdict.line])
            except UnreadableCell as problem:
                verdict.reason = str(problem)
            except Invalid as problem:
                verdict.reason = problem.message
    _check_stock(db, business, verdicts)
    return verdicts


def _check_stock(db: Session, business: ImportTerms, verdicts: Iterable[Verdict[JudgedBooking]]) -> None:
    """Reject coming bookings whose letters aren't available, in order of the file."""
    coming = [(verdict, verdict.judged) for verdict in verdicts if verdict.judged and verdict.judged.needs]
    if not coming:
        return
    days = [judged.rental.request.when for _, judged in coming]
    pieces = {piece for _, judged in coming for piece in judged.needs}
    first, last = min(each.first for each in days), max(each.last for each in days)
    stock = ComingStock(read_stock(db.connection(), business.terms, pieces, first, last, business.now))
    names = PieceLabels(business.prices.usual_finish)
    for verdict, judged in coming:
        when = judged.rental.request.when
        short = stock.shortages(judged.needs, when.first, when.last)
        if short:
            verdict.reason = shortage_sentence(
                short, for_operator=True, names=names, date_format=business.terms.date_format
            )
            verdict.judged = None


def apply(
    db: Session,
    operator: Operator,
    terms: Terms,
    verdicts: Iterable[Verdict[JudgedBooking]],
    import_id: int,
    *,
    by: User,
    now: datetime,
) -> dict[str, int]:
    """Insert the bookings of new rows under the lock of `judge`. Returns their IDs by the rows' fingerprints.

    No emails, notifications or webhooks are triggered.
    """
    policy = pricing.payment_terms(db)
    current = policy.to_json() if policy else None
    hours = operator.free_cancellation_hours
    if hours is None:
        hours = instance_settings.free_cancellation_hours(db)
    connection = db.connection()
    number = last_number(connection, terms)
    bookings: list[ImportedBooking] = []
    numbers: dict[str, int] = {}
    paid: dict[int, tuple[int, date]] = {}
    for verdict in verdicts:
        judged = verdict.judged
        if judged is None:
            continue
        number += 1
        numbers[verdict.fingerprint] = number
        is_coming = judged.status == CONFIRMED
        bookings.append(
            _booking(
                judged, terms, number, import_id, current if is_coming else None, hours if is_coming else None, by, now
            )
        )
        if judged.status == COMPLETED:
            paid[number] = judged.rental.total_cents, judged.row.delivery.day
    ids = write_imported(connection, terms, bookings, now)
    payments = [PaidBefore(ids[number], cents, day) for number, (cents, day) in paid.items()]
    imported_payments.record_all(connection, operator, payments, by=by, now=now)
    return {fingerprint: ids[number] for fingerprint, number in numbers.items()}


def _booking(
    judged: JudgedBooking,
    terms: Terms,
    number: int,
    import_id: int,
    payment_terms: StoredTerms | None,
    free_hours: int | None,
    by: User,
    now: datetime,
) -> ImportedBooking:
    row, rental, status = judged.row, judged.rental, judged.status
    # Past bookings count as booked on their delivery day, so that reports by booking date have no peak today.
    delivery = datetime.combine(row.delivery.day, _MORNING, terms.zone).astimezone(UTC)
    booked = now if status == CONFIRMED else min(now, delivery)
    return ImportedBooking(
        {
            **rental_columns(rental, judged.place),
            "number": number,
            "payment_terms": payment_terms,
            "free_cancellation_hours": free_hours,
            "overbook_reason": None,
            "asked": None,
            "asked_anyway": False,
            "possible_duplicate": False,
            "operator_id": terms.operator_id,
            "status": status,
            "source": FROM_OPERATOR,
            "placed_by": by.username,
            "event_type": row.texts.event_type,
            "customer_name": row.texts.customer_name,
            "customer_email": row.texts.customer_email or "",
            "customer_phone": row.texts.customer_phone,
            "received_cents": rental.total_cents if status == COMPLETED else 0,
            "processing_cents": 0,
            "authorized_cents": 0,
            "reduced_cents": 0,
            "fee_reduced_cents": 0,
            "disputed_cents": 0,
            "lost_cents": 0,
            "charges_cents": 0,
            "cancel_fee_cents": None,
            "notes": None,
            "operator_notes": row.texts.operator_notes,
            "quote_id": None,
            "import_id": import_id,
            "goods": BACK if status == COMPLETED else RESERVED,
            "pay_by": None,
            "authorized_until": None,
            "must_confirm": False,
            "discount_code": None,
            "hold_expires_at": None,
            "sender_network": None,
            "revision": 1,
            "created_at": booked,
            "updated_at": now,
        },
        judged.needs,
        rental.request.when,
    )
