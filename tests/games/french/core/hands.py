"""The check hand of scoring.md §12: 58, a garde; 61 towards a garde sans."""

TRUMPS = ["t21", "t20", "t17", "t11", "t9", "t4", "t0"]  # t0 is the Excuse
HEARTS = ["h14", "h13", "h9", "h5", "h2"]  # 14 is the king
CHECK_HAND = [*TRUMPS, *HEARTS, "d12", "d3", "c11", "c10", "c6", "s8"]
