"""Route for the report on lost requests and quotes: why, and how many were won."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from marqueedesk.bookings.models import LostReason
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.reports import lost
from marqueedesk.reports.lost import Tally
from marqueedesk.reports.reading import report_span, seeing_money

router = APIRouter(tags=["reports"], responses=errors(401, 403))
Value = Annotated[CurrencyUnits, Field(description="Sum of the total prices")]


class LostReasonOut(ResponseModel):
    """Lost requests and quotes with a reason."""

    reason: LostReason
    count: int
    value: Value


class LostMonthOut(ResponseModel):
    """Requests and quotes that came in or were sent in a month, by outcome. ``value`` is that of the lost ones."""

    month: str
    won: int
    lost: int
    open: int
    value: Value


class LostLetterOut(ResponseModel):
    """Lost requests and quotes with a letter in their signs."""

    letter: str
    count: int
    value: Value


class LostReportOut(ResponseModel):
    """Outcomes of the requests that came in and the quotes that were sent from ``since`` to ``until``."""

    since: str
    until: str
    reasons: Annotated[list[LostReasonOut], Field(description="Most valuable first")]
    unexplained: Annotated[int, Field(description="Number of lost ones without a reason")]
    won: int
    lost: int
    open: int
    won_value: Value
    lost_value: Value
    share_won_percent: Annotated[
        float | None, Field(description="Share of the won ones among won and lost; null if there are none")
    ]
    median_days_to_answer: Annotated[
        float | None,
        Field(description="Median days until the business confirmed or declined a request; null if it never did"),
    ]
    months: list[LostMonthOut]
    letters: Annotated[list[LostLetterOut], Field(description="Most frequent first")]


@router.get("/api/reports/lost")
def lost_requests(
    request: Request,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
) -> LostReportOut:
    """Get why requests and quotes were lost, by reason, month and letter. Default period: the current year.

    Each counts on the day it came in or was last sent. Bookings entered by the business count only if they were
    canceled with a reason, and bookings made from a quote count as that quote.
    """
    with seeing_money(request) as (db, _operator, zone):
        first, last = report_span(since, until, clock.local_day(clock.now(), zone))
        report = lost.outcomes(db, first, last, zone, clock.now())
    return LostReportOut(
        since=first.isoformat(),
        until=last.isoformat(),
        reasons=[
            LostReasonOut(reason=reason, count=tally.count, value=units(tally.cents))
            for reason, tally in sorted(report.reasons.items(), key=lambda row: (-row[1].cents, row[0]))
        ],
        unexplained=report.lost.count - sum(tally.count for tally in report.reasons.values()),
        won=report.won.count,
        lost=report.lost.count,
        open=report.open.count,
        won_value=units(report.won.cents),
        lost_value=units(report.lost.cents),
        share_won_percent=_share(report.won, report.lost),
        median_days_to_answer=report.median_days_to_answer,
        months=[
            LostMonthOut(month=month, won=row.won, lost=row.lost.count, open=row.open, value=units(row.lost.cents))
            for month, row in sorted(report.months.items())
        ],
        letters=[
            LostLetterOut(letter=letter, count=tally.count, value=units(tally.cents))
            for letter, tally in sorted(report.letters.items(), key=lambda row: (-row[1].count, row[0]))
        ],
    )


def _share(won: Tally, lost_ones: Tally) -> float | None:
    decided = won.count + lost_ones.count
    return round(100 * won.count / decided, 1) if decided else None
