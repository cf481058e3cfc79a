"""The rights of a business's members (A5): the one table that every route checks and that Settings shows.

A route names the right that it requires (`access.require`); only this table says which roles have it.
"""

from dataclasses import dataclass
from typing import Final, Literal

Role = Literal["owner", "manager", "staff"]
"""A role in a business."""
OWNER: Final = "owner"
MANAGER: Final = "manager"
STAFF: Final = "staff"
ROLES: Final = (OWNER, MANAGER, STAFF)
"""The roles in a business. Invited people get one of the last two."""


@dataclass(frozen=True, slots=True)
class Right:
    """Something that some of a business's members may do; ``does`` is the text that they see."""

    name: str
    does: str
    roles: tuple[Role, ...]


_EVERYBODY: Final = ROLES
_OFFICE: Final = (OWNER, MANAGER)

SEE_BOOKINGS: Final = Right("seeBookings", "See bookings, the calendar and run sheets", _EVERYBODY)
NOTE: Final = Right("note", "Write notes on bookings, and mark rentals as completed", _EVERYBODY)
SEE_STOCK: Final = Right("seeStock", "See letters and venues", _EVERYBODY)
HANDLE_BOOKINGS: Final = Right("handleBookings", "Take, change, confirm and cancel bookings", _OFFICE)
CHANGE_STOCK: Final = Right("changeStock", "Change letters and venues", _OFFICE)
SEE_MONEY: Final = Right("seeMoney", "See prices, payments and reports", _OFFICE)
MAKE_PAPERS: Final = Right("makePapers", "Make quotes, confirmations and invoices", _OFFICE)
WRITE_MESSAGES: Final = Right("writeMessages", "Read the emails to customers, and change their texts", _OFFICE)
CHANGE_SETTINGS: Final = Right("changeSettings", "Change prices, rules, the business's details and the form", _OFFICE)
CHANGE_TEAM: Final = Right("changeTeam", "Invite people, change what they are, and remove them", _OFFICE)
SEE_ACTIVITY: Final = Right("seeActivity", "See who did what", _OFFICE)
PAY: Final = Right("pay", "Subscription, and the account that payments go to", (OWNER,))
END_BUSINESS: Final = Right("endBusiness", "Export everything, and close the business", (OWNER,))

RIGHTS: Final = (
    SEE_BOOKINGS,
    NOTE,
    SEE_STOCK,
    HANDLE_BOOKINGS,
    CHANGE_STOCK,
    SEE_MONEY,
    MAKE_PAPERS,
    WRITE_MESSAGES,
    CHANGE_SETTINGS,
    CHANGE_TEAM,
    SEE_ACTIVITY,
    PAY,
    END_BUSINESS,
)
"""Every right, in the order in which Settings shows them."""


def rights_of(role: str | None) -> list[str]:
    """The names of the rights that somebody has as what they are; none outside of a business."""
    return [right.name for right in RIGHTS if role in right.roles]
