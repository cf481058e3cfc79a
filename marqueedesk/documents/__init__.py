"""Papers for a business's customers: confirmations, invoices and quotes as PDF (docs/adr/0009-documents.md)."""
