"""Days on which a business is closed. The expected values come from a calendar."""

from datetime import date

import pytest

from marqueedesk.delivery.rules import ClosedDays, DeliveryRules

NEW_YEAR = ClosedDays(date(2024, 12, 24), date(2025, 1, 2), yearly=True)
ONCE = ClosedDays(date(2026, 12, 24), date(2027, 1, 2))
LEAP = ClosedDays(date(2024, 2, 29), date(2024, 2, 29), yearly=True)
FAIR = ClosedDays(date(2027, 6, 5), date(2027, 6, 8))
# In 2027, June 6 is a Sunday.
SUNDAYS = (6,)


@pytest.mark.parametrize(
    "rules, day, closed",
    [
        # A yearly range across New Year's Eve: both ends, the days between, and years before the range was entered.
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2026-12-23", False),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2026-12-24", True),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2026-12-31", True),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2027-01-01", True),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2027-01-02", True),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2027-01-03", False),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2031-12-25", True),
        (DeliveryRules(closed_days=(NEW_YEAR,)), "2027-07-01", False),
        # A one-time range across New Year's Eve.
        (DeliveryRules(closed_days=(ONCE,)), "2027-01-02", True),
        (DeliveryRules(closed_days=(ONCE,)), "2027-01-03", False),
        (DeliveryRules(closed_days=(ONCE,)), "2027-12-25", False),
        # A leap day repeats only in leap years.
        (DeliveryRules(closed_days=(LEAP,)), "2028-02-29", True),
        (DeliveryRules(closed_days=(LEAP,)), "2027-02-28", False),
        (DeliveryRules(closed_days=(LEAP,)), "2027-03-01", False),
        # A weekday and a range: either of them closes a day.
        (DeliveryRules(closed_days=(FAIR,), closed_weekdays=SUNDAYS), "2027-06-04", False),
        (DeliveryRules(closed_days=(FAIR,), closed_weekdays=SUNDAYS), "2027-06-05", True),
        (DeliveryRules(closed_days=(FAIR,), closed_weekdays=SUNDAYS), "2027-06-06", True),
        (DeliveryRules(closed_days=(FAIR,), closed_weekdays=SUNDAYS), "2027-06-09", False),
        (DeliveryRules(closed_days=(FAIR,), closed_weekdays=SUNDAYS), "2027-06-13", True),
        (DeliveryRules(closed_days=(FAIR, NEW_YEAR)), "2027-06-07", True),
    ],
)
def test_closed_days_include_both_ends_and_yearly_repeats(rules: DeliveryRules, day: str, closed: bool):
    assert rules.is_closed(date.fromisoformat(day)) is closed
    # The stored form is parsed to the same rules.
    assert DeliveryRules.from_json(rules.to_json()) == rules
