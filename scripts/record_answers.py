"""Record the API's responses for one unusual business, for the page tests.

The business rents in euros, writes days as D/M/Y and times in 24 hours, has its own add-ons, and no longer offers the
color of one booking. Its owner and a staff member request the same paths. Writes
frontend/src/testing/recorded/{owner,staff}.json.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import time_machine
from anyio.from_thread import start_blocking_portal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from marqueedesk.accounts import service  # noqa: E402
from marqueedesk.accounts.passwords import hash_password  # noqa: E402
from marqueedesk.app import create_app  # noqa: E402
from marqueedesk.kit import clock  # noqa: E402
from marqueedesk.kit.db.database import Database  # noqa: E402
from marqueedesk.settings import Settings  # noqa: E402
from tests.support import passwords  # noqa: E402
from tests.support.api import PASSWORD, Api, ok_json  # noqa: E402
from tests.support.client import InProcess  # noqa: E402
from tests.support.databases import migrate  # noqa: E402

FOLDER = ROOT / "frontend" / "src" / "testing" / "recorded"
NOW = datetime(2027, 6, 1, 8, tzinfo=UTC)
TODAY = "2027-06-01"
ADMIN = "admin@lichtworte.example"

Answers = dict[str, Any]

FOR_ALL = (
    "/api/user",
    "/api/bookings?limit=50",
    "/api/bookings/counts",
    "/api/bookings/calendar?from=2027-05-31&to=2027-07-11",
    "/api/inventory",
    "/api/items",
    "/api/packages",
    "/api/venues",
    "/api/day",
    f"/api/day?date={TODAY}",
    f"/api/load-list?date={TODAY}",
    "/api/at-risk",
    "/api/notifications?limit=20",
    "/api/reports/popular",
    "/api/reports/stock",
    "/api/sign-ins",
    "/api/site",
)
FOR_OWNERS = (
    "/api/dashboard",
    "/api/reports/due",
    "/api/quotes?limit=50",
    "/api/booking-form",
    "/api/booking-rules",
    "/api/price-list",
    "/api/delivery-zones",
    "/api/sales-tax",
    "/api/tax-exemptions",
    "/api/payment-policy",
    "/api/discount-codes",
    "/api/business-details",
    "/api/email-status",
    "/api/waiting-list",
    "/api/payment-setup",
    "/api/stripe-connect/account-status",
)
OF_A_BOOKING = ("", "/goods", "/handovers", "/customer")
OF_ITS_MONEY = ("/payments", "/cancellation", "/invoice")


@contextmanager
def application() -> Generator[tuple[Api, Api]]:
    """Two callers of an application with an empty database, at a fixed time."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/recorded.sqlite3"
        stack.enter_context(time_machine.travel(NOW, tick=False))
        settings = Settings(database_url=url, data_dir=Path(folder), rate_limits="off", worker="off")
        migrate(url)
        app = create_app(settings)
        database: Database = app.state.database
        stack.callback(database.close)
        digest = hash_password(PASSWORD)
        with database.write() as db:
            service.add_user(db, email=ADMIN, password_hash=digest, role="admin", now=clock.now())
        portal = stack.enter_context(start_blocking_portal())

        def caller() -> Api:
            transport = InProcess(app, portal)
            return Api(stack.enter_context(httpx.Client(transport=transport, base_url="http://localhost")))

        admin = caller().login(ADMIN)
        ok_json(admin.patch("/api/admin/settings/system", json={"defaultCurrency": "EUR"}))
        yield caller(), caller()


