"""References between rows of a business: columns, JSON values and keys whose ids an import replaces.

Ids are unique per table across businesses (docs/adr/0018-keys.md), so every imported row gets a new id.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, cast

from sqlalchemy import JSON, BigInteger, Integer, Table

from marqueedesk.business_files.contents import OPERATORS, USERS
from marqueedesk.inventory.pieces import ITEM
from marqueedesk.key_rotation import SOURCES
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.db.tenancy import OPERATOR

NewId = Callable[[str, int], int | None]
"""Function that returns the new id for a table name and an old id; None if there is no such row."""

COLUMNS: Final = {
    "actor_id": USERS,
    "booking_id": "bookings",
    "card_id": "kept_cards",
    "certificate_id": "insurance_certificates",
    "corrects": "ledger_entries",
    "contract_id": "contracts",
    "customer_id": "customers",
    "declined_by_id": "contract_signers",
    "entry_id": "ledger_entries",
    "gift_card_id": "gift_cards",
    "import_id": "imports",
    "list_id": "booking_list_links",
    "mail_id": "outbox",
    "merged_into_id": "customers",
    "other_id": "customers",
    "outage_id": "letter_outages",
    "payment_id": "booking_payments",
    "pays": "books_pushes",
    "piece_id": "tagged_pieces",
    "quote_id": "quotes",
    "recorded_by_id": USERS,
    "reduces_charge_id": "booking_charges",
    "referred_by_customer_id": "customers",
    "referred_by_partner_id": "partners",
    "renews_id": "security_holds",
    "replaced_by_id": "bookings",
    "share_id": "payment_shares",
    "signer_id": "contract_signers",
    "user_id": USERS,
    "venue_id": "venues",
    "version_id": "contract_versions",
    "who_id": USERS,
}
"""Tables referenced by integer columns without a foreign key, by column name."""

_ELSEWHERE: Final = {("applied_resolutions", "other_id"): "bookings"}

THROUGH: Final = {
    ("ledger_progress", "booking_id"): "bookings",
    ("ledger_progress", "payment_id"): "booking_payments",
    ("ledger_progress", "history_to"): "bookings",
}
"""Columns that store the last processed id; rows up to it are done."""

BY_KIND: Final[dict[tuple[str, str], tuple[str, dict[str, str]]]] = {
    ("letter_holds", "holder_id"): (
        "kind",
        {"booking": "bookings", "quote": "quotes", "waiting": "waiting_entries", "outage": "letter_outages"},
    ),
    ("letter_outages", "inventory_id"): ("size", {ITEM: "items", "": "letter_inventory"}),
    ("notifications", "about_id"): (
        "about",
        {"booking": "bookings", "quote": "quotes", "customer": "customers", "plan": "user_subscriptions"},
    ),
    ("import_rows", "row_id"): (
        "kind",
        {"bookings": "bookings", "customers": "customers", "items": "items"},
    ),
    ("links", "target_id"): (
        "kind",
        {
            source.kind: OPERATORS
            if source.target == OPERATOR
            else ("bookings" if source.target == "booking_id" else source.table.name)
            for source in SOURCES
        },
    ),
}
"""Columns whose target table depends on another column's value. The empty string is the default."""

JSON_KEYS: Final = {
    "booking": "bookings",
    "certificate": "insurance_certificates",
    "contract": "contracts",
    "contract_version": "contract_versions",
    "customer": "customers",
    "entry": "waiting_entries",
    "item": "items",
    "lead": "priced_leads",
    "list": "booking_list_links",
    "merged_into": "customers",
    "operator": OPERATORS,
    "package": "packages",
    "payment": "booking_payments",
    "purchase": "gift_card_purchases",
    "quote": "quotes",
    "recipient": "follow_up_recipients",
    "referred_by_customer": "customers",
    "referred_by_partner": "partners",
    "request": "change_requests",
    "review": "reviews",
    "signer": "contract_signers",
    "user": USERS,
    "venue": "venues",
}
"""Tables referenced by JSON keys; the keys are named here without ``_id`` or ``Id``."""

