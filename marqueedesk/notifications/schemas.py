"""Request and response models of notifications."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.kit.http.schemas import Id, RequestModel, ResponseModel


class ReadInput(RequestModel):
    """POST /api/notifications/read: some by ID, or all up to the newest one seen."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"ids": {"*": "Ids must be a list of one to 200 ids"}}

    ids: Annotated[list[Id], Field(min_length=1, max_length=200)] | None = None
    up_to: Id | None = None


class NotificationOut(ResponseModel):
    """A notification, and whether the caller has read it."""

    id: int
    kind: str
    title: str
    text: str | None
    about: Literal["booking", "quote", "plan", "customer"] | None
    about_id: int | None
    created_at: str
    read: bool


class NotificationPage(ResponseModel):
    """Notifications, newest first. ``unread`` is the caller's total, up to 100."""

    items: list[NotificationOut]
    next_cursor: str | None
    unread: int


class UnreadOut(ResponseModel):
    """The number of unread notifications."""

    unread: int
