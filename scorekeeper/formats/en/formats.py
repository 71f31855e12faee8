"""Dates in English, one style everywhere: the day first, the month in words.

Django's own are those of the United States, which a European reads the other way round.
"""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j N Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j N Y, H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
