"""Texts from customers: find their business and customer, obey keywords, and add them to the conversation."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.conversations import delivery_states, keywords, queries, service
from marqueedesk.conversations.keywords import Keyword, keyword_of
from marqueedesk.conversations.models import (
    IN,
    OUT,
    TEXT,
    UNSENT,
    WAITING,
    ConversationEntry,
    SharedTextOptOut,
    SmsSettings,
    TextOptOut,
)
from marqueedesk.conversations.texting import OPTED_OUT, TextingTerms, has_consent, terms_of
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import give, withdraw
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.db.tenancy import all_tenants, own, set_operator
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.watch.metrics import log
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import CUSTOMER, Note
from marqueedesk.sms.gateway import SmsAccount
from marqueedesk.sms.segments import segments_of

FROM_ONE_NUMBER: Final = Limit("texts-from-number", 60, timedelta(hours=1))
"""Texts stored per number; further ones are dropped."""
HELP_ANSWERS: Final = Limit("text-help", 1, timedelta(hours=1))
_LATEST: Final = 50
_PICTURE: Final = "(picture)"


@dataclass(frozen=True, slots=True)
class InboundText:
    """A text from a phone to one of our numbers, both in E.164 form."""

    provider_id: str
    phone: str
    to: str
    body: str
    pictures: int = 0

    @property
    def shown(self) -> str:
        """Return the wording for the conversation."""
        return self.body.strip() or (_PICTURE if self.pictures else "")


@dataclass(frozen=True, slots=True)
class TextRecipients:
    """The businesses that an inbound text concerns. ``business`` is the one whose conversation it belongs to, if any;
    ``sharing`` are all with that number of their own. The number is ``shared`` if it is the installation's.
    """

    business: int | None
    sharing: tuple[int, ...]
    shared: bool


def receive(database: Database, account: SmsAccount, text: InboundText, now: datetime, *, limits_on: bool) -> None:
    """Store a text once and obey its keyword. Texts of a number beyond its limit are dropped without a write."""
    keyword = keyword_of(text.body)
    limit_key = FROM_ONE_NUMBER.key(text.phone)
    with database.read() as db, all_tenants(db, "a text may be for any business"):
        if delivery_states.is_known(db, text.provider_id):
            return
        over = limits_on and rate_limit.used(db, FROM_ONE_NUMBER, limit_key, now) >= FROM_ONE_NUMBER.times
        recipients = _recipients(db, text)
        if over and (keyword != "stop" or _is_stopped(db, text.phone, recipients)):
            return
    with database.write() as db:
        rate_limit.count(db, FROM_ONE_NUMBER, limit_key, now)
    is_new = _share_opt_out(database, text, keyword, now) if recipients.shared else False
    for operator_id in recipients.sharing:
        if operator_id != recipients.business and keyword == "stop":
            _obey_elsewhere(database, operator_id, text.phone, now)
    if recipients.business is None:
        log.warning("text_without_business", provider_id=text.provider_id)
        return
    with database.write() as db:
        set_operator(db, recipients.business)
        terms = availability.lock(db, recipients.business)
        _store(db, terms, account, text, keyword, now, is_new=is_new, shared=recipients.shared)


def _recipients(db: Session, text: InboundText) -> TextRecipients:
    """Find the businesses of an inbound text. The session is not scoped to a business."""
    active = select(Operator.id).where(Operator.is_active)
    with_number = db.scalars(
        select(SmsSettings.operator_id).where(SmsSettings.number == text.to, SmsSettings.operator_id.in_(active))
    ).all()
    latest = db.scalars(
        select(ConversationEntry.operator_id)
        .where(ConversationEntry.phone == text.phone, ConversationEntry.direction == OUT)
        .order_by(ConversationEntry.at.desc(), ConversationEntry.id.desc())
        .limit(_LATEST)
    ).all()
    if with_number:
        business = next((one for one in latest if one in with_number), None)
        if business is None and len(with_number) == 1:
            business = with_number[0]
        return TextRecipients(business, tuple(with_number), shared=False)
    elsewhere = set(db.scalars(select(SmsSettings.operator_id).where(SmsSettings.number.is_not(None))))
    business = next((one for one in latest if one not in elsewhere), None)
    return TextRecipients(business if business is not None else _only_business(db), (), shared=True)


def _only_business(db: Session) -> int | None:
    """Return the business that a first text to the shared number is for, if there is only one that it can be for."""
    with_settings = select(SmsSettings.operator_id).where(SmsSettings.number.is_(None))
    for candidates in (select(Operator.id).where(Operator.is_active), with_settings):
        if db.scalar(select(func.count()).select_from(candidates.subquery())) == 1:
            return db.scalar(candidates)
    return None


def _is_stopped(db: Session, phone: str, recipients: TextRecipients) -> bool:
    if recipients.shared:
        return db.get(SharedTextOptOut, phone) is not None
    return all(db.get(TextOptOut, (operator_id, phone)) is not None for operator_id in recipients.sharing)


def _share_opt_out(database: Database, text: InboundText, keyword: Keyword | None, now: datetime) -> bool:
    """Apply STOP and START to the shared number, for all businesses. Return true if that changed anything."""
    if keyword not in {"stop", "start"}:
        return False
    with database.write() as db:
        row = db.get(SharedTextOptOut, text.phone)
        if keyword == "start":
            if row is not None:
                db.delete(row)
            return row is not None
        is_new = row is None and add_unless_taken(db, SharedTextOptOut(phone=text.phone, at=now))
    with database.read() as db, all_tenants(db, "STOP to a shared number"):
        waiting = db.scalars(
            select(ConversationEntry.operator_id)
            .where(ConversationEntry.phone == text.phone, ConversationEntry.state.in_(UNSENT))
            .distinct()
        ).all()
    for operator_id in waiting:
        with database.write() as db:
            set_operator(db, operator_id)
            availability.lock(db, operator_id)
            settings = queries.settings(db, operator_id)
            if settings is None or settings.number is None:
                service.cancel_unsent(db, text.phone, OPTED_OUT)
    return is_new


def _obey_elsewhere(database: Database, operator_id: int, phone: str, now: datetime) -> None:
    """Apply STOP to another business with the same number."""
    with database.write() as db:
        set_operator(db, operator_id)
        availability.lock(db, operator_id)
        delivery_states.opt_out(db, operator_id, phone, now)
        for customer_id in queries.customers_with_phone(db, phone):
            withdraw(own(db, Customer, customer_id), now, wording="STOP", source="text")


def _store(
    db: Session,
    terms: Terms,
    account: SmsAccount,
    text: InboundText,
    keyword: Keyword | None,
    now: datetime,
    *,
    is_new: bool,
    shared: bool,
) -> None:
    """Add a text to the conversation of its customer, under the operator's lock."""
    operator = db.get_one(Operator, terms.operator_id)
    customer = _customer(db, terms, text.phone, now)
    row = ConversationEntry(
        customer_id=customer.id,
        kind=TEXT,
        direction=IN,
        text=text.shown,
        at=now,
        phone=text.phone,
        sender=text.to,
        pictures=text.pictures,
        key=f"inbound:{text.provider_id}",
    )
    if not _is_first(db, text, row):
        return
    texting = terms_of(db, operator, account)
    if keyword is not None:
        answer = _obey(db, texting, customer, text.phone, keyword, now, is_new=is_new, shared=shared)
        if answer is not None:
            _answer(db, texting, customer, text, answer, now)
        return
    note = Note("text", f"{customer.name or text.phone} sent a text", text.shown, CUSTOMER, customer.id)
    notifications.notify(db, note, key=f"text:{text.provider_id}", now=now)


