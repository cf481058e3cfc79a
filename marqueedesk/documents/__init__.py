"""Documents for a business's customers: confirmations, invoices and quotes as PDF (docs/adr/0009-documents.md)."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "document_content",  # content of a document: plain values in, plain data out
    "errors",
    "example_booking",  # a booking for previews
    "letterhead",  # the sender, with its formats for money, days and times
    "models",
    "price_lines",  # a booking's price line by line, with its tax
    "public_api",  # a PDF as a response, for the customer's page
    "queries",
    "quote_pdfs",  # a quote as a PDF, to attach to emails
    "quote_schedule",  # due dates of a quote, for the quote and its email
    "service",
    "sign",  # a message as lit letters
    "sign_tones",  # colors of lit letters and their light
    "stored_document",  # types of a document's data
    "turns",  # queue of documents to compile
    "type_setter",  # the subprocess that compiles one document
    "typeset",  # compiles a document's data to a PDF
]
