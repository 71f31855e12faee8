"""Numbers in French: thousands stand apart by a narrow space that does not break a line."""

THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
# Short dates have the month in words, as in the other languages.
SHORT_DATE_FORMAT = "j N Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j N Y, H:i"
