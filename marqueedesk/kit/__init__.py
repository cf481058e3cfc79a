"""Foundation of all packages, without any domain terms."""
