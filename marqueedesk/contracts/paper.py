"""The content of a contract: the document of its booking or quote, with the sections that apply to it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.business import queries as business
from marqueedesk.business.terms import filled
from marqueedesk.contracts.models import ContractSection, StoredContract, StoredSection
from marqueedesk.contracts.subjects import ContractSubject
from marqueedesk.contracts.template import TemplateRules
from marqueedesk.documents import document_content
from marqueedesk.documents import queries as documents
from marqueedesk.documents.quote_schedule import QuoteState, quote_paper
from marqueedesk.documents.stored_document import DEPOSIT, TOTAL, DocumentContent, sum_row, without_repeated_total
from marqueedesk.kit.db.tenancy import own
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.policy_words import Deposit, canceling_in_words, moving_in_words, payment_in_words
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.snapshot import terms_values
from marqueedesk.rentals.lines import item_names
from marqueedesk.venues.models import Venue

_TITLE: Final = "Rental contract"


def content_of(
    db: Session, operator: Operator, subject: ContractSubject, rules: TemplateRules, number: int, now: datetime
) -> StoredContract:
    """Return a version's content, as of now. ``number`` is the version's."""
    if subject.booking is not None:
        return _of_booking(db, operator, subject, subject.booking, rules, number, now)
    assert subject.content is not None and subject.quote is not None  # noqa: S101, PT018 - for the type checker.
    content = subject.content
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    state = QuoteState("accepted", 1, today, None)
    paper = quote_paper(content, operator, state, pricing.price_list(db))
    values = terms_values(content, content["company"], operator, subject.quote.expires_at)
    free = business.free_cancellation(db, operator, (), content.get("free_cancellation_hours"))
    sections = _sections(db, subject, rules, values | {"cancellation": free})
    return {
        "paper": _titled(paper, subject, number),
        "sections": sections,
        "policy": list(content.get("policy", ())),
    }


def _of_booking(
    db: Session,
    operator: Operator,
    subject: ContractSubject,
    booking: Booking,
    rules: TemplateRules,
    number: int,
    now: datetime,
) -> StoredContract:
    head, terms = documents.letterhead(db, operator), booking.terms
    free = business.free_cancellation(db, operator, terms.cancellation, quotes.agreed_free_hours(db, booking))
    paper = document_content.confirmation(
        head,
        booking,
        pricing.price_list(db),
        extras=documents.extra_lines(db, booking),
        today=now.astimezone(ZoneInfo(operator.time_zone)).date(),
        terms="",
        canceling=free,
    )
    policy = [
        *payment_in_words(replace(terms, collect="nothing"), Deposit(booking.deposit_cents), operator.currency),
        f"Cancellation: {' '.join(canceling_in_words(terms, free, deposit=booking.deposit_cents > 0))}",
        *moving_in_words(terms, operator.currency),
    ]
    # Payments received until now are not part of what is agreed.
    sums = [sum_row(TOTAL, head.money(booking.total_cents), strong=True)]
    if booking.deposit_cents:
        sums.append(sum_row(DEPOSIT, head.money(booking.deposit_cents)))
    prices = without_repeated_total(paper["prices"], sums)
    sections = _sections(db, subject, rules, document_content.terms_values(head, booking, free))
    return {
        "paper": _titled({**paper, "sums": sums, "prices": prices}, subject, number),
        "sections": sections,
        "policy": policy,
    }


def _titled(paper: DocumentContent, subject: ContractSubject, number: int) -> DocumentContent:
    version = f" · version {number}" if number > 1 else ""
    return {
        **paper,
        "title": _TITLE,
        "number": f"{subject.name()}{version}",
        "opening": None,
        "link": None,
        "terms": None,
    }


def _sections(
    db: Session, subject: ContractSubject, rules: TemplateRules, values: dict[str, str | None]
) -> list[ContractSection]:
    """Return the sections that apply, with their values filled in."""
    venue = own(db, Venue, subject.venue_id) if subject.venue_id is not None else None
    conditions = {
        "waiver": subject.has_waiver,
        "outdoor": bool(venue is not None and venue.site_facts.outdoors),
        "generator": _has_generator(item_names(subject.lines).values()),
        "venue": venue is not None,
    }
    return [
        {
            "title": section["title"],
            "text": filled(section["text"], values),
            "initials": rules.needs_initials(index),
        }
        for index, section in enumerate(rules.sections)
        if _applies(section, conditions)
    ]


def _applies(section: StoredSection, conditions: dict[str, bool]) -> bool:
    when = section.get("when")
    return when is None or conditions[when]


def _has_generator(names: Iterable[str]) -> bool:
    return any("generator" in name.lower() for name in names)
