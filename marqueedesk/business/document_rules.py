"""What documents have to say in the business's country: the names of the tax and of the tax number, the title of an
invoice, the sentence of a business that charges no tax, and the form of VAT IDs. Pure.
"""

import re
from dataclasses import dataclass
from typing import Final

EU: Final = frozenset(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split()  # noqa: SIM905 - shorter.
)
USUAL_TAX: Final = "Sales tax"
_EXEMPT_IN_EU: Final = "No VAT is charged: exempt as a small enterprise (Article 284 of Directive 2006/112/EC)."
REVERSE_CHARGE: Final = "Reverse charge: the customer accounts for the {tax}."


@dataclass(frozen=True, slots=True)
class DocumentRules:
    """Rules of one country."""

    tax: str = USUAL_TAX
    """Name of the tax on documents."""
    number: str = "Tax No."
    """Name of the business's tax number."""
    title: str = "Invoice"
    """Title of an invoice that charges tax."""
    small_business: str = "No sales tax is charged."
    """Sentence on documents of a business that charges no tax."""
    example: str | None = None
    """A tax number in the country's form; None if any is accepted."""

    @property
    def tax_in_text(self) -> str:
        """Return the name of the tax within a sentence."""
        return self.tax if self.tax != USUAL_TAX else self.tax.lower()


_RULES: Final = {
    **{code: DocumentRules("VAT", "VAT ID", small_business=_EXEMPT_IN_EU) for code in EU},
    "AT": DocumentRules(
        "VAT",
        "VAT ID",
        small_business="Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG). No VAT is "
        "charged.",
    ),
    "DE": DocumentRules(
        "VAT",
        "VAT ID",
        small_business="Gemäß § 19 UStG wird keine Umsatzsteuer berechnet. No VAT is charged (small business).",
    ),
    "FR": DocumentRules("VAT", "VAT ID", small_business="TVA non applicable, article 293 B du CGI. No VAT is charged."),
    "GB": DocumentRules(
        "VAT",
        "VAT Reg. No.",
        small_business="No VAT is charged: we are not registered for VAT.",
        example="GB123456789",
    ),
    "CA": DocumentRules(
        "GST/HST",
        "GST/HST No.",
        small_business="No GST/HST is charged: small supplier under the Excise Tax Act.",
        example="123456789 RT0001",
    ),
    "AU": DocumentRules(
        "GST",
        "ABN",
        "Tax invoice",
        "No GST is charged: we are not registered for GST.",
        "51 824 753 556",
    ),
    "NZ": DocumentRules(
        "GST", "GST No.", "Tax invoice", "No GST is charged: we are not registered for GST.", "123-456-789"
    ),
    "CH": DocumentRules(
        "VAT",
        "VAT No.",
        small_business="No VAT is charged: exempt under article 10 of the VAT Act (MWSTG).",
        example="CHE-123.456.789 MWST",
    ),
    "US": DocumentRules(number="EIN", example="12-3456789"),
}

TAX_NAMES: Final = frozenset(rules.tax for rules in _RULES.values())
"""Names of taxes in all countries."""

