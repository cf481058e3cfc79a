"""Documents for a business's customers: confirmations, invoices and quotes as PDF (docs/adr/0009-documents.md)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "document_content",  # what a document says: plain values in, plain data out
    "errors",
    "letterhead",  # the sender, and how they write money, days and times
    "models",
    "public_api",  # a PDF as an answer, for the customer's page
    "queries",
    "quote_pdfs",  # a quote as a PDF, for the emails that carry it
    "quote_schedule",  # what is due when, as a quote and its email say it
    "service",
    "sign",  # a message as lit letters, and the tones of their light
    "stored_document",  # a document's data by its types
    "turns",  # whose document is made next
    "type_setter",  # the process that makes one document
    "typeset",  # turns a document's data into a PDF
]
