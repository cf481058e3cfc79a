"""Parse uploaded CSV files as spreadsheets and other programs write them.

Shared by all imports: it finds the header below titles and blank lines, and detects the delimiter, unclosed quotation
marks, and columns with the same meaning. It takes text; it doesn't read files or change anything.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final
from unicodedata import normalize

from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.formats import counted
from marqueedesk.kit.text.text_forms import REPLACEMENT, folded, without_invisible

FIELD: Final = "csv"
"""API name of the field with a file's text, for errors about the whole file."""

_HEADER_WITHIN: Final = 30
"""Maximum number of records above the header, such as titles and notes."""
_MOST_STRAY_QUOTES: Final = 100
_LONGEST_SHOWN: Final = 60
_DELIMITERS: Final = ",;\t|"
_SEP: Final = re.compile(r"sep=(.)[ \t]*", re.IGNORECASE)
_QUOTED: Final = {
    sign: re.compile(rf'[ ]*"([^"]*(?:""[^"]*)*)"[ ]*(?={re.escape(sign)}|\n|\Z)') for sign in _DELIMITERS
}
_AS_TEXT: Final = re.compile(r'^="(.*)"$', re.DOTALL)
"""Notation that keeps spreadsheets from converting text to a number: ="07030"."""
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_IN_PARENTHESES: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_PLACE_WORDS_TEXT: Final = (
    "zip zips zipcode zipcodes postal post postcode postcodes postoffice city cities town state states "
    "province region county country parish district jurisdiction borough municipality territory locality "
    "location village township area place address street fips suburb prefecture department canton warehouse "
    "zone zones geo geocode metro nation neighborhood precinct ward subdivision branch depot site store "
    "plz ort bundesland ciudad estado ville"
)
_PLACE_WORDS: Final = frozenset(_PLACE_WORDS_TEXT.split())
_RATE_WORDS: Final = frozenset({"rate", "rates", "percent", "amount"})


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns supported by an import.

    ``names`` maps a column's name, reduced to lower-case letters and digits, to its meaning; ``labels`` are display
    names of meanings. ``missing`` returns a sentence about required columns that aren't among the given meanings.
    With ``refuses_places``, an unrecognized column that names a place rejects the file.
    """

    names: Mapping[str, str]
    labels: Mapping[str, str]
    missing: Callable[[Collection[str]], str | None]
    refuses_places: bool = True

    def meaning(self, name: str) -> str | None:
        """Return the meaning of a column; None for a column that the import doesn't use."""
        for text in (name, _IN_PARENTHESES.sub("", name), folded(name).replace("%", "percent")):
            if meaning := self.names.get(re.sub("[^a-z0-9]", "", folded(text))):
                return meaning
        return None


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of a file: the number of its first line, its cells by meaning, and an error message if it can't be read.

    ``written`` are all of its cells as they are in the file.
    """

    line: int
    cells: Mapping[str, str]
    fault: str | None = None
    written: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The rows of a file that aren't empty, the file's column name for each meaning, and the line and cells of its
    header.
    """

    headings: Mapping[str, str]
    rows: list[CsvRow]
    header_line: int = 1
    header: tuple[str, ...] = ()


@dataclass(slots=True)
class _Record:
    line: int
    last_line: int
    cells: list[str] = field(default_factory=list[str])
    has_stray_quote: bool = False


def read_csv(text: str, columns: Columns) -> CsvTable:
    """Parse a file's text. Raises Invalid on ``csv`` if it has no header, isn't text, or has two columns with the same
    meaning.

    A row with an unclosed quotation mark, more cells than the header, or unreadable characters is returned with an
    error. Invisible characters are removed from cells.
    """
    if "\x00" in text:
        raise Invalid(fields={FIELD: "This file is not text. Save it as CSV (UTF-8) and import it again"})
    text, first_line, delimiters = _prepared(text)
    records, at, sign = _header(text, first_line, delimiters, columns)
    header = records[at].cells
    meanings = [columns.meaning(name) for name in header]
    if (fault := columns.missing([name for name in meanings if name])) is not None:
        raise Invalid(fields={FIELD: fault})
    _refuse_twins(header, meanings, columns.labels)
    below = [record for record in records[at + 1 :] if any(cell.strip() for cell in record.cells)]
    if columns.refuses_places:
        _refuse_unknown_places(header, meanings, below)
    rows = [_row(record, meanings, sign) for record in below]
    headings = {meaning: name.strip() for name, meaning in zip(header, meanings, strict=True) if meaning}
    return CsvTable(headings, rows, records[at].line, tuple([name.strip() for name in header]))


