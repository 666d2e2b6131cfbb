"""The version of the program and of the catalogue that comes with it."""

__version__ = "0.1.0"
CATALOG_VERSION = "2026.12.0"
