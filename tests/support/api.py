"""An API client with its own cookie jar: a visitor until it registers or logs in.

`get`, `post`, `patch` and `delete` come from httpx and return any response. The other methods create the data of a
test; unless documented otherwise, they require success and return the JSON record.
"""

from collections.abc import Mapping
from itertools import count
from typing import Any

import httpx

PASSWORD = "correct horse"
YARD = {"street": "12 Oak Street", "city": "Springfield", "state": "NY", "zipCode": "10001"}
"""An address that is not a venue."""
_numbers = count(1)


class Refused(AssertionError):
    """A required step failed."""


class Api:
    """An API client."""

    def __init__(self, http: httpx.Client, usual: Mapping[str, Any] | None = None) -> None:
        """``usual`` are default fields for bookings by this client."""
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
        """The signed-in user's id, which is also the operator's id."""
        return self.user["id"]

    @property
    def key(self) -> str:
        """The operator's public key."""
        return self.user["publicKey"]

    def every(self, path: str, **query: Any) -> list[dict[str, Any]]:
        """All rows of a paginated list."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = ok_json(self.get(path, params=query | ({"cursor": cursor} if cursor else {})))
            found += page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return found

    # --- Accounts ---

    def register(self, email: str | None = None, **fields: Any) -> "Api":
        """Register a new user with a business and sign in."""
        number = next(_numbers)
        body = {
            "email": email or f"operator{number}@example.com",
            "password": PASSWORD,
            "companyName": f"Company {number}",
            **fields,
        }
        self.user = ok_json(self.post("/api/register", json=body))
        return self

    def login(self, email: str, password: str = PASSWORD) -> "Api":
        """Sign in as an existing user."""
        self.user = ok_json(self.post("/api/login", json={"email": email, "password": password}))
        return self

    def logout(self) -> None:
        """Sign out."""
        ok_json(self.post("/api/logout"))

    def set_rules(self, **rules: Any) -> dict[str, Any]:
        """Change booking rules by their JSON names: timeZone, turnaroundDays, holdDays, and so on."""
        return ok_json(self.patch("/api/booking-rules", json=rules))

    def set_prices(self, **prices: Any) -> dict[str, Any]:
        """Change the price list."""
        return ok_json(self.patch("/api/price-list", json=prices))

    # --- Stock and places ---

    def add_letter(self, letter: str, quantity: int = 5, size: str = "4ft", price: float = 25) -> dict[str, Any]:
        """Add one row to the inventory."""
        body = {"letter": letter, "size": size, "quantity": quantity, "pricePerDay": price}
        return ok_json(self.post("/api/inventory", json=body))

    def add_letters(self, letters: str | Mapping[str, int], quantity: int = 5, size: str = "4ft") -> None:
        """Add a row per letter: of a word (each `quantity` times), or of a mapping from letter to quantity."""
        rows = letters if isinstance(letters, Mapping) else dict.fromkeys(letters.replace(" ", ""), quantity)
        for letter, number in rows.items():
            self.add_letter(letter, number, size)

    def add_venue(self, **fields: Any) -> dict[str, Any]:
        """Add a verified venue without a surcharge, unless the fields override it."""
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
        return ok_json(self.post("/api/venues", json=body))

    # --- Bookings ---

    def book(self, **fields: Any) -> dict[str, Any]:
        """Book `booking_body(**fields)`. A visitor names the business with `userId`."""
        return ok_json(self.try_to_book(**fields))

    def try_to_book(self, *, key: str | None = None, **fields: Any) -> httpx.Response:
        """Like `book`, but return any response. ``key`` is sent as the idempotency key.

        Like a visitor's booking, an operator's booking is a request unless `asRequest=False`.
        """
        headers = {"Idempotency-Key": key} if key else {}
        body = booking_body(**({"asRequest": True} | dict(self._usual) | fields))
        return self.post("/api/bookings", json=body, headers=headers)

    def estimate(self, **fields: Any) -> dict[str, Any]:
        """Estimate `booking_body(**fields)`."""
        return ok_json(self.post("/api/estimate", json=booking_body(**(dict(self._usual) | fields))))

    def booking_token(self, booking_id: int, *, renew: bool = False) -> str:
        """The token in the link to the customer's booking page."""
        answer = ok_json(self.post(f"/api/bookings/{booking_id}/customer-link", json={"renew": renew}))
        return answer["link"].rpartition("/")[2]

    # --- Quotes ---

    def quote(self, **fields: Any) -> dict[str, Any]:
        """Create a draft quote of `booking_body(**fields)`."""
        return ok_json(self.post("/api/quotes", json=booking_body(**(dict(self._usual) | fields))))

    def send_quote(self, quote_id: int, **fields: Any) -> dict[str, Any]:
        """Send the quote's current version."""
        return ok_json(self.post(f"/api/quotes/{quote_id}/send", json=fields))

    def sent_quote(self, **fields: Any) -> dict[str, Any]:
        """Create and send a quote; its ``token`` is the token of its link."""
        sent = self.send_quote(self.quote(**fields)["id"])
        return sent | {"token": sent["link"].rpartition("/")[2]}

    def accept(self, token: str, version: int = 1, **fields: Any) -> httpx.Response:
        """Accept a quote by its token, as the customer. Returns any response."""
        body = {"version": version, "name": "Ada Lovelace", "consent": True, **fields}
        return self.post(f"/api/public/quotes/{token}/accept", json=body)

    # --- Billing ---

    def add_plan(self, **fields: Any) -> dict[str, Any]:
        """Create a plan as an administrator: $29 a month unless the fields override it."""
        body = {"name": f"Plan {next(_numbers)}", "price": 2900, "interval": "monthly", **fields}
        return ok_json(self.post("/api/admin/subscription-plans", json=body))

    def subscribe(self, plan: Mapping[str, Any], **more: Any) -> httpx.Response:
        """Subscribe to a plan. Returns any response."""
        return self.post("/api/subscription", json={"planId": plan["id"]}, **more)

    def subscription(self) -> dict[str, Any]:
        """The subscription in the response."""
        return ok_json(self.get("/api/subscription"))["subscription"]

    def set_status(self, booking_id: int, status: str, **options: Any) -> httpx.Response:
        """Change a booking's status. Returns any response."""
        return self.patch(f"/api/bookings/{booking_id}/status", json={"status": status, **options})

    def complete(self, booking_id: int) -> httpx.Response:
        """Complete a booking, regardless of its pickup day. Returns any response."""
        return self.set_status(booking_id, "completed", early=True)


def booking_body(**fields: Any) -> dict[str, Any]:
    """A complete booking request body; fields given as None are omitted.

    With `userId`, as sent by visitors, it includes a delivery address unless the fields name a place.
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


def ok_json(answer: httpx.Response) -> Any:
    """Return the JSON of a successful response; None for an empty response. Raises Refused for an error."""
    if not answer.is_success:
        raise Refused(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}")
    return answer.json() if answer.content else None
