"""Emails about gift cards that customers buy online: the receipt, and the gift card itself."""
