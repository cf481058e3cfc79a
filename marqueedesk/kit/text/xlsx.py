"""XLSX workbooks of any number of rows: numbers and days as such, and text never as a formula."""

# XlsxWriter describes only some of its types.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import IO, Any, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from marqueedesk.kit.http.streamed_response import file_of_bytes

_MOST_ROWS: Final = 1_048_576
"""Maximum rows of a sheet."""
_WIDTH: Final = 16
# A file of the same rows has the same bytes, whenever it is made.
_CREATED: Final = datetime(2000, 1, 1)  # noqa: DTZ001 - XlsxWriter takes no time zone.


def document(
    name: str, header: Sequence[str], rows: Iterable[Sequence[Any]], *, amounts: Iterable[str] = ()
) -> IO[bytes]:
    """Return a workbook with a sheet of this name; more rows than a sheet takes continue on a second one.

    ``amounts`` are the columns shown with two decimals. Cells are text, numbers, days or None.
    """
    file = file_of_bytes()
    # One row at a time is in memory.
    with Workbook(file, {"constant_memory": True}) as book:
        book.set_properties({"created": _CREATED})
        styles = {"day": book.add_format({"num_format": "yyyy-mm-dd"})}
        bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "#,##0.00"})
        money_columns = {header.index(column) for column in amounts}
        formats = [money if at in money_columns else None for at in range(len(header))]
        sheet, used = _sheet(book, name, header, bold), 1
        for number, row in enumerate(rows, 1):
            if used == _MOST_ROWS:
                sheet, used = _sheet(book, f"{name} {number // _MOST_ROWS + 2}", header, bold), 1
            for at, value in enumerate(row):
                _write(sheet, used, at, value, styles["day"], formats[at])
            used += 1
    file.seek(0)
    return file


def _sheet(book: Workbook, name: str, header: Sequence[str], bold: Format) -> Worksheet:
    sheet: Worksheet = book.add_worksheet(name)
    sheet.set_column(0, len(header) - 1, _WIDTH)
    sheet.freeze_panes(1, 0)
    for at, title in enumerate(header):
        sheet.write_string(0, at, title, bold)
    return sheet


def _write(sheet: Worksheet, row: int, at: int, value: Any, day: Format, number: Format | None) -> None:
    # The writer of each type is named: the general one reads "=1+1" as a formula and an address as a link.
    if isinstance(value, str):
        sheet.write_string(row, at, value.replace("\x00", ""))
    elif isinstance(value, date):
        sheet.write_datetime(row, at, datetime(value.year, value.month, value.day), day)  # noqa: DTZ001 - as above.
    elif value is not None:
        sheet.write_number(row, at, value, number)
