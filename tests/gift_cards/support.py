"""A business that sells gift cards online, and its buyers."""

from typing import Any

import httpx
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.standin import StandIn

SHOP = {"isOpen": True, "amounts": [50, 100], "ownAmount": True, "least": 20, "most": 300}


class Shop:
    """A business that sells gift cards online, and a visitor who buys them."""

    def __init__(self, business: Api, visitor: Api, provider: StandIn) -> None:
        self.business, self.visitor, self.provider = business, visitor, provider
        business.set_rules(giftCardShop=SHOP)
        self.path = f"/api/public/gift-cards/{business.user['publicKey']}"

    def start(self, amount: float = 50, **more: Any) -> httpx.Response:
        body = {"amount": amount, "to": "Ana", "buyer": "Ben", "buyerEmail": "ben@example.com", **more}
        return self.visitor.post(f"{self.path}/purchases", json=body)

    def buy(self, amount: float = 50, **more: Any) -> dict[str, Any]:
        form = ok_json(self.start(amount, **more))
        self.provider.pay(form["clientSecret"]).raise_for_status()
        return form

    def look(self, form: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.visitor.post(f"{self.path}/purchases/look", json={"purchase": form["purchase"]}))

    def cards(self) -> list[dict[str, Any]]:
        return ok_json(self.business.get("/api/gift-cards"))

    def accounts(self) -> dict[str, float]:
        rows = ok_json(self.business.get("/api/trial-balance"))["accounts"]
        return {row["account"]: round(row["debit"] - row["credit"], 2) for row in rows if row["debit"] != row["credit"]}

    def liability(self) -> float:
        return ok_json(self.business.get("/api/reports/liability"))["total"]

    def account(self) -> str:
        return self.provider.objects("account")[0]["id"]


def run(app: FastAPI) -> None:
    Worker(app.state.database, app.state.settings, provider=app.state.provider).all_due()
