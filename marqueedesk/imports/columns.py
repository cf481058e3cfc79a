"""Columns of files to import: their fields, and the names by which they are recognized in English and German."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.csv_reading import FIELD, Columns, CsvTable, read_csv, shortened
from marqueedesk.kit.text.formats import label

MOST_ROWS: Final = 5000
LONGEST_FILE: Final = 2_000_000
"""Maximum number of characters in a file."""
_RECOGNIZED_AT_LEAST: Final = 2
"""Number of recognized columns that make a line the header; files may have titles above it."""

_CONTACT: Final = {
    "firstName": "firstname first givenname vorname",
    "lastName": "lastname last surname familyname nachname familienname",
    "street": "street address streetaddress address1 addressline1 deliveryaddress strasse adresse anschrift "
    "venueaddress lieferadresse strasseundhausnummer",
    "city": "city town stadt ort wohnort",
    "state": "state province region bundesland",
    "zipCode": "zip zipcode postalcode postcode plz postleitzahl",
    "country": "country land",
}
_EMAIL: Final = "email emailaddress mail emailadresse mailadresse"
_PHONE: Final = (
    "phone phonenumber telephone tel mobile mobilephone cell cellphone telefon telefonnummer handy handynummer mobil "
    "mobilnummer rufnummer"
)
_NAME: Final = "name fullname customer customername client clientname contact contactname guest kunde kundin kundenname"
_NOTES: Final = "notes note comment comments remarks bemerkung bemerkungen notiz notizen anmerkung kommentar"
_BOOKINGS: Final = {
    "customerName": f"{_NAME} ansprechpartner auftraggeber",
    "customerEmail": f"{_EMAIL} customeremail clientemail",
    "customerPhone": f"{_PHONE} customerphone clientphone",
    "deliveryDate": "deliverydate delivery date eventdate startdate start from dropoff dropoffdate rentaldate "
    "bookingdate lieferdatum lieferung liefertag datum eventdatum veranstaltungsdatum mietbeginn beginn von "
    "startdatum aufbau aufbaudatum",
    "deliveryTime": "deliverytime starttime dropofftime lieferzeit startzeit aufbauzeit uhrzeit",
    "pickupDate": "pickupdate pickup enddate end to until returndate return abholdatum abholung abholtag mietende ende "
    "bis enddatum abbau abbaudatum ruckgabe rueckgabe ruckgabedatum rueckgabedatum",
    "pickupTime": "pickuptime endtime returntime abholzeit endzeit abbauzeit",
    "message": "message text sign signtext letters word words wording phrase marquee schriftzug schrift wort worte "
    "buchstaben beschriftung spruch nachricht",
    "size": "size lettersize height grosse groesse buchstabengrosse buchstabengroesse hohe hoehe",
    "finish": "finish ausfuhrung ausfuehrung oberflache oberflaeche",
    "colorOption": "color colour coloroption lightcolor farbe lichtfarbe",
    "totalPrice": "total totalprice totalamount amount price grandtotal invoiceamount gesamt gesamtpreis gesamtbetrag "
    "betrag summe preis umsatz rechnungsbetrag endbetrag brutto bruttobetrag",
    "eventType": "eventtype event occasion typeofevent anlass veranstaltung veranstaltungsart",
    "venueName": "venue venuename location place veranstaltungsort lokation",
    **_CONTACT,
    "operatorNotes": f"{_NOTES} operatornotes internalnotes",
    "status": "status bookingstatus buchungsstatus",
    "reference": "reference ref no nr number nummer bookingid bookingnumber orderid ordernumber invoice "
    "invoicenumber buchungsnummer auftragsnummer rechnungsnummer bestellnummer",
}
_CUSTOMERS: Final = {
    "name": _NAME,
    "email": f"{_EMAIL} customeremail",
    "phone": f"{_PHONE} customerphone",
    **_CONTACT,
    "notes": _NOTES,
}
_ITEMS: Final = {
    "name": "name item itemname product productname title artikel artikelname bezeichnung produkt titel",
    "description": "description details beschreibung text",
    "category": "category group kategorie gruppe warengruppe",
    "kind": "kind type itemtype art",
    "quantity": "quantity qty count stock owned pieces anzahl menge bestand stuck stueck stuckzahl stueckzahl",
    "price": "price rate rentalprice rentalrate unitprice preis mietpreis einzelpreis",
    "per": "per charged chargedper priceper unit abrechnung einheit",
    "public": "public online onbookingform showonbookingform visible website sichtbar offentlich oeffentlich",
    "taxable": "taxable taxed steuerpflichtig",
    "replacementPrice": "replacementprice replacementcost replacementvalue replacement value wert ersatzpreis "
    "wiederbeschaffungswert",
}
_TEMPLATES: Final = {
    "bookings": (
        "Name,Email,Phone,Delivery date,Pickup date,Text,Size,Total,Venue,Street,City,State,ZIP,Notes\r\n"
        "Ada Lovelace,ada@example.com,512-555-0100,{day},{next_day},LOVE,{size},450.00,Old Mill,12 Oak Street,Austin,"
        "TX,78704,Set up by the bar\r\n"
    ),
    "customers": (
        "Name,Email,Phone,Street,City,State,ZIP,Notes\r\n"
        "Ada Lovelace,ada@example.com,512-555-0100,12 Oak Street,Austin,TX,78704,Prefers mornings\r\n"
    ),
    "items": (
        "Name,Category,Description,Kind,Quantity,Price,Per,On booking form,Taxable,Replacement price\r\n"
        "Photo backdrop,Backdrops,Gold sequins,counted,2,75.00,event,yes,yes,180.00\r\n"
    ),
}


@dataclass(frozen=True, slots=True)
class MappedColumns(Columns):
    """Columns recognized by name, except those with a field in ``mapping``; an empty field leaves a column out."""

    mapping: Mapping[str, str] = field(default_factory=dict[str, str])

    def meaning(self, name: str) -> str | None:
        """Return the field of a column; None for a column that isn't imported."""
        name = name.strip()
        if name in self.mapping:
            return self.mapping[name] or None
        guess = Columns.meaning(self, name)
        return None if guess in self.mapping.values() else guess