LINK_TARGETS: Final = {
    "booking": "bookings",
    "booking_list": "booking_list_links",
    "confirm_request": "bookings",
    "contract": "contract_signers",
    "invitation": "invitations",
    "lead": "priced_leads",
    "leave_waiting": "waiting_entries",
    "quote": "quotes",
    "review": "reviews",
    "stop_follow_ups": "follow_up_recipients",
    "waiting": "waiting_entries",
}
"""Tables referenced by links ``{"to": …, "id": …}`` in emails and texts."""

PAGES: Final = {"bookings": "bookings", "quotes": "quotes", "customers": "customers"}
"""Tables referenced by page paths."""

KEYS: Final = {
    ("ledger_entries", "source"),
    ("notifications", "key"),
    ("outbox", "dedupe_key"),
    ("conversation_entries", "key"),
    ("jobs", "dedupe_key"),
}
"""Columns with keys such as ``booking:7:confirmed:2``."""

KEY_WORDS: Final = {
    "at-risk": "bookings",
    "authorization": "bookings",
    "booking": "bookings",
    "charge": "booking_charges",
    "gift_card": "gift_cards",
    "gift_card_dispute": "gift_cards",
    "gift_card_dispute_fee": "gift_cards",
    "gift_card_refund": "gift_cards",
    "hold": "bookings",
    "lead-priced": "priced_leads",
    "on-the-way": "bookings",
    "payment": "booking_payments",
    "quote": "quotes",
    "refund": "booking_payments",
    "reminder": "bookings",
    "review": "bookings",
    "run-sheet": OPERATORS,
}
"""Tables referenced by the first id in a key, by the preceding word."""

_ID_KEY: Final = re.compile(r"(?P<name>[a-z]+(?:_[a-z]+)*?)(?:_id|Id)")
_PATH: Final = re.compile(r"/(?P<page>[a-z-]+)/(?P<id>[0-9]+)(?![0-9])")
_KEY: Final = re.compile(r"(?P<word>[a-z][a-z_.-]*):(?P<id>[0-9]+)(?=:|$)")
_WITH_QUESTION: Final = re.compile(r"(quote:[0-9]+:question):([0-9]+)")


@cache
def plain_references(table: Table) -> Mapping[str, str]:
    """Return a table's id columns, each with the referenced table. Excludes columns in `BY_KIND` and `THROUGH`."""
    found: dict[str, str] = {}
    for column in table.c:
        place = (table.name, column.name)
        if place in BY_KIND or place in THROUGH or not isinstance(column.type, BigInteger | Integer):
            continue
        if place in _ELSEWHERE:
            found[column.name] = _ELSEWHERE[place]
        elif column.name == OPERATOR:
            found[column.name] = OPERATORS
        elif column.name in COLUMNS:
            found[column.name] = COLUMNS[column.name]
    for reference in table.foreign_key_constraints:
        element = reference.elements[-1]
        found[element.parent.name] = element.column.table.name
    if numbered := id_column(table):
        found[numbered] = table.name
    return found


def id_column(table: Table) -> str | None:
    """Return the name of a table's autoincrement column, or None. Operators have none: they use the owner's id."""
    column = table.autoincrement_column
    return column.name if column is not None else None


def translated(table: Table, row: JsonObject, new_id: NewId, through: NewId) -> JsonObject:
    """Return a row with new ids. The id of a missing row becomes null, or 0 if the column is not nullable."""
    made = dict(row)
    for name, target in plain_references(table).items():
        made[name] = _new(table, name, row[name], target, new_id)
    for (of, name), (kind, targets) in BY_KIND.items():
        if of == table.name:
            target = targets.get(row[kind] or "", targets.get("", ""))
            made[name] = _new(table, name, row[name], target, new_id)
    for (of, name), target in THROUGH.items():
        if of == table.name:
            made[name] = through(target, row[name]) or 0
    for column in table.c:
        value = made[column.name]
        if value is None:
            continue
        if isinstance(column.type, JSON):
            made[column.name] = _merge(value, new_id) if table.name == "customer_merges" else in_json(value, new_id)
        elif (table.name, column.name) in KEYS:
            made[column.name] = in_key(value, new_id)
        elif column.name == "letter" and row.get("size") == ITEM:
            made[column.name] = _text_id(value, "items", new_id)
    return made


