"""For authors of catalogues: import a documented page, scaffold one, check them."""
