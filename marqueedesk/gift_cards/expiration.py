"""When new gift cards and credits expire."""

from datetime import date

from marqueedesk.availability.operator_lock import Terms


def usual_last_day(terms: Terms, today: date) -> date | None:
    """Return the last valid day of a card created today, by the business's rule; None if its cards don't expire."""
    months = terms.rules.gift_card_months
    if months is None:
        return None
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    last = (date(year + (month + 1) // 12, (month + 1) % 12 + 1, 1) - date.resolution).day
    return date(year, month + 1, min(today.day, last))
