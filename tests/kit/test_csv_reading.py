"""CSV parsing: line endings, headers, quotation marks and numbers in common variants."""

from collections.abc import Collection
from decimal import Decimal

import pytest

from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.csv_reading import Columns, amount_in, number_in, read_csv


def missing(meanings: Collection[str]) -> str | None:
    return None if {"letter", "count"} <= set(meanings) else "Letter and count are needed"


COLUMNS = Columns(
    {"letter": "letter", "count": "count", "qty": "count", "note": "note", "widthin": "width", "width": "width"},
    {"count": "the count"},
    missing,
)


def rows(text: str) -> list[tuple[int, str, str]]:
    return [(row.line, row.cells["letter"], row.cells["count"]) for row in read_csv(text, COLUMNS).rows]


@pytest.mark.parametrize(
    "text",
    [
        "Letter,Count\nA,3\nB,2\n",
        "Letter,Count\r\nA,3\r\nB,2",
        "Letter,Count\rA,3\rB,2\r",
        "\ufeffLetter;Count\nA;3\nB;2\n",
        "Letter\tQty\nA\t3\nB\t2\n",
        "Letter|Count\nA|3\nB|2\n",
        '"Letter","Count"\n"A","3"\n"B","2"\n',
        "Letter,Count\nA,3\n\n,\nB,2\n",
        'Letter,Count\n="A",="3"\n"=""B""","=""2"""\n',
        "Letter\u200b,Count\nA\u200b,3\u00a0\nB,2",
    ],
)
def test_common_csv_dialects_are_read(text: str):
    assert [row[1:] for row in rows(text)] == [("A", "3"), ("B", "2")]


@pytest.mark.parametrize(
    "above, line",
    [
        ("sep=;\n", 3),
        ("\n\n", 4),
        ("My letters; spring 2027\n", 3),
        ("Stock\r\n\r\n", 4),
        ('"sep=;"\n', 3),
        ("sep=,\n", 3),
    ],
)
def test_header_may_follow_other_lines(above: str, line: int):
    assert rows(f"{above}Letter;Count\nA;3\n") == [(line, "A", "3")]


def test_lone_carriage_return_in_a_cell_is_whitespace():
    assert rows("Letter,Count\nA\r,3\nB,2\r\r\n") == [(2, "A", "3"), (3, "B", "2")]


def test_long_cells_are_read():
    long = "x" * 150_000
    (row,) = read_csv(f'Letter,Count,Note\nA,3,"{long}"\n', COLUMNS).rows
    assert (row.fault, len(row.cells["note"])) == (None, 150_000)


def test_quoted_cell_may_contain_line_breaks_and_quotation_marks():
    table = read_csv('Letter,"Width\n(in)",Count,Other\nA,"34""",3,"two\nlines"\nB,30,2,\n', COLUMNS)
    assert [(row.line, row.cells["width"], row.fault) for row in table.rows] == [(3, '34"', None), (5, "30", None)]
    assert table.headings["width"] == "Width\n(in)"


def test_unclosed_quotation_mark_affects_only_its_own_row():
    lines = ["Letter,Count", '"A,3', *(f"{letter},2" for letter in "BCDEFG"), '"H",1', ""]
    table = read_csv("\n".join(lines), COLUMNS)
    assert [row.line for row in table.rows] == list(range(2, 10))
    assert [row.line for row in table.rows if row.fault] == [2]
    assert table.rows[-1].cells == {"letter": "H", "count": "1"}


@pytest.mark.parametrize(
    "text, faulty",
    [
        ('Letter,Count\nA,1\n"B,2\nC,3",4\nD,5\n', {3: "Lines 3 to 4"}),
        ('Letter,Count,Other\nA,1,"x\nB,2,\nC,3,"\nD,4,\n', {2: "Lines 2 to 4"}),
    ],
)
def test_rows_merged_by_stray_quotation_marks_are_reported(text: str, faulty: dict[int, str]):
    table = read_csv(text, COLUMNS)
    faults = {row.line: row.fault for row in table.rows if row.fault}
    assert faults.keys() == faulty.keys()
    assert all(fault.startswith(faulty[line]) for line, fault in faults.items())
    assert table.rows[-1].cells["letter"] == "D"


def test_file_full_of_stray_quotation_marks_is_rejected():
    with pytest.raises(Invalid, match="Line 102: a quotation mark is not closed"):
        read_csv("Letter,Count\n" + '"A,1\n' * 5_000, COLUMNS)


def test_row_with_too_many_cells_is_reported():
    (row,) = read_csv("Letter,Count\nA,1,025.00\n", COLUMNS).rows
    assert row.fault is not None
    assert "3 cells" in row.fault


def test_row_with_an_unreadable_character_is_reported():
    (row,) = read_csv("Letter,Count\n\ufffd,1\n", COLUMNS).rows
    assert row.fault is not None
    assert "unreadable character" in row.fault


@pytest.mark.parametrize(
    "text, code, words",
    [
        ("Letter,Qty,Count\nA,1,2\n", "column_twice", "“Qty” and “Count” both mean the count"),
        ("Letter,Count,Warehouse City\nA,1,Austin\n", "column_unknown", "“Warehouse City”"),
        ("L\x00e\x00t\x00t\x00e\x00r\x00", "invalid", "CSV"),
        ("", "invalid", "Letter and count"),
        ("A,3\n", "invalid", "Letter and count"),
    ],
)
def test_error_for_an_unreadable_file_states_the_reason(text: str, code: str, words: str):
    with pytest.raises(Invalid) as refused:
        read_csv(text, COLUMNS)
    assert refused.value.answer_code == code
    assert words in (refused.value.fields or {})["csv"]


@pytest.mark.parametrize("heading", ["Status", "Capacity", "State Rate", "County Sales Tax", "Color"])
def test_unrelated_columns_are_ignored(heading: str):
    assert rows(f"Letter,Count,{heading}\nA,1,x\n") == [(2, "A", "1")]


@pytest.mark.parametrize("cells", ["", "*"])
def test_empty_location_column_is_ignored(cells: str):
    assert rows(f"Letter,Count,City\nA,1,{cells}\n") == [(2, "A", "1")]


@pytest.mark.parametrize(
    "text, number",
    [
        ("3.0", "3"), (".50", "0.5"), ("1,025", "1025"), ("1,025.00", "1025"), ("25,50", "25.5"), ("1.025,00", "1025"),
        ("３", "3"), ("-2", "-2"), ("1 025", "1025"), ("abc", None), ("", None), ("1e3", None), ("1,02", "1.02"),
        ("1,2,3", None), ("inf", None),
    ],
)  # fmt: skip
def test_numbers_in_common_formats_are_parsed(text: str, number: str | None):
    assert number_in(text) == (None if number is None else Decimal(number))


@pytest.mark.parametrize(
    "text, amount",
    [
        ("$1,025.00", "1025"), ("25 USD", "25"), ("USD 25", "25"), ("US$25", "25"), ("25 €", "25"), (".50", "0.5"),
        ("$.50", "0.5"), ("-$5", "-5"), ("$25/day", "25"), ("25 per day", "25"), ("twenty", None), ("25 x", None),
    ],
)  # fmt: skip
def test_amounts_in_common_formats_are_parsed(text: str, amount: str | None):
    assert amount_in(text) == (None if amount is None else Decimal(amount))