def _missing(meanings: Collection[str]) -> str | None:
    if len(set(meanings)) >= _RECOGNIZED_AT_LEAST:
        return None
    return "The first line must name the columns, for example Name, Delivery date, Text"


def _missing_customer(meanings: Collection[str]) -> str | None:
    """Accept a file with nothing but names, unlike `_missing`."""
    return None if meanings else _missing(())


def _nothing_missing(_meanings: Collection[str]) -> None:
    """Accept any header, so that columns of which no name is recognized can be assigned by hand."""


def _columns(fields: Mapping[str, str], labels: Mapping[str, str]) -> MappedColumns:
    names = {name: meaning for meaning, texts in fields.items() for name in texts.split()}
    shown = {meaning: labels.get(meaning, label(meaning)).lower() for meaning in fields}
    return MappedColumns(names, shown, _missing, refuses_places=False)


BOOKING_COLUMNS: Final = _columns(
    _BOOKINGS, {"message": "Text", "operatorNotes": "Notes", "colorOption": "Color", "totalPrice": "Total"}
)
CUSTOMER_COLUMNS: Final = replace(_columns(_CUSTOMERS, {}), missing=_missing_customer)
ITEM_COLUMNS: Final = _columns(_ITEMS, {"public": "On booking form"})


def read_file(text: str, columns: MappedColumns, mapping: Mapping[str, str | None]) -> CsvTable:
    """Parse a file. ``mapping`` has the fields that the caller assigned to columns.

    Raises Invalid on ``csv`` if it is empty, has too many rows or two columns with the same meaning (`column_twice`),
    and on ``mapping`` for unknown columns and fields.
    """
    assigned = {name.strip(): meaning or "" for name, meaning in mapping.items()}
    for meaning in assigned.values():
        if meaning and meaning not in columns.labels:
            sentence = f"“{shortened(meaning)}” is not a field. Choose one of: {', '.join(columns.labels)}"
            raise Invalid(fields={"mapping": sentence})
    columns = replace(columns, mapping=assigned)
    try:
        table = read_csv(text, columns)
    except Invalid as refused:
        if (refused.fields or {}).get(FIELD) != _missing(()):
            raise
        table = read_csv(text, replace(columns, missing=_nothing_missing))
    unknown = next((name for name in assigned if name not in table.header), None)
    if unknown is not None:
        raise Invalid(fields={"mapping": f"The file has no column “{shortened(unknown)}”"})
    if not table.rows:
        raise Invalid(fields={FIELD: "This file has no rows below its header"})
    if len(table.rows) > MOST_ROWS:
        raise Invalid(fields={FIELD: f"A file can have at most {MOST_ROWS:,} rows. Split it and import each part"})
    return table


def template(kind: str, *, day: str, next_day: str, size: str) -> str:
    """Return the file to fill in, with one example row. Days are in the business's date format."""
    return "\ufeff" + _TEMPLATES[kind].format(day=day, next_day=next_day, size=size)
