"""Rows and columns with personal data of customers, and the effect of erasing a customer on each (R1).

The tables are named rather than imported, because most belong to packages above this one. A law test checks that every
text and document column of a business's tables is listed (tests/customer_records/test_personal_data.py).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from marqueedesk.kit.db.db import JsonObject

ERASED: Final = "Erased"
Change = Callable[[Any], Any]
_PLACE: Final = ("city", "state", "zip_code", "country")
_SPACE: Final = re.compile(r"\s+|/")


@dataclass(frozen=True, slots=True)
class PersonalRows:
    """A table with rows about customers.

    ``by`` are the columns that lead to the customer, each with what it refers to: ``customers``, ``bookings``,
    ``quotes``, ``contracts``, ``emails`` or ``tokens``. ``changes`` are the columns to change, each with a function of
    its value. ``kept`` are the other columns with text, which aren't personal. With ``is_deleted`` the rows are
    deleted.
    """

    by: Mapping[str, str]
    changes: Mapping[str, Change] = field(default_factory=dict[str, Change])
    kept: frozenset[str] = frozenset()
    is_deleted: bool = False


def _to(value: object) -> Change:
    """Return a change to a fixed value."""
    return lambda _value: value


NOTHING: Final = _to(None)
EMPTY: Final = _to("")
NO_DETAILS: Final = _to({})
NO_ENTRIES: Final = _to([])
NAME: Final = _to(ERASED)


def without_words(text: str | None) -> str | None:
    """Sort a sign's letters, so that statistics still count them but the words are gone."""
    return "".join(sorted(_SPACE.sub("", text))) or "-" if text else text


def _without_words_in_part(part: JsonObject) -> JsonObject:
    if part["kind"] != "letters":
        return part
    kept = {name: value for name, value in part.items() if name not in {"turned", "exceptions", "custom_color"}}
    return kept | {"text": without_words(part["text"])}


def lines_without_words(lines: list[JsonObject] | None) -> list[JsonObject] | None:
    """Sort the letters of all stored lines (rentals.stored_lines)."""
    if lines is None:
        return None
    found: list[JsonObject] = []
    for line in lines:
        if line["kind"] == "package":
            parts = [_without_words_in_part(part) for part in line["parts"]]
            found.append(line | {"words": [without_words(word) for word in line["words"]], "parts": parts})
        else:
            found.append(_without_words_in_part(line))
    return found


def price_without_certificate(price: JsonObject) -> JsonObject:
    """Remove the certificate of a tax exemption from an agreed price (pricing.agreed_price)."""
    order = price.get("order")
    if not order or not order.get("exemption"):
        return price
    return price | {"order": order | {"exemption": order["exemption"] | {"certificate": ERASED}}}


def address_without_street(address: JsonObject) -> JsonObject:
    """Remove the street and the notes of an address. City, state, ZIP code and country decide the sales tax."""
    return address | {"street": "", "access_notes": None} if address else address


def line_of(address: JsonObject) -> str | None:
    """Return an address without its street in one line."""
    return ", ".join(address[name] for name in _PLACE if address.get(name)) or None


def quote_without_person(content: JsonObject) -> JsonObject:
    """Remove everything personal from a quote's content (quotes.models)."""
    erased = content | {
        "message": without_words(content.get("message")),
        "rental_lines": lines_without_words(content.get("rental_lines")),
        "customer_name": None,
        "customer_email": None,
        "customer_phone": None,
        "notes": None,
        "note": None,
        "price": price_without_certificate(content["price"]),
    }
    if content.get("venue_id") is None:
        address = address_without_street(content.get("address") or {})
        erased |= {"venue_name": None, "venue_address": line_of(address), "address": address}
    if "lines" in content:
        # The lines of a sent version name the words of the sign.
        erased["lines"] = [line | {"text": "-"} for line in content["lines"]]
    return erased


def moves_without_notes(lines: list[JsonObject]) -> list[JsonObject]:
    """Remove notes and photos from the lines of a handover (bookings.goods.models)."""
    return [{name: value for name, value in line.items() if name != "photo"} | {"note": None} for line in lines]


def without_contact(contact: JsonObject | None) -> JsonObject | None:
    """Replace the texts of a contact that was pushed to bookkeeping software (books.partners.models)."""
    return {name: ERASED if isinstance(value, str) else None for name, value in contact.items()} if contact else contact