def _prepared(text: str) -> tuple[str, int, str]:
    """Return the text with normalized line ends, the number of its first line, and the delimiters, likeliest first."""
    text = text.removeprefix("\ufeff")
    ends = re.search(r"\r\n|\r|\n", text)
    text = text.replace("\r\n", "\n")
    # Line ends of old Macs. In any other file, a lone carriage return is a space within a cell.
    text = text.replace("\r", "\n" if ends is not None and ends[0] == "\r" else " ")
    first, _, rest = text.partition("\n")
    if declared := _SEP.fullmatch(first.strip('"')):
        # Spreadsheets follow this line, but if the file contradicts it, its content decides.
        return (
            rest,
            2,
            declared[1] + _DELIMITERS.replace(declared[1], "") if declared[1] in _DELIMITERS else _DELIMITERS,
        )
    return text, 1, "".join(sorted(_DELIMITERS, key=text.count, reverse=True))


def _header(text: str, first_line: int, delimiters: str, columns: Columns) -> tuple[list[_Record], int, str]:
    """Return all records, the index of the header, and the delimiter: the first record with all required columns,
    otherwise the one with the most recognized columns.
    """
    best: tuple[int, int, str] = -1, 0, delimiters[0]
    for sign in delimiters:
        for at, record in enumerate(_first(_records(text, sign, first_line))):
            meanings = [meaning for cell in record.cells if (meaning := columns.meaning(cell))]
            if columns.missing(meanings) is None:
                return list(_records(text, sign, first_line)), at, sign
            if len(set(meanings)) > best[0]:
                best = len(set(meanings)), at, sign
    records = list(_first(_records(text, best[2], first_line))) or [_Record(1, 1)]
    return records, best[1], best[2]


def _first(records: Iterator[_Record]) -> Iterator[_Record]:
    for _, record in zip(range(_HEADER_WITHIN), records, strict=False):
        yield record


def _records(text: str, sign: str, line: int) -> Iterator[_Record]:
    """Yield the records of a text. A quotation mark that isn't closed before the next delimiter or line end is treated
    as a normal character, so that it doesn't swallow the following rows.
    """
    quoted = _QUOTED[sign]
    at = stray = 0
    while at < len(text):
        end = text.find("\n", at)
        whole = text[at : len(text) if end < 0 else end]
        if '"' not in whole:
            yield _Record(line, line, whole.split(sign))
            at, line = at + len(whole) + 1, line + 1
            continue
        record = _Record(line, line)
        while True:
            if (closed := quoted.match(text, at)) is not None:
                cell, at = closed[1].replace('""', '"'), closed.end()
                record.last_line += cell.count("\n")
            else:
                end = min([place for mark in (sign, "\n") if (place := text.find(mark, at)) >= 0], default=len(text))
                cell, at = text[at:end], end
                if cell.lstrip().startswith('"'):
                    record.has_stray_quote = True
                    stray += 1
                    if stray > _MOST_STRAY_QUOTES:
                        raise Invalid(
                            fields={FIELD: f"Line {line}: a quotation mark is not closed, like in many lines before"}
                        )
            record.cells.append(cell)
            if text[at : at + 1] != sign:
                break
            at += 1
        yield record
        at, line = at + 1, record.last_line + 1


def _row(record: _Record, meanings: list[str | None], sign: str) -> CsvRow:
    cells = {
        meaning: normalize("NFC", without_invisible(_AS_TEXT.sub(r"\1", cell.strip())))
        for cell, meaning in zip(record.cells, meanings, strict=False)
        if meaning
    }
    return CsvRow(record.line, cells, _fault(record, meanings, cells, sign), tuple(record.cells))