_PREFIXES: Final = {"GR": "EL"}
_VAT_IDS: Final = {
    "AT": (r"U[0-9]{8}", "ATU12345678"),
    "BE": (r"[01][0-9]{9}", "BE0123456789"),
    "BG": (r"[0-9]{9,10}", "BG123456789"),
    "CY": (r"[0-9]{8}[A-Z]", "CY12345678L"),
    "CZ": (r"[0-9]{8,10}", "CZ12345678"),
    "DE": (r"[0-9]{9}", "DE123456789"),
    "DK": (r"[0-9]{8}", "DK12345678"),
    "EE": (r"[0-9]{9}", "EE123456789"),
    "EL": (r"[0-9]{9}", "EL123456789"),
    "ES": (r"[A-Z0-9][0-9]{7}[A-Z0-9]", "ESX1234567X"),
    "FI": (r"[0-9]{8}", "FI12345678"),
    "FR": (r"[A-Z0-9]{2}[0-9]{9}", "FR12345678901"),
    "HR": (r"[0-9]{11}", "HR12345678901"),
    "HU": (r"[0-9]{8}", "HU12345678"),
    "IE": (r"[0-9][A-Z0-9+*][0-9]{5}[A-Z]{1,2}", "IE1234567WA"),
    "IT": (r"[0-9]{11}", "IT12345678901"),
    "LT": (r"(?:[0-9]{9}|[0-9]{12})", "LT123456789"),
    "LU": (r"[0-9]{8}", "LU12345678"),
    "LV": (r"[0-9]{11}", "LV12345678901"),
    "MT": (r"[0-9]{8}", "MT12345678"),
    "NL": (r"[0-9]{9}B[0-9]{2}", "NL123456789B01"),
    "PL": (r"[0-9]{10}", "PL1234567890"),
    "PT": (r"[0-9]{9}", "PT123456789"),
    "RO": (r"[0-9]{2,10}", "RO1234567890"),
    "SE": (r"[0-9]{12}", "SE123456789012"),
    "SI": (r"[0-9]{8}", "SI12345678"),
    "SK": (r"[0-9]{10}", "SK1234567890"),
    "GB": (r"(?:[0-9]{9}|[0-9]{12}|GD[0-9]{3}|HA[0-9]{3})", "GB123456789"),
    "XI": (r"(?:[0-9]{9}|[0-9]{12})", "XI123456789"),
}
"""VAT IDs after the prefix, with an example, by prefix (European Commission, VIES; HMRC)."""
_SWISS: Final = re.compile(r"CHE([0-9]{3})([0-9]{3})([0-9]{3})(MWST|TVA|IVA)?")
_ABN_WEIGHTS: Final = (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)


class NotAVatId(ValueError):
    """Invalid VAT ID; the message shows the expected format."""


def rules_of(country: str | None) -> DocumentRules:
    """Return a country's rules, or the general ones if it has none."""
    return _RULES.get(country or "", DocumentRules())


def vat_id(text: str, country: str | None) -> str:
    """Return a tax number in its usual form. ``country`` decides unless the number names another one in its prefix.

    Raises NotAVatId.
    """
    typed = re.sub(r"[\s./-]", "", text).upper()
    prefix = typed[:2]
    if swiss := _SWISS.fullmatch(typed):
        return f"CHE-{swiss[1]}.{swiss[2]}.{swiss[3]}{f' {swiss[4]}' if swiss[4] else ''}"
    if prefix in _VAT_IDS and re.fullmatch(_VAT_IDS[prefix][0], typed[2:]):
        return typed
    own = _PREFIXES.get(country or "", country or "")
    if own in _VAT_IDS:
        if prefix not in _VAT_IDS and re.fullmatch(_VAT_IDS[own][0], typed):
            return f"{own}{typed}"
        raise NotAVatId(f"VAT ID must look like {_VAT_IDS[prefix if prefix in _VAT_IDS else own][1]}")
    if prefix in _VAT_IDS and country in {None, "CH"}:
        raise NotAVatId(f"VAT ID must look like {_VAT_IDS[prefix][1]}")
    return _elsewhere(typed, country)


def _elsewhere(typed: str, country: str | None) -> str:
    rules = rules_of(country)
    if country == "CA" and re.fullmatch(r"[0-9]{9}RT[0-9]{4}", typed):
        return f"{typed[:9]} {typed[9:]}"
    if country == "AU" and _is_abn(typed):
        return f"{typed[:2]} {typed[2:5]} {typed[5:8]} {typed[8:]}"
    if country == "NZ" and re.fullmatch(r"[0-9]{8,9}", typed):
        return f"{typed[:-6]}-{typed[-6:-3]}-{typed[-3:]}"
    if country == "US" and re.fullmatch(r"[0-9]{9}", typed):
        return f"{typed[:2]}-{typed[2:]}"
    if rules.example is not None:
        raise NotAVatId(f"{rules.number.rstrip('.')} must look like {rules.example}")
    if not re.fullmatch(r"[A-Z0-9]{4,20}", typed):
        raise NotAVatId("Tax number must have 4 to 20 letters and digits")
    return typed


def _is_abn(digits: str) -> bool:
    """Return true for an Australian Business Number, whose first two digits are a checksum."""
    if not re.fullmatch(r"[1-9][0-9]{10}", digits):
        return False
    figures = [int(digit) for digit in digits]
    figures[0] -= 1
    return sum(weight * figure for weight, figure in zip(_ABN_WEIGHTS, figures, strict=True)) % 89 == 0
