"""Permissions of team members (A5): the table that every route checks and that the Settings page shows.

A route names the permission it requires (`access.require`); only this table assigns permissions to roles.
"""

from dataclasses import dataclass
from typing import Final, Literal

RightName = Literal[
    "seeBookings",
    "addNotes",
    "seeStock",
    "handleBookings",
    "changeStock",
    "seeMoney",
    "seeBooks",
    "keepBooks",
    "manageDocuments",
    "writeMessages",
    "changeSettings",
    "changeTeam",
    "seeActivity",
    "manageSubscription",
    "endBusiness",
]
"""A permission's name in the API."""
FormerRightName = Literal["note", "makePapers", "pay"]
_FORMER_NAMES: Final[dict[RightName, FormerRightName]] = {
    "addNotes": "note",
    "manageDocuments": "makePapers",
    "manageSubscription": "pay",
}
"""Former names of permissions, answered beside the present ones until the next release."""
Role = Literal["owner", "manager", "staff", "accountant"]
"""Role in a business."""
OWNER: Final = "owner"
MANAGER: Final = "manager"
STAFF: Final = "staff"
ACCOUNTANT: Final = "accountant"
ROLES: Final = (OWNER, MANAGER, STAFF, ACCOUNTANT)
"""Roles in a business. Invited users get one of the last three."""


@dataclass(frozen=True, slots=True)
class Right:
    """A permission. ``does`` describes to users what it allows."""

    name: RightName
    does: str
    roles: tuple[Role, ...]


_CREW: Final = (OWNER, MANAGER, STAFF)
_OFFICE: Final = (OWNER, MANAGER)
_BOOKKEEPING: Final = (OWNER, MANAGER, ACCOUNTANT)

SEE_BOOKINGS: Final = Right("seeBookings", "See bookings, the calendar and run sheets", _CREW)
ADD_NOTES: Final = Right("addNotes", "Add notes to bookings and mark rentals as completed", _CREW)
SEE_STOCK: Final = Right("seeStock", "See letters and venues", _CREW)
HANDLE_BOOKINGS: Final = Right("handleBookings", "Create, edit, confirm and cancel bookings", _OFFICE)
CHANGE_STOCK: Final = Right("changeStock", "Edit letters and venues", _OFFICE)
SEE_MONEY: Final = Right("seeMoney", "See prices, payments and reports", _OFFICE)
SEE_BOOKS: Final = Right("seeBooks", "See revenue, sales tax, payments, invoices and the ledger", _BOOKKEEPING)
KEEP_BOOKS: Final = Right("keepBooks", "Close months of the books and push them to bookkeeping software", _BOOKKEEPING)
MANAGE_DOCUMENTS: Final = Right("manageDocuments", "Create quotes, confirmations and invoices", _OFFICE)
WRITE_MESSAGES: Final = Right("writeMessages", "Read customer emails and edit their texts", _OFFICE)
CHANGE_SETTINGS: Final = Right("changeSettings", "Edit prices, rules, business details and the booking form", _OFFICE)
CHANGE_TEAM: Final = Right("changeTeam", "Invite and remove people and change their roles", _OFFICE)
SEE_ACTIVITY: Final = Right("seeActivity", "See the activity log", _OFFICE)
MANAGE_SUBSCRIPTION: Final = Right("manageSubscription", "Manage the subscription and the payout account", (OWNER,))
END_BUSINESS: Final = Right("endBusiness", "Export all data and close the business", (OWNER,))

RIGHTS: Final = (
    SEE_BOOKINGS,
    ADD_NOTES,
    SEE_STOCK,
    HANDLE_BOOKINGS,
    CHANGE_STOCK,
    SEE_MONEY,
    SEE_BOOKS,
    KEEP_BOOKS,
    MANAGE_DOCUMENTS,
    WRITE_MESSAGES,
    CHANGE_SETTINGS,
    CHANGE_TEAM,
    SEE_ACTIVITY,
    MANAGE_SUBSCRIPTION,
    END_BUSINESS,
)
"""All permissions, in the order shown in Settings."""


def rights_of(role: str | None) -> list[RightName | FormerRightName]:
    """Return the names of a role's permissions, with the former names of renamed ones; an empty list without a role."""
    names: list[RightName] = [right.name for right in RIGHTS if role in right.roles]
    return [*names, *[_FORMER_NAMES[name] for name in names if name in _FORMER_NAMES]]
