"""The one placeholder language: parse, compile to a regex, fill."""
