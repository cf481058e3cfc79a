"""Shown reviews as structured data of schema.org, for search engines that read a business's form."""

import json
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.reviews import queries
from marqueedesk.reviews.models import Review

MOST: Final = 10
"""Reviews in a page. Search engines show only some, and every visitor loads them."""


def structured_data(db: Session, operator: Operator, company: str, url: str) -> str | None:
    """Return the business at ``url`` with its rating and newest shown reviews as JSON-LD; None without any.

    The session is scoped to the operator. Texts are as customers wrote them: escape the result for HTML.
    """
    reviews, rating = queries.shown(db, most=MOST), queries.rating(db)
    if not reviews or rating.average is None:
        return None
    zone = ZoneInfo(operator.time_zone)
    business = {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": company,
        "url": url,
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": rating.average, "reviewCount": rating.count},
        "review": [_review(row, zone) for row in reviews],
    }
    return json.dumps(business, ensure_ascii=False, separators=(",", ":"))


def _review(row: Review, zone: ZoneInfo) -> dict[str, object]:
    review: dict[str, object] = {
        "@type": "Review",
        "author": {"@type": "Person", "name": row.name},
        "reviewRating": {"@type": "Rating", "ratingValue": row.stars},
    }
    if row.written_at is not None:
        review["datePublished"] = f"{row.written_at.astimezone(zone):%Y-%m}"
    if row.text:
        review["reviewBody"] = row.text
    return review
