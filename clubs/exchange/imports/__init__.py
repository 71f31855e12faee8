"""Files of other programs and of ours become tables, deals, totals and members of a club."""
