"""A caller of the API with a cookie jar of its own: a visitor until it registers or logs in.

`get`, `post`, `patch` and `delete` are httpx's and answer whatever came. The verbs below them say what a test needs to
exist; they insist on success and answer the record.
"""

from collections.abc import Mapping
from itertools import count
from typing import Any

import httpx

PASSWORD = "correct horse"
YARD = {"street": "12 Oak Street", "city": "Springfield", "state": "NY", "zipCode": "10001"}
"""An address that is no venue."""
_numbers = count(1)


class Refused(AssertionError):
    """A step that had to succeed did not."""


class Api:
    """One caller."""

    def __init__(self, http: httpx.Client, usual: Mapping[str, Any] | None = None) -> None:
        """``usual`` are fields that this caller's bookings have unless the test says otherwise."""
        self.http = http
        self._usual = usual or {}
        self.get = http.get
        self.post = http.post
        self.patch = http.patch
        self.put = http.put
        self.delete = http.delete
        self.user: dict[str, Any] = {}

    @property
    def id(self) -> int:
        """The signed-in user's id, which is the operator's too."""
        return self.user["id"]

    @property
    def key(self) -> str:
        """The operator's public key."""
        return self.user["publicKey"]

    def every(self, path: str, **query: Any) -> list[dict[str, Any]]:
        """All rows of a list, read page after page."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = made(self.get(path, params=query | ({"cursor": cursor} if cursor else {})))
            found += page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return found

    # --- Accounts ---

    def register(self, email: str | None = None, **fields: Any) -> "Api":
        """A new person with a business, signed in."""
        number = next(_numbers)
        body = {
            "email": email or f"operator{number}@example.com",
            "password": PASSWORD,
            "companyName": f"Company {number}",
            **fields,
        }
        self.user = made(self.post("/api/register", json=body))
        return self

    def login(self, email: str, password: str = PASSWORD) -> "Api":
        """Sign in as somebody who exists."""
        self.user = made(self.post("/api/login", json={"email": email, "password": password}))
        return self

    def logout(self) -> None:
        """Sign out."""
        made(self.post("/api/logout"))

    def set_rules(self, **rules: Any) -> dict[str, Any]:
        """Change booking rules, by their names on the wire: timeZone, turnaroundDays, holdDays, and so on."""
        return made(self.patch("/api/booking-rules", json=rules))

    def set_prices(self, **prices: Any) -> dict[str, Any]:
        """Change the price list."""
        return made(self.patch("/api/price-list", json=prices))

    # --- Stock and places ---

    def add_letter(self, letter: str, quantity: int = 5, size: str = "4ft", price: float = 25) -> dict[str, Any]:
        """One row of the inventory."""
        body = {"letter": letter, "size": size, "quantity": quantity, "pricePerDay": price}
        return made(self.post("/api/inventory", json=body))

    def add_letters(self, letters: str | Mapping[str, int], quantity: int = 5, size: str = "4ft") -> None:
        """A row per letter: of a word (each `quantity` times), or of a mapping from letter to quantity."""
        rows = letters if isinstance(letters, Mapping) else dict.fromkeys(letters.replace(" ", ""), quantity)
        for letter, number in rows.items():
            self.add_letter(letter, number, size)

    def add_venue(self, **fields: Any) -> dict[str, Any]:
        """A verified venue without a surcharge, unless the fields say otherwise."""
        body = {
            "name": f"Hall {next(_numbers)}",
            "address": "1 Main Street",
            "city": "Springfield",
            "state": "NY",
            "zipCode": "10001",
            "difficulty": "easy",
            "isVerified": True,
            **fields,
        }
        return made(self.post("/api/venues", json=body))

    # --- Bookings ---

    def book(self, **fields: Any) -> dict[str, Any]:
        """A booking of `booking_body(**fields)`; as a visitor say whose with `userId`."""
        return made(self.try_to_book(**fields))

    def try_to_book(self, *, key: str | None = None, **fields: Any) -> httpx.Response:
        """As `book`, and answer whatever came. ``key`` is sent as the idempotency key.

        An operator's is kept as a request, as a visitor's is, unless the test says `asRequest=False`.
        """
        headers = {"Idempotency-Key": key} if key else {}
        body = booking_body(**({"asRequest": True} | dict(self._usual) | fields))
        return self.post("/api/bookings", json=body, headers=headers)

    def estimate(self, **fields: Any) -> dict[str, Any]:
        """The estimate for `booking_body(**fields)`."""
        return made(self.post("/api/estimate", json=booking_body(**(dict(self._usual) | fields))))

    def booking_token(self, booking_id: int, *, renew: bool = False) -> str:
        """The end of the link to a booking's page for its customer."""
        answer = made(self.post(f"/api/bookings/{booking_id}/customer-link", json={"renew": renew}))
        return answer["link"].rpartition("/")[2]

    # --- Quotes ---

    def quote(self, **fields: Any) -> dict[str, Any]:
        """A draft of `booking_body(**fields)`."""
        return made(self.post("/api/quotes", json=booking_body(**(dict(self._usual) | fields))))

    def send_quote(self, quote_id: int, **fields: Any) -> dict[str, Any]:
        """Send a quote's present version."""
        return made(self.post(f"/api/quotes/{quote_id}/send", json=fields))

    def sent_quote(self, **fields: Any) -> dict[str, Any]:
        """A quote that was sent; its ``token`` is the end of its link."""
        sent = self.send_quote(self.quote(**fields)["id"])
        return sent | {"token": sent["link"].rpartition("/")[2]}

    def accept(self, token: str, version: int = 1, **fields: Any) -> httpx.Response:
        """Accept the quote behind a link, as its customer, and answer whatever came."""
        body = {"version": version, "name": "Ada Lovelace", "consent": True, **fields}
        return self.post(f"/api/public/quotes/{token}/accept", json=body)

    # --- Billing ---

    def add_plan(self, **fields: Any) -> dict[str, Any]:
        """A plan, made by an administrator: 29.00 a month unless the fields say otherwise."""
        body = {"name": f"Plan {next(_numbers)}", "price": 2900, "interval": "monthly", **fields}
        return made(self.post("/api/admin/subscription-plans", json=body))

    def subscribe(self, plan: Mapping[str, Any], **more: Any) -> httpx.Response:
        """Ask for a plan and answer whatever came."""
        return self.post("/api/subscription", json={"planId": plan["id"]}, **more)

    def subscription(self) -> dict[str, Any]:
        """The subscription's own part of the answer."""
        return made(self.get("/api/subscription"))["subscription"]

    def set_status(self, booking_id: int, status: str, **options: Any) -> httpx.Response:
        """Ask for a change of status and answer whatever came."""
        return self.patch(f"/api/bookings/{booking_id}/status", json={"status": status, **options})

    def complete(self, booking_id: int) -> httpx.Response:
        """Complete a booking, whatever its pickup day, and answer whatever came."""
        return self.set_status(booking_id, "completed", early=True)


def booking_body(**fields: Any) -> dict[str, Any]:
    """A complete booking in the wire's words; a field given as None is left out.

    Whoever says whose business it is, as a visitor does, says where it goes too.
    """
    placed = "userId" not in fields or bool({"venueId", "address"} & set(fields))
    body = {
        **({} if placed else {"address": YARD}),
        "message": "LOVE",
        "size": "4ft",
        "customerName": "Ada Lovelace",
        "customerEmail": "ada@example.com",
        "deliveryDate": "2027-06-01",
        "pickupDate": "2027-06-03",
        **fields,
    }
    return {name: value for name, value in body.items() if value is not None}


def made(answer: httpx.Response) -> Any:
    """The JSON of an answer that had to be a success; None for an answer without content."""
    if not answer.is_success:
        raise Refused(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}")
    return answer.json() if answer.content else None
