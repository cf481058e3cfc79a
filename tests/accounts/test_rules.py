"""Closed days, and the stored form of delivery rules."""

from datetime import date

import pytest

from marqueedesk.delivery.rules import ClosedDays, DeliveryRules


def span(first: str, last: str, *, yearly: bool = False) -> ClosedDays:
    return ClosedDays(date.fromisoformat(first), date.fromisoformat(last), yearly, "Holidays")


@pytest.mark.parametrize(
    "closed, inside, outside",
    [
        (span("2027-07-04", "2027-07-04"), ["2027-07-04"], ["2027-07-03", "2027-07-05", "2028-07-04"]),
        (span("2027-12-24", "2028-01-02"), ["2027-12-24", "2028-01-02"], ["2028-12-24", "2027-12-23"]),
        (span("2026-07-04", "2026-07-04", yearly=True), ["2026-07-04", "2031-07-04", "2025-07-04"], ["2027-07-05"]),
        (
            span("2026-12-24", "2027-01-02", yearly=True),
            ["2030-12-24", "2030-12-31", "2031-01-01", "2031-01-02"],
            ["2031-01-03", "2030-12-23", "2030-06-01"],
        ),
        (span("2028-02-29", "2028-02-29", yearly=True), ["2032-02-29"], ["2027-02-28", "2027-03-01"]),
    ],
    ids=lambda value: str(value.first) if isinstance(value, ClosedDays) else None,
)
def test_closed_days_cover_single_days_ranges_and_yearly_repeats(
    closed: ClosedDays, inside: list[str], outside: list[str]
):
    rules = DeliveryRules(closed_days=(closed,))
    assert [day for day in inside + outside if rules.is_closed(date.fromisoformat(day))] == inside


def test_closed_weekdays_are_numbered_from_monday():
    rules = DeliveryRules(closed_weekdays=(0, 6))
    week = [date(2027, 6, 7 + n) for n in range(7)]
    assert [day.day for day in week if rules.is_closed(day)] == [7, 13]


def test_delivery_rules_survive_json_round_trip():
    rules = DeliveryRules(
        minimum_notice_hours=48,
        closed_days=(span("2027-07-04", "2027-07-05", yearly=True),),
        closed_weekdays=(0,),
        max_pickups_per_day=3,
        any_address=False,
        event_types=("Prom",),
        required_fields=("customerPhone",),
    )
    assert DeliveryRules.from_json(rules.to_json()) == rules
    assert DeliveryRules.from_json({}) == DeliveryRules()
