"""The content of a contract: the document of its booking or quote, with the sections that apply to it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.business import queries as business
from marqueedesk.business.terms import filled
from marqueedesk.contracts.models import ContractSection, StoredContract, StoredSection, When
from marqueedesk.contracts.subjects import ContractSubject
from marqueedesk.contracts.template import TemplateRules
from marqueedesk.documents import document_content
from marqueedesk.documents import queries as documents
from marqueedesk.documents.example_booking import example_booking
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.quote_schedule import QuoteState, quote_paper
from marqueedesk.documents.stored_document import DEPOSIT, TOTAL, DocumentContent, sum_row, without_repeated_total
from marqueedesk.kit.db.tenancy import own
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS
from marqueedesk.pricing.policy_words import Deposit, canceling_in_words, moving_in_words, payment_in_words
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.snapshot import terms_values
from marqueedesk.rentals.lines import item_names
from marqueedesk.venues.models import Venue

_TITLE: Final = "Rental contract"
_EXAMPLE_IN: Final = timedelta(days=30)
_CONDITIONS: Final[dict[When, str]] = {
    "waiver": "only with the damage waiver",
    "outdoor": "only at outdoor venues",
    "generator": "only with a generator",
    "venue": "only at a listed venue",
}
"""Suffixes of an example's section titles, for sections that not every contract has."""


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
        "paper": _titled(paper, subject.name(), number),
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
    head = documents.letterhead(db, operator)
    free = business.free_cancellation(db, operator, booking.terms.cancellation, quotes.agreed_free_hours(db, booking))
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    extras = documents.extra_lines(db, booking)
    paper, policy = _paper_and_policy(head, booking, pricing.price_list(db), extras, today, free)
    sections = _sections(db, subject, rules, document_content.terms_values(head, booking, free))
    return {"paper": _titled(paper, subject.name(), number), "sections": sections, "policy": policy}


def example_of(db: Session, operator: Operator, rules: TemplateRules, now: datetime) -> StoredContract:
    """Return the content of a contract with an example booking, all sections of the template, and the business's
    current payment policy.
    """
    head, terms = documents.letterhead(db, operator), pricing.payment_terms(db) or DEFAULT_TERMS
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    booking = example_booking(
        delivery_day=today + _EXAMPLE_IN,
        pickup_day=today + _EXAMPLE_IN + timedelta(days=2),
        payment_terms=terms.to_json(),
        created_at=now,
    )
    free = business.free_cancellation(db, operator, terms.cancellation)
    paper, policy = _paper_and_policy(head, booking, DEFAULT_PRICE_LIST, (), today, free)
    values = document_content.terms_values(head, booking, free)
    sections: list[ContractSection] = [
        {
            "title": section["title"] + (f" ({_CONDITIONS[section['when']]})" if "when" in section else ""),
            "text": filled(section["text"], values),
            "initials": rules.needs_initials(index),
        }
        for index, section in enumerate(rules.sections)
    ]
    return {"paper": _titled(paper, "Example", 1), "sections": sections, "policy": policy}


def _paper_and_policy(
    head: Letterhead, booking: Booking, prices: PriceList, extras: Sequence[tuple[str, int]], today: date, free: str
) -> tuple[DocumentContent, list[str]]:
    """Return the booking's document, and its payment and cancellation policy in sentences. ``free`` is the end of
    free cancellation, as text.
    """
    terms, adds_tax = booking.terms, booking.price.adds_tax
    paper = document_content.confirmation(head, booking, prices, extras=extras, today=today, terms="", canceling=free)
    policy = [
        *payment_in_words(
            replace(terms, collect="nothing"), Deposit(booking.deposit_cents), head.currency, adds_tax=adds_tax
        ),
        f"Cancellation: {' '.join(canceling_in_words(terms, free, deposit=booking.deposit_cents > 0))}",
        *moving_in_words(terms, head.currency, adds_tax=adds_tax),
    ]
    # Payments received until now are not part of what is agreed.
    sums = [sum_row(TOTAL, head.money(booking.total_cents), strong=True)]
    if booking.deposit_cents:
        sums.append(sum_row(DEPOSIT, head.money(booking.deposit_cents)))
    return {**paper, "sums": sums, "prices": without_repeated_total(paper["prices"], sums)}, policy


def _titled(paper: DocumentContent, name: str, number: int) -> DocumentContent:
    version = f" · version {number}" if number > 1 else ""
    return {
        **paper,
        "title": _TITLE,
        "number": f"{name}{version}",
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
