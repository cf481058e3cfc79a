"""Documents as data and PDF pages: their content, in any script and of any length."""

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from PIL import Image
from pypdf import PdfReader

from marqueedesk.documents import typeset
from marqueedesk.documents.document_content import drawn, shell, sign_of
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.stored_document import (
    DocumentContent,
    DrawnDocument,
    PriceRow,
    customer_block,
    fact,
    sum_row,
)
from marqueedesk.documents.turns import Kept, TooBusy
from marqueedesk.documents.typeset import pdf, pictures
from marqueedesk.rentals.line_schemas import StandingTextOut

NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)
HEAD = Letterhead("Bright Nights", "1 Main St", "a@example.com", "555 0100", None, None, "USD", "America/New_York")


def paper(customer: str = "Ada Lovelace", head: Letterhead = HEAD, **fields: Any) -> DrawnDocument:
    frame = shell(
        head,
        title="Quote",
        number="Q-2027-0001",
        dated="June 1, 2027",
        opening=None,
        customer=customer_block("For", customer, []),
    )
    price: PriceRow = {"text": "Letters", "detail": None, "amount": "$100.00"}
    sums = [sum_row("Total", "$100.00", strong=True)]
    filled: DocumentContent = {**frame, "sign": sign_of("LOVE", "4ft", "night"), "prices": [price], "sums": sums}
    return drawn(cast("DocumentContent", filled | fields))


def test_sign_is_printed_in_the_light_of_its_finish():
    cool = StandingTextOut(text="LOVE", size="4ft", height_inches=48, color=None, finish="Cool White", exceptions=[])

    usual, other = paper()["sign"], paper(sign=sign_of("LOVE", "4ft", "night", [cool]))["sign"]

    assert usual is not None
    assert other is not None
    assert usual["caption"] == other["caption"]
    assert usual["svg"] != other["svg"]


def read(document: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(document))


def text_of(document: bytes) -> str:
    """Return all text as one line, because line breaks depend on the layout."""
    pages = " ".join(page.extract_text() for page in read(document).pages)
    return " ".join(pages.split())


@pytest.mark.parametrize(
    "name",
    [
        "#let x = 1 \\ * _ $",
        "</script>",
        "<svg onload=alert(1)>",
        '#eval("1 + 1") *bold* _it_ $x^2$ `raw`',
        "@ref <label> // comment /* more */",
        '"quoted" \\u{41} {{total}} {company}',
        "#image(\"/etc/passwd\") #read('paper.typ')",
        "= Heading",
    ],
)
def test_special_characters_are_printed_literally(name: str):
    written = paper(
        customer=name,
        head=Letterhead(name, name, name, name, None, name, "USD", "UTC"),
        opening=name,
        facts=fact("Venue", name, name),
        notes=[{"title": name, "text": name}],
        terms=name,
        prices=[{"text": name, "detail": name, "amount": "$1.00"}],
        sums=[sum_row(name, "$1.00", strong=True), sum_row(name, "$1.00")],
    )

    found = text_of(pdf(written, whose=1, logo=None, made_at=NOW)).replace(" ", "")

    assert found.count(name.replace(" ", "")) >= 13


@pytest.mark.parametrize(
    "text",
    [
        "Émilie Łoś-Čapek",
        "Жёлтая Анна",
        "Ελληνίδα Νύφη",
        "王小明 婚礼",
        "さくら 결혼식",
        "Nguyễn Thị Đẹp",
        "ไทย",
        "ქართული",
    ],
)
def test_text_in_any_script_can_be_read_and_copied(text: str):
    assert text.replace(" ", "") in text_of(pdf(paper(customer=text), whose=1, logo=None, made_at=NOW)).replace(" ", "")


@pytest.mark.parametrize("text", ["العربية", "שלום", "हिन्दी", "தமிழ்", "🎉❤👩‍👧"])
def test_letters_of_complex_scripts_are_shaped(text: str):
    """Characters of a missing script would all be drawn as the same box."""
    faces = fonts_of(pdf(paper(customer=text), whose=1, logo=None, made_at=NOW))

    assert any("Noto" in face for face in faces), faces


def test_emoji_without_a_font_is_omitted():
    with_it = pdf(paper(customer="Ada \U0001fae9\U0001fadfLovelace"), whose=1, logo=None, made_at=NOW)
    assert with_it == pdf(paper(customer="Ada Lovelace"), whose=1, logo=None, made_at=NOW)


def fonts_of(document: bytes) -> set[str]:
    fonts: set[str] = set()
    for page in read(document).pages:
        resources: Any = page["/Resources"]
        fonts |= {str(font.get_object()["/BaseFont"]) for font in resources["/Font"].values()}
    return fonts


@pytest.mark.parametrize(
    "zone, currency, points",
    [
        ("America/New_York", "USD", (612, 792)),
        ("America/Indiana/Knox", "USD", (612, 792)),
        ("Pacific/Honolulu", "USD", (612, 792)),
        ("US/Eastern", "USD", (612, 792)),
        ("America/Toronto", "USD", (595, 842)),
        ("America/New_York", "EUR", (595, 842)),
        ("Europe/Berlin", "EUR", (595, 842)),
        ("UTC", "USD", (595, 842)),
    ],
)
def test_paper_size_follows_the_business(zone: str, currency: str, points: tuple[int, int]):
    head = Letterhead("A", None, None, None, None, None, currency, zone)

    box = read(pdf(paper(head=head), whose=1, logo=None, made_at=NOW)).pages[0].mediabox

    assert (round(box.width), round(box.height)) == points


