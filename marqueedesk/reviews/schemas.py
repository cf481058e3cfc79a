"""Request and response models of reviews."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.kit.http.schemas import AtMost, OptionalBlock, RequestModel, ResponseModel
from marqueedesk.reviews.models import LONGEST_TEXT

_LONGEST_PHOTO = 12_000_000


class CustomerReviewInput(RequestModel):
    """POST /api/public/reviews/{token}: a review, in place of an earlier one."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "stars": {"missing": "Choose 1 to 5 stars", "*": "Choose 1 to 5 stars"},
        "consent": {"*": "Consent must be true or false"},
    }

    stars: Annotated[int, Field(ge=1, le=5)]
    text: Annotated[OptionalBlock, AtMost(LONGEST_TEXT)] = None
    photo: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_PHOTO,
            description="JPEG, PNG or WebP as a `data:` URL in base64. Omit it to keep an earlier one",
        ),
    ] = None
    consent: Annotated[bool, Field(description="Whether the business may show the review")] = False


class ReviewPatch(RequestModel):
    """PATCH /api/reviews/{review_id}: omitted fields stay the same."""

    shown: bool = False
    answer: Annotated[OptionalBlock, AtMost(LONGEST_TEXT), Field(description="Null removes the answer")] = None


class ReviewOut(ResponseModel):
    """A review, for the business."""

    id: int
    booking_id: int
    number: Annotated[int, Field(description="The booking's number")]
    customer_id: int | None
    customer_name: str
    name: Annotated[str, Field(description="First name, shown with the review")]
    stars: int
    text: str
    photo: Annotated[str | None, Field(description="Content digest, see GET /api/photos/{digest}")]
    consent: bool
    shown: bool
    answer: str | None
    answered_at: str | None
    written_at: str


class ReviewPage(ResponseModel):
    """A page of reviews, newest first, and the rating of those shown."""

    items: list[ReviewOut]
    next_cursor: str | None
    average: float | None
    count: Annotated[int, Field(description="Number of shown reviews")]


class ReviewRequestOut(ResponseModel):
    """The page where a customer writes a review, with what they wrote."""

    company_name: str
    name: Annotated[str, Field(description="First name, shown with the review")]
    stars: Annotated[int | None, Field(description="Null before the first review")]
    text: str
    has_photo: bool
    consent: bool
    answer: Annotated[str | None, Field(description="The business's answer; after it, the review can't be changed")]
    review_url: Annotated[str | None, Field(description="Page elsewhere where the business collects reviews")]


class ShownReviewOut(ResponseModel):
    """A review as anyone can see it."""

    name: str
    stars: int
    text: str
    photo: Annotated[str | None, Field(description="Path of the photo")]
    answer: str | None
    month: Annotated[str, Field(description="YYYY-MM in which it was written")]


class ShownReviewsOut(ResponseModel):
    """The newest reviews that a business shows, and the rating of all of them."""

    average: float | None
    count: int
    items: list[ShownReviewOut]