def _fault(record: _Record, meanings: list[str | None], cells: Mapping[str, str], sign: str) -> str | None:
    if record.has_stray_quote:
        return 'A quotation mark (") begins a cell of this line and is not closed'
    swallowed = any("\n" in cell for cell in cells.values()) or any(
        line.count(sign) >= max(1, len(meanings) - 1) for cell in record.cells for line in cell.split("\n")[1:]
    )
    if record.last_line > record.line and swallowed:
        return (
            f"Lines {record.line} to {record.last_line} were read as a single row: "
            f'a quotation mark (") is missing or extra in line {record.line}'
        )
    if any(cell.strip() for cell in record.cells[len(meanings) :]):
        cell_count, expected = counted(len(record.cells), "cell"), len(meanings)
        return (
            f"This line has {cell_count}, but the header has {expected}. Put quotation marks around numbers with commas"
        )
    if lost := next((cell for cell in cells.values() if REPLACEMENT in cell), None):
        return f"“{shortened(lost)}” contains an unreadable character. Save the file as CSV (UTF-8) and import it again"
    return None


def shortened(text: str) -> str:
    """Shorten a cell for use in a sentence."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _refuse_twins(header: list[str], meanings: list[str | None], labels: Mapping[str, str]) -> None:
    first: dict[str, str] = {}
    for name, meaning in zip(header, meanings, strict=True):
        if meaning is None:
            continue
        if meaning in first:
            one, other = shortened(first[meaning].strip()), shortened(name.strip())
            meaning_label = labels.get(meaning, meaning)
            sentence = (
                f"“{one}” and “{other}” both mean {meaning_label}. Remove one of the two columns and import again"
            )
            raise Invalid(fields={FIELD: sentence}, code="column_twice")
        first[meaning] = name


def _refuse_unknown_places(header: list[str], meanings: list[str | None], below: list[_Record]) -> None:
    """Raise an error for an unrecognized column that describes a place, because without it the rows would apply to more
    places.
    """
    for at, (name, meaning) in enumerate(zip(header, meanings, strict=True)):
        if meaning is not None or not _names_place(name):
            continue
        if any(record.cells[at].strip() not in {"", "*"} for record in below if at < len(record.cells)):
            column = shortened(name.strip())
            sentence = f"The column “{column}” names a place and isn’t recognized. Rename or remove it and import again"
            raise Invalid(fields={FIELD: sentence}, code="column_unknown")


def _names_place(name: str) -> bool:
    words = [word.lower() for word in _WORDS.findall(name)]
    # "StateRate" and "County Sales Tax" are parts of a rate, not places.
    is_rate = not _RATE_WORDS.isdisjoint(words) or words[-1:] == ["tax"]
    return not is_rate and not _PLACE_WORDS.isdisjoint(words)


# --- Cells ------------------------------------------------------------------------------------------------------------

_CURRENCY: Final = re.compile(r"^(?:[A-Z]{0,3}[$€£¥₹₪₱]|[A-Z]{3}(?= ?[\d.,-]))|(?:[$€£¥₹₪₱]|(?<=[\d. ])[A-Z]{3})$")
_PER_DAY: Final = re.compile(r" ?(?:/|per|a) ?day$", re.IGNORECASE)
_NUMBER: Final = re.compile(r"-?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})")
_THOUSANDS: Final = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POINTS_FOR_THOUSANDS: Final = re.compile(r"[^\d.,]*\d{1,3}(?:\.\d{3})+[^\d.,]*")
_EUROPEAN: Final = re.compile(r"-?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2})")


def number_in(text: str) -> Decimal | None:
    """Parse a number as people write it: "1,025.00", ".50", "3.0", "25,50"; None if it isn't a number."""
    text = re.sub(r"[\s’']", "", normalize("NFKC", text)).replace("\u2212", "-")
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    elif _EUROPEAN.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def grouped_amount_in(text: str) -> Decimal | None:
    """Parse an amount like `amount_in`, reading "1.234" as 1234: an amount has no three decimals, so the point groups
    thousands.
    """
    return amount_in(text.replace(".", "") if _POINTS_FOR_THOUSANDS.fullmatch(text) else text)


def amount_in(text: str) -> Decimal | None:
    """Parse an amount of money as people write it: "$1,025.00", "25 USD", "USD 25", "25 / day"; None if it isn't an
    amount.
    """
    text = _PER_DAY.sub("", normalize("NFKC", text).strip())
    minus, bare = ("-", text[1:]) if text.startswith(("-", "\u2212")) else ("", text)
    return number_in(minus + _CURRENCY.sub("", _CURRENCY.sub("", bare.strip().upper()).strip()))
