"""Quiet hours: texts are sent from 8 AM to 9 PM where the customer is (rules.md, T5). Pure functions."""

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.kit.text.us_states import state_code, state_of_zip

BEGINS, ENDS = time(8), time(21)
ANSWER_WITHIN: Final = timedelta(minutes=15)
"""A text that answers one this recent is sent at any hour."""
_MOST_ROUNDS: Final = 8

_EASTERN, _CENTRAL, _MOUNTAIN, _PACIFIC = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
)
_STATES_BY_ZONE: Final = {
    _EASTERN: "ct dc de fl ga in ky ma md me mi nc nh nj ny oh pa ri sc tn va vt wv",
    _CENTRAL: "al ar fl ia il in ks ky la mi mn mo ms nd ne ok sd tn tx wi",
    _MOUNTAIN: "co id ks mt nd ne nm or sd tx ut wy",
    _PACIFIC: "ca id nv or wa",
    "America/Phoenix": "az",
    "America/Anchorage": "ak",
    "America/Adak": "ak",
    "Pacific/Honolulu": "hi",
    "America/Puerto_Rico": "pr vi",
    "Pacific/Guam": "gu mp",
    "Pacific/Pago_Pago": "as",
}
"""States and territories of the United States by time zone; several have more than one."""


def zones_of_state(state: str | None, zip_code: str | None) -> frozenset[str]:
    """Return the time zones of a state, found by its name or ZIP code; none if it is unknown."""
    letters = "".join(letter for letter in (state or "").lower() if letter.isalpha())
    code = state_code(letters) if letters else state_of_zip((zip_code or "")[:5]) or ""
    return frozenset(zone for zone, states in _STATES_BY_ZONE.items() if code in states.split())


def quiet_until(now: datetime, zones: Collection[ZoneInfo]) -> datetime | None:
    """Return when a text may be sent in all of these zones; None if it may be sent now."""
    at = now
    for _ in range(_MOST_ROUNDS):
        later = max(_open_from(at, zone) for zone in zones)
        if later == at:
            break
        at = later
    return None if at == now else at


def _open_from(at: datetime, zone: ZoneInfo) -> datetime:
    local = at.astimezone(zone)
    if BEGINS <= local.time() < ENDS:
        return at
    day = local.date() if local.time() < BEGINS else local.date() + timedelta(days=1)
    return datetime.combine(day, BEGINS, zone).astimezone(UTC)
