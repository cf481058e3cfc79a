"""Schemas of imports."""

from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.imports.columns import LONGEST_FILE
from marqueedesk.imports.models import ImportKind
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel


class FileInput(RequestModel):
    """POST /api/imports/bookings, …/customers and …/items: the text of a CSV file, without ``apply`` for a preview.

    With ``partial``, the valid rows are imported even if others are wrong.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "csv": {"string_too_long": "The file is too large: at most 2 MB"},
        "mapping": {"*": "Send the field of each column, or null for a column to leave out"},
    }

    csv: Annotated[str, Field(max_length=LONGEST_FILE)]
    mapping: Annotated[
        dict[Annotated[str, Field(max_length=1000)], Annotated[str, Field(max_length=40)] | None],
        Field(max_length=500, description="Fields by column name; other columns are recognized by their names"),
    ] = Field(default_factory=dict[str, str | None])
    apply: bool = False
    partial: bool = False
    remind: Annotated[
        bool, Field(description="Send customers of coming bookings the usual reminders of deliveries and payments")
    ] = False


class ColumnOut(ResponseModel):
    """A column of the file, and the field that it fills."""

    name: str
    field: Annotated[str | None, Field(description="Null for a column that isn't imported")]


class RowCounts(ResponseModel):
    """Numbers of rows that are new, that were imported before, and that are wrong."""

    new: int
    same: int
    wrong: int


class WrongRow(ResponseModel):
    """A row that can't be imported. ``line`` counts from the header, which is line 1."""

    line: int
    reason: str


class FileOut(ResponseModel):
    """What a file's rows do. ``importId`` is present if rows were imported."""

    columns: list[ColumnOut]
    fields: Annotated[list[str], Field(description="Fields that columns can fill")]
    rows: RowCounts
    wrong: list[WrongRow]
    wrong_csv: Annotated[str | None, Field(description="The wrong rows as CSV, to correct and import again")]
    import_id: int | None = None


class ImportOfDay(ResponseModel):
    """An import that can still be undone."""

    id: int
    kind: ImportKind
    count: Annotated[int, Field(description="Number of imported rows")]
    by: str
    created_at: str
    undo_until: str


class KeptRowOut(ResponseModel):
    """A row that was changed since the import, and kept: a booking with its number, or an item."""

    line: int
    id: int
    number: int | None
    name: str


class UndoOut(ResponseModel):
    """The number of deleted rows, and the rows kept because they were changed since."""

    undone: int
    kept: list[KeptRowOut]
