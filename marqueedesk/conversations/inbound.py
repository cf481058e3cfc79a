"""Texts from customers: find their business and customer, obey keywords, and add them to the conversation."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
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
    SmsSettings,
)
from marqueedesk.conversations.texting import OPTED_OUT, TextingTerms, terms_of
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import give, has_consent, withdraw
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.db.tenancy import all_tenants, own, set_operator
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.watch.metrics import log
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import CUSTOMER, Note
from marqueedesk.sms import senders
from marqueedesk.sms.gateway import SmsAccount
from marqueedesk.sms.models import SharedTextOptOut, TextOptOut
from marqueedesk.sms.segments import segments_of

FROM_ONE_NUMBER: Final = Limit("texts-from-number", 60, timedelta(hours=1))
"""Texts stored per number; further ones are dropped."""
HELP_ANSWERS: Final = Limit("text-help", 1, timedelta(hours=1))
_LATEST: Final = 50
_PICTURE: Final = "(picture)"


@dataclass(frozen=True, slots=True)
class InboundText:
    """A text from a phone to one of our numbers, both in E.164 form. ``service`` is the messaging service that the
    number is part of, if any.
    """

    provider_id: str
    phone: str
    to: str
    body: str
    pictures: int = 0
    service: str = ""

    @property
    def shown(self) -> str:
        """Return the wording for the conversation."""
        return self.body.strip() or (_PICTURE if self.pictures else "")


@dataclass(frozen=True, slots=True)
class TextRecipients:
    """The business whose conversation an inbound text belongs to, if any, and the ``owner`` of the number, which may be
    inactive. The number is ``shared`` if it is the installation's.
    """

    business: int | None
    owner: int | None
    shared: bool


def receive(database: Database, account: SmsAccount, text: InboundText, now: datetime, *, limits_on: bool) -> None:
    """Store a text once and obey its keyword. Texts of a number beyond its limit are dropped without a write."""
    keyword = keyword_of(text.body)
    limit_key = FROM_ONE_NUMBER.key(text.phone)
    with database.read() as db, all_tenants(db, "a text may be for any business"):
        if delivery_states.is_known(db, text.provider_id):
            return
        over = limits_on and rate_limit.used(db, FROM_ONE_NUMBER, limit_key, now) >= FROM_ONE_NUMBER.times
        recipients = _recipients(db, text, account.sender)
        if over and (keyword != "stop" or _is_stopped(db, text.phone, recipients)):
            return
    with database.write() as db:
        rate_limit.count(db, FROM_ONE_NUMBER, limit_key, now)
    is_new = _share_opt_out(database, text, keyword, account.sender, now) if recipients.shared else False
    if recipients.business is None and recipients.owner is not None and keyword == "stop":
        _stop_at_inactive(database, recipients.owner, text.phone, now)
    if recipients.business is None:
        log.warning("text_without_business", provider_id=text.provider_id)
        return
    with database.write() as db:
        set_operator(db, recipients.business)
        terms = availability.lock(db, recipients.business)
        _store(db, terms, account, text, keyword, now, is_new=is_new, shared=recipients.shared)


def _recipients(db: Session, text: InboundText, installation: str | None) -> TextRecipients:
    """Find the business of an inbound text. ``installation`` is the shared sender. The session is not scoped to a
    business.
    """
    for sender in filter(None, (text.to, text.service)):
        if senders.is_same(sender, installation):
            break
        owner = senders.operator_behind(db, sender)
        if owner is not None:
            return TextRecipients(_if_active(db, owner), owner, shared=False)
    latest = db.scalars(
        select(ConversationEntry.operator_id)
        .where(ConversationEntry.phone == text.phone, ConversationEntry.direction == OUT)
        .order_by(ConversationEntry.at.desc(), ConversationEntry.id.desc())
        .limit(_LATEST)
    ).all()
    elsewhere = senders.with_own_number(db, besides=installation)
    texted_last = next((one for one in latest if one not in elsewhere), None)
    business = _if_active(db, texted_last) if texted_last is not None else _only_business(db, elsewhere)
    return TextRecipients(business, None, shared=True)


def _if_active(db: Session, operator_id: int) -> int | None:
    return db.scalar(select(Operator.id).where(Operator.id == operator_id, Operator.is_active))


def _only_business(db: Session, elsewhere: set[int]) -> int | None:
    """Return the business that a first text to the shared number is for, if there is only one that it can be for."""
    # Two more than those with a number of their own are enough to see whether others share.
    active = db.scalars(select(Operator.id).where(Operator.is_active).limit(len(elsewhere) + 2)).all()
    with_settings = db.scalars(select(SmsSettings.operator_id)).all()
    for candidates in (set(active) - elsewhere, set(with_settings) - elsewhere):
        if len(candidates) == 1:
            return candidates.pop()
    return None


def _is_stopped(db: Session, phone: str, recipients: TextRecipients) -> bool:
    if recipients.owner is None:
        return db.get(SharedTextOptOut, phone) is not None
    return db.get(TextOptOut, (recipients.owner, phone)) is not None


def _share_opt_out(
    database: Database, text: InboundText, keyword: Keyword | None, installation: str | None, now: datetime
) -> bool:
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
            accounts.lock_own(db)
            own = senders.effective_own(db, operator_id, installation)
            if own is None or not senders.is_number(own):
                service.cancel_unsent(db, text.phone, OPTED_OUT)
    return is_new


def _stop_at_inactive(database: Database, operator_id: int, phone: str, now: datetime) -> None:
    """Apply STOP to a business that is inactive, so that it doesn't text them once the business is active again."""
    with database.write() as db:
        set_operator(db, operator_id)
        accounts.lock_own(db)
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
    settings = queries.settings(db, operator.id)
    # Hidden from staff who may not read conversations, like notifications about money.
    hidden = settings is None or not settings.staff_see
    title = f"{customer.name or text.phone} sent a text"
    note = Note("text", title, text.shown, CUSTOMER, customer.id, is_money=hidden)
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