PERSONAL: Final[dict[str, PersonalRows]] = {
    "customers": PersonalRows(
        {"id": "customers"},
        {
            "name": EMPTY,
            "name_key": EMPTY,
            "emails": NO_ENTRIES,
            "phones": NO_ENTRIES,
            "address": NOTHING,
            "notes": NOTHING,
            "tags": NO_ENTRIES,
            "language": NOTHING,
            "discount_basis_points": NOTHING,
            "payment_terms": NOTHING,
            "referred_by_partner_id": NOTHING,
            "referred_by_customer_id": NOTHING,
            "text_consent": NOTHING,
            "search_text": EMPTY,
            "sign_text": EMPTY,
        },
        frozenset({"kind"}),
    ),
    "customer_keys": PersonalRows({"customer_id": "customers"}, is_deleted=True),
    "customer_merges": PersonalRows({"customer_id": "customers", "other_id": "customers"}, is_deleted=True),
    "bookings": PersonalRows(
        {"id": "bookings"},
        {
            "customer_name": NAME,
            "customer_email": EMPTY,
            "card_on_file": NOTHING,
            "security_hold": NOTHING,
            "automatic_charges": NOTHING,
            "customer_phone": NOTHING,
            "customer_vat_id": NOTHING,
            "message": without_words,
            "lines": lines_without_words,
            "breakdown": price_without_certificate,
            "asked": NOTHING,
            "notes": NOTHING,
            "operator_notes": NOTHING,
            "overbook_reason": NOTHING,
            "sender_network": NOTHING,
            "search_text": EMPTY,
        },
        frozenset(
            {
                "status",
                "source",
                "placed_by",
                "size",
                "event_type",
                "install_time",
                "color",
                "add_ons",
                # Changed unless the location is a listed venue (`erasing.erase`).
                "venue_name",
                "venue_address",
                "address",
                "delivery_clock",
                "pickup_clock",
                "payment_terms",
                "discount_code",
                "goods",
                "return_clock",
                "lost_reason",
            }
        ),
    ),
    "booking_changes": PersonalRows(
        {"booking_id": "bookings"},
        {"changes": NO_DETAILS, "who": NAME},
        frozenset({"kind", "from_status", "to_status"}),
    ),
    "booking_links": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "booking_charges": PersonalRows(
        {"booking_id": "bookings"},
        {"note": NOTHING},
        frozenset({"kind", "size", "letter", "finish", "state", "name", "who"}),
    ),
    "booking_payments": PersonalRows(
        {"booking_id": "bookings"},
        {
            "card": NOTHING,
            "receipt_url": NOTHING,
            "failure": NOTHING,
            "note": NOTHING,
            "customer_id": NOTHING,
            "photo_digests": NOTHING,
        },
        frozenset(
            {
                "entry",
                "kind",
                "method_name",
                "state",
                "settled_currency",
                "exchange_rate",
                "currency",
                "part",
                "key",
                "provider_id",
                "account_id",
                "charge_model",
                "transfer_id",
                "dispute",
                "fraud_warning",
                "recorded_by",
            }
        ),
    ),
    # The recipient of a credit. For cards bought online, it is erased with the purchase. For cards sold manually, it
    # isn't linked to a customer, and stays like other text entered by the business.
    "gift_cards": PersonalRows(
        {"booking_id": "bookings"},
        {"recipient": EMPTY},
        frozenset({"code_digest", "ending", "currency", "paid_by", "method_name", "made_by"}),
    ),
    # Recipients who are not the buyer are erased by `erasing`.
    "gift_card_purchases": PersonalRows(
        {"buyer_email": "emails"},
        {
            "buyer": NAME,
            "buyer_email": EMPTY,
            "recipient": NAME,
            "recipient_email": EMPTY,
            "message": EMPTY,
            "card": NOTHING,
            "failure": NOTHING,
            "network": NOTHING,
        },
        frozenset(
            {
                "token_digest",
                "state",
                "currency",
                "sealed_code",
                "code_digest",
                "ending",
                "key",
                "provider_id",
                "account_id",
                "refund_key",
                "dispute",
            }
        ),
    ),
    # The job that detaches a card at the provider has its own copy of the IDs there.
    "kept_cards": PersonalRows(
        {"booking_id": "bookings"},
        {"card": NOTHING, "customer_id": NOTHING, "method_id": NOTHING},
        frozenset({"state", "key", "account_id", "setup_id", "wording"}),
    ),
    "announced_charges": PersonalRows(
        {"booking_id": "bookings"},
        {"reason": EMPTY, "photo_digests": NOTHING, "failure": NOTHING},
        frozenset({"state", "who"}),
    ),
    "security_holds": PersonalRows(
        {"booking_id": "bookings"},
        {"customer_id": NOTHING, "failure": NOTHING, "reason": NOTHING, "photo_digests": NOTHING},
        frozenset({"state", "key", "account_id", "charge_model", "provider_id", "currency", "who"}),
    ),
    "payment_shares": PersonalRows({"booking_id": "bookings"}, {"name": NAME}, frozenset({"nonce"})),
    "crew_payments": PersonalRows(
        {"booking_id": "bookings"},
        {"reason": NOTHING},
        frozenset({"client_id", "fingerprint", "kind", "currency", "who"}),
    ),
    "crew_notes": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "change_requests": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "agreements": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "cancelations": PersonalRows({"booking_id": "bookings"}, {"reason": NOTHING}),
    "applied_resolutions": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "accepted_terms": PersonalRows({"booking_id": "bookings"}, kept=frozenset({"version", "text"})),
    "handovers": PersonalRows(
        {"booking_id": "bookings"},
        {"reason": NOTHING, "sign_off": NOTHING, "lines": moves_without_notes},
        frozenset({"client_id", "fingerprint", "kind", "who"}),
    ),
    "ledger_entries": PersonalRows(
        {"booking_id": "bookings"}, {"customer": NAME}, frozenset({"kind", "source", "text", "currency", "figures"})
    ),
    "quotes": PersonalRows(
        {"id": "quotes"},
        {
            "content": quote_without_person,
            "message": without_words,
            "customer_name": NOTHING,
            "customer_email": NOTHING,
        },
        frozenset({"status", "offer", "number", "size", "link_nonce", "link_digest", "lost_reason"}),
    ),
    "quote_versions": PersonalRows({"quote_id": "quotes"}, {"content": quote_without_person}),
    "quote_events": PersonalRows({"quote_id": "quotes"}, {"who": NAME, "details": NO_DETAILS}, frozenset({"kind"})),
    "books_pushes": PersonalRows(
        {"booking_id": "bookings"},
        {"text": NOTHING, "contact": without_contact},
        frozenset({"system", "company_id", "lines", "state", "reason", "partner_id", "part", "kind", "content"}),
    ),
    "reviews": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "contracts": PersonalRows({"booking_id": "bookings", "quote_id": "quotes"}),
    # Unsigned ones are deleted (`erasing.erase`). Signed ones are kept as long as invoices.
    "contract_versions": PersonalRows(
        {"contract_id": "contracts"},
        {"decline_reason": NOTHING},
        frozenset(
            {
                "state",
                "file_code",
                "agreed",
                "content",
                "countersign",
                "countersigned_by",
                "unsigned_sha256",
                "sha256",
                "unsigned_pdf",
                "pdf",
                "certificate",
            }
        ),
    ),
    "contract_signers": PersonalRows(
        {"contract_id": "contracts"},
        {"email": NOTHING, "phone": NOTHING},
        frozenset({"name", "role", "nonce"}),
    ),
    "contract_signatures": PersonalRows(
        {"contract_id": "contracts"}, kept=frozenset({"name", "how", "image", "initials", "address", "agent"})
    ),
    # The addresses are those of insurers and venues.
    "booking_certificates": PersonalRows({"booking_id": "bookings"}, kept=frozenset({"requested_from", "sent_to"})),
    "partner_referrals": PersonalRows({"booking_id": "bookings"}),
    "waiting_entries": PersonalRows({"customer_id": "customers"}, is_deleted=True),
    "imported_customers": PersonalRows({"customer_id": "customers"}, is_deleted=True),
    "outbox": PersonalRows({"booking_id": "bookings", "quote_id": "quotes", "recipient": "emails"}, is_deleted=True),
    "priced_leads": PersonalRows({"customer_email": "emails"}, is_deleted=True),
    "follow_up_recipients": PersonalRows({"customer_email": "emails"}, is_deleted=True),
    "booking_list_links": PersonalRows({"customer_email": "emails"}, is_deleted=True),
    "refused_senders": PersonalRows({"booking_id": "bookings"}, is_deleted=True),
    "invoices": PersonalRows(
        # Kept as issued for the business's retention period (`erasing.forget_old_invoices`).
        {"booking_id": "bookings"},
        kept=frozenset({"number", "content", "logo_tag", "kind", "replaced"}),
    ),
}
"""Tables with rows about customers. Others are not about customers, except those with the column ``customer_id``, whose
rows are deleted, and notifications, which are found by what they link to.
"""
