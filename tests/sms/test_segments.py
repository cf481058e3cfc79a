"""Segments of texts, as the provider charges for them."""

import pytest

from marqueedesk.sms.segments import segments_of


@pytest.mark.parametrize(
    "text, count, encoding",
    [
        ("", 1, "GSM-7"),
        ("a" * 160, 1, "GSM-7"),
        ("a" * 161, 2, "GSM-7"),
        ("a" * 306, 2, "GSM-7"),
        ("a" * 307, 3, "GSM-7"),
        ("a" * 1600, 11, "GSM-7"),
        ("a" * 158 + "€", 1, "GSM-7"),
        ("a" * 159 + "€", 2, "GSM-7"),
        ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉÄÖÑÜ§¿äöñüà", 1, "GSM-7"),
        ("[]{}~\\|^", 1, "GSM-7"),
        ("ж" * 70, 1, "UCS-2"),
        ("ж" * 71, 2, "UCS-2"),
        ("ж" * 134, 2, "UCS-2"),
        ("ж" * 135, 3, "UCS-2"),
        ("a" * 68 + "😀", 1, "UCS-2"),
        ("a" * 69 + "😀", 2, "UCS-2"),
        ("“quoted”", 1, "UCS-2"),
    ],
)
def test_number_of_segments(text: str, count: int, encoding: str):
    segments = segments_of(text)

    assert (segments.count, segments.encoding) == (count, encoding)


def test_escaped_character_is_not_split_by_a_segment_border():
    # 152 septets, then a pair that would straddle the border of 153: it begins the second segment.
    assert segments_of("a" * 152 + "€" + "a" * 151).count == 2
    assert segments_of("a" * 152 + "€" + "a" * 152).count == 3


def test_emoji_is_not_split_by_a_segment_border():
    assert segments_of("a" * 66 + "😀" + "a" * 65).count == 2
    assert segments_of("a" * 66 + "😀" + "a" * 66).count == 3
