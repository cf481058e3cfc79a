"""Letters of a message: the same result for every way of typing it."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marqueedesk.inventory.message import (
    MAX_LETTERS,
    MessageRefused,
    _clusters,
    _plain_letters,
    count_letters,
    normalize_letter,
    split_message,
)


@pytest.mark.parametrize(
    "message, letters",
    [
        ("LOVE", "L O V E"),
        ("love", "L O V E"),
        ("  i do ", "I D O"),
        ("MR & MRS", "M R & M R S"),
        ("CLASS OF\t2027\r\n", "C L A S S O F 2 0 2 7"),
        ("A\u3000B\u00a0C\u2009D\u0085E", "A B C D E"),
        ("quinceañera", "Q U I N C E A Ñ E R A"),
        ("LOVE 🎉", "L O V E 🎉"),
        ("LO\u200bVE", "L O V E"),
        ("\ufeffLO\u2060VE\u00ad", "L O V E"),
        ("❤️", "❤"),
        ("❤\ufe0e", "❤"),
        ("1️⃣", "1"),
        ("5\u20e3 ５ 5 #️⃣", "5 5 5 #"),
        ("♥ ♥\ufe0e ♥\ufe0f ❤", "❤ ❤ ❤ ❤"),
        ("🖤💙🤍♡", "🖤 💙 🤍 ♡"),
        ("ＭＲ＆ｍｒｓ！", "M R & M R S !"),
        ("﹠＇＂", "& ' \""),
        ("𝐋𝓸𝕧𝖾 𝟐", "L O V E 2"),
        ("A\u2800B\u3164C", "A B C"),
        ("👩🏽‍🚀", "👩🏽‍🚀"),
        ("❤️‍🔥", "❤‍🔥"),
        ("👨‍👩‍👧‍👦A", "👨‍👩‍👧‍👦 A"),
        ("👩‍", "👩"),
        ("A\u200dB", "A B"),
        ("E\u200d\u0301", "É"),
        ("E\u034f\u0301", "É"),
        ("🇺🇸🇬🇧", "🇺🇸 🇬🇧"),
        ("Mom’s “50”", 'M O M \' S " 5 0 "'),
        ("straße", "S T R A ß E"),
        ("ﬁn", "ﬁ N"),
        ("ΐ", "Ϊ́"),
        ("ǰ", "J̌"),
        ("\u1100\u1161\u11a8", "각"),
        ("क्‍ष", "क्ष"),
        (" \ufe0f", None),
        ("", None),
        ("   ", None),
        ("\u200b\u200d\ufe0f\u2060", None),
    ],
)
def test_message_is_split_into_letters(message: str, letters: str | None):
    if letters is None:
        with pytest.raises(MessageRefused, match="at least one letter"):
            split_message(message)
    else:
        assert split_message(message) == [unicodedata.normalize("NFC", letter) for letter in letters.split(" ")]


@pytest.mark.parametrize("accented", ["É", "E\u0301", "é", "e\u0301"])
def test_accented_letter_is_one_letter_in_any_form(accented: str):
    assert split_message(f"CAF{accented}") == ["C", "A", "F", "É"]


@pytest.mark.parametrize(
    "control", [chr(c) for c in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
)
def test_bidi_controls_are_rejected(control: str):
    for text in (f"LO{control}VE", control):
        with pytest.raises(MessageRefused, match="direction"):
            split_message(text)
    with pytest.raises(MessageRefused, match="direction"):
        normalize_letter(f"A{control}")


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x07", "\x1c", "\x7f", "\x9f", "\ud800", "\ufffe", "\uffff", "\ufdd0", "\U0010ffff"],
    ids=ascii,
)
def test_unprintable_characters_are_rejected(character: str):
    with pytest.raises(MessageRefused, match="can't be displayed"):
        split_message(f"LO{character}VE")


def test_replacement_character_is_rejected():
    for text in ("\ufffd", "LO\ufffdVE"):
        with pytest.raises(MessageRefused, match="can't be displayed"):
            split_message(text)


def test_message_is_limited_to_sixty_letters():
    assert len(split_message("L O " * 30)) == MAX_LETTERS
    assert len(split_message("é" * 60)) == MAX_LETTERS
    for message in ("L" * 61, "é" * 61):
        with pytest.raises(MessageRefused, match="at most 60 letters; this one has 61"):
            split_message(message)


def test_overlong_text_is_rejected_before_splitting():
    assert split_message("A" + " " * 499) == ["A"]
    with pytest.raises(MessageRefused, match="at most 500 characters"):
        split_message("A" + " " * 500)


def test_letter_with_a_pile_of_combining_marks_is_rejected():
    assert len(split_message("A" + "\u0323\u0301" * 15)) == 1
    # In capitals, the second one has one code point more.
    for heap in ("A" + "\u0323\u0301" * 20, "ǰ" + "\u0301" * 31):
        with pytest.raises(MessageRefused, match="isn't a letter"):
            split_message(heap)


@pytest.mark.parametrize("text, letter", [("a", "A"), (" é ", "É"), ("❤️", "❤"), ("’", "'"), ("&", "&"), ("ß", "ß")])
def test_inventory_letter_is_normalized_like_messages(text: str, letter: str):
    assert normalize_letter(text) == letter


@pytest.mark.parametrize("text", ["", " ", "AB", "A B", "\u200b", "\u2800", "\u3164", "\u115f", "🎉🎉", "A" * 10_000])
def test_inventory_letter_must_be_a_single_letter(text: str):
    with pytest.raises(MessageRefused, match="single letter"):
        normalize_letter(text)


def test_letters_are_counted_in_order_of_first_appearance():
    counts = count_letters(split_message("MR & MRS"))
    assert list(counts.items()) == [("M", 2), ("R", 2), ("&", 1), ("S", 1)]
    assert count_letters([]) == {}


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=100))
@example("".join(map(chr, range(0x20, 0x7F))))
def test_fast_path_for_plain_text_gives_the_same_letters(message: str):
    assert _plain_letters(message) == _clusters(message)


@given(st.text("\t\n\v\f\r\x1c\x1d\x1e\x1f\x00\x7f abAB'", max_size=10))
def test_fast_path_for_plain_text_rejects_control_characters(message: str):
    def answer(text: str, split: object) -> object:
        try:
            return split(text) or None  # type: ignore[operator]
        except MessageRefused as refused:
            return None if "at least one" in str(refused) else str(refused)

    assert answer(message, split_message) == answer(message, _clusters)


odd = st.text(
    st.one_of(
        st.sampled_from("aÉß ’“❤🎉👩🚀🏽🇺🇸\u200d\u200b\ufe0f\u0301\u0323\u034f\u1160\u115f\u0600\u094d\u0915"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=30,
)


@given(odd)
def test_every_letter_is_visible_and_splits_into_itself(message: str):
    try:
        letters = split_message(message)
    except MessageRefused:
        return
    for letter in letters:
        assert not letter.isspace()
        assert unicodedata.is_normalized("NFC", letter)
        assert normalize_letter(letter) == letter


@given(odd)
def test_composed_and_decomposed_text_give_the_same_letters(message: str):
    def answer(text: str) -> list[str] | str:
        try:
            return split_message(text)
        except MessageRefused as refused:
            return str(refused)

    assert answer(unicodedata.normalize("NFD", message)) == answer(unicodedata.normalize("NFC", message))
