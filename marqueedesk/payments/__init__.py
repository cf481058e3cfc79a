"""What customers pay operators: the operator's account at the payment provider."""
