"""Store customers' tax exemptions only with the sales tax, by email address. Customers without an address lose theirs,
which no booking could have found.
"""

from typing import NotRequired, TypedDict, cast

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db.db import Document
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0123"
down_revision = "0122"

_customers = sa.table(
    "customers",
    sa.column("operator_id"),
    sa.column("id"),
    sa.column("name"),
    sa.column("emails", Document),
    sa.column("tax_exemption", Document),
)
_price_lists = sa.table("price_lists", sa.column("operator_id"), sa.column("data", Document))


class _Exemption(TypedDict):
    certificate: str
    expires_on: str | None


class _ExemptCustomer(_Exemption):
    email: str
    name: str | None


class _SalesTax(TypedDict):
    places: list[object]
    other_ppm: int | None
    untaxed: list[str]
    customers: NotRequired[list[_ExemptCustomer]]


def _move() -> None:
    # A business without a price list of its own keeps the default prices: it has no sales tax to exempt from.
    joined = _customers.join(_price_lists, _price_lists.c.operator_id == _customers.c.operator_id)
    columns = (_customers.c.operator_id, _customers.c.name, _customers.c.emails, _customers.c.tax_exemption)
    found = op.get_bind().execute(
        sa.select(*columns, _price_lists.c.data)
        .select_from(joined)
        .where(_customers.c.tax_exemption.is_not(None))
        .order_by(_customers.c.operator_id, _customers.c.id)
    )
    lists: dict[int, dict[str, object]] = {}
    for operator_id, name, emails, exemption, stored in found.all():
        if exemption:
            data = lists.setdefault(operator_id, dict(stored))
            before = cast("_SalesTax | None", data.get("sales_tax"))
            data["sales_tax"] = _with(before, emails, cast("_Exemption", exemption), name or None)
    for operator_id, data in lists.items():
        own = _price_lists.c.operator_id == operator_id
        op.get_bind().execute(sa.update(_price_lists).where(own).values(data=data))


def _with(tax: _SalesTax | None, emails: list[str], exemption: _Exemption, name: str | None) -> _SalesTax:
    tax = tax or {"places": [], "other_ppm": None, "untaxed": []}
    rows = list(tax.get("customers", ()))
    known = {row["email"].casefold() for row in rows}
    for email in emails:
        if email.casefold() not in known:
            certificate, expires_on = exemption["certificate"], exemption["expires_on"]
            rows.append({"certificate": certificate, "expires_on": expires_on, "email": email, "name": name})
    return {**tax, "customers": sorted(rows, key=_address)}


def _address(row: _ExemptCustomer) -> str:
    return row["email"].casefold()


upgrade, downgrade = steps.both_ways(
    steps.fill(_move), steps.dropped(steps.columns("customers", c.document("tax_exemption", null=True)))
)
