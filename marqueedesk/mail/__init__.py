"""Gateway to the mail server: a protocol, its SMTP implementation, and a recording one for tests."""
