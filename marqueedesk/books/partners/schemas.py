"""Request and response schemas of the connection to bookkeeping software."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.books.chart import AccountName
from marqueedesk.books.partners.values import BooksMode, BooksSystem, DocumentKind
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel


class BooksOut(ResponseModel):
    """A business's bookkeeping software."""

    system: BooksSystem | None
    connected: bool
    needs_reconnect: Annotated[bool, Field(description="The partner no longer accepts the connection")]
    company_name: str | None
    currency: Annotated[str | None, Field(description="The company's home currency")]
    accounts: Annotated[dict[AccountName, str], Field(description="The partner's account ids by ledger account")]
    missing: Annotated[list[AccountName], Field(description="Accounts used by the ledger but not yet mapped")]
    mode: BooksMode
    available: Annotated[list[BooksSystem], Field(description="Software that is set up on this site")]


class BooksInput(RequestModel):
    """Changes of the connection. Accounts that are left out stay; null removes one."""

    system: BooksSystem | None = None
    accounts: dict[AccountName, Annotated[RequiredText, AtMost(60)] | None] | None = None
    mode: BooksMode | None = None


class BooksConnectInput(RequestModel):
    """The software to connect."""

    system: BooksSystem


class BooksConsentOut(ResponseModel):
    """The partner's page on which the user allows access."""

    url: str


class BooksAccountOut(ResponseModel):
    """An account in the partner's chart that journals or payments may use."""

    id: str
    code: str | None
    name: str
    type: str
    takes_journals: bool
    takes_money: Annotated[bool, Field(description="Single payments can be paid into it")]


class BooksChartOut(ResponseModel):
    """The partner's chart of accounts, with suggestions for ledger accounts that have none."""

    accounts: list[BooksAccountOut]
    suggested: Annotated[dict[AccountName, str], Field(description="Ids of the chart by ledger account")]


class PushedLineOut(ResponseModel):
    """A line of a pushed journal; one of the two amounts is 0."""

    account: AccountName
    partner_account: str
    debit: CurrencyUnits
    credit: CurrencyUnits


class BooksPushOut(ResponseModel):
    """A journal or a single document pushed to bookkeeping software."""

    id: int
    system: BooksSystem
    day: str
    kind: Annotated[DocumentKind, Field(description="`deposit` is money received in advance")]
    text: Annotated[str | None, Field(description="What a document is about")]
    customer: str | None
    booking_id: int | None
    correction: Annotated[int, Field(description="0 for the first journal of a day")]
    reference: Annotated[str, Field(description="Number of the journal at the partner")]
    state: Annotated[
        Literal["waiting", "sent", "pushed", "failed"],
        Field(description="`sent` has no response yet, and is looked up before it is repeated"),
    ]
    reason: Annotated[str | None, Field(description="Why it failed, in the partner's words")]
    changed_at_partner: Annotated[
        bool, Field(description="It was changed or deleted there after it was pushed, as noticed by a later push")
    ]
    partner_id: str | None
    pushed_at: str | None
    total: Annotated[CurrencyUnits, Field(description="Sum of the debits")]
    lines: list[PushedLineOut]


class BooksPushesOut(ResponseModel):
    """A page of pushes, latest day first."""

    items: list[BooksPushOut]
    next_cursor: str | None
