"""The metadata that makes a PDF/A-3 with an attached e-invoice a Factur-X (ZUGFeRD) file.

Typst writes the PDF/A-3 and attaches the XML. Its metadata lacks what Factur-X adds, with the description that PDF/A
demands of properties it doesn't know.
"""

import io
from typing import Any, Final

STANDARD: Final = "a-3b"
_NAMESPACE: Final = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
_PROPERTIES: Final = {
    "DocumentFileName": ("factur-x.xml", "Name of the embedded XML file"),
    "DocumentType": ("INVOICE", "INVOICE for invoices and credit notes"),
    "Version": ("1.0", "Version of the XML schema"),
    "ConformanceLevel": ("EN 16931", "Profile of the XML file"),
}
_SCHEMAS: Final = b"<pdfaExtension:schemas><rdf:Bag>"
_END: Final = b"</rdf:RDF>"


def marked(pdf: bytes) -> bytes:
    """Add the metadata of Factur-X to a PDF/A-3 with an attached `factur-x.xml`."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - only e-invoices need it.
    from pypdf.generic import DecodedStreamObject, NameObject  # noqa: PLC0415

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.pdf_header = "%PDF-1.7"
    root: Any = writer.root_object
    before: bytes = root["/Metadata"].get_object().get_data()
    metadata = before.replace(_SCHEMAS, _SCHEMAS + _schema(), 1).replace(_END, _values() + _END, 1)
    stream = DecodedStreamObject()
    stream.set_data(metadata)
    stream.update({NameObject("/Type"): NameObject("/Metadata"), NameObject("/Subtype"): NameObject("/XML")})
    root[NameObject("/Metadata")] = writer._add_object(stream)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - it has no public name.
    packed = io.BytesIO()
    writer.write(packed)
    return packed.getvalue()


def _schema() -> bytes:
    properties = "".join(
        f'<rdf:li rdf:parseType="Resource"><pdfaProperty:name>{name}</pdfaProperty:name>'
        "<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>"
        f"<pdfaProperty:description>{meaning}</pdfaProperty:description></rdf:li>"
        for name, (_, meaning) in _PROPERTIES.items()
    )
    return (
        '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>'
        f"<pdfaSchema:namespaceURI>{_NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>"
        f"<pdfaSchema:property><rdf:Seq>{properties}</rdf:Seq></pdfaSchema:property></rdf:li>"
    ).encode()


def _values() -> bytes:
    values = "".join(f"<fx:{name}>{value}</fx:{name}>" for name, (value, _) in _PROPERTIES.items())
    return f'<rdf:Description xmlns:fx="{_NAMESPACE}" rdf:about="">{values}</rdf:Description>'.encode()
