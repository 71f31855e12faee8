"""Numbers in French: thousands stand apart by a narrow space that does not break a line."""

THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