def test_only_multi_page_documents_have_page_numbers():
    one = text_of(pdf(paper(), whose=1, logo=None, made_at=NOW))
    three = read(pdf(paper(terms="Words. " * 2400), whose=1, logo=None, made_at=NOW))

    assert "Page" not in one
    count = len(three.pages)
    assert count > 2
    for number, page in enumerate(three.pages, 1):
        assert f"Quote Q-2027-0001 · Page {number} of {count}" in " ".join(page.extract_text().split())


def test_totals_are_never_on_a_page_of_their_own():
    for number in range(8, 40):
        prices = [{"text": f"Line {n}", "detail": None, "amount": "$1.00"} for n in range(number)]
        pages = [page.extract_text() for page in read(pdf(paper(prices=prices), whose=1, logo=None, made_at=NOW)).pages]
        with_sum = next(page for page in pages if "Total" in page)
        assert f"Line {number - 1}" in with_sum
        if len(pages) > 1:
            return
    pytest.fail("no paper became two sheets")


def test_extremely_long_content_stays_within_its_pages():
    word = "W" * 200
    head = Letterhead(word, "x" * 500, "a" * 250, "5" * 50, f"https://{'y' * 190}", "1" * 50, "USD", "UTC")
    long = paper(
        customer="N" * 200,
        head=head,
        sign=sign_of("W" * 60, "4ft", "night"),
        facts=fact("Venue", "V" * 200, "A" * 500),
        prices=[{"text": "z" * 200, "detail": "d" * 200, "amount": "$999,999.99"}] * 25,
        notes=[{"title": "Note", "text": "n" * 5000}],
    )

    for page in pictures(long, logo=None, made_at=NOW, ppi=40):
        picture = Image.open(io.BytesIO(page)).convert("L")
        # Nothing may extend into the outer quarter of the left and right margins.
        edge = int(picture.width * 0.02)
        for left in (0, picture.width - edge):
            lightest, _ = picture.crop((left, 0, left + edge, picture.height)).getextrema()
            assert lightest == 255


def test_same_document_gives_identical_bytes():
    assert pdf(paper(), whose=1, logo=None, made_at=NOW) == pdf(paper(), whose=1, logo=None, made_at=NOW)


def test_pdf_metadata_describes_the_document():
    said = read(pdf(paper(), whose=1, logo=None, made_at=NOW)).metadata

    assert said is not None
    assert (said.title, said.author) == ("Quote Q-2027-0001", "Bright Nights")


def red_logo() -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (300, 100), (255, 0, 0)).save(packed, "PNG")
    return packed.getvalue()


def test_logo_replaces_the_name_at_the_top():
    sheet = Image.open(io.BytesIO(pictures(paper(), logo=red_logo(), made_at=NOW)[0])).convert("RGB")

    red = sum(count for count, colour in sheet.getcolors(1_000_000) or [] if colour == (255, 0, 0))
    # 56 mm wide and a third of that high, at 80 pixels per inch.
    assert red == pytest.approx((56 / 25.4 * 80) * (56 / 3 / 25.4 * 80), rel=0.05)


def test_concurrent_documents_are_not_mixed_up():
    names = [f"Customer {number}" for number in range(12)]

    with ThreadPoolExecutor(6) as threads:
        made = list(
            threads.map(lambda name: pdf(paper(customer=name), whose=1, logo=None, made_at=NOW, timeout=120), names)
        )

    for name, document in zip(names, made, strict=True):
        assert name in text_of(document)


def test_too_many_concurrent_documents_return_503():
    with ExitStack() as taken:
        for number in range(typeset.AT_ONCE):
            taken.enter_context(typeset._turns.take(number, 1))
        with pytest.raises(TooBusy):
            pdf(paper(), whose=typeset.AT_ONCE, logo=None, made_at=NOW, timeout=0.05)

    assert pdf(paper(), whose=1, logo=None, made_at=NOW)


def test_slow_document_is_compiled_once_per_content_and_business():
    cache = Kept(1 << 20, from_seconds=0)

    def document_of(terms: str = "Long", *, whose: int = 1, logo: bytes | None = None, days: int = 0) -> bytes:
        made_at = NOW + timedelta(days=days)
        return pdf(paper(terms=terms), whose=whose, logo=logo, made_at=made_at, cache=cache)

    # A document that is compiled again has its own timestamp.
    first = document_of()
    assert document_of(days=1) == first
    assert document_of("Longer", days=1) != first
    assert document_of(whose=2, days=1) != first
    assert document_of(logo=red_logo(), days=1) != first
    assert document_of(days=2) == first


@pytest.mark.parametrize("paragraphs, pages", [(1, 1), (7, 1), (40, 3)])
def test_terms_that_are_a_little_too_long_stay_on_the_first_page(paragraphs: int, pages: int):
    prices: list[PriceRow] = [{"text": f"Line {n}", "detail": None, "amount": "$1.00"} for n in range(4)]
    notes = [{"title": "Payment and cancellation", "text": "A deposit of $50.00 is due on the day of booking. " * 4}]
    sums = [sum_row(text, "$100.00", strong=text == "Total") for text in ("Total", "Deposit", "Due now", "Due later")]
    terms = "\n\n".join(
        ["The letters belong to Bright Nights. Please do not move, open or paint them. " * 3] * paragraphs
    )
    rented = fact("What you rent", "LOVE: 4 letters in 4ft\n2027: 4 letters in 2ft")

    document = paper(prices=prices, notes=notes, sums=sums, terms=terms, facts=rented)

    assert len(read(pdf(document, whose=1, logo=None, made_at=NOW)).pages) == pages
