"""Form visits of a demo business: some each day, more on Sundays and in May. Most visitors only look at prices."""

from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.booking_form.form_visits import FormDay, PricedForm

_DAYS: Final = 364
_MAY, _SUNDAY = 5, 6


def add_visits(db: Session, today: date, now: datetime, *, open_for_days: int) -> None:
    """Add the visits of the last year up to today. The same days always get the same visits."""
    for back in range(min(_DAYS, open_for_days)):
        day = today - timedelta(days=back)
        mix = day.toordinal() * 7919 % 101
        opened = 2 + mix % 6 + 4 * (day.weekday() == _SUNDAY) + 3 * (day.month == _MAY)
        db.add(FormDay(day=day, opened=opened))
        for number in range(opened // 3):
            db.add(
                PricedForm(
                    form_key=f"demo-{day.isoformat()}-{number}",
                    total_cents=2_500 * (4 + (mix + 5 * number) % 13),
                    short=(mix + number) % 17 == 0,
                    dated=(mix + number) % 5 != 0,
                    priced_at=now - timedelta(days=back, minutes=11 * number),
                )
            )
    db.flush()
