"""What a business says of itself on quotes, confirmations and invoices: its address, its logo, its terms."""
