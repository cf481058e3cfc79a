"""Gateway to the mail server: a protocol, the SMTP implementation, and a recording one for tests."""
