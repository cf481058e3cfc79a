"""Routes of canned answers."""

from typing import Annotated, ClassVar

from fastapi import APIRouter, Request
from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import WRITE_MESSAGES
from marqueedesk.availability import service as availability
from marqueedesk.bookings.links import booking_links
from marqueedesk.business.terms import unknown_fields, unpaired_brace
from marqueedesk.conversations import canned_answers, queries
from marqueedesk.conversations.canned_answers import FIELDS, LONGEST_ANSWER, LONGEST_TITLE, CannedAnswer
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import AtMost, PathId, RequestModel, RequiredBlock, RequiredText, ResponseModel

router = APIRouter(tags=["conversations"], responses=errors(401, 403))
Writer = Annotated[Caller, Requires(WRITE_MESSAGES)]


class AnswerFieldOut(ResponseModel):
    """A field that an answer can contain in braces."""

    name: str
    meaning: str
    sample: str


class CannedAnswerOut(ResponseModel):
    """A canned answer."""

    id: int
    title: str
    text: str


class CannedAnswersOut(ResponseModel):
    """The business's canned answers by title, and the fields that they can contain."""

    items: list[CannedAnswerOut]
    fields: list[AnswerFieldOut]


class FilledAnswerOut(ResponseModel):
    """The text of an answer for a customer. Fields without a value are still in braces."""

    text: str


def _known_fields(text: str) -> str:
    if (unpaired := unpaired_brace(text)) is not None:
        raise PydanticCustomError("brace", "{words}", {"words": unpaired})
    unknown = unknown_fields(text, FIELDS)
    if unknown:
        names = ", ".join(f"{{{name[:40]}}}" for name in unknown[:5])
        raise PydanticCustomError("fields", "{names}", {"names": names})
    return text


class CannedAnswerInput(RequestModel):
    """Body of POST and PATCH /api/canned-answers."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "title": {"missing": "Title is required", "too_long": f"Use at most {LONGEST_TITLE} characters"},
        "text": {
            "missing": "Text is required",
            "too_long": f"A text has at most {LONGEST_ANSWER:,} characters",
            "fields": "This text has fields that can't be filled in: {names}",
            "brace": "This text has a field with only one brace: {words}. Write it with both, such as {{number}}",
        },
    }

    title: Annotated[RequiredText, AtMost(LONGEST_TITLE)]
    text: Annotated[RequiredBlock, AtMost(LONGEST_ANSWER), AfterValidator(_known_fields)]


def _answer(row: CannedAnswer) -> CannedAnswerOut:
    return CannedAnswerOut(id=row.id, title=row.title, text=row.text)


@router.get("/api/canned-answers")
def list_canned_answers(db: Db, _: Writer) -> CannedAnswersOut:
    """List the canned answers by title."""
    fields = [AnswerFieldOut(name=field.name, meaning=field.meaning, sample=field.sample) for field in FIELDS]
    return CannedAnswersOut(items=[_answer(row) for row in canned_answers.answers(db)], fields=fields)


@router.post("/api/canned-answers", status_code=201, responses=errors(409))
def add_canned_answer(db: Db, caller: Writer, body: CannedAnswerInput) -> CannedAnswerOut:
    """Add a canned answer. 409 `too_many_answers` if there are 50."""
    availability.lock(db, caller.operator.id)
    row = canned_answers.add(db, body.title, body.text, clock.now())
    record_settings_change(db, caller, "canned answers", body)
    return _answer(row)


@router.patch("/api/canned-answers/{answer_id}", responses=errors(404))
def change_canned_answer(db: Db, caller: Writer, answer_id: PathId, body: CannedAnswerInput) -> CannedAnswerOut:
    """Change a canned answer."""
    row = canned_answers.answer(db, answer_id)
    row.title, row.text, row.updated_at = body.title, body.text, clock.now()
    record_settings_change(db, caller, "canned answers", body)
    return _answer(row)


@router.delete("/api/canned-answers/{answer_id}", status_code=204, responses=errors(404))
def delete_canned_answer(db: Db, _: Writer, answer_id: PathId) -> None:
    """Delete a canned answer."""
    db.delete(canned_answers.answer(db, answer_id))


@router.post("/api/conversations/{customer_id}/canned-answers/{answer_id}", responses=errors(404))
def fill_canned_answer(
    request: Request, db: Db, caller: Writer, customer_id: PathId, answer_id: PathId
) -> FilledAnswerOut:
    """Return an answer's text for a customer, with the fields of their next booking. Nothing is sent."""
    customer, row = queries.customer(db, customer_id), canned_answers.answer(db, answer_id)
    if "{link}" in row.text:
        # Creating the link of a booking needs the lock.
        availability.lock(db, caller.operator.id)
    text = canned_answers.filled_for(db, caller.operator, customer, row.text, booking_links(request), clock.now())
    return FilledAnswerOut(text=text)
