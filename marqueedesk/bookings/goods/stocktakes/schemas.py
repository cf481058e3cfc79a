"""Request and response models of stocktakes."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.goods.stocktakes.models import Differences
from marqueedesk.inventory.models import LONGEST_LETTER, LONGEST_SIZE
from marqueedesk.inventory.outage_schemas import AtRiskOut, OutageOut
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    DateOrDateTime,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
)

MOST_COUNTS = 500


class StocktakeInput(RequestModel):
    """Body of POST /api/stocktakes."""

    sizes: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_SIZE)]] | None,
        Field(max_length=100, description="The sizes to count; all by default"),
    ] = None


class CountInput(RequestModel):
    """A count of a letter, recorded once per ``clientId``."""

    letter: Annotated[RequiredText, AtMost(LONGEST_LETTER)]
    size: Annotated[RequiredText, AtMost(LONGEST_SIZE)]
    finish: Annotated[OptionalText, AtMost(LONGEST_SIZE)] = None
    counted: Annotated[int, Field(ge=0, le=100_000)]
    client_id: Annotated[RequiredText, AtMost(80)]
    at: Annotated[DateOrDateTime, Field(description="Of two counts of a letter, the later one is valid")]


class CountsInput(RequestModel):
    """Body of PUT /api/stocktakes/{id}/counts."""

    paths: ClassVar[frozenset[str]] = frozenset({"counts"})

    counts: Annotated[list[CountInput], Field(min_length=1, max_length=MOST_COUNTS)]


class FinishStocktakeInput(RequestModel):
    """Body of POST /api/stocktakes/{id}/finish."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "differences": {"*": "Differences must be one of: loss, repair, adjust"}
    }

    differences: Annotated[Differences, Field(description="What becomes of missing pieces")]


class StocktakeRowOut(SparseModel):
    """A letter on its shelf. ``value`` is only included for users who see money."""

    letter: str
    size: str
    finish: str
    slot: str | None
    expected: Annotated[int, Field(description="The quantity less pieces that are out or missing")]
    counted: Annotated[int | None, Field(description="Null if it wasn't counted")]
    difference: Annotated[int | None, Field(description="Counted less expected")]
    counted_by: str | None
    value: Annotated[
        CurrencyUnits | None, Field(description="Replacement price of the missing pieces; null if not known")
    ] = None


class StocktakeSummaryOut(ResponseModel):
    """A stocktake in the list. ``sizes`` is null for all sizes."""

    id: int
    state: Literal["open", "finished"]
    sizes: list[str] | None
    started_at: str
    started_by: str
    finished_at: str | None
    finished_by: str | None
    differences: Annotated[Differences | None, Field(description="What became of missing pieces")]


class StocktakeOut(StocktakeSummaryOut):
    """A stocktake with its letters, along the shelves."""

    rows: list[StocktakeRowOut]


class QuantityChangeOut(ResponseModel):
    """A quantity before and after a stocktake."""

    letter: str
    size: str
    finish: str
    before: int
    after: int


class FinishedStocktakeOut(StocktakeOut):
    """A finished stocktake, what it changed, and the upcoming bookings at risk."""

    outages: list[OutageOut]
    found: Annotated[int, Field(description="How many lost pieces were found again")]
    quantities: list[QuantityChangeOut]
    at_risk: list[AtRiskOut]
