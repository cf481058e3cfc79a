"""The evidence for a disputed payment as one PDF that the business uploads at the payment provider."""
