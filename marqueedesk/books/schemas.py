"""Request and response schemas of the ledger."""

from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.books.chart import AccountName
from marqueedesk.books.models import EntryKind
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, RequestModel, RequiredText, ResponseModel


class LedgerLineOut(ResponseModel):
    """A line of an entry; one of the two amounts is 0."""

    account: AccountName
    debit: CurrencyUnits
    credit: CurrencyUnits
    currency: str


class LedgerEntryOut(ResponseModel):
    """An entry of the ledger. Its debits and credits are equal."""

    id: int
    day: Annotated[str, Field(description="The day on which it counts")]
    of_day: Annotated[
        str | None, Field(description="Its own day, if that month was already closed and it counts later")
    ]
    recorded_at: str
    booking_id: int | None
    number: int | None
    customer: str
    kind: EntryKind
    text: str
    corrects: Annotated[int | None, Field(description="The entry that it corrects or reduces")]
    period: Annotated[str, Field(description='The month in which it counts, such as "2027-06"')]
    from_history: Annotated[bool, Field(description="Taken over from before the ledger existed")]
    lines: list[LedgerLineOut]


class LedgerOut(ResponseModel):
    """A page of the ledger."""

    entries: list[LedgerEntryOut]
    cursor: str | None


class BalanceOut(ResponseModel):
    """An account's balance, on the side it is on."""

    account: AccountName
    label: str
    number: str | None
    debit: CurrencyUnits
    credit: CurrencyUnits


class OtherBalancesOut(ResponseModel):
    """The balances of entries in another currency than the business's."""

    currency: str
    accounts: list[BalanceOut]


class TrialBalanceOut(ResponseModel):
    """The balances of all accounts at the end of a day. Debits and credits add up to the same."""

    on: str
    currency: str
    accounts: list[BalanceOut]
    other_currencies: Annotated[
        list[OtherBalancesOut], Field(description="Payouts in another currency at an unknown rate")
    ]


class LedgerAccountOut(ResponseModel):
    """An account, with the business's own number for it."""

    account: AccountName
    label: str
    type: str
    code: Annotated[str, Field(description="Code in files for bookkeeping software, if the business has no number")]
    number: str | None


class LedgerAccountsOut(ResponseModel):
    """All accounts."""

    accounts: list[LedgerAccountOut]


class LedgerAccountInput(RequestModel):
    """The business's own number of an account; null for none."""

    account: AccountName
    number: Annotated[RequiredText, AtMost(20)] | None


class LedgerAccountsInput(RequestModel):
    """Numbers of accounts. Accounts that are left out keep theirs."""

    accounts: Annotated[list[LedgerAccountInput], Field(max_length=40)]


class PeriodOut(ResponseModel):
    """A month of the books."""

    period: Annotated[str, Field(description='For example "2027-06"')]
    state: Literal["open", "closed"]
    closed_at: str | None
    by: str | None
    reason: Annotated[str | None, Field(description="Why it was reopened")]


class ReopenInput(RequestModel):
    """Why a closed month is opened again."""

    reason: Annotated[RequiredText, AtMost(300)]


class AgesOut(ResponseModel):
    """An amount owed, by the days since it became due."""

    not_due: Annotated[CurrencyUnits, Field(description="Due on this day")]
    days_30: Annotated[CurrencyUnits, Field(description="1 to 30 days")]
    days_60: Annotated[CurrencyUnits, Field(description="31 to 60 days")]
    days_90: Annotated[CurrencyUnits, Field(description="61 to 90 days")]
    older: Annotated[CurrencyUnits, Field(description="More than 90 days")]


class OpenItemOut(ResponseModel):
    """What a booking's customer owes, and since when."""

    booking_id: int
    number: int
    customer: str
    since: str
    amount: CurrencyUnits
    ages: AgesOut


class OpenItemsOut(ResponseModel):
    """What customers owe at the end of a day; ``total`` is the balance of receivables."""

    on: str
    currency: str
    total: CurrencyUnits
    ages: AgesOut
    items: list[OpenItemOut]


class DepositOut(ResponseModel):
    """Money held for a booking's customer."""

    booking_id: int
    number: int
    customer: str
    amount: CurrencyUnits


class DepositsOut(ResponseModel):
    """Money held for customers at the end of a day; ``total`` is the balance of customer deposits."""

    on: str
    currency: str
    total: CurrencyUnits
    deposits: list[DepositOut]


class CardMonthOut(ResponseModel):
    """Card payments of a month ("2027-06")."""

    month: str
    payments: int
    gross: CurrencyUnits


class CardPaymentsOut(ResponseModel):
    """Card payments of a year. ``gross`` is before fees, refunds and disputes."""

    year: int
    currency: str
    payments: int
    gross: CurrencyUnits
    months: list[CardMonthOut]