def furnish(owner: Api) -> None:
    """Register the business and add its prices, stock, places and bookings."""
    owner.register(
        "marta@lichtworte.example",
        companyName="Lichtworte",
        timeZone="Europe/Vienna",
        phoneNumber="+43 1 5550100",
    )
    owner.set_rules(dateFormat="DD/MM/YYYY", timeFormat="24h", eventTypes=["hochzeit", "messe"], maxRentalDays=14)
    colors = [
        {"code": "standard", "label": "Warm White", "price": 0, "swatch": "#FFD27D"},
        {"code": "copper", "label": "Copper", "price": 7.5, "swatch": "#B87333"},
    ]
    owner.set_prices(
        sizes=[
            {"code": "90cm", "label": "90 cm", "price": 21, "heightInches": 35.4},
            {"code": "150cm", "label": "150 cm", "price": 48.5, "heightInches": 59},
        ],
        colors=colors,
        addOns=[
            {"code": "fog", "label": "Fog Machine", "price": 40},
            {"code": "carpet", "label": "Red Carpet", "price": 12.5},
        ],
        depositPercent=30,
        salesTaxPercent=20,
    )
    owner.add_letters({"L": 3, "I": 3, "E": 4, "B": 2, "J": 2, "A": 2, "Ä": 1, "&": 1}, size="90cm")
    owner.add_letters("LIEB", 2, "150cm")
    hall = owner.add_venue(
        name="Orangerie Schönbrunn", address="Schlossstraße 47", city="Wien", state="", zipCode="1130",
        difficulty="difficult", surchargeAmount=9950, loadInInstructions="Gate at Grünbergstraße",
    )  # fmt: skip
    place = {"venueId": hall["id"], "size": "90cm", "addOns": {"fog": True, "carpet": False}}
    first = owner.book(
        **place, message="LIEBE", colorOption="copper", customerName="Žofie Nováková",
        customerEmail="zofie@example.com",
        deliveryDate=f"{TODAY}T15:30", pickupDate="2027-06-03", eventType="hochzeit", asRequest=False,
        notes="Bitte leise aufbauen",
    )  # fmt: skip
    ok_json(
        owner.post(
            f"/api/bookings/{first['id']}/payments",
            json={"amount": 50, "kind": "cash", "receivedOn": TODAY},
            headers={"Idempotency-Key": "recorded-cash-1"},
        )
    )
    owner.book(
        **place, message="JA & JA", customerName="Bartholomäus Freiherr von Hohenwaldeck-Rosenberg",
        deliveryDate="2027-06-12", pickupDate="2027-06-13", asRequest=True,
    )  # fmt: skip
    owner.book(
        message="LIEB", size="150cm", customerName="Ivo Messner", deliveryDate="2027-06-02", pickupDate="2027-06-05",
        asRequest=False, address={"street": "Am Kai 3", "city": "Linz", "state": "", "zipCode": "4020"},
    )  # fmt: skip
    owner.sent_quote(
        **place, message="LIEBE", customerName="Greta Lindqvist", customerEmail="greta@example.com",
        deliveryDate="2027-07-03", pickupDate="2027-07-05",
    )  # fmt: skip
    # The options of the first booking are no longer on the price list.
    owner.set_prices(colors=colors[:1])


def join(owner: Api, staff: Api) -> None:
    """Add a staff member to the business."""
    invitation = ok_json(
        owner.post("/api/team/invitations", json={"email": "sepp@lichtworte.example", "part": "staff"})
    )
    token = str(invitation["link"]).rpartition("=")[2]
    body = {"username": "Sepp", "password": PASSWORD, "confirmPassword": PASSWORD}
    ok_json(staff.post(f"/api/public/invitations/{token}/accept", json=body))


def answers_to(caller: Api, paths: Iterable[str], bookings: Iterable[int], parts: Iterable[str]) -> Answers:
    """Return a caller's response for each path, and for each part of each booking."""
    asked = [*paths, *(f"/api/bookings/{number}{part}" for number in bookings for part in parts)]
    return {path: ok_json(caller.get(path)) for path in asked}


def record() -> dict[str, Answers]:
    """Return all recorded responses by caller and path."""
    passwords.use_cheap_hashing()
    with application() as (owner, staff):
        furnish(owner)
        join(owner, staff)
        numbers = [row["id"] for row in ok_json(owner.get("/api/bookings"))]
        quotes = [f"/api/quotes/{row['id']}" for row in ok_json(owner.get("/api/quotes"))]
        return {
            "owner": answers_to(owner, [*FOR_ALL, *FOR_OWNERS, *quotes], numbers, [*OF_A_BOOKING, *OF_ITS_MONEY]),
            "staff": answers_to(staff, FOR_ALL, numbers, OF_A_BOOKING),
        }


def contents(answers: Answers) -> str:
    """Return a file's contents: the responses as JSON, with fields in API order."""
    return steady(json.dumps(answers, indent=1, ensure_ascii=False)) + "\n"


def steady(text: str) -> str:
    """Replace random values: tokens of links and public keys."""
    text = re.sub(r'"(formToken)": "[^"]+"', r'"\1": "recorded"', text)
    text = re.sub(r'"id": "[0-9a-f]{16}"', '"id": "0123456789abcdef"', text)
    text = re.sub(r"mk_[a-z0-9]{20,40}", "mk_recorded000000000000", text)
    return re.sub(r"/(b|q|book|quote|r)/[A-Za-z0-9_-]{20,}", r"/\1/recorded", text)


def main() -> int:
    """Write the files."""
    for name in [name for name in os.environ if name.startswith("MARQUEEDESK_")]:
        del os.environ[name]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for who, answers in record().items():
        (FOLDER / f"{who}.json").write_text(contents(answers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