def _new(table: Table, name: str, value: int | None, target: str, new_id: NewId) -> int | None:
    if value is None:
        return None
    found = new_id(target, value) if target else None
    return found if found is not None or table.c[name].nullable else 0


def in_json(value: Any, new_id: NewId) -> Any:
    """Return JSON with new ids in links, page paths, items and values of `JSON_KEYS`."""
    if isinstance(value, list):
        listed = [in_json(one, new_id) for one in cast("list[Any]", value)]
        # A piece, stored as [size, letter, finish, …].
        if len(listed) >= 3 and listed[0] == ITEM and isinstance(listed[1], str):  # noqa: PLR2004
            listed[1] = _text_id(listed[1], "items", new_id)
        return listed
    if not isinstance(value, dict):
        return value
    made: JsonObject = {}
    document = cast("JsonObject", value)
    for key, held in document.items():
        target = json_target(key)
        if target is not None:
            made[key] = _ids(held, target, new_id)
        elif key == "path" and isinstance(held, str):
            made[key] = in_path(held, new_id)
        elif key == "letter" and document.get("size") == ITEM:
            made[key] = _text_id(held, "items", new_id)
        elif key == "items" and isinstance(held, dict):
            made[key] = {_text_id(one, "items", new_id): name for one, name in cast("JsonObject", held).items()}
        else:
            made[key] = in_json(held, new_id)
    if isinstance(made.get("to"), str) and isinstance(made.get("id"), int):
        made["id"] = _or_zero(new_id(LINK_TARGETS[made["to"]], made["id"])) if made["to"] in LINK_TARGETS else 0
    return made


def json_target(key: str) -> str | None:
    """Return the table referenced by a JSON key; None if the key doesn't hold ids."""
    matched = _ID_KEY.fullmatch(key)
    if matched is None:
        return None
    name = re.sub(r"(?<=[a-z])([A-Z])", lambda found: f"_{found[1].lower()}", matched["name"])
    return JSON_KEYS.get(name)


def _ids(held: Any, target: str, new_id: NewId) -> Any:
    """Replace an id or a list of ids, such as the values before and after a change. Other values stay."""
    if isinstance(held, list):
        return [_ids(one, target, new_id) for one in cast("list[Any]", held)]
    if isinstance(held, int) and not isinstance(held, bool):
        return new_id(target, held)
    return held


def _merge(value: JsonObject, new_id: NewId) -> JsonObject:
    """Replace the ids in the record of a customer merge: moved rows by table, and column values before and after."""
    moved: dict[str, list[int]] = value["rows"]
    made = in_json({name: held for name, held in value.items() if name != "rows"}, new_id)
    by_customer = {"conversations": "customers"}
    made["rows"] = {
        name: [found for one in ids if (found := new_id(by_customer.get(name, name), one)) is not None]
        for name, ids in moved.items()
    }
    return made


def in_path(path: str, new_id: NewId) -> str:
    """Return a page path with new ids."""

    def replace(found: re.Match[str]) -> str:
        target = PAGES.get(found["page"])
        return found[0] if target is None else f"/{found['page']}/{_or_zero(new_id(target, int(found['id'])))}"

    return _PATH.sub(replace, path)


def in_key(key: str, new_id: NewId) -> str:
    """Return a stored key with new ids."""

    def replace(found: re.Match[str]) -> str:
        target = key_target(found["word"])
        return found[0] if target is None else f"{found['word']}:{_or_zero(new_id(target, int(found['id'])))}"

    with_event = _WITH_QUESTION.sub(lambda found: f"{found[1]}:{_or_zero(new_id('quote_events', int(found[2])))}", key)
    return _KEY.sub(replace, with_event, count=1)


def key_target(word: str) -> str | None:
    """Return the table referenced by the id that follows a word in a key."""
    return KEY_WORDS.get(word)


def _text_id(value: str, target: str, new_id: NewId) -> str:
    return str(_or_zero(new_id(target, int(value)))) if value.isdecimal() else value


def _or_zero(value: int | None) -> int:
    return 0 if value is None else value
