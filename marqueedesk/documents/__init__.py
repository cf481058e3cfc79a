"""Papers for a business's customers: confirmations, invoices and quotes as PDF (docs/adr/0009-documents.md)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "papers",  # the content of a document: plain values in, plain data out
    "public_api",  # a PDF as an answer, for the customer's page
    "queries",
    "quote_papers",  # what is due when, as a quote and its email say it
    "quote_pdfs",  # a quote as a PDF, for the emails that carry it
    "service",
    "typeset",  # turns a document's data into a PDF
]
