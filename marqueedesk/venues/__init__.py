"""The places that an operator delivers to, with what makes each of them hard or dear."""