def _is_first(db: Session, text: InboundText, row: ConversationEntry) -> bool:
    """Add the entry, unless the provider delivers the text for a second time."""
    if row.key is None or queries.is_written(db, row.key):
        return False
    service.add_entry(db, row, is_unread=True)
    return delivery_states.remember(db, text.provider_id, row.operator_id, row.id, row.at)


def _customer(db: Session, terms: Terms, phone: str, now: datetime) -> Customer:
    """Return the customer with this number: of several, the one last texted. An unknown number gets a new customer,
    named by the number until a booking names them.
    """
    ids = queries.customers_with_phone(db, phone)
    last = queries.last_texted_customer(db, phone) if len(ids) != 1 else None
    found = own(db, Customer, last) if last is not None else None
    while found is not None and found.merged_into_id is not None:
        found = own(db, Customer, found.merged_into_id)
    if found is not None and found.erased_at is None:
        return found
    if ids:
        return queries.customer(db, ids[0])
    contact = CustomerContact("", "", phone)
    (new_id,) = find_or_create(db.connection(), terms.operator_id, terms.region, [contact], now)
    customer = queries.customer(db, new_id)
    customer.name = customer.name or phone
    return customer


def _obey(
    db: Session,
    texting: TextingTerms,
    customer: Customer,
    phone: str,
    keyword: Keyword,
    now: datetime,
    *,
    is_new: bool,
    shared: bool,
) -> str | None:
    """Apply a keyword and return the answer; None if the same was answered before."""
    operator_id = texting.operator.id
    people = [row for one in queries.customers_with_phone(db, phone) if (row := own(db, Customer, one)) is not None]
    if keyword == "help":
        count = rate_limit.count(db, HELP_ANSWERS, HELP_ANSWERS.key(operator_id, phone), now)
        return keywords.helped(texting.company, texting.contact) if count <= HELP_ANSWERS.times else None
    if keyword == "stop":
        changed = delivery_states.opt_out(db, operator_id, phone, now)
        for one in people or [customer]:
            withdraw(one, now, wording="STOP", source="text")
        return keywords.stopped(texting.company) if (is_new if shared else changed) else None
    row = db.get(TextOptOut, (operator_id, phone))
    if row is not None:
        db.delete(row)
    is_change = row is not None or is_new or not all(has_consent(one) for one in people or [customer])
    for one in people or [customer]:
        give(one, now, wording="START", source="text")
    return keywords.started(texting.company) if is_change else None


def _answer(
    db: Session, texting: TextingTerms, customer: Customer, text: InboundText, body: str, now: datetime
) -> None:
    row = ConversationEntry(
        customer_id=customer.id,
        kind=TEXT,
        direction=OUT,
        text=body,
        at=now,
        state=WAITING,
        phone=text.phone,
        sender=texting.sender or text.to,
        segments=segments_of(body).count,
        answers_keyword=True,
        attempts=0,
        key=f"keyword:{text.provider_id}",
    )
    service.add_entry(db, row)
    service.schedule(db, row, now)
